// A file of its own in the build: browsers that know the algorithm never ask for it.
export { verifyAsync } from '@noble/ed25519';
