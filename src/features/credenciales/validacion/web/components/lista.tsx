import { useState } from 'react';
import { Notice } from '../../../../../platform/web/feedback/notice.tsx';
import { TextAreaField } from '../../../../../platform/web/form/text-fields.tsx';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { validarListaPaginaPath, validarListaPath } from '../../../routes.ts';
import styles from './validacion.module.css';

/** Folios sent as a form, without script: how each stands, on a page or as a workbook. `problem`: why they were not taken. */
export function Lista({ inicial = '', problem }: { inicial?: string; problem?: string }) {
  const [folios, setFolios] = useState(inicial);
  return (
    <details className={styles.lista} open={problem !== undefined}>
      <summary>Validar una lista de folios</summary>
      {problem !== undefined && (
        <div role="alert" className={styles.problema}>
          <Notice tone="danger" title="No se revisó la lista">
            <p>{problem}</p>
          </Notice>
        </div>
      )}
      <form method="post" action={validarListaPath} encType="multipart/form-data">
        <TextAreaField
          name="folios"
          label="Folios"
          hint="Uno por línea, hasta 500, con o sin enlaces, números y nombres."
          value={folios}
          onChange={setFolios}
          rows={6}
        />
        <p>
          <label htmlFor="lista-archivo">O elija un archivo que los tenga (XLSX, CSV o TXT)</label>
          <input
            id="lista-archivo"
            type="file"
            name="archivo"
            accept=".xlsx,.csv,.txt,text/csv,text/plain"
          />
        </p>
        <div className={styles.acciones}>
          <Button type="submit" variant="primary" formAction={validarListaPaginaPath}>
            Ver el resultado
          </Button>
          <Button type="submit">Descargar el informe</Button>
        </div>
      </form>
    </details>
  );
}
