/** What the keys of a definition are called and say, in the words in which they were chosen. Pure. */

import { formatFecha, isFecha } from '../../../../platform/shared/dates.ts';
import { findCatalogo } from '../../../catalogos/definiciones/rules.ts';
import { NOMBRE_DE_DATO, sayCuando } from '../../constructor/rules.ts';
import type { Definicion } from '../../contract.ts';
import { TIPOS } from '../../formulario/campos/rules.ts';
import type { CondicionCampo, DatoPersona } from '../../formulario/contract.ts';
import { declaraRespuestas } from '../../formulario/hechos/rules.ts';
import { fieldsOf } from '../../formulario/rules.ts';
import { describeCondicion, describeRegla } from '../../frases/rules.ts';
import { EFECTO, OPCIONES_AL_LLENARSE } from '../../redaccion/rules.ts';
import type { Efecto, HechoDeclarado, Regla } from '../../reglas/contract.ts';
import { isGrupo } from '../../reglas/rules.ts';

/** What each key of a field, a rule or a quota is called. */
const NOMBRES = new Map(
  Object.entries({
    etiqueta: 'la pregunta',
    ayuda: 'la ayuda',
    obligatorio: 'si es obligatorio',
    sensible: 'si es un dato sensible',
    tipo: 'el tipo de respuesta',
    opciones: 'las opciones',
    visibleSi: 'cuándo se muestra',
    min: 'el mínimo',
    max: 'el máximo',
    minLongitud: 'los caracteres mínimos',
    maxLongitud: 'los caracteres máximos',
    texto: 'el texto',
    dato: 'el dato del expediente',
    catalogo: 'el catálogo',
    documento: 'el tipo de documento',
    editable: 'si se puede corregir',
    guardable: 'si se ofrece guardarlo en el expediente',
    decimales: 'los decimales',
    efecto: 'el efecto',
    condicion: 'las condiciones',
    mensaje: 'el mensaje',
    descripcion: 'lo que pide',
    titulo: 'el título',
    puntos: 'los puntos',
    nombre: 'el nombre',
    lugares: 'los lugares',
    liberaDias: 'cuándo se liberan',
    alLlenarse: 'qué pasa cuando se llena',
    horasParaAceptar: 'las horas para aceptar un lugar',
  }),
);

/** How something of a definition is called. */
export const nombreDe = (key: string): string | undefined => NOMBRES.get(key);

/** The kind of a field, in the words in which it was chosen. */
export const nombreDeTipo = (tipo: unknown) => TIPOS.find((one) => one.tipo === tipo)?.nombre;

/** What the program calls by a key of its own, in the words in which it was chosen. */
const PALABRAS = new Map<string, (valor: unknown) => string | undefined>([
  ['tipo', (valor) => nombreDeTipo(valor)],
  ['dato', (valor) => NOMBRE_DE_DATO[valor as DatoPersona]],
  ['catalogo', (valor) => findCatalogo(String(valor))?.titulo],
  ['efecto', (valor) => EFECTO[valor as Efecto]],
  ['alLlenarse', (valor) => OPCIONES_AL_LLENARSE.find(({ value }) => value === valor)?.label],
  ['liberaDias', (valor) => (valor === null ? 'nunca' : `${valor} días antes de que cierre`)],
]);

/** What is so only where it is said. */
const SI_O_NO = new Set(['obligatorio', 'sensible', 'editable', 'guardable']);

const textSaid = (valor: unknown, key: string): string => {
  if (SI_O_NO.has(key)) return valor === true ? 'sí' : 'no';
  const words = valor === undefined ? undefined : PALABRAS.get(key)?.(valor);
  if (words !== undefined) return `«${words}»`;
  if (valor === undefined || valor === '') return 'nada';
  if (typeof valor === 'boolean') return valor ? 'sí' : 'no';
  if (typeof valor === 'number') return `${valor}`;
  if (typeof valor === 'string') return isFecha(valor) ? formatFecha(valor) : `«${valor}»`;
  if (Array.isArray(valor) && valor.every((one) => typeof one?.etiqueta === 'string')) {
    return valor.map(({ etiqueta }) => `«${etiqueta}»`).join(', ');
  }
  return '';
};

/** What a key of a definition says, in words; empty: there are none for it. */
export type Say = (valor: unknown, key?: string) => string;

/**
 * What the keys of a definition say. `hechos`: what its rules may ask for besides its own answers; without them the
 * conditions of rules are not said. `documentos`: what the types of document are called, by key; one that is not among them
 * is not said, and without them the key is.
 */
export const createSaying = (
  definicion: Definicion,
  hechos: readonly HechoDeclarado[] = [],
  documentos?: ReadonlyMap<string, string>,
): Say => {
  const titulos = new Map(definicion.secciones.map(({ clave, titulo }) => [clave, titulo]));
  const campos = new Map(fieldsOf(definicion).map((campo) => [campo.clave, campo]));
  const all = [...hechos, ...declaraRespuestas(definicion)];
  return (valor, key = '') => {
    if (key === 'lugar') return `«${titulos.get(String(valor)) ?? valor}»`;
    if (key === 'documento' && documentos) {
      const nombre = documentos.get(String(valor));
      return nombre === undefined ? '' : `«${nombre}»`;
    }
    if (key === 'visibleSi') {
      if (valor === undefined) return 'siempre';
      const condicion = valor as CondicionCampo;
      return sayCuando(condicion, campos.get(condicion.campo));
    }
    if (key === 'regla') return hechos.length === 0 ? '' : describeRegla(valor as Regla, all);
    if (isGrupo(valor))
      return hechos.length === 0 ? '' : `se exige ${describeCondicion(valor, all)}`;
    return textSaid(valor, key);
  };
};
