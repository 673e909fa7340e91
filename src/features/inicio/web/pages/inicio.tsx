import { type ComponentType, Suspense } from 'react';
import { isStaff } from '../../../../platform/shared/policy.ts';
import { ErrorBoundary, Loading } from '../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import type { SessionUser } from '../../../../platform/web/session/store.ts';
import { PageHeading, properName, Section } from '../../../../platform/web/ui/index.ts';
import { Pendientes } from '../components/pendientes.tsx';
import { usePendientes } from '../hooks.ts';

/** A part of home that another feature fills. */
export type InicioSection = {
  readonly titulo: string;
  readonly lead?: string;
  readonly Contenido: ComponentType;
  /** Callables without input that it asks first: the page asks them with home's own. */
  readonly asks?: readonly string[];
};

const NOON = 12;
const DUSK = 19;

const greetingAt = (hour: number): string => {
  if (hour < NOON) return 'Buenos días';
  return hour < DUSK ? 'Buenas tardes' : 'Buenas noches';
};

/** What to call the person: by the given names of their file. */
const callNameOf = ({ displayName, nombre }: SessionUser): string =>
  properName(nombre || displayName);

/** Home: a greeting, what waits for one, and the sections that other features give. */
export function InicioPage({
  sections,
  despues,
  personal,
}: {
  sections: readonly InicioSection[];
  /** Whose files come once home is there. */
  despues: readonly InicioSection[];
  /** For staff. */
  personal: readonly InicioSection[];
}) {
  const user = useUser();
  const name = callNameOf(user);
  const { isPending } = usePendientes();
  const shown = [...(isStaff(user) ? personal : []), ...sections, ...(isPending ? [] : despues)];
  const greeting = greetingAt(new Date().getHours());
  return (
    <>
      <PageHeading title={name ? `${greeting}, ${name}` : greeting} documentTitle="Inicio" />
      <Pendientes />
      {/* They load meanwhile, and are shown below what waits: it would push them down. */}
      <div hidden={isPending}>
        {shown.map(({ titulo, lead, Contenido }) => (
          <Section key={titulo} title={titulo} lead={lead}>
            {/* One section that fails or is slow does not take home with it. */}
            <ErrorBoundary>
              <Suspense fallback={<Loading shape="list" />}>
                <Contenido />
              </Suspense>
            </ErrorBoundary>
          </Section>
        ))}
      </div>
    </>
  );
}
