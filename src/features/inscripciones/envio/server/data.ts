import { fixedCall } from '../../../../platform/server/db/fixed.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';
import {
  CABEZA,
  type Enlace,
  readCabeza,
  TIPOS_DE_ANOTAR,
} from '../../../../platform/server/historial/data.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { EVALUACION, type Evaluacion } from '../../../plantillas/reglas/contract.ts';
import { ACUSE, type AcuseImpreso } from '../../acuse/contract.ts';
import { INSCRIPCION } from '../../estados.ts';

/** What sending comes to. */
export type PasoDeEnvio = 'inscribir' | 'someter' | 'esperar';

/** An inscripción that is sent, with all that is written of it. */
type Enviada = {
  /** Of the draft, or a new one. */
  id: string;
  /** There was a draft. */
  empezada: boolean;
  personaId: string;
  /** The account that sends it. */
  uid: string;
  edicionId: string;
  versionId: string;
  /** Null: the edition has no groups. */
  grupoId: string | null;
  paso: PasoDeEnvio;
  respuestas: Respuestas;
  evaluacion: Evaluacion;
  enviadaEn: Date;
  ahora: Date;
  puntos: number;
  cupos: readonly string[];
  llave: string | null;
  folio: string;
  clave: string;
  acuse: AcuseImpreso;
  /** The sensitive answers; null: none. */
  sellado: string | null;
  /** Takes its seat here: none is kept for anybody, and nobody waits. */
  conLugar: boolean;
  /** As `correos_escribir` takes them (JSON). */
  cartas: string;
  /** What its link of the history is made of (`valoresDe`). */
  cambio: readonly unknown[];
};

const enviar = fixedCall(CABEZA, 'inscripcion_enviar', [
  ...TIPOS_DE_ANOTAR,
  ...['uuid', 'uuid', 'text', 'uuid', 'uuid', 'uuid', 'text', 'text[]', 'jsonb', 'jsonb'],
  ...['timestamptz', 'timestamptz', 'int', 'text[]', 'uuid', 'text', 'text', 'jsonb', 'text'],
  ...['jsonb', 'boolean'],
]);

const draftsOf = (paso: PasoDeEnvio) => INSCRIPCION.pasos[paso].de.filter((de) => de !== null);

/**
 * Writes all of an inscripción that is sent (migration 0131). It fails by itself, with a code of `RECHAZOS` or a violated
 * `inscripciones_viva`, when what it was decided on does not hold any more. Gives the
 * head of the chain of the history before its link.
 */
export const sending = (sent: Enviada): Statement<Enlace> => ({
  query: enviar([
    ...sent.cambio,
    ...[sent.id, sent.personaId, sent.uid, sent.edicionId, sent.versionId, sent.grupoId],
    ...[INSCRIPCION.pasos[sent.paso].a, sent.empezada ? draftsOf(sent.paso) : null],
    ...[JSON.stringify(sent.respuestas), EVALUACION.write(sent.evaluacion)],
    ...[sent.enviadaEn, sent.ahora, sent.puntos, sent.cupos, sent.llave],
    ...[sent.folio, sent.clave, ACUSE.write(sent.acuse), sent.sellado, sent.cartas],
    ...[sent.conLugar],
  ]),
  read: readCabeza,
});

/** Codes with which `inscripcion_enviar` refuses. */
export const RECHAZOS = {
  otroExpediente: 'PE001',
  adelantado: 'PE002',
  grupoSinLugares: 'PE003',
  sinLugares: 'PE004',
} as const;
