import type { z } from 'zod';
import { cursorPage } from '../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import {
  type Nombrar,
  recordCambio,
  recordOnce,
} from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import { refuse } from '../../../platform/shared/errors.ts';
import { insertPersonaDeRuta } from '../avance/server/data.ts';
import { incorporate, noticeCompletions } from '../avance/server/service.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { rutaEditorPath } from '../routes.ts';
import { cursosDe, type DefinicionRuta, type Nombres } from '../rules.ts';
import {
  countPersonasDeRuta,
  findRuta,
  type PersonaDeRutaRow,
  requireLegible,
  selectCursadas,
  selectCursos,
  selectEdicionesPorCerrar,
  selectNombresDeRuta,
  selectPersonasDeRuta,
  selectRutasDe,
} from './data.ts';
import { presentPersonaDeRuta, sabidosOf } from './present.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const byId = <R extends { curso_id: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.curso_id, row]));

/** What the courses of these definitions are called, and whether there are such. */
export const nombresOf = async (
  db: Db | Trx,
  definiciones: readonly DefinicionRuta[],
): Promise<{ nombres: Nombres; conocidos: (id: string) => boolean }> => {
  const cursos = byId(await selectCursos(db, [...new Set(definiciones.flatMap(cursosDe))]));
  return {
    nombres: (id) => cursos.get(id)?.curso_nombre ?? 'un curso que ya no existe',
    conocidos: (id) => cursos.has(id),
  };
};

/** The routes that somebody sees, with what is known of their courses. */
export const readRutas = async (db: Db, personaId: string | null) => {
  const rutas = await selectRutasDe(db, { personaId });
  const ids = [...new Set(rutas.flatMap(({ definicion }) => cursosDe(definicion)))];
  const cursos = byId(await selectCursos(db, ids));
  const cursadas = await selectCursadas(db, personaId === null ? [] : [personaId], ids);
  const sabidos = personaId === null ? null : (sabidosOf(cursadas).get(personaId) ?? new Map());
  return { rutas, cursos, sabidos };
};

/**
 * One route as somebody sees it.
 *
 * @throws {CallError} NOT_FOUND, also when it is neither offered nor theirs.
 */
export const readRuta = async (db: Db, id: string, personaId: string | null, ahora: Date) => {
  const [row] = await selectRutasDe(db, { personaId, rutaId: id });
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  requireLegible(row);
  const ids = cursosDe(row.definicion);
  const cursadas = await selectCursadas(db, personaId === null ? [] : [personaId], ids);
  return {
    row,
    cursos: await selectCursos(db, ids),
    ediciones: await selectEdicionesPorCerrar(db, ids, ahora),
    sabidos: personaId === null ? null : (sabidosOf(cursadas).get(personaId) ?? new Map()),
    ahora,
  };
};

/** Begins a route; again, it is the same. */
export const startRuta = async (trx: Trx, id: string, { actor, services }: Context) => {
  const personaId = actor.personaId!;
  const [row] = await selectRutasDe(trx, { personaId, rutaId: id });
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.comenzada_en !== null) return;
  requireLegible(row);
  const begun = await insertPersonaDeRuta(trx, {
    rutaId: id,
    versionId: row.version_id,
    personaId,
    ahora: services.now(),
  });
  if (!begun) return;
  await recordCambio(trx, 'ruta.comenzar', {
    id,
    personaId,
    despues: { origen: 'propia', versionId: row.version_id },
  });
  // All of it may have been done before.
  await noticeCompletions(trx, services, [personaId]);
};

/**
 * A page of who is in a route, each with how far; whoever began one of its courses meanwhile is in it. The reading is
 * recorded.
 *
 * @throws {CallError} NOT_FOUND.
 */
export const listPersonas = async (
  db: Db,
  input: z.output<typeof contract.listPersonasDeRuta.input>,
) => {
  const ruta = await findRuta(db, input.id);
  if (!ruta) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await db.transaction().execute((trx) => incorporate(trx, input.id));
  const of = { rutaId: input.id, estado: input.estado };
  const { filas, ...page } = await cursorPage<PersonaDeRutaRow>(
    input,
    ({ id }) => id,
    (from) => selectPersonasDeRuta(db, of, from),
    () => countPersonasDeRuta(db, of),
  );
  const personas = filas.map(({ persona_id }) => persona_id);
  const ids = [...new Set(filas.flatMap(({ definicion }) => cursosDe(definicion)))];
  const sabidos = sabidosOf(await selectCursadas(db, personas, ids));
  const { nombres } = await nombresOf(
    db,
    filas.map(({ definicion }) => definicion),
  );
  const nombre = (await selectNombresDeRuta(db, [input.id])).get(input.id) ?? ruta.clave;
  if (personas.length > 0) {
    await db.transaction().execute((trx) =>
      recordOnce(trx, 'ruta.listarPersonas', {
        id: input.id,
        despues: { personas: personas.toSorted() },
      }),
    );
  }
  return {
    ...page,
    filas: filas.map((row) => presentPersonaDeRuta(row, sabidos.get(row.persona_id), nombres)),
    ruta: { clave: ruta.clave, nombre },
  };
};

/** What routes are called in the history. */
export const nombrarRutas: Nombrar = async (db, ids) =>
  new Map(
    [...(await selectNombresDeRuta(db, ids))].map(([id, nombre]) => [
      id,
      { nombre, enlace: rutaEditorPath(id) },
    ]),
  );
