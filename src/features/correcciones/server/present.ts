import type { OutputOf } from '../../../platform/shared/callable.ts';
import { readKept, tryKept } from '../../../platform/shared/formatos.ts';
import type { PersonaRow } from '../../personas/server/reading.ts';
import {
  type Correccion,
  type CorreccionPedida,
  cambiosLeidos,
  type FilaCorreccion,
  type getPendientesCorrecciones,
} from '../contract.ts';
import { type Cambios, type CampoCorregible, type Identidad, isIgual } from '../rules.ts';
import type { CorreccionLeida, CorreccionRow, countEspera, selectPendientes } from './data.ts';

/** Who somebody is, of their row. */
export const identidadOf = (row: PersonaRow): Identidad => ({
  nombre: row.persona_nombre,
  apellidoPaterno: row.persona_apellido_paterno,
  apellidoMaterno: row.persona_apellido_materno,
  curp: row.persona_curp ?? '',
});

const tryCambios = ({ cambios }: { cambios: unknown }): Cambios | null =>
  tryKept(() => cambiosLeidos.parse(cambios));

/** One that is about it alone. @throws {Ilegible} */
export const requireLegible = <R extends Pick<CorreccionRow, 'cambios'>>(row: R): R => ({
  ...row,
  cambios: readKept(() => cambiosLeidos.parse(row.cambios)),
});

export const presentPedida = (row: CorreccionRow): CorreccionPedida => ({
  id: row.id,
  estado: row.estado,
  cambios: tryCambios(row),
  motivo: row.motivo,
  creadoEn: new Date(row.creado_en).toISOString(),
  decididoEn: row.decidido_en && new Date(row.decidido_en).toISOString(),
  nota: row.nota,
});

export const presentEspera = ({
  n,
  desde,
}: Awaited<ReturnType<typeof countEspera>>): OutputOf<typeof getPendientesCorrecciones> => ({
  cuantas: n,
  desde: desde?.toISOString() ?? null,
});

export const presentFila = (
  row: Awaited<ReturnType<typeof selectPendientes>>[number],
): FilaCorreccion => {
  const cambios = tryCambios(row);
  return {
    id: row.id,
    clave: row.persona_clave,
    nombreCompleto: row.persona_nombre_completo,
    campos: cambios && (Object.keys(cambios) as CampoCorregible[]),
    creadoEn: new Date(row.creado_en).toISOString(),
  };
};

export const presentCorreccion = (
  row: CorreccionLeida,
  more: Pick<Correccion, 'avisos' | 'impedimentos' | 'propia'>,
): Correccion => ({
  ...presentPedida(row),
  cambios: row.cambios,
  persona: { clave: row.persona_clave, nombreCompleto: row.persona_nombre_completo },
  actual: identidadOf(row),
  cambioDesde: row.antes === null || !isIgual(identidadOf(row), row.antes),
  documento: {
    id: row.prueba_id,
    tipo: row.prueba_tipo,
    contentType: row.prueba_content_type,
    estado: row.prueba_estado,
  },
  ...more,
});
