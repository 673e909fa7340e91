import type { Db } from '../../../../platform/server/db/index.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { cuposDe } from '../../../plantillas/cupos/rules.ts';
import type { Hechos } from '../../../plantillas/reglas/contract.ts';
import type { Reserva } from '../../contract.ts';
import { reservaDe } from '../rules.ts';
import { selectOcupados } from './data.ts';

type De = {
  edicion_id: string;
  edicion_cupo: number;
  edicion_ocupados: number;
  edicion_cierra: Date;
};

/** What of an edition is kept for some at this moment, for who has those facts (of the quotas, too); null: nothing is. */
export const readReserva = async (
  db: Db,
  edicion: De,
  { reparto, hechos, ahora }: { reparto: Reparto; hechos: Hechos; ahora: Date },
): Promise<Reserva | null> => {
  if (reparto.cupos.length === 0) return null;
  return reservaDe(reparto, {
    propios: cuposDe(reparto.cupos, hechos, ahora),
    ocupados: await selectOcupados(db, edicion.edicion_id),
    libres: Math.max(0, edicion.edicion_cupo - edicion.edicion_ocupados),
    cierra: edicion.edicion_cierra,
    ahora,
  });
};
