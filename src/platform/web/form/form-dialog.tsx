import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import type { FormState } from './use-form.ts';

/**
 * A short form over the screen: a confirmation, or a decision with a few data. Mount it only while
 * it is open, so that it starts clean each time.
 */
export function FormDialog({
  title,
  form,
  submit,
  busy = 'Guardando…',
  danger = false,
  cancel = 'Cancelar',
  onClose,
  children,
}: {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: any form
  form: FormState<any>;
  /** The button's verb: what will happen, not "Aceptar". */
  submit: string;
  busy?: string;
  danger?: boolean;
  cancel?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog opened onClose={onClose} title={title} dirty={form.dirty}>
      <Form form={form} dense refusal="No se puede hacer">
        {children}
        <SubmitButton
          busyLabel={busy}
          variant={danger ? 'danger' : 'primary'}
          beside={
            <Button variant="quiet" onClick={onClose}>
              {cancel}
            </Button>
          }
        >
          {submit}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
