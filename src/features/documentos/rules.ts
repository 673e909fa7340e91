import { fechaDe, startOfDay } from '../../platform/shared/dates.ts';
import { beginsAsPdf, PDF_HEAD_BYTES } from '../../platform/shared/pdf-head.ts';

const MB = 1_048_576;
const DAY = 86_400_000;

/** What the vault takes: told by its bytes. */
export const DOCUMENTO_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];
export const DOCUMENTO_MAX_BYTES = 10 * MB;
export const DOCUMENTO_MAX_PAGES = 100;
/** All that one person keeps, versions included. */
export const DOCUMENTOS_MAX_BYTES = 300 * MB;

/** How many bytes of a file `archivoProblem` looks at. */
export const HEAD_BYTES = PDF_HEAD_BYTES;

/** Days before one ends that its person is told. */
export const DIAS_DE_AVISO = 30;
/** Minutes during which whoever decided may withdraw it; until then its person is not told. */
export const MINUTOS_PARA_DESHACER = 5;

/**
 * What keeps a file from being sent, told before it travels, or null. By its first bytes, as the server does, which
 * looks at all of it: names and declared types lie.
 */
export const archivoProblem = (size: number, head: Uint8Array): string | null => {
  const start = String.fromCharCode(...head.subarray(0, 16));
  if (size === 0) {
    return 'El archivo está vacío. Revise que se haya guardado completo y elíjalo de nuevo.';
  }
  if (/^.{4}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/s.test(start)) {
    return 'Las fotos HEIC no se pueden leer aquí. Envíela como JPG; en un iPhone: Ajustes › Cámara › Formatos › «El más compatible», y tómela de nuevo.';
  }
  if (!/^(\xff\xd8\xff|\x89PNG)/s.test(start) && !beginsAsPdf(head)) {
    return 'Ese archivo no es un PDF ni una foto JPG o PNG, aunque su nombre lo diga. Guárdelo como PDF o tómele una foto, y elija ese archivo.';
  }
  if (size > DOCUMENTO_MAX_BYTES) {
    return `El archivo pesa ${Math.ceil(size / MB)} MB y puede pesar ${DOCUMENTO_MAX_BYTES / MB} como máximo. Escanéelo en blanco y negro o con menos resolución.`;
  }
  return null;
};

/** The last day (YYYY-MM-DD) on which one of a type that lasts some months is in force; null: it does not end. */
export const ultimoDiaDe = (meses: number | null, desde: Date): string | null => {
  if (meses === null) return null;
  const [year = 0, month = 1, day = 1] = fechaDe(desde).split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + meses + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + meses, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
};

/** The instant at which one ends whose last day is this: the school's midnight after it. */
export const venceEnDe = (ultimoDia: string): Date => startOfDay(ultimoDia, 1);

/** The last day on which one is in force that ends at this instant. */
export const ultimoDia = (venceEn: Date): string => fechaDe(new Date(+venceEn - 1));

/** Whether one that ends then is about to, or has. */
export const porVencer = (venceEn: Date, ahora: Date): boolean =>
  +venceEn - +ahora <= DIAS_DE_AVISO * DAY;

export type Version = {
  id: string;
  personaId: string;
  tipoId: string;
  creadoEn: Date;
  estado: string;
};

/**
 * What the versions of two files come to be when they are one: all of them in the order in which they were sent, of
 * each type from 1 on; of two that wait only the newer goes on waiting.
 */
export const planReunion = (
  versiones: readonly Version[],
): { id: string; version: number; sustituida: boolean }[] => {
  const byTipo = Map.groupBy(
    versiones.toSorted((a, b) => +a.creadoEn - +b.creadoEn || a.id.localeCompare(b.id)),
    ({ tipoId }) => tipoId,
  );
  return [...byTipo.values()].flatMap((those) => {
    const last = those.findLast(({ estado }) => estado === 'pendiente');
    return those.map(({ id, estado }, i) => ({
      id,
      version: i + 1,
      sustituida: estado === 'pendiente' && id !== last?.id,
    }));
  });
};
