import { formatFecha, formatInstante, isFecha } from '../../platform/shared/dates.ts';
import type { DatoDescrito, Vocabulario } from '../../platform/shared/historial.ts';
import { lookUp } from '../../platform/shared/look-up.ts';
import { properName } from '../../platform/shared/names.ts';
import type { Anotacion } from './contract.ts';

/** A longer list is said by its number, and any that says nothing to a reader. */
const MAX_SHOWN = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const NADA = 'sin dato';

const counted = (n: number): string =>
  n === 1 ? '1 registro' : `${n.toLocaleString('es-MX')} registros`;

type Nombres = Readonly<Record<string, string>>;

const sayText = (text: string, { registro, valores }: DatoDescrito, nombres: Nombres): string => {
  if (text === '') return NADA;
  const words = (valores && lookUp(valores, text)) ?? (registro && lookUp(nombres, text));
  if (words) return words;
  if (UUID.test(text)) return 'un registro que ya no existe';
  if (isFecha(text)) return formatFecha(text);
  return INSTANTE.test(text) ? formatInstante(new Date(text)) : text;
};

/** A value as people say it. */
const say = (value: unknown, dato: DatoDescrito, nombres: Nombres): string => {
  if (value === null || value === undefined) return NADA;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') return value.toLocaleString('es-MX');
  if (Array.isArray(value)) {
    const nameless = value.some(
      (one) => typeof one === 'string' && UUID.test(one) && !lookUp(nombres, one),
    );
    // What is named by a closed list of words is not records: it is said whole.
    if (nameless || (value.length > MAX_SHOWN && !dato.valores)) return counted(value.length);
    return value.map((one) => say(one, dato, nombres)).join(', ') || NADA;
  }
  if (typeof value !== 'object') return sayText(String(value), dato, nombres);
  const parts = Object.entries(value).map(
    ([key, part]) =>
      `${lookUp(dato.valores ?? {}, key) ?? key} ${say(part, { label: key }, nombres)}`,
  );
  return parts.join('; ') || 'ninguno';
};

/** The name of a record: a person's, stored in capitals, in normal case; a course, folio or address unchanged. */
export const nombreDeRegistro = (registro: string): string =>
  /[\p{Ll}\d]/u.test(registro) ? registro : properName(registro);

/** One datum of a row: what it was (undefined: nothing is said of it) and what it is. */
export type Renglon = { label: string; antes: string | undefined; despues: string };
/** One that only a programmer needs, as it is kept. */
export type DatoTecnico = { clave: string; valor: string };

/** What changed, in people's words, and apart what only a programmer needs. */
export const describeCambio = (
  { describeDato }: Pick<Vocabulario, 'describeDato'>,
  { accion, antes, despues, nombres }: Pick<Anotacion, 'accion' | 'antes' | 'despues' | 'nombres'>,
): { renglones: Renglon[]; tecnicos: DatoTecnico[] } => {
  const renglones: Renglon[] = [];
  const tecnicos: DatoTecnico[] = [];
  for (const key of new Set([...Object.keys(antes ?? {}), ...Object.keys(despues ?? {})])) {
    const [was, is] = [antes?.[key], despues?.[key]];
    const dato = describeDato(accion, key);
    if (dato === null || dato === 'tecnico') {
      const valor = [was, is].filter((one) => one !== undefined).map((one) => JSON.stringify(one));
      tecnicos.push({ clave: key, valor: valor.join(' → ') });
      continue;
    }
    const same = JSON.stringify(was) === JSON.stringify(is);
    renglones.push({
      label: dato.label,
      antes: antes && key in antes && !same ? say(was, dato, nombres) : undefined,
      // Of what was deleted there is only what it was.
      despues: despues === null ? '' : say(is, dato, nombres),
    });
  }
  return { renglones, tecnicos };
};

/** «Rol: sin dato → Escolar». */
export const decirRenglon = ({ label, antes, despues }: Renglon): string =>
  `${label}: ${[antes, despues].filter(Boolean).join(' → ')}`;

/** Ids by the kind of record that they name, of all that the rows keep. */
export const idsNombrados = (
  { describeDato }: Pick<Vocabulario, 'describeDato'>,
  rows: readonly { accion: string; antes: unknown; despues: unknown }[],
): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { accion, antes, despues } of rows) {
    for (const [key, value] of [antes, despues].flatMap((side) => Object.entries(side ?? {}))) {
      const dato = describeDato(accion, key);
      if (dato === null || dato === 'tecnico' || !dato.registro) continue;
      const ids = Array.isArray(value) ? (value.length > MAX_SHOWN ? [] : value) : [value];
      for (const id of ids) {
        if (typeof id !== 'string') continue;
        found.set(dato.registro, (found.get(dato.registro) ?? new Set()).add(id));
      }
    }
  }
  return found;
};
