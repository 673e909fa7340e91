import type { Nombrado } from '../../../platform/shared/historial.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import type { Anotacion } from '../contract.ts';
import type { selectAccesos, selectHistorial } from './data.ts';

type Row<F extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

type HistorialRow = Row<typeof selectHistorial>;

/** `nombrado`: what the record is called now and where it is read; the log itself only has its id. */
export const presentAnotacion = (
  row: HistorialRow,
  { nombres, cuantas }: Pick<Anotacion, 'nombres' | 'cuantas'>,
  nombrado?: Nombrado,
): Anotacion => ({
  id: row.id,
  momento: row.momento.toISOString(),
  actor:
    row.actor_uid === null
      ? null
      : {
          uid: row.actor_uid,
          nombre: row.actor_nombre ?? '',
          role: row.actor_role,
          nombreDeHoy:
            row.actor_nombre_hoy === row.actor_nombre ? null : (row.actor_nombre_hoy ?? ''),
          email: row.actor_email ?? '',
        },
  accion: row.accion,
  entidad: row.entidad,
  entidadId: row.entidad_id,
  registro: nombrado?.nombre ?? null,
  enlace: nombrado?.enlace ?? null,
  cuantas,
  nombres: namesOf(row, nombres),
  antes: sideOf(row.antes),
  despues: sideOf(row.despues),
  motivo: row.motivo,
  peticionId: row.peticion_id,
  origen: row.origen,
});

/** What it was before or after; what somebody put there that is none of it is not shown (and the chain tells of it). */
const sideOf = (side: unknown): Anotacion['antes'] =>
  typeof side === 'object' && !Array.isArray(side) ? (side as Anotacion['antes']) : null;

/** Of the names of a whole page, those that this row keeps. */
const namesOf = ({ antes, despues }: HistorialRow, nombres: Anotacion['nombres']) => {
  const kept = [antes, despues].flatMap((side) => Object.values(side ?? {})).flat();
  return Object.fromEntries(
    kept.flatMap((id) => {
      const nombre = typeof id === 'string' ? lookUp(nombres, id) : undefined;
      return nombre === undefined ? [] : [[id, nombre]];
    }),
  );
};

/** How somebody who acted is called for the person whose file it is: without a role they are not of the school. */
export const nombreDeActor = (row: {
  actor_nombre: string | null;
  actor_role: string | null;
}): string =>
  row.actor_nombre ??
  (row.actor_role === null ? 'Una persona ajena a la escuela' : 'Personal de la escuela');

export const presentAcceso = (row: Row<typeof selectAccesos>) => ({
  id: row.id,
  momento: row.momento.toISOString(),
  accion: row.accion,
  quien: nombreDeActor(row),
  role: row.actor_role,
  motivo: row.motivo,
});

/** The same for whoever may not read what is of accounts: not from where, nor whose address. */
export const sinSeguridad = (anotacion: Anotacion): Anotacion => ({
  ...anotacion,
  actor: anotacion.actor && { ...anotacion.actor, email: '' },
  origen: null,
  peticionId: null,
});
