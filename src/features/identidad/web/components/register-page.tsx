import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Link } from '../../../../platform/web/router.tsx';
import { LinkButton } from '../../../../platform/web/ui/index.ts';
import { loginPath } from '../../routes.ts';
import { useGoingOn } from '../hooks.ts';
import { AuthPage } from './auth-page.tsx';
import { MailSent } from './mail-sent.tsx';

/** In the history entry, so that reloading or coming back finds the same page. */
type Sent = { sentTo: string };

const sentOf = (state: unknown): Sent | null =>
  typeof state === 'object' && state !== null && 'sentTo' in state ? (state as Sent) : null;

/** The page of a registration at `path`: its form and, once it was sent, what follows. */
export function RegisterPage({
  path,
  title,
  lead,
  help,
  form,
}: {
  path: string;
  title: string;
  lead: string;
  /** Beside the form. */
  help: ReactNode;
  form: (onSent: (email: string) => void) => ReactNode;
}) {
  const navigate = useNavigate();
  const goingOn = useGoingOn();
  const sent = sentOf(useLocation().state);
  if (sent) return <RegisterSent {...sent} path={path} />;
  return (
    <AuthPage
      title={title}
      lead={lead}
      asideFirst
      aside={
        <>
          <div>
            <h2>¿Ya tiene cuenta?</h2>
            <p>
              <Link to={goingOn(loginPath)}>Ingrese con su correo y contraseña</Link>
            </p>
          </div>
          {help}
        </>
      }
    >
      {form((sentTo) => navigate(goingOn(path), { replace: true, state: { sentTo } }))}
    </AuthPage>
  );
}

/** The same whether or not the email or the CURP already had an account: the mail explains. */
function RegisterSent({ sentTo, path }: Sent & { path: string }) {
  const goingOn = useGoingOn();
  return (
    <MailSent
      title="Revise su correo"
      lead={
        <>
          Le enviamos un mensaje a <strong>{sentTo}</strong> para terminar su registro.
        </>
      }
      steps={[
        'Abra el correo «Verifique su correo» y siga el enlace que trae. Sirve una sola vez, durante 24 horas; en otro equipo le pedirá su contraseña.',
        'Su dirección quedará verificada. Hasta entonces no podrá ingresar.',
        'Ingrese al portal con su correo y su contraseña.',
      ]}
      missing={
        <>
          Espere unos minutos y busque en la carpeta de correo no deseado. Si no está,{' '}
          <Link to={goingOn(loginPath)}>intente ingresar</Link> con su correo y contraseña: ahí
          podrá pedir que se lo enviemos de nuevo. Si la dirección está mal escrita,{' '}
          <Link to={goingOn(path)}>regístrese otra vez</Link>.
        </>
      }
      actions={
        <LinkButton to={goingOn(`${loginPath}?showBanner`)} variant="primary">
          Ir a ingresar
        </LinkButton>
      }
    />
  );
}
