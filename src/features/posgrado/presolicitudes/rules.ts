/** What the applicant may do with a pre-application now, and its timeline. Pure. */
import { formatMomento } from '../../../platform/shared/dates.ts';
import type { Acto, Evento } from '../envios/contract.ts';
import {
  enOrden,
  type Llamado,
  noPuede,
  plazo,
  puede,
  puedeEnVentana,
  suceso,
  ventanaDe,
} from '../envios/rules.ts';
import { type EstadoPresolicitud, PRESOLICITUD } from '../estados.ts';

/** What is known of the pre-application of who looks; null: there is none. */
export type Situacion = {
  readonly estado: EstadoPresolicitud;
  readonly vence_en: Date | null;
} | null;

/** It counts, and may still change. */
const isViva = (row: Situacion): row is NonNullable<Situacion> =>
  row !== null && !PRESOLICITUD.is('cerradas', row.estado);

const CONCLUIDA = 'La convocatoria ya concluyó o se canceló.';

/** Answering observations, or sending what was corrected: until their term ends. */
const puedeCorregir = ({ vence_en }: NonNullable<Situacion>, ahora: Date): Acto =>
  vence_en !== null && ahora < vence_en
    ? puede(vence_en)
    : noPuede(vence_en && `El plazo para responder terminó el ${formatMomento(vence_en)}.`);

/** May it be sent now: a new one by the window of the call, corrections by their term. */
export const puedeEnviar = (cv: Llamado, row: Situacion, ahora: Date): Acto => {
  if (cv.estado !== 'publicada') return noPuede(CONCLUIDA);
  if (isViva(row) && row.estado === 'conObservaciones') return puedeCorregir(row, ahora);
  if (isViva(row) && row.estado !== 'borrador') return noPuede();
  return puedeEnVentana(ventanaDe(cv, 'presolicitud'), ahora);
};

/** May it be filled in: also before the window opens, so that everything is ready. */
const puedeGuardar = (cv: Llamado, row: Situacion, ahora: Date): Acto => {
  const enviar = puedeEnviar(cv, row, ahora);
  const antes = cv.estado === 'publicada' && ahora < cv.presolicitud_abre;
  return antes && !(isViva(row) && row.estado !== 'borrador')
    ? puede(cv.presolicitud_cierra)
    : enviar;
};

const puedeRetirar = (
  cv: Llamado,
  row: Situacion,
  solicitud: 'borrador' | 'enviada' | null,
): Acto => {
  if (!isViva(row) || !PRESOLICITUD.can('retirar', row.estado)) return noPuede();
  if (cv.estado !== 'publicada') return noPuede(CONCLUIDA);
  if (solicitud === 'enviada') return noPuede('Antes desista de su solicitud.');
  return solicitud === 'borrador'
    ? noPuede('Antes descarte el borrador de su solicitud.')
    : puede();
};

const puedeSolicitar = (
  cv: Llamado,
  row: Situacion,
  solicitud: 'borrador' | 'enviada' | null,
  ahora: Date,
): Acto => {
  if (row?.estado !== 'valida' || solicitud === 'enviada') return noPuede();
  if (cv.estado !== 'publicada') return noPuede(CONCLUIDA);
  return puedeEnVentana(ventanaDe(cv, 'solicitud'), ahora);
};

/** Everything that the applicant may do now; `solicitud`: the live one of the same call. */
export const puedePresolicitud = (
  cv: Llamado,
  row: Situacion,
  solicitud: 'borrador' | 'enviada' | null,
  ahora: Date,
) => ({
  guardar: puedeGuardar(cv, row, ahora),
  enviar: puedeEnviar(cv, row, ahora),
  responder:
    isViva(row) && row.estado === 'conObservaciones' && cv.estado === 'publicada'
      ? puedeCorregir(row, ahora)
      : noPuede(),
  retirar: puedeRetirar(cv, row, solicitud),
  solicitar: puedeSolicitar(cv, row, solicitud, ahora),
});

/** Acts of the history that its person sees, as they read them. */
const SUCESOS = {
  'presolicitud.enviar': 'Presolicitud enviada',
  'presolicitud.corregir': 'Correcciones enviadas',
  'presolicitud.observar': 'Observaciones de Control Escolar',
  'presolicitud.validar': 'Presolicitud válida',
  'presolicitud.rechazar': 'Presolicitud improcedente',
  'presolicitud.vencer': 'Plazo de observaciones vencido',
  'presolicitud.reconsiderar': 'Nueva revisión de Control Escolar',
  'presolicitud.retirar': 'Presolicitud retirada',
  'presolicitud.anular': 'Presolicitud anulada',
} as const;
export type AccionDePresolicitud = keyof typeof SUCESOS;
export const ACCIONES_DE_PRESOLICITUD = Object.keys(SUCESOS) as AccionDePresolicitud[];

const texto = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const detalleDe = (despues: Readonly<Record<string, unknown>>): string | null => {
  const folio = texto(despues.folio);
  return folio === null ? texto(despues.motivo) : `Folio ${folio}`;
};

/** The timeline of a pre-application: its acts, its deadlines, and the dates of the call. */
export const lineaDePresolicitud = (
  cv: Llamado,
  row: (NonNullable<Situacion> & { readonly creado_en: Date }) | null,
  actos: readonly {
    readonly accion: AccionDePresolicitud;
    readonly en: Date;
    readonly despues: Readonly<Record<string, unknown>>;
  }[],
  ahora: Date,
): Evento[] =>
  enOrden([
    ...(row ? [suceso(row.creado_en, 'Presolicitud iniciada')] : []),
    ...actos.map(({ accion, en, despues }) => suceso(en, SUCESOS[accion], detalleDe(despues))),
    ...(row?.estado === 'conObservaciones' && row.vence_en
      ? [plazo(row.vence_en, 'Fecha límite para responder observaciones', ahora)]
      : []),
    plazo(cv.presolicitud_abre, 'Inicio de presolicitudes', ahora),
    plazo(cv.presolicitud_cierra, 'Cierre de presolicitudes', ahora),
    plazo(cv.solicitud_abre, 'Inicio de solicitudes', ahora),
    plazo(cv.solicitud_cierra, 'Cierre de solicitudes', ahora),
    plazo(cv.resultados_en, 'Publicación de resultados', ahora),
  ]);
