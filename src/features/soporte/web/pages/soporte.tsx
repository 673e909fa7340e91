import { useSearchParams } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { canAttendSoporte } from '../../policy.ts';
import { Bandeja } from '../components/bandeja.tsx';
import { MisConversaciones } from '../components/mis-conversaciones.tsx';

/** `/support`: the inbox for staff; one's own conversations for everybody else, and for staff with `?propias=1`. */
export default function SoportePage() {
  const user = useUser();
  const [search] = useSearchParams();
  const propias = search.get('propias') !== null || search.get('nueva') !== null;
  return canAttendSoporte(user) && !propias ? <Bandeja /> : <MisConversaciones />;
}
