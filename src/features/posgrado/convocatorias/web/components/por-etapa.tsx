import { type ComponentType, Suspense } from 'react';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { Section } from '../../../../../platform/web/ui/index.ts';
import type { TipoEtapa } from '../../palabras/rules.ts';
import type { Convocatoria } from '../hooks.ts';

/** A piece of the desk that is about one stage. */
export type PiezaDeEtapa = ComponentType<{ convocatoriaId: string; etapaId: string }>;

/** Each stage of some kinds with the pieces of that kind, under its own heading when there are several. */
export function PorEtapa({
  convocatoria,
  piezas,
}: {
  convocatoria: Convocatoria;
  piezas: Partial<Record<TipoEtapa, readonly PiezaDeEtapa[]>>;
}) {
  const etapas = convocatoria.contenido.etapas.filter(({ tipo }) => piezas[tipo]);
  return etapas.map(({ id, nombre, tipo }) => {
    const contenido = piezas[tipo]!.map((Pieza, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <Suspense key={`${id} ${i}`} fallback={<Loading shape="list" />}>
        <Pieza convocatoriaId={convocatoria.id} etapaId={id} />
      </Suspense>
    ));
    return etapas.length === 1 ? (
      contenido
    ) : (
      <Section key={id} title={nombre}>
        {contenido}
      </Section>
    );
  });
}
