import { FileField, UploadProgress } from '../../../../platform/web/form/index.ts';
import { Button, IconDownload } from '../../../../platform/web/ui/index.ts';
import type { HojaDescrita } from '../../contract.ts';
import { formatoUrl } from '../../hojas/routes.ts';
import { type Importacion, useExportar } from '../../hojas/web/hooks.ts';
import styles from './importacion.module.css';

const AND = new Intl.ListFormat('es-MX');

/** «CURP (o Clave)». */
const calledBy =
  ({ columnas }: HojaDescrita) =>
  ({ header, unless }: HojaDescrita['columnas'][number]): string => {
    const other = columnas.find(({ key }) => key === unless);
    return other ? `${header} (o ${other.header})` : header;
  };

/** The list as it is, to be filled in. */
function ListaPorLlenar({ hoja }: { hoja: string }) {
  const { busy, exportar } = useExportar();
  return (
    <p>
      <Button icon={<IconDownload />} busy={busy} onClick={() => exportar({ hoja, tipo: 'xlsx' })}>
        Descargar la lista para llenarla
      </Button>
    </p>
  );
}

/** First step: which file. */
export function PasoArchivo({
  importacion,
  hoja,
}: {
  importacion: Importacion;
  hoja: HojaDescrita;
}) {
  const { file, setFile, upload, cancelUpload, busy, envio, error } = importacion;
  const sending = envio !== null && envio.bytesTransferred < envio.totalBytes;
  const required = hoja.columnas.filter((column) => column.required);
  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        void upload();
      }}
    >
      <p>
        Un libro de Excel (XLSX) o un CSV, con los encabezados en la primera fila. Debe traer{' '}
        {AND.format(required.map(calledBy(hoja)))}. Se importan todas las filas, o ninguna si alguna
        tiene un error.
      </p>
      {hoja.conFilas ? (
        <ListaPorLlenar hoja={hoja.id} />
      ) : (
        <p>
          <a className={styles.download} href={formatoUrl(hoja.id)} download>
            <IconDownload />
            Descargar el formato en blanco
          </a>
        </p>
      )}
      {/* The focus stays on the button: a screen reader would not notice the field's error. */}
      <p className="sr-only" role="alert">
        {error}
      </p>
      <FileField
        label="Archivo"
        hint="25 MB y 200,000 filas como máximo."
        accept=".xlsx,.csv,.txt,.tsv"
        value={file}
        onChange={setFile}
        error={error ?? undefined}
      />
      {sending && (
        <UploadProgress label="Enviando el archivo" envio={envio} onCancel={cancelUpload} />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {sending ? 'Enviando…' : busy ? 'Leyendo el archivo…' : 'Continuar'}
        </Button>
      </div>
    </form>
  );
}
