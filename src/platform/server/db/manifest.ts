import { sql } from 'kysely';
import { z } from 'zod';
import { type Env, EnvError } from '../env.ts';
import type { Secrets } from '../secrets.ts';
import type { Db } from './index.ts';

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
  /** The files that people sent, when the copy began: how many, of how many bytes. */
  archivos: z.object({ donde: z.string(), cuantos: z.number(), bytes: z.number() }),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Tells one master key from another. */
const huellaOf = (secrets: Pick<Secrets, 'derive'>): string =>
  secrets.derive('respaldo').toString('hex').slice(0, 16);

export type Origin = {
  env: Pick<Env, 'dataDir' | 's3' | 'secretKey'>;
  secrets: Pick<Secrets, 'derive'>;
};

/** The manifest of a dump that begins now. */
export const makeManifest = async (
  db: Db,
  { env, secrets }: Origin,
  now: Date,
): Promise<Manifest> => {
  const { rows } = await sql<{ migracion: string | null; cuantos: number; bytes: number }>`select
    (select max(nombre) from migraciones) as migracion,
    count(*)::int as cuantos, coalesce(sum(bytes), 0)::float8 as bytes from archivos`.execute(db);
  const { migracion, cuantos, bytes } = rows[0]!;
  return {
    formato: 1,
    empezado: now.toISOString(),
    migracion,
    clave: { huella: huellaOf(secrets), donde: env.secretKey ? 'SECRET_KEY' : 'secreto.key' },
    archivos: { donde: env.s3 ? `S3: ${env.s3.bucket}` : 'archivos/', cuantos, bytes },
  };
};

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
