import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import {
  PruebaFields,
  pruebaOf,
  pruebaProblems,
} from '../../../cambios/web/components/prueba-fields.tsx';
import { useDisableFactor, useRenewRecuperacion, useStartFactor } from '../hooks.ts';
import type { Inicio } from './activacion.tsx';

const INITIAL = { password: '', codigo: '' };
const CLEAR = ['password', 'codigo'] as const;

/** Before a secret is shown: who asks, and with a factor already active, that they have it. */
export function EmpezarDialog({
  activo,
  onClose,
  onStarted,
}: {
  activo: boolean;
  onClose: () => void;
  onStarted: (inicio: Inicio) => void;
}) {
  const start = useStartFactor();
  const form = useForm({
    initial: INITIAL,
    validate: (values) => pruebaProblems(values, activo),
    submit: async (values) => {
      const inicio = await start.mutateAsync(pruebaOf(values));
      onClose();
      onStarted(inicio);
    },
    clearOnError: CLEAR,
  });
  return (
    <FormDialog
      title={activo ? 'Pasar el segundo factor a otro teléfono' : 'Activar el segundo factor'}
      form={form}
      submit="Continuar"
      busy="Comprobando…"
      onClose={onClose}
    >
      <p>
        {activo
          ? 'El anterior sigue sirviendo hasta que confirme el nuevo. Después dejan de servir sus códigos y los de recuperación.'
          : 'Antes de empezar, confirme que es usted.'}
      </p>
      <PruebaFields form={form} conFactor={activo} />
    </FormDialog>
  );
}

export function RenovarDialog({
  onClose,
  onRenewed,
}: {
  onClose: () => void;
  onRenewed: (codigos: readonly string[]) => void;
}) {
  const renew = useRenewRecuperacion();
  const form = useForm({
    initial: INITIAL,
    validate: (values) => pruebaProblems(values, true),
    submit: async (values) => {
      const { codigos } = await renew.mutateAsync(pruebaOf(values));
      onClose();
      onRenewed(codigos);
    },
    clearOnError: CLEAR,
  });
  return (
    <FormDialog
      title="Renovar los códigos de recuperación"
      form={form}
      submit="Renovar los códigos"
      busy="Renovando…"
      onClose={onClose}
    >
      <p>
        Los códigos anteriores dejan de servir en cuanto reciba los nuevos, y se cierran sus demás
        sesiones.
      </p>
      <PruebaFields form={form} conFactor />
    </FormDialog>
  );
}

export function DesactivarDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableFactor();
  const form = useForm({
    initial: INITIAL,
    validate: (values) => pruebaProblems(values, true),
    submit: async (values) => {
      await disable.mutateAsync(pruebaOf(values));
      notify.success('El segundo factor quedó desactivado. Bastará su contraseña para ingresar.');
      onClose();
    },
    clearOnError: CLEAR,
  });
  return (
    <FormDialog
      title="Desactivar el segundo factor"
      form={form}
      submit="Desactivar"
      busy="Desactivando…"
      danger
      onClose={onClose}
    >
      <p>
        Para ingresar bastará su contraseña, y sus códigos de recuperación dejan de servir. Podrá
        activarlo de nuevo cuando quiera.
      </p>
      <PruebaFields form={form} conFactor />
    </FormDialog>
  );
}
