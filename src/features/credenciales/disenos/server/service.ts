import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES } from '../../errors.ts';
import type { Tipo } from '../../rules.ts';
import { DISENO, type Diseno } from '../contract.ts';
import { drawMuestra } from '../muestra/server/service.ts';
import { disenoInicial } from '../rules.ts';
import {
  archivePublicada,
  type DisenoRow,
  deleteBorrador,
  deleteSinVersiones,
  findPublicada,
  findVersion,
  insertBorrador,
  insertDiseno,
  isNombreTomado,
  lockDiseno,
  lockVersion,
  publishBorrador,
  setPredeterminado,
  updateDefinicion,
  updateNombre,
  type VersionRow,
} from './data.ts';

/** What a version says, of whatever format it was kept in. */
export const disenoOf = ({ definicion }: Pick<VersionRow, 'definicion'>): Diseno =>
  DISENO.read(definicion);

/** @throws {CallError} NOT_FOUND */
export const requireVersion = async (db: Db | Trx, id: string): Promise<VersionRow> => {
  const row = await findVersion(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.disenoNoExiste);
  return row;
};

const requireDiseno = async (trx: Trx, id: string): Promise<DisenoRow> => {
  const row = await lockDiseno(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.disenoNoExiste);
  return row;
};

/** The version in force of a design of that kind, or of the kind's default one. @throws {CallError} FAILED_PRECONDITION. */
export const requirePublicada = async (
  trx: Db | Trx,
  tipo: Tipo,
  disenoId: string | null,
): Promise<VersionRow> => {
  const row = await findPublicada(trx, disenoId === null ? { tipo } : { disenoId });
  if (row?.tipo !== tipo) throw refuse('FAILED_PRECONDITION', ERRORES.disenoNoDisponible);
  return row;
};

const startBorrador = async (
  trx: Trx,
  { disenoId, definicion, ahora }: { disenoId: string; definicion: Diseno; ahora: Date },
): Promise<string> => {
  const row = await insertBorrador(trx, { disenoId, definicion: DISENO.write(definicion), ahora });
  if (row === null) throw refuse('FAILED_PRECONDITION', ERRORES.disenoConBorrador);
  await recordCambio(trx, 'diseno.empezar', {
    id: disenoId,
    despues: { versionDeDiseno: row.numero },
  });
  return row.id;
};

const repeated = () => refuse('ALREADY_EXISTS', ERRORES.disenoRepetido);

/** A new design with its first draft. @throws {CallError} ALREADY_EXISTS, NOT_FOUND, FAILED_PRECONDITION: it starts from another kind's. */
export const create = async (
  trx: Trx,
  { tipo, nombre, desde }: { tipo: Tipo; nombre: string; desde: string | null },
  ahora: Date,
): Promise<{ disenoId: string; versionId: string }> => {
  const from = desde === null ? null : await requireVersion(trx, desde);
  if (from && from.tipo !== tipo) throw refuse('FAILED_PRECONDITION', ERRORES.disenoNoDisponible);
  const disenoId = await insertDiseno(trx, { tipo, nombre, creado_en: ahora });
  if (disenoId === null) throw repeated();
  await recordCambio(trx, 'diseno.crear', { id: disenoId, despues: { tipo, nombre } });
  const definicion = from ? disenoOf(from) : disenoInicial(tipo);
  return { disenoId, versionId: await startBorrador(trx, { disenoId, definicion, ahora }) };
};

/** @throws {CallError} NOT_FOUND, ALREADY_EXISTS. */
export const rename = async (trx: Trx, id: string, nombre: string): Promise<void> => {
  const row = await requireDiseno(trx, id);
  if (await isNombreTomado(trx, { ...row, nombre })) throw repeated();
  await updateNombre(trx, id, nombre);
  await recordCambio(trx, 'diseno.nombrar', {
    id,
    antes: { nombre: row.nombre },
    despues: { nombre },
  });
};

/** The draft of the next version, as one of its own was. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
export const start = async (trx: Trx, versionId: string, ahora: Date): Promise<string> => {
  const row = await requireVersion(trx, versionId);
  return startBorrador(trx, { disenoId: row.diseno_id, definicion: disenoOf(row), ahora });
};

/** The draft that is still the one that was seen, held until the transaction ends. */
const requireBorrador = async (
  trx: Trx,
  versionId: string,
  revision: number,
): Promise<VersionRow> => {
  const row = await lockVersion(trx, versionId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.disenoNoExiste);
  if (row.estado !== 'borrador') throw refuse('FAILED_PRECONDITION', ERRORES.disenoNoBorrador);
  if (row.revision !== revision) throw refuse('ABORTED', ERRORES.disenoCambio);
  return row;
};

type Seen = { versionId: string; revision: number };

/** Keeps a draft, complete or not. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION, ABORTED. */
export const save = async (
  trx: Trx,
  { versionId, revision, definicion }: Seen & { definicion: Diseno },
  ahora: Date,
): Promise<{ revision: number; guardadoEn: string }> => {
  const { diseno_id, numero } = await requireBorrador(trx, versionId, revision);
  await updateDefinicion(trx, { id: versionId, definicion: DISENO.write(definicion), ahora });
  // It saves as one writes: what is written within minutes is one deed.
  await recordOnce(trx, 'diseno.guardar', { id: diseno_id, despues: { versionDeDiseno: numero } });
  return { revision: revision + 1, guardadoEn: ahora.toISOString() };
};

/**
 * Puts a draft in force, in the place of the version before, once a document with the longest texts that there may be is drawn with it
 * and fits. @throws {CallError} as `save`, and FAILED_PRECONDITION with `problemas`.
 */
export const publish = async (services: Services, seen: Seen, uid: string): Promise<void> => {
  const { db, now } = services;
  const { tipo, definicion } = await requireVersion(db, seen.versionId);
  const drawn = { tipo, definicion: DISENO.read(definicion), largo: true };
  const { problemas } = await drawMuestra(services, drawn);
  if (problemas.length > 0) {
    const [first] = problemas;
    throw refuse(
      'FAILED_PRECONDITION',
      { ...ERRORES.disenoConProblemas, message: first!.mensaje },
      { problemas },
    );
  }
  await db.transaction().execute(async (trx) => {
    // What was drawn is what it says: another saving moves the revision.
    const { diseno_id, numero } = await requireBorrador(trx, seen.versionId, seen.revision);
    await requireDiseno(trx, diseno_id);
    await archivePublicada(trx, diseno_id, now());
    await publishBorrador(trx, { id: seen.versionId, uid, ahora: now() });
    await recordCambio(trx, 'diseno.publicar', {
      id: diseno_id,
      despues: { versionDeDiseno: numero },
    });
  });
};

/** A draft that is not to be; the design with it, if it never had another version. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
export const discard = async (trx: Trx, versionId: string): Promise<void> => {
  const { diseno_id, numero } = await requireVersion(trx, versionId);
  if (!(await deleteBorrador(trx, versionId))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.disenoNoBorrador);
  }
  await deleteSinVersiones(trx, diseno_id);
  await recordCambio(trx, 'diseno.descartar', {
    id: diseno_id,
    antes: { versionDeDiseno: numero },
  });
};

/** Nothing more is issued with it. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
export const archive = async (trx: Trx, id: string, ahora: Date): Promise<void> => {
  const row = await requireDiseno(trx, id);
  if (row.predeterminado) throw refuse('FAILED_PRECONDITION', ERRORES.disenoPredeterminado);
  const done = await archivePublicada(trx, id, ahora);
  if (done === null) throw refuse('FAILED_PRECONDITION', ERRORES.disenoNoPublicado);
  await recordCambio(trx, 'diseno.retirar', { id, antes: { versionDeDiseno: done.numero } });
};

/** What documents of its kind have when nobody chooses. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
export const makePredeterminado = async (trx: Trx, id: string): Promise<void> => {
  const row = await requireDiseno(trx, id);
  if (row.predeterminado) return;
  if (!(await findPublicada(trx, { disenoId: id }))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.disenoNoPublicado);
  }
  await setPredeterminado(trx, row);
  await recordCambio(trx, 'diseno.predeterminar', { id, despues: { tipo: row.tipo } });
};
