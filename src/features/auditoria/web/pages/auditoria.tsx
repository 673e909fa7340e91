import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  formatShortDateTime,
  nameOrAddress,
  PageHeading,
  properName,
} from '../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../trabajos/web/components/export-button.tsx';
import type { Anotacion } from '../../contract.ts';
import { auditoriaPath } from '../../routes.ts';
import { describeCambio } from '../../rules.ts';
import { useVerificacion } from '../components/verificacion.tsx';
import { useHistorial } from '../hooks.ts';
import styles from './auditoria.module.css';

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <div key={line} style={{ overflowWrap: 'anywhere' }}>
        {line}
      </div>
    ))}
  </>
);

const columnsOf = ({
  describeAccion,
  describeEntidad,
}: Vocabulario): readonly TableColumn<Anotacion>[] => [
  {
    id: 'momento',
    header: 'Cuándo',
    nowrap: true,
    descFirst: true,
    cell: (a) => <time dateTime={a.momento}>{formatShortDateTime(a.momento)}</time>,
  },
  {
    id: 'accion',
    header: 'Qué',
    primary: true,
    width: 10,
    cell: (a) => describeAccion(a.accion),
  },
  {
    id: 'actor',
    header: 'Quién',
    width: 8,
    cell: (a) => {
      if (a.actor === null) return 'El sistema';
      if (!a.actor.email) return 'Cuenta eliminada';
      const buscar = new URLSearchParams({ buscar: a.actor.uid });
      return (
        <>
          <Link to={`${auditoriaPath}?${buscar}`}>
            {properName(a.actor.nombre) || a.actor.email}
          </Link>
          {a.actor.nombreDeHoy && (
            <div className={styles.today}>Hoy: {properName(a.actor.nombreDeHoy)}</div>
          )}
        </>
      );
    },
  },
  {
    id: 'entidad',
    header: 'Registro',
    cell: (a) => (
      <>
        {describeEntidad(a.entidad)}
        {a.enlace && a.registro && (
          <div className={styles.record}>
            <Link to={a.enlace}>
              {a.entidad === 'catalogo' ? a.registro : nameOrAddress(a.registro)}
            </Link>
          </div>
        )}
        <div className={styles.id} title={a.entidadId}>
          {a.entidadId}
        </div>
      </>
    ),
  },
  {
    id: 'cambio',
    header: 'Antes y después',
    width: 10,
    cell: (a) => (
      <Lines
        lines={[
          ...describeCambio(a.antes, a.despues),
          ...(a.motivo ? [`Motivo: ${a.motivo}`] : []),
        ]}
      />
    ),
  },
  { id: 'origen', header: 'Desde', nowrap: true, cell: (a) => a.origen ?? '' },
  {
    id: 'peticionId',
    header: 'Petición',
    hidden: true,
    cell: (a) => a.peticionId ?? '',
  },
];

export function AuditoriaPage({ vocabulario }: { vocabulario: Vocabulario }) {
  const { state, query, filtros } = useHistorial(vocabulario);
  const columns = useMemo(() => columnsOf(vocabulario), [vocabulario]);
  const { button, outcome } = useVerificacion();
  return (
    <>
      <PageHeading
        title="Auditoría"
        lead="Quién hizo qué, sobre qué registro, cuándo y desde dónde. Solo crece: nadie puede editarla."
        action={
          <>
            <ExportButton hoja="historial" filtros={filtros} />
            {button}
          </>
        }
      />
      {outcome}
      <DataTable
        id="auditoria"
        caption="Historial"
        noun={{ one: 'anotación', many: 'anotaciones', feminine: true }}
        columns={columns}
        query={query}
        state={state}
        rowId={(a) => String(a.id)}
        rowLabel={(a) => vocabulario.describeAccion(a.accion)}
        search={{
          label: 'Quién o qué',
          hint: 'Correo, CURP o clave, folio, registro o petición',
        }}
        empty={{
          title: 'Todavía no hay anotaciones',
          text: 'Aquí quedará cada cambio y cada consulta de un expediente.',
        }}
      />
    </>
  );
}
