/** A dump is worth what can be restored from it: `npm run respaldo:verify` on a whole installation and on ones that lack a part. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/server/db/index.ts';
import { makeDemoFolder } from '../demonstration.ts';
import { LONG } from './long.ts';

const ROOT = join(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'respaldo-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs a command of the portal; gives its code and all that it said. */
const run = (script: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--liftoff-only', join('scripts', script), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, DEMO: '1', DATA_DIR: dataDir, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` }),
    );
  });

const objects = () =>
  readdirSync(join(dataDir, 'archivos'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[0-9a-f]{40}$/.test(path))
    .map((path) => join(dataDir, 'archivos', path));

describe.runIf(LONG)('a dump of the embedded database', () => {
  it('is restored apart and compared with keys and files', { timeout: 400_000 }, async () => {
    await makeDemoFolder(dataDir);
    const made = await run('backup.ts');
    expect(made).toMatchObject({ code: 0 });
    for (const name of ['secreto.key', 'emisor.llaves', 'firma.llaves', 'archivos', 'auditoria'])
      expect(made.said).toContain(join(dataDir, name));
    expect(made.said).toMatch(/\d+ documentos de expedientes/);

    const whole = await run('respaldo-verify.ts', ['--completo']);
    expect(whole.said).toMatch(/Está completo/);
    expect(whole.code).toBe(0);

    // Each part that it needs, away or spoilt.
    const [gone, spoilt] = objects();
    renameSync(gone!, `${gone}.fuera`);
    writeFileSync(spoilt!, 'otra cosa');
    const lacking = await run('respaldo-verify.ts', ['--completo']);
    expect(lacking.code).toBe(1);
    expect(lacking.said).toMatch(/falta [0-9a-f]{40} \(\w+\)/);
    expect(lacking.said).toMatch(/cambió [0-9a-f]{40} \(\w+\)/);
    renameSync(`${gone}.fuera`, gone!);
    for (const name of ['secreto.key', 'emisor.llaves']) {
      if (!existsSync(join(dataDir, name))) continue;
      renameSync(join(dataDir, name), join(dataDir, `${name}.fuera`));
      const without = await run('respaldo-verify.ts');
      expect(without.code, name).toBe(1);
      expect(without.said, name).toContain(name);
      rmSync(join(dataDir, name), { force: true });
      renameSync(join(dataDir, `${name}.fuera`), join(dataDir, name));
    }
    // Nothing of the installation changed.
    const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
    const { rows } = await database.execute(
      "select 1 from historial where accion = 'base.restaurar'",
    );
    await database.close();
    expect(rows).toEqual([]);
  });
});
