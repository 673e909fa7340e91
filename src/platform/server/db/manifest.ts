import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Env, EnvError } from '../env.ts';
import type { Secrets } from '../secrets.ts';
import { countObjects, storeIdentity, totalOf } from '../storage/inventory.ts';
import { type Db, executeOn } from './index.ts';

/** Its name inside a dump, whose first file it is. */
export const MANIFEST = 'manifiesto.json';

/** What a dump says of itself: whoever restores needs the key and the files, which are not in it. */
const manifestSchema = z.object({
  formato: z.literal(1),
  /** ISO 8601, when the copy began. What it holds is of the moment when the copy ended. */
  empezado: z.string(),
  /** The last migration of the database; null: it has none yet. */
  migracion: z.string().nullable(),
  clave: z.object({
    /** Of the master key; says which one it is, and nothing of what it is. */
    huella: z.string(),
    donde: z.string(),
  }),
  /** The objects of the store that rows referred to when the copy began. */
  archivos: z.object({
    donde: z.string(),
    cuantos: z.number(),
    /** Of those that people sent. */
    bytes: z.number(),
    /** By table, and the identity of their store; dumps of before November 2026 only counted those that people sent. */
    tablas: z.array(z.object({ tabla: z.string(), cuantos: z.number() })).optional(),
    almacen: z.string().nullable().optional(),
  }),
  /** What a restore needs besides the dump, each with where it was. */
  necesita: z.array(z.object({ que: z.string(), donde: z.string() })).optional(),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Tells one master key from another. */
export const huellaOf = (secrets: Pick<Secrets, 'derive'>): string =>
  secrets.derive('respaldo').toString('hex').slice(0, 16);

export type Origin = {
  env: Pick<Env, 'dataDir' | 's3' | 'secretKey'> & Partial<Pick<Env, 'signing'>>;
  secrets: Pick<Secrets, 'derive'>;
};

/** The manifest of a dump that begins now. */
export const makeManifest = async (
  db: Db,
  { env, secrets }: Origin,
  now: Date,
): Promise<Manifest> => {
  const { rows } = await sql<{
    migracion: string | null;
    bytes: number;
  }>`select (select max(nombre) from migraciones) as migracion,
    (select coalesce(sum(bytes), 0)::float8 from archivos) as bytes`.execute(db);
  const { migracion, bytes } = rows[0]!;
  const almacen = await storeIdentity(executeOn(db));
  const tablas = await countObjects(executeOn(db));
  return {
    formato: 1,
    empezado: now.toISOString(),
    migracion,
    clave: { huella: huellaOf(secrets), donde: env.secretKey ? 'SECRET_KEY' : 'secreto.key' },
    archivos: {
      donde: env.s3 ? `S3: ${env.s3.bucket}` : 'archivos/',
      cuantos: totalOf(tablas),
      bytes,
      tablas,
      almacen,
    },
    necesita: neededBesides(env).map(({ que, donde }) => ({ que, donde })),
  };
};

/** What a restore needs besides the database, wherever that is: each with where it is and why. */
export const neededBesides = ({
  dataDir,
  s3,
  secretKey,
  signing,
}: Origin['env']): { que: string; donde: string; porque: string }[] => [
  {
    que: 'la clave maestra',
    donde: secretKey ? 'la variable SECRET_KEY' : join(dataDir, 'secreto.key'),
    porque: 'sin ella no se lee nada cifrado ni se comprueba el historial',
  },
  {
    que: 'las llaves de las credenciales',
    donde: join(dataDir, 'emisor.llaves'),
    porque: 'sin ellas lo nuevo se firma con otra llave (existe desde el primer documento emitido)',
  },
  {
    que: 'la llave de los PDF',
    donde: signing ? 'los archivos de SIGNING_CERT y SIGNING_KEY' : join(dataDir, 'firma.llaves'),
    porque: 'sin ella los PDF nuevos se firman con otra (existe desde el primer PDF)',
  },
  {
    que: 'los archivos',
    donde: s3 ? `el almacén S3 «${s3.bucket}», prefijo archivos/` : join(dataDir, 'archivos'),
    porque: 'son los documentos, acuses, actas, emitidos y diseños; la base solo dice cuáles son',
  },
  {
    que: 'las anclas del historial',
    donde: join(dataDir, 'auditoria'),
    porque: 'sin ellas no se compara lo anterior al respaldo',
  },
];

/** Reads the manifest of a dump; refuses one that a later version of the portal wrote. */
export const readManifest = (text: string): Manifest => {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new EnvError(
      'El manifiesto del respaldo está dañado o es de una versión posterior del portal. Restáurelo con la versión que lo hizo, o use otro respaldo.',
    );
  }
};

/** Refuses to restore without the key of what is sealed in the dump. */
export const requireKey = (
  { clave }: Manifest,
  secrets: Pick<Secrets, 'derive'> | null,
  dataDir: string,
): void => {
  if (secrets && huellaOf(secrets) === clave.huella) return;
  const what = secrets ? 'La clave de esta instalación no es la del respaldo' : 'Falta la clave';
  const how =
    clave.donde === 'SECRET_KEY'
      ? 'Se hizo con la de la variable SECRET_KEY: póngala y vuelva a intentarlo.'
      : `Se hizo con la del archivo secreto.key: póngalo en ${dataDir} (y quite SECRET_KEY, si está) y vuelva a intentarlo.`;
  throw new EnvError(
    `${what}; sin ella no se leen los datos cifrados ni se puede comprobar el historial. ${how}`,
  );
};
