import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { DataList, formatDateTime, Panel } from '../../../../../platform/web/ui/index.ts';
import { avisoPath, terminosPath } from '../../routes.ts';
import { DOCUMENTOS, type Documento, VERSIONES } from '../../rules.ts';
import { useAceptaciones } from '../hooks.ts';
import styles from './texto-legal.module.css';

const TITULO: Readonly<Record<Documento, string>> = {
  aviso: 'Aviso de privacidad',
  terminos: 'Términos de uso',
};
const PATH: Readonly<Record<Documento, string>> = { aviso: avisoPath, terminos: terminosPath };

/** Which versions of the texts whoever asks accepted, and when. */
export function Aceptaciones() {
  const aceptaciones = useAceptaciones();
  if (aceptaciones.isPending) return <Loading shape="list" />;
  if (aceptaciones.isError) {
    return <ErrorState error={aceptaciones.error} retry={() => void aceptaciones.refetch()} />;
  }
  return (
    <Panel>
      <DataList
        items={DOCUMENTOS.map((documento) => ({
          label: TITULO[documento],
          value: (
            <ul className={styles.aceptadas}>
              {aceptaciones.data
                .filter((a) => a.documento === documento)
                .map(({ version, momento }) => (
                  <li key={momento}>
                    Aceptó la versión {version} el {formatDateTime(momento)}
                  </li>
                ))}
              <li>
                <Link to={PATH[documento]}>Leer la vigente ({VERSIONES[documento]})</Link>
              </li>
            </ul>
          ),
        }))}
      />
    </Panel>
  );
}
