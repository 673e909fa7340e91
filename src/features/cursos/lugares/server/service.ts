/** The seats of editions, for who gives them out. */
export type { LugarPedido } from './data.ts';
export {
  findLugarLibre,
  holdingAbierta,
  releasingLugar,
  selectLibres,
  takingLugarDeCupo,
  takingLugaresDados,
} from './data.ts';
