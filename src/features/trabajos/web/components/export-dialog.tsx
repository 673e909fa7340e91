import { useState } from 'react';
import { RadioGroupField } from '../../../../platform/web/form/index.ts';
import { Button, Dialog } from '../../../../platform/web/ui/index.ts';
import { useExportar } from '../../hojas/web/hooks.ts';
import styles from './importacion.module.css';

const TIPOS = [
  { value: 'xlsx', label: 'Libro de Excel (XLSX)' },
  { value: 'csv', label: 'Texto separado por comas (CSV)', hint: 'Para otros programas' },
] as const;

/**
 * Asks in which format and exports: what the filters show, or what was chosen. A short list
 * is downloaded at once; a long one arrives in the tray.
 */
export function ExportDialog({
  hoja,
  filtros,
  title = 'Exportar la lista',
  text = 'Se exportan todas las filas que muestran los filtros, no solo las de esta página.',
  opened,
  onClose,
}: {
  hoja: string;
  filtros: object;
  title?: string;
  /** What will be in the file. */
  text?: string;
  opened: boolean;
  onClose: () => void;
}) {
  const [tipo, setTipo] = useState<'xlsx' | 'csv'>('xlsx');
  const { busy, exportar } = useExportar();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => exportar({ hoja, tipo, filtros: { ...filtros } }, onClose)}
          >
            Exportar
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
        </>
      }
    >
      <div className={styles.step}>
        <p>{text}</p>
        <RadioGroupField
          label="Formato del archivo"
          value={tipo}
          onChange={(value) => setTipo(value === 'csv' ? 'csv' : 'xlsx')}
          options={TIPOS}
        />
      </div>
    </Dialog>
  );
}
