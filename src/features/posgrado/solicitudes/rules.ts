/** The folio of an application, what the applicant may do with it now, and its timeline. Pure. */
import { crockfordCheck } from '../../../platform/shared/ids.ts';
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
import { type EstadoPresolicitud, type EstadoSolicitud, SOLICITUD } from '../estados.ts';

/** Random symbols of a folio: `SP`, two digits of the year, these (40 bits), and a check symbol over all the rest. */
export const RANDOM_FOLIO = 8;

/** The folio of a year (2026) with these random symbols, as it is kept: shown as SP26-K9Y2-ZKYW-J. */
export const makeFolioSolicitud = (year: number, random: string): string => {
  const body = `SP${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

const DIA = 86_400_000;

/** Days of service from the first one to another (both YYYY-MM-DD); null: when it began is not known. */
export const diasDeServicio = (ingreso: string | null, corte: string): number | null =>
  ingreso === null
    ? null
    : Math.max(0, Math.round((Date.parse(corte) - Date.parse(ingreso)) / DIA));

/** What is known of the application of who looks; null: there is none. */
export type Situacion = { readonly estado: EstadoSolicitud } | null;

const isViva = (row: Situacion): row is NonNullable<Situacion> =>
  row !== null && !SOLICITUD.is('cerradas', row.estado);

const CONCLUIDA = 'La convocatoria ya concluyó o se canceló.';
const SIN_PRESOLICITUD = 'Necesita una presolicitud válida en esta convocatoria.';

/**
 * May it be sent, or sent again corrected, now. One that was withdrawn, excluded or annulled is not begun anew: withdrawing is for good.
 */
export const puedeEnviar = (
  cv: Llamado,
  row: Situacion,
  presolicitud: EstadoPresolicitud | null,
  ahora: Date,
): Acto => {
  if (row !== null && !isViva(row)) return noPuede();
  if (
    row !== null &&
    !SOLICITUD.can('enviar', row.estado) &&
    !SOLICITUD.can('corregir', row.estado)
  ) {
    return noPuede();
  }
  if (cv.estado !== 'publicada') return noPuede(CONCLUIDA);
  if (presolicitud !== 'valida') return noPuede(SIN_PRESOLICITUD);
  return puedeEnVentana(ventanaDe(cv, 'solicitud'), ahora);
};

/** Everything that the applicant may do now. */
export const puedeSolicitud = (
  cv: Llamado,
  row: Situacion,
  presolicitud: EstadoPresolicitud | null,
  ahora: Date,
) => {
  const enviar = puedeEnviar(cv, row, presolicitud, ahora);
  const antes = cv.estado === 'publicada' && presolicitud === 'valida' && ahora < cv.solicitud_abre;
  return {
    enviar,
    guardar:
      antes && (row === null || row.estado === 'borrador') ? puede(cv.solicitud_cierra) : enviar,
    desistir:
      row !== null && SOLICITUD.can('desistir', row.estado)
        ? cv.estado === 'publicada'
          ? puede()
          : noPuede(CONCLUIDA)
        : noPuede(),
  };
};

/** Acts of the history that its person sees, as they read them. */
const SUCESOS = {
  'solicitud.enviar': 'Solicitud enviada',
  'solicitud.corregir': 'Solicitud corregida y enviada de nuevo',
  'solicitud.evaluar': 'Inicio de la evaluación',
  'solicitud.excluir': 'Solicitud excluida',
  'solicitud.noPasar': 'No admitida',
  'solicitud.admitir': 'Admitida',
  'solicitud.esperar': 'En lista de espera',
  'solicitud.noAdmitir': 'No admitida',
  'solicitud.promover': 'Lugar disponible',
  'solicitud.inscribir': 'Lugar confirmado',
  'solicitud.desistir': 'Desistimiento',
  'solicitud.vencer': 'Plazo para confirmar vencido',
  'solicitud.mejorar': 'Resultado actualizado',
  'solicitud.anular': 'Solicitud anulada',
} as const;
export type AccionDeSolicitud = keyof typeof SUCESOS;
export const ACCIONES_DE_SOLICITUD = Object.keys(SUCESOS) as AccionDeSolicitud[];

const texto = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const detalleDe = (despues: Readonly<Record<string, unknown>>): string | null => {
  const acuse = texto(despues.acuse);
  return acuse === null ? texto(despues.motivo) : `Acuse ${acuse}`;
};

/** The timeline of an application: its acts, and the dates of the call; that of the letters where it asks for some (`cartas`). */
export const lineaDeSolicitud = (
  cv: Llamado,
  row: { readonly creado_en: Date } | null,
  actos: readonly {
    readonly accion: AccionDeSolicitud;
    readonly en: Date;
    readonly despues: Readonly<Record<string, unknown>>;
  }[],
  { ahora, cartas }: { ahora: Date; cartas: boolean },
): Evento[] =>
  enOrden([
    ...(row ? [suceso(row.creado_en, 'Solicitud iniciada')] : []),
    ...actos.map(({ accion, en, despues }) => suceso(en, SUCESOS[accion], detalleDe(despues))),
    plazo(cv.solicitud_abre, 'Inicio de solicitudes', ahora),
    plazo(cv.solicitud_cierra, 'Cierre de solicitudes', ahora),
    ...(cartas ? [plazo(cv.recomendaciones_cierra, 'Fecha límite de las cartas', ahora)] : []),
    plazo(cv.resultados_en, 'Publicación de resultados', ahora),
  ]);
