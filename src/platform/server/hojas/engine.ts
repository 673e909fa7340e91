import type { Db, Trx } from '../db/index.ts';
import type { Trabajos } from '../trabajos.ts';
import type { HojasDeclaradas } from './define.ts';
import type { HojaFiles } from './files.ts';

/** What happened to a list, for the history. */
export type HojaEvent = {
  accion: 'importar' | 'exportar';
  trabajoId: string;
  actorUid: string;
  /** Which list (`hojaForHistory`), and how much of it. */
  detalle: Record<string, unknown>;
};

/** What importing and exporting stand on. */
export type HojaEngine = {
  db: Db;
  trabajos: Trabajos;
  hojas: HojasDeclaradas;
  files: HojaFiles;
  now: () => Date;
  /** Records it in the history, in the transaction that does it. */
  onEvent: (trx: Trx, event: HojaEvent) => Promise<void>;
};
