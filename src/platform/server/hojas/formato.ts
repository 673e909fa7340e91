import { type Hoja, importColumns } from './define.ts';
import { styleHeader, worksheetName } from './write.ts';

/** Rows of the blank format that are prepared (as text, with their lists of values). */
const PREPARED = 2_000;

/**
 * The blank format of a list, to fill in and import: headers with a note each, lists of the
 * possible values, and a second worksheet that explains every column with an example.
 */
export const buildFormato = async (hoja: Hoja): Promise<Buffer> => {
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.Workbook();
  const columns = importColumns(hoja);
  const title = hoja.title.charAt(0).toUpperCase() + hoja.title.slice(1);

  const data = workbook.addWorksheet(worksheetName(title), {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  const help = workbook.addWorksheet('Instrucciones', { views: [{ state: 'frozen', ySplit: 1 }] });
  const lists = workbook.addWorksheet('Valores');
  data.columns = columns.map(({ header, required, example }) => ({
    header: required ? `${header} *` : header,
    width: Math.min(40, Math.max(14, header.length + 6, String(example).length + 4)),
    // Text, so that the program does not turn a key into a number or a date into something else.
    style: { numFmt: typeof example === 'number' ? 'General' : '@' },
  }));
  styleHeader(data);

  help.columns = [
    { header: 'Columna', width: 26 },
    { header: '¿Obligatoria?', width: 15 },
    { header: 'Qué se escribe', width: 60 },
    { header: 'Ejemplo', width: 30 },
  ];
  styleHeader(help);
  for (const [i, column] of columns.entries()) {
    const what = [
      column.hint,
      column.unique && 'No puede repetirse.',
      column.choices && 'Elija uno de los valores de la lista.',
    ].filter(Boolean);
    help.addRow([
      column.header,
      column.required ? 'Sí' : 'No',
      what.join(' '),
      String(column.example),
    ]).alignment = { wrapText: true, vertical: 'top' };
    data.getCell(1, i + 1).note =
      `${column.required ? 'Obligatoria. ' : ''}${what.join(' ')}\nEjemplo: ${column.example}`.trim();

    if (!column.choices) continue;
    lists.getCell(1, i + 1).value = column.header;
    for (const [n, choice] of column.choices.entries()) lists.getCell(n + 2, i + 1).value = choice;
    const letter = lists.getColumn(i + 1).letter;
    // By range and not one by one: a validation for each of 2,000 cells makes a large file.
    const ranges = (data as unknown as { dataValidations: { add: (r: string, v: object) => void } })
      .dataValidations;
    const at = data.getColumn(i + 1).letter;
    ranges.add(`${at}2:${at}${PREPARED}`, {
      type: 'list',
      allowBlank: !column.required,
      formulae: [`Valores!$${letter}$2:$${letter}$${column.choices.length + 1}`],
      showErrorMessage: true,
      errorTitle: column.header,
      error: 'Elija uno de los valores de la lista.',
    });
  }
  if (!columns.some(({ choices }) => choices)) workbook.removeWorksheet(lists.id);
  else lists.state = 'hidden';
  return Buffer.from(await workbook.xlsx.writeBuffer());
};
