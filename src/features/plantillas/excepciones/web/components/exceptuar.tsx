import { quoted } from '../../../../../platform/shared/quotation.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { ExceptuarDialog } from './exceptuar-dialog.tsx';

/** Beside a rule that somebody does not meet. */
export function Exceptuar(props: {
  versionId: string;
  regla: { clave: string; descripcion: string };
  persona: { clave: string; nombre: string };
}) {
  const [asking, ask] = useDisclosure();
  return (
    <>
      <Button size="small" onClick={ask.open}>
        Exceptuar de {quoted(props.regla.descripcion)}…
      </Button>
      {asking && <ExceptuarDialog {...props} onClose={ask.close} />}
    </>
  );
}
