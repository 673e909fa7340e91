import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { actAs, currentActor } from '../request-context.ts';
import type { Db } from './index.ts';
import { readJoined, writeJoined } from './joined.ts';
import { shareConnections } from './lanes.ts';
import type { Statement } from './together.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Sent = { names: string; as: string | null; end: PromiseWithResolvers<void> };

/** What is sent of it, together and as whom; each time is answered when `end` is. */
const sending = () => {
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Db;
  shareConnections(db, { readers: null, committed: () => {} });
  const sent: Sent[] = [];
  const send = async (names: readonly string[]) => {
    const end = Promise.withResolvers<void>();
    sent.push({ names: names.join(''), as: currentActor(), end });
    await end.promise;
    return names.map((name) => `${name} de ${currentActor()}`);
  };
  const reading = (_: unknown, names: readonly string[]) => send(names);
  const writing = (names: readonly string[]) =>
    ({ query: names, read: () => names }) as unknown as Statement<readonly string[]>;
  const told: string[] = [];
  const tell = (answer: Promise<unknown>) =>
    answer.then(
      (one) => told.push(`${one}`),
      (error: Error) => told.push(error.message),
    );
  return {
    sent,
    told,
    /** Each asks as an account of its own name. */
    ask: (names: string) => {
      for (const name of names) actAs(name, () => tell(readJoined(db, reading, name)));
    },
    write: (names: string) => {
      const by = (_: Db, { read }: Statement<readonly string[]>) => send(read(undefined as never));
      for (const name of names) actAs(name, () => tell(writeJoined(db, writing, name, by)));
    },
    last: () => sent.at(-1)?.names,
    answer: async () => {
      sent.at(-1)!.end.resolve();
      await pass(0);
    },
  };
};

it('who is alone waits for nobody, nor do three', async () => {
  const { ask, last, answer } = sending();
  for (const names of ['a', 'b', 'cde', 'f']) {
    ask(names);
    await pass(0);
    expect(last()).toBe(names);
    await answer();
  }
});

it('after four the next waits a millisecond for who comes back, once', async () => {
  const { ask, last, answer, sent } = sending();
  ask('abcd');
  await pass(0);
  await answer();
  ask('a');
  await pass(0);
  ask('b');
  await pass(0);
  expect(sent.map(({ names }) => names)).toEqual(['abcd']);
  await pass(1);
  expect(last()).toBe('ab');
  await answer();
  ask('c');
  await pass(0);
  expect(last()).toBe('c');
});

it('what comes while the others are on their way goes as soon as they are answered', async () => {
  const { ask, last, answer } = sending();
  ask('abcd');
  await pass(0);
  ask('efgh');
  await pass(1);
  expect(last()).toBe('abcd');
  await answer();
  expect(last()).toBe('efgh');
});

it('what is written waits for nobody, however many went before', async () => {
  const { write, last, answer } = sending();
  write('abcd');
  await pass(0);
  await answer();
  write('e');
  await pass(0);
  expect(last()).toBe('e');
});

it('is of who asked first, at once, after the wait and behind others', async () => {
  const { ask, answer, sent } = sending();
  ask('abcd');
  await pass(0);
  ask('ef');
  await pass(1);
  await answer();
  await answer();
  ask('ghij');
  await pass(0);
  await answer();
  ask('kl');
  await pass(1);
  await answer();
  expect(sent.map(({ names, as }) => `${names} de ${as}`)).toEqual([
    'abcd de a',
    'ef de e',
    'ghij de g',
    'kl de k',
  ]);
});

it('when they fail together each is tried as its own', async () => {
  const { ask, sent, told } = sending();
  ask('abcd');
  await pass(0);
  sent[0]!.end.reject(new Error('no'));
  await pass(0);
  expect(sent.slice(1).map(({ names, as }) => `${names} de ${as}`)).toEqual([
    'a de a',
    'b de b',
    'c de c',
    'd de d',
  ]);
  sent[2]!.end.reject(new Error('b no'));
  for (const { end } of sent) end.resolve();
  await pass(0);
  expect(told.sort()).toEqual(['a de a', 'b no', 'c de c', 'd de d']);
});
