import { useSession } from './session/react.tsx';
import { LinkButton } from './ui/button.tsx';
import { PageHeading } from './ui/page.tsx';

/** Any unknown path. */
export function NotFoundScreen() {
  const { user } = useSession();
  return (
    <PageHeading
      title="Página no encontrada"
      lead="La dirección no corresponde a ninguna página del portal. Revise que esté completa; si llegó por un enlace, puede que ya no exista."
      action={
        <LinkButton to="/" variant="primary">
          {user ? 'Ir al inicio' : 'Ingresar al portal'}
        </LinkButton>
      }
    />
  );
}

/** A screen that exists and is not for who is signed in. */
export function ForbiddenScreen() {
  return (
    <PageHeading
      title="No tiene permiso"
      lead="Su cuenta no tiene acceso a esta pantalla. Si lo necesita para su trabajo, pídalo a la escuela."
      action={
        <LinkButton to="/" variant="primary">
          Ir al inicio
        </LinkButton>
      }
    />
  );
}
