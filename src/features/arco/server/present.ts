import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Calendar } from '../../../platform/shared/working-days.ts';
import type { CategoriaSuprimida, TramiteArco } from '../contract.ts';
import { TRAMITE_ARCO } from '../estados.ts';
import { diasRestantes } from '../rules.ts';
import { selectSupresiones } from '../supresion/server/data.ts';
import type { TramiteRow } from './data.ts';
import { readCalendar } from './service.ts';

/** The end of the term that runs: to answer, or to do what was granted. */
const terminoDe = ({ estado, vence_en, efectivo_vence_en }: TramiteRow): Date | null => {
  if (TRAMITE_ARCO.can('negar', estado)) return vence_en;
  return TRAMITE_ARCO.can('cumplir', estado) ? efectivo_vence_en : null;
};

const presentTramite = (
  row: TramiteRow,
  ahora: Date,
  calendar: Calendar,
  supresion: readonly CategoriaSuprimida[],
): TramiteArco => {
  const termino = terminoDe(row);
  return {
    id: row.id,
    folio: row.folio,
    derecho: row.derecho,
    estado: row.estado,
    nombre: row.nombre,
    medio: row.medio,
    representante: row.representante,
    descripcion: row.descripcion,
    recibidoEn: row.recibido_en.toISOString(),
    venceEn: row.vence_en.toISOString(),
    dias: termino && diasRestantes(ahora, termino, calendar),
    ampliacion: row.ampliado_en && {
      en: row.ampliado_en.toISOString(),
      motivo: row.ampliacion_motivo ?? '',
    },
    respuesta: row.respondido_en && {
      en: row.respondido_en.toISOString(),
      texto: row.respuesta ?? '',
      fundamento: row.fundamento,
      efectivaHasta: row.efectivo_vence_en?.toISOString() ?? null,
    },
    cumplimiento: row.cumplido_en && {
      en: row.cumplido_en.toISOString(),
      texto: row.cumplimiento ?? '',
    },
    supresion: [...supresion],
  };
};

/** Some of them, with what each erased. */
export const presentAll = async (
  db: Db | Trx,
  rows: readonly TramiteRow[],
  ahora: Date,
): Promise<TramiteArco[]> => {
  const calendar = await readCalendar(db);
  const supresiones = await selectSupresiones(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentTramite(row, ahora, calendar, supresiones.get(row.id) ?? []));
};

/** One of them. */
export const presentWith = async (
  db: Db | Trx,
  row: TramiteRow,
  ahora: Date,
): Promise<TramiteArco> => (await presentAll(db, [row], ahora))[0]!;
