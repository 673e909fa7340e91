import { CallError, type FieldErrors } from '../../shared/errors.ts';
import { fieldErrorsOf, messageOf } from '../callables/client.ts';

/** What a form shows after a failed attempt. */
export type FormFailure = {
  readonly fields: Readonly<FieldErrors>;
  /** What belongs to no field of the form. */
  readonly general: readonly string[];
};

export const NO_FAILURE: FormFailure = { fields: {}, general: [] };

const EXPIRED_MESSAGE =
  'Su sesión terminó. Ingrese de nuevo y vuelva a enviar: lo que escribió sigue aquí.';

/**
 * Sorts what the server answered: messages of fields this form has go beside them (a prefix such
 * as "persona." is let go), every other one to the summary.
 */
export const failureOf = (error: unknown, names: readonly string[]): FormFailure => {
  if (error instanceof CallError && error.status === 'UNAUTHENTICATED' && !error.details?.code) {
    return { fields: {}, general: [EXPIRED_MESSAGE] };
  }
  const fields: FieldErrors = {};
  const general: string[] = [];
  for (const [path, message] of Object.entries(fieldErrorsOf(error))) {
    const name =
      names.find((known) => known === path) ?? names.find((known) => path.endsWith(`.${known}`));
    if (name) fields[name] ??= message;
    else general.push(message);
  }
  if (Object.keys(fields).length === 0 && general.length === 0) general.push(messageOf(error));
  return { fields, general };
};

/** The little of zod that is needed, so that this file does not pull it into a public page. */
type Schema = {
  safeParse: (value: unknown) =>
    | { success: true }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
};

/** Adapts a zod schema to `validate`: the first message of each field. */
export const withSchema =
  (schema: Schema) =>
  (values: unknown): FieldErrors => {
    const parsed = schema.safeParse(values);
    const errors: FieldErrors = {};
    if (parsed.success) return errors;
    for (const { path, message } of parsed.error.issues) {
      errors[path.map(String).join('.')] ??= message;
    }
    return errors;
  };
