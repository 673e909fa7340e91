/**
 * `npm run restore -- respaldos/2026-11-21T03-10-00.tar.gz`: makes the embedded database of a data
 * folder from a dump. Refuses to write over a database that is there, and to go on without the dump's key.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { neededBesides } from '../src/platform/server/db/manifest.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { describeCounts } from '../src/platform/server/storage/inventory.ts';
import { runOrExplain } from '../src/server.ts';
import { restaurar } from './restaurar.ts';

await runOrExplain(async () => {
  const [file] = process.argv.slice(2);
  const env = readEnv({ DEMO: '1', ...process.env });
  if (!file || !existsSync(file)) throw new EnvError('Indique el archivo del respaldo (.tar.gz).');
  const { database, manifest } = await restaurar(file, env);
  await database.close();
  console.error(`Base restaurada en ${join(env.dataDir, 'base')}.`);
  if (manifest && manifest.archivos.cuantos > 0) {
    const { cuantos, donde, tablas } = manifest.archivos;
    const which = tablas ? ` (${describeCounts(tablas)})` : '';
    console.error(
      `Los archivos no están en el respaldo: entonces eran ${cuantos.toLocaleString('es-MX')}${which}, en ${donde}.`,
    );
  }
  console.error('Antes de iniciar, compruebe que esté aquí lo que el respaldo no trae:');
  for (const { que, donde, porque } of neededBesides(env))
    console.error(`- ${que}: ${donde} (${porque}).`);
  console.error('Después, compruébelo todo: npm run respaldo:verify -- --instalacion');
});
