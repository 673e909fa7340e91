import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import type { CallAnswer, TestPortal } from '../portal.ts';

/** Calls before anything is measured. */
const WARM_UP = 200;

export type Waits = { p50: number; p95: number; max: number; n: number };

/** What somebody else waits (ms) while `work` goes on: another person's `listOfertas` every `everyMs`. */
export const waitsDuring = async (
  portal: TestPortal,
  work: () => Promise<unknown>,
  everyMs = 50,
): Promise<Waits> => {
  const url = `${portal.url}/${portal.services.env.region}/listOfertas`;
  const { token } = await makeCuenta(portal);
  const waits: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = async () => {
    const from = performance.now();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"data":{}}',
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`listOfertas: ${response.status}`);
    waits.push(performance.now() - from);
  };
  // A server in service, not one that has just been started and compiles what it runs for the first time.
  for (let i = 0; i < WARM_UP; i++) await ask();
  waits.length = 0;
  // One that the loop could not even send in its time counts from when it was due.
  let due = performance.now();
  const timer = setInterval(() => {
    const late = performance.now() - due - everyMs;
    due = performance.now();
    if (late > everyMs) waits.push(late);
    asked.push(ask());
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(asked);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1), n: waits.length };
};

/** The processes of this one that run a script (`reader/worker.ts`). */
export const workersOf = (script: string): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter((pid) => {
      if (pid === '') return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(script);
      } catch {
        // It ended meanwhile.
        return false;
      }
    })
    .map(Number);

/** Does `work` while the one that runs that script is held, once there is one: what it is at lasts, however fast the machine is. */
export const holdingWorker = async <T>(script: string, work: () => Promise<T>): Promise<T> => {
  await expect.poll(() => workersOf(script), { interval: 5, timeout: 30_000 }).toHaveLength(1);
  const [held] = workersOf(script);
  process.kill(held!, 'SIGSTOP');
  try {
    return await work();
  } finally {
    // Unless the server ended it meanwhile.
    if (workersOf(script).includes(held!)) process.kill(held!, 'SIGCONT');
  }
};

let made = 0;

/**
 * Registers somebody new from an address (with TRUST_PROXY=1), each with a password that is as costly to judge as
 * one can be: every sign may stand for a letter, and it is as long as is looked at.
 */
export const registerFrom =
  (portal: Pick<TestPortal, 'call'>) =>
  (address: string): Promise<CallAnswer> => {
    made += 1;
    return portal.call(
      'createCuenta',
      {
        email: `persona${made}@correo.example`,
        password: `T1gr3$!${made}4zul3$!n4d4nd0`,
        acepta: VERSIONES,
      },
      { headers: { 'x-forwarded-for': address } },
    );
  };
