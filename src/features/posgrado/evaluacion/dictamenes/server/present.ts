import type { DictamenAbierto, EtapaEnCola } from '../contract.ts';
import type { readDictamen, readPropias } from './service.ts';

type EnCola = Awaited<ReturnType<typeof readPropias>>['convocatorias'][number]['etapas'][number];

export const presentEtapaEnCola = ({ etapa, rows, muestras }: EnCola): EtapaEnCola => ({
  id: etapa.id,
  nombre: etapa.nombre,
  tipo: etapa.tipo,
  venceEn: etapa.venceEn,
  cerradaEn: etapa.cerradaEn,
  criterios: etapa.criterios.length,
  muestras: { total: muestras.total, calificadas: muestras.calificadas },
  asignaciones: rows.map(({ row, dictamen }) => ({
    id: row.id,
    folio: row.folio,
    estado: row.estado,
    contestados: etapa.criterios.filter(
      ({ id }) => (dictamen.criterios[id]?.puntos ?? null) !== null,
    ).length,
    entregadaEn: row.entregada_en?.toISOString() ?? null,
  })),
});

export const presentDictamen = ({
  row,
  etapa,
  contenido,
  muestrasPendientes,
  noSeDictamina,
}: Awaited<ReturnType<typeof readDictamen>>): DictamenAbierto => ({
  id: row.id,
  folio: row.folio,
  estado: row.estado,
  revision: row.revision,
  convocatoria: { id: row.convocatoria_id, programa: row.programa, edicion: row.edicion },
  etapa: {
    id: etapa.id,
    nombre: etapa.nombre,
    tipo: etapa.tipo,
    venceEn: etapa.venceEn,
    cerradaEn: etapa.cerradaEn,
  },
  muestrasPendientes,
  contenido: contenido && {
    ...contenido,
    piezas: contenido.piezas.map((one) => ({ ...one, datos: [...one.datos] })),
  },
  guardadoEn: row.revision > 0 ? row.actualizado_en.toISOString() : null,
  entregadaEn: row.entregada_en?.toISOString() ?? null,
  noSeDictamina,
});
