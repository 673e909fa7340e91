/**
 * Texts of a design, with fields: «por haber acreditado {{programa}}[, con calificación de {{calificacion}}]». What stands in brackets is
 * left out when a field within it has nothing to say.
 */
import { type Tipo, tipoOf } from '../../rules.ts';

/** What may be named in a text, and whether a document may lack it. */
export type CampoDeTexto = {
  readonly key: string;
  readonly label: string;
  readonly opcional: boolean;
};

const campo = (key: string, label: string, opcional = false): CampoDeTexto => ({
  key,
  label,
  opcional,
});

/** Every field that a text of a design of that kind may name. */
export const camposDeTexto = (tipo: Tipo): CampoDeTexto[] => {
  const { campos, programa, vigencia } = tipoOf(tipo);
  const has = (key: string) => campos.some((one) => one.key === key);
  return [
    campo('titular', 'Nombre de la persona'),
    campo('programa', programa),
    campo('institucion', 'Nombre de la institución'),
    campo('folio', 'Folio'),
    campo('emision', 'Fecha de emisión'),
    ...(vigencia === 'no' ? [] : [campo('vigencia', 'Último día de vigencia', vigencia !== 'si')]),
    ...(has('inicia') && has('termina')
      ? [campo('fechas', 'Del inicio al término, en palabras', true)]
      : []),
    ...campos.map(({ key, label, opcional }) => campo(key, label, opcional === true)),
  ];
};

type Trozo = { texto: string } | { campo: string };
/** `opcional`: it stood in brackets. */
type Tramo = { trozos: Trozo[]; opcional: boolean };

const CAMPO = /\{\{\s*([^{}]*?)\s*\}\}/g;

const trozosDe = (texto: string): Trozo[] => {
  const trozos: Trozo[] = [];
  let from = 0;
  for (const found of texto.matchAll(CAMPO)) {
    if (found.index > from) trozos.push({ texto: texto.slice(from, found.index) });
    trozos.push({ campo: found[1]! });
    from = found.index + found[0].length;
  }
  if (from < texto.length) trozos.push({ texto: texto.slice(from) });
  return trozos;
};

/** The text in its parts; null: its brackets do not close, or stand within others. */
const tramosDe = (texto: string): Tramo[] | null => {
  const parts = texto.split(/([[\]])/);
  const tramos: Tramo[] = [];
  let open = false;
  for (const part of parts) {
    if (part === '[' || part === ']') {
      if (open === (part === '[')) return null;
      open = part === '[';
    } else if (part !== '') {
      tramos.push({ trozos: trozosDe(part), opcional: open });
    }
  }
  return open ? null : tramos;
};

/** How many letters two words differ by, as far as it matters for guessing what was meant. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[b.length]!;
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const closest = (key: string, campos: readonly CampoDeTexto[]): CampoDeTexto | null => {
  const near = campos
    .map((one) => ({ one, far: distance(plain(key), plain(one.key)) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far <= 3 ? near.one : null;
};

/** What is wrong with a text, in words for whoever writes it; null: nothing. */
export const problemaDeTexto = (tipo: Tipo, texto: string): string | null => {
  const campos = camposDeTexto(tipo);
  const tramos = tramosDe(texto);
  if (tramos === null) {
    return 'Los corchetes no cierran: escriba [así], sin unos dentro de otros.';
  }
  for (const { trozos, opcional } of tramos) {
    for (const trozo of trozos) {
      if ('texto' in trozo) {
        if (/\{\{|\}\}/.test(trozo.texto)) {
          return 'Un campo se escribe entre dos llaves de cada lado: {{titular}}.';
        }
        continue;
      }
      const known = campos.find(({ key }) => key === trozo.campo);
      if (!known) {
        const meant = closest(trozo.campo, campos);
        return `«{{${trozo.campo}}}» no es un campo de este documento.${
          meant ? ` ¿Quiso escribir {{${meant.key}}}?` : ' Elija uno de la lista de campos.'
        }`;
      }
      if (known.opcional && !opcional) {
        return `{{${known.key}}} puede faltar: escríbalo entre corchetes con lo que se omite con él, como [con {{${known.key}}}].`;
      }
    }
    if (opcional && !trozos.some((trozo) => 'campo' in trozo)) {
      return 'Lo que va entre corchetes se omite cuando falta un campo: escriba dentro al menos uno.';
    }
  }
  return null;
};

/** The text as a document says it. What is not known is left out, with the brackets in which it stands. */
export const fillTexto = (texto: string, valores: Readonly<Record<string, string>>): string => {
  const said = (trozo: Trozo) =>
    'texto' in trozo
      ? trozo.texto
      : Object.hasOwn(valores, trozo.campo)
        ? valores[trozo.campo]!
        : '';
  return (tramosDe(texto) ?? [])
    .filter(
      ({ trozos, opcional }) =>
        !opcional || trozos.every((trozo) => 'texto' in trozo || said(trozo) !== ''),
    )
    .flatMap(({ trozos }) => trozos.map(said))
    .join('')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
};
