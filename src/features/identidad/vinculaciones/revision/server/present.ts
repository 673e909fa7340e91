import type { VinculacionRow } from '../../server/data.ts';
import type { Vinculacion } from '../contract.ts';

/** One request, with what staff compare. */
export const presentVinculacion = (
  row: VinculacionRow,
  identificaciones: string[],
): Vinculacion => ({
  id: row.id,
  estado: row.estado,
  creadoEn: row.creado_en.toISOString(),
  correo: row.email,
  escrito: {
    nombre: row.nombre,
    apellidoPaterno: row.apellido_paterno,
    apellidoMaterno: row.apellido_materno,
  },
  expediente: {
    clave: row.clave,
    nombre: row.persona_nombre,
    apellidoPaterno: row.persona_paterno,
    apellidoMaterno: row.persona_materno,
    fechaNacimiento: row.fecha_nacimiento,
    sexo: row.sexo,
    entidadNacimiento: row.entidad_nacimiento,
    correoConocido: row.correo_conocido,
    correoDeSuCuenta: row.suya_email,
  },
  identificaciones,
});
