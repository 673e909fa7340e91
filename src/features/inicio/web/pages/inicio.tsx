import { type ComponentType, Suspense } from 'react';
import { EmptyState, ErrorBoundary, Loading } from '../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { IconBook, PageHeading, properName, Section } from '../../../../platform/web/ui/index.ts';

/** A part of home that another feature fills. */
export type InicioSection = {
  readonly titulo: string;
  readonly lead?: string;
  readonly Contenido: ComponentType;
};

const NOON = 12;
const DUSK = 19;

const greetingAt = (hour: number): string => {
  if (hour < NOON) return 'Buenos días';
  return hour < DUSK ? 'Buenas tardes' : 'Buenas noches';
};

export function InicioPage({ sections }: { sections: readonly InicioSection[] }) {
  const { displayName } = useUser();
  const greeting = greetingAt(new Date().getHours());
  return (
    <>
      <PageHeading
        title={displayName ? `${greeting}, ${properName(displayName)}` : greeting}
        lead="Los cursos en los que puede inscribirse hoy y los que abrirán pronto."
        documentTitle="Inicio"
      />
      {sections.length === 0 && (
        <Section title="Inscripciones abiertas">
          <EmptyState title="Aquí se anunciarán los cursos" icon={IconBook} level={3}>
            Cuando la escuela abra inscripciones, verá aquí cada curso con sus fechas, sus lugares y
            el botón para inscribirse.
          </EmptyState>
        </Section>
      )}
      {sections.map(({ titulo, lead, Contenido }) => (
        <Section key={titulo} title={titulo} lead={lead}>
          {/* One section that fails or is slow does not take home with it. */}
          <ErrorBoundary>
            <Suspense fallback={<Loading shape="list" />}>
              <Contenido />
            </Suspense>
          </ErrorBoundary>
        </Section>
      ))}
    </>
  );
}
