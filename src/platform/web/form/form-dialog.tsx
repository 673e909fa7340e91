import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import { Restored } from './restored.tsx';
import type { FormState } from './use-form.ts';
import { useMirroredForm } from './use-mirrored-form.ts';

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
  keptAs = null,
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
  /**
   * Under which name what is typed stays on the device until it is saved or discarded (`usuario/{uid}/factor`), also
   * when the tab is closed. For whatever asks for more than a press; never where a password is typed.
   */
  keptAs?: string | null;
  onClose: () => void;
  children: ReactNode;
}) {
  const { restored, forget } = useMirroredForm(keptAs, form);
  const close = () => {
    forget();
    onClose();
  };
  const submitAndForget = async () => {
    const taken = await form.submit();
    if (taken) forget();
    return taken;
  };
  return (
    <Dialog opened onClose={close} title={title} dirty={form.dirty}>
      <Form form={{ ...form, submit: submitAndForget }} dense refusal="No se puede hacer">
        <Restored en={restored} />
        {children}
        <SubmitButton
          busyLabel={busy}
          variant={danger ? 'danger' : 'primary'}
          beside={
            <Button variant="quiet" onClick={close}>
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
