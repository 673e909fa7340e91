import { Section } from '../../../../platform/web/ui/index.ts';
import type { Persona } from '../../../personas/perfil/contract.ts';
import { EmitidosPersona } from './emitidos-persona.tsx';
import { EmitidosPropios } from './emitidos-propios.tsx';

/** In a file: what the school issued to its person, to be shared by them; for staff, with issuing more. */
export function Obtenidos({ persona: { clave, propia } }: { persona: Persona }) {
  return propia ? (
    <Section title="Documentos que ha obtenido">
      <EmitidosPropios />
    </Section>
  ) : (
    <EmitidosPersona clave={clave} />
  );
}
