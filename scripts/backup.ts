/** `npm run backup`: a dump of the embedded database now (the server must be stopped). */
import { backup } from '../src/platform/server/db/backup.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const env = readEnv({ DEMO: '1', ...process.env });
  if (env.databaseUrl) {
    throw new EnvError('Con DATABASE_URL, respalde con las herramientas de PostgreSQL (pg_dump).');
  }
  const database = await openDatabase({ databaseUrl: null, dataDir: env.dataDir, poolSize: 1 });
  console.error(`Respaldo: ${await backup(database, env.dataDir, new Date())}`);
  await database.close();
});
