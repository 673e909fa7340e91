/**
 * `npm run invariantes`: proves that seats, lines, acuses and history of the enrolments agree, and says what does not (the
 * embedded database: with the server stopped).
 */
import { reviewInscripciones } from '../src/features/inscripciones/invariantes/server/service.ts';
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
  const found = await reviewInscripciones(database.db, new Date(), {
    demo: env.demo,
    secrets: openSecrets(env),
    convocatorias: foldServer(SERVER_FEATURES).given.one('lugarDeConvocatoria'),
  });
  await database.close();
  console.error(
    found.length === 0
      ? 'Las inscripciones cuadran: lugares, listas de espera, acuses y auditoría.'
      : `${found.length} cosas no cuadran:\n${found.map(({ texto }) => texto).join('\n')}`,
  );
  process.exit(found.length === 0 ? 0 : 1);
});
