import { Fieldset, Form, TextField, useForm } from '../../../../platform/web/form/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { registerPath } from '../../routes.ts';
import { PASOS_SIN_CURP, useGoingOn, useRegistro } from '../hooks.ts';
import {
  AcceptAndSend,
  AccountFields,
  EMPTY,
  NameFields,
  validateRegistro,
} from './register-fields.tsx';

/** Registration without CURP: the same, and nothing of a CURP is checked. */
export function RegisterNoCurpForm({ onSent }: { onSent: (email: string) => void }) {
  const { paso, registrar } = useRegistro(PASOS_SIN_CURP);
  const goingOn = useGoingOn();
  const form = useForm({
    initial: EMPTY,
    validate: validateRegistro,
    submit: registrar,
    onSuccess: (_, { email }) => {
      form.reset();
      onSent(email.trim());
    },
  });
  return (
    <Form form={form} label="Crear una cuenta sin CURP" refusal="Su registro no se completó">
      <AccountFields form={form} />
      <Fieldset
        legend="Sus datos"
        lead={
          <>
            ¿Tiene CURP? <Link to={goingOn(registerPath)}>Regístrese con ella</Link>: su expediente
            queda completo desde el principio.
          </>
        }
      >
        <NameFields form={form} hint="Como aparecen en su pasaporte o en su acta." />
        <TextField
          {...form.field('curp')}
          label="CURP, si la tiene"
          optional
          hint="Tal como la conoce; la escuela la revisará."
          mono
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Fieldset>
      <AcceptAndSend form={form} pasos={PASOS_SIN_CURP} paso={paso} />
    </Form>
  );
}
