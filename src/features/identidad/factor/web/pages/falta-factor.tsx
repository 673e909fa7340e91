import { useSessionControl } from '../../../../../platform/web/session/react.tsx';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import { SegundoFactor } from '../components/segundo-factor.tsx';

/** Before anything else, for whose role demands a second factor that the account lacks. */
export default function FaltaFactorPage() {
  const session = useSessionControl();
  return (
    <>
      <PageHeading
        title="Active su segundo factor"
        lead="Su rol lo pide para usar el portal. Toma unos tres minutos y necesita su teléfono."
      />
      <SegundoFactor onReady={() => void session.reload()} />
    </>
  );
}
