import 'virtual:portal.css';
import './platform/web/ui/global.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { AppShell, firstScreen } from './platform/web/app-shell.tsx';
import { applyBrand } from './platform/web/config.ts';
import { foldWeb, lazyPart } from './platform/web/feature.ts';
import { ErrorBoundary, Loading } from './platform/web/feedback/index.ts';
import { guardUnsaved } from './platform/web/unsaved.ts';
import { WEB_FEATURES } from './web-features.ts';

/* The browser's composition root: what the features give, in the shell. */
const begin = () => {
  // zod would try whether code can be made of a text, which the page's policy forbids and a browser reports.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const { given, ...shown } = foldWeb(
    WEB_FEATURES,
    async () => (await import('./web-historial.ts')).VOCABULARIO,
  );
  const { create, signOut } = given.one('session');
  const session = create();
  const SignInForm = given.one('signInForm');
  const demands = given.all('demands');
  // Only who is in searches: it is not in the first files.
  const SearchEverywhere = lazyPart(
    () => import('./platform/web/search/search-everywhere.tsx'),
    'SearchEverywhere',
  );

  applyBrand();
  guardUnsaved();
  const draw = () =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <AppShell
          {...shown}
          session={session}
          signOut={signOut}
          search={
            <ErrorBoundary>
              <Suspense>
                <SearchEverywhere
                  providers={given.all('busqueda')}
                  screens={[...shown.navigation, ...shown.account]}
                />
              </Suspense>
            </ErrorBoundary>
          }
          tools={given.all('tools').map((Tool, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <ErrorBoundary key={i}>
              <Suspense>
                <Tool />
              </Suspense>
            </ErrorBoundary>
          ))}
          renderDemand={(user) => {
            const demand = demands.find((one) => one.for(user));
            return demand ? <demand.Screen user={user} /> : null;
          }}
          renderSignIn={(user) => (
            <ErrorBoundary>
              <Suspense fallback={<Loading shape="form" />}>
                <SignInForm email={user.email} />
              </Suspense>
            </ErrorBoundary>
          )}
        />
      </StrictMode>,
    );
  // Not awaited here: a module that waits makes a file of its own of each one that is asked for later.
  void firstScreen(shown.routes, session).then(draw);
};

// Chrome before 132, Safari before 18.4: what they lack is no part of what the others ask for first.
const isOlder = !('bytes' in Response.prototype && 'Iterator' in globalThis);
if (isOlder) {
  void import('./platform/web/older-browsers.ts').then(({ fillIn }) => fillIn()).then(begin);
} else begin();
