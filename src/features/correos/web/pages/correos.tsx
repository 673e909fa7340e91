import { CORREO } from '../../../../platform/shared/correos.ts';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  formatDateTime,
  formatRelative,
  formatShortDateTime,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import type { Correo } from '../../contract.ts';
import { describeCausa } from '../../rules.ts';
import { Cola } from '../components/cola.tsx';
import { useLote } from '../components/lote.tsx';
import { useCola, useCorreos } from '../hooks.ts';
import styles from './correos.module.css';

const soon = (proximo: string) =>
  Date.parse(proximo) - Date.now() < 60_000
    ? 'en menos de un minuto'
    : formatRelative(proximo, new Date());

/** What went out is said in plain text: only what waits or failed stands out. */
function Estado({ correo }: { correo: Correo }) {
  const { estado, enCamino, causa, respuesta, proximo } = correo;
  if (estado === 'enviado') return CORREO.palabra(estado);
  if (enCamino) return <EstadoBadge tone="info">Saliendo</EstadoBadge>;
  const why = describeCausa(estado, causa);
  return (
    <>
      <EstadoBadge tone={estado === 'pendiente' && causa ? 'warning' : CORREO.tono(estado)}>
        {CORREO.palabra(estado)}
      </EstadoBadge>
      {why && (
        <div className={styles.why}>
          {why}
          {proximo && causa === 'espera' && <> Siguiente intento {soon(proximo)}.</>}
        </div>
      )}
      {why && respuesta && <div className={styles.answer}>{respuesta}</div>}
    </>
  );
}

const COLUMNS: readonly TableColumn<Correo>[] = [
  { id: 'asunto', header: 'Asunto', primary: true, width: 12, cell: (c) => c.asunto },
  {
    id: 'para',
    header: 'Para',
    width: 16,
    cell: (c) => (
      <span className={styles.para}>
        {c.medio === 'telefono' && 'Teléfono '}
        {c.para}
      </span>
    ),
  },
  { id: 'estado', header: 'Estado', width: 16, cell: (c) => <Estado correo={c} /> },
  {
    id: 'creadoEn',
    header: 'Escrito',
    nowrap: true,
    descFirst: true,
    cell: (c) => (
      <time dateTime={c.creadoEn} title={formatDateTime(c.creadoEn)}>
        {formatRelative(c.creadoEn, new Date())}
      </time>
    ),
  },
  {
    id: 'salio',
    header: 'Salió',
    hidden: true,
    cell: (c) => (c.enviadoEn ? formatShortDateTime(c.enviadoEn) : ''),
  },
  { id: 'intentos', header: 'Intentos', align: 'end', hidden: true, cell: (c) => c.intentos },
];

export default function CorreosPage() {
  const { state, query, filtros } = useCorreos();
  const cola = useCola();
  const lote = useLote(filtros);
  return (
    <>
      <PageHeading
        title="Correos"
        lead="Lo que el portal envía: qué espera, qué salió y qué no se pudo entregar. Lo enviado se recuerda 30 días, sin su texto."
        action={lote.resendFailed(cola.data?.fallidos ?? 0)}
      />
      <div aria-live="polite" className={styles.cola}>
        {cola.data && <Cola cola={cola.data} />}
      </div>
      <DataTable
        id="correos"
        caption="Correos del portal"
        noun={{ one: 'correo', many: 'correos' }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(c) => c.id}
        rowLabel={(c) => `${c.asunto}, para ${c.para}`}
        rowActions={lote.actionsOf}
        bulkActions={lote.bulkActions}
        search={{ label: 'Buscar por dirección o asunto' }}
        empty={{
          title: 'Todavía no hay correos',
          text: 'Aquí aparecerá cada correo que el portal envíe.',
        }}
      />
      {lote.dialog}
    </>
  );
}
