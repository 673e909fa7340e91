import { randomUUID } from 'node:crypto';
import type { CausaCorreo, Medio } from '../../shared/correos.ts';
import type { Db, Trx } from '../db/index.ts';
import type { Log } from '../log.ts';
import { mailCounter } from '../metrics.ts';
import {
  type Claimed,
  claimCorreos,
  endPause,
  expireCorreos,
  insertRechazo,
  markFailed,
  markKept,
  markSent,
  markServerWell,
  markWaiting,
  recordServerFailure,
  releaseCorreos,
  renewCorreos,
  wakeCorreos,
} from './delivery-data.ts';
import { domainOf, nextOf, pauseSeconds, retrySeconds } from './schedule.ts';
import { NotDelivered, type Verdict } from './verdict.ts';

/** A mail that was given up: why, in codes, for the history. */
export type GivenUp = { id: string; causa: CausaCorreo; codigo: string };

/** What the log calls each way out. */
const WAY = { correo: 'el servidor de correo', telefono: 'la pasarela de mensajes' } as const;

export type DeliveryOptions = {
  db: Db;
  /** What it delivers: each way has its own queue, and its own server that may be down. */
  medio: Medio;
  log: Log;
  /** The portal's clock. */
  now: () => Date;
  /** Hands a mail over; throws `NotDelivered`. Null: the local mailbox, where it already is. */
  deliver: ((mail: Claimed) => Promise<void>) | null;
  /** Deliveries at once. */
  lanes: number;
  /** What is given up goes in the history, in the transaction that gives it up. */
  onGivenUp: (trx: Trx, mails: readonly GivenUp[]) => Promise<void>;
  /** The embedded database: whoever had taken mails is dead. */
  alone: boolean;
  /** Tests: seconds before the first repetition, and of the first pause of the server. */
  retry?: { mail?: number; server?: number };
  /** Tests: for how long a process that says nothing is believed to be at it. */
  leaseSeconds?: number;
};

type Way = Claimed & { domain: string; since: number; begun: Date };
/** `answered`: the server took it or said why not, so that it is there. */
type Outcome = { mail: Way; verdict: Verdict | null; answered: boolean };

const BATCH = 50;
/** A process that says nothing for this long is taken for dead. It renews at a third of it. */
const LEASE_SECONDS = 60;
/** Also without being woken, and what other processes left, is looked for this often. */
const POLL_MS = 2_000;
/** A commit is followed by a look after this, so that what many commit goes out together. */
const GATHER_MS = 50;
/** A domain that took longer than this for one mail is slow, and for how long it is held to be. */
const SLOW_MS = 10_000;
const SLOW_FOR_MS = 300_000;
/** How long a stop waits for what is being delivered. */
const STOP_MS = 5_000;

const errorCode = (error: unknown): string =>
  String((error as { code?: unknown })?.code ?? (error as Error)?.name ?? 'error');

/**
 * Delivers what waits: takes mails in a short statement, hands them over in several lanes while the
 * database is free, and writes down in another short one what became of them. Several processes share
 * the work; what one of them had taken when it died is another's a minute later.
 */
export const createDelivery = (options: DeliveryOptions) => {
  const {
    db,
    medio,
    log,
    now,
    deliver,
    lanes,
    onGivenUp,
    alone,
    retry = {},
    leaseSeconds = LEASE_SECONDS,
  } = options;
  const process = randomUUID();
  const waiting: Way[] = [];
  const onTheirWay = new Map<string, Way>();
  const outcomes: Outcome[] = [];
  const slowUntil = new Map<string, number>();
  /** There may be something to take. */
  let look = true;
  /** The server took nothing the last time: one mail at a time. */
  let doubtful = false;
  /** When (by the process's own clock) the server last answered about a mail. */
  let lastAnswer = Number.NEGATIVE_INFINITY;
  /** What was looked for left out domains of which some were waiting here. */
  let passedOver = false;
  let troubled = false;
  let stopping = false;
  let wakeUp: () => void = () => {};
  let running: Promise<void> | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let timers: NodeJS.Timeout[] = [];

  const isSlow = (domain: string): boolean => {
    const clock = performance.now();
    return (
      (slowUntil.get(domain) ?? 0) > clock ||
      [...onTheirWay.values()].some(
        (mail) => mail.domain === domain && clock - mail.since > SLOW_MS,
      )
    );
  };

  const busy = (): Map<string, number> => {
    const count = new Map<string, number>();
    for (const { domain } of onTheirWay.values()) count.set(domain, (count.get(domain) ?? 0) + 1);
    return count;
  };

  const handOver = async (mail: Way): Promise<void> => {
    onTheirWay.set(mail.id, mail);
    let verdict: Verdict | null = null;
    let answered = true;
    try {
      await deliver?.(mail);
    } catch (error) {
      if (error instanceof NotDelivered) {
        verdict = error.verdict;
        answered = error.answered;
      } else {
        const respuesta = 'No se pudo preparar el correo.';
        verdict = { causa: 'espera', respuesta, codigo: errorCode(error) };
        answered = false;
      }
      if (verdict.causa === 'servidor') answered = false;
    }
    onTheirWay.delete(mail.id);
    if (answered) lastAnswer = performance.now();
    if (performance.now() - mail.since > SLOW_MS) {
      slowUntil.set(mail.domain, performance.now() + SLOW_FOR_MS);
    } else slowUntil.delete(mail.domain);
    outcomes.push({ mail, verdict, answered });
    wakeUp();
  };

  const launch = (): void => {
    while (!stopping && waiting.length > 0 && (deliver === null || onTheirWay.size < lanes)) {
      const at = deliver === null ? 0 : nextOf(waiting, busy(), lanes, isSlow);
      if (at < 0) return;
      const [mail] = waiting.splice(at, 1);
      void handOver({ ...mail!, since: performance.now(), begun: now() });
    }
  };

  /** A lane is free and nothing that was taken may use it. */
  const mayTake = (): boolean =>
    look &&
    !stopping &&
    // While in doubt one is on its way, and tells whether the server is back.
    !(doubtful && onTheirWay.size > 0) &&
    outcomes.length < BATCH &&
    (deliver === null || (onTheirWay.size < lanes && waiting.length < 4 * BATCH));

  const take = async (): Promise<void> => {
    look = false;
    // More for a domain whose lanes are taken would only fill the place of others.
    const held = [...new Set(waiting.map(({ domain }) => domain))];
    const taken = await claimCorreos(db, {
      medio,
      process,
      leaseSeconds,
      now: now(),
      limit: BATCH,
      except: held,
    });
    for (const mail of taken) {
      waiting.push({ ...mail, domain: domainOf(mail.para), since: 0, begun: new Date(0) });
    }
    passedOver = held.length > 0;
    // Fewer than asked for: there were no more. What is queued from now on wakes us.
    if (taken.length === BATCH) look = true;
  };

  /** The server is there; `wasDown`: it was thought not to be. */
  const serverAnswered = async (wasDown: boolean): Promise<void> => {
    if (wasDown) {
      await wakeCorreos(db, medio, now());
      log.info(`${WAY[medio]} acepta mensajes de nuevo`);
    }
    if (doubtful || wasDown) look = true;
    doubtful = false;
  };

  const settleSent = async (sent: readonly Way[]): Promise<void> => {
    const ids = sent.map(({ id }) => id);
    if (deliver === null) await markKept(db, ids, now());
    else {
      const begun = new Date(Math.max(...sent.map((mail) => mail.begun.getTime())));
      await serverAnswered(await markSent(db, { medio, ids, now: now(), begun }));
    }
    mailCounter.inc({ way: medio, result: 'sent' }, sent.length);
  };

  const settleFailed = async ({ mail, answered }: Outcome, verdict: Verdict): Promise<void> => {
    const at = now();
    const { id } = mail;
    const { causa, respuesta, codigo } = verdict;
    const server = causa === 'servidor';
    const over = !server && (causa !== 'espera' || mail.vence_en <= at);
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
    // One connection that is refused while others are served is no reason to stop.
    const alarm = server && lastAnswer < mail.since;
    const pause = (failures: number) => pauseSeconds(failures, Math.random(), retry.server);
    let first = false;
    await db.transaction().execute(async (trx) => {
      const given: GivenUp[] = [];
      if (over) {
        if (!(await markFailed(trx, process, { id, causa, respuesta }, at))) return;
        if (causa === 'destinatario' && medio === 'correo')
          await insertRechazo(trx, mail.para, respuesta, at);
        given.push({ id, causa, codigo });
      } else if (!server) {
        const proximo = later(retrySeconds(mail.intentos + 1, Math.random(), retry.mail));
        await markWaiting(trx, process, { id, causa, respuesta, proximo, counts: true });
      } else {
        const down = alarm
          ? await recordServerFailure(trx, { medio, now: at, respuesta, pause })
          : null;
        // Behind all that are due: the next to be tried is another, in case it is this one's fault.
        const proximo = down?.hasta ?? later(pause(1));
        await markWaiting(trx, process, { id, causa, respuesta, proximo, counts: false });
        first = down?.first ?? false;
        if (down?.counted) {
          for (const late of await expireCorreos(trx, medio, respuesta, at)) {
            given.push({ id: late, causa, codigo });
          }
        }
      }
      if (given.length > 0) await onGivenUp(trx, given);
    });
    if (answered) await serverAnswered(await markServerWell(db, medio, mail.begun));
    if (server) {
      doubtful = true;
      // Those taken with it would meet the same.
      const ids = waiting.splice(0).map((other) => other.id);
      if (ids.length > 0) await releaseCorreos(db, { process, ids });
    }
    if (first) log.error({ codigo }, `${WAY[medio]} no acepta mensajes`);
    else log.warn({ correo: id, causa, codigo }, over ? 'correo sin entregar' : 'correo en espera');
    mailCounter.inc({ way: medio, result: over ? 'failed' : 'retried' });
  };

  /** Writes down what became of the deliveries. What cannot be written now is kept for later. */
  const settle = async (): Promise<void> => {
    const sent = outcomes.filter(({ verdict }) => verdict === null);
    if (sent.length > 0) {
      await settleSent(sent.map(({ mail }) => mail));
      for (const outcome of sent) outcomes.splice(outcomes.indexOf(outcome), 1);
    }
    for (const outcome of [...outcomes]) {
      if (outcome.verdict === null) continue;
      await settleFailed(outcome, outcome.verdict);
      outcomes.splice(outcomes.indexOf(outcome), 1);
    }
  };

  const renew = async (): Promise<void> => {
    const ids = [...waiting, ...onTheirWay.values(), ...outcomes.map(({ mail }) => mail)].map(
      ({ id }) => id,
    );
    if (ids.length > 0) await renewCorreos(db, { process, leaseSeconds, ids });
  };

  const run = async (): Promise<void> => {
    let freed = false;
    while (!stopping) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      try {
        if (!freed) {
          if (alone) await releaseCorreos(db, { all: medio });
          // Whatever was wrong may have been mended with the restart.
          await endPause(db, medio, now());
          freed = true;
        }
        await settle();
        for (;;) {
          launch();
          if (waiting.length === 0 && passedOver) {
            look = true;
            passedOver = false;
          }
          if (!mayTake()) break;
          await take();
        }
        if (troubled) log.info('la cola de correo sigue');
        troubled = false;
        // What goes to the local mailbox is there already.
        if (outcomes.length > 0) continue;
      } catch (error) {
        if (!troubled)
          log.error({ codigo: errorCode(error) }, 'la cola de correo espera a la base');
        troubled = true;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS).unref());
        continue;
      }
      await woken;
    }
  };

  const lookNow = () => {
    look = true;
    wakeUp();
  };

  return {
    start(): void {
      const poll = setInterval(lookNow, POLL_MS);
      const keep = setInterval(() => void renew().catch(() => {}), (leaseSeconds * 1000) / 3);
      timers = [poll, keep];
      for (const timer of timers) timer.unref();
      running = run();
    },
    /** Something may have been queued. */
    lookSoon(): void {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        lookNow();
      }, GATHER_MS);
      gathering.unref();
    },
    /** No more is begun; what is on its way may end, and what was taken is given back. */
    async stop(): Promise<void> {
      if (!running) return;
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      clearTimeout(gathering);
      wakeUp();
      await running;
      const until = performance.now() + STOP_MS;
      while (onTheirWay.size > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      try {
        await settle();
        const ids = waiting.splice(0).map(({ id }) => id);
        if (ids.length > 0) await releaseCorreos(db, { process, ids });
      } catch (error) {
        log.warn({ codigo: errorCode(error) }, 'la cola de correo no pudo despedirse');
      }
    },
  };
};

export type Delivery = ReturnType<typeof createDelivery>;
