import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, IconUpload } from '../../../../platform/web/ui/index.ts';
import { ImportDialog } from './import-dialog.tsx';

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
  return (
    <>
      <Button size={size} icon={<IconUpload />} onClick={open}>
        Importar
      </Button>
      <ImportDialog hoja={hoja} opened={opened} onClose={close} onImported={onImported} />
    </>
  );
}
