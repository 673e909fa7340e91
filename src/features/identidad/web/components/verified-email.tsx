import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { LinkButton, PageHeading } from '../../../../platform/web/ui/index.ts';
import { loginPath } from '../../routes.ts';
import { codeOf, useVerifyEmail } from '../hooks.ts';
import styles from './auth-page.module.css';
import { CodeProblem } from './code-problem.tsx';

/** Verifies on arrival; nothing to press. */
export function VerifiedEmail({ oobCode }: { oobCode: string }) {
  const codigo = useVerifyEmail(oobCode);
  if (codigo.estado === 'esperando') {
    return (
      <>
        <PageHeading title="Verificando su correo" />
        <Loading shape="line" label="Verificando su correo…" />
      </>
    );
  }
  if (codigo.estado === 'listo') {
    return (
      <div role="status">
        <PageHeading
          title="Su correo quedó verificado"
          lead="Su registro está completo. Ya puede ingresar con su correo y su contraseña."
        />
        <div className={styles.actions}>
          <LinkButton to={loginPath} variant="primary">
            Ingresar
          </LinkButton>
        </div>
      </div>
    );
  }
  const code = codeOf(codigo.error);
  if (code === 'codigo-vencido') {
    return (
      <CodeProblem
        title="El enlace venció"
        message="Los enlaces de verificación sirven durante 24 horas. Ingrese con su correo y su contraseña y pida que se lo enviemos de nuevo."
      />
    );
  }
  if (code === 'codigo-invalido') {
    return (
      <CodeProblem
        title="El enlace ya no sirve"
        message="Ya se usó, o hay uno más reciente en su correo. Si ya lo había abierto, su dirección está verificada y puede ingresar; si no, al ingresar podrá pedir otro."
      />
    );
  }
  return (
    <>
      <PageHeading title="No se pudo verificar su correo" />
      <ErrorState error={codigo.error} retry={codigo.reintentar} />
    </>
  );
}
