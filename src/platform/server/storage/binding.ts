import { randomBytes } from 'node:crypto';
import type { Execute } from '../db/types.ts';
import { EnvError } from '../env.ts';
import type { Log } from '../log.ts';
import { storeGauges } from '../metrics.ts';
import { Outage } from '../outage.ts';
import {
  countObjects,
  describeCounts,
  isReferred,
  type StoredObject,
  sampleObjects,
  totalOf,
} from './inventory.ts';
import type { ObjectStore } from './store.ts';

/** Milliseconds between two looks at whether the objects of the database are in the store. */
const LOOK_EVERY = 60_000;

/** The mark of a store: a sentence for people, and lines that the portal reads. */
type Mark = {
  /** Null: of before there were identities, or made by hand to go on without the files. */
  identity: string | null;
  /** Made by hand: the files were lost, and nothing is to be asked for. */
  empty: boolean;
  lost: boolean;
};

const readMark = (text: string): Mark => ({
  identity: /^identidad: ([0-9a-f]{32})$/m.exec(text)?.[1] ?? null,
  empty: text.trim() === '',
  lost: /^perdidos: /m.test(text),
});

const writeMark = (identity: string, lost: boolean): string =>
  `${[
    'Aquí están los archivos del portal. No borre este archivo: por él sabe el portal que el disco está montado y que es el de su base.',
    `identidad: ${identity}`,
    ...(lost ? [`perdidos: ${new Date().toISOString()}`] : []),
  ].join('\n')}\n`;

/** Those of a sample that the store does not have, though a row refers to them. */
const missingOf = async (
  execute: Execute,
  store: Pick<ObjectStore, 'head'>,
  sample: readonly StoredObject[],
): Promise<StoredObject[]> => {
  const missing: StoredObject[] = [];
  for (const one of sample) {
    if ((await store.head(one.objeto)) === null && (await isReferred(execute, one.objeto)))
      missing.push(one);
  }
  return missing;
};

const INSERT = 'insert into almacen (identidad) values ($1) on conflict (unico) do nothing';

/** Of several servers that start at once one writes it. */
const newIdentity = async (execute: Execute): Promise<string> => {
  await execute(INSERT, [randomBytes(16).toString('hex')]);
  const { rows } = await execute('select identidad from almacen');
  return String(rows[0]!.identidad);
};

/**
 * Binds a store to its database: both carry one identity, and a store without the objects that the database refers to is not
 * taken for its store.
 * @throws {EnvError} the store is of another database, empty, or not mounted: it says what to do.
 */
const bind = async (execute: Execute, store: ObjectStore): Promise<{ lost: boolean }> => {
  const text = await store.readMark();
  const mark = text === null ? null : readMark(text);
  const { rows } = await execute('select identidad, enlazado_en from almacen');
  const row = rows[0] as { identidad: string; enlazado_en: Date | null } | undefined;
  const counts = await countObjects(execute);
  const known = totalOf(counts);
  const sample = await sampleObjects(execute);
  const none =
    sample.length > 0 && (await missingOf(execute, store, sample)).length === sample.length;
  const registered = `La base de datos tiene registrados ${known.toLocaleString('es-MX')} archivos (${describeCounts(counts)})`;
  const goOn = `Si se perdieron y quiere seguir sin ellos, deje vacío ${store.markPlace} (${store.howToMark}) y vuelva a iniciar.`;

  const refuseEmpty = () =>
    new EnvError(
      `${known > 0 ? registered : 'Esta base de datos ya tiene un almacén de archivos'} y ${store.place} está vacía: ¿falta montar su disco o restaurarla? ${goOn}`,
    );
  const refuseOther = () =>
    new EnvError(
      `${store.place} es de otra base de datos: su marca (${store.markPlace}) no es la de esta. Indique la carpeta o el almacén que le corresponde; todos los servidores de una base comparten el mismo.`,
    );

  if (mark?.identity) {
    if (row && row.identidad !== mark.identity) throw refuseOther();
    // A database restored from before there were identities has objects here; a new one has none.
    if (!row && (known === 0 || none)) throw refuseOther();
    if (none && !mark.lost) throw refuseEmpty();
  } else if (mark === null) {
    if (none || (row?.enlazado_en && known === 0)) throw refuseEmpty();
  } else if (none && !mark.empty) throw refuseEmpty();

  const identity = mark?.identity ?? row?.identidad ?? (await newIdentity(execute));
  const lost = mark?.lost || (mark?.empty === true && none);
  if (!row && mark?.identity) await execute(INSERT, [identity]);
  if (!mark?.identity) await store.writeMark(writeMark(identity, lost));
  if (!row?.enlazado_en) await execute('update almacen set enlazado_en = now()');
  store.bind(identity);
  return { lost };
};

/**
 * The store, once it is bound to its database. What is wrong is refused at once; a store that is away is bound when it answers.
 * Its `check` also looks, at most once a minute, whether objects of the database are there: when none of a sample is, this is
 * not the store.
 */
export const bindStore = async (
  execute: Execute,
  store: ObjectStore,
  log: Log,
): Promise<ObjectStore> => {
  let bound: { lost: boolean } | null = null;
  let lookedAt = 0;
  let absent = false;

  const ensure = async (): Promise<void> => {
    if (bound) return;
    try {
      bound = await bind(execute, store);
    } catch (error) {
      // Found while the portal runs: nobody reads a start's sentence then.
      if (error instanceof EnvError) log.error({ err: error }, 'el almacén no es el de esta base');
      throw error instanceof EnvError ? new Outage('files', error) : error;
    }
  };

  const look = async (): Promise<void> => {
    const sample = await sampleObjects(execute);
    const missing = await missingOf(execute, store, sample);
    storeGauges.missing.set(missing.length);
    if (missing.length > 0) {
      log.error(
        {
          faltan: missing.length,
          deUnaMuestraDe: sample.length,
          tablas: [...new Set(missing.map((one) => one.tabla))],
        },
        'faltan archivos en el almacén',
      );
    }
    absent = missing.length > 0 && missing.length === sample.length;
  };

  try {
    bound = await bind(execute, store);
    lookedAt = Date.now();
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    log.warn({ err: error }, 'el almacén de archivos no responde; se sigue sin él');
  }
  return {
    ...store,
    putFile: async (id, path) => {
      await ensure();
      await store.putFile(id, path);
    },
    check: async () => {
      await store.check();
      await ensure();
      if (!bound?.lost && Date.now() - lookedAt >= LOOK_EVERY) {
        lookedAt = Date.now();
        // Not waited for: it also asks the database, which is another part of readiness.
        look().catch(() => {});
      }
      if (absent) throw new Outage('files', new Error('none of a sample of objects is there'));
    },
  };
};
