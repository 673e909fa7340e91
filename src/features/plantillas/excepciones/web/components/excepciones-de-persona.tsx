import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Section } from '../../../../../platform/web/ui/index.ts';
import { canManageExcepciones } from '../../policy.ts';
import { useExcepciones } from '../hooks.ts';
import { ListaDeExcepciones } from './lista-de-excepciones.tsx';

/** For staff, in somebody else's file: from which rules that person is excused, or is to be. */
export function ExcepcionesDePersona({ clave }: { clave: string }) {
  return canManageExcepciones(useUser()) ? <Suyas clave={clave} /> : null;
}

function Suyas({ clave }: { clave: string }) {
  const { data } = useExcepciones({ clave });
  if (!data || data.excepciones.length === 0) return null;
  return (
    <Section title="Excepciones a reglas de inscripción">
      <ListaDeExcepciones excepciones={data.excepciones} de="persona" />
    </Section>
  );
}
