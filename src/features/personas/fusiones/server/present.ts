import type { Ensayo } from '../../clave/contract.ts';
import type { FilaFusion, Fusion } from '../contract.ts';
import type { FusionRow, selectPendientes } from './data.ts';

/** The display name of a member of staff; without one their address, which staff know them by. */
const nombreDe = (nombre: string | null, email: string | null): string => nombre || email || '';

type Fila = Awaited<ReturnType<typeof selectPendientes>>[number];

export const presentFila = (row: Fila, uid: string): FilaFusion => ({
  id: row.id,
  anterior: { clave: row.anterior_clave, nombreCompleto: row.anterior_nombre },
  actual: { clave: row.actual_clave, nombreCompleto: row.actual_nombre },
  propuestaPor: nombreDe(row.proponente_nombre, row.proponente_email),
  esSuya: row.propuesta_por === uid,
  desde: row.propuesta_en.toISOString(),
  vence: row.vence_en.toISOString(),
});

export const presentFusion = (
  row: FusionRow,
  { estado, ensayo, impide }: Pick<Fusion, 'estado' | 'impide'> & { ensayo: Ensayo | null },
): Fusion => ({
  id: row.id,
  estado,
  propuestaPor: nombreDe(row.proponente_nombre, row.proponente_email),
  motivo: row.motivo,
  desde: row.propuesta_en.toISOString(),
  vence: row.vence_en.toISOString(),
  tomar: row.tomar,
  ensayo,
  impide,
  decidida:
    row.decidida_en === null
      ? null
      : {
          por: nombreDe(row.decisor_nombre, row.decisor_email) || null,
          en: row.decidida_en.toISOString(),
          motivo: row.motivo_decision,
        },
});
