import type { Actor, Policy } from '../shared/actor.ts';
import type { Callable, InputOf, OutputOf } from '../shared/callable.ts';
import { CallError, type FieldErrors } from '../shared/errors.ts';
import { esUnoMismo, SOBRE_UNO_MISMO, type Sujeto } from '../shared/uno-mismo.ts';
import { findExcess } from './bounds.ts';
import type { Db } from './db/index.ts';
import type { Along, Quien } from './db/together.ts';
import type { Browser, Origin } from './origin.ts';
import type { Services } from './services.ts';
import type { Turn } from './turns.ts';

/** Characters of a field's name that are given back: what sends a longer one is no form. */
const MAX_FIELD_NAME = 100;
/** Fields whose errors are given back: a form shows fewer. */
const MAX_FIELD_ERRORS = 50;
/** Characters of a field's error: of some it says what was sent. */
const MAX_MESSAGE = 300;
/** Texts by which calls wait for each other: ids. */
const TURN_KEY = /^[\w-]{1,100}$/;

/** A request as handlers see it: from where, what its browser keeps, when. */
export type CallRequest = Origin &
  Browser & {
    id: string;
    /** The server's receipt: the order that counts when many press at once. */
    receivedAt: Date;
    /** Which it is of those that this process received in that millisecond, from 0 on and 999 at most. */
    receivedOrder: number;
    /** Its place among those who came for the same thing (`inTurn`); null of what has none. */
    turn: Turn | null;
    /** Aborted when the call's time-out passes or the client goes away. */
    signal: AbortSignal;
  };

export type CallContext<A> = { actor: A; request: CallRequest; services: Services };

export type Handler = {
  contract: Callable;
  access: { public: true } | { public: false; policy: Policy };
  /** Whether its definition says about whom it is, so that nobody does it about themselves. */
  noSobreUnoMismo: 'nadie' | 'permitido' | 'sin decir';
  /** What it reads in the journey that tells who asks. */
  ahead: ((db: Db, input: never, quien: Quien) => Promise<unknown>) | null;
  /** The field of the input that says what those who call it come for: `request.turn` is among them. */
  inTurn: string | null;
  run: (input: never, ctx: CallContext<never> & { along?: Along | undefined }) => Promise<unknown>;
};

type Run<C extends Callable, A> = (
  input: import('zod').output<C['input']>,
  ctx: CallContext<A>,
) => Promise<import('zod').input<C['output']>>;

/**
 * Nobody acts as staff on their own file or account. What staff do about a person says here about whom it is
 * (read from the input, before anything is done), and then it is refused to them; or `null`: it may be about
 * oneself. Every callable that only staff may use and whose input names a person says one or the other
 * (tests/contracts.test.ts).
 */
type NoSobreUnoMismo<C extends Callable> = {
  sujeto: (
    input: import('zod').output<C['input']>,
    ctx: CallContext<Actor>,
  ) => Promise<Sujeto> | Sujeto;
  /** What they are told, where there is something better to say. */
  rechazo?: { readonly code: string; readonly message: string };
} | null;

/** @throws {CallError} PERMISSION_DENIED when it is about the actor. */
const requireOtro = (
  actor: Actor,
  sujeto: Sujeto,
  { code, message }: { readonly code: string; readonly message: string } = SOBRE_UNO_MISMO,
): void => {
  if (esUnoMismo(actor, sujeto)) throw new CallError('PERMISSION_DENIED', message, { code });
};

/**
 * Binds a contract to its handler. A callable is denied unless it names a policy, or says
 * `public: true` (then `actor` may be null). What one row answers may be read `ahead`, also of whom the session is: sent with what
 * tells who asks, in one journey, and handed to `run` as `leido`; nothing of it is looked at before the policy and `run` allow it, and it is thrown
 * away when they do not.
 */
export function handle<C extends Callable, L>(
  contract: C,
  options: {
    policy: Policy;
    ahead: (db: Db, input: import('zod').output<C['input']>, quien: Quien) => Promise<L>;
    inTurn?: keyof import('zod').output<C['input']> & string;
    run: (
      input: import('zod').output<C['input']>,
      ctx: CallContext<Actor> & { leido: L },
    ) => Promise<import('zod').input<C['output']>>;
  },
): Handler;
export function handle<C extends Callable>(
  contract: C,
  options: { policy: Policy; noSobreUnoMismo?: NoSobreUnoMismo<C>; run: Run<C, Actor> },
): Handler;
export function handle<C extends Callable>(
  contract: C,
  options: { public: true; run: Run<C, Actor | null> },
): Handler;
export function handle<C extends Callable>(
  contract: C,
  options: {
    policy?: Policy;
    public?: true;
    noSobreUnoMismo?: NoSobreUnoMismo<C>;
    ahead?: (db: Db, input: never, quien: Quien) => Promise<unknown>;
    inTurn?: string;
    run: (input: never, ctx: never) => Promise<unknown>;
  },
): Handler {
  if (options.public === undefined && typeof options.policy !== 'function') {
    throw new Error(
      `Callable ${contract.name} names neither a policy nor public: true. Give it a policy from its feature's policy.ts.`,
    );
  }
  const { noSobreUnoMismo: guard, ahead } = options;
  return {
    contract,
    access: options.public ? { public: true } : { public: false, policy: options.policy as Policy },
    noSobreUnoMismo: guard ? 'nadie' : guard === null ? 'permitido' : 'sin decir',
    ahead: ahead ?? null,
    inTurn: options.inTurn ?? null,
    // Here and not where calls come in: whoever runs one within another work passes it too.
    run: guard
      ? async (input, ctx) => {
          requireOtro(ctx.actor, await guard.sujeto(input, ctx), guard.rechazo);
          return options.run(input, ctx as never);
        }
      : ahead
        ? async (input, { along, ...ctx }) => {
            const { actor, services } = ctx as CallContext<Actor>;
            const leido = along?.read
              ? along.read.leido
              : await ahead(services.db, input, { persona: actor.personaId });
            return options.run(input, { ...ctx, leido } as never);
          }
        : (options.run as Handler['run']),
  };
}

/** What was sent, held against the contract once, when it is first asked for: what is sent by who may not is never read. */
export type Sent = () => ReturnType<Callable['input']['safeParse']>;

/** What was sent to a callable. */
export const sentTo = ({ contract }: Handler, data: unknown): Sent => {
  let read: ReturnType<Sent> | undefined;
  return () => {
    if (!read) {
      const excess = findExcess(contract.input, data);
      if (excess) throw refusedFields({ [nameOf(excess)]: TOO_MUCH });
      read = contract.input.safeParse(data);
    }
    return read;
  };
};

/** What a call reads with who asks, when it says so and what was sent is what it expects. */
export const alongOf = ({ ahead }: Handler, sent: Sent): Along | undefined =>
  ahead
    ? {
        // Parsed here: by now the request has shown a token that this portal signed.
        reading: async (db, quien) => {
          const input = sent();
          if (!input.success) throw refusedInput(input.error);
          return ahead(db, input.data as never, quien);
        },
      }
    : undefined;

/** The place of a call among those who came for the same thing, read from its field without parsing the rest; null when it has none. */
export const turnOf = (
  { turns }: Pick<Services, 'turns'>,
  { contract, inTurn }: Handler,
  data: unknown,
): Turn | null => {
  if (!inTurn || typeof data !== 'object' || data === null) return null;
  const key = (data as Record<string, unknown>)[inTurn];
  return typeof key === 'string' && TURN_KEY.test(key)
    ? turns.enter(`${contract.name} ${key}`)
    : null;
};

const TOO_MUCH = 'Son demasiados datos. Envíe menos.';

const nameOf = (path: readonly PropertyKey[]): string => path.join('.').slice(0, MAX_FIELD_NAME);

const refusedFields = (fields: FieldErrors): CallError =>
  new CallError(
    'INVALID_ARGUMENT',
    'Los datos enviados no son los que se esperan. Revíselos e inténtelo de nuevo.',
    { fields },
  );

/** What is wrong with what was sent, field by field. */
const refusedInput = ({ issues }: { issues: { path: PropertyKey[]; message: string }[] }) => {
  const fields: FieldErrors = {};
  let named = 0;
  for (const { path, message } of issues) {
    const name = nameOf(path);
    if (Object.hasOwn(fields, name)) continue;
    fields[name] = message.slice(0, MAX_MESSAGE);
    named += 1;
    if (named === MAX_FIELD_ERRORS) break;
  }
  return refusedFields(fields);
};

/** All callables by name; two with one name are a mistake found at start. */
export const createRegistry = (handlers: readonly Handler[]): ReadonlyMap<string, Handler> => {
  const registry = new Map<string, Handler>();
  for (const handler of handlers) {
    const { name } = handler.contract;
    if (registry.has(name)) throw new Error(`Two callables are called ${name}.`);
    registry.set(name, handler);
  }
  return registry;
};

/** Milliseconds a call may take, the specification's 70 s. */
export const CALL_TIMEOUT = 70_000;

/**
 * One call: is the actor allowed, is the input right, run, present. Everything that goes wrong
 * leaves as a CallError; anything else that is thrown is the caller's to log and hide.
 */
export const performCall = async (
  handler: Handler,
  sent: Sent,
  ctx: CallContext<Actor | null> & { along?: Along | undefined },
): Promise<unknown> => {
  const { contract, access } = handler;
  if (!access.public && !access.policy(ctx.actor)) {
    throw ctx.actor === null
      ? new CallError(
          'UNAUTHENTICATED',
          'Su sesión terminó o no ha ingresado. Ingrese para continuar.',
        )
      : ctx.actor.faltaAceptar
        ? new CallError(
            'PERMISSION_DENIED',
            'Antes de continuar, ingrese al portal y lea y acepte sus textos vigentes.',
            { code: 'falta-aceptar' },
          )
        : new CallError('PERMISSION_DENIED', 'No tiene permiso para hacer esto.');
  }
  const input = sent();
  if (!input.success) throw refusedInput(input.error);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new CallError('DEADLINE_EXCEEDED', 'La operación tardó demasiado. Inténtelo de nuevo.'),
        ),
      CALL_TIMEOUT,
    );
  });
  try {
    const result = await Promise.race([handler.run(input.data as never, ctx as never), timeout]);
    // Parsing strips whatever the contract does not name: the last net against a leaked field.
    return contract.output.parse(result);
  } finally {
    clearTimeout(timer);
  }
};

export type { InputOf, OutputOf };
