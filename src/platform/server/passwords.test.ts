import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** In a process of its own: the suites hash for less (tests/cheap-hashes.ts). */
const CODE = `
  import { hashRaw } from '@node-rs/argon2';
  import { hashPassword, hashSecret } from './src/platform/server/passwords.ts';
  const salt = Buffer.alloc(16, 7);
  const dear = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt };
  console.log(JSON.stringify({
    password: await hashPassword('una frase'),
    secret: await hashSecret('ABCD', salt),
    dear: (await hashRaw('ABCD', dear)).toString('base64url'),
  }));`;

it('passwords and secrets are hashed by argon2id at OWASP’s cost', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', CODE], {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  });
  const { password, secret, dear } = JSON.parse(said);
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(secret).toBe(dear);
});
