export { presentOferta } from './present.ts';
