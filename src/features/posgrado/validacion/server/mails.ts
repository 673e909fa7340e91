/** What an applicant is written about the review of their pre-application. */
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import type { CartaDePaso } from '../../envios/server/service.ts';
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
  asunto: `Su presolicitud a ${programa} tiene observaciones`,
  parrafos: [
    `La escuela revisó su presolicitud. Para continuar, atienda ${observaciones.length === 1 ? 'esta observación' : `estas ${observaciones.length} observaciones`} y envíela de nuevo.`,
    ...observaciones.map(({ titulo, texto }) => `${titulo}: ${texto}`),
    `Tiene ${diasHabiles(dias)}: hasta el ${hasta(venceEn)}. Después, la presolicitud vence.`,
  ],
  accion: { label: 'Atender las observaciones', ruta: validarPresolicitudPath(cursoId) },
});

export const cartaDeValida = (
  { programa, convocatoriaId }: EnQue,
  { abre, cierra }: { abre: Date; cierra: Date },
): CartaDePaso => ({
  asunto: `Su presolicitud a ${programa} es válida`,
  parrafos: [
    'La escuela revisó su presolicitud y cumple los requisitos.',
    `El siguiente paso es la solicitud. Se recibe del ${formatFecha(fechaDe(abre))} al ${formatFecha(fechaDe(new Date(+cierra - 1)))}.`,
  ],
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
  asunto: `Resultado de su presolicitud a ${programa}`,
  parrafos: [
    'La escuela revisó su presolicitud y la declaró improcedente.',
    `${requisitos.length === 1 ? 'Requisito que no se cumple' : 'Requisitos que no se cumplen'}: ${requisitos.join('; ')}.`,
    `Motivo: ${motivo}`,
    `Si no está de acuerdo, puede presentar una inconformidad en ${diasHabiles(dias)}: hasta el ${hasta(venceEn)}. La resuelve una persona que no intervino en esta decisión.`,
  ],
  accion: { label: 'Ver la decisión', ruta: validarPresolicitudPath(cursoId) },
});

export const cartaDeReconsiderada = (
  { cursoId, programa }: EnQue,
  motivo: string,
): CartaDePaso => ({
  asunto: `Su presolicitud a ${programa} vuelve a revisión`,
  parrafos: [
    'La escuela dejó sin efecto lo que había decidido de su presolicitud y la revisa de nuevo. Le escribiremos cuando decida.',
    `Motivo: ${motivo}`,
  ],
  accion: { label: 'Ver mi presolicitud', ruta: validarPresolicitudPath(cursoId) },
});
