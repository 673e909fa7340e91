/**
 * `npm run respaldo:verify`: restores a dump into a temporary folder and checks that a school could go on with it: the
 * database, its history, the keys, and each stored object that its rows refer to. Nothing of the installation changes.
 *
 * - without arguments, the newest dump of `DATA_DIR/respaldos/`; or the file that is named;
 * - `--instalacion` (always so with DATABASE_URL): the database as it is, for instance just restored;
 * - `--completo`: reads every object and compares its SHA-256, not only that it is there.
 *
 * Ends with 1 when something is missing, and says what.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../src/platform/server/db/index.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { runOrExplain } from '../src/server.ts';
import { verifyRestored } from './restaurado.ts';
import { restaurar } from './restaurar.ts';

const newest = (dataDir: string): string => {
  const dir = join(dataDir, 'respaldos');
  const name = existsSync(dir)
    ? readdirSync(dir)
        .filter((file) => file.endsWith('.tar.gz'))
        .sort()
        .at(-1)
    : undefined;
  if (name === undefined) throw new EnvError(`No hay respaldos en ${dir}. Indique el archivo.`);
  return join(dir, name);
};

await runOrExplain(async () => {
  const { values, positionals } = parseArgs({
    options: { instalacion: { type: 'boolean' }, completo: { type: 'boolean' } },
    allowPositionals: true,
  });
  const env = readEnv({ DEMO: '1', ...process.env });
  const inPlace = values.instalacion === true || env.databaseUrl !== null;
  const temporary = inPlace ? null : mkdtempSync(join(tmpdir(), 'respaldo-'));
  let database: Database | undefined;
  try {
    if (temporary === null) {
      database = await openDatabase({ ...env, poolSize: 2 });
    } else {
      const file = positionals[0] ?? newest(env.dataDir);
      if (!existsSync(file)) throw new EnvError(`No está el archivo ${file}.`);
      console.error(`Se restaura ${file} en una carpeta temporal.`);
      for (const name of ['secreto.key', 'auditoria']) {
        const from = join(env.dataDir, name);
        if (existsSync(from)) cpSync(from, join(temporary, name), { recursive: true });
      }
      ({ database } = await restaurar(file, { ...env, dataDir: temporary }));
    }
    const { lines, problems } = await verifyRestored(database, env, {
      anclas: temporary ?? env.dataDir,
      complete: values.completo === true,
    });
    for (const line of lines) console.error(line);
    if (problems.length === 0) console.error('Está completo: con esto se puede restaurar.');
    else console.error(`NO está completo:\n${problems.map((one) => `- ${one}`).join('\n')}`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await database?.close();
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
});
