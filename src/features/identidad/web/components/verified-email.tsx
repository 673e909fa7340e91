import { useState } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Form, PasswordField, SubmitButton, useForm } from '../../../../platform/web/form/index.ts';
import { LinkButton, PageHeading } from '../../../../platform/web/ui/index.ts';
import type * as contract from '../../contract.ts';
import { loginPath, registerPath } from '../../routes.ts';
import { codeOf, useCheckCodigo, useGoingOn, useVerifyEmail, verifyEmail } from '../hooks.ts';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { CodeProblem } from './code-problem.tsx';

type Verificado = OutputOf<typeof contract.verifyEmail>;

/** Verifies: on arrival in the browser that registered, with the password that was chosen elsewhere. */
export function VerifiedEmail({ oobCode }: { oobCode: string }) {
  const codigo = useCheckCodigo(oobCode);
  if (codigo.estado === 'esperando') return <Verifying />;
  if (codigo.estado === 'fallo') {
    return <Failure error={codigo.error} retry={codigo.reintentar} />;
  }
  return codigo.resultado.pideContrasena ? (
    <WithPassword oobCode={oobCode} />
  ) : (
    <AtOnce oobCode={oobCode} />
  );
}

function Verifying() {
  return (
    <>
      <PageHeading title="Verificando su correo" />
      <Loading shape="line" label="Verificando su correo…" />
    </>
  );
}

function AtOnce({ oobCode }: { oobCode: string }) {
  const codigo = useVerifyEmail(oobCode);
  if (codigo.estado === 'esperando') return <Verifying />;
  if (codigo.estado === 'listo') return <Verified {...codigo.resultado} />;
  return <Failure error={codigo.error} retry={codigo.reintentar} />;
}

function WithPassword({ oobCode }: { oobCode: string }) {
  const [done, setDone] = useState<Verificado | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({
      password: password === '' ? 'Escriba la contraseña que eligió al registrarse.' : undefined,
    }),
    submit: async ({ password }) => {
      try {
        return await verifyEmail({ oobCode, password });
      } catch (error) {
        const code = codeOf(error);
        if (code !== undefined && OVER.has(code)) setRefused(error);
        throw error;
      }
    },
    clearOnError: ['password'],
    onSuccess: setDone,
  });
  if (done) return <Verified {...done} />;
  if (refused) return <Failure error={refused} retry={() => setRefused(null)} />;
  return (
    <AuthPage
      title="Verifique su correo"
      lead="Se registró en otro equipo o en otro navegador. Para saber que fue usted, escriba la contraseña que eligió."
      aside={
        <div>
          <h2>¿No se registró usted?</h2>
          <p>Cierre esta página: sin la contraseña nadie podrá usar su correo.</p>
        </div>
      }
    >
      <Form form={form} label="Verificar su correo" refusal="No se verificó su correo">
        <PasswordField {...form.field('password')} label="Contraseña" />
        <SubmitButton busyLabel="Verificando…">Verificar mi correo</SubmitButton>
      </Form>
    </AuthPage>
  );
}

const OUTCOME: Record<Verificado['expediente'], string> = {
  listo: 'Su registro está completo. Ya puede ingresar con su correo y su contraseña.',
  porConfirmar:
    'Ya puede ingresar con su correo y su contraseña. La CURP que indicó tiene un expediente: Control Escolar confirmará que es usted. Le explicamos en un correo qué sigue.',
  ninguno: 'Ya puede ingresar con su correo y su contraseña.',
};

function Verified({ expediente }: Verificado) {
  const goingOn = useGoingOn();
  return (
    <div role="status">
      <PageHeading title="Su correo quedó verificado" lead={OUTCOME[expediente]} />
      <div className={styles.actions}>
        <LinkButton to={goingOn(loginPath)} variant="primary">
          Ingresar
        </LinkButton>
      </div>
    </div>
  );
}

/** Codes after which the link can do nothing more. */
const OVER = new Set(['codigo-vencido', 'codigo-invalido', 'registro-incompleto']);

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const code = codeOf(error);
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
  if (code === 'registro-incompleto') {
    return (
      <CodeProblem
        title="Su registro quedó a medias"
        message="Faltó el último paso del formulario. Envíelo de nuevo y abra el enlace del correo que reciba."
        next={{ to: registerPath, label: 'Volver a registrarme' }}
      />
    );
  }
  return (
    <>
      <PageHeading title="No se pudo verificar su correo" />
      <ErrorState error={error} retry={retry} />
    </>
  );
}
