/**
 * `npm run indicadores -- --verify`: compares the figures of home with the enrolments, one by one, and says which are not
 * right; `--rebuild` makes them again (the embedded database: with the server stopped).
 */
import { parseArgs } from 'node:util';
import {
  rebuildIndicadores,
  reviewIndicadores,
} from '../src/features/indicadores/server/service.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const { values } = parseArgs({
    options: { verify: { type: 'boolean' }, rebuild: { type: 'boolean' } },
  });
  if (values.verify === values.rebuild) throw new EnvError('Diga --verify o --rebuild.');
  const env = readEnv({ DEMO: '1', ...process.env });
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    poolSize: 2,
  });
  const work = values.rebuild ? rebuildIndicadores : reviewIndicadores;
  const { inscripciones, diferencias, ejemplos } = await work(database.db, new Date());
  await database.close();
  console.error(
    diferencias === 0
      ? `Las cifras cuadran con las ${inscripciones} inscripciones enviadas.`
      : `${diferencias} cifras no cuadran con las ${inscripciones} inscripciones enviadas:\n${ejemplos.join('\n')}`,
  );
  process.exit(diferencias === 0 ? 0 : 1);
});
