export { type Hojas, openHojas } from './hojas.ts';
export { Visor } from './visor.tsx';
