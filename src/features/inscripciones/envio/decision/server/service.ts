/** What a sending comes to: its group, its rules, whether there is a seat. */
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Turn } from '../../../../../platform/server/turns.ts';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { lugarSeguro } from '../../../../cursos/lugares/rules.ts';
import { findLugarLibre, type LugarPedido } from '../../../../cursos/lugares/server/service.ts';
import type { Reparto } from '../../../../plantillas/cupos/contract.ts';
import { cuposDe, hasEspera, reglaDeCupo, repartoDe } from '../../../../plantillas/cupos/rules.ts';
import type { Respuestas } from '../../../../plantillas/formulario/contract.ts';
import { hechosDeRespuestas } from '../../../../plantillas/formulario/hechos/rules.ts';
import {
  type Regla,
  type ResultadoRegla,
  VENTANA,
} from '../../../../plantillas/reglas/contract.ts';
import {
  evaluateReglas,
  fieldsOfReglas,
  mayEnroll,
  needsRevision,
} from '../../../../plantillas/reglas/rules.ts';
import type { ProveedorDeHechos } from '../../../../plantillas/reglas/server/service.ts';
import type { Contexto, Stored } from '../../../contexto/server/data.ts';
import { asksOfPersona, readHechosDe } from '../../../elegibilidad/server/service.ts';
import { ERRORES } from '../../../errors.ts';
import { waitForPersona } from '../../../pasos/server/service.ts';
import type { PasoDeEnvio } from '../../server/data.ts';

/** Who sends, and what it is decided with. */
export type Enviando = Pick<Asking, 'actor' | 'services'> & {
  readonly receivedAt: Date;
  /** Which it is of those received in that millisecond: in line, whoever came first is first. */
  readonly receivedOrder: number;
  /** Among those who send to the same edition: a place in line counts who came before. */
  readonly turn: Turn | null;
  readonly proveedores: readonly ProveedorDeHechos[];
  /** What was read with who asks (`readContexto`). */
  readonly leido: Stored | undefined;
};

/** What somebody sends. */
export type Envio = {
  version: number;
  respuestas: Respuestas;
  grupoId: string | null;
  /** Of this sending: whoever repeats it, its answer lost, has the same one. */
  llave: string | null;
  /** Keys of the fields whose answer the person agrees to keep in their file. */
  guardar: readonly string[];
};

/** The group that was chosen; null: the edition has none. */
export const grupoDe = ({ edicion_grupos: grupos }: Contexto, grupoId: string | null) => {
  if (!grupos) return null;
  const grupo = grupos.find(({ id }) => id === grupoId);
  if (!grupo) {
    throw refuse('INVALID_ARGUMENT', ERRORES.grupo, { fields: { grupoId: ERRORES.grupo.message } });
  }
  return grupo;
};
export type GrupoElegido = ReturnType<typeof grupoDe>;

/** The rules of a version, and what its quotas ask for. */
const preguntasDe = ({ version_definicion: definicion }: Contexto) => {
  const { reglas } = definicion;
  const reparto = repartoDe(definicion);
  return { reglas, reparto, asked: [...reglas, ...reparto.cupos.map(reglaDeCupo)] };
};

/** What it is judged on besides the answers, at this moment. */
export const readParaJuzgar = async (
  trx: Trx | null,
  row: Contexto,
  { proveedores, receivedAt: ahora, services: { db } }: Enviando,
  personaId: string,
) => {
  const { reglas, asked } = preguntasDe(row);
  // Who sends two at once has them looked at one after the other: the second counts the first. Without a transaction what was
  // counted before the facts were read is compared when it is written.
  const mira = asksOfPersona(reglas);
  const sentBefore = trx && mira ? await waitForPersona(trx, personaId) : row.persona_enviadas;
  const persona = { id: personaId, clave: row.persona_clave };
  const que = { reglas: asked, edicion: row, persona, ahora };
  const hechos = await readHechosDe(trx ?? db, proveedores, que);
  return { hechos, enviadas: mira ? sentBefore : null };
};

/**
 * The dates of the edition hold whatever its plantilla asks for: a plantilla without a rule on them does not open it. Only an approved
 * exception from such a rule lets somebody in late, and nobody once the edition ended: its acta decides about those who are in.
 */
const requirePlazo = (
  row: Contexto,
  ahora: Date,
  { reglas, resultados }: { reglas: readonly Regla[]; resultados: readonly ResultadoRegla[] },
): void => {
  if (fechaDe(ahora) > row.edicion_termina) throw refuse('FAILED_PRECONDITION', ERRORES.concluida);
  if (row.edicion_abre <= ahora && ahora < row.edicion_cierra) return;
  const deFechas = new Set(
    reglas.filter((regla) => fieldsOfReglas([regla]).includes(VENTANA)).map(({ clave }) => clave),
  );
  if (resultados.some(({ clave, exceptuada }) => exceptuada && deFechas.has(clave))) return;
  throw refuse('FAILED_PRECONDITION', ahora < row.edicion_abre ? ERRORES.noAbre : ERRORES.yaCerro);
};

/** The rules, the dates of the edition, and the quotas whose seats one may take, on what was read and answered. */
export const judge = (
  row: Contexto,
  ahora: Date,
  { datos, leido }: { datos: Respuestas; leido: Awaited<ReturnType<typeof readParaJuzgar>> },
) => {
  const { reglas, reparto, asked } = preguntasDe(row);
  const hechos = { ...leido.hechos, ...hechosDeRespuestas(row.version_definicion, datos, asked) };
  const resultados = evaluateReglas(reglas, hechos, ahora);
  if (!mayEnroll(resultados)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.reglas, { reglas: resultados });
  }
  requirePlazo(row, ahora, { reglas, resultados });
  const propios = cuposDe(reparto.cupos, hechos, ahora);
  return { hechos, resultados, reparto, propios, enviadas: leido.enviadas };
};

export type Juicio = ReturnType<typeof judge>;

/** Nobody has a seat kept and nobody waits: one guarded statement takes a seat. */
export const isSencillo = (reparto: Reparto) => !hasEspera(reparto) && reparto.cupos.length === 0;

/**
 * Whether it holds nothing while it is decided: what is written then needs no transaction of before. Who was too late once waits for
 * their turn (`again`).
 */
export const isSola = (
  { version_definicion: definicion }: Contexto,
  { guardar }: Envio,
  { again }: { again: boolean },
) => guardar.length === 0 && !(again && asksOfPersona(definicion.reglas));

/** What is told of there being no seat. */
export type ErrorDeLugar = (typeof ERRORES)['sinLugares' | 'grupoSinLugares'];

/** What sending comes to, and of which quota its seat is going to be; null: of everybody, or it takes none. */
export type Decision = { readonly paso: PasoDeEnvio; readonly cupo: string | null };

/** The quota of the seat that there is, or why there is none. On opening day most of those who come late learn it here, before anything is written. */
const lookForSeat = async (
  db: Db | Trx,
  row: Contexto,
  grupo: GrupoElegido,
  { reparto, pedido }: { reparto: Reparto; pedido: LugarPedido },
): Promise<{ full: ErrorDeLugar } | { full: null; cupo: string | null }> => {
  if (row.edicion_ocupados >= row.edicion_cupo) return { full: ERRORES.sinLugares };
  if (grupo && grupo.ocupados >= grupo.cupo) return { full: ERRORES.grupoSinLugares };
  if (isSencillo(reparto)) return { full: null, cupo: null };
  const { hay, clave } =
    (!row.edicion_con_fila && lugarSeguro(pedido.cupos, row.edicion_cupo - row.edicion_ocupados)) ||
    (await findLugarLibre(db, pedido));
  return hay ? { full: null, cupo: clave } : { full: ERRORES.sinLugares };
};

/**
 * What sending comes to; `sinLugar`: a seat was asked for, and why there was none. @throws {CallError} FAILED_PRECONDITION: there is no seat, and nobody waits for
 * one.
 */
export const decide = async (
  db: Db | Trx,
  row: Contexto,
  grupo: GrupoElegido,
  que: { juicio: Juicio; pedido: LugarPedido; sinLugar: ErrorDeLugar | null },
): Promise<Decision> => {
  const { resultados, reparto } = que.juicio;
  if (needsRevision(resultados)) return { paso: 'someter', cupo: null };
  const found = que.sinLugar
    ? { full: que.sinLugar }
    : await lookForSeat(db, row, grupo, { reparto, pedido: que.pedido });
  if (found.full === null) return { paso: 'inscribir', cupo: found.cupo };
  if (!hasEspera(reparto)) throw refuse('FAILED_PRECONDITION', found.full);
  return { paso: 'esperar', cupo: null };
};
