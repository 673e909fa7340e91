import { VOLVER } from '../../../../platform/shared/volver.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Link, useSearchParams } from '../../../../platform/web/router.tsx';
import { useSession } from '../../../../platform/web/session/react.tsx';
import { LinkButton } from '../../../../platform/web/ui/index.ts';
import { registerPath, restablecerPath } from '../../routes.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { SignInForm, VerifyBanner } from '../components/sign-in-form.tsx';
import { useGoingOn } from '../hooks.ts';

/** Something that a visitor may want without an account: a question, and where it is answered. */
export type SinIngresar = {
  readonly pregunta: string;
  readonly label: string;
  readonly to: string;
};

export function LoginPage({ sinIngresar }: { sinIngresar: readonly SinIngresar[] }) {
  const [params] = useSearchParams();
  const goingOn = useGoingOn();
  const { left } = useSession();
  const showBanner = params.has('showBanner') && params.get('showBanner') !== 'false';
  return (
    <AuthPage
      title="Ingresar"
      lead={
        params.has(VOLVER)
          ? 'La página que abrió necesita que ingrese. Después volverá a ella.'
          : 'Con el correo y la contraseña con los que se registró.'
      }
      aside={
        <>
          <div>
            <h2>¿Es su primera vez aquí?</h2>
            <p>Regístrese con su correo y su CURP. Toma unos tres minutos.</p>
            <LinkButton to={goingOn(registerPath)}>Crear una cuenta</LinkButton>
          </div>
          {sinIngresar.map(({ pregunta, label, to }) => (
            <p key={to}>
              {pregunta} <Link to={to}>{label}</Link>.
            </p>
          ))}
        </>
      }
    >
      {left && (
        <div role="status">
          <Notice tone="success" title="Cerró su sesión">
            <p>En este navegador ya nadie puede entrar a su cuenta sin su contraseña.</p>
          </Notice>
        </div>
      )}
      {showBanner && <VerifyBanner />}
      <SignInForm after={<Link to={restablecerPath}>¿Olvidó su contraseña?</Link>} />
    </AuthPage>
  );
}
