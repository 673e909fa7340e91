import { useMemo } from 'react';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  formatNumber,
  formatShortDateTime,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../trabajos/web/components/export-button.tsx';
import type { Anotacion } from '../../contract.ts';
import { actoPath, actosDelDiaPath, anotacionPath } from '../../routes.ts';
import { describeCambio } from '../../rules.ts';
import { NombreDelRegistro, Quien, Renglones } from '../components/partes.tsx';
import { useVerificacion } from '../components/verificacion.tsx';
import { useHistorial } from '../hooks.ts';
import styles from './auditoria.module.css';

const columnsOf = (vocabulario: Vocabulario): readonly TableColumn<Anotacion>[] => [
  {
    id: 'momento',
    header: 'Cuándo',
    nowrap: true,
    descFirst: true,
    cell: (a) => (
      <time dateTime={a.momento}>{formatShortDateTime(a.momento, { seconds: true })}</time>
    ),
  },
  {
    id: 'accion',
    header: 'Qué',
    primary: true,
    width: 12,
    cell: (a) =>
      a.cuantas > 1
        ? `${vocabulario.describeAccion(a.accion)}: ${formatNumber(a.cuantas)} registros`
        : vocabulario.describeAccion(a.accion),
  },
  { id: 'actor', header: 'Quién', width: 9, cell: (a) => <Quien actor={a.actor} /> },
  {
    id: 'entidad',
    header: 'Registro',
    width: 9,
    cell: (a) =>
      a.cuantas > 1 && (a.peticionId || a.actor) ? (
        <Link to={actoOf(a)}>Ver los {formatNumber(a.cuantas)} uno por uno</Link>
      ) : (
        <>
          <div className={styles.kind}>{vocabulario.describeEntidad(a.entidad)}</div>
          <NombreDelRegistro anotacion={a} />
        </>
      ),
  },
  {
    id: 'cambio',
    header: 'Antes y después',
    width: 14,
    cell: (a) => (
      <>
        <Renglones renglones={cambioDe(vocabulario, a)} />
        {a.motivo && <div>Motivo: {a.motivo}</div>}
      </>
    ),
  },
  { id: 'origen', header: 'Desde', nowrap: true, hidden: true, cell: (a) => a.origen ?? '' },
  { id: 'peticionId', header: 'Petición', hidden: true, cell: (a) => a.peticionId ?? '' },
];

/** The rows that a folded one stands for. */
const actoOf = ({ peticionId, accion, actor, momento }: Anotacion): string =>
  peticionId === null
    ? actosDelDiaPath(actor?.uid ?? '', accion, fechaDe(new Date(momento)))
    : actoPath(peticionId, accion);

/** What one of many did is not what all did: of a folded act only what they share. */
const cambioDe = (vocabulario: Vocabulario, anotacion: Anotacion) => {
  const { renglones } = describeCambio(vocabulario, anotacion);
  if (anotacion.cuantas === 1) return renglones;
  const comun = vocabulario.describeDato(anotacion.accion, 'catalogo');
  return comun && comun !== 'tecnico' ? renglones.filter(({ label }) => label === comun.label) : [];
};

export function AuditoriaPage({ vocabulario }: { vocabulario: Vocabulario }) {
  const { state, query, filtros } = useHistorial(vocabulario);
  const columns = useMemo(() => columnsOf(vocabulario), [vocabulario]);
  const { button, outcome } = useVerificacion();
  return (
    <>
      <PageHeading
        title="Auditoría"
        lead="Acciones sobre los registros del portal. Registro inalterable."
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
        rowLink={(a) => anotacionPath(a.id)}
        search={{
          label: 'Quién o qué',
          hint: 'Nombre, correo, CURP o clave, folio o petición',
        }}
        empty={{
          title: 'Todavía no hay anotaciones',
          text: 'Aquí quedará cada cambio y cada consulta de un expediente.',
        }}
      />
    </>
  );
}
