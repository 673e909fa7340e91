import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { sinRotulo } from '../../../cursos/rules.ts';
import type { InvitacionRecomendacion, Recomendantes } from '../contract.ts';
import { ERRORES_RECOMENDACION } from '../errors.ts';
import {
  actosDe,
  type Contexto,
  type MomentoInvitacion,
  RELACIONES,
  RELACIONES_DE_QUIEN_RECOMIENDA,
  type RelacionRecomendante,
  seAgrega,
  seEdita,
} from '../rules.ts';
import type { RecomendacionRow, SolicitudLeida } from './data.ts';

/** The name of the applicant, in its case. */
export const nombreDeAspirante = (row: SolicitudLeida): string =>
  nameInItsCase(row.persona_nombre, row.persona_apellido_paterno, row.persona_apellido_materno);

/** What decides on a letter, of the row of its application. */
export const contextoDe = (row: SolicitudLeida): Contexto => ({
  convocatoria: row.convocatoria,
  solicitud: row.solicitud,
  solicitudCierra: row.solicitud_cierra,
  recomendacionesCierra: row.recomendaciones_cierra,
});

/** How a referee knows the applicant, in words; what an older version of the list said stays as it is. */
export const relacionEn = (
  palabras: Readonly<Record<RelacionRecomendante, string>>,
  relacion: string,
): string =>
  Object.hasOwn(palabras, relacion) ? palabras[relacion as RelacionRecomendante] : relacion;

/** The referees of an application, as its applicant sees them. */
export const presentRecomendantes = (
  solicitud: SolicitudLeida,
  rows: readonly RecomendacionRow[],
  ahora: Date,
): Recomendantes => {
  const editable = seEdita(contextoDe(solicitud), ahora);
  return {
    recomendantes: rows.map((row) => ({
      id: row.id,
      estado: row.estado,
      nombre: row.nombre,
      correo: row.correo,
      institucion: row.institucion,
      relacion: relacionEn(RELACIONES, row.relacion),
      invitadaEn: row.invitada_en?.toISOString() ?? null,
      reemplazaA: rows.find(({ id }) => id === row.reemplaza_a)?.nombre ?? null,
      puede: actosDe(row, rows, editable),
    })),
    pide: solicitud.bases.recomendaciones,
    venceEn: solicitud.recomendaciones_cierra.toISOString(),
    enviada: solicitud.solicitud !== 'borrador',
    puedeAgregar: editable && seAgrega(rows, solicitud.bases.recomendaciones),
    cerrada: editable ? null : ERRORES_RECOMENDACION.cerrada.message,
  };
};

/** An invitation as its page shows it; nothing to the applicant. */
export const presentInvitacion = (
  momento: MomentoInvitacion,
  row: RecomendacionRow,
  solicitud: SolicitudLeida,
): InvitacionRecomendacion => ({
  momento,
  invitacion:
    momento === 'propia'
      ? null
      : {
          recomendante: row.nombre,
          aspirante: nombreDeAspirante(solicitud),
          relacion: relacionEn(RELACIONES_DE_QUIEN_RECOMIENDA, row.relacion),
          programa: solicitud.curso_nombre,
          edicion: sinRotulo('Edición', solicitud.edicion_nombre),
          venceEn: solicitud.recomendaciones_cierra.toISOString(),
          respondidaEn:
            momento === 'recibida' || momento === 'declinada'
              ? (row.recibida_en ?? row.actualizado_en).toISOString()
              : null,
          minimo: solicitud.bases.minimoCarta,
        },
});
