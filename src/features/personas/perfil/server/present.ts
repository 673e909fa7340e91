import type { Perfil } from '../../server/data.ts';
import type { Persona } from '../contract.ts';

/** What is recorded for staff is not in one's own answer. */
export const presentPersona = (row: Perfil, { propia }: { propia: boolean }): Persona => ({
  clave: row.clave,
  curp: row.curp,
  nombre: row.nombre,
  apellidoPaterno: row.apellido_paterno,
  apellidoMaterno: row.apellido_materno,
  nombreCompleto: row.nombre_completo,
  fechaNacimiento: row.fecha_nacimiento,
  sexo: row.sexo,
  entidadNacimiento: row.entidad_nacimiento,
  discrepancias: propia ? [] : row.discrepancias,
  revision:
    propia || row.discrepancias_revisadas_en === null
      ? null
      : { nota: row.discrepancias_nota ?? '', en: row.discrepancias_revisadas_en.toISOString() },
  curpDeclarada: propia ? null : row.curp_declarada,
  photoURL: row.photo_url,
  propia,
});
