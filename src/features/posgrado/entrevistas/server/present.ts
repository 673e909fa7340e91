import { groupByFour } from '../../../../platform/shared/ids.ts';
import { properName } from '../../../../platform/shared/names.ts';
import type { EntrevistaPropia, HorarioDeMesa, HorarioLibre } from '../contract.ts';
import { entrevistaIcsPath } from '../routes.ts';
import { describeLugarLibre, isEnLinea } from '../rules.ts';
import type { EtapaRow, EventoRow, HorarioDeMesaRow, HorarioRow } from './data.ts';

const cuando = ({ inicia, termina }: Pick<HorarioRow, 'inicia' | 'termina'>) => ({
  inicia: inicia.toISOString(),
  termina: termina.toISOString(),
});

/** A slot as staff see it. */
export const presentHorario = (row: HorarioDeMesaRow, ahora: Date): HorarioDeMesa => ({
  id: row.id,
  estado: row.estado,
  ...cuando(row),
  lugar: row.lugar,
  panel: row.paneles.map(({ id, nombre }) => ({ id, nombre: properName(nombre) })),
  solicitud:
    row.solicitud_id === null || row.folio === null
      ? null
      : {
          id: row.solicitud_id,
          folio: groupByFour(row.folio),
          nombre: properName(row.nombre ?? ''),
        },
  motivo: row.motivo,
  impedida: row.impedida,
  empezo: row.inicia <= ahora,
});

const presentLibre = (row: HorarioRow): HorarioLibre => ({
  id: row.id,
  ...cuando(row),
  lugar: describeLugarLibre(row.lugar),
});

/** An interview as its applicant sees it. */
export const presentPropia = (
  one: {
    etapa: EtapaRow;
    horario: HorarioRow | null;
    cancelado: HorarioRow | null;
    cambiaHasta: Date | null;
    noSeElige: string | null;
    libres: readonly HorarioRow[];
    conIcs: boolean;
  },
  solicitudId: string,
): EntrevistaPropia => ({
  etapa: { id: one.etapa.id, nombre: one.etapa.nombre },
  horario: one.horario && {
    id: one.horario.id,
    estado: one.horario.estado,
    ...cuando(one.horario),
    lugar: one.horario.lugar,
    enLinea: isEnLinea(one.horario.lugar),
  },
  cancelado: one.cancelado && {
    inicia: one.cancelado.inicia.toISOString(),
    motivo: one.cancelado.motivo ?? '',
  },
  cambiaHasta: one.cambiaHasta?.toISOString() ?? null,
  noSeElige: one.noSeElige,
  libres: one.libres.map(presentLibre),
  ics: one.conIcs ? entrevistaIcsPath(solicitudId, one.etapa.id) : null,
});

/** An interview as its panel sees it. */
export const presentDePanel = (row: EventoRow) => ({
  id: row.id,
  curso: row.curso,
  etapa: row.etapa,
  estado: row.estado,
  ...cuando(row),
  lugar: row.lugar,
  folio: groupByFour(row.folio ?? ''),
});
