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
import { CHECKS } from '../../rules.ts';
import {
  CANCELADA,
  conflictOf,
  cupoTaken,
  present,
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

const wrongParte = (edicion: EdicionGuardada, { parte, datos }: ParteNueva, id: string | null) => {
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
    ...(CHECKS[parte] as (datos: DatosDeParte<Parte>) => Record<string, string>)(datos),
  };
};

/**
 * Adds a group, a teacher or a session, or edits the version of one that whoever edits it had.
 *
 * @throws {CallError} NOT_FOUND; ABORTED, with what somebody else saved; INVALID_ARGUMENT, by field;
 * FAILED_PRECONDITION: the edition is cancelled.
 */
export const saveParte = async (
  trx: Trx,
  input: { edicionId: string; id: string | null; version: number | null; contenido: ParteNueva },
  ahora: Date,
): Promise<EdicionGuardada> => {
  const { edicionId, id, version } = input;
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
  const errores = wrongParte(edicion, contenido, id);
  if (Object.keys(errores).length > 0) throw refuseFields(errores);
  const was = antes && Object.fromEntries(Object.keys(datos).map((k) => [k, antes[k as never]]));
  if (was && changedFields<unknown>(was, { ...datos }).length === 0) return edicion;
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
  sesion:
    'Ya se registró la asistencia a esta sesión: no se quita. Si no se impartió, vacíe antes sus marcas en los resultados de la edición, mientras el acta no se haya cerrado.',
};

/** Takes a group, a teacher or a session away, as whoever does it saw it. */
export const removeParte = async (
  trx: Trx,
  input: { edicionId: string; parte: Parte; id: string; version: number },
  ahora: Date,
): Promise<EdicionGuardada> => {
  const { edicionId, parte, id } = input;
  const row = await requireEdicion(trx, edicionId, ahora);
  if (row.cancelada_en) throw CANCELADA;
  const found = findParte(await present(trx, row), parte, id);
  if (!found) throw NO_PARTE;
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
