import { ExportButton } from '../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../trabajos/web/components/import-button.tsx';
import { type Catalogo, hojaDe } from '../../definiciones/rules.ts';
import { useFiltros, useItemChanges } from '../hooks.ts';
import styles from './catalogos.module.css';

/** Import and export of a catalog; its hoja is in ../../server/hojas.ts. */
export function ArchivosCatalogo({ catalogo }: { catalogo: Catalogo }) {
  const { refreshAll } = useItemChanges();
  const filtros = useFiltros();
  const hoja = hojaDe(catalogo.id);
  return (
    <span className={styles.files}>
      <ImportButton hoja={hoja} size="small" onImported={() => void refreshAll()} />
      <ExportButton hoja={hoja} size="small" filtros={filtros} />
    </span>
  );
}
