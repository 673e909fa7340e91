import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../db/index.ts';
import { perform, type Statement } from '../db/together.ts';
import type { Secrets } from '../secrets.ts';
import {
  type Comun,
  type Enlace,
  type Fila,
  insertHistorial,
  insertHistoriales,
  valoresDe,
} from './data.ts';

/** Rows of the history that one statement appends. */
const BULK = 2_000;

export type Claves = {
  /** Prepared once: each row is signed with it. */
  firma: KeyObject;
  /** Of the rows of before signatures, whose hashes were made with it in the database. */
  anterior: Buffer;
};

/** What signs in this process, for one database. */
type Emisor = {
  id: Buffer;
  numero: number;
  /** The last link known to be committed; each row says it, so that what came before cannot be taken away alone. */
  vista: Enlace | null;
  /** The last one of each chain. */
  vistas: Map<number, Enlace>;
  transacciones: WeakSet<Db>;
  claves: Claves;
};

/** By the database that each signs for: its adapter is one for all its transactions. */
const emisores = new WeakMap<object, Emisor>();

/** Gives the history of this database its key and who signs in it: once, when it is opened. */
export const openHistorial = (db: Db, secrets: Secrets): void => {
  emisores.set(db.getExecutor().adapter, {
    id: randomBytes(8),
    numero: 0,
    vista: null,
    vistas: new Map(),
    transacciones: new WeakSet(),
    claves: {
      firma: createSecretKey(secrets.derive('historial.firma')),
      anterior: secrets.derive('historial'),
    },
  });
};

/** Who signs for this process in this database. */
export const emisorOf = (db: Db): Emisor => {
  const emisor = emisores.get(db.getExecutor().adapter);
  if (!emisor) throw new Error('openHistorial(db, secrets) must run before anything is recorded');
  return emisor;
};

/** JSON with the keys of objects in one order: the database does not keep theirs. */
const canonical = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
};

/** As it will be when it has been kept as JSON and read again. */
const asKept = (value: Record<string, unknown> | null) =>
  value === null ? null : (JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

type Firmado = {
  emisor: Buffer;
  numero: number;
  momento: Date;
  actorUid: string | null;
  accion: string;
  entidad: string;
  entidadId: string;
  personaId: string | null;
  antes: unknown;
  despues: unknown;
  motivo: string | null;
  peticionId: string | null;
  origen: string | null;
  vista: Enlace | null;
};

/** The signature of what a row says. The number is that of this form. */
export const firmar = (clave: KeyObject, f: Firmado): Buffer => {
  const texts = [f.actorUid, f.accion, f.entidad, f.entidadId, f.personaId?.toLowerCase() ?? null];
  const content = [
    1,
    f.emisor.toString('hex'),
    f.numero,
    f.momento.toISOString(),
    // As the database will hold them, whatever was typed.
    ...texts.map((text) => text?.toWellFormed() ?? null),
    canonical(f.antes),
    canonical(f.despues),
    ...[f.motivo, f.peticionId, f.origen].map((text) => text?.toWellFormed() ?? null),
    f.vista && [f.vista.cadena, f.vista.eslabon, f.vista.hash.toString('hex')],
  ];
  return createHmac('sha256', clave).update(JSON.stringify(content)).digest();
};

/** What a row is about, and what was before and is now. */
export type Anotado = {
  entidadId: string;
  personaId: string | null;
  antes: Record<string, unknown> | null;
  despues: Record<string, unknown> | null;
};

/** What many rows have in common. */
export type EnComun = Pick<
  Comun,
  'actorUid' | 'accion' | 'entidad' | 'motivo' | 'peticionId' | 'origen'
>;

/** Rows that are signed; `heard` is told the head of the chain before them, as the database found it. */
type Firmadas = { comun: Comun; filas: Fila[]; heard: (anterior: Enlace) => void };

const signAll = (trx: Db | Trx, enComun: EnComun, anotados: readonly Anotado[]): Firmadas => {
  const emisor = emisorOf(trx);
  const { firma } = emisor.claves;
  const { vista, numero } = emisor;
  emisor.numero += anotados.length;
  const comun: Comun = { ...enComun, momento: new Date(), emisor: emisor.id, numero, vista };
  const filas = anotados.map((anotado, n) => {
    const fila = { ...anotado, antes: asKept(anotado.antes), despues: asKept(anotado.despues) };
    return { ...fila, firma: firmar(firma, { ...comun, ...fila, numero: numero + n }) };
  });
  const heard = (anterior: Enlace) => {
    // What a transaction finds first in its chain was committed; what it finds later may be its own.
    if (trx.isTransaction) {
      if (emisor.transacciones.has(trx)) return;
      emisor.transacciones.add(trx);
    }
    if (anterior.eslabon === 0) return;
    emisor.vista = anterior;
    emisor.vistas.set(anterior.cadena, anterior);
  };
  return { comun, filas, heard };
};

/**
 * Signs rows, 2,000 at most, for the statement that appends them to their transaction's chain. The key stays
 * here: the database gets the signatures and chains them.
 */
export const anotacion = (
  trx: Trx,
  enComun: EnComun,
  anotados: readonly Anotado[],
): Statement<void> => {
  const { comun, filas, heard } = signAll(trx, enComun, anotados);
  const { query, read } =
    filas.length === 1 ? insertHistorial(comun, filas[0]!) : insertHistoriales(trx, comun, filas);
  return { query, read: (result) => heard(read(result)) };
};

/**
 * One row for a function of the database that appends it with what else it writes, and gives the head of the chain before it. The
 * function may be a transaction by itself.
 */
export const anotacionDentro = (trx: Db | Trx, enComun: EnComun, anotado: Anotado) => {
  const { comun, filas, heard } = signAll(trx, enComun, [anotado]);
  return { valores: valoresDe(comun, filas[0]!), heard };
};

/** Appends signed rows to their transaction's chain, in one statement for every 2,000. */
export const anotar = async (
  trx: Trx,
  comun: EnComun,
  anotados: readonly Anotado[],
): Promise<void> => {
  for (let at = 0; at < anotados.length; at += BULK) {
    await perform(trx, anotacion(trx, comun, anotados.slice(at, at + BULK)));
  }
};
