import { useState } from 'react';
import { TextAreaField } from '../../../../../platform/web/form/text-fields.tsx';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { validarListaPath } from '../../../routes.ts';
import styles from './validacion.module.css';

/** Whoever has many folios sends them as a form, without script, and gets a workbook back. */
export function Lista() {
  const [folios, setFolios] = useState('');
  return (
    <details className={styles.lista}>
      <summary>Validar una lista de folios</summary>
      <form method="post" action={validarListaPath} encType="multipart/form-data">
        <TextAreaField
          name="folios"
          label="Folios"
          hint="Péguelos uno debajo de otro, hasta 500. Recibirá una hoja de cálculo con el estado de cada documento."
          value={folios}
          onChange={setFolios}
          rows={6}
        />
        <p>
          <label htmlFor="lista-archivo">
            O elija un archivo de texto (CSV o TXT) que los tenga
          </label>
          <input
            id="lista-archivo"
            type="file"
            name="archivo"
            accept=".csv,.txt,text/csv,text/plain"
          />
        </p>
        <Button type="submit">Descargar el informe</Button>
      </form>
    </details>
  );
}
