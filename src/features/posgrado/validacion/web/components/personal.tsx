import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import { ListDetail, useDetail } from '../../../../../platform/web/panel/index.ts';
import {
  BulkDialog,
  type BulkSelection,
  DataTable,
  type RowAction,
  type TableColumn,
} from '../../../../../platform/web/table/index.ts';
import {
  Folio,
  formatNumber,
  formatShortDate,
  IconCheckCircle,
  IconDocument,
  LinkButton,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { plazoBreve } from '../../../inconformidades/rules.ts';
import { convocatoriasPath, revisionPresolicitudesPath } from '../../../routes.ts';
import type { ConvocatoriaDeCurso, FilaPresolicitud } from '../../contract.ts';
import { type Filtros, useDecideMany, usePresolicitudes } from '../hooks.ts';
import { diasDe, EstadoDePresolicitud } from './estado-presolicitud.tsx';
import { PresolicitudPanel } from './presolicitud-panel.tsx';

const COLUMNS: readonly TableColumn<FilaPresolicitud>[] = [
  {
    id: 'nombre',
    header: 'Nombre',
    primary: true,
    width: 14,
    cell: (p) => properName(p.persona.nombre),
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    beside: true,
    cell: (p) => <EstadoDePresolicitud estado={p.estado} />,
  },
  {
    id: 'enviada',
    header: 'Enviada',
    nowrap: true,
    cell: (p) => <time dateTime={p.enviadaEn}>{formatShortDate(p.enviadaEn)}</time>,
  },
  {
    id: 'requisitos',
    header: 'Requisitos',
    nowrap: true,
    cell: ({ requisitos: { cumplidos, total } }) => `${cumplidos} de ${total}`,
  },
  {
    id: 'observaciones',
    header: 'Observaciones',
    align: 'end',
    cell: (p) => (p.observaciones > 0 ? formatNumber(p.observaciones) : ''),
  },
  {
    id: 'espera',
    header: 'En espera',
    nowrap: true,
    cell: (p) => (p.diasEnEspera === null ? '' : diasDe(p.diasEnEspera)),
  },
  {
    id: 'plazo',
    header: 'Plazo',
    nowrap: true,
    cell: (p) => p.subsanar && plazoBreve(p.subsanar),
  },
  {
    id: 'convocatoria',
    header: 'Convocatoria',
    hidden: true,
    width: 10,
    cell: (p) => p.convocatoria.nombre,
  },
  {
    id: 'folio',
    header: 'Folio',
    hidden: true,
    nowrap: true,
    cell: (p) => p.folio && <Folio>{p.folio}</Folio>,
  },
  { id: 'revisa', header: 'En revisión de', hidden: true, width: 10, cell: (p) => p.revisa },
];

type Asked = { selection: BulkSelection; clear: () => void };

const cuantas = (n: number) => (n === 1 ? '1 presolicitud' : `${formatNumber(n)} presolicitudes`);

/** The applicants of a programme, for the school. */
export function Personal({
  curso,
  convocatorias,
}: {
  curso: { id: string; nombre: string };
  convocatorias: readonly ConvocatoriaDeCurso[];
}) {
  const { state, query, filtros } = usePresolicitudes(curso.id, convocatorias);
  const navigate = useNavigate();
  const detail = useDetail('presolicitud');
  const [asked, setAsked] = useState<Asked | null>(null);
  useOnHide(() => setAsked(null));
  const rows = query.data?.filas ?? [];
  const several = convocatorias.length > 1;
  const columns = several
    ? COLUMNS.map((column) =>
        column.id === 'convocatoria' ? { ...column, hidden: false } : column,
      )
    : COLUMNS;
  const validate = (selection: BulkSelection, clear: () => void) => setAsked({ selection, clear });
  const actionsOf = ({ id, estado, persona }: FilaPresolicitud): RowAction[] =>
    estado === 'enviada'
      ? [
          {
            label: 'Revisar',
            icon: IconDocument,
            onSelect: () => void navigate(revisionPresolicitudesPath(curso.id, id)),
          },
          {
            label: 'Validar si cumple todo',
            icon: IconCheckCircle,
            onSelect: () =>
              validate(
                { mode: 'some', ids: [id], count: 1, names: [properName(persona.nombre)] },
                () => {},
              ),
          },
        ]
      : [];
  return (
    <>
      <ListDetail
        detail={detail}
        heading={
          <PageHeading
            title="Presolicitudes"
            documentTitle={`Presolicitudes: ${curso.nombre}`}
            lead={
              several || !convocatorias[0]
                ? curso.nombre
                : `${curso.nombre} · ${convocatorias[0].nombre}`
            }
            breadcrumbs={[{ label: 'Convocatorias', to: convocatoriasPath }]}
            action={
              <LinkButton to={revisionPresolicitudesPath(curso.id)} variant="primary">
                Revisar
              </LinkButton>
            }
          />
        }
        panel={
          detail.id && (
            <PresolicitudPanel id={detail.id} cursoId={curso.id} detail={detail} rows={rows} />
          )
        }
        list={
          <DataTable
            id="presolicitudes"
            caption={`Presolicitudes a ${curso.nombre}`}
            noun={{ one: 'presolicitud', many: 'presolicitudes', feminine: true }}
            columns={columns}
            query={query}
            state={state}
            rowId={(p) => p.id}
            rowLabel={(p) => properName(p.persona.nombre)}
            detail={detail}
            rowActions={actionsOf}
            bulkActions={[
              { label: 'Validar las que cumplen', icon: IconCheckCircle, run: validate },
            ]}
            search={{ label: 'Buscar', hint: 'Nombre, CURP, clave o folio' }}
            empty={{
              title: 'Nadie ha enviado una presolicitud',
              text: 'Aquí aparecerán en el orden en que se envíen.',
            }}
          />
        }
      />
      {asked && (
        <Validar
          asked={asked}
          filtros={filtros}
          onClose={(through) => {
            setAsked(null);
            if (through) asked.clear();
          }}
        />
      )}
    </>
  );
}

function Validar({
  asked: { selection },
  filtros,
  onClose,
}: {
  asked: Asked;
  filtros: Filtros;
  onClose: (through: boolean) => void;
}) {
  const { decide, refresh } = useDecideMany();
  return (
    <BulkDialog
      title={`Validar: ${cuantas(selection.count)}`}
      submit="Validar"
      selection={selection}
      filtros={filtros}
      run={(parte) => decide({ parte })}
      done={(n) =>
        n === 0
          ? 'No se validó ninguna.'
          : n === 1
            ? 'Se validó 1 presolicitud.'
            : `Se validaron ${cuantas(n)}.`
      }
      unchanged={(n) => `${cuantas(n)} ya ${n === 1 ? 'era válida' : 'eran válidas'}.`}
      rowName={properName}
      onChanged={refresh}
      onClose={onClose}
    >
      <p>
        Solo se {selection.count === 1 ? 'valida' : 'validan'} si todos los requisitos están
        cumplidos. Se avisa por correo a cada persona.
      </p>
    </BulkDialog>
  );
}
