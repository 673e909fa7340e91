import type { FilaVinculacion, Vinculacion } from '../contract.ts';
import type { selectPendientes, VinculacionRow } from './data.ts';

const joined = (row: { nombre: string; apellido_paterno: string; apellido_materno: string }) =>
  [row.nombre, row.apellido_paterno, row.apellido_materno].filter(Boolean).join(' ');

/** A line of the queue. */
export const presentFila = (
  row: Awaited<ReturnType<typeof selectPendientes>>[number],
): FilaVinculacion => ({
  id: row.id,
  clave: row.clave,
  nombreDelExpediente: row.nombre_completo,
  nombreEscrito: joined(row),
  creadoEn: row.creado_en.toISOString(),
  identificacion: row.identificacion,
  conOtraCuenta: row.con_cuenta,
});

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
