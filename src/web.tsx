import 'virtual:portal.css';
import './platform/web/ui/global.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { auditoriaNavigation, auditoriaRoutes } from './features/auditoria/web/routes.ts';
import { catalogosNavigation, catalogosRoutes } from './features/catalogos/web/routes.ts';
import { correosNavigation, correosRoutes } from './features/correos/web/routes.ts';
import { privacidadFooter } from './features/identidad/privacidad/web/routes.ts';
import { usuariosNavigation, usuariosRoutes } from './features/identidad/usuarios/web/routes.ts';
import {
  vinculacionesNavigation,
  vinculacionesRoutes,
} from './features/identidad/vinculaciones/web/routes.ts';
import { identidadRoutes } from './features/identidad/web/routes.ts';
import { createSesion, signOut } from './features/identidad/web/session.ts';
import { inicioNavigation, inicioRoutes } from './features/inicio/web/routes.ts';
import {
  inscripcionesNavigation,
  inscripcionesRoutes,
} from './features/inscripciones/web/routes.ts';
import { fusionesNavigation, fusionesRoutes } from './features/personas/fusiones/web/routes.ts';
import {
  personasAccount,
  personasNavigation,
  personasRoutes,
} from './features/personas/web/routes.ts';
import { type AppRoute, AppShell, type NavItem } from './platform/web/app-shell.tsx';
import { applyBrand } from './platform/web/config.ts';
import { ErrorBoundary, Loading } from './platform/web/feedback/index.ts';
import { publicRoutes } from './platform/web/public/screens.tsx';
import { publicPages } from './public-pages.ts';
import { SITE_PATHS } from './site-paths.ts';

/*
 * The browser's composition root: wiring only. Each feature's `web/routes.ts` exports its
 * `AppRoute[]` (screens as `lazy(() => import('./pages/….tsx'))`) and its `NavItem[]`; they are
 * joined here, in the order of the navigation.
 */
const routes: readonly AppRoute[] = [
  ...identidadRoutes,
  ...publicRoutes(publicPages),
  ...inicioRoutes([
    {
      titulo: 'Inscripciones abiertas',
      Contenido: lazy(async () => {
        const { Ofertas } = await import(
          './features/inscripciones/ofertas/web/components/ofertas.tsx'
        );
        return { default: Ofertas };
      }),
    },
  ]),
  ...inscripcionesRoutes,
  ...catalogosRoutes,
  ...vinculacionesRoutes,
  ...fusionesRoutes,
  ...usuariosRoutes,
  ...correosRoutes,
  ...auditoriaRoutes(() => import('./historial.ts')),
  ...personasRoutes({
    Foto: lazy(async () => {
      const { Foto } = await import('./features/identidad/foto/web/components/foto.tsx');
      return { default: Foto };
    }),
    SinExpediente: lazy(async () => {
      const { MiVinculacion } = await import(
        './features/identidad/vinculaciones/web/components/mi-vinculacion.tsx'
      );
      return { default: MiVinculacion };
    }),
    paraPersonal: [
      lazy(async () => {
        const { DatosSensibles } = await import(
          './features/inscripciones/sensibles/web/components/datos-sensibles.tsx'
        );
        return { default: DatosSensibles };
      }),
    ],
    preferencias: [
      {
        titulo: 'Correo de su cuenta',
        lead: 'Con él ingresa, y a él llegan los avisos de su cuenta.',
        Contenido: lazy(async () => {
          const { Correo } = await import('./features/identidad/acceso/web/components/correo.tsx');
          return { default: Correo };
        }),
      },
      {
        titulo: 'Correos de contacto',
        lead: 'Los que escribió al inscribirse, para recibir ahí también los avisos.',
        Contenido: lazy(async () => {
          const { Contactos } = await import(
            './features/identidad/contacto/web/components/contactos.tsx'
          );
          return { default: Contactos };
        }),
      },
      {
        titulo: 'Contraseña',
        lead: 'Si cree que alguien la conoce, cámbiela: se cierran sus demás sesiones.',
        Contenido: lazy(async () => {
          const { Contrasena } = await import(
            './features/identidad/acceso/web/components/contrasena.tsx'
          );
          return { default: Contrasena };
        }),
      },
      {
        titulo: 'Segundo factor',
        lead: 'Un código de su teléfono, además de la contraseña.',
        Contenido: lazy(async () => {
          const { SegundoFactor } = await import(
            './features/identidad/factor/web/components/segundo-factor.tsx'
          );
          return { default: SegundoFactor };
        }),
      },
      {
        titulo: 'Sesiones',
        lead: 'Los equipos en los que está dentro del portal.',
        Contenido: lazy(async () => {
          const { Sesiones } = await import(
            './features/identidad/sesiones/web/components/sesiones.tsx'
          );
          return { default: Sesiones };
        }),
      },
      {
        titulo: 'Intentos fallidos',
        lead: 'Las veces que alguien quiso entrar a su cuenta y no pudo.',
        Contenido: lazy(async () => {
          const { Intentos } = await import(
            './features/identidad/intentos/web/components/intentos.tsx'
          );
          return { default: Intentos };
        }),
      },
      {
        titulo: 'Textos que aceptó',
        lead: 'El aviso de privacidad y los términos de uso.',
        Contenido: lazy(async () => {
          const { Aceptaciones } = await import(
            './features/identidad/privacidad/web/components/aceptaciones.tsx'
          );
          return { default: Aceptaciones };
        }),
      },
      {
        titulo: 'Quién ha visto su expediente',
        lead: 'Cada consulta o cambio que otra persona hace en él queda anotado.',
        Contenido: lazy(async () => {
          const [{ Accesos }, { VOCABULARIO }] = await Promise.all([
            import('./features/auditoria/web/components/accesos.tsx'),
            import('./historial.ts'),
          ]);
          return { default: () => <Accesos vocabulario={VOCABULARIO} /> };
        }),
      },
    ],
  }),
];
const lost = routes.find(({ path }) => !SITE_PATHS.includes(path));
if (lost) throw new Error(`The server does not answer ${lost.path}: join it in src/site-paths.ts.`);

const navigation: readonly NavItem[] = [
  ...inicioNavigation,
  ...personasNavigation,
  ...inscripcionesNavigation,
  ...vinculacionesNavigation,
  ...fusionesNavigation,
  ...catalogosNavigation,
  ...usuariosNavigation,
  ...correosNavigation,
  ...auditoriaNavigation,
];

const SignInForm = lazy(async () => {
  const { SignInForm: form } = await import('./features/identidad/web/components/sign-in-form.tsx');
  return { default: form };
});

const Bandeja = lazy(async () => {
  const { Bandeja: tray } = await import('./features/trabajos/web/components/bandeja.tsx');
  return { default: tray };
});

const Aceptacion = lazy(() => import('./features/identidad/privacidad/web/pages/aceptacion.tsx'));
const FaltaFactor = lazy(() => import('./features/identidad/factor/web/pages/falta-factor.tsx'));

const session = createSesion();

applyBrand();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppShell
      session={session}
      routes={routes}
      navigation={navigation}
      footer={privacidadFooter}
      account={personasAccount}
      signOut={signOut}
      tools={
        <ErrorBoundary>
          <Suspense>
            <Bandeja />
          </Suspense>
        </ErrorBoundary>
      }
      renderDemand={({ faltaSegundoFactor, porAceptar = [] }) => {
        if (faltaSegundoFactor) return <FaltaFactor />;
        return porAceptar.length > 0 ? <Aceptacion pendientes={porAceptar} /> : null;
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
