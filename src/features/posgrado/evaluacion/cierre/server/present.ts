import { centesimasDe } from '../../rules.ts';
import type { EtapaConAvance, ResultadosDeEtapa } from '../contract.ts';
import type { readAvance, readResultados } from './service.ts';

type Avance = Awaited<ReturnType<typeof readAvance>>;

/** `nombres`: of the accounts that closed stages, by uid. */
export const presentEtapaConAvance = (
  { etapa, cerro, ...counts }: Avance['etapas'][number],
  nombres: ReadonlyMap<string, string>,
): EtapaConAvance => ({
  id: etapa.id,
  nombre: etapa.nombre,
  tipo: etapa.tipo,
  venceEn: etapa.vence_en?.toISOString() ?? null,
  cerradaEn: etapa.cerrada_en?.toISOString() ?? null,
  cerro: cerro && (nombres.get(cerro) ?? 'Personal'),
  solicitudes: counts.solicitudes,
  sinEvaluadores: counts.sinEvaluadores,
  asignadas: counts.asignadas,
  entregadas: counts.entregadas,
  muestras: counts.muestras,
});

export const presentResultados = ({
  etapa,
  minimo,
  corte,
  criterios,
  maximo,
  nombres,
  solicitudes,
  severidad,
  noSeRepite,
}: Awaited<ReturnType<typeof readResultados>>): ResultadosDeEtapa => {
  const nombreDe = (id: string) => nombres.get(id) ?? 'Expediente no disponible';
  return {
    etapa: {
      id: etapa.id,
      nombre: etapa.nombre,
      cerradaEn: etapa.cerrada_en!.toISOString(),
      minimo,
      corte,
    },
    resultados: solicitudes.map(({ id, folio, puntos, repetida, entregas }) => ({
      solicitudId: id,
      folio,
      puntos: puntos && centesimasDe(puntos),
      repetida,
      entregas: entregas.map((one) => ({
        evaluador: nombreDe(one.evaluador_id),
        puntos: centesimasDe({ num: one.puntos, den: maximo }),
        tercera: one.tercera,
        entregadaEn: one.entregada_en.toISOString(),
        criterios: criterios.map((criterio) => {
          const suyo = one.dictamen.criterios[criterio.id];
          return {
            nombre: criterio.nombre,
            puntos: suyo?.puntos ?? 0,
            comentario: suyo?.comentario ?? '',
          };
        }),
      })),
    })),
    severidad: severidad.map(({ evaluadorId, dictamenes, media, deOtros }) => ({
      evaluador: nombreDe(evaluadorId),
      dictamenes,
      media: centesimasDe(media),
      deOtros: deOtros && centesimasDe(deOtros),
    })),
    noSeRepite,
  };
};
