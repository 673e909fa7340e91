import type { z } from 'zod';

/**
 * A callable's contract: the one object that types the browser's `call(...)`, validates on the
 * server and writes the OpenAPI document. Lives in a feature's `contract.ts`.
 */
export type Callable<
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = {
  /** Wire name: `POST /{region}/{name}`. */
  readonly name: N;
  /** One Spanish sentence for `/api/docs`. */
  readonly summary: string;
  /** Schema of `data`; objects must be `z.strictObject`, so that extra keys are refused. */
  readonly input: I;
  /** Bytes that a body may have, where 64 kB are too few. */
  readonly maxBytes?: number;
  /** Schema of `result`. */
  readonly output: O;
};

export type InputOf<C extends Callable> = z.input<C['input']>;
export type OutputOf<C extends Callable> = z.output<C['output']>;

/** Declares a callable. `export const signIn = callable({ name: 'signIn', … })`. */
export const callable = <N extends string, I extends z.ZodType, O extends z.ZodType>(
  contract: Callable<N, I, O>,
): Callable<N, I, O> => contract;
