export { Visor } from './visor.tsx';
