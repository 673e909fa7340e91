import { createElement, lazy } from 'react';
import { isAdmin } from '../../../platform/shared/policy.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconIdCard, IconPeople } from '../../../platform/web/ui/icons.tsx';
import { privacidadPaths } from '../privacidad/routes.ts';
import {
  accionPagePath,
  identidadPaths,
  loginPath,
  registerNoCurpPath,
  registerPath,
  restablecerPath,
  usersPath,
} from '../routes.ts';
import { canDecideVinculaciones } from '../vinculaciones/policy.ts';
import {
  revisionVinculacionesPath,
  vinculacionesPath,
  vinculacionesPaths,
} from '../vinculaciones/routes.ts';
import type { SinIngresar } from './pages/login.tsx';
import { identidadPublic } from './public.ts';
import { createSesion, signOut } from './session.ts';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** What a visitor may do without signing in, beside the sign-in form. */
    sinIngresar: SinIngresar;
  }
}

/** Also in «Contactos» of a file, of somebody else's for staff. */
const correosDeContacto = {
  titulo: 'Correos de contacto',
  Contenido: lazyPart(() => import('../contacto/web/components/contactos.tsx'), 'Contactos'),
};

export const identidad: WebFeature = {
  name: 'identidad',
  paths: [...identidadPaths, ...privacidadPaths, ...vinculacionesPaths],
  publicWing: identidadPublic,
  routes: ({ all }) => [
    {
      path: loginPath,
      layout: 'public',
      access: 'anyone',
      guestOnly: true,
      title: 'Ingresar',
      description: 'Ingrese al portal con su correo y su contraseña.',
      shape: 'form',
      screen: lazyScreen(async () => {
        const { LoginPage } = await import('./pages/login.tsx');
        return { default: () => createElement(LoginPage, { sinIngresar: all('sinIngresar') }) };
      }),
    },
    {
      path: registerPath,
      layout: 'public',
      access: 'anyone',
      guestOnly: true,
      title: 'Crear una cuenta',
      description: 'Regístrese en el portal con su correo y su CURP.',
      shape: 'form',
      screen: lazyScreen(() => import('./pages/register.tsx')),
    },
    {
      path: registerNoCurpPath,
      layout: 'public',
      access: 'anyone',
      guestOnly: true,
      title: 'Crear una cuenta sin CURP',
      description:
        'Regístrese en el portal con sus nombres y su fecha de nacimiento, si no tiene CURP.',
      shape: 'form',
      screen: lazyScreen(() => import('./pages/register-no-curp.tsx')),
    },
    {
      path: restablecerPath,
      layout: 'public',
      access: 'anyone',
      title: 'Restablecer la contraseña',
      description: 'Reciba en su correo un enlace para elegir otra contraseña.',
      shape: 'form',
      screen: lazyScreen(() => import('./pages/restablecer.tsx')),
    },
    {
      path: accionPagePath,
      layout: 'public',
      access: 'anyone',
      title: 'Verificar el correo',
      description: 'Compruebe que el correo de su cuenta es suyo.',
      shape: 'form',
      screen: lazyScreen(() => import('./pages/accion.tsx')),
    },
    {
      path: vinculacionesPath,
      layout: 'main',
      access: canDecideVinculaciones,
      title: 'Expedientes por confirmar',
      shape: 'list',
      screen: lazyScreen(() => import('../vinculaciones/web/pages/vinculaciones.tsx')),
    },
    {
      path: revisionVinculacionesPath,
      layout: 'main',
      access: canDecideVinculaciones,
      title: 'Expedientes por confirmar, uno tras otro',
      screen: lazyScreen(() => import('../vinculaciones/revision/web/pages/revision.tsx')),
    },
    {
      path: usersPath,
      layout: 'main',
      access: isAdmin,
      title: 'Usuarios',
      shape: 'list',
      screen: lazyScreen(async () => {
        const { UsersPage } = await import('../usuarios/web/pages/users.tsx');
        return {
          default: () => createElement(UsersPage, { historial: all('historialDeRegistro') }),
        };
      }),
    },
  ],
  navigation: [
    {
      group: 'Expedientes',
      order: 245,
      label: 'Expedientes por confirmar',
      to: vinculacionesPath,
      icon: IconIdCard,
      visible: canDecideVinculaciones,
    },
    {
      group: 'Administración',
      order: 320,
      label: 'Usuarios',
      to: usersPath,
      icon: IconPeople,
      visible: isAdmin,
    },
  ],
  gives: {
    session: [{ create: createSesion, signOut }],
    signInForm: [lazyPart(() => import('./components/sign-in-form.tsx'), 'SignInForm')],
    demands: [
      {
        for: ({ faltaSegundoFactor = false }) => faltaSegundoFactor,
        Screen: lazy(() => import('../factor/web/pages/falta-factor.tsx')),
      },
      {
        for: ({ porAceptar = [] }) => porAceptar.length > 0,
        Screen: lazy(async () => {
          const { default: Aceptacion } = await import('../privacidad/web/pages/aceptacion.tsx');
          return {
            default: ({ user: { porAceptar = [] } }) =>
              createElement(Aceptacion, { pendientes: porAceptar }),
          };
        }),
      },
    ],
    expedienteFoto: [lazyPart(() => import('../foto/web/components/foto.tsx'), 'Foto')],
    sinExpediente: [
      lazyPart(() => import('../vinculaciones/web/components/mi-vinculacion.tsx'), 'MiVinculacion'),
    ],
    expedienteContactos: [correosDeContacto],
    preferencias: [
      {
        titulo: 'Correo de su cuenta',
        lead: 'Con él ingresa, y a él llegan los avisos de su cuenta.',
        Contenido: lazyPart(() => import('../acceso/web/components/correo.tsx'), 'Correo'),
      },
      correosDeContacto,
      {
        titulo: 'Contraseña',
        lead: 'Si cree que alguien la conoce, cámbiela: se cierran sus demás sesiones.',
        Contenido: lazyPart(() => import('../acceso/web/components/contrasena.tsx'), 'Contrasena'),
      },
      {
        titulo: 'Segundo factor',
        lead: 'Un código de su teléfono, además de la contraseña.',
        Contenido: lazyPart(
          () => import('../factor/web/components/segundo-factor.tsx'),
          'SegundoFactor',
        ),
      },
      {
        titulo: 'Sesiones',
        lead: 'Los equipos en los que está dentro del portal.',
        Contenido: lazyPart(() => import('../sesiones/web/components/sesiones.tsx'), 'Sesiones'),
      },
      {
        titulo: 'Intentos fallidos',
        lead: 'Las veces que alguien quiso entrar a su cuenta y no pudo.',
        Contenido: lazyPart(() => import('../intentos/web/components/intentos.tsx'), 'Intentos'),
      },
      {
        titulo: 'Textos que aceptó',
        lead: 'El aviso de privacidad y los términos de uso.',
        Contenido: lazyPart(
          () => import('../privacidad/web/components/aceptaciones.tsx'),
          'Aceptaciones',
        ),
      },
    ],
  },
};
