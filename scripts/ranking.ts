/**
 * `npm run ranking -- EDICION`: computes again each ranking that an edition of a graduate programme published, from what is stored with it and from
 * the points that are kept, and says what differs (the embedded database: with the server stopped).
 */
import { reviewEdicion } from '../src/features/posgrado/publicacion/comprobacion/server/service.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { runOrExplain } from '../src/server.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

await runOrExplain(async () => {
  const [edicionId = ''] = process.argv.slice(2);
  if (!UUID.test(edicionId)) {
    console.error(
      'Diga de qué edición: npm run ranking -- EDICION (está en la dirección de /convocatorias/EDICION).',
    );
    process.exit(1);
  }
  const env = readEnv({ DEMO: '1', ...process.env });
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    poolSize: 2,
  });
  const revisados = await reviewEdicion(database.db, edicionId);
  await database.close();
  if (revisados === null) {
    console.error('Esa edición no tiene convocatoria.');
    process.exit(1);
  }
  if (revisados.length === 0) console.error('Esa edición no ha publicado resultados.');
  for (const { donde, hallazgos } of revisados) {
    console.error(
      hallazgos.length === 0
        ? `${donde}: coincide con sus entradas, con las puntuaciones guardadas y con su sorteo.`
        : hallazgos.map(({ texto }) => texto).join('\n'),
    );
  }
  process.exit(revisados.every(({ hallazgos }) => hallazgos.length === 0) ? 0 : 1);
});
