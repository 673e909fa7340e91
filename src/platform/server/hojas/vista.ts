/**
 * What was shown of a file to whoever asks for its import, kept as 8 bytes a row: the import does that and nothing else,
 * though others write to the list meanwhile.
 */
import { createHash } from 'node:crypto';
import type { Indicaciones, RowProblem } from '../../shared/hojas.ts';
import type { Hoja, RowEffect } from './define.ts';

/** Bytes kept of a row. */
const SIZE = 8;
const LIST = new Intl.ListFormat('es');

/** Of what a preview is: how the columns were read, and what was answered. */
export const vistaDe = ({ correspondencia, elecciones = {} }: Indicaciones): string => {
  const sorted = (all: Readonly<Record<string, unknown>>) =>
    Object.entries(all)
      .filter(([, value]) => value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  const answers = sorted(elecciones).map(([key, of]) => [key, sorted(of as object as never)]);
  return createHash('sha256')
    .update(JSON.stringify([sorted(correspondencia), answers]))
    .digest('hex');
};

/** What a row does, as it is compared. */
const huella = ({ efecto, version = '', celdas = [] }: RowEffect): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([efecto, version, celdas]))
    .digest()
    .subarray(0, SIZE);

const NOTHING = Buffer.alloc(SIZE);

type Filas = readonly { fila: number }[];

/** What these rows do, in their order. */
export const huellasOf = (rows: Filas, efectos: readonly RowEffect[]): Buffer => {
  const by = new Map(efectos.map((effect) => [effect.fila, effect]));
  return Buffer.concat(
    rows.map(({ fila }) => {
      const effect = by.get(fila);
      return effect ? huella(effect) : NOTHING;
    }),
  );
};

const DONE = 'Vuelva a elegir el archivo para ver lo que cambiaría ahora.';

const conflictOf = (hoja: Hoja, { fila, nombre, celdas = [] }: RowEffect): RowProblem => {
  const headers = new Map(hoja.columns.map(({ key, header }) => [key, header]));
  const now = celdas.map(
    ({ columna, antes }) => `${headers.get(columna)}: ${antes === '' ? 'vacío' : `«${antes}»`}`,
  );
  const said = now.length > 0 ? ` Ahora dice ${LIST.format(now)}.` : '';
  return {
    fila,
    columna: null,
    nivel: 'error',
    mensaje: `Alguien cambió ${nombre ? `«${nombre}»` : 'este registro'} después de que se revisó el archivo.${said} ${DONE}`,
  };
};

/**
 * The rows that would now do something else than was shown; `from` is the number of rows before them. What nobody was
 * shown is not compared, and a row that has nothing left to do is no conflict.
 */
export const conflictsOf = (
  hoja: Hoja,
  vista: Buffer | null,
  rows: Filas,
  efectos: readonly RowEffect[],
  from: number,
): RowProblem[] => {
  if (!vista) return [];
  const by = new Map(efectos.map((effect) => [effect.fila, effect]));
  return rows.flatMap(({ fila }, i) => {
    const effect = by.get(fila);
    const shown = vista.subarray((from + i) * SIZE, (from + i + 1) * SIZE);
    if (!effect || effect.efecto === 'igual' || shown.length < SIZE) return [];
    return shown.equals(huella(effect)) ? [] : [conflictOf(hoja, effect)];
  });
};
