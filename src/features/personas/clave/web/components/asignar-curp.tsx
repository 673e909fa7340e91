import { lazy, Suspense } from 'react';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { Dialog } from '../../../../../platform/web/ui/index.ts';

const Pasos = lazy(async () => {
  const { PasosCurp } = await import('./pasos-curp.tsx');
  return { default: PasosCurp };
});

/** For staff: the CURP of who has none, over their file. */
export function AsignarCurp({
  clave,
  declarada,
  opened,
  onClose,
}: {
  clave: string;
  /** What the person said that it was. */
  declarada: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Asignar CURP" wide>
      <Suspense fallback={<Loading shape="form" />}>
        <Pasos {...{ clave, declarada, onClose }} />
      </Suspense>
    </Dialog>
  );
}
