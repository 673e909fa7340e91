import { type ReactNode, Suspense } from 'react';
import { CORREO } from '../../../../platform/shared/correos.ts';
import { lazyPart } from '../../../../platform/web/feature.ts';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  EstadoBadge,
  formatDateTime,
  formatRelative,
  formatShortDateTime,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../platform/web/ui/view-switch.tsx';
import type { Correo } from '../../contract.ts';
import { describeCausa } from '../../rules.ts';
import { Cola } from '../components/cola.tsx';
import { useLote } from '../components/lote.tsx';
import { useCola, useCorreos } from '../hooks.ts';
import styles from './correos.module.css';

const Textos = lazyPart(() => import('../../textos/web/components/textos.tsx'), 'Textos');

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

const VISTAS = [
  { value: 'envios', label: 'Envíos' },
  { value: 'textos', label: 'Textos' },
] as const;

/** `/correos`: what is sent, and with `?ver=textos` the texts of letters. */
export default function CorreosPage() {
  const [search, setSearch] = useSearchParams();
  const textos = search.get('ver') === 'textos';
  const vistas = (
    <ViewSwitch
      legend="Vista"
      views={VISTAS}
      value={textos ? 'textos' : 'envios'}
      onChange={(ver) => setSearch(ver === 'textos' ? { ver } : {})}
    />
  );
  if (!textos) return <Envios vistas={vistas} />;
  return (
    <>
      <PageHeading
        title="Correos"
        lead="Los correos de seguridad no se pueden cambiar aquí."
        action={vistas}
      />
      <Suspense fallback={<Loading shape="list" />}>
        <Textos />
      </Suspense>
    </>
  );
}

function Envios({ vistas }: { vistas: ReactNode }) {
  const { state, query, filtros } = useCorreos();
  const cola = useCola();
  const lote = useLote(filtros);
  return (
    <>
      <PageHeading
        title="Correos"
        lead="Correos del portal. Los entregados se conservan 30 días, sin su contenido."
        action={
          <>
            {lote.resendFailed(cola.data?.fallidos ?? 0)}
            {vistas}
          </>
        }
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
