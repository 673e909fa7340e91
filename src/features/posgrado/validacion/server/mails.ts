/** What an applicant is written about the review of their pre-application. */
import { joinCuerpo } from '../../../../platform/shared/cartas.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import type { CartaDePaso } from '../../envios/server/service.ts';
import { tramite } from '../../envios/server/textos.ts';
import { solicitudPath, validarPresolicitudPath } from '../../routes.ts';

/** In which programme. */
type EnQue = { cursoId: string; programa: string; convocatoriaId: string };

const diasHabiles = (n: number): string => (n === 1 ? '1 día hábil' : `${n} días hábiles`);
const hasta = (venceEn: Date): string => `${formatFecha(fechaDe(venceEn))}, a las 23:59`;

export const cartaDeObservaciones = (
  { cursoId, programa }: EnQue,
  {
    observaciones,
    venceEn,
    dias,
  }: {
    observaciones: readonly { titulo: string; texto: string }[];
    venceEn: Date;
    dias: number;
  },
): CartaDePaso => ({
  ...tramite('presolicitud.observada', {
    ...{ programa, dias: diasHabiles(dias), hasta: hasta(venceEn) },
    cuantas:
      observaciones.length === 1
        ? 'esta observación'
        : `estas ${observaciones.length} observaciones`,
    observaciones: joinCuerpo(observaciones.map(({ titulo, texto }) => `${titulo}: ${texto}`)),
  }),
  accion: { label: 'Atender las observaciones', ruta: validarPresolicitudPath(cursoId) },
});

export const cartaDeValida = (
  { programa, convocatoriaId }: EnQue,
  { abre, cierra }: { abre: Date; cierra: Date },
): CartaDePaso => ({
  ...tramite('presolicitud.valida', {
    programa,
    abre: formatFecha(fechaDe(abre)),
    cierra: formatFecha(fechaDe(new Date(+cierra - 1))),
  }),
  accion: { label: 'Hacer la solicitud', ruta: solicitudPath(convocatoriaId) },
});

export const cartaDeImprocedente = (
  { cursoId, programa }: EnQue,
  {
    requisitos,
    motivo,
    venceEn,
    dias,
  }: { requisitos: readonly string[]; motivo: string; venceEn: Date; dias: number },
): CartaDePaso => ({
  ...tramite('presolicitud.improcedente', {
    ...{ programa, motivo, dias: diasHabiles(dias), hasta: hasta(venceEn) },
    requisitos: `${requisitos.length === 1 ? 'Requisito que no se cumple' : 'Requisitos que no se cumplen'}: ${requisitos.join('; ')}.`,
  }),
  accion: { label: 'Ver la decisión', ruta: validarPresolicitudPath(cursoId) },
});

export const cartaDeReconsiderada = (
  { cursoId, programa }: EnQue,
  motivo: string,
): CartaDePaso => ({
  ...tramite('presolicitud.reconsiderada', { programa, motivo }),
  accion: { label: 'Ver mi presolicitud', ruta: validarPresolicitudPath(cursoId) },
});
