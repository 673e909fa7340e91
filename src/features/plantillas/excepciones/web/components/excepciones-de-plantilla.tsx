import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Section } from '../../../../../platform/web/ui/index.ts';
import { useExcepciones } from '../hooks.ts';
import { ListaDeExcepciones } from './lista-de-excepciones.tsx';

/** Whoever is excused from a rule of a plantilla, and who waits to be. */
export function ExcepcionesDePlantilla({ plantillaId }: { plantillaId: string }) {
  const { data, error, refetch } = useExcepciones({ plantillaId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading shape="list" />;
  return (
    <Section
      title="Excepciones"
      lead="Una persona exceptuada de una regla, por un tiempo. La pide alguien del personal y la aprueba otra persona."
    >
      {data.excepciones.length === 0 ? (
        <Notice title="No hay excepciones">
          <p>
            Para pedir una, pruebe las reglas con esa persona: junto a cada regla que no cumple está
            «Exceptuar».
          </p>
        </Notice>
      ) : (
        <ListaDeExcepciones excepciones={data.excepciones} de="plantilla" />
      )}
    </Section>
  );
}
