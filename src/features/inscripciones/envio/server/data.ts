import { fixedCall, jsonRows } from '../../../../platform/server/db/fixed.ts';
import { digestWritten, writeJsonb } from '../../../../platform/server/db/jsonb.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';
import {
  CABEZA,
  type Enlace,
  NOMBRES_DE_ANOTAR,
  readCabeza,
} from '../../../../platform/server/historial/data.ts';
import type { CupoPedido } from '../../../cursos/lugares/rules.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { EVALUACION, type Evaluacion } from '../../../plantillas/reglas/contract.ts';
import { ACUSE, type AcuseImpreso } from '../../acuse/contract.ts';
import { INSCRIPCION } from '../../estados.ts';

/** What sending comes to. */
export type PasoDeEnvio = 'inscribir' | 'someter' | 'esperar';

/** What is kept of a sending as `jsonb` (JSON). */
export type Escrito = Record<'acuse' | 'respuestas' | 'evaluacion', string>;

/** As it is kept: written once, for the row and for `huellaDeEnvio`. */
export const escribir = (dicho: {
  acuse: AcuseImpreso;
  respuestas: Respuestas;
  evaluacion: Evaluacion;
}): Escrito => ({
  acuse: writeJsonb(ACUSE.stored(dicho.acuse)),
  respuestas: writeJsonb(dicho.respuestas),
  evaluacion: writeJsonb(EVALUACION.stored(dicho.evaluacion)),
});

/** An inscripción that is sent, with all that is written of it. */
export type Enviada = Escrito & {
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
  enviadaEn: Date;
  /** Which it is of those received in that millisecond. */
  orden: number;
  ahora: Date;
  puntos: number;
  cupos: readonly string[];
  llave: string | null;
  folio: string;
  clave: string;
  /** The sensitive answers; null: none. */
  sellado: string | null;
  /** Takes its seat here. */
  conLugar: boolean;
  /** The quotas as it asks for their seats; null: none is kept for anybody, and nobody waits. */
  pedidos: readonly CupoPedido[] | null;
  /** The quota whose seat there was when it was decided: of it, unless another one is taken meanwhile. */
  cupo: string | null;
  /** What the person had sent when it was decided (`enviadas_de`); null: no rule looks at what else they have. */
  enviadas: string | null;
  /** What its answers point to, by id. */
  apuntados: { readonly items: readonly string[]; readonly documentos: readonly string[] };
  /** Rows of `correos` (JSON). */
  cartas: string;
  /** What its link of the history is made of (`valoresDe`). */
  cambio: readonly unknown[];
};

/**
 * What the signed history keeps of what was sent, so that nobody changes unseen what the acuse says, what was answered, what it was
 * decided on, in what, or the place in line: the key within the acuse hides what of it could be guessed. The invariants
 * compare it with `HUELLA_DE_ENVIO`.
 */
export const huellaDeEnvio = (
  sent: Pick<
    Enviada,
    | 'acuse'
    | 'respuestas'
    | 'evaluacion'
    | 'edicionId'
    | 'grupoId'
    | 'puntos'
    | 'cupos'
    | 'enviadaEn'
    | 'orden'
  >,
): string =>
  digestWritten([
    ...[sent.acuse, sent.respuestas, sent.evaluacion],
    ...[sent.edicionId, sent.grupoId, sent.puntos, sent.cupos].map(writeJsonb),
    writeJsonb(sent.enviadaEn.getTime() * 1000 + sent.orden),
  ]);

/**
 * The same of what was answered apart, sealed, or of there being nothing: of a sending the history always has one, so that it tells
 * nobody without the acuse's key which it is. The invariants compare it with `HUELLA_DE_SENSIBLES`.
 */
export const huellaDeSensibles = ({ clave, sellado }: Pick<Enviada, 'clave' | 'sellado'>): string =>
  digestWritten([clave, sellado].map(writeJsonb));

const enviar = fixedCall(CABEZA, 'inscripciones_enviar', ['jsonb']);

const rowsOf = jsonRows(
  [
    ...NOMBRES_DE_ANOTAR,
    ...['id', 'persona', 'cuenta', 'edicion', 'version', 'grupo', 'estado', 'desde', 'respuestas'],
    ...['evaluacion', 'enviada', 'ahora', 'puntos', 'cupos', 'llave', 'folio', 'clave', 'acuse'],
    ...['sellado', 'cartas', 'con_lugar', 'pedidos', 'cupo', 'enviadas'],
    ...['items', 'documentos'],
  ],
  ['antes', 'despues', 'respuestas', 'evaluacion', 'acuse', 'cartas', 'pedidos'],
);

const draftsOf = (paso: PasoDeEnvio) => INSCRIPCION.pasos[paso].de.filter((de) => de !== null);

/** Null: none, and then nothing is looked for. */
const idsOf = (ids: readonly string[]) => (ids.length === 0 ? null : ids);

/** To the microsecond, which is the order in which those of one millisecond came: the line goes by it. */
const instanteDe = ({ enviadaEn, orden }: Enviada): string =>
  enviadaEn.toISOString().replace('Z', `${String(orden).padStart(3, '0')}Z`);

/** Whoever came first gets the seat, however long each took to be decided. */
const byReceipt = (a: Enviada, b: Enviada): number =>
  a.enviadaEn.getTime() - b.enviadaEn.getTime() || a.orden - b.orden;

const valuesOf = (sent: Enviada): unknown[] => [
  ...sent.cambio,
  ...[sent.id, sent.personaId, sent.uid, sent.edicionId, sent.versionId, sent.grupoId],
  ...[INSCRIPCION.pasos[sent.paso].a, sent.empezada ? draftsOf(sent.paso) : null],
  ...[sent.respuestas, sent.evaluacion],
  ...[instanteDe(sent), sent.ahora, sent.puntos, sent.cupos, sent.llave],
  ...[sent.folio, sent.clave, sent.acuse, sent.sellado, sent.cartas],
  ...[sent.conLugar, sent.pedidos && JSON.stringify(sent.pedidos), sent.cupo, sent.enviadas],
  ...[idsOf(sent.apuntados.items), idsOf(sent.apuntados.documentos)],
];

/**
 * Writes all of some inscripciones that are sent (migration 0151). It fails by itself, with a code of `RECHAZOS` or a violated
 * `inscripciones_viva`, when what one of them was decided on does not hold any more: then none is written. Gives the
 * head of the chain of the history before their links.
 */
export const sending = (sent: readonly Enviada[]): Statement<Enlace> => ({
  query: enviar([rowsOf(sent.toSorted(byReceipt).map(valuesOf))]),
  read: readCabeza,
});

/** Codes with which `inscripciones_enviar` refuses. */
export const RECHAZOS = {
  otroExpediente: 'PE001',
  adelantado: 'PE002',
  grupoSinLugares: 'PE003',
  sinLugares: 'PE004',
} as const;
