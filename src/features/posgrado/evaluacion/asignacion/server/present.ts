import { ASIGNACION } from '../../../estados.ts';
import type { EvaluadorRow } from '../../evaluadores/server/data.ts';
import type { EtapaDeRow } from '../../server/data.ts';
import type { AsignacionesDeEtapa } from '../contract.ts';
import type { AsignacionRow } from './data.ts';
import type { Sorteado } from './service.ts';

/** Before a stage closes, nothing tells a third evaluator from the others, and nobody's progress is told by application. */
export const presentAsignaciones = (
  { etapa, cuantos, noSeAsigna }: { etapa: EtapaDeRow; cuantos: number; noSeAsigna: string | null },
  {
    solicitudes,
    asignadas,
    evaluadores,
  }: {
    solicitudes: readonly { id: string; folio: string }[];
    asignadas: readonly AsignacionRow[];
    evaluadores: readonly EvaluadorRow[];
  },
): AsignacionesDeEtapa => {
  const cerrada = etapa.cerrada_en !== null;
  const nombres = new Map(evaluadores.map((row) => [row.id, row.persona_nombre_completo]));
  const vivas = asignadas.filter(({ estado }) => ASIGNACION.is('vivas', estado));
  const shown = vivas.filter(({ tercera }) => cerrada || !tercera);
  const de = Map.groupBy(shown, ({ solicitud_id }) => solicitud_id);
  const suyas = Map.groupBy(vivas, ({ evaluador_id }) => evaluador_id);
  return {
    etapa: {
      id: etapa.id,
      nombre: etapa.nombre,
      venceEn: etapa.vence_en?.toISOString() ?? null,
      cerradaEn: etapa.cerrada_en?.toISOString() ?? null,
      semilla: etapa.semilla,
    },
    dictamenesPorSolicitud: cuantos,
    noSeAsigna,
    filas: solicitudes.map(({ id, folio }) => {
      const all = de.get(id) ?? [];
      return {
        solicitudId: id,
        folio,
        asignaciones: all.map((row) => ({
          id: row.id,
          evaluador: {
            id: row.evaluador_id,
            nombre: nombres.get(row.evaluador_id) ?? 'Expediente no disponible',
          },
          motivo: row.motivo,
          estado: cerrada ? row.estado : null,
          tercera: row.tercera,
        })),
        faltan: Math.max(0, cuantos - all.filter(({ tercera }) => !tercera).length),
      };
    }),
    evaluadores: evaluadores
      .filter(({ id, baja_en }) => baja_en === null || suyas.has(id))
      .map(({ id, persona_nombre_completo }) => {
        const all = suyas.get(id) ?? [];
        return {
          id,
          nombre: persona_nombre_completo,
          asignadas: all.length,
          entregadas: all.filter(({ entregada_en }) => entregada_en !== null).length,
        };
      }),
  };
};

/** A draw, in words; `cuantos`: evaluators of each application. */
export const presentSorteo = (
  { solicitudes, evaluadores, asignadas, parejas, sorteado, huella }: Sorteado,
  { semilla, cuantos }: { semilla: string; cuantos: number },
) => {
  const folios = new Map(solicitudes.map(({ id, folio }) => [id, folio]));
  const vivas = asignadas.filter(({ estado }) => ASIGNACION.is('vivas', estado));
  return {
    semilla,
    huella,
    solicitudes: solicitudes.length,
    nuevas: sorteado.parejas.length,
    cargas: evaluadores.map(({ id, persona_nombre_completo }) => ({
      nombre: persona_nombre_completo,
      antes: vivas.filter(({ evaluador_id }) => evaluador_id === id).length,
      despues: sorteado.cargas.get(id) ?? 0,
    })),
    impedidas: parejas.bloqueadas.size,
    dudosas: sorteado.parejas.filter(({ evaluadorId, solicitudId }) =>
      parejas.dudosas.has(`${evaluadorId} ${solicitudId}`),
    ).length,
    incompletas: sorteado.incompletas.map(({ solicitudId, faltan }) => {
      const tiene = cuantos - faltan;
      return `${folios.get(solicitudId)}: ${tiene === 0 ? 'nadie puede evaluarla' : `solo ${tiene} de ${cuantos} puede evaluarla`} sin impedimento.`;
    }),
  };
};
