import { type ComponentType, Suspense } from 'react';
import { EmptyState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Section } from '../../../../../platform/web/ui/index.ts';
import type { TipoEtapa } from '../../palabras/rules.ts';
import type { Convocatoria } from '../hooks.ts';

/** A piece of the desk that is about one stage. */
export type PiezaDeEtapa = ComponentType<{ convocatoriaId: string; etapaId: string }>;

/** Each stage of some kinds under its own heading, with the pieces of that kind. */
export function PorEtapa({
  convocatoria,
  piezas,
  vacio,
}: {
  convocatoria: Convocatoria;
  piezas: Partial<Record<TipoEtapa, readonly PiezaDeEtapa[]>>;
  /** What is said when there is no such stage; left out: nothing. */
  vacio?: string;
}) {
  const etapas = convocatoria.contenido.etapas.filter(({ tipo }) => piezas[tipo]);
  if (etapas.length === 0) return vacio === undefined ? null : <EmptyState title={vacio} />;
  return etapas.map(({ id, nombre, tipo }) => (
    <Section key={id} title={nombre}>
      {piezas[tipo]!.map((Pieza, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Suspense key={i} fallback={<Loading shape="list" />}>
          <Pieza convocatoriaId={convocatoria.id} etapaId={id} />
        </Suspense>
      ))}
    </Section>
  ));
}
