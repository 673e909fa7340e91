import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { incorporate } from '../../avance/server/service.ts';
import type * as contract from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import {
  compararRutas,
  cursosDe,
  type DefinicionRuta,
  type Problema,
  revisarRuta,
} from '../../rules.ts';
import { findRuta, requireLegible, selectCursos } from '../../server/data.ts';
import { nombresOf } from '../../server/service.ts';
import {
  archivePublicada,
  deleteBorrador,
  insertBorrador,
  insertRuta,
  lockRuta,
  publishBorrador,
  selectVersiones,
  updateBorrador,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

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
  if (source) requireLegible(source);
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
  const { definicion } = requireLegible(last);
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
  requireSana(revisarRuta(requireLegible(draft).definicion, nombres, conocidos));
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
