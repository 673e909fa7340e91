import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

export type ChildOptions = {
  /** Megabytes that it may hold in all: with more it is ended. */
  memory: number;
  /** Megabytes of them for objects of JavaScript. */
  heap: number;
  /** What it is told of its surroundings; nothing unless said. */
  env?: Readonly<Record<string, string>>;
  /** Further arguments of Node. */
  nodeArgs?: readonly string[];
  /** Whether what it complains of goes to the server's own standard error, for whoever operates it. */
  heard?: boolean;
};

/** The server goes first: whoever is served meanwhile must not notice what is decoded. */
const PRIORITY = 5;
/** How often it is looked at, in milliseconds. */
const LOOK_MS = 50;
/**
 * What Node reserves and does not use is 600 MB. So much more than it may hold is not even given to it by the
 * system: what asks for gigabytes at once fails before anybody looks.
 */
const RESERVED = 1_024;
const MB = 2 ** 20;
/**
 * Where the children keep what their modules were compiled to: starting one takes a third of the time
 * (docs/decisions/0050). The server itself does not read it; where it cannot be written, they do without.
 */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/children');

/** Those that were ended here for what they held. */
const tooLarge = new WeakSet<ChildProcess>();

/**
 * Why a process ended without an answer. `file`: what it was given took all of its memory, or brought the decoder down.
 * `lost`: somebody else ended it, or it could not begin; the same file may pass at the next try.
 */
export const endOf = (
  child: ChildProcess,
  code: number | null,
  signal: NodeJS.Signals | null,
): 'file' | 'lost' => {
  if (tooLarge.has(child)) return 'file';
  // 126 and 127: the shell could not become the process.
  if (signal === null) return code === 126 || code === 127 ? 'lost' : 'file';
  return /^SIG(?:ABRT|SEGV|BUS|ILL|FPE|TRAP|SYS|XCPU)$/.test(signal) ? 'file' : 'lost';
};

/** Bytes that a process holds in memory, 0 where the system does not tell. */
const residentBytes = (pid: number | undefined): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4_096;
  } catch {
    return 0;
  }
};

/**
 * A process for the bytes of strangers (docs/decisions/0025): without the server's secrets, behind it in line
 * for the processor, and with a limit of memory, so that a file which was made for it cannot take the machine's.
 */
export const forkChild = (
  module: string,
  { memory, heap, env = {}, nodeArgs = [], heard = false }: ChildOptions,
): ChildProcess => {
  const child = fork(module, {
    serialization: 'advanced',
    env: { NODE_COMPILE_CACHE: COMPILED, ...env },
    // The limit is set by the shell that becomes the process: Node has no way to set it.
    execPath: '/bin/sh',
    execArgv: [
      '-c',
      `ulimit -d ${(memory + RESERVED) * 1024} 2>/dev/null; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${heap}`,
      ...nodeArgs,
    ],
    stdio: ['ignore', 'ignore', heard ? 'inherit' : 'ignore', 'ipc'],
  });
  try {
    if (child.pid) {
      setPriority(child.pid, PRIORITY);
      // And when the machine itself has no more, it is the first to go, not the server with its database.
      writeFileSync(`/proc/${child.pid}/oom_score_adj`, '1000');
    }
  } catch {
    // It ended at once, and who waits for its answer is told; or the system knows no such thing.
  }
  const watch = setInterval(() => {
    if (child.exitCode !== null || child.signalCode !== null) clearInterval(watch);
    else if (residentBytes(child.pid) > memory * MB) {
      tooLarge.add(child);
      child.kill('SIGKILL');
    }
  }, LOOK_MS).unref();
  return child;
};
