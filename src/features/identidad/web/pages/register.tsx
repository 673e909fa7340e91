import { Link, useLocation, useNavigate } from 'react-router';
import { LinkButton } from '../../../../platform/web/ui/index.ts';
import { loginPath, registerPath } from '../../routes.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { MailSent } from '../components/mail-sent.tsx';
import { RegisterForm } from '../components/register-form.tsx';

/** In the history entry, so that reloading or coming back finds the same page. */
type Sent = { sentTo: string };

const sentOf = (state: unknown): Sent | null =>
  typeof state === 'object' && state !== null && 'sentTo' in state ? (state as Sent) : null;

export default function RegisterPage() {
  const navigate = useNavigate();
  const sent = sentOf(useLocation().state);
  if (sent) return <RegisterSent {...sent} />;
  return (
    <AuthPage
      title="Crear una cuenta"
      lead="Con su cuenta se inscribe a los cursos de la escuela y guarda su expediente."
      aside={
        <>
          <div>
            <h2>Tenga a la mano</h2>
            <p>Su CURP. Si no la recuerda, consúltela en su credencial para votar o en su acta.</p>
          </div>
          <div>
            <h2>¿Ya tiene cuenta?</h2>
            <p>
              <Link to={loginPath}>Ingrese con su correo y contraseña</Link>
            </p>
          </div>
        </>
      }
    >
      <RegisterForm
        onSent={(sentTo) => navigate(registerPath, { replace: true, state: { sentTo } })}
      />
    </AuthPage>
  );
}

/** The same whether or not the email or the CURP already had an account: the mail explains. */
function RegisterSent({ sentTo }: Sent) {
  return (
    <MailSent
      title="Revise su correo"
      lead={
        <>
          Le enviamos un mensaje a <strong>{sentTo}</strong> para terminar su registro.
        </>
      }
      steps={[
        'Abra el correo «Verifique su correo» y siga el enlace que trae. Sirve una sola vez, durante 24 horas.',
        'Su dirección quedará verificada. Hasta entonces no podrá ingresar.',
        'Ingrese al portal con su correo y su contraseña.',
      ]}
      missing={
        <>
          Espere unos minutos y busque en la carpeta de correo no deseado. Si no está,{' '}
          <Link to={loginPath}>intente ingresar</Link> con su correo y contraseña: ahí podrá pedir
          que se lo enviemos de nuevo. Si la dirección está mal escrita,{' '}
          <Link to={registerPath}>regístrese otra vez</Link>.
        </>
      }
      actions={
        <LinkButton to={`${loginPath}?showBanner`} variant="primary">
          Ir a ingresar
        </LinkButton>
      }
    />
  );
}
