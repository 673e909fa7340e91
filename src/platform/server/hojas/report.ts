import { OCULTAS, type RowProblem } from '../../shared/hojas.ts';
import { Momento } from './cells.ts';
import type { Hoja } from './define.ts';
import { createWorkbookWriter } from './write.ts';

export type ReportFigures = {
  archivo: string;
  momento: Date;
  leidas: number;
  /** Null: nothing was written. */
  escritas: { nuevas: number; cambiadas?: number; sinCambio?: number } | null;
  errores: number;
  avisos: number;
};

/** Writes the report of an import to `path`: what was done, and what is wrong where. */
export const writeReport = async (
  path: string,
  hoja: Hoja,
  figures: ReportFigures,
  problems: readonly RowProblem[],
): Promise<void> => {
  const headers = new Map(hoja.columns.map(({ key, header }) => [key, header]));
  headers.set(OCULTAS.columna, 'Toda la fila');
  const workbook = await createWorkbookWriter(path);
  const resumen = workbook.worksheet('Resumen', [
    { header: `Importación de ${hoja.title}`, width: 34 },
    { header: '', width: 60 },
  ]);
  const { escritas } = figures;
  const lines: (readonly [string, string | number | Momento])[] = [
    ['Archivo', figures.archivo],
    ['Momento', new Momento(figures.momento)],
    ['Resultado', escritas ? 'Se escribieron todas las filas.' : 'No se escribió ninguna fila.'],
    ['Filas leídas', figures.leidas],
    ...(escritas
      ? ([
          ['Nuevas', escritas.nuevas],
          ...(escritas.cambiadas === undefined ? [] : [['Cambiadas', escritas.cambiadas] as const]),
          ...(escritas.sinCambio === undefined
            ? []
            : [['Sin cambio', escritas.sinCambio] as const]),
        ] as const)
      : []),
    ['Errores', figures.errores],
    ['Avisos', figures.avisos],
    ...(figures.errores + figures.avisos > problems.length
      ? [['Nota', `Se enumeran los primeros ${problems.length} errores y avisos.`] as const]
      : []),
  ];
  await resumen.write(lines);
  await resumen.close();

  const detail = workbook.worksheet('Errores y avisos', [
    { header: 'Fila', width: 9 },
    { header: 'Columna', width: 24 },
    { header: 'Contenido', width: 32 },
    { header: 'Corrección', width: 70 },
    { header: 'Tipo', width: 10 },
  ]);
  for (let at = 0; at < problems.length; at += 500) {
    await detail.write(
      problems
        .slice(at, at + 500)
        .map((problem) => [
          problem.fila,
          problem.columna === null
            ? 'Toda la fila'
            : (headers.get(problem.columna) ?? problem.columna),
          problem.valor ?? '',
          problem.mensaje,
          problem.nivel === 'error' ? 'Error' : 'Aviso',
        ]),
    );
  }
  await detail.close();
  await workbook.close();
};
