import { join } from 'node:path';
import { StorageRefusal } from '../errors.ts';
import { createLookers } from '../lookers.ts';
import type { Spooled } from '../spool.ts';
import type { PaperAnswer, PaperQuestion } from './worker.ts';

/** Looks at the PDF of strangers in a process of its own: `worker.ts`. */
export type Papers = {
  /**
   * Opens a PDF and looks through all of it. `owner` is whose turn it is.
   * @throws {StorageRefusal} when it is none, does not open, has too many pages, does something by itself or carries
   * something. @throws {CallError} UNAVAILABLE when too many wait.
   */
  look: (file: Spooled, given: { maxPages: number; owner: string }) => Promise<void>;
  /** Ends the process. */
  close: () => void;
};

/** The heaviest of 10 MB that was tried holds 420. */
const MEMORY = 800;
const HEAP = 500;
const LOOK_MS = 30_000;

const AGAIN = 'Ábralo, elija «Imprimir» y «Guardar como PDF», y envíe ese archivo.';

/** What is wrong with one, and what to do. */
const REFUSALS: Record<Exclude<PaperAnswer, 'good' | 'pages'>, readonly [string, string]> = {
  broken: [
    'pdf-danado',
    `El PDF está dañado o incompleto y no se puede abrir. Descárguelo o escanéelo de nuevo. Si en su equipo sí abre: ${AGAIN}`,
  ],
  password: [
    'pdf-con-contrasena',
    `El PDF pide una contraseña para abrirse. ${AGAIN.replace('Ábralo', 'Ábralo con su contraseña')}`,
  ],
  empty: ['pdf-vacio', 'El PDF no tiene ninguna página. Revise que sea el archivo correcto.'],
  actions: [
    'pdf-con-acciones',
    `El PDF trae instrucciones que se ejecutan al abrirlo (JavaScript o formularios que actúan solos) y por seguridad no se admite. ${AGAIN}`,
  ],
  heavy: [
    'pdf-desmedido',
    `El PDF ocupa demasiada memoria al mostrarse: sus páginas traen más de lo que se puede ver. ${AGAIN}`,
  ],
  attachments: [
    'pdf-con-adjuntos',
    `El PDF trae otros archivos, audio o video dentro, y por seguridad no se admite. ${AGAIN}`,
  ],
};

const tooLong = (maxPages: number) =>
  new StorageRefusal(
    400,
    'pdf-demasiado-largo',
    `El PDF tiene demasiadas páginas: puede tener ${maxPages} como máximo. Envíe solo las que hacen falta.`,
  );

export const createPapers = (): Papers => {
  const lookers = createLookers<PaperQuestion, PaperAnswer>({
    worker: join(import.meta.dirname, 'worker.ts'),
    memory: MEMORY,
    heap: HEAP,
    lookMs: LOOK_MS,
    broken: 'broken',
    atOnce: 1,
    tooMany: 'Hay muchos documentos en espera. Inténtelo de nuevo en un momento.',
  });
  return {
    look: async (file, { maxPages, owner }) => {
      const answer = await lookers.ask(owner, { path: file.path, maxPages });
      if (answer === 'good') return;
      if (answer === 'pages') throw tooLong(maxPages);
      throw new StorageRefusal(400, ...REFUSALS[answer]);
    },
    close: lookers.close,
  };
};
