/** How each requirement of a pre-application stands. Pure: the documents and the evaluations come in. */
import type { Tono } from '../../../platform/shared/estados.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import type { EstadoDocumento } from '../../documentos/estados.ts';
import type { Campo, Formulario, Respuestas } from '../../plantillas/formulario/contract.ts';
import {
  answerOf,
  isAnswered,
  referenciaOf,
} from '../../plantillas/formulario/respuestas/rules.ts';
import {
  apuntaOf,
  datoOf,
  describeRespuesta,
  fieldsOf,
  normaliseRespuestas,
  visibleCampos,
} from '../../plantillas/formulario/rules.ts';
import type { ResultadoRegla } from '../../plantillas/reglas/contract.ts';
import { HOY } from '../../plantillas/reglas/rules.ts';
import { type EstadoPresolicitud, PRESOLICITUD } from '../estados.ts';

export const ORDENES = ['nombre', 'estado', 'enviada', 'plazo'] as const;
export type Orden = (typeof ORDENES)[number];

export const TIPOS_REQUISITO = ['regla', 'documento', 'respuesta'] as const;
export type TipoRequisito = (typeof TIPOS_REQUISITO)[number];

/** Least characters of an observation or of a reason: a sentence. Most, of each. */
export const MOTIVO_MIN = 10;
export const MOTIVO_MAX = 2000;
export const OBSERVACION_MAX = 1000;

export const ESTADOS_REQUISITO = [
  'cumplido',
  'porRevisar',
  'conObservacion',
  'noCumplido',
] as const;
export type EstadoRequisito = (typeof ESTADOS_REQUISITO)[number];

/** The state of a requirement as people read it. */
export const REQUISITO_DE_PRESOLICITUD: Readonly<
  Record<EstadoRequisito, readonly [palabra: string, tono: Tono]>
> = {
  cumplido: ['Cumplido', 'success'],
  porRevisar: ['Por revisar', 'info'],
  conObservacion: ['Con observación', 'warning'],
  noCumplido: ['No cumplido', 'danger'],
};

/** A sending: the answers (the sensitive ones too) and how the rules turned out. */
export type Envio = {
  readonly numero: number;
  readonly respuestas: Respuestas;
  readonly resultados: readonly ResultadoRegla[];
};

/** A version of a document, as it is now. */
export type DocumentoAhora = {
  readonly estado: EstadoDocumento;
  readonly antivirus: 'cuarentena' | 'infectado' | null;
  /** Its last instant, when it has one. */
  readonly venceEn: Date | null;
};

export type Observada = {
  readonly requisito: string;
  readonly titulo: string;
  readonly ronda: number;
};

export type Marca = { readonly requisito: string; readonly envio: number };

export type RequisitoJuzgado = {
  readonly clave: string;
  readonly tipo: TipoRequisito;
  readonly titulo: string;
  readonly estado: EstadoRequisito;
  readonly detalle: string;
  /** A mark would decide it: nothing keeps it from being met but that somebody looks. */
  readonly marcable: boolean;
  readonly marcado: boolean;
  /** Id of the version of the document that was sent. */
  readonly documentoId: string | null;
  readonly resultado: ResultadoRegla | null;
};

/** What a requirement comes to before anybody looks at it. */
type Base = {
  readonly estado: Exclude<EstadoRequisito, 'conObservacion'>;
  readonly detalle: string;
};

/** Of what somebody of the school looked at. */
const VALIDADO = 'La escuela lo validó para esta presolicitud.';

const DETALLE_DOCUMENTO: Readonly<Record<EstadoDocumento, string>> = {
  pendiente: 'Todavía no se valida en el expediente.',
  validado: 'Validado en el expediente.',
  rechazado: 'Se rechazó en el expediente.',
  vencido: 'Se validó en el expediente y después venció.',
  sustituido: 'Después se envió otra versión al expediente; cuenta la que se presentó.',
};

const baseOfDocumento = (documento: DocumentoAhora | undefined): Base => {
  if (!documento)
    return { estado: 'noCumplido', detalle: 'El documento ya no está en el expediente.' };
  if (documento.antivirus === 'infectado') {
    return { estado: 'noCumplido', detalle: 'El archivo contiene algo dañino y no puede usarse.' };
  }
  const detalle = DETALLE_DOCUMENTO[documento.estado];
  if (documento.estado === 'rechazado') return { estado: 'noCumplido', detalle };
  // It was in force when it was sent, and the sent version counts.
  const sirvio = documento.estado === 'validado' || documento.estado === 'vencido';
  return { estado: sirvio ? 'cumplido' : 'porRevisar', detalle };
};

const baseOfRegla = (regla: ResultadoRegla): Base => ({
  estado: regla.cumple ? 'cumplido' : regla.efecto === 'revision' ? 'porRevisar' : 'noCumplido',
  detalle: [regla.mensaje, regla.detalle].filter(Boolean).join(' '),
});

/** A rule that is asked of everybody: one that only warns or gives points is not. */
export const isExigida = ({ efecto }: Pick<ResultadoRegla, 'efecto'>): boolean =>
  efecto === 'impide' || efecto === 'revision';

/** The key of a rule as a requirement: its own, unless a field of the form has the same one. */
export const claveDeRegla = (def: Formulario, clave: string): string =>
  fieldsOf(def).some((campo) => campo.clave === clave) ? `regla:${clave}` : clave;

/** An answer, without how it was called when it was sent. */
const answerText = (respuestas: Respuestas, clave: string): string => {
  const answer = answerOf(respuestas, clave);
  return JSON.stringify(referenciaOf(answer)?.id ?? answer ?? null);
};

/** Whether a rule found the same both times, whatever the day on which it was asked. */
export const isSameResult = (
  one: Pick<ResultadoRegla, 'cumple' | 'evidencia'>,
  other: Pick<ResultadoRegla, 'cumple' | 'evidencia'>,
): boolean => {
  const [a, b] = [one, other].map(({ cumple, evidencia }) =>
    JSON.stringify([
      cumple,
      Object.entries(evidencia)
        .filter(([field]) => field !== HOY)
        .toSorted(([x], [y]) => x.localeCompare(y)),
    ]),
  );
  return a === b;
};

/** Whether a requirement of one sending is answered as in another. */
const isSameAnswer = (def: Formulario, one: Envio, other: Envio, clave: string): boolean => {
  const [a, b] = [one, other].map(({ resultados }) =>
    resultados.find((regla) => claveDeRegla(def, regla.clave) === clave),
  );
  if (a && b) return isSameResult(a, b);
  return answerText(one.respuestas, clave) === answerText(other.respuestas, clave);
};

/** The keys that are marked in the newest sending: on it, or on one before whose answer was the same. */
const marcadosEn = (
  def: Formulario,
  envios: readonly Envio[],
  marcas: readonly Marca[],
): ReadonlySet<string> => {
  const last = envios.at(-1);
  if (!last) return new Set();
  return new Set(
    marcas.flatMap(({ requisito, envio }) => {
      const then = envios.find(({ numero }) => numero === envio);
      const same = then && (then === last || isSameAnswer(def, then, last, requisito));
      return same ? [requisito] : [];
    }),
  );
};

/** The fields that are asked and answered with a document. */
const conDocumento = (def: Formulario, respuestas: Respuestas) =>
  visibleCampos(def, respuestas).flatMap((campo) => {
    const said = referenciaOf(answerOf(respuestas, campo.clave));
    return apuntaOf(campo)?.a === 'documento' && said ? [{ campo, id: said.id }] : [];
  });

/** Ids of the versions of documents that a sending presents. */
export const documentosDe = (
  def: Formulario,
  { respuestas }: Pick<Envio, 'respuestas'>,
): string[] => conDocumento(def, respuestas).map(({ id }) => id);

type Presentado = Pick<
  RequisitoJuzgado,
  'clave' | 'tipo' | 'titulo' | 'documentoId' | 'resultado'
> & {
  readonly base: Base;
};

/**
 * Every requirement of the newest sending: documents, rules that are asked of everybody, and whatever else was observed. None
 * without a sending.
 *
 * @param estado Of the pre-application: until corrections are sent, the observations of the last round stand.
 * @param envios From the first to the newest.
 * @param documentos Versions by id, as they are now.
 * @param noCumplidos Keys of those because of which it is improcedente.
 */
export const requisitosDe = ({
  estado: deTodo,
  def,
  envios,
  documentos,
  observadas,
  marcas,
  noCumplidos = [],
}: {
  estado: EstadoPresolicitud;
  def: Formulario;
  envios: readonly Envio[];
  documentos: ReadonlyMap<string, DocumentoAhora>;
  observadas: readonly Observada[];
  marcas: readonly Marca[];
  noCumplidos?: readonly string[];
}): RequisitoJuzgado[] => {
  const last = envios.at(-1);
  if (!last) return [];
  const presentados: Presentado[] = [
    ...conDocumento(def, last.respuestas).map(
      ({ campo, id }): Presentado => ({
        ...{ clave: campo.clave, tipo: 'documento', titulo: campo.etiqueta },
        ...{ documentoId: id, resultado: null, base: baseOfDocumento(documentos.get(id)) },
      }),
    ),
    ...last.resultados.filter(isExigida).map(
      (regla): Presentado => ({
        ...{ clave: claveDeRegla(def, regla.clave), tipo: 'regla', titulo: regla.descripcion },
        ...{ documentoId: null, resultado: regla, base: baseOfRegla(regla) },
      }),
    ),
  ];
  const known = new Set(presentados.map(({ clave }) => clave));
  const others = new Map(observadas.map((one) => [one.requisito, one.titulo]));
  for (const [clave, titulo] of others) {
    if (known.has(clave)) continue;
    presentados.push({
      ...{ clave, tipo: 'respuesta', titulo, documentoId: null, resultado: null },
      base: { estado: 'porRevisar', detalle: textoDe(def, last.respuestas, clave) },
    });
  }
  const marcados = marcadosEn(def, envios, marcas);
  const ronda = Math.max(0, ...observadas.map((one) => one.ronda));
  const sinEnviar = deTodo === 'conObservaciones' || deTodo === 'vencida';
  return presentados.map(({ base, ...requisito }) => {
    const latest = observadas
      .filter((one) => one.requisito === requisito.clave)
      .toSorted((a, b) => b.ronda - a.ronda)[0];
    const marcado = marcados.has(requisito.clave);
    const estado = ((): EstadoRequisito => {
      if (latest && sinEnviar && latest.ronda === ronda) return 'conObservacion';
      if (base.estado === 'noCumplido' || noCumplidos.includes(requisito.clave))
        return 'noCumplido';
      if (marcado) return 'cumplido';
      // A correction is looked at, though it is right by itself.
      return latest ? 'porRevisar' : base.estado;
    })();
    const marcable =
      base.estado !== 'noCumplido' && (base.estado === 'porRevisar' || latest !== undefined);
    const detalle = estado === 'cumplido' && base.estado === 'porRevisar' ? VALIDADO : base.detalle;
    return { ...requisito, detalle, estado, marcable, marcado };
  });
};

/** What was answered to a field, as people read it. */
const textoDe = (def: Formulario, respuestas: Respuestas, clave: string): string => {
  const campo = visibleCampos(def, respuestas).find((one) => one.clave === clave);
  return campo
    ? describeRespuesta(campo, answerOf(normaliseRespuestas(def, respuestas), clave)).valor
    : '';
};

/** What may be observed: each requirement, and each other answer. By key, with its title. */
export const observablesDe = (
  def: Formulario,
  { respuestas, resultados }: Envio,
): ReadonlyMap<string, string> =>
  new Map([
    ...visibleCampos(def, respuestas)
      .filter(({ sensible }) => !sensible)
      .map(({ clave, etiqueta }): [string, string] => [clave, etiqueta]),
    ...conDocumento(def, respuestas).map(({ campo }): [string, string] => [
      campo.clave,
      campo.etiqueta,
    ]),
    ...resultados
      .filter(isExigida)
      .map(({ clave, descripcion }): [string, string] => [claveDeRegla(def, clave), descripcion]),
  ]);

/** The answers as people read them, with the key of each field; the sensitive ones are only counted. */
export const respuestasLegibles = (def: Formulario, respuestas: Respuestas) => {
  const normalised = normaliseRespuestas(def, respuestas);
  const visible = new Set(visibleCampos(def, respuestas).map(({ clave }) => clave));
  const said = (campo: Campo) => {
    const { etiqueta, valor } = describeRespuesta(campo, answerOf(normalised, campo.clave));
    // The file keeps it in capitals.
    const isNombre = datoOf(campo)?.dato === 'nombreCompleto';
    return { clave: campo.clave, etiqueta, valor: isNombre ? nameInItsCase(valor) : valor };
  };
  const asked = def.secciones.map(({ titulo, campos }) => ({
    titulo,
    campos: campos.filter(({ clave }) => visible.has(clave)),
  }));
  return {
    secciones: asked.flatMap(({ titulo, campos }) => {
      const ordinary = campos.filter(({ sensible }) => !sensible);
      return ordinary.length > 0 ? [{ titulo, respuestas: ordinary.map(said) }] : [];
    }),
    sensibles: asked
      .flatMap(({ campos }) => campos)
      .filter(({ clave, sensible }) => sensible && isAnswered(answerOf(normalised, clave))).length,
  };
};

const URGENCIA: readonly EstadoRequisito[] = [
  'conObservacion',
  'noCumplido',
  'porRevisar',
  'cumplido',
];

/** What asks for something first; otherwise in their order. */
export const porUrgencia = <R extends { readonly estado: EstadoRequisito }>(
  requisitos: readonly R[],
): R[] => requisitos.toSorted((a, b) => URGENCIA.indexOf(a.estado) - URGENCIA.indexOf(b.estado));

/** How many requirements are met. */
export const cuentaDe = (requisitos: readonly Pick<RequisitoJuzgado, 'estado'>[]) => ({
  cumplidos: requisitos.filter(({ estado }) => estado === 'cumplido').length,
  total: requisitos.length,
});

/** A decision on it may be taken back: an application that was sent is looked at besides. */
export const isReconsiderable = (estado: EstadoPresolicitud): boolean =>
  PRESOLICITUD.can('reconsiderar', estado);

/** Whole days since an instant. */
export const diasDesde = (desde: Date, ahora: Date): number =>
  Math.max(0, Math.floor((+ahora - +desde) / 86_400_000));

/** The state of a requirement for its applicant: what is being reviewed now is told with the decision. */
export const paraAspirante = (
  requisito: RequisitoJuzgado,
  {
    estado,
    envio,
    marcas,
  }: { estado: EstadoPresolicitud; envio: number; marcas: readonly Marca[] },
): EstadoRequisito => {
  const own = marcas.some((one) => one.requisito === requisito.clave && one.envio === envio);
  const onlyNow = requisito.marcado && own && PRESOLICITUD.can('validar', estado);
  return onlyNow && requisito.estado === 'cumplido' ? 'porRevisar' : requisito.estado;
};
