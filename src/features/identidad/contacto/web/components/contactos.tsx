import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, EstadoBadge, formatDate, IconPlus } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { MESSAGES } from '../../../errors.ts';
import { emailProblem, normaliseEmail } from '../../../rules.ts';
import { DemoMailbox } from '../../../web/components/demo-mailbox.tsx';
import {
  useContactos,
  useReplaceContacto,
  useRequestContacto,
  useWithdrawContacto,
} from '../hooks.ts';
import styles from './contactos.module.css';
import { CorreosPersona } from './correos-persona.tsx';

type Abierto = { email: string; que: 'cambiar' | 'quitar' | 'agregar' };

/** Where a person is written to: oneself, who changes it, or the person with that key, for staff. */
export function Contactos({ clave }: { clave?: string | undefined }) {
  return clave === undefined ? <Propios /> : <CorreosPersona clave={clave} />;
}

/** Where one's notices go besides the account's address, and how that is changed or ended. */
function Propios() {
  const { email: propio } = useUser();
  const contactos = useContactos();
  const request = useRequestContacto();
  const [opened, { open, close }] = useDisclosure();
  const [abierto, setAbierto] = useState<Abierto | null>(null);
  if (contactos.isPending) return <Loading shape="list" />;
  if (contactos.isError) {
    return <ErrorState error={contactos.error} retry={() => void contactos.refetch()} />;
  }
  const show = (next: Abierto) => {
    setAbierto(next);
    open();
  };
  const again = (email: string) =>
    request.mutate(
      { email },
      {
        onSuccess: () => notify.success(`Se envió de nuevo el mensaje a ${email}.`),
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <div className={styles.part}>
      <p>Los que escribió al inscribirse, para recibir ahí también los avisos.</p>
      <p className={styles.words}>
        Los avisos de sus inscripciones llegan siempre a <strong>{propio}</strong>
        {contactos.data.length > 0
          ? ', el correo de su cuenta; los de algunas inscripciones, además, a:'
          : '. Puede agregar otro, que se confirma con un mensaje; reciben avisos las inscripciones en las que lo escriba.'}
      </p>
      {contactos.data.length > 0 && (
        <RecordList>
          {contactos.data.map(({ email, confirmadoEn }) => (
            <RecordRow
              key={email}
              name={email}
              note={<EstadoContacto confirmadoEn={confirmadoEn} />}
              actions={
                <>
                  {!confirmadoEn && (
                    <Button
                      size="small"
                      busy={request.isPending && request.variables.email === email}
                      onClick={() => again(email)}
                    >
                      Enviar de nuevo<span className="sr-only"> el mensaje a {email}</span>
                    </Button>
                  )}
                  <Button size="small" onClick={() => show({ email, que: 'cambiar' })}>
                    Cambiar<span className="sr-only"> {email} por otro</span>
                  </Button>
                  <Button size="small" onClick={() => show({ email, que: 'quitar' })}>
                    Quitar<span className="sr-only"> {email}</span>
                  </Button>
                </>
              }
            />
          ))}
        </RecordList>
      )}
      <div>
        <Button icon={<IconPlus />} onClick={() => show({ email: '', que: 'agregar' })}>
          Agregar otro correo
        </Button>
      </div>
      {contactos.data.some(({ confirmadoEn }) => !confirmadoEn) && <DemoMailbox />}
      {opened && abierto?.que === 'agregar' && (
        <Agregar actuales={contactos.data.map(({ email }) => email)} onClose={close} />
      )}
      {opened && abierto?.que === 'cambiar' && <Cambiar email={abierto.email} onClose={close} />}
      {opened && abierto?.que === 'quitar' && <Quitar email={abierto.email} onClose={close} />}
    </div>
  );
}

/** Whether an address is its person's for certain, and since when. */
const EstadoContacto = ({ confirmadoEn }: { confirmadoEn: string | null }) =>
  confirmadoEn ? (
    <>
      <EstadoBadge tone="success">Confirmado</EstadoBadge>
      <span>el {formatDate(confirmadoEn)}</span>
    </>
  ) : (
    <>
      <EstadoBadge tone="warning">Por confirmar</EstadoBadge>
      <span>Abra el enlace del mensaje que le enviamos ahí.</span>
    </>
  );

/** Another address, which receives nothing until the link of its mail is opened. */
function Agregar({ actuales, onClose }: { actuales: readonly string[]; onClose: () => void }) {
  const user = useUser();
  const request = useRequestContacto();
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => {
      const escrito = normaliseEmail(email);
      if (escrito === user.email) return { email: MESSAGES['contacto-de-la-cuenta'] };
      if (actuales.includes(escrito)) return { email: 'Ese correo ya está en la lista.' };
      return { email: emailProblem(email) ?? undefined };
    },
    submit: ({ email }) => request.mutateAsync({ email }),
    onSuccess: () => {
      notify.success('Le enviamos un mensaje: abra su enlace para confirmar el correo.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Agregar un correo de contacto"
      form={form}
      submit="Enviar el mensaje"
      busy="Enviando…"
      onClose={onClose}
    >
      <p className={styles.words}>
        Le enviaremos ahí un enlace, que abre con su cuenta: así sabemos que quien lee ese correo es
        usted. Hasta entonces no recibe nada.
      </p>
      <TextField
        {...form.field('email')}
        label="Correo de contacto"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}

function Cambiar({ email: anterior, onClose }: { email: string; onClose: () => void }) {
  const user = useUser();
  const replace = useReplaceContacto();
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => {
      const escrito = normaliseEmail(email);
      if (escrito === user.email) return { email: MESSAGES['contacto-de-la-cuenta'] };
      if (escrito === anterior) return { email: MESSAGES['contacto-igual'] };
      return { email: emailProblem(email) ?? undefined };
    },
    submit: ({ email }) => replace.mutateAsync({ anterior, email }),
    onSuccess: ({ porConfirmar }) => {
      notify.success(
        porConfirmar
          ? 'Se cambió el correo de contacto. Abra el mensaje que le enviamos al nuevo para confirmarlo.'
          : 'Se cambió el correo de contacto.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cambiar el correo de contacto"
      form={form}
      submit="Cambiar el correo"
      busy="Cambiando…"
      keptAs="contacto/cambio"
      onClose={onClose}
    >
      <p className={styles.words}>
        Los avisos dejarán de llegar a <b>{anterior}</b>. Los que iban ahí llegarán al correo nuevo
        cuando abra el enlace que le enviaremos, y mientras tanto al de su cuenta.
      </p>
      <TextField
        {...form.field('email')}
        label="Correo de contacto nuevo"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}

function Quitar({ email, onClose }: { email: string; onClose: () => void }) {
  const user = useUser();
  const withdraw = useWithdrawContacto();
  const form = useForm({
    initial: {},
    submit: () => withdraw.mutateAsync({ email }),
    onSuccess: () => {
      notify.success(`Los avisos ya no llegan a ${email}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Quitar el correo de contacto"
      form={form}
      submit="Quitar el correo"
      busy="Quitando…"
      onClose={onClose}
    >
      <p className={styles.words}>
        Los avisos dejarán de llegar a <b>{email}</b> y llegarán solo a {user.email}, el de su
        cuenta. Lo que escribió en sus inscripciones y sus acuses no cambia.
      </p>
    </FormDialog>
  );
}
