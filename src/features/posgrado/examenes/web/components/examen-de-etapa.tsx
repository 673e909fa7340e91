import { useState } from 'react';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  DataTable,
  type TableColumn,
  useTableQuery,
  useTableState,
} from '../../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatDateTime,
  formatNumber,
  IconDownload,
  IconEdit,
  IconUpload,
  properName,
  Section,
  type Tone,
} from '../../../../../platform/web/ui/index.ts';
import { useLazyDialog } from '../../../../../platform/web/ui/lazy-dialog.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { SOLICITUD } from '../../../estados.ts';
import type { FilaDeExamen, VersionDeExamen } from '../../contract.ts';
import { formatPuntos, hojaDeExamen, SITUACIONES, type Situacion } from '../../rules.ts';
import { listPuntosCall, useExamen, useRefreshExamen } from '../hooks.ts';
import { Cierre } from './cierre.tsx';
import { DiferenciasDialog } from './diferencias-dialog.tsx';
import styles from './examen.module.css';
import { MotivoDialog } from './motivo-dialog.tsx';
import { PuntosDialog } from './puntos-dialog.tsx';

const loadImport = async () =>
  (await import('../../../../trabajos/web/components/import-dialog.tsx')).ImportDialog;
const loadExport = async () =>
  (await import('../../../../trabajos/web/components/export-dialog.tsx')).ExportDialog;

const TONOS: Readonly<Record<Situacion, Tone>> = {
  presente: 'success',
  ausente: 'danger',
  sinCapturar: 'neutral',
};
const OPCIONES = (Object.keys(SITUACIONES) as Situacion[]).map((value) => ({
  value,
  label: SITUACIONES[value],
}));

const COLUMNS: readonly TableColumn<FilaDeExamen>[] = [
  {
    id: 'folio',
    header: 'Folio',
    primary: true,
    nowrap: true,
    cell: ({ folio }) => <Folio>{folio}</Folio>,
  },
  {
    id: 'puntos',
    header: 'Puntos',
    align: 'end',
    descFirst: true,
    nowrap: true,
    cell: ({ situacion, puntos }) => (situacion === 'presente' ? formatPuntos(puntos) : '—'),
  },
  {
    id: 'situacion',
    header: 'Situación',
    nowrap: true,
    cell: ({ situacion }) => (
      <EstadoBadge tone={TONOS[situacion]}>{SITUACIONES[situacion]}</EstadoBadge>
    ),
  },
  {
    id: 'estado',
    header: 'Solicitud',
    nowrap: true,
    cell: ({ estado, enEtapa }) => (
      <EstadoBadge tone={SOLICITUD.tono(estado)}>
        {enEtapa || estado !== SOLICITUD.pasos.evaluar.a
          ? SOLICITUD.palabra(estado)
          : 'No llegó a la etapa'}
      </EstadoBadge>
    ),
  },
];

/** The results of an exam of a call, for staff: their versions, and the points of each application. */
export function ExamenDeEtapa({ etapaId }: { convocatoriaId: string; etapaId: string }) {
  const examen = useExamen(etapaId);
  if (!examen.data) {
    return examen.isError ? (
      <ErrorState error={examen.error} retry={() => void examen.refetch()} />
    ) : (
      <Loading shape="list" />
    );
  }
  return <Contenido key={etapaId} examen={examen.data} />;
}

/** «10 con puntos · 1 ausente». */
const describePresencia = ({
  presentes,
  ausentes,
}: Pick<VersionDeExamen, 'presentes' | 'ausentes'>): string =>
  `${formatNumber(presentes)} con puntos · ${ausentes === 1 ? '1 ausente' : `${formatNumber(ausentes)} ausentes`}`;

type Examen = NonNullable<ReturnType<typeof useExamen>['data']>;

function Contenido({ examen }: { examen: Examen }) {
  const { etapa, noSeCaptura, numero, cuantas, versiones } = examen;
  const [editing, setEditing] = useState<FilaDeExamen | null>(null);
  const state = useTableState({
    // A call may have several exams on one screen.
    prefix: `examen-${etapa.id.slice(0, 8)}`,
    sortable: ['folio', 'puntos'],
    sort: { id: 'folio', desc: false },
    filters: { situacion: { kind: 'select', label: 'Situación', options: OPCIONES } },
  });
  const query = useTableQuery(listPuntosCall, {
    etapaId: etapa.id,
    busqueda: state.search || undefined,
    situacion: state.filters.situacion,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return (
    <>
      <Section
        title="Resultados del examen"
        lead={`${describePresencia(cuantas)} · ${formatNumber(cuantas.sinCapturar)} sin capturar`}
        action={<Archivos examen={examen} />}
      >
        {noSeCaptura && (
          <Notice tone="info" title="Solo lectura">
            <p>{noSeCaptura}</p>
          </Notice>
        )}
        <div className={styles.versiones}>
          <Versiones etapaId={etapa.id} versiones={versiones} />
        </div>
        <Cierre examen={examen} />
      </Section>
      <Section title="Puntos por folio">
        <div className={styles.tabla}>
          <DataTable
            id="posgrado-examen"
            caption="Puntos de cada solicitud"
            noun={{ one: 'solicitud', many: 'solicitudes', feminine: true }}
            columns={COLUMNS}
            query={query}
            state={state}
            rowId={({ solicitudId }) => solicitudId}
            rowLabel={({ folio }) => folio}
            {...(noSeCaptura === null && {
              rowActions: (fila: FilaDeExamen) =>
                fila.enEtapa
                  ? [
                      {
                        label: 'Registrar puntos',
                        icon: IconEdit,
                        onSelect: () => setEditing(fila),
                      },
                    ]
                  : [],
            })}
            search={{ label: 'Buscar por folio' }}
            empty={{
              title: 'Sin solicitudes en la etapa',
              text: 'Aparecen al cerrar las solicitudes, o la etapa anterior.',
            }}
          />
        </div>
      </Section>
      {editing && (
        <PuntosDialog
          etapaId={etapa.id}
          numero={numero}
          fila={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

/** Taking the list of folios, and bringing it back filled in. */
function Archivos({ examen }: { examen: Examen }) {
  const { etapa, noSeCaptura, motivo, numero } = examen;
  const refresh = useRefreshExamen();
  const [asking, ask] = useDisclosure();
  const [importing, imports] = useDisclosure();
  const [exporting, setExporting] = useState<'enBlanco' | 'conPuntos' | null>(null);
  const ImportDialog = useLazyDialog(loadImport, importing, imports.close);
  const ExportDialog = useLazyDialog(loadExport, exporting !== null, () => setExporting(null));
  const hoja = hojaDeExamen(etapa.id);
  return (
    <div className={styles.archivos}>
      {noSeCaptura === null && (
        <Button size="small" variant="primary" icon={<IconUpload />} onClick={ask.open}>
          Importar versión
        </Button>
      )}
      <Button size="small" icon={<IconDownload />} onClick={() => setExporting('enBlanco')}>
        Lista en blanco
      </Button>
      {numero > 0 && (
        <Button size="small" icon={<IconDownload />} onClick={() => setExporting('conPuntos')}>
          Exportar
        </Button>
      )}
      {asking && (
        <MotivoDialog
          etapaId={etapa.id}
          motivo={motivo}
          primera={numero === 0}
          onClose={ask.close}
          onSaved={() => {
            ask.close();
            imports.open();
          }}
        />
      )}
      {ImportDialog && (
        <ImportDialog
          hoja={hoja}
          opened={importing}
          onClose={imports.close}
          onImported={() => {
            void refresh();
            notify.success('Se registró la nueva versión de los resultados.');
          }}
        />
      )}
      {ExportDialog && (
        <ExportDialog
          hoja={hoja}
          title={exporting === 'enBlanco' ? 'Lista de folios en blanco' : 'Exportar los resultados'}
          text={
            exporting === 'enBlanco'
              ? 'Trae el folio de cada solicitud de la etapa, para llenar sus puntos e importarla.'
              : 'Trae cada folio con sus puntos de la versión más reciente.'
          }
          filtros={{ enBlanco: exporting === 'enBlanco' }}
          opened={exporting !== null}
          onClose={() => setExporting(null)}
        />
      )}
    </div>
  );
}

/** Versions that are in sight; the others are folded. */
const A_LA_VISTA = 3;

function Versiones({
  etapaId,
  versiones,
}: {
  etapaId: string;
  versiones: readonly VersionDeExamen[];
}) {
  const [shown, setShown] = useState<number | null>(null);
  if (versiones.length === 0) return <p className={styles.vacio}>Sin versiones todavía.</p>;
  const list = (some: readonly VersionDeExamen[]) => (
    <RecordList>
      {some.map((version) => (
        <RecordRow
          key={version.numero}
          name={
            <span className={styles.cabeza}>
              <span>Versión {version.numero}</span>
              {version.numero === versiones[0]!.numero && (
                <EstadoBadge tone="success">Vigente</EstadoBadge>
              )}
            </span>
          }
          note={
            <>
              {version.motivo}
              <br />
              {formatDateTime(version.creadoEn)} · {properName(version.quien)} ·{' '}
              {describePresencia(version)}
            </>
          }
          actions={
            <Button size="small" onClick={() => setShown(version.numero)}>
              {version.cambios === 1 ? '1 cambio' : `${formatNumber(version.cambios)} cambios`}
              <span className="sr-only"> de la versión {version.numero}</span>
            </Button>
          }
        />
      ))}
    </RecordList>
  );
  const older = versiones.slice(A_LA_VISTA);
  return (
    <>
      {list(versiones.slice(0, A_LA_VISTA))}
      {older.length > 0 && (
        <details className={styles.anteriores}>
          <summary>Versiones anteriores ({formatNumber(older.length)})</summary>
          {list(older)}
        </details>
      )}
      {shown !== null && (
        <DiferenciasDialog etapaId={etapaId} numero={shown} onClose={() => setShown(null)} />
      )}
    </>
  );
}
