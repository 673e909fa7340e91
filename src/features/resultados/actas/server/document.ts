import { join } from 'node:path';
import type { PdfRenderer } from '../../../../platform/server/pdf/index.ts';
import { formatInstante } from '../../../../platform/shared/dates.ts';
import { validarFolioPath } from '../../../../platform/shared/papeles.ts';
import { describePeriodo, enMinuscula, sinRotulo } from '../../../cursos/rules.ts';
import { formatCalificacion, formatPorcentaje } from '../../rules.ts';
import type { ActaImpresa } from '../contract.ts';
import { totalesDe } from '../rules.ts';

type Fila = { etiqueta: string; valor: string; estilo: 'texto' | 'folio' | 'vacio'; nota: string };

const TITULO = 'Acta de resultados';
const LEYENDA_DEMO = 'Documento de demostración, sin validez oficial';
const TEMPLATE = join(import.meta.dirname, 'acta.typ');

const fila = (etiqueta: string, valor: string, estilo: Fila['estilo'] = 'texto'): Fila => ({
  etiqueta,
  valor,
  estilo,
  nota: '',
});

/** Top of the first page. */
export const encabezado = (acta: ActaImpresa) => ({
  institucion: acta.institucion,
  titulo: TITULO,
  folio: acta.folio,
  version: acta.version === 1 ? 'Versión original' : `Versión ${acta.version}, corregida`,
  tono: acta.version === 1 ? 'exito' : 'aviso',
  emitida: formatInstante(new Date(acta.emitidaEn)),
});

const personas = (n: number) => (n === 1 ? '1 persona' : `${n} personas`);

/** What was given, by whom, under which minima, and what came of it. */
export const ficha = (acta: ActaImpresa) => {
  const { curso, edicion } = acta.actividad;
  const { acreditadas, noAcreditadas } = totalesDe(acta.filas);
  const { calificacion, asistencia } = acta.minimos;
  return {
    titulo: curso.nombre,
    filas: [
      fila('Clave del curso', curso.clave, 'folio'),
      fila('Tipo y modalidad', `${curso.tipo}, ${enMinuscula(curso.modalidad)}`),
      fila('Duración', curso.horas === 1 ? '1 hora' : `${curso.horas} horas`),
      ...(curso.creditos === null ? [] : [fila('Créditos', String(curso.creditos))]),
      fila('Edición', sinRotulo('Edición', edicion.nombre)),
      fila('Se impartió', describePeriodo(edicion.inicia, edicion.termina)),
      ...(edicion.sede ? [fila('Sede', edicion.sede)] : []),
      fila('Calificación mínima', formatCalificacion(calificacion) || 'No se pide'),
      fila('Asistencia mínima', formatPorcentaje(asistencia) || 'No se pide'),
      fila('Acreditaron', personas(acreditadas)),
      fila('No acreditaron', personas(noAcreditadas)),
      fila(
        'Docentes',
        acta.docentes
          .map(({ nombre, papel }) => (papel ? `${nombre} (${papel})` : nombre))
          .join('; ') || 'Sin docentes indicados',
      ),
      fila(acta.version === 1 ? 'Cerró el acta' : 'Corrigió el acta', acta.por),
      ...(acta.version === 1
        ? []
        : [fila('El acta se cerró', formatInstante(new Date(acta.cerradaEn)))]),
    ],
    motivo: acta.motivo ?? '',
  };
};

/** Everybody, in the order of the list. */
export const lista = ({ filas }: ActaImpresa) => ({
  titulo: 'Resultados',
  conGrupo: filas.some(({ grupo }) => grupo !== null),
  filas: filas.map((fila, i) => ({
    numero: String(i + 1),
    nombre: fila.nombre,
    clave: fila.clave,
    grupo: fila.grupo ?? '',
    calificacion: formatCalificacion(fila.calificacion) || '–',
    asistencia: formatPorcentaje(fila.asistencia) || '–',
    resultado: fila.resultado === 'acreditada' ? 'Acreditada' : 'No acreditada',
    tono: fila.resultado === 'acreditada' ? 'exito' : 'peligro',
    observacion: fila.observacion,
  })),
});

/**
 * Makes the PDF of a version of an acta. What is handed out is the one that was made first (`readPdfActa`). Throws PdfError.
 */
export const renderActa = (
  renderer: PdfRenderer,
  acta: ActaImpresa,
  { signed, publicUrl }: { signed: boolean; publicUrl: string },
): Promise<Uint8Array> =>
  renderer.render({
    signed,
    papel: { folio: acta.folio, url: `${publicUrl}${validarFolioPath(acta.folio)}` },
    template: TEMPLATE,
    title: `${TITULO} ${acta.folio}, versión ${acta.version}`,
    createdAt: new Date(acta.emitidaEn),
    data: {
      encabezado: encabezado(acta),
      ficha: ficha(acta),
      lista: lista(acta),
      demo: acta.demo ? LEYENDA_DEMO : '',
    },
  });
