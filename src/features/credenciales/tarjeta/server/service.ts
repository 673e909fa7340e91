import { recordCambio, recordCambios } from '../../../../platform/server/historial/index.ts';
import {
  type PapelDeClase,
  type PapelRegistrado,
  selectPapeles,
} from '../../../../platform/server/papeles.ts';
import { qrSvg } from '../../../../platform/server/pdf/index.ts';
import { issuePapel } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { groupByFour, randomCrockford } from '../../../../platform/shared/ids.ts';
import { makeFolioDePapel } from '../../../../platform/shared/papeles.ts';
import { readFotografia } from '../../../documentos/server/service.ts';
import { EMITIDO_IMPRESO } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import { tarjetaPapel } from '../../impresion/server/service.ts';
import { formatFolioEmitido, vigenciaDe } from '../../rules.ts';
import type { EmitidoRow } from '../../server/data.ts';
import { datosOf, readEmitido } from '../../server/service.ts';
import type { TarjetaVista } from '../contract.ts';
import { renderTarjetas, type Tarjeta } from './document.ts';

/** Of the photograph on a card, in points: 22 × 28 mm at 300 to an inch, and some. */
const FOTO = { width: 330, height: 420 };

/** The photograph of the person of a card, as the school has it today; null: it has none that staff found right. */
const readFotoDe = (services: Services, { persona_id }: EmitidoRow): Promise<Buffer | null> =>
  readFotografia(services, persona_id, FOTO);

/**
 * Credenciales that somebody may see, in their order, as cards, without those that are not in force nor, of several, those that cannot be read. Whoever of the staff looks at another's is
 * in its history. @throws {CallError} NOT_FOUND; FAILED_PRECONDITION (`credencial-sin-vigencia`): none of them is.
 */
const readTarjetas = async (
  services: Services,
  ids: readonly string[],
  actor: Actor,
): Promise<Tarjeta[]> => {
  const tarjetas: Tarjeta[] = [];
  for (const id of ids) {
    const row = await readEmitido(services.db, id, actor);
    const vigencia = vigenciaDe({ estado: row.estado, venceEn: row.vence_en }, services.now());
    if (row.tipo !== 'credencial' || vigencia !== 'vigente') continue;
    const datos = ids.length === 1 ? datosOf(row) : EMITIDO_IMPRESO.tryRead(row.datos);
    if (datos !== null) {
      const { persona_id: personaId } = row;
      tarjetas.push({ id, personaId, datos, foto: await readFotoDe(services, row) });
    }
  }
  if (tarjetas.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinTarjeta);
  return tarjetas;
};

const CODIGO_DE_HOJA = 'HT';
const RANDOM_DE_HOJA = 12;

/** Sheets of cards on `/validar`: they are to be cut, and each card on them has its own folio. */
export const hojaPapel: PapelDeClase = {
  clase: 'hojaDeTarjetas',
  codigos: [CODIGO_DE_HOJA],
  async find({ db, env }, folio) {
    const [papel] = await selectPapeles(db, folio);
    if (!papel) return null;
    const dictamen = {
      tono: 'success',
      texto: `Es una hoja auténtica de credenciales para imprimir, que la escuela hizo el ${formatFecha(fechaDe(papel.creado_en))}. Si cada una está en vigor, lo dice su propio folio.`,
    } as const;
    return {
      palabra: 'Hoja de credenciales',
      estado: 'Emitida',
      dictamen,
      titulo: papel.referencia === '1' ? '1 credencial' : `${papel.referencia} credenciales`,
      titular: null,
      campos: [],
      emitidoEn: papel.creado_en,
      emisor: env.institution.name,
      demo: env.demo,
      enlace: null,
      ejemplares: [{ sha256: papel.sha256, dictamen }],
    };
  },
};

/** What cards say: a photograph by its bytes. */
const diceTarjetas = (tarjetas: readonly Tarjeta[]) =>
  tarjetas.map(({ id, datos, foto }) => [id, datos, foto?.toString('base64') ?? null]);

/**
 * The PDF of cards: of one alone in its own size, under the folio of its credencial, or of several on sheets, with one of their own.
 * Outside of any transaction. @throws as `readTarjetas`.
 */
export const printTarjetas = async (
  services: Services,
  ids: readonly string[],
  { actor, hoja }: { actor: Actor; hoja: boolean },
): Promise<PapelRegistrado> => {
  const tarjetas = await readTarjetas(services, ids, actor);
  const { publicUrl } = services.env;
  const [{ id, personaId, datos }] = tarjetas as [Tarjeta, ...Tarjeta[]];
  return issuePapel(services, {
    name: hoja ? 'hoja de credenciales' : `tarjeta ${datos.folio}`,
    de: hoja ? hojaPapel : tarjetaPapel,
    referencia: hoja ? String(tarjetas.length) : id,
    contenido: diceTarjetas(tarjetas),
    newFolio: (en) =>
      hoja
        ? makeFolioDePapel(
            CODIGO_DE_HOJA,
            Number(fechaDe(en).slice(0, 4)),
            randomCrockford(RANDOM_DE_HOJA),
          )
        : datos.folio,
    make: (folio, hechaEn) =>
      renderTarjetas(services.pdf, tarjetas, { hoja, hechaEn, folio, publicUrl }),
    record: (trx, { folio, sha256 }) => {
      const despues = { folio: groupByFour(folio), sha256 };
      return hoja
        ? recordCambios(
            trx,
            'emitido.imprimirTarjeta',
            tarjetas.map((one) => ({ id: one.id, personaId: one.personaId, despues })),
          )
        : recordCambio(trx, 'emitido.imprimirTarjeta', { id, personaId, despues });
    },
  });
};

const dataUrl = (type: string, bytes: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A credencial as its person shows it on a telephone, whatever its state. @throws {CallError} NOT_FOUND. */
export const readTarjeta = async (
  services: Services,
  id: string,
  actor: Actor,
): Promise<TarjetaVista> => {
  const row = await readEmitido(services.db, id, actor);
  const ahora = services.now();
  const estado = vigenciaDe({ estado: row.estado, venceEn: row.vence_en }, ahora);
  if (row.tipo !== 'credencial' || estado === null) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const datos = datosOf(row);
  const said = (key: string) => datos.campos.find((campo) => campo.key === key)?.impreso ?? null;
  const foto = await readFotoDe(services, row);
  return {
    folio: formatFolioEmitido(row.folio),
    institucion: datos.institucion,
    titular: datos.titular.nombreCompleto,
    calidad: said('calidad') ?? '',
    programa: datos.programa,
    adscripcion: said('adscripcion'),
    estado,
    vigenteHasta: datos.vigenteHasta,
    venceEn: row.vence_en?.toISOString() ?? null,
    foto: foto && dataUrl('image/jpeg', foto),
    qr: dataUrl('image/svg+xml', await qrSvg(datos.url)),
    consultadaEn: ahora.toISOString(),
    demo: datos.demo,
  };
};
