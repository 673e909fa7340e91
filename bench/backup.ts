/**
 * The dump of the embedded database with so many people: how long, how large, how much memory, and what who
 * asks meanwhile waits at most; then its restoration.
 *
 *   node bench/backup.ts [people]
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '../src/platform/server/db/backup.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { restore } from '../src/platform/server/db/restore.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';

const people = Number(process.argv[2] ?? 100_000);
const root = mkdtempSync(join(tmpdir(), 'respaldo-'));
const dataDir = join(root, 'datos');
mkdirSync(dataDir);
const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const sizeOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
await migrate(database, join(import.meta.dirname, '../migrations'));
const BLOCK = 5_000;
for (let from = 0; from < people; from += BLOCK) {
  await database.execute(`insert into personas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo)
    select 'SC' || n, 'Nombre ' || n, 'Paterno ' || n, 'Materno ' || n, 'NOMBRE PATERNO MATERNO ' || n
    from generate_series(${from + 1}, ${from + BLOCK}) n;
    create table if not exists lastre (id int, texto text);
    insert into lastre select n, repeat(md5(n::text), 100) from generate_series(${from + 1}, ${from + BLOCK}) n`);
}
const env = { dataDir, s3: null, secretKey: null };
const secrets = openSecrets(env);
const measure = async (name: string) => {
  const idle = process.memoryUsage.rss();
  let peak = 0;
  let busy = true;
  const waits: number[] = [];
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const asking = (async () => {
    for (let n = 0; busy; n++) {
      const from = performance.now();
      await database.db.transaction().execute(async (trx) => {
        await trx
          .updateTable('personas' as never)
          .set({ nombre: `Otro ${n}` } as never)
          .where('clave' as never, '=', `SC${1 + ((n * 37) % people)}` as never)
          .execute();
      });
      waits.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const from = performance.now();
  const file = await backup(database, { env, secrets }, new Date());
  const seconds = (performance.now() - from) / 1000;
  busy = false;
  await asking;
  clearInterval(timer);
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
  process.stdout.write(
    `${name}: ${seconds.toFixed(1)} s, ${mb(statSync(file).size)} de ${mb(sizeOf(join(dataDir, 'base')))}; RSS ${mb(idle)} antes, ${mb(peak)} de máximo; escribir entretanto p50 ${at(0.5)}, p95 ${at(0.95)}, máximo ${at(1)} ms (${waits.length})\n`,
  );
  return file;
};
await measure('Respaldo recién escrito todo');
await new Promise((resolve) => setTimeout(resolve, 1_100));
const file = await measure('Otro después');
await database.close();
const other = join(root, 'otra');
mkdirSync(other);
copyFileSync(join(dataDir, 'secreto.key'), join(other, 'secreto.key'));
const from = performance.now();
await restore(file, { dataDir: other, secrets });
process.stdout.write(`Restaurar: ${((performance.now() - from) / 1000).toFixed(1)} s\n`);
rmSync(root, { recursive: true, force: true });
