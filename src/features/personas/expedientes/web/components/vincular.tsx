import { CallError } from '../../../../../platform/shared/errors.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Folio } from '../../../../../platform/web/ui/index.ts';
import { emailProblem, normaliseEmail } from '../../../../identidad/rules.ts';
import { callListUsuarios, useLinkPersona } from '../hooks.ts';

/** Somebody with a file and without an account. */
export type SinCuenta = { readonly clave: string; readonly nombre: string };

const refuse = (email: string) =>
  new CallError('INVALID_ARGUMENT', 'Revise los datos señalados.', { fields: { email } });

/** The account with that address, if it is nobody's yet. @throws {CallError} with what is wrong of the field. */
const findCuenta = async (email: string): Promise<string> => {
  const correo = normaliseEmail(email);
  const { filas } = await callListUsuarios({ busqueda: correo, porPagina: 200 });
  const cuenta = filas.find((one) => one.email === correo);
  if (!cuenta) throw refuse('Ninguna cuenta tiene ese correo.');
  if (cuenta.clave) {
    throw refuse(
      'Esa cuenta está vinculada con otra persona. Si es un error, cámbielo en Usuarios.',
    );
  }
  return cuenta.uid;
};

/** Which account is to see somebody's file: asked by its address. */
export function Vincular({ persona, onClose }: { persona: SinCuenta; onClose: () => void }) {
  const link = useLinkPersona();
  const { clave, nombre } = persona;
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({
      email:
        email.trim() === ''
          ? 'Escriba el correo de la cuenta.'
          : (emailProblem(email) ?? undefined),
    }),
    submit: async ({ email }) => link({ uid: await findCuenta(email), clave }),
    onSuccess: () => {
      notify.success(`La cuenta quedó vinculada con ${nombre}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Vincularle una cuenta"
      form={form}
      submit="Vincular"
      busy="Vinculando…"
      keptAs={`persona/${clave}/cuenta`}
      {...{ onClose }}
    >
      <p>
        <strong>{nombre}</strong>
        <br />
        <Folio>{clave}</Folio>
      </p>
      <TextField
        {...form.field('email')}
        label="Correo de la cuenta"
        hint="Con el que ingresa. La cuenta no debe estar vinculada con otra persona."
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
      <p>
        La cuenta verá y cambiará el expediente de esa persona. Se cierran sus sesiones y se le
        avisa por correo.
      </p>
    </FormDialog>
  );
}
