/** A file that cannot be read as a table; the message is Spanish and says what to do. */
export class UnreadableSpreadsheet extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableSpreadsheet';
  }
}

/** A table without any row, not even of headers. */
export class NoRows extends UnreadableSpreadsheet {
  constructor() {
    super('El archivo no tiene filas.');
  }
}

export const NO_ROWS =
  'El archivo no tiene ninguna fila debajo de los encabezados. Agregue los datos y súbalo de nuevo.';

export const DAMAGED =
  'El archivo está dañado o no es un libro XLSX. Ábralo en su programa de hojas de cálculo y guárdelo de nuevo como XLSX.';
