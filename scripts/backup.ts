/** `npm run backup`: a dump of the embedded database now (the server must be stopped). */
import { backup } from '../src/platform/server/db/backup.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { neededBesides } from '../src/platform/server/db/manifest.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { countObjects, describeCounts, totalOf } from '../src/platform/server/storage/inventory.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const env = readEnv({ DEMO: '1', ...process.env });
  if (env.databaseUrl) {
    throw new EnvError(
      'Con DATABASE_URL, respalde con las herramientas de PostgreSQL (docs/OPERACION.md, «Respaldar PostgreSQL»).',
    );
  }
  const database = await openDatabase({ databaseUrl: null, dataDir: env.dataDir, poolSize: 1 });
  const path = await backup(database, { env, secrets: openSecrets(env) }, new Date());
  const counts = await countObjects(database.execute);
  await database.close();
  console.error(`Respaldo: ${path}`);
  console.error('No están en él, y hacen falta para restaurar. Guárdelos aparte:');
  for (const { que, donde, porque } of neededBesides(env))
    console.error(`- ${que}: ${donde} (${porque}).`);
  const total = totalOf(counts);
  if (total > 0)
    console.error(`Los archivos son ${total.toLocaleString('es-MX')}: ${describeCounts(counts)}.`);
  console.error('Compruebe que se restaura: npm run respaldo:verify');
});
