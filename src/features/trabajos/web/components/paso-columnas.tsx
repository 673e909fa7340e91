import { useId } from 'react';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import type { HojaDescrita } from '../../contract.ts';
import type { Importacion } from '../../hojas/web/hooks.ts';
import styles from './importacion.module.css';

/** Second step: which column of the file is which of the list. */
export function PasoColumnas({
  importacion,
  hoja,
}: {
  importacion: Importacion;
  hoja: HojaDescrita;
}) {
  const { recibido, columnas, setColumna, upload, review, goTo, busy, error } = importacion;
  const hojaId = useId();
  if (!recibido) return null;
  const leida = recibido.hojas[recibido.hojaLeida ?? -1];
  const found = hoja.columnas.filter((column) => columnas[column.key] != null);
  const isMissing = ({ key, required, unless }: HojaDescrita['columnas'][number]) =>
    required && columnas[key] == null && (unless === null || columnas[unless] == null);
  const missing = hoja.columnas.filter(isMissing);
  const used = new Set(Object.values(columnas));
  const ignored = recibido.encabezados.filter((name, i) => name !== '' && !used.has(i));
  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        void review();
      }}
    >
      <p>
        Se reconocieron {found.length} de {hoja.columnas.length} columnas en «{recibido.nombre}»
        {leida !== undefined && `, hoja «${leida}»`}. Corrija las que no correspondan.
      </p>
      {recibido.hojas.length > 1 && (
        <p>
          <label htmlFor={hojaId}>Hoja del libro</label>{' '}
          <select
            id={hojaId}
            className={styles.select}
            value={recibido.hojaLeida ?? 0}
            disabled={busy}
            onChange={(event) => void upload(Number(event.target.value))}
          >
            {recibido.hojas.map((nombre, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the workbook
              <option key={i} value={i}>
                {nombre}
              </option>
            ))}
          </select>
        </p>
      )}
      {error && (
        <div role="alert">
          <Notice tone="danger" title="No se pudo revisar">
            <p>{error}</p>
          </Notice>
        </div>
      )}
      <table className={styles.matching}>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Columna del archivo</th>
          </tr>
        </thead>
        <tbody>
          {hoja.columnas.map((column) => (
            <tr key={column.key}>
              <th scope="row">
                {column.header}
                {!column.required && <span className={styles.optional}> (opcional)</span>}
                {column.hint && <small>{column.hint}</small>}
              </th>
              <td>
                <select
                  aria-label={`Columna del archivo para ${column.header}`}
                  className={styles.select}
                  value={columnas[column.key] ?? ''}
                  data-missing={isMissing(column) || undefined}
                  onChange={(event) =>
                    setColumna(
                      column.key,
                      event.target.value === '' ? null : Number(event.target.value),
                    )
                  }
                >
                  <option value="">Ninguna</option>
                  {recibido.encabezados.map((name, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                    <option key={i} value={i}>
                      {name || `Columna ${i + 1} (sin nombre)`}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {ignored.length > 0 && (
        <p className={styles.note}>No se usarán: {ignored.slice(0, 12).join(', ')}.</p>
      )}
      {missing.length > 0 && (
        <p className={styles.missing} role="status">
          Falta indicar {missing.map((column) => column.header).join(', ')}.
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Revisando…' : 'Revisar'}
        </Button>
        <Button onClick={() => goTo('archivo')}>Elegir otro archivo</Button>
      </div>
    </form>
  );
}
