/**
 * `npm run invariantes`: proves that seats, lines, acuses and history of the enrolments and of the graduate programmes agree, and says what
 * does not (the embedded database: with the server stopped).
 */
import { reviewAll } from '../src/features/inscripciones/invariantes/server/service.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { runOrExplain } from '../src/server.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';

await runOrExplain(async () => {
  const env = readEnv({ DEMO: '1', ...process.env });
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    poolSize: 2,
  });
  const { given } = foldServer(SERVER_FEATURES);
  const found = await reviewAll(database.db, new Date(), {
    demo: env.demo,
    secrets: openSecrets(env),
    convocatorias: given.one('lugarDeConvocatoria'),
    comprobaciones: given.all('invariantes'),
  });
  await database.close();
  console.error(
    found.length === 0
      ? 'Todo cuadra: lugares, listas de espera, acuses, convocatorias de posgrado y auditoría.'
      : `${found.length} cosas no cuadran:\n${found.map(({ texto }) => texto).join('\n')}`,
  );
  process.exit(found.length === 0 ? 0 : 1);
});
