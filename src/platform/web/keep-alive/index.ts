export { useDisclosure, useForget, useOnHide } from './keep-alive.tsx';
export { useErrorTitle, useTitle } from './title.ts';
