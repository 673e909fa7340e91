import { CallError } from '../shared/errors.ts';

/**
 * What the portal stands on and may be away for a while: the database, the store of files, room on
 * the disk; or each of them works and too many ask (`busy`), or an import is putting what is asked for in its place
 * (`import`: some seconds).
 */
export type Part = 'database' | 'files' | 'disk' | 'busy' | 'import';

/** What a person reads, what programs read, and what the tray says of a job that meets it. */
const SAID: Record<Part, { code: string; message: string; waits: string }> = {
  database: {
    code: 'sin-base',
    message:
      'En este momento el portal no puede llegar a su base de datos. Espere unos segundos e inténtelo de nuevo.',
    waits: 'Espera a que la base de datos responda. Seguirá por sí solo.',
  },
  files: {
    code: 'sin-archivos',
    message:
      'En este momento el portal no puede llegar a los archivos; lo demás funciona. Espere un minuto e inténtelo de nuevo.',
    waits: 'Espera a que el almacén de archivos responda. Seguirá por sí solo.',
  },
  disk: {
    code: 'sin-espacio',
    message:
      'Al servidor se le terminó el espacio para guardar. Puede seguir consultando; para guardar, inténtelo de nuevo más tarde.',
    waits: 'Espera a que haya espacio en el servidor. Seguirá por sí solo.',
  },
  busy: {
    code: 'mucha-gente',
    message: 'Hay mucha gente en este momento. Espere unos segundos e inténtelo de nuevo.',
    waits: 'Espera su turno. Seguirá por sí solo.',
  },
  import: {
    code: 'importacion-en-curso',
    message:
      'Se está terminando de importar esta lista. Inténtelo de nuevo en unos segundos: no se perdió nada.',
    waits: 'Espera a que termine una importación. Seguirá por sí solo.',
  },
};

/**
 * Something that the portal stands on is away: nobody's mistake, and over by itself. Answered as
 * UNAVAILABLE (503, with Retry-After); a job that meets it is put off and not counted as failed. No
 * CallError: what a feature decides about those (a row of a batch, a refused job) is not meant here.
 */
export class Outage extends Error {
  readonly part: Part;
  constructor(part: Part, cause?: unknown) {
    super(SAID[part].message, { cause });
    this.name = 'Outage';
    this.part = part;
  }
}

/**
 * A process that reads or makes something ended without an answer, and not because of what it was given: somebody ended it, or
 * the machine had no memory. Answered as UNAVAILABLE; a job that meets it has failed and is tried again.
 */
export class HelperLost extends Error {
  constructor(detail: string, cause?: unknown) {
    super(`A helper process was lost: ${detail}`, { cause });
    this.name = 'HelperLost';
  }
}

/** The typesetter's failures that another try may not meet. */
const PASSING = /^(?:TIMEOUT|CRASHED|BUSY|CLOSED)$/;

const isHelperLost = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return name === 'HelperLost' || (name === 'PdfError' && PASSING.test(String(code)));
};

/** What the server says when it ends, starts, refuses connections or is a copy that only reads. */
const DATABASE_CODES =
  /^(?:57P0[1-5]|08...|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own words, which carry no code. */
const DATABASE_MESSAGES =
  /^(?:Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Postgres connection has been discarded|Cannot use a pool after)/;
/** Raised by the database itself: `importacion_tocar` (migrations/0076). */
const IMPORTING = 'PI001';
/** Also what waited for a lock longer than it may. */
const BUSY = /^(?:53300|53400|53200|55P03)$/;
const BUSY_MESSAGE = /^timeout exceeded when trying to connect/;
/** PostgreSQL's word for it, and the file system's. */
const DISK_CODES = /^(?:53100|ENOSPC|EDQUOT)$/;

/** The one place that knows which failures of a database mean that it is away; null for any other. */
export const databaseOutage = (error: unknown): Outage | null => {
  if (error instanceof Outage) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (DISK_CODES.test(code)) return new Outage('disk', error);
  if (code === IMPORTING) return new Outage('import', error);
  if (BUSY.test(code) || BUSY_MESSAGE.test(message)) return new Outage('busy', error);
  const away = DATABASE_CODES.test(code) || DATABASE_MESSAGES.test(message);
  return away ? new Outage('database', error) : null;
};

/** The same of a store of files, whatever its kind: everything that it throws means that it is away. */
export const filesOutage = (error: unknown): Outage =>
  outageOf(error) ?? new Outage('files', error);

/** An outage, also one that a library copied; elsewhere only a full disk is told by its code. */
const outageOf = (error: unknown): Outage | null => {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  if (name === 'Outage') return error as Outage;
  return typeof code === 'string' && DISK_CODES.test(code) ? new Outage('disk', error) : null;
};

/** True when what failed is only away: worth trying again later, as it is. */
export const isOutage = (error: unknown): boolean => outageOf(error) !== null;

/** What the tray says of a job that waits for it to be over; null for any other failure. */
export const waitsFor = (error: unknown): string | null => {
  const outage = outageOf(error);
  return outage && SAID[outage.part].waits;
};

const HELPER_LOST = new CallError(
  'UNAVAILABLE',
  'Se interrumpió el trabajo con este archivo. No se perdió nada: inténtelo de nuevo.',
  { code: 'trabajo-interrumpido' },
);

/** An outage in the wire's words, any other error as it is. */
export const asUnavailable = (error: unknown): unknown => {
  const outage = outageOf(error);
  if (!outage) return isHelperLost(error) ? HELPER_LOST : error;
  return new CallError('UNAVAILABLE', outage.message, { code: SAID[outage.part].code });
};
