/**
 * The embedded database's code by V8's optimising compiler, made once and kept in `.cache/` (by what it is made of):
 * the suites' databases take a third less of the processor's time by it. The portal itself, and whatever the suites
 * start as a process, runs by the baseline compiler (decision 0011): the optimising one asks for 700 MB while it works.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';

const ROOT = join(import.meta.dirname, '../..');
const WASM = join(ROOT, 'node_modules/@electric-sql/pglite/dist/pglite.wasm');

/** A module of WebAssembly, for which the server's types have no name. */
export type Module = object;

/** V8's own ways of keeping compiled code, as browsers do; Node gives them by no other name. */
type Natives = {
  /** The optimised code of a module; ends the process when it has none. */
  serialize: (module: Module) => ArrayBuffer;
  /** The module of `serialize`'s code and its source; undefined when another V8 made it, or one with other flags. */
  deserialize: (code: ArrayBuffer, source: Uint8Array) => Module | undefined;
};

const natives = (): Natives => {
  setFlagsFromString('--allow-natives-syntax');
  return {
    serialize: new Function('module', 'return %SerializeWasmModule(module)') as never,
    deserialize: new Function(
      'code',
      'source',
      'return %DeserializeWasmModule(code, source)',
    ) as never,
  };
};

const read = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

/** The database's WebAssembly, V8's way with its code, and where this V8 with these flags keeps it. */
export const optimised = (): Natives & { source: Uint8Array<ArrayBuffer>; path: string } => {
  const ways = natives();
  const source = read(WASM);
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 16);
  // Of its version, its flags and the processor.
  const path = join(ROOT, '.cache', `pglite-${digest}-${cachedDataVersionTag()}.code`);
  return { ...ways, source, path };
};

/** Held as long as the process runs: V8 gives a module's code to whoever compiles the same source, while somebody has it. */
const HELD = Symbol.for('portal.tests.optimised');
const process = globalThis as { [HELD]?: Module };

/**
 * From now on each database of this process finds its code made instead of compiling it. Throws when it is not made
 * (global.ts).
 */
export const holdOptimised = (): void => {
  if (process[HELD]) return;
  // As --liftoff-only says, for runners that are started without it.
  for (const flag of ['liftoff-only', 'no-wasm-tier-up', 'no-wasm-dynamic-tiering'])
    setFlagsFromString(`--${flag}`);
  const { source, path, deserialize } = optimised();
  const module = deserialize(read(path).buffer, source);
  if (!module) throw new Error(`${path} is not this V8's. Remove it: it is made again.`);
  process[HELD] = module;
};
