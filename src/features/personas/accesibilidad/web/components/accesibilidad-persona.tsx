import { ReservedSection } from '../../../../../platform/web/reserved/reserved-section.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { canReadAccesibilidad } from '../../policy.ts';
import { isNinguna } from '../../rules.ts';
import { useGetAccesibilidadDe } from '../hooks.ts';
import { Dichas } from './necesidades.tsx';

/** For Control Escolar, in somebody else's file: what that person needs to take part, once they say what for. */
export function AccesibilidadPersona({ clave }: { clave: string }) {
  const get = useGetAccesibilidadDe();
  const mayRead = canReadAccesibilidad(useUser());
  if (!mayRead) return null;
  return (
    <ReservedSection
      title="Accesibilidad"
      what="Lo que la persona necesita para participar"
      note="Cada consulta queda anotada con su motivo, y la persona puede verla."
      object="lo que necesita para participar"
      ask={{
        title: 'Consultar lo que necesita para participar',
        label: 'Para qué lo consulta',
        hint: 'Por ejemplo: pedir un intérprete para el taller. La persona podrá leerlo.',
        missing: 'Escriba para qué necesita consultarlo.',
        keptAs: `accesibilidad/${clave}/motivo`,
      }}
      read={(motivo) => get.mutateAsync({ clave, motivo })}
      saysNothing={(found) => (isNinguna(found) ? 'No ha anotado que necesite algo.' : null)}
    >
      {(found) => <Dichas necesidades={found} />}
    </ReservedSection>
  );
}
