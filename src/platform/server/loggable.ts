/*
 * What the log says of a failure: of what kind it is, where in the program, and of its words those that are the program's own.
 * A failure quotes what it failed at (JSON.parse its text, PostgreSQL the value and the row, zod the keys), and that is somebody's.
 */

/** Things of a failure that are names of the program or of the database's: columns, constraints, calls of the system. */
const NAMES = ['code', 'errno', 'syscall', 'severity', 'routine', 'statusCode', 'part'] as const;
const OF_THE_DATABASE = ['schema', 'table', 'column', 'dataType', 'constraint'] as const;
const NAME = /^[A-Za-z][\w.-]{0,79}$|^[A-Z0-9]{5}$/;

/** A failure within a failure within a failure… */
const DEEPEST = 4;
/** So many of what zod says, or of what failed together. */
const MOST = 5;

/** From the first quote to the last: what is between may have quotes of its own. */
const QUOTED = /["'`«“‘][\s\S]*["'`»”’]/;
/** A CURP or RFC, whole or begun; an address; a number of a telephone or a card. */
const OF_SOMEBODY = /\b[A-ZÑ&]{3,4}\d{6}\w*|[^\s@]+@[^\s@]+|(?<![\w-])\d[\d ()-]{5,}\d(?![\w-])/gi;
/** JavaScript's own that say in plain words what they could not read. */
const TELLS_ITS_TEXT = /^(?:SyntaxError|RangeError|URIError)$/;
const CANNOT_CONVERT = /^Cannot convert .* to /s;

const FRAME = /^ {4}at .+$/;

type Issue = { code?: unknown; path?: unknown; expected?: unknown };

const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && NAME.test(value) ? value : undefined;

/** Where in a record something is: a record's keys may be anything, the program's are written like this. */
const whereOf = (path: unknown): string =>
  Array.isArray(path)
    ? path
        .map((step) =>
          typeof step === 'number'
            ? '#'
            : /^[a-z]+(?:[A-Z][a-z]+)*$/.test(String(step))
              ? step
              : '…',
        )
        .join('.')
    : '';

const sayIssue = ({ code, path, expected }: Issue): string =>
  [nameOf(code), nameOf(expected), whereOf(path)].filter(Boolean).join(' ');

/** What failed, in the program's own words alone. */
export const messageOf = (error: unknown): string => {
  const { name, message, issues } = (error ?? {}) as {
    name?: unknown;
    message?: unknown;
    issues?: unknown;
  };
  if (Array.isArray(issues)) {
    const more = issues.length > MOST ? [`+${issues.length - MOST}`] : [];
    return [...issues.slice(0, MOST).map(sayIssue), ...more].join('; ');
  }
  const text = typeof error === 'string' ? error : message;
  if (typeof text !== 'string') return '';
  if (TELLS_ITS_TEXT.test(String(name)) || CANNOT_CONVERT.test(text)) return '…';
  const [first] = text.replace(QUOTED, '…').replace(OF_SOMEBODY, '…').split('\n');
  return first!.slice(0, 500);
};

/** Where it happened, without what the trace repeats of the message. */
const framesOf = ({ stack, message }: Error): string => {
  const text = String(stack);
  const after = text.indexOf(message);
  const trace = message.length > 0 && after >= 0 ? text.slice(after + message.length) : text;
  return trace
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
};

const namedOf = (error: object): Record<string, string | number> => {
  const of = error as Record<string, unknown>;
  const keys = 'severity' in of ? [...NAMES, ...OF_THE_DATABASE] : NAMES;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = typeof of[key] === 'number' ? (of[key] as number) : nameOf(of[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
};

export type Loggable = {
  type: string;
  message: string;
  stack?: string;
  cause?: Loggable;
  errors?: Loggable[];
  [name: string]: unknown;
};

/** A failure as the log may have it, whatever was thrown. */
export const loggable = (error: unknown, deep = 0): Loggable => {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error) };
  const { cause } = error;
  const errors = error instanceof AggregateError ? error.errors.slice(0, MOST) : [];
  const within = (one: unknown) => loggable(one, deep + 1);
  return {
    type: nameOf(error.constructor.name) ?? 'Error',
    message: messageOf(error),
    ...namedOf(error),
    stack: framesOf(error),
    ...(cause !== undefined && deep < DEEPEST && { cause: within(cause) }),
    ...(errors.length > 0 && deep < DEEPEST && { errors: errors.map(within) }),
  };
};
