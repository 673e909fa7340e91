import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Form, PasswordField, SubmitButton, useForm } from '../../../../platform/web/form/index.ts';
import { useTitle } from '../../../../platform/web/keep-alive/index.ts';
import { useSession, useSessionControl } from '../../../../platform/web/session/react.tsx';
import { LinkButton, PageHeading } from '../../../../platform/web/ui/index.ts';
import { accionPagePath, loginPath, restablecerPath } from '../../routes.ts';
import { passwordLengthProblem } from '../../rules.ts';
import { codeOf, resetPassword, useCheckCodigo } from '../hooks.ts';
import { signOut } from '../session.ts';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { CodeProblem } from './code-problem.tsx';

const AGAIN = { to: restablecerPath, label: 'Pedir otro enlace' };

/** Looks at the code first, so that nobody chooses a password for a link that no longer serves. */
export function NewPassword({ oobCode }: { oobCode: string }) {
  const codigo = useCheckCodigo(oobCode);
  const [refused, setRefused] = useState<unknown>(null);
  useTitle('Elija una contraseña nueva');
  if (codigo.estado === 'esperando') return <Loading shape="form" />;

  const error = refused ?? (codigo.estado === 'fallo' ? codigo.error : null);
  const code = codeOf(error);
  if (code === 'codigo-vencido') {
    return (
      <CodeProblem
        title="El enlace venció"
        message="Los enlaces para elegir una contraseña sirven durante una hora. Pida otro y ábralo en cuanto llegue."
        next={AGAIN}
      />
    );
  }
  if (code === 'codigo-invalido' || (codigo.estado === 'listo' && isOther(codigo.resultado))) {
    return (
      <CodeProblem
        title="El enlace ya no sirve"
        message="Ya se usó, o pidió otro después: solo sirve el más reciente. Si ya cambió su contraseña, ingrese con la nueva."
        next={AGAIN}
      />
    );
  }
  if (codigo.estado === 'fallo') {
    return <ErrorState error={codigo.error} retry={codigo.reintentar} />;
  }
  return <NewPasswordForm oobCode={oobCode} onRefused={setRefused} />;
}

const isOther = ({ tipo }: { tipo: string }) => tipo !== 'PASSWORD_RESET';

function NewPasswordForm({
  oobCode,
  onRefused,
}: {
  oobCode: string;
  onRefused: (error: unknown) => void;
}) {
  const session = useSessionControl();
  const { status } = useSession();
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => {
      const problem = passwordLengthProblem(password);
      return problem ? { password: problem } : {};
    },
    submit: async ({ password }) => {
      try {
        await resetPassword({ oobCode, newPassword: password });
      } catch (error) {
        const code = codeOf(error);
        if (code === 'codigo-invalido' || code === 'codigo-vencido') onRefused(error);
        throw error;
      }
      // In the history entry: forgetting a session makes this screen anew.
      navigate(`${accionPagePath}?mode=resetPassword`, { replace: true, state: { done: true } });
      // The server ended every session of the account; what is kept of one here goes too.
      if (status === 'signedIn' || status === 'expired') {
        await signOut().catch((error: unknown) => console.error(error));
        session.signedOut();
      }
    },
  });

  return (
    <AuthPage
      title="Elija una contraseña nueva"
      lead="Al guardarla se cerrarán sus sesiones en todos los dispositivos."
    >
      <Form form={form} label="Elegir una contraseña nueva">
        <PasswordField
          {...form.field('password')}
          label="Contraseña nueva"
          hint="De 12 a 128 caracteres; puede ser una frase que recuerde."
          autoComplete="new-password"
        />
        <SubmitButton busyLabel="Guardando…">Guardar la contraseña</SubmitButton>
      </Form>
    </AuthPage>
  );
}

/** What the address says once the password changed. */
export function PasswordChanged() {
  return (
    <div role="status">
      <PageHeading
        title="Su contraseña cambió"
        lead="Por seguridad se cerraron todas sus sesiones. Ingrese con la contraseña nueva."
      />
      <div className={styles.actions}>
        <LinkButton to={loginPath} variant="primary">
          Ingresar
        </LinkButton>
      </div>
    </div>
  );
}
