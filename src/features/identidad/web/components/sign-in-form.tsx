import { type ReactNode, useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import {
  Form,
  PasswordField,
  SubmitButton,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { useSessionControl } from '../../../../platform/web/session/react.tsx';
import { emailProblem } from '../../rules.ts';
import { codeOf, signIn } from '../hooks.ts';
import { UnverifiedNotice } from './unverified-notice.tsx';

type Values = { email: string; password: string };

const validate = ({ email, password }: Values) => ({
  ...(emailProblem(email) && { email: emailProblem(email) ?? undefined }),
  ...(password === '' && { password: 'Escriba su contraseña.' }),
});

/** Email and password; on the sign-in page and over an expired session. */
export function SignInForm({ email = '', after }: { email?: string; after?: ReactNode }) {
  const session = useSessionControl();
  const [unverified, setUnverified] = useState<Values | null>(null);

  const form = useForm({
    initial: { email, password: '' },
    validate,
    submit: async (values) => {
      setUnverified(null);
      try {
        return await signIn(values);
      } catch (error) {
        if (codeOf(error) === 'correo-sin-verificar') {
          setUnverified(values);
          return null;
        }
        throw besideEmail(error);
      }
    },
    clearOnError: ['password'],
    onSuccess: (user) => {
      if (!user) return;
      form.reset();
      session.signedIn(user);
    },
  });

  return (
    <>
      {unverified && <UnverifiedNotice credentials={unverified} />}
      <Form form={form} label="Ingresar">
        <TextField
          {...form.field('email')}
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} label="Contraseña" />
        <SubmitButton busyLabel="Ingresando…" beside={after}>
          Ingresar
        </SubmitButton>
      </Form>
    </>
  );
}

/** A refusal of the pair goes beside its first field, where it can be mended. */
const besideEmail = (error: unknown): unknown =>
  codeOf(error) === 'credenciales-incorrectas' && error instanceof CallError
    ? new CallError('FAILED_PRECONDITION', error.message, { fields: { email: messageOf(error) } })
    : error;

/** The banner that `?showBanner` turns on. */
export function VerifyBanner() {
  return (
    <Notice tone="info" title="Revise su correo antes de ingresar">
      <p>
        Si acaba de registrarse, le enviamos un enlace para verificar su dirección. Ábralo y después
        ingrese aquí; el enlace sirve durante 24 horas.
      </p>
    </Notice>
  );
}
