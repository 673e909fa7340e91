import { ErrorState, Loading, notify } from '../../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, useForm } from '../../../../../../platform/web/form/index.ts';
import { Dialog, nameOrAddress } from '../../../../../../platform/web/ui/index.ts';
import { type Inconformidad, useAssign, useRevisores } from '../hooks.ts';
import styles from './inconformidades.module.css';

type Revisores = NonNullable<ReturnType<typeof useRevisores>['data']>['revisores'];

/** Gives a request to one of the staff who had no part in what is contested. */
export function AsignarDialog({ una, onClose }: { una: Inconformidad; onClose: () => void }) {
  const { data, error, refetch } = useRevisores(una.id);
  return data ? (
    <Asignar una={una} revisores={data.revisores} onClose={onClose} />
  ) : (
    <Dialog opened onClose={onClose} title="Asignar la inconformidad">
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Loading shape="list" label="Cargando el personal…" />
      )}
    </Dialog>
  );
}

const cuantas = (n: number) => (n === 1 ? '1 abierta' : `${n} abiertas`);

function Asignar({
  una: { id, asignadaA },
  revisores,
  onClose,
}: {
  una: Inconformidad;
  revisores: Revisores;
  onClose: () => void;
}) {
  const assign = useAssign();
  const pueden = revisores
    .filter(({ uid, porque }) => porque === null && uid !== asignadaA)
    .toSorted((a, b) => a.abiertas - b.abiertas);
  const impedidas = revisores.filter(({ porque }) => porque !== null);
  const form = useForm({
    initial: { uid: '' },
    validate: ({ uid }) => (uid === '' ? { uid: 'Elija a la persona.' } : {}),
    submit: ({ uid }) => assign.mutateAsync({ id, uid, de: asignadaA }),
    onSuccess: () => {
      notify.success('Se asignó la inconformidad.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Asignar la inconformidad"
      form={form}
      submit="Asignar"
      busy="Asignando…"
      onClose={onClose}
    >
      <SelectField
        {...form.field('uid')}
        label="Persona a cargo"
        hint={pueden.length === 0 ? 'Ninguna otra persona del personal puede resolverla.' : null}
        options={pueden.map(({ uid, nombre, abiertas }) => ({
          value: uid,
          label:
            abiertas === 0
              ? nameOrAddress(nombre)
              : `${nameOrAddress(nombre)} (${cuantas(abiertas)})`,
        }))}
      />
      {impedidas.length > 0 && (
        <details className={styles.impedidas}>
          <summary>Personas que no pueden resolverla ({impedidas.length})</summary>
          <ul>
            {impedidas.map(({ uid, nombre, porque }) => (
              <li key={uid}>
                {nameOrAddress(nombre)}: {porque}
              </li>
            ))}
          </ul>
        </details>
      )}
    </FormDialog>
  );
}
