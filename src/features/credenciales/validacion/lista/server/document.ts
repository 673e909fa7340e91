import { readFile, rm } from 'node:fs/promises';
import type { OutCell } from '../../../../../platform/server/hojas/cells.ts';
import { createWorkbookWriter } from '../../../../../platform/server/hojas/write.ts';
import { diaEnCelda, formatMomento } from '../../../../../platform/shared/dates.ts';
import { NO_SE_LEE } from '../../../../../platform/shared/ilegible.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { validacionPath, validarFolioPath } from '../../../routes.ts';
import { lookOf, tipoOf } from '../../../rules.ts';
import { type LineaDeLista, MAX_FOLIOS } from '../rules.ts';
import type { Validado } from './service.ts';

const COLUMNS = [
  { header: 'Folio', width: 30 },
  { header: 'Resultado', width: 16 },
  { header: 'Documento', width: 18 },
  { header: 'Titular', width: 36 },
  { header: 'Programa', width: 44 },
  { header: 'Emisión', width: 24 },
  { header: 'Vigente hasta', width: 24 },
  { header: 'Desde cuándo', width: 24 },
  { header: 'Motivo', width: 44 },
  { header: 'Lo sustituye', width: 30 },
] as const;

const fecha = (day: string | null | undefined) => (day ? diaEnCelda(day) : null);

const cellsOf = ({ texto, folio, resultado }: Validado): OutCell[] => {
  if (resultado === 'sinFolio' || folio === null) return [texto, 'Sin un folio completo'];
  if (resultado === null) return [folio, 'No encontrado'];
  if (resultado === 'ilegible') return [folio, `${NO_SE_LEE}: avise a la escuela`];
  if (resultado.tipo === 'papel') {
    const { palabra, estado, titular, titulo, emitidoEl, dictamen } = resultado;
    const nota = dictamen.tono === 'success' ? '' : dictamen.texto;
    const day = fecha(emitidoEl);
    return [resultado.folio, estado, palabra, titular ?? '', titulo, day, null, null, nota, ''];
  }
  const { tipo, estado, titular, programa, emitidoEl, vigenteHasta, cambio } = resultado;
  return [
    resultado.folio,
    lookOf(tipo, estado).palabra,
    tipoOf(tipo).palabra,
    nameInItsCase(titular),
    programa,
    fecha(emitidoEl),
    fecha(vigenteHasta),
    fecha(cambio?.desde),
    cambio?.motivo ?? '',
    resultado.sustituidoPor ?? '',
  ];
};

/** A line of the report, as the page shows it. */
export const lineaDe = (validado: Validado): LineaDeLista => {
  const { resultado } = validado;
  const [texto, palabra, documento = '', titular = ''] = cellsOf(validado).map((cell) =>
    cell === null ? '' : String(cell),
  );
  const said = { texto: texto!, resultado: palabra!, documento, titular };
  if (resultado === null || typeof resultado === 'string') {
    return { ...said, tono: resultado === 'sinFolio' ? 'warning' : 'danger', enlace: null };
  }
  return resultado.tipo === 'papel'
    ? { ...said, tono: resultado.dictamen.tono, enlace: validarFolioPath(resultado.folio) }
    : {
        ...said,
        tono: lookOf(resultado.tipo, resultado.estado).tono,
        enlace: validacionPath(resultado.tipo, resultado.folio),
      };
};

/** The report of a list as a workbook; `path` is where it may be written meanwhile. */
export const buildInforme = async (
  path: string,
  validados: readonly Validado[],
  { ahora, sobran }: { ahora: Date; sobran: number },
): Promise<Buffer> => {
  try {
    const workbook = await createWorkbookWriter(path);
    const worksheet = workbook.worksheet('Folios', COLUMNS);
    await worksheet.write(validados.map(cellsOf));
    const rest =
      sobran > 0
        ? ` Se revisan ${MAX_FOLIOS} por lista: faltan ${sobran}, que no se revisaron.`
        : '';
    await worksheet.write([
      [],
      [
        `Así estaban los documentos el ${formatMomento(ahora)}. Líneas revisadas: ${validados.length}.${rest}`,
      ],
    ]);
    await worksheet.close();
    await workbook.close();
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
};
