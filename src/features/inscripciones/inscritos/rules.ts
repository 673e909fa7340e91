/** What the school may decide of what somebody sent, and how it is laid out in columns. Pure. */
import { fold } from '../../../platform/shared/search.ts';
import type { Formulario } from '../../plantillas/formulario/contract.ts';
import { isFilaAbierta } from '../espera/rules.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

export const DECISIONES = ['aceptar', 'rechazar', 'darDeBaja', 'reconsiderar'] as const;
export type Decision = (typeof DECISIONES)[number];

/** Those that say why, to the person, in so many characters at least. */
export const CON_MOTIVO: ReadonlySet<Decision> = new Set<Decision>(['rechazar', 'darDeBaja']);
export const MOTIVO_MIN = 10;

/** Whether what the school decided may be taken back: it decided it, nothing came of it since, and it has not begun. */
export const isReversible = (
  estado: Estado,
  decididaEn: Date | null,
  inicia: string,
  ahora: Date,
): boolean =>
  decididaEn !== null && INSCRIPCION.can('reconsiderar', estado) && isFilaAbierta(inicia, ahora);

/** What a row offers, by how it is. */
export const decisionesDe = (estado: Estado, reversible: boolean): Decision[] => [
  ...(INSCRIPCION.is('porDecidir', estado) ? (['aceptar', 'rechazar'] as const) : []),
  ...(estado === 'inscrita' || estado === 'enListaDeEspera' ? (['darDeBaja'] as const) : []),
  ...(reversible ? (['reconsiderar'] as const) : []),
];

/** A question that some version of a plantilla asks, as a column: its field's key and its header. */
export type Pregunta = { clave: string; nombre: string };

const LARGO = 120;
const shorten = (text: string): string =>
  text.length <= LARGO ? text : `${text.slice(0, LARGO).replace(/\s+\S*$/, '')}…`;

/** A header that no other has: with its section when its label is somebody else's too, and with a number after all. */
const headersOf = (
  asked: readonly { clave: string; etiqueta: string; seccion: string; nota: string }[],
  taken: readonly string[],
): Pregunta[] => {
  const times = Map.groupBy([...taken, ...asked.map(({ etiqueta }) => etiqueta)], fold);
  const used = new Set(taken.map(fold));
  return asked.map(({ clave, etiqueta, seccion, nota }) => {
    const alone = times.get(fold(etiqueta))!.length === 1;
    const base = shorten(alone ? etiqueta : `${etiqueta} (${seccion})`);
    let nombre = `${base}${nota}`;
    for (let n = 2; used.has(fold(nombre)); n += 1) nombre = `${base} (${n})${nota}`;
    used.add(fold(nombre));
    return { clave, nombre };
  });
};

/**
 * The questions of all the versions taken together, a column each, but the sensitive ones: as the newest version has
 * them, and after them those that only older ones asked, which say until when. `versiones`: the newest first; `taken`:
 * headers that other columns have.
 */
export const preguntasDe = (
  versiones: readonly { numero: number; definicion: Formulario }[],
  taken: readonly string[] = [],
): Pregunta[] => {
  const known = new Set<string>();
  const asked = versiones.flatMap(({ numero, definicion }, i) =>
    definicion.secciones.flatMap(({ titulo: seccion, campos }) =>
      campos
        .filter(({ clave, sensible }) => !sensible && !known.has(clave) && known.add(clave))
        .map(({ clave, etiqueta }) => ({
          ...{ clave, etiqueta, seccion },
          nota: i === 0 ? '' : ` (hasta la versión ${numero})`,
        })),
    ),
  );
  return headersOf(asked, taken);
};
