import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MOTIVO_LECTURA } from '../../shared/lecturas.ts';
import { Notice } from '../feedback/index.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { TextAreaField, useForm } from '../form/index.ts';
import { useDisclosure } from '../keep-alive/index.ts';
import { Button, IconLock, Panel, Section } from '../ui/index.ts';
import styles from './reserved.module.css';

/** In which words it is asked why, and where the half-typed reason stays. */
export type Asked = {
  /** The dialog's title. */
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** What is said of a reason that is none. */
  readonly missing: string;
  /** Of what and of whom: the reason is kept on the device under this name until it is given; what is read, never. */
  readonly keptAs: string;
};

/**
 * What is kept apart of somebody, in their file, for staff: nothing is shown, not even whether there is something, until it
 * is asked for with a reason, which the person reads. What was read goes when it is hidden or the screen is left.
 */
export function ReservedSection<T>({
  title,
  what,
  note,
  object,
  ask,
  read,
  saysNothing,
  children,
}: {
  title: string;
  /** What there is behind, in the notice that offers it. */
  what: string;
  note: string;
  /** What the two buttons act on, for who does not see them beside it («lo que necesita»). */
  object?: string;
  ask: Asked;
  /** Asks the server for it; what it refuses is said in the dialog. */
  read: (motivo: string) => Promise<T>;
  /** What is said when there is nothing; null when there is something. */
  saysNothing: (found: T) => string | null;
  children: (found: T) => ReactNode;
}) {
  const [found, setFound] = useState<{ readonly value: T } | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  // A kept screen keeps what was typed, not what was read: who comes back asks again.
  useEffect(() => () => setFound(null), []);
  // The button that asked is gone: whoever goes on with the keyboard goes on from the answer.
  useEffect(() => {
    if (!found) return;
    const timer = setTimeout(() => said.current?.focus());
    return () => clearTimeout(timer);
  }, [found]);
  const hide = () => {
    flushSync(() => setFound(null));
    button.current?.focus();
  };
  const rest = object && <span className="sr-only"> {object}</span>;
  return (
    <Section title={title}>
      {found ? (
        <Panel>
          <div className={styles.head}>
            <p ref={said} tabIndex={-1}>
              {saysNothing(found.value) ?? 'Use estos datos solo para lo que los consultó.'}
            </p>
            <Button size="small" onClick={hide}>
              Ocultar{rest}
            </Button>
          </div>
          {children(found.value)}
        </Panel>
      ) : (
        <Notice
          tone="info"
          title={what}
          actions={
            <Button ref={button} icon={<IconLock />} onClick={open}>
              Consultar{rest}
            </Button>
          }
        >
          <p>{note}</p>
        </Notice>
      )}
      {opened && (
        <ReasonDialog
          ask={ask}
          read={async (motivo) => setFound({ value: await read(motivo) })}
          onClose={close}
        />
      )}
    </Section>
  );
}

function ReasonDialog({
  ask,
  read,
  onClose,
}: {
  ask: Asked;
  read: (motivo: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < MOTIVO_LECTURA.min ? ask.missing : undefined,
    }),
    submit: ({ motivo }) => read(motivo),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={ask.title}
      form={form}
      submit="Consultar y dejar anotado"
      busy="Consultando…"
      keptAs={ask.keptAs}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('motivo')}
        label={ask.label}
        hint={ask.hint}
        maxLength={MOTIVO_LECTURA.max}
        rows={3}
      />
    </FormDialog>
  );
}
