import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../platform/web/form/index.ts';
import { Button, Dialog } from '../../../../platform/web/ui/index.ts';

/** Deletes what nothing hangs from: a course without editions, an edition without enrolments. */
export function Borrar({
  title,
  nombre,
  completo = nombre,
  lista,
  borrar,
  onClose,
  children,
}: {
  title: string;
  nombre: string;
  /** As the dialog calls it, when it takes more words than the notice. */
  completo?: string;
  /** Where one is afterwards. */
  lista: string;
  borrar: () => Promise<unknown>;
  onClose: () => void;
  /** Why it may be deleted. */
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    submit: borrar,
    onSuccess: () => {
      notify.success(`Se borró «${nombre}».`);
      void navigate(lista, { replace: true });
    },
  });
  return (
    <FormDialog title={title} form={form} submit="Borrar" busy="Borrando…" danger onClose={onClose}>
      <p>
        <strong>{completo}</strong>
      </p>
      <p>{children} Al borrarse desaparece y no se puede deshacer.</p>
    </FormDialog>
  );
}

/** Says what hangs from what was to be deleted, and what can be done instead. */
export function NoSeBorra({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      opened
      title="No se puede borrar"
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
