import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxGroupField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  Button,
  EstadoBadge,
  formatDate,
  properName,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { personPath } from '../../../../personas/routes.ts';
import type { Evaluador } from '../../evaluadores/contract.ts';
import { useCreateEvaluador, useEvaluadores, useRemoveEvaluador } from '../hooks.ts';
import styles from './mesa.module.css';

type Etapas = readonly { id: string; nombre: string; cerradaEn: string | null }[];

/** The people who evaluate in a call, with what each has and delivered; nothing of what they gave. */
export function EvaluadoresDeConvocatoria({ convocatoriaId }: { convocatoriaId: string }) {
  const query = useEvaluadores(convocatoriaId);
  const [adding, add] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { evaluadores, etapas, dictamenesPorSolicitud, abierta } = query.data;
  const activos = evaluadores.filter(({ baja }) => baja === null);
  const retirados = evaluadores.filter(({ baja }) => baja !== null);
  return (
    <Section
      title="Evaluadores"
      lead={
        activos.length < dictamenesPorSolicitud
          ? `Cada solicitud necesita ${dictamenesPorSolicitud}; hay ${activos.length}.`
          : undefined
      }
      action={
        abierta && (
          <Button variant="primary" onClick={add.open}>
            Agregar evaluador…
          </Button>
        )
      }
    >
      {activos.length === 0 ? (
        <Notice title="Sin evaluadores registrados" />
      ) : (
        <RecordList>
          {activos.map((one) => (
            <Fila key={one.id} evaluador={one} etapas={etapas} abierta={abierta} />
          ))}
        </RecordList>
      )}
      {retirados.length > 0 && (
        <details className={styles.mas}>
          <summary>Evaluadores retirados ({retirados.length})</summary>
          <RecordList>
            {retirados.map((one) => (
              <Fila key={one.id} evaluador={one} etapas={etapas} abierta={false} />
            ))}
          </RecordList>
        </details>
      )}
      {adding && <Agregar convocatoriaId={convocatoriaId} etapas={etapas} onClose={add.close} />}
    </Section>
  );
}

function Fila({
  evaluador,
  etapas,
  abierta,
}: {
  evaluador: Evaluador;
  etapas: Etapas;
  abierta: boolean;
}) {
  const [removing, remove] = useDisclosure();
  const { persona, conCuenta, baja, avance } = evaluador;
  const suyas = etapas.filter(
    ({ id }) => evaluador.etapas.length === 0 || evaluador.etapas.includes(id),
  );
  return (
    <RecordRow
      name={<Link to={personPath(persona.clave)}>{properName(persona.nombre)}</Link>}
      note={
        baja
          ? `Retirado el ${formatDate(baja.en)}. ${baja.motivo}`
          : evaluador.etapas.length === 0
            ? 'Todas las etapas'
            : suyas.map(({ nombre }) => nombre).join(', ')
      }
      actions={
        abierta && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Retirar a ${properName(persona.nombre)}`}
            onClick={remove.open}
          >
            Retirar…
          </Button>
        )
      }
    >
      {!conCuenta && !baja && <EstadoBadge tone="warning">Sin cuenta para ingresar</EstadoBadge>}
      {avance.map(({ etapaId, asignadas, entregadas }) => (
        <p key={etapaId} className={styles.quiet}>
          {etapas.find(({ id }) => id === etapaId)?.nombre}: {entregadas} de {asignadas}{' '}
          {asignadas === 1 ? 'dictamen entregado' : 'dictámenes entregados'}
        </p>
      ))}
      {removing && <Retirar evaluador={evaluador} onClose={remove.close} />}
    </RecordRow>
  );
}

function Agregar({
  convocatoriaId,
  etapas,
  onClose,
}: {
  convocatoriaId: string;
  etapas: Etapas;
  onClose: () => void;
}) {
  const create = useCreateEvaluador();
  const form = useForm({
    initial: { clave: '', etapas: [] as readonly string[] },
    validate: ({ clave }) => (clave.trim() === '' ? { clave: 'Escriba la CURP o la clave.' } : {}),
    submit: ({ clave, etapas: elegidas }) =>
      create.mutateAsync({ convocatoriaId, clave, etapas: [...elegidas] }),
    onSuccess: ({ nombre }) => {
      notify.success(`Se registró a ${properName(nombre)} como persona evaluadora.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Agregar evaluador"
      form={form}
      submit="Agregar"
      busy="Agregando…"
      keptAs={`evaluador/${convocatoriaId}`}
      onClose={onClose}
    >
      <TextField
        {...form.field('clave')}
        label="CURP o clave"
        hint="De alguien que ya tiene expediente."
        autoCapitalize="characters"
      />
      {etapas.length > 1 && (
        <CheckboxGroupField
          {...form.field('etapas')}
          label="Etapas"
          hint="Sin elegir ninguna, evalúa en todas."
          optional
          options={etapas.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        />
      )}
    </FormDialog>
  );
}

function Retirar({ evaluador, onClose }: { evaluador: Evaluador; onClose: () => void }) {
  const remove = useRemoveEvaluador();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) =>
      motivo.trim().length < 5 ? { motivo: 'Escriba el motivo en una frase.' } : {},
    submit: ({ motivo }) => remove.mutateAsync({ id: evaluador.id, motivo }),
    onSuccess: ({ reasignadas, sinReemplazo }) => {
      notify.success(
        sinReemplazo > 0
          ? `Se retiró. ${reasignadas} solicitudes pasaron a otras personas y ${sinReemplazo} quedaron sin quien las evalúe.`
          : `Se retiró. Solicitudes que pasaron a otras personas: ${reasignadas}.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Retirar a ${properName(evaluador.persona.nombre)}`}
      form={form}
      submit="Retirar"
      busy="Retirando…"
      danger
      keptAs={`evaluador/${evaluador.id}/retiro`}
      onClose={onClose}
    >
      <p>Lo entregado se conserva; lo pendiente pasa a otras personas.</p>
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} rows={3} />
    </FormDialog>
  );
}
