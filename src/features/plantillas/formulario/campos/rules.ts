/** The kinds of field that there are: a new one is its file and its line here. */
import { casilla } from './casilla.ts';
import { catalogo } from './catalogo.ts';
import type { Clase } from './contract.ts';
import { datoPersona } from './dato-persona.ts';
import { declaracion } from './declaracion.ts';
import { documento } from './documento.ts';
import { fecha } from './fecha.ts';
import { numero } from './numero.ts';
import { opcion } from './opcion.ts';
import { opciones } from './opciones.ts';
import { texto } from './texto.ts';
import { textoLargo } from './texto-largo.ts';

export const CLASES = [
  texto,
  textoLargo,
  numero,
  fecha,
  opcion,
  opciones,
  casilla,
  declaracion,
  datoPersona,
  catalogo,
  documento,
] as const;

/** A field of any of them. */
export type Campo = Parameters<(typeof CLASES)[number]['print']>[0];

const BY_TIPO = new Map<string, unknown>(CLASES.map((clase) => [clase.tipo, clase]));

/** All that is known of a field's kind. */
export const claseOf = (campo: Campo): Clase<Campo['tipo'], never, Campo> =>
  BY_TIPO.get(campo.tipo) as Clase<Campo['tipo'], never, Campo>;

/** What there is to add to a form: each kind, by its name. */
export const TIPOS = CLASES.map(({ tipo, nombre }) => ({ tipo, nombre }));

/** A field of a kind that has just been added: it says what it must and no more. */
export const newCampo = (tipo: Campo['tipo'], clave: string): Campo => {
  const clase = BY_TIPO.get(tipo) as Clase<Campo['tipo'], never, Campo>;
  return { clave, etiqueta: '', obligatorio: true, tipo, ...clase.nuevo() } as Campo;
};
