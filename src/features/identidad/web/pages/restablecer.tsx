import { useState } from 'react';
import { Form, SubmitButton, TextField, useForm } from '../../../../platform/web/form/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { Button, LinkButton } from '../../../../platform/web/ui/index.ts';
import { loginPath } from '../../routes.ts';
import { emailProblem } from '../../rules.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { MailSent } from '../components/mail-sent.tsx';
import { sendPasswordReset } from '../hooks.ts';

export default function RestablecerPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
    // The specification, section 8: errors of a reset are only logged, never shown; and neither
    // answer tells whether the address has an account.
    submit: ({ email }) =>
      sendPasswordReset({ email }).catch((error: unknown) => console.error(error)),
    onSuccess: (_, { email }) => setSentTo(email.trim()),
  });

  if (sentTo !== null) {
    return (
      <MailSent
        title="Revise su correo"
        lead={
          <>
            Si hay una cuenta con ese correo, le enviamos a <strong>{sentTo}</strong> un enlace para
            elegir una contraseña nueva.
          </>
        }
        steps={[
          'Abra el correo «Restablezca su contraseña». El enlace sirve una sola vez, durante una hora.',
          'Elija su contraseña nueva. Por seguridad se cerrarán todas sus sesiones.',
          'Ingrese al portal con ella.',
        ]}
        missing="Espere unos minutos y busque en la carpeta de correo no deseado. Si no está, revise que la dirección sea aquella con la que se registró y pídalo de nuevo."
        actions={
          <>
            <LinkButton to={loginPath} variant="primary">
              Ir a ingresar
            </LinkButton>
            <Button onClick={() => setSentTo(null)}>Pedirlo de nuevo</Button>
          </>
        }
      />
    );
  }
  return (
    <AuthPage
      title="Restablecer la contraseña"
      lead="Escriba el correo con el que se registró y le enviaremos un enlace para elegir una nueva."
    >
      <Form form={form} label="Restablecer la contraseña">
        <TextField
          {...form.field('email')}
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton beside={<Link to={loginPath}>Volver a ingresar</Link>}>
          Enviar el enlace
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
