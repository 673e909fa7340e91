import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, IconUpload } from '../../../../platform/web/ui/index.ts';
import { useLazyDialog } from '../../../../platform/web/ui/lazy-dialog.ts';

const load = async () => (await import('./import-dialog.tsx')).ImportDialog;

/** Opens the import of a list. `onImported` runs once its rows are written. */
export function ImportButton({
  hoja,
  size = 'normal',
  onImported,
}: {
  hoja: string;
  size?: 'normal' | 'small';
  onImported?: () => void;
}) {
  const [opened, { open, close }] = useDisclosure();
  const ImportDialog = useLazyDialog(load, opened, close);
  return (
    <>
      <Button size={size} icon={<IconUpload />} onClick={open}>
        Importar
      </Button>
      {ImportDialog && (
        <ImportDialog hoja={hoja} opened={opened} onClose={close} onImported={onImported} />
      )}
    </>
  );
}
