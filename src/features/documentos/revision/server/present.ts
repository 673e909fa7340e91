import { ultimoDiaDe } from '../../rules.ts';
import type { DocumentoEnRevision } from '../contract.ts';
import type { countEspera } from './data.ts';
import type { startRevision } from './service.ts';

type Row = NonNullable<Awaited<ReturnType<typeof startRevision>>>;

export const presentEspera = ({ n, desde }: Awaited<ReturnType<typeof countEspera>>) => ({
  cuantos: n,
  desde: desde?.toISOString() ?? null,
});

export const presentEnRevision = (row: Row, ahora: Date): DocumentoEnRevision => ({
  id: row.id,
  estado: row.estado,
  version: row.version,
  nombre: row.nombre,
  contentType: row.content_type,
  bytes: row.bytes,
  creadoEn: new Date(row.creado_en).toISOString(),
  tipo: { clave: row.tipo.clave, nombre: row.tipo.nombre, nota: row.tipo.nota },
  venceEl: ultimoDiaDe(row.tipo.meses, ahora),
  persona: {
    clave: row.persona_clave,
    nombre: row.persona_nombre,
    apellidoPaterno: row.persona_apellido_paterno,
    apellidoMaterno: row.persona_apellido_materno,
    curp: row.persona_curp,
    fechaNacimiento: row.persona_fecha_nacimiento,
    sexo: row.persona_sexo,
    entidadNacimiento: row.persona_entidad,
  },
  prueba: row.prueba,
  anterior: row.anterior,
});
