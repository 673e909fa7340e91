import { type ReactNode, useEffect, useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import {
  Form,
  PasswordField,
  SubmitButton,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { useSessionControl } from '../../../../platform/web/session/react.tsx';
import { CodigoField } from '../../cambios/web/components/codigo-field.tsx';
import { type IdentidadErrorCode, MESSAGES } from '../../errors.ts';
import { restablecerPath } from '../../routes.ts';
import { emailProblem } from '../../rules.ts';
import { codeOf, signIn } from '../hooks.ts';
import { UnverifiedNotice } from './unverified-notice.tsx';

type Credentials = { email: string; password: string };
type Values = Credentials & { codigo: string };

const validateCredentials = ({ email, password }: Credentials) => ({
  email: emailProblem(email) ?? undefined,
  password: password === '' ? 'Escriba su contraseña.' : undefined,
});

/** Email and password; on the sign-in page and over an expired session. */
export function SignInForm({ email = '', after }: { email?: string; after?: ReactNode }) {
  const session = useSessionControl();
  const [unverified, setUnverified] = useState<Credentials | null>(null);
  /** The account has a second factor: asked for only then. */
  const [asksCode, setAsksCode] = useState(false);

  const form = useForm({
    initial: { email, password: '', codigo: '' },
    validate: (values: Values) => ({
      ...validateCredentials(values),
      codigo: asksCode && values.codigo.trim() === '' ? MESSAGES['pide-codigo'] : undefined,
    }),
    submit: async ({ codigo, ...credentials }) => {
      setUnverified(null);
      try {
        return await signIn(asksCode ? { ...credentials, codigo } : credentials);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'correo-sin-verificar') setUnverified(credentials);
        else if (code === 'pide-codigo') setAsksCode(true);
        else {
          if (code === 'credenciales-incorrectas') form.set({ password: '' });
          throw besideField(error);
        }
        return null;
      }
    },
    // Over an expired session there is no other screen to go to.
    mendedAt: (message) =>
      after && message === MESSAGES['credenciales-incorrectas'] ? restablecerPath : undefined,
    onSuccess: (user) => {
      if (!user) return;
      form.reset();
      session.signedIn(user);
    },
  });
  const codigo = form.field('codigo');
  useEffect(() => {
    if (asksCode) document.getElementById(codigo.id)?.focus();
  }, [asksCode, codigo.id]);

  return (
    <>
      {unverified && <UnverifiedNotice credentials={unverified} />}
      <Form form={form} label="Ingresar" refusal="No pudo ingresar">
        <TextField
          {...form.field('email')}
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} label="Contraseña" />
        {asksCode && <CodigoField field={codigo} />}
        <SubmitButton busyLabel="Ingresando…" beside={after}>
          Ingresar
        </SubmitButton>
      </Form>
    </>
  );
}

const FIELD_OF: Partial<Record<IdentidadErrorCode, keyof Values>> = {
  'credenciales-incorrectas': 'email',
  'codigo-segundo-factor': 'codigo',
};

/** A refusal goes beside the first field where it can be mended. */
const besideField = (error: unknown): unknown => {
  const code = codeOf(error);
  const field = code && FIELD_OF[code];
  if (!field || !(error instanceof CallError)) return error;
  return new CallError(error.status, error.message, { code, fields: { [field]: error.message } });
};

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
