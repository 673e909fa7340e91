/** Set up before the suites that open an embedded database: each one's thread finds the code here instead of compiling. */
import { type Module, optimised, readCode } from './code.ts';

/** Held as long as the process runs: V8 gives a module's code to whoever compiles the same source, while somebody has it. */
const HELD = Symbol.for('portal.tests.optimised');
const held = globalThis as { [HELD]?: Module };

if (!held[HELD]) {
  const { source, path, deserialize } = optimised();
  const module = deserialize(readCode(path), source);
  if (!module) throw new Error(`${path} is not this V8's. Remove it: it is made again.`);
  held[HELD] = module;
}
