/** `node --liftoff-only tests/optimised/make.ts`: compiles the embedded database, unless its code is there. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Module, optimised } from './code.ts';

const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Module: new (source: Uint8Array) => Module };
};
const { source, path, serialize } = optimised();
if (!existsSync(path)) {
  // All of it and at once, and then as whoever uses it runs: code is for the same flags only.
  const flags = ['liftoff-only', 'liftoff', 'wasm-lazy-compilation'];
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  const module = new WebAssembly.Module(source);
  for (const flag of flags.toReversed()) setFlagsFromString(`--${flag}`);
  const temporary = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary, new Uint8Array(serialize(module)));
  renameSync(temporary, path);
}
