/** One inscripción that was sent, taken through a step: held, written, told, recorded, and its seat given back. */
import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { type Statement, together } from '../../../../platform/server/db/together.ts';
import { recordCambio, recording } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { LugarTomado } from '../../../cursos/lugares/rules.ts';
import { releasingLugar } from '../../../cursos/lugares/server/service.ts';
import { readDestinatarios } from '../../../identidad/contacto/server/service.ts';
import { holdingPersona } from '../../../personas/server/service.ts';
import { correoDeContacto } from '../../../plantillas/formulario/rules.ts';
import { ILEGIBLE } from '../../../plantillas/server/reading.ts';
import { ERRORES } from '../../errors.ts';
import { INSCRIPCION } from '../../estados.ts';
import { inscripcionPath } from '../../routes.ts';
import { selectingEnviadas } from '../../server/data.ts';
import { type EnteraRow, findEntera, type PasoDeInscripcion, setPaso } from './data.ts';
import { type AvisoDePaso, type DeQue, pasoMail } from './mails.ts';

/**
 * Holds, until the transaction ends, that nobody else decides an enrolment of this person; those written with others' wait for it
 * too. Gives what they have sent by then (`enviadas_de`).
 */
export const waitForPersona = async (trx: Trx, personaId: string): Promise<string> => {
  const [, enviadas] = await together(trx, [
    holdingPersona(trx, personaId, { escribe: true }),
    selectingEnviadas(trx, personaId),
  ]);
  return enviadas;
};

export type { EnteraRow } from './data.ts';
export type { AvisoDePaso } from './mails.ts';

/** One that was sent, as it is now; undefined: there is none. */
export const readEntera = (db: Db | Trx, id: string): Promise<EnteraRow | undefined> =>
  findEntera(db, id, { lock: false });

/** @throws {CallError} NOT_FOUND: there is none, or it was never sent. */
export const holdInscripcion = async (trx: Trx, id: string): Promise<EnteraRow> => {
  const row = await findEntera(trx, id, { lock: true });
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** @throws {CallError} FAILED_PRECONDITION: nobody knows what is asked for a seat in it; whoever leaves it may all the same. */
export const requireLegible = ({ version_definicion }: EnteraRow): void => {
  if (version_definicion === ILEGIBLE) throw refuse('FAILED_PRECONDITION', ERRORES.versionIlegible);
};

/** Whether a seat is theirs, or kept for them. */
export const hasLugar = ({ estado, lugar_vence_en }: EnteraRow): boolean =>
  INSCRIPCION.is('conLugar', estado) || lugar_vence_en !== null;

/** The seat that somebody has. */
export const lugarDe = (row: EnteraRow): LugarTomado => ({
  edicionId: row.edicion_id,
  grupoId: row.grupo_id,
  cupoClave: row.cupo_clave,
});

/** Where one sees it. */
export const enlaceDe = (row: EnteraRow): string =>
  inscripcionPath(row.curso_id, row.plantilla_id, row.curso_tipo, row.edicion_id);

/** What it is in, as letters say it. */
export const queDe = (row: EnteraRow, env: Services['env']): DeQue => ({
  curso: row.curso_nombre,
  edicion: row.edicion_nombre,
  inicia: row.edicion_inicia,
  termina: row.edicion_termina,
  sede: row.edicion_sede,
  url: env.publicUrl + enlaceDe(row),
});

/** How its person is called in a letter. */
export const nombreDe = (row: EnteraRow): string =>
  nameInItsCase(row.persona_nombre, row.persona_apellido_paterno, row.persona_apellido_materno);

/** Where its notices go: their account's address and the one they gave for it, once confirmed; none without an account. */
export const readCorreosDe = async (trx: Trx, row: EnteraRow): Promise<string[]> => {
  if (row.uid === null || row.correo === null) return [];
  const contacto = correoDeContacto(row.version_definicion, row.respuestas);
  return (await readDestinatarios(trx, { uid: row.uid, email: row.correo }, contacto)).correos;
};

/** Tells a person what became of their inscripción, wherever its notices go. Gives the ids of the letters, for the history. */
export const tellPaso = async (
  trx: Trx,
  { env, mail }: Pick<Services, 'env' | 'mail'>,
  row: EnteraRow,
  aviso: AvisoDePaso,
): Promise<string[]> => {
  const ids: string[] = [];
  for (const correo of await readCorreosDe(trx, row)) {
    const id = randomUUID();
    await mail.queue(trx, { ...pasoMail(correo, nombreDe(row), queDe(row, env), aviso), id });
    ids.push(id);
  }
  return ids;
};

/** A step of an inscripción that is held. */
export type Paso = {
  readonly paso: PasoDeInscripcion;
  readonly accion: Accion;
  readonly aviso: AvisoDePaso;
  readonly motivo?: string | null;
  /** Whether somebody of the school decides it, or takes back what they decided. */
  readonly decision?: 'decide' | 'deshace';
  /** What takes a seat for it: after everything else. */
  readonly toma?: readonly Statement<void>[];
};

/**
 * Takes a step of which its person is told in other words, and records it. Gives the statements that give the seat back, when
 * it leaves it: they go last, in the order of locks.
 *
 * @throws {CallError} ABORTED: somebody else was faster.
 */
export const takePasoSinAviso = async (
  trx: Trx,
  row: EnteraRow,
  { paso, accion }: Pick<Paso, 'paso' | 'accion'>,
  { ahora, motivo }: { ahora: Date; motivo: string },
): Promise<Statement<void>[]> => {
  const a = INSCRIPCION.pasos[paso].a!;
  const suelta = hasLugar(row) && !INSCRIPCION.is('conLugar', a);
  if (!(await setPaso(trx, row.id, paso, { ahora, motivo, suelta }))) {
    throw refuse('ABORTED', ERRORES.yaCambio);
  }
  await recordCambio(trx, accion, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: a, motivo, en: ahora.toISOString() },
  });
  return suelta ? releasingLugar(trx, lugarDe(row)) : [];
};

/**
 * Takes a step and what comes with it, in the order of locks: inscripción, history, group, edition. A step that leaves
 * the seat gives it back; whose it is next, `promote` says once this has been committed.
 *
 * @throws {CallError} ABORTED: somebody else was faster.
 */
export const takePaso = async (
  trx: Trx,
  services: Pick<Services, 'env' | 'mail' | 'now'>,
  row: EnteraRow,
  { paso, accion, aviso, motivo = null, decision, toma = [] }: Paso,
): Promise<void> => {
  const a = INSCRIPCION.pasos[paso].a!;
  const suelta = hasLugar(row) && !INSCRIPCION.is('conLugar', a);
  const ahora = services.now();
  const decididaEn = decision && (decision === 'decide' ? ahora : null);
  const huella = { ahora, motivo, suelta, decididaEn };
  if (!(await setPaso(trx, row.id, paso, huella))) throw refuse('ABORTED', ERRORES.yaCambio);
  const correos = await tellPaso(trx, services, row, aviso);
  await together(trx, [
    recording(trx, accion, {
      id: row.id,
      personaId: row.persona_id,
      antes: { estado: row.estado },
      despues: { estado: a, ...(motivo !== null && { motivo }), en: ahora.toISOString(), correos },
    }),
    ...(suelta ? releasingLugar(trx, lugarDe(row)) : []),
    ...toma,
  ]);
};
