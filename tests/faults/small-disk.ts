import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../launch.ts';

/** Mounts only inside: root as it is, anybody else as root of a namespace of their own. */
const UNSHARE = process.getuid?.() === 0 ? ['-m'] : ['-m', '-U', '-r'];

/**
 * Whether this machine lets a process have a small file system of its own (root, or user namespaces).
 * Where it does not, the suites that need one cannot run, and say so.
 */
export const canMount = (): boolean => {
  try {
    execFileSync('unshare', [...UNSHARE, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

/** What `unshare` is given to run a command on a small disk, `$DISK` or `/mnt`, which goes with it. */
export const onSmallDisk = (megabytes: number, command: readonly string[], before = ':') => [
  ...UNSHARE,
  'sh',
  '-ec',
  [
    'test -n "$DISK" || export DISK=/mnt',
    `mount -t tmpfs -o size=${megabytes}m tmpfs "$DISK"`,
    before,
    'exec "$@"',
  ].join('; '),
  'sh',
  ...command,
];

/**
 * A server whose data folder is on a small disk of its own, which goes with the process. `before` is
 * shell that runs on the disk before the server starts (`$DISK` is its folder).
 */
export const launchOnSmallDisk = (
  megabytes: number,
  env: Record<string, string>,
  { script = 'scripts/start.ts', before = ':' } = {},
) => {
  const mount = mkdtempSync(join(tmpdir(), 'disco-'));
  const child = launch({ ...env, DATA_DIR: join(mount, 'datos'), DISK: mount }, script, [
    'unshare',
    ...onSmallDisk(megabytes, [], before),
  ]);
  /** The disk as seen from here. */
  const seen = `/proc/${child.child.pid}/root${mount}`;
  const filler = join(seen, 'relleno');
  const free = () => {
    const { bavail, bsize } = statfsSync(seen);
    return bavail * bsize;
  };
  return {
    ...child,
    seen,
    free,
    /** Writes until no more than `leave` bytes are free. */
    fill(leave = 0): void {
      const file = openSync(filler, 'a');
      try {
        for (const size of [1_048_576, 4_096]) {
          const block = Buffer.alloc(size, 1);
          try {
            while (free() >= leave + size) writeSync(file, block);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    async end(): Promise<void> {
      child.child.kill('SIGKILL');
      await child.exit;
      if (existsSync(mount)) rmSync(mount, { recursive: true, force: true });
    },
  };
};
