/** The seats of editions, for who gives them out. */
export type { LugarPedido } from './data.ts';
export {
  isLugarLibre,
  releasingLugar,
  selectLibres,
  takingLugarDeCupo,
} from './data.ts';
