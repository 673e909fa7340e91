import { useCallback, useId, useRef, useState } from 'react';
import type { FieldErrors } from '../../shared/errors.ts';
import type { SummaryItem } from '../feedback/error-summary.tsx';
import { type FormFailure, failureOf, NO_FAILURE } from './errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: any shape of values
type Values = Record<string, any>;

type Validated<V> = { [name in keyof V]?: string | undefined } | FieldErrors;

export type FormOptions<V extends Values, R> = {
  readonly initial: V;
  /** What is already known to be wrong with it: on a page whose answers came by its address. */
  readonly mistakes?: FormFailure;
  /** Messages by field; runs on submit only. */
  readonly validate?: (values: V) => Validated<V>;
  readonly submit: (values: V) => Promise<R> | R;
  readonly onSuccess?: (result: R, values: V) => void;
  /** Which screen mends what a message says, when its field does not. */
  readonly mendedAt?: (message: string) => string | undefined;
  /** Answers that do not stay after a failure: passwords. */
  readonly clearOnError?: readonly (keyof V & string)[];
};

/** What a field receives: spread it on `TextField` and its kin. */
export type FieldProps<T> = {
  readonly id: string;
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly error: string | undefined;
};

export type FormState<V extends Values = Values> = {
  readonly values: V;
  readonly set: (change: Partial<V>) => void;
  readonly field: <K extends keyof V & string>(name: K) => FieldProps<V[K]>;
  /** Field messages and summary after a failed attempt. */
  readonly failure: FormFailure;
  readonly summary: readonly SummaryItem[];
  /** Grows with each failed attempt; moves the focus to the summary. */
  readonly attempt: number;
  /** The last attempt was sent, and the server did not take it. */
  readonly refused: boolean;
  readonly busy: boolean;
  readonly dirty: boolean;
  /** Whether it was taken. */
  readonly submit: () => Promise<boolean>;
  /** Back to the initial values (or these), without messages. */
  readonly reset: (values?: V) => void;
};

/**
 * The state of a form: validates on submit, never clears what was typed, gathers the server's
 * messages with its own. Small on purpose: it goes with the public pages.
 */
export const useForm = <V extends Values, R = unknown>(
  options: FormOptions<V, R>,
): FormState<V> => {
  const prefix = useId();
  const [base, setBase] = useState(options.initial);
  const [values, setValues] = useState(options.initial);
  const [failure, setFailure] = useState<FormFailure>(options.mistakes ?? NO_FAILURE);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  // State changes too late to stop a second press in the same frame.
  const running = useRef(false);

  const set = useCallback((change: Partial<V>) => setValues((old) => ({ ...old, ...change })), []);
  const idOf = (name: string) => `${prefix}-${name}`;

  const fail = (next: FormFailure) => {
    setFailure(next);
    setRefused(true);
    setAttempt((count) => count + 1);
    for (const name of options.clearOnError ?? []) set({ [name]: '' } as Partial<V>);
  };

  const submit = async () => {
    if (running.current) return false;
    const found = compact(options.validate?.(values));
    if (Object.keys(found).length > 0) {
      // Values stay, passwords too: nothing was sent yet.
      setFailure({ fields: found, general: [] });
      setRefused(false);
      setAttempt((count) => count + 1);
      return false;
    }
    running.current = true;
    setBusy(true);
    try {
      const result = await options.submit(values);
      setFailure(NO_FAILURE);
      setBase(values);
      options.onSuccess?.(result, values);
      return true;
    } catch (error) {
      fail(failureOf(error, Object.keys(values)));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const summary: SummaryItem[] = [
    ...failure.general.map((message) => ({ message })),
    ...inOrder(values, failure.fields).map(([name, message]) => ({
      fieldId: name in values ? idOf(name) : undefined,
      message,
      to: options.mendedAt?.(message),
    })),
  ];

  return {
    values,
    set,
    field: (name) => ({
      id: idOf(name),
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<V>),
      error: failure.fields[name],
    }),
    failure,
    summary,
    attempt,
    refused,
    busy,
    dirty: values !== base && JSON.stringify(values) !== JSON.stringify(base),
    submit,
    reset: (next = options.initial) => {
      setBase(next);
      setValues(next);
      setFailure(NO_FAILURE);
    },
  };
};

const compact = (errors: Validated<Values> | undefined): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

/** In the order of the form's own fields, whatever order the messages came in. */
const inOrder = (values: Values, fields: FieldErrors): [string, string][] => {
  const order = Object.keys(values);
  return Object.entries(fields).sort(([a], [b]) => rank(order, a) - rank(order, b));
};

const rank = (order: readonly string[], name: string): number => {
  const i = order.indexOf(name);
  return i < 0 ? order.length : i;
};
