/** `npm run backup`: a dump of the embedded database now (the server must be stopped). */
import { backup } from '../src/platform/server/db/backup.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const env = readEnv({ DEMO: '1', ...process.env });
  if (env.databaseUrl) {
    throw new EnvError('Con DATABASE_URL, respalde con las herramientas de PostgreSQL (pg_dump).');
  }
  const database = await openDatabase({ databaseUrl: null, dataDir: env.dataDir, poolSize: 1 });
  const path = await backup(database, { env, secrets: openSecrets(env) }, new Date());
  console.error(`Respaldo: ${path}`);
  console.error(
    `No están en él, y hacen falta para restaurar: ${env.s3 ? `los archivos de S3 (${env.s3.bucket})` : `la carpeta ${env.dataDir}/archivos`}, y la clave (${env.secretKey ? 'SECRET_KEY' : `${env.dataDir}/secreto.key`}). Guárdelos aparte.`,
  );
  await database.close();
});
