import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  formatDateTime,
  formatNumber,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { ImportButton } from '../../../../trabajos/web/components/import-button.tsx';
import styles from '../../../versiones/web/components/versiones.module.css';
import { LISTA_PERSONAS } from '../../rules.ts';
import { useCreateLista, useDeleteLista, useListas, useResetLista } from '../hooks.ts';

type Lista = NonNullable<ReturnType<typeof useListas>['data']>['listas'][number];

/** The lists of people that the rules of a plantilla may ask for: made here, filled in from a file. */
export function ListasDePersonas({ plantillaId }: { plantillaId: string }) {
  const { data, error, refetch } = useListas(plantillaId);
  const [creating, create] = useDisclosure();
  return (
    <Section
      title="Listas de personas"
      lead="Listas de personas autorizadas. Impórtelas de Excel y úselas en una regla."
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading shape="list" />
      ) : (
        data.listas.length > 0 && (
          <ul className={styles.lista}>
            {data.listas.map((lista) => (
              <li key={lista.id}>
                <Lista lista={lista} onChanged={() => void refetch()} />
              </li>
            ))}
          </ul>
        )
      )}
      <div className={styles.crear}>
        <Button onClick={create.open}>Crear una lista</Button>
      </div>
      {creating && <CrearDialog plantillaId={plantillaId} onClose={create.close} />}
    </Section>
  );
}

const describeCuantas = ({ personas, cargadaEn }: Lista): string => {
  if (cargadaEn === null)
    return 'Sin archivo todavía: nadie cumple una regla que pregunte por ella.';
  const cuantas = personas === 1 ? '1 persona' : `${formatNumber(personas)} personas`;
  return `${cuantas}. Cambió el ${formatDateTime(cargadaEn)}.`;
};

function Lista({ lista, onChanged }: { lista: Lista; onChanged: () => void }) {
  const [emptying, empty] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const hoja = `${LISTA_PERSONAS}-${lista.id}`;
  return (
    <article className={styles.version} aria-label={lista.nombre}>
      <h3>{lista.nombre}</h3>
      <p className={styles.datos}>{describeCuantas(lista)}</p>
      <div className={styles.acciones}>
        <ImportButton hoja={hoja} size="small" onImported={onChanged} />
        <ExportButton
          hoja={hoja}
          size="small"
          text="El archivo trae la CURP o clave, el correo y el nombre de cada persona de la lista."
        />
        {lista.personas > 0 && (
          <Button size="small" variant="quiet" onClick={empty.open}>
            Vaciar
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={remove.open}>
          Eliminar
        </Button>
      </div>
      {emptying && <VaciarDialog lista={lista} onClose={empty.close} />}
      {deleting && <EliminarDialog lista={lista} onClose={remove.close} />}
    </article>
  );
}

function CrearDialog({ plantillaId, onClose }: { plantillaId: string; onClose: () => void }) {
  const create = useCreateLista();
  const form = useForm({
    initial: { nombre: '' },
    validate: ({ nombre }) =>
      nombre.trim().length < 3 ? { nombre: 'Escriba un nombre de tres letras o más.' } : {},
    submit: ({ nombre }) => create.mutateAsync({ plantillaId, nombre }),
    onSuccess: () => {
      notify.success('La lista se creó. Importe su archivo.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Crear una lista de personas"
      form={form}
      submit="Crear"
      busy="Creando…"
      keptAs={`plantilla/${plantillaId}/lista`}
      onClose={onClose}
    >
      <TextField
        {...form.field('nombre')}
        label="Nombre"
        hint="Con él se elige en una regla: «Convocatoria de jueces 2026»."
        maxLength={120}
      />
    </FormDialog>
  );
}

function VaciarDialog({ lista, onClose }: { lista: Lista; onClose: () => void }) {
  const reset = useResetLista();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) =>
      motivo.trim().length < 3 ? { motivo: 'Escriba por qué, para quien lea el historial.' } : {},
    submit: ({ motivo }) => reset.mutateAsync({ id: lista.id, motivo }),
    onSuccess: () => {
      notify.success('La lista quedó sin personas.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Vaciar «${lista.nombre}»`}
      form={form}
      submit="Vaciar la lista"
      busy="Vaciando…"
      keptAs={`lista/${lista.id}/vaciar`}
      onClose={onClose}
    >
      <p>
        Salen de ella {formatNumber(lista.personas)} personas. Mientras no importe otro archivo,
        nadie cumplirá una regla que la pida. Lo ya decidido no cambia.
      </p>
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} />
    </FormDialog>
  );
}

function EliminarDialog({ lista: { id, nombre }, onClose }: { lista: Lista; onClose: () => void }) {
  const remove = useDeleteLista();
  const form = useForm({
    initial: {},
    submit: () => remove.mutateAsync({ id }),
    onSuccess: () => {
      notify.success('La lista se eliminó.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Eliminar «${nombre}»`}
      form={form}
      submit="Eliminar la lista"
      danger
      onClose={onClose}
    >
      <p>Si una regla pregunta por ella, no se elimina. Lo ya decidido no cambia.</p>
    </FormDialog>
  );
}
