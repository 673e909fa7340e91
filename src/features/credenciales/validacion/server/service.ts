import type { Credential } from '../../../../platform/server/credentials/types.ts';
import { type Papeles, selectPapeles } from '../../../../platform/server/papeles.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { parseFolioDePapel } from '../../../../platform/shared/papeles.ts';
import { numeroDeLista, statusUrl } from '../../emisor/server/present.ts';
import { isFirmaVigente, readDidDocument, readLista } from '../../emisor/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { EMITIDO } from '../../estados.ts';
import { formatFolioEmitido, parseFolioEmitido, type Tipo, vigenciaDe } from '../../rules.ts';
import { type EmitidoRow, findEmitidoByFolio, findSustituto } from '../../server/data.ts';
import { datosOf, readCredencial } from '../../server/service.ts';
import type { ResultadoPapel, ResultadoValidacion } from '../contract.ts';
import { dictamenDe } from '../rules.ts';

/**
 * Guesses of an address: only what finds nothing is one, and what is there is answered however many were made, so that
 * nobody is in the way of a school behind one address. What protects a folio are its 80 bits.
 */
export const LIMITE = { name: 'validacion', max: 600, windowSeconds: 600 };

/** No folio: it is looked for all the same, so that what cannot be one is answered as what is not there. */
const NONE = '-';

/**
 * The document of a folio as typed. Unknown, malformed and of another kind are one answer, after the same work.
 * @throws {CallError} NOT_FOUND; RESOURCE_EXHAUSTED in its place once that address has guessed too often.
 */
export const lookUpEmitido = async (
  { db, throttle }: Pick<Services, 'db' | 'throttle'>,
  { tipo, folio, ip }: { tipo?: Tipo | undefined; folio: string; ip: string },
): Promise<EmitidoRow> => {
  const parsed = parseFolioEmitido(folio.slice(0, 200));
  const row = await findEmitidoByFolio(db, parsed?.folio ?? NONE);
  if (row && (tipo === undefined || row.tipo === tipo)) return row;
  await throttle.use(LIMITE, ip);
  throw refuse('NOT_FOUND', ERRORES.folioNoExiste);
};

/**
 * What anybody reads of the paper of a folio as typed, of whichever kind. Errors: as `lookUpEmitido`.
 */
export const checkPapel = async (
  services: Pick<Services, 'db' | 'env' | 'now' | 'throttle'>,
  papeles: Papeles,
  { folio: typed, ip }: { folio: string; ip: string },
): Promise<ResultadoValidacion | ResultadoPapel> => {
  const folio = parseFolioDePapel(typed.slice(0, 200));
  const papel = folio === null ? null : await readPapel(services, papeles, folio);
  return papel ?? readResultado(services, await lookUpEmitido(services, { folio: typed, ip }));
};

/** The paper of a folio as it is kept, of another kind than documents issued; null: there is none. */
export const readPapel = async (
  services: Pick<Services, 'db' | 'env' | 'now'>,
  papeles: Papeles,
  folio: string,
): Promise<ResultadoPapel | null> => {
  const found = await papeles.find(services, folio);
  if (!found) return null;
  const { emitidoEn, campos, ejemplares, ...papel } = found;
  return {
    tipo: 'papel',
    folio: groupByFour(folio),
    ...papel,
    emitidoEl: fechaDe(emitidoEn),
    campos: [...campos],
    ejemplares: [...ejemplares],
  };
};

/** What anybody reads of it at this moment. */
export const readResultado = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  row: EmitidoRow,
): Promise<ResultadoValidacion> => {
  const datos = datosOf(row);
  const changed = row.estado !== 'vigente';
  const sustituto = EMITIDO.can('sustituir', row.estado) ? null : await findSustituto(db, row.id);
  const vigencia = vigenciaDe({ estado: row.estado, venceEn: row.vence_en }, now())!;
  const firmada = row.credencial === null || (await isFirmaVigente(db, row.credencial));
  // What was revoked or replaced stays so, whichever key signed it.
  const estado = firmada || EMITIDO.is('anulados', row.estado) ? vigencia : 'sinConfirmar';
  const vigenteHasta = datos.vigenteHasta;
  const cambio = changed ? { desde: fechaDe(row.estado_en), motivo: row.motivo } : null;
  const dictamen = dictamenDe({ estado, cambio, vigenteHasta });
  const papeles = await selectPapeles(db, row.folio);
  return {
    tipo: row.tipo,
    folio: formatFolioEmitido(row.folio),
    estado,
    dictamen,
    titular: datos.titular.nombreCompleto,
    programa: datos.programa,
    emisor: datos.institucion,
    emitidoEl: fechaDe(row.emitido_en!),
    vigenteHasta,
    cambio,
    sustituidoPor: sustituto && formatFolioEmitido(sustituto.folio),
    ejemplares: papeles.map(({ sha256 }) => ({ sha256, dictamen })),
    historico: datos.historico ?? false,
    demo: datos.demo,
  };
};

/** What a browser needs to check the credential of a document by itself: it, who issues, and the lists that it names. */
export const readPrueba = async (services: Services, row: EmitidoRow) => {
  const credencial = await readCredencial(services, row);
  const listas: Record<string, Credential | null> = {};
  for (const proposito of ['revocation', 'suspension'] as const) {
    const numero = numeroDeLista(row.lista, proposito);
    listas[statusUrl(services.env.publicUrl, numero)] = await readLista(services, numero);
  }
  return { credencial, emisor: await readDidDocument(services), listas };
};
