/** Windows, what may be done now, and the timeline of both forms. Pure. */
import { formatMomento } from '../../../platform/shared/dates.ts';
import type { EstadoConvocatoria } from '../estados.ts';
import type { Acto, Evento, Momento } from './contract.ts';

/** The dates of a call. */
export type Fechas = {
  readonly presolicitud_abre: Date;
  readonly presolicitud_cierra: Date;
  readonly solicitud_abre: Date;
  readonly solicitud_cierra: Date;
  readonly recomendaciones_cierra: Date;
  readonly resultados_en: Date;
};
export type Llamado = Fechas & { readonly estado: EstadoConvocatoria };

/** What was received in time has this long to be written: more than a request may take. */
export const GRACIA_MS = 2 * 60_000;

export type Tramite = 'presolicitud' | 'solicitud';

/** The window of one of the two steps: open from `abre` until just before `cierra`. */
export type Ventana = { readonly abre: Date; readonly cierra: Date };
export const ventanaDe = (cv: Fechas, tramite: Tramite): Ventana =>
  tramite === 'presolicitud'
    ? { abre: cv.presolicitud_abre, cierra: cv.presolicitud_cierra }
    : { abre: cv.solicitud_abre, cierra: cv.solicitud_cierra };

/** Where a moment is before, within or after a window. */
export const dondeEnVentana = (
  { abre, cierra }: Ventana,
  en: Date,
): 'antes' | 'dentro' | 'fuera' => (en < abre ? 'antes' : en < cierra ? 'dentro' : 'fuera');

/** Where a call is by the clock; whichever window is open that closes last wins. */
export const momentoDe = (cv: Llamado, ahora: Date): Momento => {
  if (cv.estado === 'cancelada' || cv.estado === 'concluida') return cv.estado;
  if (dondeEnVentana(ventanaDe(cv, 'presolicitud'), ahora) === 'dentro') return 'presolicitudes';
  if (dondeEnVentana(ventanaDe(cv, 'solicitud'), ahora) === 'dentro') return 'solicitudes';
  if (ahora < cv.presolicitud_abre) return 'proxima';
  if (ahora < cv.solicitud_abre) return 'entreVentanas';
  return ahora < cv.resultados_en ? 'evaluacion' : 'resultados';
};

/** An act that may be done until then. */
export const puede = (hasta: Date | null = null): Acto => ({
  permitido: true,
  hasta: hasta?.toISOString() ?? null,
  porque: null,
});
/** An act that may not be done, and why; null: it has no sense now. */
export const noPuede = (porque: string | null = null): Acto => ({
  permitido: false,
  hasta: null,
  porque,
});

/** Whether something may be sent by a window, in words. */
export const puedeEnVentana = (ventana: Ventana, ahora: Date): Acto => {
  switch (dondeEnVentana(ventana, ahora)) {
    case 'antes':
      return noPuede(`Se recibirá a partir del ${formatMomento(ventana.abre)}.`);
    case 'dentro':
      return puede(ventana.cierra);
    case 'fuera':
      return noPuede(`El plazo terminó el ${formatMomento(ventana.cierra)}.`);
  }
};

/** An event that happened. */
export const suceso = (en: Date, titulo: string, detalle: string | null = null): Evento => ({
  tipo: 'suceso',
  en: en.toISOString(),
  titulo,
  detalle,
  pasado: true,
});

/** A date of the calendar. */
export const plazo = (
  en: Date,
  titulo: string,
  ahora: Date,
  detalle: string | null = null,
): Evento => ({ tipo: 'plazo', en: en.toISOString(), titulo, detalle, pasado: en <= ahora });

/** The timeline in order: at one instant, what happened before what is due. */
export const enOrden = (eventos: readonly Evento[]): Evento[] =>
  eventos.toSorted(
    (a, b) => a.en.localeCompare(b.en) || Number(a.tipo === 'plazo') - Number(b.tipo === 'plazo'),
  );
