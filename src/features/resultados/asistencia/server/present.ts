import type { OutputOf } from '../../../../platform/shared/callable.ts';
import type { EdicionRow } from '../../server/data.ts';
import { huellaDe, nombreDeLista, presentEdicion } from '../../server/present.ts';
import type { getAsistencia } from '../contract.ts';
import type { AsistenciaRow, SesionRow } from './data.ts';

/** The attendance of an edition; without rows when it says what `huella` says. */
export const presentAsistencia = (
  edicion: EdicionRow,
  sesiones: readonly SesionRow[],
  rows: readonly AsistenciaRow[],
  asks: { personaId: string | null; huella: string | undefined; ahora: Date },
): OutputOf<typeof getAsistencia> => {
  const filas = rows.map((row) => ({
    inscripcionId: row.inscripcion_id,
    nombre: nombreDeLista(row),
    grupo: row.grupo,
    propia: row.persona_id === asks.personaId,
    marcas: sesiones.map(({ id, grupo_id }) =>
      grupo_id === null || grupo_id === row.grupo_id
        ? (row.marcas?.[id] ?? { valor: null, version: 0 })
        : null,
    ),
  }));
  const shown = sesiones.map(({ grupo_id: _grupo, ...sesion }) => sesion);
  const huella = huellaDe([shown, filas]);
  return {
    edicion: presentEdicion(edicion, asks.ahora),
    sesiones: shown,
    huella,
    filas: huella === asks.huella ? null : filas,
  };
};
