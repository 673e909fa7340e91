import {
  type Db,
  isForeignKeyViolation,
  isUniqueViolation,
  type Trx,
} from '../../../../platform/server/db/index.ts';
import {
  type Nombrar,
  readHistorialDe,
  recordCambio,
} from '../../../../platform/server/historial/index.ts';
import { touchHojas } from '../../../../platform/server/hojas/importaciones.ts';
import { changedFields } from '../../../../platform/shared/conflict.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError, refuseFields } from '../../../../platform/shared/errors.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import { holdItems } from '../../../catalogos/server/service.ts';
import { MESSAGES } from '../../errors.ts';
import { cursoOfertaPath } from '../../routes.ts';
import type { CambioDeCurso, CursoGuardado, DatosDeCurso } from '../contract.ts';
import { type CampoDeCurso, checkCurso, comparables, normaliseCurso } from '../rules.ts';
import * as data from './data.ts';
import { datosDeCursoOf, presentCursoGuardado } from './present.ts';

export const NO_CURSO = new CallError('NOT_FOUND', MESSAGES['curso-no-existe'], {
  code: 'curso-no-existe',
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What is wrong with what a record takes from the catalogs, by field: it must be there and, unless the record has it
 * already, be offered. It is not deleted before the transaction ends.
 */
export const checkItems = async <K extends string>(
  trx: Trx,
  campos: Readonly<Record<K, CatalogoId>>,
  elegidos: Readonly<Record<NoInfer<K>, string | null>>,
  antes: Readonly<Partial<Record<NoInfer<K>, string | null>>>,
): Promise<Partial<Record<K, string>>> => {
  const keys = Object.keys(campos) as K[];
  const ids = keys.flatMap((key) => elegidos[key] ?? []).filter((id) => UUID.test(id));
  const items = ids.length > 0 ? await holdItems(trx, [...new Set(ids)].sort()) : new Map();
  const errores: Partial<Record<K, string>> = {};
  for (const key of keys) {
    const id = elegidos[key];
    if (!id) continue;
    const item = items.get(id);
    if (!item || item.catalogo !== campos[key]) errores[key] = 'Elija una opción de la lista.';
    else if (!item.ofrecido && antes[key] !== id) {
      errores[key] = `«${item.nombre}» está inactivo: elija otra opción o reactívelo.`;
    }
  }
  return errores;
};

/** Who wrote something last, as they were called then; null: nobody known. */
export const lastAuthor = async (db: Db, entidad: string, id: string): Promise<string | null> =>
  (await readHistorialDe(db, entidad, id))[0]?.nombre ?? null;

const conflictOf = async (db: Db, row: data.CursoRow): Promise<CallError> => {
  const previo: CambioDeCurso = {
    actual: presentCursoGuardado(row),
    quien: await lastAuthor(db, 'curso', row.id),
    momento: row.actualizado_en.toISOString(),
  };
  return new CallError('ABORTED', MESSAGES['cambio-previo'], { code: 'cambio-previo', ...previo });
};

/** As the history keeps it: of the programme, its titles. */
export const paraHistorial = (datos: DatosDeCurso, keys: readonly string[]) =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      key === 'temario'
        ? (datos.temario?.map(({ titulo }) => titulo) ?? null)
        : datos[key as Exclude<CampoDeCurso, 'temario'>],
    ]),
  );

const CATALOGOS = {
  tipoId: 'tipos-actividad',
  modalidadId: 'modalidades',
  areaId: 'areas',
} as const;

/** The places, in words, whose rules or quotas know a course by this key. */
export type UsosDeClave = (db: Db | Trx, clave: string) => Promise<readonly string[]>;

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** Readers of the places that name courses by their keys. */
    usosDeClaveDeCurso: UsosDeClave;
  }
}

const LISTA = new Intl.ListFormat('es');
/** Maximum number of places listed in a message. */
const LISTED = 3;

const named = (usos: readonly string[]): string =>
  LISTA.format([
    ...usos.slice(0, LISTED).map((uso) => `«${uso}»`),
    ...(usos.length > LISTED ? [`${usos.length - LISTED} más`] : []),
  ]);

/**
 * A key that was another course's is not given to this one while rules or quotas name it: those would go on to mean this one.
 * Gives what is wrong with each key. `curso`: id of the course that is to have it; null: a new one.
 */
export const findClavesAjenas = async (
  db: Db | Trx,
  usos: UsosDeClave,
  pedidas: readonly { clave: string; curso: string | null }[],
): Promise<ReadonlyMap<string, string>> => {
  const antes = await data.selectCursosDeAntes(
    db,
    pedidas.map(({ clave }) => clave),
  );
  const found = new Map<string, string>();
  for (const { clave, curso } of pedidas) {
    const otro = antes.find((one) => one.clave === clave && one.curso_id !== curso);
    if (!otro) continue;
    const where = await usos(db, clave);
    if (where.length === 0) continue;
    const text = `Era la clave de «${otro.nombre}», y así lo nombran ${named(where)}. Escriba otra.`;
    found.set(clave, text);
  }
  return found;
};

const claveTaken = () => refuseFields({ clave: 'Otro curso ya tiene esa clave. Escriba otra.' });

const writeCurso = async (
  trx: Trx,
  row: data.CursoRow | null,
  datos: DatosDeCurso,
  ahora: Date,
): Promise<string> => {
  try {
    if (!row) return (await data.insertCurso(trx, datos, ahora)).id;
    await data.updateCurso(trx, row.id, datos, ahora);
    return row.id;
  } catch (error) {
    throw isUniqueViolation(error) ? claveTaken() : error;
  }
};

/**
 * Adds a course, or edits the version of one that whoever edits it had. Its editions that have not begun follow it.
 *
 * @throws {CallError} NOT_FOUND; ABORTED, with what somebody else saved; INVALID_ARGUMENT, by field.
 */
export const saveCurso = async (
  trx: Trx,
  input: { id: string | null; version: number | null; datos: DatosDeCurso },
  { usos, ahora }: { usos: UsosDeClave; ahora: Date },
): Promise<{ curso: CursoGuardado; siguen: number }> => {
  await touchHojas(trx, ['cursos', 'ediciones']);
  const row = input.id === null ? null : await data.lockCurso(trx, input.id);
  if (row === undefined) throw NO_CURSO;
  if (row && row.version !== input.version) throw await conflictOf(trx, row);
  const antes = row ? datosDeCursoOf(row) : null;
  const given = normaliseCurso(input.datos);
  const datos = { ...given, temario: given.temario ?? antes?.temario ?? null };
  const errores = {
    ...(await checkItems(trx, CATALOGOS, datos, antes ?? {})),
    ...checkCurso(datos),
  };
  if (Object.keys(errores).length > 0) throw refuseFields(errores);
  if (datos.clave !== antes?.clave) {
    const pedida = { clave: datos.clave, curso: row?.id ?? null };
    const ajena = (await findClavesAjenas(trx, usos, [pedida])).get(datos.clave);
    if (ajena !== undefined) throw refuseFields({ clave: ajena });
  }
  const changed = changedFields(antes ? comparables(antes) : {}, comparables(datos));
  if (row && changed.length === 0) return { curso: presentCursoGuardado(row), siguen: 0 };
  const id = await writeCurso(trx, row, datos, ahora);
  const hoy = fechaDe(ahora);
  const siguen = row ? ((await data.countPorComenzar(trx, [id], hoy)).get(id) ?? 0) : 0;
  // Editions after the history: whoever enrols takes them in that order, too.
  await recordCambio(trx, row ? 'curso.editar' : 'curso.agregar', {
    id,
    antes: antes && paraHistorial(antes, changed),
    despues: {
      ...paraHistorial(datos, changed),
      ...(siguen > 0 && { edicionesQueSiguen: siguen }),
    },
  });
  await data.moveEdiciones(trx, [id], hoy);
  return { curso: presentCursoGuardado((await data.findCursoGuardado(trx, id))!), siguen };
};

/** No more editions are made of a course, or they are again. */
export const setRetirado = async (
  trx: Trx,
  { id, retirado }: { id: string; retirado: boolean },
  ahora: Date,
): Promise<CursoGuardado> => {
  await touchHojas(trx, ['cursos', 'ediciones']);
  const row = await data.lockCurso(trx, id);
  if (!row) throw NO_CURSO;
  if ((row.retirado_en !== null) === retirado) return presentCursoGuardado(row);
  await data.updateRetirado(trx, id, retirado ? ahora : null);
  await recordCambio(trx, retirado ? 'curso.retirar' : 'curso.restituir', {
    id,
    antes: { retirado: !retirado },
    despues: { retirado },
  });
  return presentCursoGuardado((await data.findCursoGuardado(trx, id))!);
};

const enUso = () =>
  new CallError(
    'FAILED_PRECONDITION',
    'Hay ediciones de este curso: no se puede borrar. Si ya no se impartirá, retírelo.',
    { code: 'en-uso' },
  );

/**
 * Deletes a course that no edition uses and no rule names, as it was seen (`version`).
 *
 * @throws {CallError} FAILED_PRECONDITION (`en-uso`); ABORTED, with what somebody else saved.
 */
export const removeCurso = async (
  trx: Trx,
  { id, version }: { id: string; version: number },
  usos: UsosDeClave,
): Promise<void> => {
  await touchHojas(trx, ['cursos', 'ediciones']);
  const row = await data.lockCurso(trx, id);
  if (!row) throw NO_CURSO;
  if (row.version !== version) throw await conflictOf(trx, row);
  for (const clave of await data.selectClavesDe(trx, id)) {
    const where = await usos(trx, clave);
    if (where.length === 0) continue;
    const text = `No se puede borrar: por su clave ${clave} lo nombran ${named(where)}. Si ya no se impartirá, retírelo.`;
    throw new CallError('FAILED_PRECONDITION', text, { code: 'en-uso' });
  }
  // Whoever opens an edition of it now waits for this, or this finds it used.
  await data.removeCurso(trx, id).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? enUso() : error;
  });
  const datos = datosDeCursoOf(row);
  await recordCambio(trx, 'curso.borrar', {
    id,
    antes: paraHistorial(datos, ['clave', 'nombre', 'horas']),
    despues: null,
  });
};

/** What courses are called in the history, by their id. */
export const nombrarCursos: Nombrar = async (db, ids) => {
  const rows = await data.selectNombresDeCurso(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(rows.map(({ id, nombre }) => [id, { nombre, enlace: cursoOfertaPath(id) }]));
};
