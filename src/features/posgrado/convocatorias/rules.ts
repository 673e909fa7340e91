/** Where a call is in its life, by the clock. Pure, for both sides. */
import { startOfDay } from '../../../platform/shared/dates.ts';
import type { EstadoConvocatoria } from '../estados.ts';
import type { Contenido } from './escritura/contract.ts';
import { cierreDeEtapa, FECHAS, instanteDeFecha, NOMBRES_DE_FECHA } from './escritura/rules.ts';

/** A date of a call: what happens, and whether it is past. */
export type Hito = {
  readonly id: string;
  readonly titulo: string;
  /** ISO 8601; of the beginning of the edition, a day. */
  readonly en: string;
  readonly pasado: boolean;
};

/** All dates of a call, the first one first. */
export const hitosDe = (
  {
    calendario,
    etapas,
  }: Pick<Contenido, 'calendario'> & {
    /** `cerradaEn`: when the stage was closed (ISO 8601); its deadline is no longer to come. */
    etapas: readonly (Contenido['etapas'][number] & { cerradaEn?: string | null })[];
  },
  inicia: string,
  ahora: Date,
): Hito[] => {
  const hito = (id: string, titulo: string, at: Date | null): Hito[] =>
    at ? [{ id, titulo, en: at.toISOString(), pasado: at <= ahora }] : [];
  return [
    ...NOMBRES_DE_FECHA.flatMap((fecha) =>
      hito(fecha, FECHAS[fecha], instanteDeFecha(fecha, calendario[fecha])),
    ),
    ...etapas.flatMap(({ id, nombre, venceEn, cerradaEn }) =>
      hito(id, `Fecha límite: ${nombre}`, venceEn === null ? null : cierreDeEtapa(venceEn)).map(
        (limite) => ({ ...limite, pasado: limite.pasado || Boolean(cerradaEn) }),
      ),
    ),
    {
      ...{ id: 'inicia', titulo: 'Comienza el programa', en: inicia },
      pasado: startOfDay(inicia) <= ahora,
    },
  ].toSorted((a, b) => a.en.localeCompare(b.en));
};

/** The moments of a published call, for its staff. */
export const MOMENTOS_DE_CONVOCATORIA = {
  proxima: 'Por abrir',
  presolicitudes: 'Recibe presolicitudes',
  entreVentanas: 'En validación',
  solicitudes: 'Recibe solicitudes',
  evaluacion: 'En evaluación',
  resultados: 'Con resultados',
} as const;
export type MomentoDeConvocatoria = keyof typeof MOMENTOS_DE_CONVOCATORIA;

type Fechas = {
  presolicitudAbre: Date;
  presolicitudCierra: Date;
  solicitudAbre: Date;
  solicitudCierra: Date;
};

/** Where a call stands; null: it is a draft, or over. `conResultados`: a ranking of it was published. */
export const momentoDeConvocatoria = (
  { estado, conResultados }: { estado: EstadoConvocatoria; conResultados: boolean },
  fechas: Fechas,
  ahora: Date,
): MomentoDeConvocatoria | null => {
  if (estado !== 'publicada') return null;
  if (conResultados) return 'resultados';
  if (ahora > fechas.solicitudCierra) return 'evaluacion';
  if (ahora >= fechas.solicitudAbre) return 'solicitudes';
  if (ahora > fechas.presolicitudCierra) return 'entreVentanas';
  return ahora >= fechas.presolicitudAbre ? 'presolicitudes' : 'proxima';
};

/** What keeps a call from being concluded. */
export type PorConcluir = {
  conResultados: boolean;
  presolicitudesPorDecidir: number;
  solicitudesVivas: number;
  inconformidadesAbiertas: number;
};

/** Why a published call may not be concluded yet; null when it may. */
export const porQueNoConcluye = (
  { conResultados, ...quedan }: PorConcluir,
  { solicitudCierra, ahora }: { solicitudCierra: Date; ahora: Date },
): string | null => {
  const { presolicitudesPorDecidir, solicitudesVivas, inconformidadesAbiertas } = quedan;
  const cuantas = (n: number, una: string, varias: string) =>
    n === 1 ? `1 ${una}` : `${n} ${varias}`;
  if (ahora <= solicitudCierra) return 'Todavía no cierran las solicitudes.';
  if (!conResultados && solicitudesVivas > 0) return 'Los resultados no se han publicado.';
  if (solicitudesVivas > 0) {
    return `Quedan ${cuantas(solicitudesVivas, 'solicitud', 'solicitudes')} sin inscribir o en lista de espera.`;
  }
  if (presolicitudesPorDecidir > 0) {
    return `Quedan ${cuantas(presolicitudesPorDecidir, 'presolicitud', 'presolicitudes')} por resolver.`;
  }
  return inconformidadesAbiertas > 0
    ? `Quedan ${cuantas(inconformidadesAbiertas, 'inconformidad', 'inconformidades')} por resolver.`
    : null;
};
