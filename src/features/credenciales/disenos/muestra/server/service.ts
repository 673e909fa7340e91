import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { PdfError } from '../../../../../platform/server/pdf/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { readItemRows } from '../../../../catalogos/server/service.ts';
import type { EmitidoImpreso } from '../../../contract.ts';
import { renderMuestra } from '../../../impresion/server/document.ts';
import { firmanteDe, MAX_FIRMANTES, type Tipo } from '../../../rules.ts';
import type { Diseno } from '../../contract.ts';
import { readEstampas } from '../../imagenes/server/service.ts';
import { MARGEN_MAX, MARGEN_MIN, type ProblemaDiseno, problemasDeDiseno } from '../../rules.ts';
import { muestraDe } from '../rules.ts';

const INVENTADOS: EmitidoImpreso['firmantes'] = [
  { nombre: 'Nombre de quien firma', cargo: 'Su cargo' },
];

type Firmantes = { firmantes: EmitidoImpreso['firmantes']; problemas: ProblemaDiseno[] };

/** Who signs, as the catalog has them today, and which of them may not any more. */
const readFirmantes = async (db: Db | Trx, { firmantes }: Diseno): Promise<Firmantes> => {
  const chosen = firmantes.filter(({ firmante }) => firmante !== '').slice(0, MAX_FIRMANTES);
  const rows = await readItemRows(db, [...new Set(chosen.map(({ firmante }) => firmante))]);
  const isThere = (id: string) =>
    rows.some((row) => row.id === id && row.catalogo === 'firmantes' && row.activo);
  return {
    firmantes: chosen.flatMap(({ firmante, imagen }) => {
      const row = rows.find(({ id }) => id === firmante);
      return row && isThere(firmante) ? [firmanteDe(row, imagen)] : [];
    }),
    problemas: firmantes.flatMap(({ firmante }, i) =>
      firmante === '' || isThere(firmante)
        ? []
        : [
            {
              donde: `firmantes.${i}`,
              mensaje: 'Ya no está en el catálogo de firmantes: elija a otra persona.',
            },
          ],
    ),
  };
};

/** Margins that leave room for something, whatever is being typed. */
const drawable = (diseno: Diseno): Diseno => ({
  ...diseno,
  pagina: {
    ...diseno.pagina,
    margenes: Object.fromEntries(
      Object.entries(diseno.pagina.margenes).map(([lado, mm]) => [
        lado,
        Math.min(MARGEN_MAX, Math.max(MARGEN_MIN, Math.round(mm))),
      ]),
    ) as Diseno['pagina']['margenes'],
  },
});

export type Muestra = { pdf: Uint8Array; paginas: number; problemas: ProblemaDiseno[] };

/** Draws a document of nobody with a design, and says what is wrong with it. @throws {CallError} INVALID_ARGUMENT, UNAVAILABLE. */
export const drawMuestra = async (
  services: Services,
  { tipo, definicion, largo }: { tipo: Tipo; definicion: Diseno; largo: boolean },
): Promise<Muestra> => {
  const { env, db, pdf: renderer, now } = services;
  const { firmantes, problemas } = await readFirmantes(db, definicion);
  const datos = muestraDe(tipo, {
    largo,
    institucion: env.institution.name,
    publicUrl: env.publicUrl,
    firmantes: firmantes.length > 0 ? firmantes : INVENTADOS,
  });
  const ids = [definicion.sello.imagen, ...definicion.firmantes.map(({ imagen }) => imagen)];
  const estampas = await readEstampas(
    services,
    ids.filter((id) => id !== null),
  );
  const vestido = { diseno: drawable(definicion), estampas };
  const { pdf, pages: paginas } = await renderMuestra(renderer, datos, {
    emitidoEn: now(),
    vestido,
  }).catch((error: unknown) => {
    if (!(error instanceof PdfError)) throw error;
    services.log.error({ err: error, tipo }, 'no se pudo preparar una muestra');
    throw new CallError('UNAVAILABLE', 'No se pudo preparar la muestra. Inténtelo de nuevo.');
  });
  return {
    pdf,
    paginas,
    problemas: [
      ...problemasDeDiseno(tipo, definicion),
      ...problemas,
      ...(paginas > 1 ? [noCabe(largo)] : []),
    ],
  };
};

const noCabe = (largo: boolean): ProblemaDiseno => ({
  donde: 'pagina',
  mensaje: largo
    ? 'Con un nombre de 80 letras y un programa de 200 no cabe en una página. Acorte los textos, reduzca los márgenes o elija una página mayor.'
    : 'No cabe en una página. Acorte los textos, reduzca los márgenes o elija una página mayor.',
});
