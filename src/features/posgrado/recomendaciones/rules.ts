import { readEmail } from '../../../platform/shared/email.ts';
import type { FieldErrors } from '../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../platform/shared/ids.ts';
import {
  type EstadoConvocatoria,
  type EstadoRecomendacion,
  type EstadoSolicitud,
  RECOMENDACION,
  SOLICITUD,
} from '../estados.ts';
import { ERRORES_RECOMENDACION as ERRORES } from './errors.ts';

/** How a referee knows the applicant, in words. */
export const RELACIONES = {
  jefatura: 'Fue o es mi jefatura directa',
  superior: 'Fue o es superior en mi trabajo',
  docencia: 'Me dio clases',
  asesoria: 'Asesoró mi tesis o investigación',
  colega: 'Trabaja o trabajó conmigo',
  otra: 'Otra relación',
} as const;
export type RelacionRecomendante = keyof typeof RELACIONES;

/** The same, as the referee and the school read it. */
export const RELACIONES_DE_QUIEN_RECOMIENDA: Readonly<Record<RelacionRecomendante, string>> = {
  jefatura: 'Jefatura directa',
  superior: 'Superior en el trabajo',
  docencia: 'Docencia',
  asesoria: 'Asesoría de tesis o investigación',
  colega: 'Colega de trabajo',
  otra: 'Otra relación',
};

/** Abilities that a referee rates. */
export const VALORACIONES = {
  conocimiento: 'Conocimiento jurídico',
  analisis: 'Capacidad de análisis',
  redaccion: 'Redacción',
  constancia: 'Responsabilidad y constancia',
  colaboracion: 'Trato y trabajo con otras personas',
} as const;
export type Valoracion = keyof typeof VALORACIONES;
export const VALORACIONES_CLAVES = Object.keys(VALORACIONES) as [Valoracion, ...Valoracion[]];

/** The words of a rating, from the highest to the lowest, and the one of a referee who cannot tell. */
export const NIVELES = {
  sobresaliente: 'Sobresaliente',
  muyBueno: 'Muy bueno',
  bueno: 'Bueno',
  suficiente: 'Suficiente',
  insuficiente: 'Insuficiente',
  sinValorar: 'No puedo valorarlo',
} as const;
export type NivelValoracion = keyof typeof NIVELES;

/** Most characters of a letter, of how its author knows the applicant, and of why one declines. */
export const MAX_CARTA = 20_000;
export const MAX_TRATO = 300;
export const MAX_MOTIVO_DECLINAR = 500;
/** Most characters of what an applicant writes of a referee. */
export const MAX_NOMBRE_RECOMENDANTE = 120;
export const MAX_INSTITUCION = 160;

/** A letter: what it says, how its author knows the applicant in their own words, and the ratings. */
export type Carta = {
  texto: string;
  trato: string;
  valoraciones: Partial<Record<Valoracion, NivelValoracion>>;
};

/** What a link comes to when it is opened. `propia`: by the applicant; `cancelada`: the letter is not needed any more. */
export const MOMENTOS_INVITACION = [
  'abierta',
  'recibida',
  'declinada',
  'vencida',
  'cancelada',
  'propia',
] as const;
export type MomentoInvitacion = (typeof MOMENTOS_INVITACION)[number];

/** Symbols of a key: 26 of Crockford's, 130 bits. */
export const LARGO_CLAVE = 26;

/** A key as typed or followed, as it is compared; null: it cannot be one. */
export const parseClave = (text: string): string | null => {
  const clave = normaliseCrockford(text);
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(clave) ? clave : null;
};

/** What decides whether a letter is still awaited: the call, the application, and their terms. */
export type Contexto = {
  convocatoria: EstadoConvocatoria;
  solicitud: EstadoSolicitud;
  solicitudCierra: Date;
  recomendacionesCierra: Date;
};

/** Whether the application still competes, or may still be sent. */
export const seEspera = (
  { convocatoria, solicitud, solicitudCierra }: Contexto,
  ahora: Date,
): boolean =>
  convocatoria === 'publicada' &&
  (SOLICITUD.is('enConcurso', solicitud) || (solicitud === 'borrador' && ahora <= solicitudCierra));

/** Whether its applicant may still change the referees. A request that came before the deadline counts. */
export const seEdita = (contexto: Contexto, ahora: Date): boolean =>
  seEspera(contexto, ahora) && ahora <= contexto.recomendacionesCierra;

/** A referee as the rules see them: whose place they take, and whether somebody has taken theirs. */
type Propuesto = { id: string; estado: EstadoRecomendacion; reemplaza_a: string | null };

/** Whether another person may be proposed in the place of this one: once for each letter. */
export const seReemplaza = (uno: Propuesto, todos: readonly Propuesto[]): boolean =>
  RECOMENDACION.is('perdidas', uno.estado) &&
  uno.reemplaza_a === null &&
  !todos.some(({ reemplaza_a }) => reemplaza_a === uno.id);

/** Letters that were asked for; one that replaces another is the same letter. */
const pedidas = (todos: readonly Propuesto[]): number =>
  todos.filter(({ estado, reemplaza_a }) => estado !== 'cancelada' && reemplaza_a === null).length;

/** Whether there is room for one more letter among those that the call asks for. */
export const seAgrega = (todos: readonly Propuesto[], pide: number): boolean =>
  pedidas(todos) < pide;

/** What its applicant may do with a referee. */
export const actosDe = (
  uno: Propuesto,
  todos: readonly Propuesto[],
  editable: boolean,
): {
  quitar: boolean;
  invitar: boolean;
  reenviar: boolean;
  cambiarCorreo: boolean;
  reemplazar: boolean;
} => ({
  quitar: editable && RECOMENDACION.can('quitar', uno.estado),
  invitar: editable && RECOMENDACION.can('invitar', uno.estado),
  reenviar: editable && RECOMENDACION.can('reinvitar', uno.estado),
  cambiarCorreo: editable && RECOMENDACION.can('reinvitar', uno.estado),
  reemplazar: editable && seReemplaza(uno, todos),
});

/** The mailbox of an address without what follows a `+`, which most servers deliver to the same person. */
export const casillaDe = (correo: string): string => {
  const [local = '', dominio = ''] = correo.toLowerCase().split('@');
  return `${local.replace(/\+.*$/, '')}@${dominio}`;
};

/** Letters, spaces and what names have; a dot only at the end of a word, so that a name is never an address that mail programs link. */
const NOMBRE = /^(?=.*\p{L})(?:[\p{L}\p{M} '’-]|\.(?=\s|$))+$/u;

/** What is wrong with the name of a referee, or null. */
export const problemaDeNombre = (nombre: string): string | null => {
  if (nombre.trim() === '') return 'Escriba el nombre completo.';
  return NOMBRE.test(nombre.trim()) ? null : 'Escriba solo el nombre, con letras y espacios.';
};

/** An address as it is kept, or what is wrong with it: it is nobody's, the applicant's, or of another referee. */
export const readCorreoRecomendante = (
  texto: string,
  { propios, otros }: { propios: readonly string[]; otros: readonly string[] },
): { correo: string } | { problema: string } => {
  const leido = readEmail(texto);
  if (!leido.ok) return { problema: leido.problem };
  const es = casillaDe(leido.email);
  if (propios.some((uno) => casillaDe(uno) === es)) return { problema: ERRORES.propia.message };
  if (otros.some((uno) => casillaDe(uno) === es)) return { problema: ERRORES.repetida.message };
  return { correo: leido.email };
};

/** What a link comes to at an instant. The deadline counts by when the request arrived. */
export const momentoDe = (
  estado: EstadoRecomendacion,
  contexto: Contexto,
  ahora: Date,
): Exclude<MomentoInvitacion, 'propia'> => {
  if (estado === 'recibida' || estado === 'declinada') return estado;
  if (estado === 'cancelada' || estado === 'porInvitar' || !seEspera(contexto, ahora)) {
    return 'cancelada';
  }
  return estado === 'vencida' || ahora > contexto.recomendacionesCierra ? 'vencida' : 'abierta';
};

/** Names of the fields of the page's form. */
export const CAMPOS = {
  texto: 'texto',
  trato: 'trato',
  declara: 'declara',
  motivo: 'motivo',
  confirma: 'confirma',
  /** Which of its two buttons was pressed. */
  accion: 'accion',
} as const;
export const nombreDeValoracion = (clave: string): string => `valora-${clave}`;
/** All of them, in the order of the page. */
export const CAMPOS_DE_CARTA: readonly string[] = [
  CAMPOS.trato,
  CAMPOS.texto,
  ...VALORACIONES_CLAVES.map(nombreDeValoracion),
  CAMPOS.declara,
  CAMPOS.motivo,
  CAMPOS.confirma,
];

/** Text as a form sends it: its line ends as one, without what is no text. */
const limpio = (texto: string): string =>
  texto
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();

const miles = (n: number): string => n.toLocaleString('es-MX');

/** A letter as a form sent it, or what is wrong with each field. */
export const readCarta = (
  valores: Readonly<Record<string, string>>,
  minimo: number,
): { carta: Carta } | { errores: FieldErrors } => {
  const errores: FieldErrors = {};
  const texto = limpio(valores[CAMPOS.texto] ?? '');
  const trato = limpio(valores[CAMPOS.trato] ?? '');
  if (trato === '') errores[CAMPOS.trato] = 'Escriba desde cuándo y de dónde le conoce.';
  else if (trato.length > MAX_TRATO) {
    errores[CAMPOS.trato] =
      `Escriba ${miles(MAX_TRATO)} caracteres como máximo; escribió ${miles(trato.length)}.`;
  }
  if (texto === '') errores[CAMPOS.texto] = 'Escriba la carta.';
  else if (texto.length < minimo) {
    errores[CAMPOS.texto] =
      `La carta lleva al menos ${miles(minimo)} caracteres; escribió ${miles(texto.length)}.`;
  } else if (texto.length > MAX_CARTA) {
    errores[CAMPOS.texto] =
      `La carta lleva como máximo ${miles(MAX_CARTA)} caracteres; escribió ${miles(texto.length)}.`;
  }
  const valoraciones: Carta['valoraciones'] = {};
  for (const clave of VALORACIONES_CLAVES) {
    const nivel = valores[nombreDeValoracion(clave)] ?? '';
    if (Object.hasOwn(NIVELES, nivel)) valoraciones[clave] = nivel as NivelValoracion;
    else errores[nombreDeValoracion(clave)] = `Elija una opción en «${VALORACIONES[clave]}».`;
  }
  if (!valores[CAMPOS.declara]) {
    errores[CAMPOS.declara] = 'Confirme que usted escribió la carta.';
  }
  return Object.keys(errores).length > 0 ? { errores } : { carta: { texto, trato, valoraciones } };
};

/** Why a referee declines, or what is wrong. */
export const readDeclinar = (
  valores: Readonly<Record<string, string>>,
): { motivo: string | null } | { errores: FieldErrors } => {
  const motivo = limpio(valores[CAMPOS.motivo] ?? '');
  const errores: FieldErrors = {};
  if (!valores[CAMPOS.confirma]) errores[CAMPOS.confirma] = 'Confirme que no enviará una carta.';
  if (motivo.length > MAX_MOTIVO_DECLINAR) {
    errores[CAMPOS.motivo] = `Escriba ${miles(MAX_MOTIVO_DECLINAR)} caracteres como máximo.`;
  }
  return Object.keys(errores).length > 0 ? { errores } : { motivo: motivo || null };
};
