import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, IconDownload } from '../../../../platform/web/ui/index.ts';
import { useLazyDialog } from '../../../../platform/web/ui/lazy-dialog.ts';

const load = async () => (await import('./export-dialog.tsx')).ExportDialog;

/** Exports what the filters of a list show. */
export function ExportButton({
  hoja,
  filtros = {},
  text,
  size = 'normal',
}: {
  hoja: string;
  filtros?: object;
  /** What will be in the file, where there are no filters. */
  text?: string;
  size?: 'normal' | 'small';
}) {
  const [opened, { open, close }] = useDisclosure();
  const ExportDialog = useLazyDialog(load, opened, close);
  return (
    <>
      <Button size={size} icon={<IconDownload />} onClick={open}>
        Exportar
      </Button>
      {ExportDialog && (
        <ExportDialog
          hoja={hoja}
          filtros={filtros}
          {...(text && { text })}
          opened={opened}
          onClose={close}
        />
      )}
    </>
  );
}
