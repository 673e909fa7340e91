/** The data of a person's file that are said in its apartados: read, checked and worded by who owns them. Pure. */
import { isFecha } from '../../../../platform/shared/dates.ts';
import type { ApartadoId } from '../../../personas/apartados/definiciones/rules.ts';
import { apartadoOf } from '../../../personas/apartados/definiciones/rules.ts';
import { type Campo, textOf } from '../../../personas/apartados/rules.ts';
import { oneLine, readDate } from '../respuestas/rules.ts';

/** Where each is: in which apartado, and in which of its fields. */
export const DATOS_EXPEDIENTE = {
  telefono: { apartado: 'telefono', campo: 'numero' },
  numeroExpediente: { apartado: 'servicio', campo: 'expediente' },
  fechaIngreso: { apartado: 'servicio', campo: 'ingreso' },
  codigoPostal: { apartado: 'domicilio', campo: 'cp' },
  municipio: { apartado: 'domicilio', campo: 'municipio' },
  colonia: { apartado: 'domicilio', campo: 'colonia' },
  calle: { apartado: 'domicilio', campo: 'calle' },
  numeroExterior: { apartado: 'domicilio', campo: 'exterior' },
} as const satisfies Record<string, { apartado: ApartadoId; campo: string }>;
export type DatoExpediente = keyof typeof DATOS_EXPEDIENTE;
export const DATOS_EXPEDIENTE_IDS = Object.keys(DATOS_EXPEDIENTE) as [
  DatoExpediente,
  ...DatoExpediente[],
];

export const isDatoExpediente = (dato: string): dato is DatoExpediente =>
  Object.hasOwn(DATOS_EXPEDIENTE, dato);

const campoDe = (dato: DatoExpediente): Campo => {
  const { apartado, campo } = DATOS_EXPEDIENTE[dato];
  return apartadoOf(apartado).campos.find(({ key }) => key === campo)!;
};

/** Whether it is a day. */
export const isDia = (dato: DatoExpediente): boolean => campoDe(dato).kind === 'fecha';

/** As the file keeps it; what cannot be read stays as it was typed. */
export const readDato = (dato: DatoExpediente, text: string): string => {
  if (isDia(dato)) return readDate(text);
  const line = oneLine(text);
  const leido = line === '' ? undefined : campoDe(dato).lee?.(line);
  return leido && 'valor' in leido ? leido.valor : line;
};

/** What is wrong with it, in the words of the file; or null. */
export const checkDato = (dato: DatoExpediente, etiqueta: string, valor: string): string | null => {
  if (isDia(dato)) {
    return isFecha(valor)
      ? null
      : `La fecha de «${etiqueta}» no existe en el calendario. Escríbala con día, mes y año, por ejemplo 5/3/2026.`;
  }
  const { lee, max = 200 } = campoDe(dato);
  const { length } = [...valor];
  if (length > max) return `«${etiqueta}» lleva ${max} caracteres como máximo; tiene ${length}.`;
  const leido = lee?.(valor);
  return leido && 'problema' in leido ? leido.problema : null;
};

/** As people read it. */
export const printDato = (dato: DatoExpediente, valor: string): string =>
  textOf(campoDe(dato), valor);
