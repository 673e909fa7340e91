import type { Ensayo } from '../../clave/contract.ts';
import type { FilaFusion, Fusion } from '../contract.ts';
import type { FusionRow, selectPendientes } from './data.ts';

/** How their file calls a member of staff; without one (then they call themselves), their address. */
const nombreDe = (cuenta: {
  nombre: string | null;
  email: string | null;
  personaId: string | null;
}): string => (cuenta.personaId !== null && cuenta.nombre) || cuenta.email || '';

const proponenteDe = (
  row: Pick<FusionRow, 'proponente_nombre' | 'proponente_email' | 'proponente_persona_id'>,
): string =>
  nombreDe({
    nombre: row.proponente_nombre,
    email: row.proponente_email,
    personaId: row.proponente_persona_id,
  });

type Fila = Awaited<ReturnType<typeof selectPendientes>>[number];

export const presentFila = (row: Fila, uid: string): FilaFusion => ({
  id: row.id,
  anterior: { clave: row.anterior_clave, nombreCompleto: row.anterior_nombre },
  actual: { clave: row.actual_clave, nombreCompleto: row.actual_nombre },
  propuestaPor: proponenteDe(row),
  esSuya: row.propuesta_por === uid,
  propuestaEn: row.propuesta_en.toISOString(),
  venceEn: row.vence_en.toISOString(),
});

export const presentFusion = (
  row: FusionRow,
  { estado, ensayo, impide }: Pick<Fusion, 'estado' | 'impide'> & { ensayo: Ensayo | null },
): Fusion => ({
  id: row.id,
  estado,
  propuestaPor: proponenteDe(row),
  motivo: row.motivo,
  propuestaEn: row.propuesta_en.toISOString(),
  venceEn: row.vence_en.toISOString(),
  tomar: row.tomar,
  ensayo,
  impide,
  decidida:
    row.decidida_en === null
      ? null
      : {
          por:
            nombreDe({
              nombre: row.decisor_nombre,
              email: row.decisor_email,
              personaId: row.decisor_persona_id,
            }) || null,
          en: row.decidida_en.toISOString(),
          motivo: row.motivo_decision,
        },
});
