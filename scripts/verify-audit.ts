/** `npm run audit:verify`: checks the whole history (the embedded database: with the server stopped). */
import { openDatabase } from '../src/platform/server/db/index.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { readSavedAnclas } from '../src/platform/server/historial/anclas.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { verifyCadenas } from '../src/platform/server/historial/verification.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { formatMomento } from '../src/platform/shared/dates.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const env = readEnv({ DEMO: '1', ...process.env });
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    poolSize: 2,
  });
  const secrets = openSecrets(env);
  openHistorial(database.db, secrets);
  const lineas = await readSavedAnclas(env.dataDir, secrets);
  const { integro, anotaciones, problemas, anclas, restauraciones } = await verifyCadenas(
    database.db,
    lineas,
  );
  await database.close();
  if (integro) console.error(`El historial está íntegro: ${anotaciones} anotaciones.`);
  else console.error(`El historial NO está íntegro:\n${problemas.join('\n')}`);
  const { comparadas, desde, hasta } = anclas;
  if (desde !== null && hasta !== null) {
    const [first, last] = [desde, hasta].map((momento) => formatMomento(new Date(momento)));
    console.error(`Se compararon ${comparadas} anclas, desde el ${first} hasta el ${last}.`);
  } else console.error('No se comparó ninguna ancla.');
  for (const { respaldo, momento } of restauraciones) {
    console.error(`Restaurado de ${respaldo} el ${formatMomento(new Date(momento))}.`);
  }
  process.exit(integro ? 0 : 1);
});
