import { useState } from 'react';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { RadioGroupField } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, Dialog, IconDownload } from '../../../../platform/web/ui/index.ts';
import { useStartExportacion } from '../hooks.ts';

const TIPOS = [
  { value: 'xlsx', label: 'Libro de Excel (XLSX)' },
  { value: 'csv', label: 'Texto separado por comas (CSV)', hint: 'Para otros programas' },
] as const;

/** Exports what the filters of a list show. The file arrives in the tray. */
export function ExportButton({
  hoja,
  filtros = {},
  size = 'normal',
}: {
  hoja: string;
  filtros?: Record<string, unknown>;
  size?: 'normal' | 'small';
}) {
  const [opened, { open, close }] = useDisclosure();
  const [tipo, setTipo] = useState<'xlsx' | 'csv'>('xlsx');
  const start = useStartExportacion();
  const run = () =>
    start.mutate(
      { hoja, tipo, filtros },
      {
        onSuccess: () => {
          close();
          notify.info('La exportación está en marcha. El archivo aparecerá en Trabajos.');
        },
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <>
      <Button size={size} icon={<IconDownload />} onClick={open}>
        Exportar
      </Button>
      <Dialog
        opened={opened}
        onClose={close}
        title="Exportar la lista"
        actions={
          <>
            <Button variant="primary" busy={start.isPending} onClick={run}>
              Exportar
            </Button>
            <Button onClick={close}>Cancelar</Button>
          </>
        }
      >
        <p>Se exportan todas las filas que muestran los filtros, no solo las de esta página.</p>
        <RadioGroupField
          label="Formato del archivo"
          value={tipo}
          onChange={(value) => setTipo(value === 'csv' ? 'csv' : 'xlsx')}
          options={TIPOS}
        />
      </Dialog>
    </>
  );
}
