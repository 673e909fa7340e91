import {
  isForeignKeyViolation,
  isUniqueViolation,
  type Trx,
} from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import { changedFields } from '../../../../../platform/shared/conflict.ts';
import { CallError, refuseFields } from '../../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../../platform/shared/historial.ts';
import { MESSAGES } from '../../../errors.ts';
import type { DatosDeParte, EdicionGuardada, Parte, ParteNueva } from '../../contract.ts';
import { CHECKS, checkDiaDeSesion } from '../../rules.ts';
import {
  CANCELADA,
  conflictOf,
  cupoTaken,
  present,
  type ResultadosDeEdicion,
  readEdicion,
  requireEdicion,
} from '../../server/service.ts';
import * as data from './data.ts';

const NO_PARTE = new CallError('NOT_FOUND', MESSAGES['parte-no-existe'], {
  code: 'parte-no-existe',
});

const ACCIONES: Record<Parte, Record<'agregar' | 'editar' | 'quitar', Accion>> = {
  grupo: {
    agregar: 'edicion.agregarGrupo',
    editar: 'edicion.editarGrupo',
    quitar: 'edicion.quitarGrupo',
  },
  docente: {
    agregar: 'edicion.agregarDocente',
    editar: 'edicion.editarDocente',
    quitar: 'edicion.quitarDocente',
  },
  sesion: {
    agregar: 'edicion.agregarSesion',
    editar: 'edicion.editarSesion',
    quitar: 'edicion.quitarSesion',
  },
};

const trimmed = <D extends object>(datos: D): D =>
  Object.fromEntries(
    Object.entries(datos).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as D;

/** A part as the history keeps it: its name under its own word. */
const dichoDe = (parte: Parte, { nombre, ...rest }: Record<string, unknown>) => ({
  ...(nombre !== undefined && { [parte === 'grupo' ? 'grupo' : 'docente']: nombre }),
  ...rest,
});

/** A part of an edition as it is kept now. */
const findParte = (edicion: EdicionGuardada, parte: Parte, id: string) => {
  const { grupos, docentes, sesiones } = edicion;
  const of = { grupo: grupos, docente: docentes, sesion: sesiones }[parte];
  return of.find((one) => one.id === id);
};

const sameDay = (antes: object, datos: object): boolean =>
  'fecha' in antes && 'fecha' in datos && antes.fecha === datos.fecha;

/** What of a session its attendance was taken of: with marks it stays. */
const DE_LA_ASISTENCIA = ['fecha', 'de', 'a', 'grupoId'];

const CON_ASISTENCIA =
  'Ya se registró la asistencia a esta sesión: no se quita ni cambia de día, hora o grupo. Vacíe antes sus marcas en los resultados de la edición.';

type Guarda = { resultados: ResultadosDeEdicion; ahora: Date };

/**
 * The one guard of every change to the sessions of an edition: none once its acta is closed, and none of the day, the hours or the group of
 * one at which somebody's attendance is recorded. `id`: of the session; null: a new one. `cambia`: its changed fields; null: it is taken away.
 *
 * @throws {CallError} FAILED_PRECONDITION (`acta-cerrada`, `en-uso`)
 */
const guardSesion = async (
  trx: Trx,
  { edicionId, id }: { edicionId: string; id: string | null },
  cambia: readonly string[] | null,
  { resultados }: Guarda,
): Promise<void> => {
  const acta = await resultados.holdActa(trx, edicionId);
  if (acta !== null) {
    const text = `El acta ${acta.folio} ya se cerró: las sesiones de esta edición no cambian. Los resultados se corrigen en el acta, en «Resultados».`;
    throw new CallError('FAILED_PRECONDITION', text, { code: 'acta-cerrada' });
  }
  if (id === null) return;
  if (cambia !== null && !cambia.some((key) => DE_LA_ASISTENCIA.includes(key))) return;
  // Marks that are being written hold the session by its key: they are waited for, and seen.
  await data.lockSesion(trx, id);
  if (!(await resultados.hasAsistencia(trx, id))) return;
  throw new CallError('FAILED_PRECONDITION', CON_ASISTENCIA, { code: 'en-uso' });
};

const wrongParte = (
  edicion: EdicionGuardada,
  { parte, datos }: ParteNueva,
  { id, fueraDeFechas }: { id: string | null; fueraDeFechas: boolean },
) => {
  const { grupos } = edicion;
  const grupoId = 'grupoId' in datos ? datos.grupoId : null;
  const taken =
    parte === 'grupo' && grupos.some((one) => one.id !== id && one.nombre === datos.nombre);
  const antes = parte === 'grupo' ? grupos.find((one) => one.id === id) : undefined;
  const { cupo } = datos as { cupo?: number | null };
  return {
    ...(grupoId !== null &&
      !grupos.some((one) => one.id === grupoId) && { grupoId: 'Elija un grupo de la lista.' }),
    ...(taken && { nombre: 'Otro grupo de esta edición ya se llama así.' }),
    ...(antes && cupo != null && cupo < antes.ocupados && { cupo: cupoTaken(antes.ocupados) }),
    ...(parte === 'sesion' && checkDiaDeSesion(datos.fecha, edicion.datos, fueraDeFechas)),
    ...(CHECKS[parte] as (datos: DatosDeParte<Parte>) => Record<string, string>)(datos),
  };
};

/**
 * Adds a group, a teacher or a session, or edits the version of one that whoever edits it had.
 *
 * @throws {CallError} NOT_FOUND; ABORTED, with what somebody else saved; INVALID_ARGUMENT, by field;
 * FAILED_PRECONDITION: the edition is cancelled, its acta closed, or attendance taken of the session.
 */
export const saveParte = async (
  trx: Trx,
  input: {
    edicionId: string;
    id: string | null;
    version: number | null;
    contenido: ParteNueva;
    fueraDeFechas: boolean;
  },
  guarda: Guarda,
): Promise<EdicionGuardada> => {
  const { ahora } = guarda;
  const { edicionId, id, version, fueraDeFechas } = input;
  const contenido = {
    parte: input.contenido.parte,
    datos: trimmed(input.contenido.datos),
  } as ParteNueva;
  const { parte, datos } = contenido;
  const row = await requireEdicion(trx, edicionId, ahora);
  if (row.cancelada_en) throw CANCELADA;
  const edicion = await present(trx, row);
  const antes = id === null ? null : findParte(edicion, parte, id);
  if (antes === undefined) throw NO_PARTE;
  if (antes && antes.version !== version) throw await conflictOf(trx, row);
  const errores = wrongParte(edicion, contenido, {
    id,
    // One that was outside already and stays on its day was asked about before.
    fueraDeFechas: fueraDeFechas || (antes !== null && sameDay(antes, datos)),
  });
  if (Object.keys(errores).length > 0) throw refuseFields(errores);
  const was = antes && Object.fromEntries(Object.keys(datos).map((k) => [k, antes[k as never]]));
  const cambia = was && changedFields<unknown>(was, { ...datos });
  if (cambia?.length === 0) return edicion;
  if (parte === 'sesion') await guardSesion(trx, { edicionId, id }, cambia ?? [], guarda);
  await recordCambio(trx, ACCIONES[parte][id === null ? 'agregar' : 'editar'], {
    id: edicionId,
    antes: was && dichoDe(parte, was),
    despues: dichoDe(parte, datos),
  });
  try {
    if (id === null) await data.insertPartes(trx, parte, edicionId, [datos]);
    else if (!(await data.updateParte(trx, parte, { id, edicionId, version: version! }, datos))) {
      throw await conflictOf(trx, row);
    }
  } catch (error) {
    throw isUniqueViolation(error)
      ? refuseFields({ nombre: 'Otro grupo de esta edición ya se llama así.' })
      : error;
  }
  return readEdicion(trx, edicionId, ahora);
};

const EN_USO: Record<Parte, string> = {
  grupo:
    'Hay personas, docentes o sesiones en este grupo: no se quita. Páselos antes a otro, o a toda la edición.',
  docente: 'No se puede quitar porque se usa.',
  sesion: CON_ASISTENCIA,
};

/** Takes a group, a teacher or a session away, as whoever does it saw it. */
export const removeParte = async (
  trx: Trx,
  input: { edicionId: string; parte: Parte; id: string; version: number },
  guarda: Guarda,
): Promise<EdicionGuardada> => {
  const { ahora } = guarda;
  const { edicionId, parte, id } = input;
  const row = await requireEdicion(trx, edicionId, ahora);
  if (row.cancelada_en) throw CANCELADA;
  const found = findParte(await present(trx, row), parte, id);
  if (!found) throw NO_PARTE;
  if (parte === 'sesion') await guardSesion(trx, { edicionId, id }, null, guarda);
  const { id: _id, version: _version, ...was } = found;
  const { ocupados: _ocupados, ...said } = was as Record<string, unknown>;
  await recordCambio(trx, ACCIONES[parte].quitar, {
    id: edicionId,
    antes: dichoDe(parte, said),
    despues: null,
  });
  const removed = await data.removeParte(trx, parte, input).catch((error: unknown) => {
    throw isForeignKeyViolation(error)
      ? new CallError('FAILED_PRECONDITION', EN_USO[parte], { code: 'en-uso' })
      : error;
  });
  if (!removed) throw await conflictOf(trx, row);
  return readEdicion(trx, edicionId, ahora);
};
