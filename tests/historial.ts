/**
 * A net under every test that uses a whole server: a request that changed something and left nothing
 * in the history makes its test fail. Whoever writes a new callable need do nothing for it.
 */
import type { FastifyInstance } from 'fastify';
import {
  type CompiledQuery,
  type DatabaseConnection,
  InsertQueryNode,
  type OperationNode,
  RawNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { Db } from '../src/platform/server/db/index.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import { CABEZA } from '../src/platform/server/historial/data.ts';
import type { LineaDeAnclas } from '../src/platform/server/historial/lineas.ts';
import {
  readAnclas,
  readFrontera,
  type Verification,
  verifyCadenas,
} from '../src/platform/server/historial/verification.ts';
import { currentRequest } from '../src/platform/server/request-context.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';
import { createStatements, watchHolding } from './embedded-too.ts';

/** What is nobody's record, and why changing it alone leaves nothing in the history. */
const NO_RECORD: Readonly<Record<string, string>> = {
  limites: 'how often somebody tried',
  trabajos: 'the schema of the queue; asking for work is recorded by whoever asks',
  intentos_fallidos: 'who tried in vain to enter, for whom it belongs to',
  historial_cadenas: 'the history itself',
  objetos_sueltos: 'bytes of the store that no record refers to',
  subidas: 'an upload on its way; the file is recorded when it is one',
  documentos_turnos: 'who is looking at a document; that they began to is recorded',
  vinculaciones_turnos: 'the same, of a file to be confirmed',
  presolicitudes_turnos: 'the same, of a pre-application',
  trabajos_archivos: 'a spreadsheet on its way; asking for the job is recorded',
  notificaciones: 'what somebody was told; what caused it is recorded, and reading it is no act',
  soporte_lecturas: 'up to where somebody read; that staff opened the conversation is recorded',
  importaciones: 'how far an import has come; it is recorded when it is decided',
  catalogo_items_todos: 'what an import had written unseen',
  personas_todas: 'the same',
};

/** Requests that touch a record without changing what it says. */
const NO_CHANGE: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  refreshSesion: { tables: ['sesiones'], why: 'a session goes on; its end is recorded' },
  token: { tables: ['sesiones'], why: 'the same, by the genuine client' },
  signIn: {
    tables: ['cuentas', 'codigos_recuperacion'],
    why: 'the step of a second factor is spent, whatever follows',
  },
  startFactor: {
    tables: ['cuentas', 'codigos_recuperacion'],
    why: 'the same step; the new factor is recorded when it is one',
  },
};

const tableOf = (node: OperationNode): string | null => {
  if (TableNode.is(node)) return node.table.identifier.name;
  return null;
};

/** A statement that writes the history, whatever function it calls: it reads the chain's head from it. */
const ANOTA = new RegExp(`^select ${CABEZA}\\b[\\s\\S]*? from \\w+\\(`);

/** What a statement leaves in the history of one request; without `peticion`: of the one that sends it. */
type Anotada = { accion: unknown; peticion?: string };

/** Whether a statement's first parameter is the rows of several requests; otherwise it is who acts. */
const isRows = (first: unknown): boolean => typeof first === 'string' && first.startsWith('[{"');

/** The rows of a statement that writes those of several requests: all of them as one JSON (`jsonRows`). */
const rowsIn = ({ parameters }: CompiledQuery) =>
  JSON.parse(String(parameters[0])) as { accion: string; peticion_id?: string }[];

/** The table that a statement writes to, and what it leaves in the history. */
const readStatement = (
  statement: CompiledQuery,
): { table?: string | null; anotadas?: Anotada[]; looks?: boolean } => {
  const { query: node, parameters } = statement;
  // A test's own text, sent by the connection itself: what holds a lock, or begins a transaction.
  if (!node) return {};
  if (SelectQueryNode.is(node)) {
    // `recordOnce` finds it there already.
    return { looks: node.from?.froms.some((from) => tableOf(from) === 'historial') ?? false };
  }
  if (InsertQueryNode.is(node)) return { table: node.into && tableOf(node.into) };
  if (UpdateQueryNode.is(node)) return { table: node.table && tableOf(node.table) };
  if (node.kind === 'DeleteQueryNode') {
    const { from } = node as OperationNode & { from: { froms: readonly OperationNode[] } };
    return { table: from.froms[0] && tableOf(from.froms[0]) };
  }
  if (!RawNode.is(node)) return {};
  const text = node.sqlFragments.join('?');
  if (ANOTA.test(text)) {
    // Actor, action: the order of the functions' parameters.
    if (!isRows(parameters[0])) return { anotadas: [{ accion: parameters[1] }] };
    const rows = rowsIn(statement);
    return { anotadas: rows.map((row) => ({ accion: row.accion, peticion: row.peticion_id })) };
  }
  const found = /\b(?:insert into|update|delete from)\s+(?:(\?)|(\w+))/i.exec(text);
  if (!found?.[1]) return { table: found?.[2] ?? null };
  // The table is itself a part of the statement (`sql.table`).
  const at = text.slice(0, found.index).split('?').length - 1;
  const named = node.parameters[at];
  return { table: named ? tableOf(named) : null };
};

/** What tests record needs no words. */
declare module '../src/platform/shared/historial.ts' {
  interface Acciones {
    [prueba: `prueba.${string}`]: true;
  }
}

const { vocabulario } = foldServer(SERVER_FEATURES).given;

const isDeclared = (accion: string): boolean =>
  vocabulario.isAccion(accion) || accion.startsWith('prueba.');

/** How many parameters of a statement are the history's: they go first. */
const DE_ANOTAR = 17;

/** Data that a statement leaves in the history and whose feature gives them no words. */
const undeclaredIn = ({ parameters }: CompiledQuery, accion: unknown): string[] => {
  if (typeof accion !== 'string' || !vocabulario.isAccion(accion)) return [];
  const kept = parameters.slice(0, DE_ANOTAR);
  const texts = kept.filter((one): one is string => typeof one === 'string');
  const keys = texts.flatMap((text) => {
    // One row: before and after, each an object. Many: a list of rows.
    if (text.startsWith('{"')) return Object.keys(JSON.parse(text));
    if (!text.startsWith('[{"')) return [];
    return (JSON.parse(text) as { antes?: object; despues?: object }[]).flatMap((row) =>
      [row.antes, row.despues].flatMap((side) => Object.keys(side ?? {})),
    );
  });
  return [...new Set(keys)].filter((key) => vocabulario.describeDato(accion, key) === null);
};

type Deed = { tables: Set<string>; recorded: boolean };

export const createHistorialNet = () => {
  const deeds = new Map<string, Deed>();
  const problems: string[] = [];
  const statements = createStatements();

  const deedOf = (requestId: string): Deed => {
    const deed = deeds.get(requestId) ?? { tables: new Set(), recorded: false };
    deeds.set(requestId, deed);
    return deed;
  };

  /** A statement is being sent: what it leaves in the history, and what to do when it has changed so many rows. */
  const heed = (statement: CompiledQuery): ((changed: bigint) => void) => {
    const requestId = currentRequest()?.requestId;
    const { table, anotadas = [], looks } = readStatement(statement);
    for (const { accion, peticion } of anotadas) {
      if (!isDeclared(String(accion))) {
        problems.push(`«${accion}» is declared in no feature's historial.ts`);
      }
      for (const dato of undeclaredIn(statement, accion)) {
        problems.push(
          `«${accion}» keeps «${dato}», which its historial.ts neither names nor calls technical`,
        );
      }
      const whose = peticion ?? requestId;
      if (whose !== undefined) deedOf(whose).recorded = true;
    }
    if (requestId === undefined) return () => {};
    if (looks) deedOf(requestId).recorded = true;
    return (changed) => {
      if (table && changed > 0n) deedOf(requestId).tables.add(table);
    };
  };

  const heard = new WeakSet<DatabaseConnection>();
  const listenTo = (connection: DatabaseConnection): DatabaseConnection => {
    if (heard.has(connection)) return connection;
    heard.add(connection);
    const send = connection.executeQuery.bind(connection);
    connection.executeQuery = async (statement, ...rest) => {
      const changed = heed(statement);
      const result = await send<never>(statement, ...rest);
      if (process.env.TEST_DATABASE_URL) statements.keep(statement);
      changed(result.numAffectedRows ?? BigInt(result.rows.length));
      return result;
    };
    return connection;
  };

  /** The request ended: whatever it wrote must have been recorded, unless it was refused. */
  const judge = (requestId: string, url: string, http: number) => {
    const deed = deeds.get(requestId);
    deeds.delete(requestId);
    if (!deed || http >= 400 || deed.recorded) return;
    const name = url.split('?')[0]!.split('/').pop()!;
    const unrecorded = [...deed.tables].filter(
      (table) => !(table in NO_RECORD) && !NO_CHANGE[name]?.tables.includes(table),
    );
    if (unrecorded.length > 0) {
      problems.push(
        `${name} changed ${unrecorded.join(', ')} and left nothing in the history: recordCambio in the same transaction`,
      );
    }
  };

  return {
    /** Hears every statement of a database, however it was written, where it is sent. */
    listen: (db: Db): void => {
      const executor = db.getExecutor();
      const provide = executor.provideConnection.bind(executor);
      executor.provideConnection = (consumer, ...rest) =>
        watchHolding(
          (consume) => provide((connection) => consume(listenTo(connection)), ...rest),
          consumer,
          (problem) => problems.push(problem),
        );
    },
    watch: (app: FastifyInstance): void => {
      app.addHook('onSend', async (request, reply, payload) => {
        judge(request.id, request.url, reply.statusCode);
        return payload;
      });
    },
    /** Throws when anything went unrecorded or, of the suites on PostgreSQL, is not for the embedded database. */
    check: async (): Promise<void> => {
      problems.push(...(await statements.prove()));
      if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
    },
    problems,
  };
};

/** The line that the anchors' file would have from this moment on. */
export const anclasOfNow = async (db: Db): Promise<LineaDeAnclas[]> => [
  {
    linea: 1,
    momento: new Date().toISOString(),
    anclas: await readAnclas(db),
    frontera: await readFrontera(db),
  },
];

/** The verification of a history whose anchors nobody kept before: against those of now. */
export const verifyNow = async (db: Db): Promise<Verification> =>
  verifyCadenas(db, await anclasOfNow(db));
