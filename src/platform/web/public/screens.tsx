import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { CallError } from '../../shared/errors.ts';
import { useCall } from '../callables/hooks.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { arriveAt } from '../keep-alive/navigation.ts';
import { useSearchParams } from '../router.tsx';
import { type AppRoute, lazyScreen } from '../routes.ts';
import { useSession } from '../session/react.tsx';
import { Breadcrumbs, PageHeading } from '../ui/page.tsx';
import { isOfTheAddress, type Place, type PublicEntry, type PublicPage } from './page.ts';

/**
 * The public wing's pages as screens of the application: who is inside goes to them and comes back without
 * leaving, and finds everything as it was.
 */
export const publicRoutes = (entries: readonly PublicEntry[]): AppRoute[] =>
  entries.map(({ path, title, load, within }) => ({
    path,
    title,
    layout: 'either',
    access: 'anyone',
    screen: lazyScreen(async () => {
      const { default: page } = await load();
      return { default: () => <PublicScreen page={page} title={title} within={within} /> };
    }),
  }));

function PublicScreen({
  page,
  title,
  within,
}: Pick<PublicEntry, 'title' | 'within'> & { page: PublicPage }) {
  const { user } = useSession();
  const params = useParams();
  const [query] = useSearchParams();
  const place = { params, query };
  const input = page.ask?.input(place) ?? null;
  const box = useRef<HTMLDivElement>(null);
  const asked = JSON.stringify(input);
  const before = useRef(asked);
  // What had the focus (a form's button) goes with what was there, as a document of its own would begin anew.
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    const main = box.current?.closest('main');
    return main ? arriveAt(main) : undefined;
  }, [asked]);
  return (
    <div ref={box}>
      {within && user && within.visible(user) && <Breadcrumbs crumbs={[within]} />}
      {page.ask && input !== null ? (
        <Asked key={asked} page={page} ask={page.ask} title={title} input={input} place={place} />
      ) : (
        <page.Page {...place} answer={null} problem={null} sent={null} />
      )}
    </div>
  );
}

function Asked({
  page,
  ask,
  title,
  input,
  place,
}: {
  page: PublicPage;
  ask: NonNullable<PublicPage['ask']>;
  title: string;
  input: unknown;
  place: Place;
}) {
  const { data, error, refetch } = useCall(ask.call, input, { staleTime: 0 });
  if (error instanceof CallError && isOfTheAddress(error)) {
    return <page.Page {...place} answer={null} problem={error} sent={null} />;
  }
  if (data !== undefined) return <page.Page {...place} answer={data} problem={null} sent={null} />;
  if (!error) return <Loading shape="ficha" />;
  return (
    <>
      <PageHeading title={title} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  );
}
