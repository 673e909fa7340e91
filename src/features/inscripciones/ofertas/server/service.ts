import type { Db } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { repartoDe } from '../../../plantillas/cupos/rules.ts';
import type { Reserva } from '../../contract.ts';
import type { Elegibilidad } from '../../elegibilidad/server/service.ts';
import { readReservas } from '../../reserva/server/service.ts';
import { DIAS_DE_ANUNCIO, MAX_OFERTAS, type Oferta } from '../contract.ts';
import { findOfertas } from './data.ts';
import { presentOferta } from './present.ts';
import type { OfertaRow } from './reading.ts';

export { presentOferta } from './present.ts';

const DIA = 86_400_000;

const repartoOf = ({ edicion_reparto }: OfertaRow) =>
  repartoDe({ reparto: edicion_reparto ?? undefined });

/** What of these editions is kept for some, for whom the rules of each were judged, by the edition's id. */
export const readReservasDe = (
  db: Db,
  rows: readonly OfertaRow[],
  juicios: ReadonlyMap<string, Pick<Elegibilidad, 'cupos'>>,
  ahora: Date,
): Promise<ReadonlyMap<string, Reserva>> =>
  readReservas(
    db,
    rows.flatMap((row) => {
      const propios = juicios.get(row.edicion_id)?.cupos;
      return propios && !row.edicion_por_convocatoria
        ? [{ edicion: row, reparto: repartoOf(row), propios }]
        : [];
    }),
    ahora,
  );

/** The open offer as somebody sees it: only editions that keep seats for some are asked whether for them. */
export const readOfertas = async (
  db: Db,
  {
    actor: { personaId, clave },
    ahora,
    reglas,
  }: {
    actor: Pick<Actor, 'personaId' | 'clave'>;
    ahora: Date;
    reglas: Slots['elegibilidad'];
  },
): Promise<Oferta[]> => {
  const hasta = new Date(ahora.getTime() + DIAS_DE_ANUNCIO * DIA);
  const rows = await findOfertas(db, { personaId, ahora, hasta, limite: MAX_OFERTAS });
  const conCupos = rows.filter((row) => repartoOf(row).cupos.length > 0);
  const juicios =
    personaId === null
      ? new Map<string, Elegibilidad>()
      : await reglas.evaluarPara(db, {
          ediciones: conCupos.map(({ edicion_id }) => edicion_id),
          personaId,
          clave: clave ?? undefined,
          ahora,
        });
  const reservas = await readReservasDe(db, conCupos, juicios, ahora);
  return rows.map((row) => presentOferta(row, reservas.get(row.edicion_id) ?? null, ahora));
};
