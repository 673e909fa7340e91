/** A data folder that cannot be used: each is refused with a sentence that says what to do. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'datos-'));
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+rwX', root]);
  rmSync(root, { recursive: true, force: true });
});
chmodSync(root, 0o755);

/** Of whoever runs the tests; somebody else may look, or not even that. */
const dir = (path: string, mode: number) => {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
};
/** A data folder that anybody may write to. */
const data = (path: string) => dir(path, 0o777);

const NOT_MINE = /no puede leer o escribir .*Dele permiso \(por ejemplo: chown/;
const A_FILE = /es un archivo y ahí debe haber una carpeta/;

const CASES: Record<string, [(path: string) => void, RegExp]> = {
  'may be looked at only': [(path) => dir(path, 0o555), NOT_MINE],
  'may not even be looked at': [(path) => dir(path, 0o000), NOT_MINE],
  'cannot be made': [(path) => dir(join(path, '..'), 0o555), NOT_MINE],
  'cannot be made by anybody': [
    (path) => {
      symlinkSync('/proc', join(path, '..'));
    },
    /No se puede usar la/,
  ],
  'is a file': [(path) => writeFileSync(path, ''), A_FILE],
  'is under a file': [(path) => writeFileSync(join(path, '..'), ''), A_FILE],
  'is a link to nothing': [(path) => symlinkSync(join(root, 'nada'), path), /No se puede usar la/],
};
for (const name of ['archivos', 'archivos/temporal', 'auditoria', 'respaldos', 'base']) {
  CASES[`whose ${name} is somebody else's`] = [
    (path) => {
      data(path);
      if (name.includes('/')) data(join(path, 'archivos'));
      dir(join(path, name), name === 'base' ? 0o000 : 0o555);
    },
    NOT_MINE,
  ];
  CASES[`whose ${name} is a file`] = [
    (path) => {
      data(path);
      if (name.includes('/')) data(join(path, 'archivos'));
      writeFileSync(join(path, name), '');
    },
    A_FILE,
  ];
}
CASES["whose key is somebody else's"] = [
  (path) => {
    data(path);
    writeFileSync(join(path, 'secreto.key'), 'a'.repeat(64), { mode: 0o600 });
    chmodSync(join(path, 'secreto.key'), 0o000);
  },
  NOT_MINE,
];
CASES["whose lock is somebody else's"] = [
  (path) => {
    data(path);
    writeFileSync(join(path, 'cerrojo.db'), '');
    chmodSync(join(path, 'cerrojo.db'), 0o000);
  },
  /cerrojo\.db/,
];

it('is refused, whatever is wrong with it', { timeout: 120_000 }, () => {
  const paths = Object.entries(CASES).map(([name, [prepare]], n) => {
    const path = join(root, `${n}`, /cannot|under/.test(name) ? 'a/datos' : 'datos');
    dir(join(root, `${n}`), 0o777);
    prepare(path);
    return path;
  });
  const refusals = JSON.parse(
    execFileSync(process.execPath, ['--liftoff-only', 'tests/fixtures/as-nobody.ts', ...paths], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  ) as (string | null)[];
  if (process.env.SHOW) console.warn(refusals.join('\n'));
  const found = Object.fromEntries(Object.keys(CASES).map((name, n) => [name, refusals[n]]));
  for (const [name, [, says]] of Object.entries(CASES)) {
    expect(found[name], name).toMatch(says);
    expect(found[name], name).not.toMatch(/\n\s+at |undefined/);
  }
});
