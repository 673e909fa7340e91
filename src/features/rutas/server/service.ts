import type { z } from 'zod';
import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import { cursorPage } from '../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import {
  type Nombrar,
  recordCambio,
  recordCambios,
  recordOnce,
} from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import type { Services } from '../../../platform/server/services.ts';
import { type Supresion, supresionDeTabla } from '../../../platform/server/supresiones.ts';
import { CallError, type ErrorDetails, type Status } from '../../../platform/shared/errors.ts';
import { readCuentaDePersona } from '../../identidad/cuentas/server/service.ts';
import type { Seguidor } from '../../personas/clave/seguidores/server/service.ts';
import { readClaveYNombre } from '../../personas/server/service.ts';
import type { AlCerrarActa } from '../../resultados/actas/server/service.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { rutaEditorPath } from '../routes.ts';
import {
  compararRutas,
  cursosDe,
  type DefinicionRuta,
  type Nombres,
  type Problema,
  revisarRuta,
} from '../rules.ts';
import {
  archivePublicada,
  deleteBorrador,
  deletePersonasDeRuta,
  type EnRutaRow,
  estimatePersonasDeRuta,
  findRuta,
  insertBorrador,
  insertPersonaDeRuta,
  insertPersonasPorCurso,
  insertRuta,
  lockRuta,
  lockRutasDe,
  movePersonasDeRuta,
  type PersonaDeRutaRow,
  publishBorrador,
  selectCursadas,
  selectCursos,
  selectEdicionesPorCerrar,
  selectNombresDeRuta,
  selectPersonasDeRuta,
  selectRutasDe,
  selectVersiones,
  setCompletadas,
  updateBorrador,
  wasCompleted,
} from './data.ts';
import { rutaCompletadaMail } from './mails.ts';
import { avanceOf, presentPersonaDeRuta, sabidosOf } from './present.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const refuse = (
  status: Status,
  { code, message }: { readonly code: string; readonly message: string },
  details: ErrorDetails = {},
) => new CallError(status, message, { code, ...details });

const byId = <R extends { curso_id: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.curso_id, row]));

const nombresOf = async (
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

const recordComenzadas = (
  trx: Trx,
  rows: readonly { ruta_id: string; persona_id: string; version_id: string }[],
) =>
  recordCambios(
    trx,
    'ruta.comenzar',
    rows.map((row) => ({
      id: row.ruta_id,
      personaId: row.persona_id,
      despues: { origen: 'curso', versionId: row.version_id },
    })),
    // Nobody pressed anything: it follows from their course.
    { actorUid: null },
  );

/**
 * Looks whether these people completed a route, or have not any more, with what is recorded by then: in the transaction
 * that records it. Each completion is noticed once, whoever else is at it; its person is told by mail.
 */
export const noticeCompletions = async (
  trx: Trx,
  services: Pick<Services, 'now' | 'env' | 'mail'>,
  personaIds: readonly string[],
): Promise<void> => {
  if (personaIds.length === 0) return;
  const begun = await insertPersonasPorCurso(trx, { personaIds });
  const rows = await lockRutasDe(trx, personaIds);
  const ids = [...new Set(rows.flatMap(({ definicion }) => cursosDe(definicion)))];
  const sabidos = sabidosOf(await selectCursadas(trx, personaIds, ids));
  const isComplete = (row: EnRutaRow) =>
    avanceOf(row.definicion, sabidos.get(row.persona_id)).completa;
  const some = (wanted: (row: EnRutaRow) => boolean) => rows.filter(wanted).map(({ id }) => id);
  const ahora = services.now();
  const completed = new Set(
    await setCompletadas(
      trx,
      some((row) => row.completada_en === null && isComplete(row)),
      ahora,
    ),
  );
  const undone = new Set(
    await setCompletadas(
      trx,
      some((row) => row.completada_en !== null && !isComplete(row)),
      null,
    ),
  );
  const finished = rows.filter(({ id }) => completed.has(id));
  for (const row of finished) await tellCompletada(trx, services, row);
  const said = (row: EnRutaRow) => ({
    id: row.ruta_id,
    personaId: row.persona_id,
    despues: { versionId: row.version_id },
  });
  if (begun.length > 0) await recordComenzadas(trx, begun);
  if (finished.length > 0) await recordCambios(trx, 'ruta.completar', finished.map(said));
  if (undone.size > 0) {
    await recordCambios(trx, 'ruta.sinEfecto', rows.filter(({ id }) => undone.has(id)).map(said));
  }
};

/** An acta says who passed: some may have completed a route by it, or have not any more. */
export const noticeOfActa: AlCerrarActa = (trx, services, { resultados }) =>
  noticeCompletions(
    trx,
    services,
    [...new Set(resultados.map(({ personaId }) => personaId))].sort(),
  );

const tellCompletada = async (
  trx: Trx,
  { env, mail }: Pick<Services, 'env' | 'mail'>,
  { persona_id, ruta_id, definicion }: EnRutaRow,
): Promise<void> => {
  const cuenta = await readCuentaDePersona(trx, persona_id);
  const persona = await readClaveYNombre(trx, persona_id);
  if (!cuenta || !persona) return;
  await mail.queue(
    trx,
    rutaCompletadaMail(env, { ...cuenta, ...persona }, { id: ruta_id, nombre: definicion.nombre }),
  );
};

/** Begins a route; again, it is the same. */
export const startRuta = async (trx: Trx, id: string, { actor, services }: Context) => {
  const personaId = actor.personaId!;
  const [row] = await selectRutasDe(trx, { personaId, rutaId: id });
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.comenzada_en !== null) return;
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

/** A route with all its versions and the courses that any of them names. @throws {CallError} NOT_FOUND. */
export const readEditable = async (db: Db, id: string) => {
  const ruta = await findRuta(db, id);
  if (!ruta) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const versiones = await selectVersiones(db, id);
  const ids = [...new Set(versiones.flatMap(({ definicion }) => cursosDe(definicion)))];
  return { ruta, versiones, cursos: await selectCursos(db, ids) };
};

const VACIA = { descripcion: '', dirigidaA: '', enOrden: true, etapas: [] };

/** A new route with a draft; sent twice with the same id it is one. */
export const createRuta = async (
  trx: Trx,
  input: z.output<typeof contract.createRuta.input>,
  { services }: Context,
): Promise<void> => {
  if (await findRuta(trx, input.id)) return;
  const [source] = input.copiaDe === undefined ? [] : await selectVersiones(trx, input.copiaDe);
  if (input.copiaDe !== undefined && !source) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const ahora = services.now();
  if (!(await insertRuta(trx, { id: input.id, clave: input.clave, creado_en: ahora }))) {
    throw refuse('ALREADY_EXISTS', ERRORES.claveRepetida, {
      fields: { clave: ERRORES.claveRepetida.message },
    });
  }
  const definicion = { ...(source?.definicion ?? VACIA), nombre: input.nombre };
  await insertBorrador(trx, { rutaId: input.id, definicion, ahora });
  await recordCambio(trx, 'ruta.crear', {
    id: input.id,
    despues: { clave: input.clave, nombre: input.nombre },
  });
};

const requireRuta = async (trx: Trx, id: string) => {
  const ruta = await lockRuta(trx, id);
  if (!ruta) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return ruta;
};

/** Opens a draft that says what the newest version says. */
export const openVersion = async (trx: Trx, id: string, { services }: Context): Promise<void> => {
  await requireRuta(trx, id);
  const [last] = await selectVersiones(trx, id);
  if (!last) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const { definicion } = last;
  const draft = await insertBorrador(trx, { rutaId: id, definicion, ahora: services.now() });
  if (!draft) throw refuse('ALREADY_EXISTS', ERRORES.conBorrador);
  await recordCambio(trx, 'ruta.abrirVersion', { id, despues: { numero: draft.numero } });
};

/** @throws {CallError} INVALID_ARGUMENT with what is wrong: a circle, step by step. */
const requireSana = (problemas: readonly Problema[]): void => {
  if (problemas.length === 0) return;
  throw refuse('INVALID_ARGUMENT', ERRORES.conProblemas, { problemas });
};

const requireBorrador = async (trx: Trx, id: string): Promise<never> => {
  const draft = (await selectVersiones(trx, id)).some(({ estado }) => estado === 'borrador');
  throw draft
    ? refuse('ABORTED', ERRORES.cambio)
    : refuse('FAILED_PRECONDITION', ERRORES.sinBorrador);
};

/** Saves the draft; what nobody could complete is not saved. */
export const saveBorrador = async (
  trx: Trx,
  input: { id: string; version: number; definicion: DefinicionRuta },
  { services }: Context,
): Promise<{ version: number; guardadoEn: Date }> => {
  const { id, version, definicion } = input;
  await requireRuta(trx, id);
  const { nombres, conocidos } = await nombresOf(trx, [definicion]);
  requireSana(
    revisarRuta(definicion, nombres, conocidos).filter(({ soloAlPublicar }) => !soloAlPublicar),
  );
  const ahora = services.now();
  const saved = await updateBorrador(trx, { rutaId: id, version, definicion, ahora });
  if (!saved) return requireBorrador(trx, id);
  await recordOnce(trx, 'ruta.guardar', { id, despues: { versionId: saved.id } });
  return { version: saved.version, guardadoEn: ahora };
};

/** Drops the draft; a route that was never published goes with it. */
export const discardBorrador = async (
  trx: Trx,
  { id, version }: { id: string; version: number },
): Promise<{ borrada: boolean }> => {
  await requireRuta(trx, id);
  const gone = await deleteBorrador(trx, id, version);
  if (!gone) return requireBorrador(trx, id);
  await recordCambio(trx, 'ruta.descartar', { id });
  return gone;
};

/** Who began a course of the version in force is in the route under it, before another takes its place. */
const incorporate = async (trx: Trx, rutaId: string): Promise<void> => {
  const begun = await insertPersonasPorCurso(trx, { rutaId });
  if (begun.length > 0) await recordComenzadas(trx, begun);
};

/** Puts the draft in force; who is in the route keeps the version under which they began. */
export const publishRuta = async (
  trx: Trx,
  { id, version, nota }: { id: string; version: number; nota: string },
  { services }: Context,
): Promise<void> => {
  await requireRuta(trx, id);
  const versiones = await selectVersiones(trx, id);
  const draft = versiones.find(({ estado }) => estado === 'borrador');
  if (!draft || draft.version !== version) return requireBorrador(trx, id);
  const before = versiones.find(({ estado }) => estado !== 'borrador');
  const { nombres, conocidos } = await nombresOf(
    trx,
    versiones.map(({ definicion }) => definicion),
  );
  requireSana(revisarRuta(draft.definicion, nombres, conocidos));
  await incorporate(trx, id);
  const ahora = services.now();
  await archivePublicada(trx, id, ahora);
  const published = await publishBorrador(trx, { rutaId: id, version, nota, ahora });
  if (!published) return requireBorrador(trx, id);
  await recordCambio(trx, 'ruta.publicar', {
    id,
    despues: {
      numero: published.numero,
      nota,
      cursos: cursosDe(draft.definicion).length,
      ...(before && {
        diferencias: compararRutas(before.definicion, draft.definicion, nombres).slice(0, 30),
      }),
    },
  });
};

/** Nobody begins it any more; who is in it may end it. */
export const archiveRuta = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string },
  { services }: Context,
): Promise<void> => {
  await requireRuta(trx, id);
  await incorporate(trx, id);
  if (!(await archivePublicada(trx, id, services.now()))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinPublicar);
  }
  await recordCambio(trx, 'ruta.archivar', { id, motivo });
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
    () => estimatePersonasDeRuta(db, of),
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

const deAmbos = (rows: readonly EnRutaRow[], { de, a }: { de: string; a: string | null }) => {
  const theirs = new Map(
    rows.filter(({ persona_id }) => persona_id === a).map((row) => [row.ruta_id, row]),
  );
  return rows
    .filter(({ persona_id }) => persona_id === de)
    .map((mine) => ({ mine, other: theirs.get(mine.ruta_id) }));
};

/** Of two who are in one route: the one that is complete stays, or the one that began first. */
const isFirst = (one: EnRutaRow, other: EnRutaRow): boolean =>
  (one.completada_en === null) === (other.completada_en === null)
    ? one.comenzada_en <= other.comenzada_en
    : one.completada_en !== null;

/** A person's routes follow them; of two files in the same one it is joined, and what they know of it together counts. */
export const rutasSeguidor: Seguidor = {
  columnas: ['ruta_personas.persona_id'],
  llama: { ruta_personas: 'rutas formativas' },
  libres: ['ruta_personas'],

  async look(trx, { de, a }) {
    const rows = await lockRutasDe(trx, a === null ? [de] : [de, a]);
    return {
      siguen: deAmbos(rows, { de, a }).map(({ mine, other }) =>
        other
          ? `Ruta formativa: ${mine.definicion.nombre}, que los dos comenzaron; su avance se reúne.`
          : `Ruta formativa: ${mine.definicion.nombre}.`,
      ),
      version: rows.map(({ id, persona_id, completada_en }) => [id, persona_id, completada_en]),
    };
  },

  async follow(trx, { de, a, ctx, anotar }) {
    if (a === null) return;
    const pairs = deAmbos(await lockRutasDe(trx, [de, a]), { de, a });
    await deletePersonasDeRuta(
      trx,
      pairs.flatMap(({ mine, other }) =>
        other ? [isFirst(mine, other) ? other.id : mine.id] : [],
      ),
    );
    for (const { ruta_id } of await movePersonasDeRuta(trx, de, a)) {
      anotar('ruta.cambiarPersona', {
        id: ruta_id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
    await noticeCompletions(trx, ctx.services, [a]);
  },
};

const porPersona = [{ columna: 'persona_id', es: 'persona' }] as const;

/** The routes that somebody is in. */
export const rutasAporte: Aporte = aporteDeTabla({
  id: 'rutas-formativas',
  titulo: 'Rutas formativas en las que está',
  tabla: 'ruta_personas',
  por: porPersona,
  completa: async ({ db }, filas) => {
    const nombres = await selectNombresDeRuta(db, [
      ...new Set(filas.map(({ ruta_id }) => String(ruta_id))),
    ]);
    return filas.map(({ ruta_id }) => ({ ruta: nombres.get(String(ruta_id)) ?? null }));
  },
});

export const rutasSupresion: Supresion = supresionDeTabla({
  id: 'rutas-formativas',
  titulo: 'Rutas formativas: las que completó se conservan, las demás se borran',
  tabla: 'ruta_personas',
  por: porPersona,
  conserva: wasCompleted,
  fundamento: 'academico',
  identifica: true,
});
