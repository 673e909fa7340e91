import { join } from 'node:path';
import type { PdfRenderer } from '../../../../platform/server/pdf/index.ts';
import { formatInstante } from '../../../../platform/shared/dates.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { validarFolioPath } from '../../../../platform/shared/papeles.ts';
import { describePeriodo } from '../../../cursos/rules.ts';
import { formatCalificacion, formatPorcentaje } from '../../rules.ts';
import type { Kardex } from '../contract.ts';
import { conRepetidos, NOTA_REPETIDOS } from '../rules.ts';

const TITULO = 'Kárdex';
const LEYENDA_DEMO = 'Documento de demostración, sin validez oficial';
const TEMPLATE = join(import.meta.dirname, 'kardex.typ');

/** Whose it is, and when, under which folio (as it is kept) and by which school it is issued. */
export type Emision = {
  folio: string;
  publicUrl: string;
  institucion: string;
  titular: string;
  clave: string;
  curp: string | null;
  en: Date;
  demo: boolean;
};

const horas = (n: number) => (n === 1 ? '1 hora' : `${n} horas`);

/** What everything adds up to. */
export const resumen = ({ totales }: Kardex) =>
  [
    ['Acreditadas', String(totales.acreditadas)],
    ['No acreditadas', String(totales.noAcreditadas)],
    ['Horas acreditadas', horas(totales.horas)],
    ['Créditos', String(totales.creditos)],
    ['Promedio', formatCalificacion(totales.promedio) || 'Sin calificaciones'],
  ].map(([etiqueta, valor]) => ({ etiqueta, valor, estilo: 'texto', nota: '' }));

/** Everything taken, in order of time. */
export const filas = ({ asignaturas }: Kardex) =>
  asignaturas.map(({ curso, edicion, acta, ...dicho }) => ({
    curso: curso.nombre,
    detalle: `${curso.clave}, ${curso.tipo.toLocaleLowerCase('es-MX')}. ${describePeriodo(edicion.inicia, edicion.termina)}.`,
    acta: `Acta ${acta.folio}, versión ${acta.version}`,
    horas: String(curso.horas),
    creditos: curso.creditos === null ? '–' : String(curso.creditos),
    calificacion: formatCalificacion(dicho.calificacion) || '–',
    asistencia: formatPorcentaje(dicho.asistencia) || '–',
    resultado: dicho.resultado === 'acreditada' ? 'Acreditada' : 'No acreditada',
    tono: dicho.resultado === 'acreditada' ? 'exito' : 'peligro',
  }));

/** All that a kárdex says but its folio and moment: another one says the same while this does not change. */
export const diceKardex = (
  kardex: Kardex,
  { titular, clave, curp, institucion, demo }: Omit<Emision, 'folio' | 'publicUrl' | 'en'>,
) => ({ resumen: resumen(kardex), filas: filas(kardex), titular, clave, curp, institucion, demo });

/** Makes the PDF of a kárdex, as it is at that moment. Throws PdfError. */
export const renderKardex = (
  renderer: PdfRenderer,
  kardex: Kardex,
  emision: Emision,
): Promise<Uint8Array> =>
  renderer.render({
    template: TEMPLATE,
    title: `${TITULO} de ${emision.titular}`,
    papel: {
      folio: groupByFour(emision.folio),
      url: `${emision.publicUrl}${validarFolioPath(groupByFour(emision.folio))}`,
    },
    createdAt: emision.en,
    data: {
      institucion: emision.institucion,
      titulo: TITULO,
      titular: emision.titular,
      identidad: emision.curp === null ? `Clave ${emision.clave}` : `CURP ${emision.curp}`,
      folio: groupByFour(emision.folio),
      emitido: formatInstante(emision.en),
      resumen: resumen(kardex),
      filas: filas(kardex),
      nota:
        kardex.asignaturas.length === 0
          ? 'Todavía no hay actas cerradas de lo que ha cursado.'
          : [
              'Cada fila dice lo que consta en la versión vigente de su acta.',
              ...(conRepetidos(kardex) ? [NOTA_REPETIDOS] : []),
            ].join(' '),
      demo: emision.demo ? LEYENDA_DEMO : '',
    },
  });
