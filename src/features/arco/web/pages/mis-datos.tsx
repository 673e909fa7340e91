import { PageHeading, Section } from '../../../../platform/web/ui/index.ts';
import { Copias } from '../../copias/web/components/copias.tsx';
import { Tramites } from '../components/tramites.tsx';

export default function MisDatosPage() {
  return (
    <>
      <PageHeading title="Mis datos" lead="Sus datos en el portal y sus derechos sobre ellos." />
      <Section
        title="Copia de todos sus datos"
        lead="Un ZIP con una página para leerlos, los mismos datos para programas (JSON) y sus archivos. Se puede descargar durante 7 días, con su contraseña; puede pedir 3 al día."
      >
        <Copias />
      </Section>
      <Section
        title="Derechos ARCO"
        lead="Acceso, rectificación, cancelación, oposición y portabilidad. Se le responde en 20 días hábiles, que pueden ampliarse una vez por 10 más."
      >
        <Tramites />
      </Section>
    </>
  );
}
