import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  IconSearch,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import type { FilaDuplicado } from '../../contract.ts';
import { duplicadoPath } from '../../routes.ts';
import { MOTIVOS, NIVELES, REPAROS } from '../../rules.ts';
import styles from '../components/duplicado.module.css';
import { useDuplicados, useStartBusqueda } from '../hooks.ts';

const nameOf = ({ expedientes: [first, second] }: FilaDuplicado): string =>
  [first, second].map((file) => properName(file?.nombreCompleto ?? '')).join(' y ');

const File = ({ file }: { file: FilaDuplicado['expedientes'][number] | undefined }) =>
  file ? (
    <span className={styles.file}>
      <span>{properName(file.nombreCompleto)}</span>
      <Folio>{file.clave}</Folio>
    </span>
  ) : null;

const COLUMNS: readonly TableColumn<FilaDuplicado>[] = [
  {
    id: 'primero',
    header: 'Expediente',
    primary: true,
    width: 12,
    cell: (d) => <File file={d.expedientes[0]} />,
  },
  {
    id: 'segundo',
    header: 'Se parece a',
    width: 12,
    cell: (d) => <File file={d.expedientes[1]} />,
  },
  {
    id: 'nivel',
    header: 'Parecido',
    nowrap: true,
    cell: ({ nivel, puntaje }) => (
      <span title={`${puntaje} de 100`}>
        <EstadoBadge tone={NIVELES[nivel].tono}>{NIVELES[nivel].palabra}</EstadoBadge>
      </span>
    ),
  },
  {
    id: 'motivos',
    header: 'Por qué',
    width: 16,
    cell: ({ motivos, reparos }) => (
      <ul className={`${styles.why} ${styles.cell}`}>
        {motivos.map((motivo) => (
          <li key={motivo}>{MOTIVOS[motivo]}</li>
        ))}
        {reparos.map((reparo) => (
          <li key={reparo} className={styles.against}>
            Pero: {REPAROS[reparo].toLocaleLowerCase('es-MX').replaceAll('curp', 'CURP')}
          </li>
        ))}
      </ul>
    ),
  },
];

export default function DuplicadosPage() {
  const { state, query } = useDuplicados();
  const start = useStartBusqueda();
  const search = async () => {
    try {
      await start.mutateAsync(null);
      notify.success('Se están buscando. Siga su avance en la bandeja de trabajos.');
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <>
      <PageHeading
        title="Posibles duplicados"
        lead="Expedientes que podrían ser de la misma persona."
        action={
          <Button icon={<IconSearch />} disabled={start.isPending} onClick={() => void search()}>
            Buscar ahora
          </Button>
        }
      />
      <DataTable
        id="duplicados"
        caption="Parejas de expedientes que se parecen"
        noun={{ one: 'pareja', many: 'parejas', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(d) => d.id}
        rowLabel={nameOf}
        rowLink={(d) => duplicadoPath(d.id)}
        empty={{
          title: 'No hay expedientes que se parezcan',
          text: 'Se buscan cada noche. También puede buscarlos ahora.',
        }}
      />
    </>
  );
}
