import type { Trx } from '../../../../platform/server/db/index.ts';
import { type SeededEdicion, setOcupadosDePartes } from '../../../cursos/server/seed.ts';
import { cuposDe, isReservado, repartoDe } from '../../../plantillas/cupos/rules.ts';
import type { Hechos } from '../../../plantillas/reglas/contract.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

/** Of which group somebody is, which quotas they may take from, and of which one their seat is. */
type LugarDeMuestra = { grupo_id: string | null; cupos: string[]; cupo_clave: string | null };

const plus = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * The seats of the demonstration, one after another: groups in turns, and of a quota whoever may while there are. `write` says
 * at the end how many of each are taken.
 */
export const startLugares = () => {
  const turnos = new Map<string, number>();
  const grupos = new Map<string, number>();
  const cupos = new Map<string, number>();
  const quotaKey = (edicionId: string, clave: string) => `${edicionId} ${clave}`;
  const seat = (
    edicion: SeededEdicion,
    { estado, hechos, enviada }: { estado: Estado; hechos: Hechos; enviada: Date },
  ): LugarDeMuestra => {
    const reparto = repartoDe(edicion.plantilla.definicion);
    const turno = turnos.get(edicion.id) ?? 0;
    plus(turnos, edicion.id);
    const de = edicion.grupos ?? [];
    const grupo = de[turno % de.length] ?? null;
    const propios = cuposDe(reparto.cupos, hechos, enviada);
    const hasLugar = INSCRIPCION.is('conLugar', estado);
    const cupo = reparto.cupos.find(
      (one) =>
        hasLugar &&
        propios.includes(one.clave) &&
        isReservado(one, edicion.cierra, enviada) &&
        (cupos.get(quotaKey(edicion.id, one.clave)) ?? 0) < one.lugares,
    );
    if (hasLugar && grupo) plus(grupos, grupo);
    if (cupo) plus(cupos, quotaKey(edicion.id, cupo.clave));
    return { grupo_id: grupo, cupos: propios, cupo_clave: cupo?.clave ?? null };
  };
  const write = (trx: Trx) =>
    setOcupadosDePartes(trx, {
      grupos: [...grupos].map(([id, ocupados]) => ({ id, ocupados })),
      cupos: [...cupos].map(([key, ocupados]) => {
        const [edicionId = '', clave = ''] = key.split(' ');
        return { edicion_id: edicionId, clave, ocupados };
      }),
    });
  return { seat, write };
};
