import { join } from 'node:path';
import { type PdfRenderer, qrSvg } from '../../../../platform/server/pdf/index.ts';
import { fechaDe, formatFecha, formatInstante } from '../../../../platform/shared/dates.ts';
import type { Tono as TonoDeEstado } from '../../../../platform/shared/estados.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { cumplidosDe, REQUISITO } from '../../../../platform/shared/requisitos.ts';
import { describePeriodo, enMinuscula, sinRotulo } from '../../../cursos/rules.ts';
import type { AcuseImpreso } from '../contract.ts';
import { describeAceptado, requisitoImpreso, seccionesPropias, tituloDe } from '../rules.ts';

/** How a value is set: running text, a key in fixed pitch, a lack. */
type Estilo = 'texto' | 'folio' | 'vacio';
/** `nota`: in full and smaller, under the value. */
type Fila = { etiqueta: string; valor: string; estilo: Estilo; nota: string };
type Tono = 'exito' | 'aviso' | 'peligro' | 'neutro';

const LEYENDA_DEMO = 'Documento de demostración, sin validez oficial';
const TEMPLATE = join(import.meta.dirname, 'acuse.typ');

const fila = (etiqueta: string, valor: string, estilo: Estilo = 'texto', nota = ''): Fila => ({
  etiqueta,
  valor,
  estilo,
  nota,
});

const TONOS: Readonly<Record<TonoDeEstado, Tono>> = {
  success: 'exito',
  warning: 'aviso',
  danger: 'peligro',
  info: 'neutro',
  neutral: 'neutro',
};

/** Top of the first page: institution, title, state, moment, folio. */
export const encabezado = (acuse: AcuseImpreso) => ({
  institucion: acuse.institucion,
  titulo: tituloDe(acuse),
  folio: acuse.folio,
  estado: acuse.estado.nombre,
  tono: TONOS[acuse.estado.tono],
  emitido: formatInstante(new Date(acuse.emitidoEn)),
});

/** Who enrolled and in what: course, edition, and the plantilla under which it was decided. */
export const ficha = ({
  de,
  persona: p,
  curso,
  edicion,
  plantilla,
  propios = [],
}: AcuseImpreso) => ({
  titulo: curso.nombre,
  titular: nameInItsCase(p.nombreCompleto),
  filas: [
    p.curp ? fila('CURP', p.curp, 'folio') : fila('CURP', 'Sin CURP registrada', 'vacio'),
    // Of who has a CURP it is the key too: said once.
    ...(p.curp === p.clave ? [] : [fila('Clave de la persona', p.clave, 'folio')]),
    fila('Clave del curso', curso.clave, 'folio'),
    fila('Tipo y modalidad', `${curso.tipo}, ${enMinuscula(curso.modalidad)}`),
    ...(curso.horas === null
      ? []
      : [fila('Duración', curso.horas === 1 ? '1 hora' : `${curso.horas} horas`)]),
    fila('Edición', sinRotulo('Edición', edicion.nombre)),
    ...(edicion.grupo === undefined ? [] : [fila('Grupo', edicion.grupo)]),
    fila('Se imparte', describePeriodo(edicion.inicia, edicion.termina)),
    edicion.sede ? fila('Sede', edicion.sede) : fila('Sede', 'Sin sede indicada', 'vacio'),
    ...propios.map(({ etiqueta, valor, clave }) =>
      fila(etiqueta, valor, clave ? 'folio' : 'texto'),
    ),
    fila(
      `Plantilla de ${de}`,
      `${plantilla.nombre}, versión ${plantilla.version}, ` +
        `publicada el ${formatFecha(fechaDe(new Date(plantilla.publicadaEn)))}`,
    ),
  ],
});

/** What the person declared, by section of the form, and what they accepted, in full. */
export const respuestas = (acuse: AcuseImpreso) => {
  const secciones = seccionesPropias(acuse);
  return {
    titulo: 'Respuestas',
    nota: secciones.length > 0 ? '' : `Esta ${acuse.de} no requirió más respuestas.`,
    secciones: secciones.map((s) => ({
      titulo: s.titulo,
      filas: s.respuestas.map((r) =>
        r.valor.trim() === ''
          ? fila(r.etiqueta, 'Sin respuesta', 'vacio')
          : fila(r.etiqueta, r.valor.trim(), 'texto', describeAceptado(acuse, r.aceptado)),
      ),
    })),
  };
};

/** The evaluation of the plantilla's rules, with its result in words. */
export const reglas = ({ reglas: evaluadas, plantilla }: AcuseImpreso) => {
  const { cumplidos, pedidos } = cumplidosDe(evaluadas.map(requisitoImpreso));
  const total = evaluadas.length;
  return {
    titulo: total === 0 ? 'Requisitos' : `Requisitos cumplidos: ${cumplidos} de ${pedidos}`,
    nota:
      total === 0
        ? `No hubo requisitos que evaluar: la plantilla «${plantilla.nombre}», versión ${plantilla.version}, no establece ninguno.`
        : '',
    filas: evaluadas.map((regla) => {
      const [resultado, tono] = REQUISITO[requisitoImpreso(regla)];
      const { descripcion, detalle } = regla;
      return { descripcion, resultado, tono: TONOS[tono], detalle: detalle.trim() };
    }),
  };
};

/** How anyone can check the acuse without trusting the paper. `qr` is SVG. */
export const verificacion = ({ url }: AcuseImpreso, qr: string) => ({
  titulo: 'Verificación',
  nota:
    'Escanee el código QR o abra esta dirección para ver el acuse en el portal y compararlo con ' +
    'este documento. La dirección incluye una clave: quien la tenga podrá ver el acuse.',
  url,
  qr,
});

/**
 * Makes the acuse's PDF. With the same template, typesetter and fonts the same record gives the same
 * bytes; what is handed out is the one that was made first (`readPdfAcuse`). Throws PdfError.
 */
export const renderAcuse = async (
  renderer: PdfRenderer,
  acuse: AcuseImpreso,
  { signed }: { signed: boolean },
): Promise<Uint8Array> =>
  renderer.render({
    signed,
    template: TEMPLATE,
    title: `${tituloDe(acuse)} ${acuse.folio}`,
    papel: { folio: acuse.folio, url: acuse.url },
    createdAt: new Date(acuse.emitidoEn),
    data: {
      encabezado: encabezado(acuse),
      ficha: ficha(acuse),
      respuestas: respuestas(acuse),
      reglas: reglas(acuse),
      verificacion: verificacion(acuse, await qrSvg(acuse.url)),
      demo: acuse.demo ? LEYENDA_DEMO : '',
    },
  });
