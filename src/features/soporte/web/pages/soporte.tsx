import { lazy, Suspense } from 'react';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { canAttendSoporte } from '../../policy.ts';
import { Bandeja } from '../components/bandeja.tsx';
import { MisConversaciones } from '../components/mis-conversaciones.tsx';

const Configuracion = lazy(() => import('../components/configuracion.tsx'));

/** `/support`: the inbox for staff; one's own conversations for everybody else, and for staff with `?propias=1`; `?configuracion=1`: its hours and answers. */
export default function SoportePage() {
  const user = useUser();
  const [search] = useSearchParams();
  const propias = search.get('propias') !== null || search.get('nueva') !== null;
  if (canAttendSoporte(user) && search.get('configuracion') !== null) {
    return (
      <Suspense fallback={<Loading shape="list" label="Cargando la configuración…" />}>
        <Configuracion />
      </Suspense>
    );
  }
  return canAttendSoporte(user) && !propias ? <Bandeja /> : <MisConversaciones />;
}
