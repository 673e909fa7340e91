import { useState } from 'react';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  type BulkSelection,
  DataTable,
  type RowAction,
  type TableColumn,
  useTableQuery,
  useTableState,
} from '../../../../../platform/web/table/index.ts';
import {
  Button,
  DataList,
  EstadoBadge,
  Folio,
  formatDateTime,
  formatNumber,
  IconCalendar,
  IconCheckCircle,
  IconCross,
  IconCrossCircle,
  IconPerson,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { HORARIO } from '../../../estados.ts';
import type { EntrevistasDeEtapa as Entrevistas, HorarioDeMesa } from '../../contract.ts';
import { describeLugarLibre } from '../../rules.ts';
import { listHorariosCall, useEntrevistas } from '../hooks.ts';
import { AsignarHorarioDialog, AsignarSolicitudDialog } from './asignar-dialog.tsx';
import { AsistenciaDialog } from './asistencia-dialog.tsx';
import { CancelarDialog } from './cancelar-dialog.tsx';
import { CrearHorariosDialog } from './crear-horarios-dialog.tsx';
import { Cuando, formatHorario } from './cuando.tsx';
import styles from './entrevistas.module.css';

const ESTADOS = HORARIO.estados.map((value) => ({ value, label: HORARIO.palabra(value) }));

const COLUMNS: readonly TableColumn<HorarioDeMesa>[] = [
  {
    id: 'inicia',
    header: 'Fecha y hora',
    primary: true,
    nowrap: true,
    cell: (horario) => <Cuando {...horario} short />,
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: ({ estado, empezo }) =>
      empezo && HORARIO.can('reservar', estado) ? (
        <EstadoBadge tone="neutral">No se ocupó</EstadoBadge>
      ) : (
        <EstadoBadge tone={HORARIO.tono(estado)}>{HORARIO.palabra(estado)}</EstadoBadge>
      ),
  },
  {
    id: 'solicitud',
    header: 'Aspirante',
    width: 12,
    cell: ({ solicitud, impedida }) =>
      solicitud && (
        <span className={styles.aspirante}>
          <Folio>{solicitud.folio}</Folio>
          <span>{solicitud.nombre}</span>
          {impedida && <EstadoBadge tone="danger">Panel con impedimento</EstadoBadge>}
        </span>
      ),
  },
  { id: 'panel', header: 'Panel', cell: ({ panel }) => panel.map((p) => p.nombre).join(', ') },
  { id: 'lugar', header: 'Lugar', cell: ({ lugar }) => describeLugarLibre(lugar) },
  { id: 'motivo', header: 'Motivo', hidden: true, cell: ({ motivo }) => motivo },
];

/** The interviews of a stage, for staff: the slots of each panel, who has one and who has none. */
export function EntrevistasDeEtapa({ etapaId }: { convocatoriaId: string; etapaId: string }) {
  const entrevistas = useEntrevistas(etapaId);
  if (!entrevistas.data) {
    return entrevistas.isError ? (
      <ErrorState error={entrevistas.error} retry={() => void entrevistas.refetch()} />
    ) : (
      <Loading shape="list" />
    );
  }
  return <Contenido key={etapaId} entrevistas={entrevistas.data} />;
}

type Acto =
  | { tipo: 'asignar'; horario: HorarioDeMesa }
  | { tipo: 'asistencia'; horario: HorarioDeMesa; asistencia: 'realizado' | 'sinPresentarse' }
  | { tipo: 'cancelar'; selection: BulkSelection; clear: () => void };

function Contenido({ entrevistas }: { entrevistas: Entrevistas }) {
  const { etapa, noSeCambia, evaluadores, sinHorario } = entrevistas;
  const [creating, create] = useDisclosure();
  const [acto, setActo] = useState<Acto | null>(null);
  const close = () => setActo(null);
  const state = useTableState({
    prefix: `entrevistas-${etapa.id.slice(0, 8)}`,
    sortable: ['inicia'],
    sort: { id: 'inicia', desc: false },
    filters: {
      estado: { kind: 'select', label: 'Estado', options: ESTADOS },
      panel: {
        kind: 'select',
        label: 'Panel',
        options: evaluadores.map(({ id, nombre }) => ({ value: id, label: nombre })),
      },
    },
  });
  const filtros = {
    busqueda: state.search || undefined,
    estado: state.filters.estado,
    evaluadorId: state.filters.panel,
  };
  const query = useTableQuery(listHorariosCall, {
    etapaId: etapa.id,
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });

  const actionsOf = (horario: HorarioDeMesa): RowAction[] => {
    const { id, estado, empezo } = horario;
    const cancel: RowAction = {
      label: 'Cancelar',
      icon: IconCrossCircle,
      danger: true,
      onSelect: () =>
        setActo({
          tipo: 'cancelar',
          selection: { mode: 'some', ids: [id], count: 1, names: [formatHorario(horario)] },
          clear: () => {},
        }),
    };
    return [
      ...(HORARIO.can('reservar', estado) && !empezo && sinHorario.length > 0
        ? [
            {
              label: 'Asignar',
              icon: IconPerson,
              onSelect: () => setActo({ tipo: 'asignar', horario }),
            },
          ]
        : []),
      ...(HORARIO.can('realizar', estado) && empezo
        ? [
            {
              label: 'Se realizó',
              icon: IconCheckCircle,
              onSelect: () => setActo({ tipo: 'asistencia', horario, asistencia: 'realizado' }),
            },
            {
              label: 'No se presentó',
              icon: IconCross,
              onSelect: () =>
                setActo({ tipo: 'asistencia', horario, asistencia: 'sinPresentarse' }),
            },
          ]
        : []),
      ...(HORARIO.can('cancelar', estado) ? [cancel] : []),
    ];
  };

  return (
    <>
      <Section
        title="Entrevistas"
        lead={`Del ${formatDateTime(entrevistas.desde)} al ${formatDateTime(entrevistas.hasta)}`}
        action={
          noSeCambia === null ? (
            <Button size="small" variant="primary" icon={<IconCalendar />} onClick={create.open}>
              Crear horarios
            </Button>
          ) : undefined
        }
      >
        {noSeCambia && (
          <Notice tone="info" title="Solo lectura">
            <p>{noSeCambia}</p>
          </Notice>
        )}
        <Cuantas entrevistas={entrevistas} />
        {sinHorario.length > 0 && <SinHorario entrevistas={entrevistas} />}
      </Section>
      <Section title="Horarios">
        <div className={styles.tabla}>
          <DataTable
            id="posgrado-entrevistas"
            caption="Horarios de entrevista"
            noun={{ one: 'horario', many: 'horarios' }}
            columns={COLUMNS}
            query={query}
            state={state}
            rowId={({ id }) => id}
            rowLabel={formatHorario}
            {...(noSeCambia === null && {
              rowActions: actionsOf,
              bulkActions: [
                {
                  label: 'Cancelar',
                  icon: IconCrossCircle,
                  danger: true,
                  run: (selection: BulkSelection, clear: () => void) =>
                    setActo({ tipo: 'cancelar', selection, clear }),
                },
              ],
            })}
            search={{ label: 'Buscar por folio' }}
            empty={{
              title: 'Sin horarios todavía',
              text:
                noSeCambia === null
                  ? 'Cree los horarios de un panel: los aspirantes de la etapa elegirán el suyo.'
                  : undefined,
            }}
          />
        </div>
      </Section>
      {creating && <CrearHorariosDialog entrevistas={entrevistas} onClose={create.close} />}
      {acto?.tipo === 'asignar' && (
        <AsignarSolicitudDialog horario={acto.horario} sinHorario={sinHorario} onClose={close} />
      )}
      {acto?.tipo === 'asistencia' && (
        <AsistenciaDialog horario={acto.horario} asistencia={acto.asistencia} onClose={close} />
      )}
      {acto?.tipo === 'cancelar' && (
        <CancelarDialog
          etapaId={etapa.id}
          selection={acto.selection}
          filtros={filtros}
          onClose={(through) => {
            close();
            if (through) acto.clear();
          }}
        />
      )}
    </>
  );
}

function Cuantas({ entrevistas: { cuantas } }: { entrevistas: Entrevistas }) {
  return (
    <DataList
      items={[
        { label: 'Aspirantes en la etapa', value: formatNumber(cuantas.enEtapa) },
        { label: 'Con horario', value: formatNumber(cuantas.conHorario) },
        { label: 'Horarios disponibles', value: formatNumber(cuantas.libres) },
        { label: 'Realizadas', value: formatNumber(cuantas.realizadas) },
        { label: 'No se presentaron', value: formatNumber(cuantas.ausentes) },
      ]}
    />
  );
}

/** Who has no slot; more than so many are counted. */
const LISTADAS = 100;

function SinHorario({ entrevistas }: { entrevistas: Entrevistas }) {
  const { sinHorario, noSeCambia, cuantas, etapa } = entrevistas;
  const [assigning, setAssigning] = useState<Entrevistas['sinHorario'][number] | null>(null);
  const otras = sinHorario.length - LISTADAS;
  return (
    <details className={styles.sinHorario}>
      <summary>Sin horario ({formatNumber(sinHorario.length)})</summary>
      <RecordList>
        {sinHorario.slice(0, LISTADAS).map((one) => (
          <RecordRow
            key={one.solicitudId}
            name={<Folio>{one.folio}</Folio>}
            note={one.nombre}
            actions={
              noSeCambia === null && cuantas.libres > 0 ? (
                <Button size="small" onClick={() => setAssigning(one)}>
                  Asignar horario<span className="sr-only"> a {one.folio}</span>
                </Button>
              ) : undefined
            }
          />
        ))}
      </RecordList>
      {otras > 0 && <p>y {formatNumber(otras)} más</p>}
      {assigning && (
        <AsignarHorarioDialog
          etapaId={etapa.id}
          solicitud={assigning}
          onClose={() => setAssigning(null)}
        />
      )}
    </details>
  );
}
