/** What the school may decide of what somebody sent, and how it is laid out in columns. Pure. */
import { POR_RECUPERAR } from '../../../platform/shared/ilegible-por-que.ts';
import { fold } from '../../../platform/shared/search.ts';
import type { Campo, Formulario } from '../../plantillas/formulario/contract.ts';
import { controlOf, fieldsOf } from '../../plantillas/formulario/rules.ts';
import { isFilaAbierta } from '../espera/rules.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

/** What is kept of one and cannot be read: the definition of its version, its answers, or what it was decided on. */
export const ILEGIBLES = ['version', 'respuestas', 'evaluacion'] as const;
export type Ilegible = (typeof ILEGIBLES)[number];
const GUARDADO: Readonly<Record<Ilegible, string>> = {
  version: 'el formulario con el que se envió',
  respuestas: 'lo que se respondió',
  evaluacion: 'los hechos y requisitos con los que se decidió',
};
const LISTA = new Intl.ListFormat('es');
/** What cannot be read of one, and what is done about it. */
export const decirIlegible = (ilegible: readonly Ilegible[]): string =>
  `Esto no se puede leer: ${LISTA.format(ilegible.map((one) => GUARDADO[one]))}. ${POR_RECUPERAR}`;

/** Whether what was answered can be told of one. */
export const hasRespuestas = ({ ilegible }: { ilegible: readonly Ilegible[] }): boolean =>
  !ilegible.includes('version') && !ilegible.includes('respuestas');

export const DECISIONES = ['aceptar', 'rechazar', 'darDeBaja', 'reconsiderar'] as const;
export type Decision = (typeof DECISIONES)[number];

/** Those that say why, to the person, in so many characters at least. */
export const CON_MOTIVO: ReadonlySet<Decision> = new Set<Decision>(['rechazar', 'darDeBaja']);
export const MOTIVO_MIN = 10;

/**
 * Whether what the school decided may be taken back: it decided it, nothing came of it since, and its edition has neither begun
 * nor been cancelled.
 */
export const isReversible = (
  estado: Estado,
  decididaEn: Date | null,
  { inicia, cancelada }: { inicia: string; cancelada: boolean },
  ahora: Date,
): boolean =>
  decididaEn !== null &&
  INSCRIPCION.can('reconsiderar', estado) &&
  !cancelada &&
  isFilaAbierta(inicia, ahora);

/** What a row offers, by how it is. */
export const decisionesDe = (estado: Estado, reversible: boolean): Decision[] => [
  ...(INSCRIPCION.is('porDecidir', estado) ? (['aceptar', 'rechazar'] as const) : []),
  ...(estado === 'inscrita' || estado === 'enListaDeEspera' ? (['darDeBaja'] as const) : []),
  ...(reversible ? (['reconsiderar'] as const) : []),
];

/** By what an answer is looked for. */
export const POR_RESPUESTA = ['opciones', 'texto', 'numero', 'fecha'] as const;
type Buscada = {
  por: (typeof POR_RESPUESTA)[number];
  /** What there is to choose from. */
  opciones: { valor: string; etiqueta: string }[];
};

/** A question that some version of a plantilla asks, as a column: its field's key and its header. */
export type Pregunta = { clave: string; nombre: string } & Buscada;

/** How a box is asked for, marked and not: no option has such a key. */
export const MARCADA = '.si';
export const SIN_MARCAR = '.no';
const SI_O_NO = [
  { valor: MARCADA, etiqueta: 'Sí' },
  { valor: SIN_MARCAR, etiqueta: 'No, o sin marcar' },
];

/** By what the answers to a field are looked for; of what the file says, by its words. */
const buscadaDe = (campo: Campo): Buscada => {
  const control = controlOf(campo);
  const por = (por: Buscada['por'], opciones: Buscada['opciones'] = []) => ({ por, opciones });
  if (control.kind === 'check') return por('opciones', SI_O_NO);
  if ('options' in control) {
    return por(
      'opciones',
      control.options.map(({ value: valor, label: etiqueta }) => ({ valor, etiqueta })),
    );
  }
  if (control.kind === 'number') return por('numero');
  return por(control.kind === 'date' ? 'fecha' : 'texto');
};

/** The same with the options that older versions offered, after those of the newest. */
const withOlder = (newest: Buscada, older: readonly Buscada[]): Buscada => {
  const known = new Map(newest.opciones.map((opcion) => [opcion.valor, opcion]));
  for (const { por, opciones } of older) {
    if (por !== newest.por) continue;
    for (const opcion of opciones) if (!known.has(opcion.valor)) known.set(opcion.valor, opcion);
  }
  return { por: newest.por, opciones: [...known.values()] };
};

const LARGO = 120;
const shorten = (text: string): string =>
  text.length <= LARGO ? text : `${text.slice(0, LARGO).replace(/\s+\S*$/, '')}…`;

/** A header that no other has: with its section when its label is somebody else's too, and with a number after all. */
const headersOf = (
  asked: readonly (Buscada & {
    clave: string;
    etiqueta: string;
    seccion: string;
    nota: string;
  })[],
  taken: readonly string[],
): Pregunta[] => {
  const times = Map.groupBy([...taken, ...asked.map(({ etiqueta }) => etiqueta)], fold);
  const used = new Set(taken.map(fold));
  return asked.map(({ clave, etiqueta, seccion, nota, por, opciones }) => {
    const alone = times.get(fold(etiqueta))!.length === 1;
    const base = shorten(alone ? etiqueta : `${etiqueta} (${seccion})`);
    let nombre = `${base}${nota}`;
    for (let n = 2; used.has(fold(nombre)); n += 1) nombre = `${base} (${n})${nota}`;
    used.add(fold(nombre));
    return { clave, nombre, por, opciones };
  });
};

/**
 * The questions of all the versions taken together, a column each, but the sensitive ones: as the newest version has
 * them, and after them those that only older ones asked, which say until when. `versiones`: the newest first; `hasta`:
 * the last version that asked for each, by its key, which may be none of these; `taken`: headers that other columns have.
 */
export const preguntasDe = (
  {
    versiones,
    hasta,
  }: {
    versiones: readonly { numero: number; definicion: Formulario }[];
    hasta: ReadonlyMap<string, number>;
  },
  taken: readonly string[] = [],
): Pregunta[] => {
  const known = new Set<string>();
  const everywhere = Map.groupBy(
    versiones.flatMap(({ definicion }) => fieldsOf(definicion)),
    ({ clave }) => clave,
  );
  const asked = versiones.flatMap(({ numero, definicion }, i) =>
    definicion.secciones.flatMap(({ titulo: seccion, campos }) =>
      campos
        .filter(({ clave, sensible }) => !sensible && !known.has(clave) && known.add(clave))
        .map((campo) => ({
          ...{ clave: campo.clave, etiqueta: campo.etiqueta, seccion },
          ...withOlder(buscadaDe(campo), everywhere.get(campo.clave)!.map(buscadaDe)),
          nota: i === 0 ? '' : ` (hasta la versión ${hasta.get(campo.clave) ?? numero})`,
        })),
    ),
  );
  return headersOf(asked, taken);
};
