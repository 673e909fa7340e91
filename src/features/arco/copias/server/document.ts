import { escapeHtml } from '../../../../platform/server/html.ts';
import { formatFecha, formatInstante, isFecha } from '../../../../platform/shared/dates.ts';
import { etiquetaDe } from '../rules.ts';

/** A file of the copy as its page tells it: where it is, or that it is not there any more. */
export type ArchivoCopiado = { nombre: string; ruta: string | null };

/** What a part of the copy is. */
export type Parte = { id: string; titulo: string; filas: number };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENTO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

type Palabras = {
  /** Labels of columns. */
  readonly campos: Readonly<Record<string, string>>;
  /** What items of catalogs are called, by their ids. */
  readonly nombres: ReadonlyMap<string, string>;
};

const sayText = (text: string, { nombres }: Palabras): string => {
  if (UUID.test(text)) return nombres.get(text) ?? text;
  if (isFecha(text)) return formatFecha(text);
  if (MOMENTO.test(text)) {
    const moment = new Date(text);
    if (!Number.isNaN(+moment)) return formatInstante(moment);
  }
  return text;
};

/** A value for people, as HTML; null: there is nothing to say. */
const say = (value: unknown, palabras: Palabras): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'string') return escapeHtml(sayText(value, palabras));
  if (Array.isArray(value)) {
    const items = value.flatMap((one) => say(one, palabras) ?? []);
    return items.length === 0 ? null : `<ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul>`;
  }
  if (typeof value === 'object') return sayPairs(Object.entries(value), palabras);
  return escapeHtml(String(value));
};

const sayPairs = (pairs: readonly (readonly [string, unknown])[], palabras: Palabras) => {
  const said = pairs.flatMap(([columna, value]) => {
    const text = say(value, palabras);
    const label = palabras.campos[columna] ?? etiquetaDe(columna);
    return text === null ? [] : [`<div><dt>${escapeHtml(label)}</dt><dd>${text}</dd></div>`];
  });
  return said.length === 0 ? null : `<dl>${said.join('')}</dl>`;
};

const link = ({ nombre, ruta }: ArchivoCopiado): string =>
  ruta === null
    ? `<li>${escapeHtml(nombre)}: el archivo ya no está en el portal.</li>`
    : `<li><a href="${escapeHtml(ruta.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(nombre)}</a></li>`;

/** One row for people. */
export const renderFila = (
  n: number,
  datos: Readonly<Record<string, unknown>>,
  archivos: readonly ArchivoCopiado[],
  palabras: Palabras,
): string =>
  `<li class="fila"><h3>Registro ${n}</h3>${sayPairs(Object.entries(datos), palabras) ?? '<p>Sin datos.</p>'}${
    archivos.length > 0 ? `<p>Archivos</p><ul>${archivos.map(link).join('')}</ul>` : ''
  }</li>\n`;

/** The beginning of a part's rows. */
export const renderParte = ({ id, titulo }: Parte): string =>
  `<section id="${id}" aria-labelledby="t-${id}"><h2 id="t-${id}">${escapeHtml(titulo)}</h2><ol class="filas">\n`;
export const FIN_DE_PARTE = '</ol></section>\n';

// A file on somebody's own disk: whatever it needs is in it, it asks nothing of any address, and no program runs.
const STYLE = `
:root { color-scheme: light dark; --tinta: #1d2230; --suave: #555d70; --papel: #fff; --raya: #d5d8e0; --enlace: #0b4a8f; }
@media (prefers-color-scheme: dark) { :root { --tinta: #eceef4; --suave: #b4bac9; --papel: #14171f; --raya: #3a4050; --enlace: #9cc4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--papel); color: var(--tinta); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main, header { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem; }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; text-wrap: balance; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--raya); padding-bottom: .4rem; }
h3 { font-size: .875rem; color: var(--suave); margin: 0 0 .5rem; }
a { color: var(--enlace); }
a:focus-visible { outline: 3px solid var(--enlace); outline-offset: 2px; }
.saltar { position: absolute; left: -200vw; } .saltar:focus { left: 1rem; top: .5rem; background: var(--papel); padding: .5rem; }
.filas { list-style: none; padding: 0; } .fila { padding: 1rem 0; border-bottom: 1px solid var(--raya); }
dl { margin: 0; } dl > div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; padding: .15rem 0; }
dt { color: var(--suave); } dd { margin: 0; }
@media (max-width: 36rem) { dl > div { grid-template-columns: 1fr; gap: 0; } }
@media print { nav, .saltar { display: none; } }
`;

/** The page up to its parts. */
export const renderInicio = ({
  institucion,
  nombre,
  ahora,
  partes,
  reservas,
}: {
  institucion: string;
  nombre: string;
  ahora: Date;
  partes: readonly Parte[];
  reservas: readonly string[];
}): string => `<!doctype html>
<html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Mis datos – ${escapeHtml(institucion)}</title><style>${STYLE}</style></head><body>
<a class="saltar" href="#contenido">Ir al contenido</a>
<header><p>${escapeHtml(institucion)}</p><h1>Los datos de ${escapeHtml(nombre)}</h1>
<p>Todo lo que el portal guardaba el ${escapeHtml(formatInstante(ahora))}. Lo mismo, para programas, está en la carpeta «datos» (JSON); los archivos, en «archivos».</p></header>
<main id="contenido">
<nav aria-label="Contenido"><h2>Contenido</h2><ul>${partes
  .map(
    ({ id, titulo, filas }) =>
      `<li>${filas === 0 ? escapeHtml(titulo) : `<a href="#${id}">${escapeHtml(titulo)}</a>`}: ${filas === 0 ? 'nada' : filas.toLocaleString('es-MX')}</li>`,
  )
  .join('')}</ul></nav>
<section aria-labelledby="t-reservas"><h2 id="t-reservas">Lo que se guarda y no viene aquí</h2><ul>${reservas
  .map((one) => `<li>${escapeHtml(one)}</li>`)
  .join('')}</ul></section>
`;

export const FIN_DE_PAGINA = '</main></body></html>\n';
