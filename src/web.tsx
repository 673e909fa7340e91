import 'virtual:portal.css';
import './platform/web/ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type AppRoute, AppShell, type NavItem } from './platform/web/app-shell.tsx';
import { applyBrand } from './platform/web/config.ts';
import { createSession } from './platform/web/session/store.ts';

/*
 * The browser's composition root: wiring only. Each feature's `web/routes.ts` exports its
 * `AppRoute[]` (screens as `lazy(() => import('./pages/….tsx'))`) and its `NavItem[]`; they are
 * joined here, in the order of the navigation.
 */
const routes: readonly AppRoute[] = [];
const navigation: readonly NavItem[] = [];

const session = createSession({
  // identidad: its calls that read and renew the session.
  load: () => Promise.resolve(null),
  refresh: () => Promise.resolve(false),
});

applyBrand();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppShell
      session={session}
      routes={routes}
      navigation={navigation}
      signOut={() => Promise.resolve()}
      renderSignIn={() => null}
      footer={[
        { label: 'Aviso de privacidad', to: '/privacy/aviso' },
        { label: 'Términos de uso', to: '/privacy/terminos' },
      ]}
    />
  </StrictMode>,
);
