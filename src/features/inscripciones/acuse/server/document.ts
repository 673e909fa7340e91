import { join } from 'node:path';
import { type PdfRenderer, qrSvg } from '../../../../platform/server/pdf/index.ts';
import { fechaDe, formatFecha, formatInstante } from '../../../../platform/shared/dates.ts';
import { describePeriodo } from '../../../cursos/rules.ts';

/** Everything that an acuse prints. Kept apart from tables and contracts: it is a record. */
export type AcuseDocumento = {
  institucion: string;
  folio: string;
  /** The state in words, e.g. "Inscrita". */
  estado: string;
  /** Moment of the decision, ISO 8601 in UTC; printed in central Mexico's time. */
  emitidoEn: string;
  persona: { nombreCompleto: string; curp: string | null; clave: string };
  curso: {
    nombre: string;
    clave: string;
    tipo: string;
    modalidad: string;
    horas: number | null;
  };
  /** `inicia` and `termina` are calendar days, YYYY-MM-DD. */
  edicion: { nombre: string; inicia: string; termina: string; sede: string | null };
  plantilla: { nombre: string; version: number; publicadaEn: string };
  secciones: { titulo: string; respuestas: { etiqueta: string; valor: string }[] }[];
  reglas: { descripcion: string; cumple: boolean; detalle: string }[];
  /** The address that the QR opens, with the key. */
  url: string;
  /** Whether the portal runs with demonstration data. */
  demo: boolean;
};

/** How a value is set: running text, a name in the serif, a key in fixed pitch, a link, a lack. */
type Estilo = 'texto' | 'titulo' | 'folio' | 'enlace' | 'vacio';
type Fila = { etiqueta: string; valor: string; estilo: Estilo };
type Tono = 'exito' | 'aviso' | 'peligro' | 'neutro';

const TITULO = 'Acuse de inscripción';
const LEYENDA_DEMO = 'Documento de demostración, sin validez oficial';
const TEMPLATE = join(import.meta.dirname, 'acuse.typ');

const fila = (etiqueta: string, valor: string, estilo: Estilo = 'texto'): Fila => ({
  etiqueta,
  valor,
  estilo,
});

const TONOS: [RegExp, Tono][] = [
  [/^(inscrita|acreditada)$/, 'exito'],
  [/^(rechazada|baja|no acreditada|vencida)$/, 'peligro'],
  [/^en lista de espera/, 'aviso'],
];

/** Colour and icon that go with a state's word; an unknown state is neutral. */
export const tonoDe = (estado: string): Tono =>
  TONOS.find(([pattern]) => pattern.test(estado.toLowerCase()))?.[1] ?? 'neutro';

/** Top of the first page: institution, title, state, moment, folio. */
export const encabezado = (acuse: AcuseDocumento) => ({
  institucion: acuse.institucion,
  titulo: TITULO,
  folio: acuse.folio,
  estado: acuse.estado,
  tono: tonoDe(acuse.estado),
  emitido: formatInstante(new Date(acuse.emitidoEn)),
});

/** Who enrolled. */
export const persona = ({ persona: p }: AcuseDocumento) => ({
  titulo: 'Persona',
  filas: [
    fila('Nombre completo', p.nombreCompleto, 'titulo'),
    p.curp ? fila('CURP', p.curp, 'folio') : fila('CURP', 'Sin CURP registrada', 'vacio'),
    // Of who has a CURP it is the key too: said once.
    ...(p.curp === p.clave ? [] : [fila('Clave de la persona', p.clave, 'folio')]),
  ],
});

/** In what: course, edition, and the plantilla under which it was decided. */
export const actividad = ({ curso, edicion, plantilla }: AcuseDocumento) => ({
  titulo: 'Actividad académica',
  filas: [
    fila('Nombre', curso.nombre, 'titulo'),
    fila('Clave', curso.clave, 'folio'),
    fila('Tipo y modalidad', `${curso.tipo} · ${curso.modalidad}`),
    ...(curso.horas === null
      ? []
      : [fila('Duración', curso.horas === 1 ? '1 hora' : `${curso.horas} horas`)]),
    fila('Edición', edicion.nombre),
    fila('Periodo', describePeriodo(edicion.inicia, edicion.termina)),
    edicion.sede ? fila('Sede', edicion.sede) : fila('Sede', 'Sin sede indicada', 'vacio'),
    fila(
      'Plantilla de inscripción',
      `${plantilla.nombre}, versión ${plantilla.version}, ` +
        `publicada el ${formatFecha(fechaDe(new Date(plantilla.publicadaEn)))}`,
    ),
  ],
});

/** What the person declared, by section of the form; sections without answers are left out. */
export const respuestas = ({ secciones }: AcuseDocumento) => {
  const conRespuestas = secciones.filter((s) => s.respuestas.length > 0);
  return {
    titulo: 'Respuestas',
    nota: conRespuestas.length > 0 ? '' : 'Esta inscripción no requirió respuestas.',
    secciones: conRespuestas.map((s) => ({
      titulo: s.titulo,
      filas: s.respuestas.map((r) =>
        r.valor.trim() === ''
          ? fila(r.etiqueta, 'Sin respuesta', 'vacio')
          : fila(r.etiqueta, r.valor.trim()),
      ),
    })),
  };
};

/** The evaluation of the plantilla's rules, with its result in words. */
export const reglas = ({ reglas: evaluadas, plantilla }: AcuseDocumento) => {
  const cumplidas = evaluadas.filter((r) => r.cumple).length;
  const total = evaluadas.length;
  const con = `la plantilla «${plantilla.nombre}», versión ${plantilla.version}`;
  return {
    titulo: 'Evaluación de requisitos',
    nota:
      total === 0
        ? `No hubo requisitos que evaluar: ${con}, no establece ninguno.`
        : `Se ${cumplidas === 1 ? 'cumplió' : 'cumplieron'} ${cumplidas} de ` +
          `${total} ${total === 1 ? 'requisito' : 'requisitos'} de ${con}.`,
    filas: evaluadas.map((r) => ({
      descripcion: r.descripcion,
      resultado: r.cumple ? 'Cumple' : 'No cumple',
      tono: (r.cumple ? 'exito' : 'peligro') satisfies Tono,
      detalle: r.detalle.trim() === '' ? '—' : r.detalle,
    })),
  };
};

/** How anyone can check the acuse without trusting the paper. `qr` is SVG. */
export const verificacion = ({ url }: AcuseDocumento, qr: string) => ({
  titulo: 'Verificación',
  nota:
    'Escanee el código QR o abra esta dirección para ver el acuse en el portal y compararlo con ' +
    'este documento. La dirección incluye una clave: quien la tenga podrá ver el acuse.',
  filas: [fila('Dirección', url, 'enlace')],
  url,
  qr,
});

/**
 * Makes the acuse's PDF. The same record always gives the same bytes, so it needs not be kept.
 * Throws PdfError.
 */
export const renderAcuse = async (
  renderer: PdfRenderer,
  acuse: AcuseDocumento,
): Promise<Uint8Array> =>
  renderer.render({
    template: TEMPLATE,
    title: `${TITULO} ${acuse.folio}`,
    createdAt: new Date(acuse.emitidoEn),
    data: {
      encabezado: encabezado(acuse),
      persona: persona(acuse),
      actividad: actividad(acuse),
      respuestas: respuestas(acuse),
      reglas: reglas(acuse),
      verificacion: verificacion(acuse, await qrSvg(acuse.url)),
      demo: acuse.demo ? LEYENDA_DEMO : '',
    },
  });
