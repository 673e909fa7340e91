import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Definicion } from '../../contract.ts';
import { definicionSchema } from '../../escritura/contract.ts';
import { describeFaltas } from '../../escritura/rules.ts';
import { ERRORES_SECCION } from '../errors.ts';
import { SECCION } from '../estados.ts';
import * as rules from '../rules.ts';
import {
  findSeccion,
  insertSeccion,
  selectDisponibles,
  setArchivada,
  updateContenido,
  updateNombre,
} from './data.ts';
import { seccionOf } from './present.ts';

const nombreRepetido = () => {
  const { nombreRepetido: error } = ERRORES_SECCION;
  return refuse('ALREADY_EXISTS', error, { fields: { nombre: error.message } });
};

/** A section by itself, as it is kept. @throws {CallError} FAILED_PRECONDITION: it could not be published as it is. */
const requireSola = (input: rules.Seccion): rules.Seccion => {
  const { seccion } = rules.standAlone(input);
  const sola: Definicion = { secciones: [seccion], reglas: [] };
  const problemas = describeFaltas(definicionSchema.safeParse(sola).error?.issues ?? [], sola);
  if (problemas.length > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES_SECCION.conProblemas, {
      problemas: problemas.map(({ mensaje }) => mensaje),
    });
  }
  return seccion;
};

/**
 * Keeps a section in the library, by itself: what a condition asks of other sections is left out.
 *
 * @throws {CallError} FAILED_PRECONDITION: it could not be published as it is; ALREADY_EXISTS: its name.
 */
export const save = async (
  trx: Trx,
  input: { nombre: string; descripcion: string; seccion: rules.Seccion },
): Promise<string> => {
  const { nombre, descripcion } = input;
  const seccion = requireSola(input.seccion);
  const id = await insertSeccion(trx, { nombre, descripcion, seccion, producto: null });
  if (id === null) throw nombreRepetido();
  await recordCambio(trx, 'seccion.guardar', {
    id,
    despues: { nombre, descripcion, campos: seccion.campos.length },
  });
  return id;
};

/** Makes it say something else. @throws {CallError} NOT_FOUND, ABORTED: it is not what was seen, FAILED_PRECONDITION. */
export const replace = async (
  trx: Trx,
  input: { id: string; seccion: rules.Seccion; vista: Date; ahora: Date },
): Promise<void> => {
  const row = await findSeccion(trx, input.id);
  if (!row) throw refuse('NOT_FOUND', ERRORES_SECCION.noExiste);
  const seccion = requireSola(input.seccion);
  if ((await updateContenido(trx, { ...input, seccion })) !== 'escrita') {
    throw refuse('ABORTED', ERRORES_SECCION.cambio);
  }
  const { id, nombre } = row;
  await recordCambio(trx, 'seccion.reemplazar', {
    id,
    antes: { nombre, contenido: rules.describeContenido(seccionOf(row)) },
    despues: { nombre, contenido: rules.describeContenido(seccion) },
  });
};

type Nombre = { nombre: string; descripcion: string };

/** @throws {CallError} NOT_FOUND; ABORTED: it says something else than what was seen; ALREADY_EXISTS. */
export const rename = async (
  trx: Trx,
  { id, antes, ahora, ...next }: Nombre & { id: string; antes: Nombre; ahora: Date },
): Promise<void> => {
  if (!(await findSeccion(trx, id))) throw refuse('NOT_FOUND', ERRORES_SECCION.noExiste);
  const result = await updateNombre(trx, id, next, antes, ahora);
  if (result === 'repetida') throw nombreRepetido();
  if (result === 'cambio') throw refuse('ABORTED', ERRORES_SECCION.cambio);
  await recordCambio(trx, 'seccion.editar', { id, antes, despues: next });
};

/** Takes it out of sight or offers it again. @throws {CallError} NOT_FOUND, ABORTED, ALREADY_EXISTS. */
export const archive = async (
  trx: Trx,
  { id, archivada, ahora }: { id: string; archivada: boolean; ahora: Date },
): Promise<void> => {
  const row = await findSeccion(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES_SECCION.noExiste);
  const result = await setArchivada(trx, id, archivada, ahora);
  if (result === 'repetida') throw nombreRepetido();
  if (result === 'cambio') throw refuse('ABORTED', ERRORES_SECCION.cambio);
  const paso = archivada ? 'archivar' : 'restaurar';
  await recordCambio(trx, `seccion.${paso}`, {
    id,
    antes: { nombre: row.nombre, estado: row.estado },
    despues: { nombre: row.nombre, estado: SECCION.pasos[paso].a },
  });
};

/**
 * A form with sections of the library at its end, in this order.
 *
 * @throws {CallError} NOT_FOUND: one is not there, or is archived.
 */
export const withSecciones = async (
  trx: Trx,
  definicion: Definicion,
  ids: readonly string[],
): Promise<Definicion> => {
  if (ids.length === 0) return definicion;
  const rows = await selectDisponibles(trx, ids);
  return ids.reduce((form, id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw refuse('NOT_FOUND', ERRORES_SECCION.noExiste);
    return rules.insertSeccion(form, seccionOf(row)).definicion;
  }, definicion);
};
