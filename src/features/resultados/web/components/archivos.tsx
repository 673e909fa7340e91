import { ExportButton } from '../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../trabajos/web/components/import-button.tsx';
import { type ASISTENCIA, type CALIFICACIONES, hojaDeEdicion } from '../../importacion/rules.ts';

/** A list of an edition as a file: to have it, or to fill it in and import it. */
export function Archivos({
  lista,
  edicionId,
  cerrada,
  onImported,
}: {
  lista: typeof CALIFICACIONES | typeof ASISTENCIA;
  edicionId: string;
  /** Its acta is closed: it is only exported. */
  cerrada: boolean;
  onImported: () => void;
}) {
  const hoja = hojaDeEdicion(lista, edicionId);
  return (
    <>
      {!cerrada && <ImportButton hoja={hoja} size="small" onImported={onImported} />}
      <ExportButton
        hoja={hoja}
        size="small"
        text="El archivo trae a todas las personas de la edición con lo que está registrado."
      />
    </>
  );
}
