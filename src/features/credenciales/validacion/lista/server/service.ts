import { rm, writeFile } from 'node:fs/promises';
import { textOf } from '../../../../../platform/server/hojas/cells.ts';
import { inspectTable } from '../../../../../platform/server/hojas/read.ts';
import { readXlsx, worksheetsOf } from '../../../../../platform/server/hojas/read-xlsx.ts';
import { UnreadableSpreadsheet } from '../../../../../platform/server/hojas/unreadable.ts';
import type { Papeles } from '../../../../../platform/server/papeles.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { Ilegible } from '../../../../../platform/shared/formatos.ts';
import { parseFolioDePapel } from '../../../../../platform/shared/papeles.ts';
import { type EmitidoRow, selectEmitidosByFolio } from '../../../server/data.ts';
import type { ResultadoPapel, ResultadoValidacion } from '../../contract.ts';
import { readPapel, readResultado } from '../../server/service.ts';
import { type Renglon, renglonesDe } from '../rules.ts';

/** Lists of an address: each costs what hundreds of folios do. What is not found in one is a guess that these limit. */
const LISTAS = { name: 'validacion-listas', max: 40, windowSeconds: 600 };

/**
 * A line of a list, and how the document of its folio stands. `sinFolio`: the line has none; null: there is no such document;
 * `ilegible`: what is kept of it cannot be read.
 */
export type Validado = Renglon & {
  resultado: ResultadoValidacion | ResultadoPapel | null | 'ilegible' | 'sinFolio';
};

/** One that cannot be read takes the others' answer from nobody. */
const readOne = (services: Pick<Services, 'db' | 'now'>, row: EmitidoRow) =>
  readResultado(services, row).catch((error: unknown) => {
    if (error instanceof Ilegible) return 'ilegible' as const;
    throw error;
  });

/** A paper of another kind. */
const readOtro = (
  services: Pick<Services, 'db' | 'env' | 'now'>,
  papeles: Papeles,
  folio: string,
): Promise<ResultadoPapel | null | 'ilegible'> =>
  readPapel(services, papeles, folio).catch((error: unknown) => {
    if (error instanceof Ilegible) return 'ilegible' as const;
    throw error;
  });

/** What a browser sent as `multipart/form-data`, of whichever field, as it came; nothing of an empty part. */
export const partesDe = (body: Buffer, boundary: string): Buffer[] =>
  body
    .toString('latin1')
    .split(`--${boundary}`)
    .flatMap((part) => {
      const at = part.indexOf('\r\n\r\n');
      const text = at < 0 ? '' : part.slice(at + 4).replace(/\r\n$/, '');
      return text === '' ? [] : [Buffer.from(text, 'latin1')];
    });

/** The text of a part, in UTF-8 or in UTF-16 with its mark; null: it is no text. */
const textoDe = (bytes: Buffer): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(2, 2 + ((bytes.length - 2) & ~1)))
      .swap16()
      .toString('utf16le');
  }
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  return isPdf || bytes.includes(0) ? null : bytes.toString('utf8');
};

/** Rows of a workbook that are read, its headings among them: what is over them is told, not looked at. */
const MAX_FILAS = 2_000;

/** The rows of a workbook's worksheets, as text, their cells beside each other. Throws UnreadableSpreadsheet. */
const textoDeLibro = async (path: string): Promise<string> => {
  const lectura = await inspectTable(path);
  if (lectura.tipo !== 'xlsx') throw new UnreadableSpreadsheet('No es un libro XLSX ni un texto.');
  const lines: string[] = [];
  for (const hoja of (await worksheetsOf(path)).keys()) {
    for await (const rows of readXlsx(path, hoja)) {
      lines.push(...rows.map(({ cells }) => cells.map(textOf).join('\t')));
      if (lines.length > MAX_FILAS) return lines.join('\n');
    }
  }
  return lines.join('\n');
};

/**
 * The lines of what was sent: pasted text, text files and workbooks (XLSX). `path`: where a workbook may be written meanwhile.
 * @throws {CallError} INVALID_ARGUMENT for a file that is neither.
 */
export const readRenglones = async (
  partes: readonly Buffer[],
  newPath: () => string,
): Promise<Renglon[]> => {
  const textos: string[] = [];
  for (const bytes of partes) {
    const texto = textoDe(bytes);
    if (texto !== null) {
      textos.push(texto);
      continue;
    }
    const path = newPath();
    try {
      await writeFile(path, bytes);
      textos.push(await textoDeLibro(path));
    } catch (error) {
      if (!(error instanceof UnreadableSpreadsheet)) throw error;
      throw new CallError('INVALID_ARGUMENT', error.message);
    } finally {
      await rm(path, { force: true });
    }
  }
  return renglonesDe(textos.join('\n'));
};

/**
 * How the documents of the folios of some lines stand, in the order in which they were given, by one question to the database.
 * @throws {CallError} RESOURCE_EXHAUSTED.
 */
export const checkLista = async (
  services: Pick<Services, 'db' | 'env' | 'now' | 'throttle'>,
  papeles: Papeles,
  renglones: readonly Renglon[],
  ip: string,
): Promise<Validado[]> => {
  const { db, throttle } = services;
  await throttle.use(LISTAS, ip);
  const asked = renglones.map((renglon) => ({
    renglon,
    key: parseFolioDePapel(renglon.folio ?? '') ?? '',
  }));
  const rows = await selectEmitidosByFolio(db, asked.map(({ key }) => key).filter(Boolean));
  const found = new Map(rows.map((row) => [row.folio, row]));
  const validados: Validado[] = [];
  for (const { renglon, key } of asked) {
    const row = found.get(key);
    const none = renglon.folio === null ? 'sinFolio' : null;
    const resultado = row ? await readOne(services, row) : await readOtro(services, papeles, key);
    validados.push({ ...renglon, resultado: resultado ?? none });
  }
  return validados;
};
