import type { Db, Trx } from '../db/index.ts';
import type { Trabajos } from '../trabajos.ts';
import type { Sheets } from './define.ts';
import type { SheetFiles } from './files.ts';

/** What happened to a list, for the history. */
export type SheetEvent = {
  accion: 'importar' | 'exportar';
  hoja: string;
  trabajoId: string;
  actorUid: string;
  detalle: Record<string, unknown>;
};

/** What importing and exporting stand on. */
export type SheetEngine = {
  db: Db;
  trabajos: Trabajos;
  sheets: Sheets;
  files: SheetFiles;
  now: () => Date;
  /** Records it in the history, in the transaction that does it. */
  onEvent: (trx: Trx, event: SheetEvent) => Promise<void>;
};
