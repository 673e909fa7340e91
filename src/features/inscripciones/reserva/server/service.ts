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

/** An edition, how its seats are given out, and the quotas whose seats whoever asks may take. */
type Pedida = { edicion: De; reparto: Reparto; propios: readonly string[] };

/** What of each of these editions is kept for some at this moment, by its id, in one statement; without those of which nothing is. */
export const readReservas = async (
  db: Db,
  pedidas: readonly Pedida[],
  ahora: Date,
): Promise<ReadonlyMap<string, Reserva>> => {
  const conCupos = pedidas.filter(({ reparto }) => reparto.cupos.length > 0);
  if (conCupos.length === 0) return new Map();
  const ocupados = await selectOcupados(
    db,
    conCupos.map(({ edicion }) => edicion.edicion_id),
  );
  return new Map(
    conCupos.flatMap(({ edicion, reparto, propios }) => {
      const reserva = reservaDe(reparto, {
        propios,
        ocupados: ocupados.get(edicion.edicion_id) ?? new Map(),
        libres: Math.max(0, edicion.edicion_cupo - edicion.edicion_ocupados),
        cierra: edicion.edicion_cierra,
        ahora,
      });
      return reserva ? [[edicion.edicion_id, reserva] as const] : [];
    }),
  );
};

/** What of one edition is kept for some, for who has those facts (of the quotas, too); null: nothing is. */
export const readReserva = async (
  db: Db,
  edicion: De,
  { reparto, hechos, ahora }: { reparto: Reparto; hechos: Hechos; ahora: Date },
): Promise<Reserva | null> => {
  const propios = cuposDe(reparto.cupos, hechos, ahora);
  const reservas = await readReservas(db, [{ edicion, reparto, propios }], ahora);
  return reservas.get(edicion.edicion_id) ?? null;
};
