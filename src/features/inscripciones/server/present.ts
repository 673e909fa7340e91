import type { OutputOf } from '../../../platform/shared/callable.ts';
import {
  presentCancelacion,
  presentCurso,
  presentEdicion,
  presentGrupos,
  presentLugares,
} from '../../cursos/server/service.ts';
import type { Destinatarios } from '../../identidad/contacto/server/service.ts';
import { nombreEntidad } from '../../personas/curp/rules.ts';
import type { PersonaRow } from '../../personas/server/reading.ts';
import type { Respuestas } from '../../plantillas/formulario/contract.ts';
import { type DatosPersona, normaliseRespuestas } from '../../plantillas/formulario/rules.ts';
import type { Hechos, ResultadoRegla } from '../../plantillas/reglas/contract.ts';
import { formatFolio } from '../acuse/rules.ts';
import type { Contexto } from '../contexto/server/data.ts';
import type { getInscripcion, MatriculaItem, Reserva } from '../contract.ts';
import { isPlazoVencido, mayLeave } from '../espera/rules.ts';
import { type Estado, wasSent } from '../estados.ts';
import type { MatriculaRow } from './data.ts';

const SEXO = { H: 'Hombre', M: 'Mujer', X: 'No binario' } as const;

/** The person's file in the words that a form shows. */
export const datosPersonaOf = (row: PersonaRow, correo: string): DatosPersona => ({
  nombreCompleto: row.persona_nombre_completo,
  nombre: row.persona_nombre,
  apellidoPaterno: row.persona_apellido_paterno,
  apellidoMaterno: row.persona_apellido_materno,
  curp: row.persona_curp,
  fechaNacimiento: row.persona_fecha_nacimiento,
  sexo: row.persona_sexo === null ? null : SEXO[row.persona_sexo],
  entidadNacimiento:
    row.persona_entidad === null
      ? null
      : (nombreEntidad(row.persona_entidad) ?? row.persona_entidad),
  correo,
});

type Enviada = NonNullable<OutputOf<typeof getInscripcion>['enviada']>;

export const presentInscripcion = (
  row: Contexto,
  {
    prellenado,
    sensibles,
    ilegible,
    avisos,
    resultados,
    hechos,
    espera,
    reserva,
    anterior,
    mismoCurso,
    llegada,
    ahora,
  }: {
    prellenado: Respuestas;
    sensibles: Respuestas;
    ilegible: boolean;
    espera: Enviada['espera'];
    reserva: Reserva | null;
    avisos: Destinatarios;
    resultados: ResultadoRegla[];
    hechos: Hechos;
    anterior: { estado: Estado; en: Date; motivo: string | null } | undefined;
    mismoCurso: OutputOf<typeof getInscripcion>['mismoCurso'];
    llegada: string | null;
    ahora: Date;
  },
): OutputOf<typeof getInscripcion> => {
  const { version_definicion: definicion } = row;
  const saved = row.inscripcion_id === null ? null : row.inscripcion_estado;
  // Together again for the person alone: they are theirs.
  const respuestas = { ...row.inscripcion_respuestas, ...sensibles };
  return {
    curso: presentCurso(row),
    edicion: presentEdicion(row),
    plantilla: {
      id: row.plantilla_id,
      nombre: row.plantilla_nombre,
      version: row.version_numero,
      definicion,
      enVigor: row.version_en_vigor,
    },
    prellenado,
    ilegible,
    borrador:
      saved === 'borrador'
        ? {
            // The version may have changed since: only what it still asks for is given back.
            respuestas: normaliseRespuestas(definicion, respuestas),
            elegido: row.inscripcion_borrador ?? { grupoId: null, guardar: [] },
            guardadoEn: row.inscripcion_actualizado_en!.toISOString(),
          }
        : null,
    enviada: wasSent(saved)
      ? {
          id: row.inscripcion_id!,
          estado: saved,
          enviadaEn: (row.inscripcion_enviada_en ?? row.inscripcion_actualizado_en!).toISOString(),
          respuestas,
          folio: row.acuse_folio === null ? null : formatFolio(row.acuse_folio),
          clave: row.acuse_clave,
          avisos,
          espera,
          grupo: row.inscripcion_grupo,
          puedeSalir: mayLeave(saved, row.edicion_inicia, ahora),
        }
      : null,
    evaluacion: resultados,
    hechos,
    lugares: presentLugares(row),
    reserva,
    grupos: presentGrupos(row),
    cancelacion: presentCancelacion(row),
    anterior: anterior ? { ...anterior, en: anterior.en.toISOString() } : null,
    mismoCurso,
    llegada,
    ahora: ahora.toISOString(),
  };
};

export const presentMatricula = (row: MatriculaRow, ahora: Date): MatriculaItem => ({
  id: row.id,
  estado: row.estado,
  plantillaId: row.plantilla_id,
  curso: presentCurso(row),
  edicion: presentEdicion(row),
  cancelacion: presentCancelacion(row),
  creadoEn: row.creado_en.toISOString(),
  enviadaEn: row.enviada_en?.toISOString() ?? null,
  acuse:
    row.folio !== null && row.clave !== null
      ? { folio: formatFolio(row.folio), clave: row.clave }
      : null,
  lugarHasta: row.lugar_vence_en?.toISOString() ?? null,
  lugarVencido: isPlazoVencido(row.lugar_vence_en, ahora),
  motivo: row.motivo,
});
