import type { ReactNode } from 'react';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  RadioGroupField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, Dialog, Folio } from '../../../../../platform/web/ui/index.ts';
import type { Usuario } from '../../contract.ts';
import { useUsuarioChanges } from '../hooks.ts';

export type UsuarioDialogKind =
  | 'propia'
  | 'rol'
  | 'vincular'
  | 'sesiones'
  | 'factor'
  | 'habilitar'
  | 'deshabilitar';

type Props = { usuario: Usuario; name: string; onClose: () => void };

const DIALOGS: Record<UsuarioDialogKind, (props: Props) => ReactNode> = {
  propia: PropiaDialog,
  rol: RolDialog,
  vincular: VincularDialog,
  sesiones: SesionesDialog,
  factor: FactorDialog,
  habilitar: HabilitarDialog,
  deshabilitar: DeshabilitarDialog,
};

/** What is about to happen to an account, its consequences, and the button that does it. */
export function UsuarioDialog({ kind, ...props }: Props & { kind: UsuarioDialogKind }) {
  const Kind = DIALOGS[kind];
  return <Kind {...props} />;
}

/** Whose account, so that nobody changes the wrong one. */
function Who({ usuario, name }: Props) {
  const { uid } = useUser();
  return (
    <>
      <p>
        <strong>{name}</strong>
        <br />
        {usuario.email}
      </p>
      {usuario.uid === uid && (
        <Notice tone="warning" title="Es su propia cuenta">
          <p>Lo que cambie aquí le afecta a usted: puede que tenga que ingresar de nuevo.</p>
        </Notice>
      )}
    </>
  );
}

/** Why one's own account is not changed here. */
function PropiaDialog({ onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title="Es su propia cuenta">
      <p>
        Su rol, la persona con la que está vinculada y si está habilitada los cambia otra persona
        con el rol Admin: nadie lo hace en su propia cuenta.
      </p>
      <Button variant="primary" style={{ marginBlockStart: 20 }} onClick={onClose}>
        Entendido
      </Button>
    </Dialog>
  );
}

function RolDialog(props: Props) {
  const { usuario, name, onClose } = props;
  const { setRoleUsuario } = useUsuarioChanges();
  const form = useForm({
    initial: { role: usuario.role ?? '' },
    submit: ({ role }) =>
      setRoleUsuario({ uid: usuario.uid, role: role === '' ? null : (role as 'Admin') }),
    onSuccess: (_, { role }) => {
      notify.success(
        role === '' ? `${name} ya no tiene rol.` : `${name} tiene ahora el rol ${role}.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog title="Cambiar rol" form={form} submit="Cambiar rol" {...{ onClose }}>
      <Who {...props} />
      <RadioGroupField
        {...form.field('role')}
        label="Rol"
        options={[
          { value: '', label: 'Sin rol', hint: 'Solo ve y cambia su propio expediente.' },
          {
            value: 'Escolar',
            label: 'Escolar',
            hint: 'Ve los expedientes de todas las personas y emite documentos.',
          },
          {
            value: 'Admin',
            label: 'Admin',
            hint: 'Además administra catálogos, plantillas, cuentas y auditoría.',
          },
        ]}
      />
      <p>
        Al cambiar el rol se cierran las sesiones de la cuenta: habrá que ingresar de nuevo. Se le
        avisa por correo.
      </p>
    </FormDialog>
  );
}

function DeshabilitarDialog(props: Props) {
  const { usuario, name, onClose } = props;
  const { setDisabledUsuario } = useUsuarioChanges();
  const form = useForm({
    initial: {},
    submit: () => setDisabledUsuario({ uid: usuario.uid, disabled: true }),
    onSuccess: () => {
      notify.success(`La cuenta de ${name} quedó deshabilitada.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Deshabilitar cuenta"
      form={form}
      submit="Deshabilitar cuenta"
      danger
      {...{ onClose }}
    >
      <Who {...props} />
      <p>
        Sus sesiones se cierran ahora mismo y no podrá volver a ingresar. Su expediente, sus
        inscripciones y sus documentos no cambian. Se le avisa por correo. Puede habilitarla de
        nuevo cuando quiera.
      </p>
    </FormDialog>
  );
}

function HabilitarDialog(props: Props) {
  const { usuario, name, onClose } = props;
  const { setDisabledUsuario } = useUsuarioChanges();
  const form = useForm({
    initial: {},
    submit: () => setDisabledUsuario({ uid: usuario.uid, disabled: false }),
    onSuccess: () => {
      notify.success(`${name} ya puede ingresar.`);
      onClose();
    },
  });
  return (
    <FormDialog title="Habilitar cuenta" form={form} submit="Habilitar cuenta" {...{ onClose }}>
      <Who {...props} />
      <p>Podrá ingresar con su correo y la contraseña que tenía. Se le avisa por correo.</p>
    </FormDialog>
  );
}

function SesionesDialog(props: Props) {
  const { usuario, name, onClose } = props;
  const { endSesionesUsuario } = useUsuarioChanges();
  const form = useForm({
    initial: {},
    submit: () => endSesionesUsuario({ uid: usuario.uid }),
    onSuccess: ({ terminadas }) => {
      notify.success(
        terminadas === 0
          ? `${name} no tenía sesiones abiertas.`
          : `Se cerraron ${terminadas} ${terminadas === 1 ? 'sesión' : 'sesiones'} de ${name}.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cerrar sus sesiones"
      form={form}
      submit="Cerrar sus sesiones"
      busy="Cerrando…"
      danger
      {...{ onClose }}
    >
      <Who {...props} />
      <p>
        Saldrá del portal en todos sus equipos y tendrá que ingresar de nuevo. Lo que esté
        escribiendo sin guardar puede perderse.
      </p>
    </FormDialog>
  );
}

const MOTIVO_MIN = 5;
const MOTIVO_MAX = 500;

function FactorDialog(props: Props) {
  const { usuario, name, onClose } = props;
  const { removeFactorUsuario } = useUsuarioChanges();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < MOTIVO_MIN
          ? 'Escriba por qué se quita y cómo comprobó la identidad de la persona.'
          : undefined,
    }),
    submit: ({ motivo }) => removeFactorUsuario({ uid: usuario.uid, motivo }),
    onSuccess: () => {
      notify.success(`${name} ya puede ingresar solo con su contraseña.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Quitar segundo factor"
      form={form}
      submit="Quitar segundo factor"
      busy="Quitando…"
      danger
      keptAs={`usuario/${usuario.uid}/factor`}
      {...{ onClose }}
    >
      <Who {...props} />
      <p>
        Es para quien perdió su dispositivo y sus códigos de recuperación. Compruebe antes que es la
        persona: bastará su contraseña para ingresar. Se cierran sus sesiones y se le avisa por
        correo.
      </p>
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        hint="Queda en la auditoría con el nombre de usted."
        maxLength={MOTIVO_MAX}
        rows={3}
      />
    </FormDialog>
  );
}

function VincularDialog(props: Props) {
  const { usuario, name, onClose } = props;
  const { linkPersonaUsuario } = useUsuarioChanges();
  const form = useForm({
    initial: { clave: '', quitar: false },
    validate: ({ clave, quitar }) => ({
      clave:
        !quitar && clave.trim() === '' ? 'Escriba la CURP o la clave de la persona.' : undefined,
    }),
    submit: ({ clave, quitar }) =>
      linkPersonaUsuario({ uid: usuario.uid, clave: quitar ? null : clave }),
    onSuccess: (_, { quitar }) => {
      notify.success(
        quitar
          ? `La cuenta de ${name} ya no está vinculada con ninguna persona.`
          : `La cuenta de ${name} quedó vinculada.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Vincular con una persona"
      form={form}
      submit={form.values.quitar ? 'Quitar el vínculo' : 'Vincular'}
      danger={form.values.quitar}
      keptAs={`usuario/${usuario.uid}/persona`}
      {...{ onClose }}
    >
      <Who {...props} />
      {usuario.clave && (
        <p>
          Ahora está vinculada con <Folio>{usuario.clave}</Folio>.{' '}
          <Button
            size="small"
            variant="quiet"
            aria-pressed={form.values.quitar}
            onClick={() => form.set({ quitar: !form.values.quitar })}
          >
            {form.values.quitar ? 'Vincular con otra persona' : 'Quitar el vínculo'}
          </Button>
        </p>
      )}
      {!form.values.quitar && (
        <TextField
          {...form.field('clave')}
          label="CURP o clave"
          hint="18 caracteres, o la clave que empieza con SC de quien no tiene CURP."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <p>
        {form.values.quitar
          ? 'La cuenta deja de ver ese expediente, que no se borra.'
          : 'La cuenta verá y cambiará el expediente de esa persona.'}{' '}
        Se cierran sus sesiones y se le avisa por correo.
      </p>
    </FormDialog>
  );
}
