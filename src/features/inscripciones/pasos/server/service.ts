/** One inscripción that was sent, taken through a step: held, written, told, recorded, and its seat given back. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { type Statement, together } from '../../../../platform/server/db/together.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { recordCambio, recording } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
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
import {
  type EnteraRow,
  findEntera,
  isDeConvocatoria,
  type PasoDeInscripcion,
  setPaso,
} from './data.ts';
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

/** A step of a seat of an edition that is entered by a call for applications. */
export type SucesoDeLugar =
  | { readonly tipo: 'ofrecido'; readonly venceEn: Date }
  | { readonly tipo: 'aceptado' | 'vencido' | 'terminado' }
  | {
      readonly tipo: 'baja';
      readonly por: 'aspirante' | 'escuela';
      readonly motivo: string | null;
    };

/** Somebody who has a seat of a call, or waits for one; in the order of the line. */
export type EnConvocatoria = {
  readonly id: string;
  /** Keys of the quotas whose seats they may take. */
  readonly cupos: readonly string[];
  /** Key of the quota of their seat, or null of a general one; undefined: they wait. */
  readonly lugar: string | null | undefined;
};

/** What is done with the seats that are free: who is offered one, and whose seat counts in another quota from now on. */
export type RepartoDeLugares = {
  readonly ofrece: readonly { readonly id: string; readonly cupo: string | null }[];
  readonly cambia: readonly { readonly id: string; readonly cupo: string | null }[];
};

/**
 * What the feature that keeps the calls does with the seats of their editions. One order of locks: call, application, inscripción,
 * history, edition.
 */
export type LugarDeConvocatoria = {
  /** Holds the call of an edition until the transaction ends: its results are not published meanwhile, nor its seats given out twice. */
  readonly holdConvocatoria: (trx: Trx, edicionId: string) => Promise<void>;
  /** Holds the applications of these inscripciones until the transaction ends. */
  readonly holdTramites: (trx: Trx, inscripciones: readonly string[]) => Promise<void>;
  /** Last instant to accept a seat that is offered now; never once the edition has begun. */
  readonly plazo: (
    trx: Trx,
    lugar: { edicionId: string; inicia: string; ahora: Date },
  ) => Promise<Date>;
  /** Who is next, by the terms of the call; `fila`: all who have a seat or wait. */
  readonly repartir: (
    db: Db | Trx,
    edicion: { edicionId: string; lugares: number; fila: readonly EnConvocatoria[] },
  ) => Promise<RepartoDeLugares>;
  /** Takes the step of the application whose seat it is, records it and writes to its person. */
  readonly take: (
    trx: Trx,
    services: Pick<Services, 'env' | 'notificaciones' | 'now'>,
    inscripcionId: string,
    suceso: SucesoDeLugar,
  ) => Promise<void>;
  /** Editions in whose call somebody applies or recommends: they see and do nothing of its staff's side. */
  readonly dondeEsParte: (
    db: Db | Trx,
    actor: Pick<Actor, 'personaId' | 'email'>,
  ) => Promise<readonly string[]>;
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** What is done with the seats of editions that are entered by a call. */
    lugarDeConvocatoria: LugarDeConvocatoria;
  }
}

/** With what acts for the calls. */
export type ConConvocatorias = { readonly convocatorias: LugarDeConvocatoria };

/** Services with what acts for the calls, for whoever takes steps of inscripciones. */
export const withConvocatorias = <S extends object>(
  services: S,
  given: Pick<Given, 'one'>,
): S & ConConvocatorias => ({ ...services, convocatorias: given.one('lugarDeConvocatoria') });

/**
 * One that was sent, held until the transaction ends; of an edition that is entered by a call its application first.
 *
 * @throws {CallError} NOT_FOUND: there is none, or it was never sent.
 */
export const holdInscripcion = async (
  trx: Trx,
  { convocatorias }: ConConvocatorias,
  id: string,
): Promise<EnteraRow> => {
  if (await isDeConvocatoria(trx, id)) await convocatorias.holdTramites(trx, [id]);
  return holdInscripcionSola(trx, id);
};

/** The same for who holds its application already, or knows that there is none. @throws {CallError} NOT_FOUND */
export const holdInscripcionSola = async (trx: Trx, id: string): Promise<EnteraRow> => {
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
  enlace: enlaceDe(row),
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
const tellPaso = async (
  trx: Trx,
  { env, notificaciones }: Pick<Services, 'env' | 'notificaciones'>,
  row: EnteraRow,
  aviso: AvisoDePaso,
): Promise<string[]> => {
  const to = await readCorreosDe(trx, row);
  if (row.uid === null || to.length === 0) return [];
  const destino = { to, uid: row.uid, nombre: nombreDe(row) };
  return notificaciones.notify(trx, pasoMail(destino, queDe(row, env), aviso));
};

/** A step as the feature of the calls is told of it. @throws {Error} when a seat of a call never takes it */
const sucesoDe = (aviso: AvisoDePaso, motivo: string | null): SucesoDeLugar => {
  switch (aviso.tipo) {
    case 'ofrecido':
      return aviso;
    case 'lugarAceptado':
      return { tipo: 'aceptado' };
    case 'lugarVencido':
      return { tipo: 'vencido' };
    case 'filaTerminada':
      return { tipo: 'terminado' };
    case 'bajaPropia':
      return { tipo: 'baja', por: 'aspirante', motivo };
    case 'bajaPorEscuela':
      return { tipo: 'baja', por: 'escuela', motivo };
    default:
      throw new Error(`a seat of a call is never ${aviso.tipo}`);
  }
};

/** Tells of a step: its person, or who keeps the call, which writes to them. Gives the ids of the letters written here. */
export const announcePaso = async (
  trx: Trx,
  services: Pick<Services, 'env' | 'notificaciones' | 'now'> & ConConvocatorias,
  row: EnteraRow,
  aviso: AvisoDePaso,
  motivo: string | null = null,
): Promise<string[]> => {
  if (!row.edicion_por_convocatoria) return tellPaso(trx, services, row, aviso);
  await services.convocatorias.take(trx, services, row.id, sucesoDe(aviso, motivo));
  return [];
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
  services: Pick<Services, 'env' | 'notificaciones' | 'now'> & ConConvocatorias,
  row: EnteraRow,
  { paso, accion, aviso, motivo = null, decision, toma = [] }: Paso,
): Promise<void> => {
  const a = INSCRIPCION.pasos[paso].a!;
  const suelta = hasLugar(row) && !INSCRIPCION.is('conLugar', a);
  const ahora = services.now();
  const decididaEn = decision && (decision === 'decide' ? ahora : null);
  const huella = { ahora, motivo, suelta, decididaEn };
  if (!(await setPaso(trx, row.id, paso, huella))) throw refuse('ABORTED', ERRORES.yaCambio);
  const correos = await announcePaso(trx, services, row, aviso, motivo);
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
