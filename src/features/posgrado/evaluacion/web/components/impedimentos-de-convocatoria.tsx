import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatDate,
  properName,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { IMPEDIMENTO } from '../../../estados.ts';
import { TIPOS_IMPEDIMENTO } from '../../impedimentos/rules.ts';
import type { Impedimento } from '../../resolucion/contract.ts';
import {
  useCreateImpedimento,
  useDecideImpedimento,
  useEvaluadores,
  useImpedimentos,
} from '../hooks.ts';
import styles from './mesa.module.css';

/** The conflicts of a call: those that wait for staff, then the others. */
export function ImpedimentosDeConvocatoria({ convocatoriaId }: { convocatoriaId: string }) {
  const query = useImpedimentos(convocatoriaId);
  const [creating, create] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { impedimentos } = query.data;
  const esperan = impedimentos.filter(({ estado }) => IMPEDIMENTO.can('confirmar', estado));
  const demas = impedimentos.filter((one) => !esperan.includes(one));
  return (
    <Section
      title="Impedimentos"
      lead={
        esperan.length === 0
          ? undefined
          : esperan.length === 1
            ? '1 por resolver'
            : `${esperan.length} por resolver`
      }
      action={<Button onClick={create.open}>Registrar impedimento…</Button>}
    >
      {impedimentos.length === 0 && (
        <Notice title="Sin impedimentos">
          <p>Se buscan al asignar, al abrir cada solicitud y todas las noches.</p>
        </Notice>
      )}
      {esperan.length > 0 && (
        <RecordList>
          {esperan.map((one) => (
            <Fila key={one.id} impedimento={one} />
          ))}
        </RecordList>
      )}
      {demas.length > 0 && (
        <details className={styles.mas} open={esperan.length === 0}>
          <summary>Resueltos y automáticos ({demas.length})</summary>
          <RecordList>
            {demas.map((one) => (
              <Fila key={one.id} impedimento={one} />
            ))}
          </RecordList>
        </details>
      )}
      {creating && <Registrar convocatoriaId={convocatoriaId} onClose={create.close} />}
    </Section>
  );
}

function Fila({ impedimento }: { impedimento: Impedimento }) {
  const [confirming, confirm] = useDisclosure();
  const [discarding, discard] = useDisclosure();
  const { evaluador, solicitud, tipo, estado, detalle, resolucion, resolvio, resueltoEn } =
    impedimento;
  const pending = IMPEDIMENTO.can('confirmar', estado);
  return (
    <RecordRow
      name={
        <>
          {properName(evaluador.nombre)} · <Folio>{groupByFour(solicitud.folio)}</Folio>
        </>
      }
      note={
        <>
          <EstadoBadge tone={IMPEDIMENTO.tono(estado)}>{IMPEDIMENTO.palabra(estado)}</EstadoBadge>{' '}
          {TIPOS_IMPEDIMENTO[tipo]} · {formatDate(impedimento.creadoEn)}
        </>
      }
      actions={
        pending && (
          <>
            <Button size="small" onClick={confirm.open}>
              Confirmar…
            </Button>
            <Button size="small" variant="quiet" onClick={discard.open}>
              Descartar…
            </Button>
          </>
        )
      }
    >
      <p className={styles.quiet}>
        Solicitud de {properName(solicitud.aspirante)}. {detalle}
        {impedimento.registro && ` Lo registró ${properName(impedimento.registro)}.`}
      </p>
      {resolucion && (
        <p className={styles.quiet}>
          {resolucion}
          {resolvio && resueltoEn && ` ${properName(resolvio)}, ${formatDate(resueltoEn)}.`}
        </p>
      )}
      {confirming && <Resolver impedimento={impedimento} confirma onClose={confirm.close} />}
      {discarding && (
        <Resolver impedimento={impedimento} confirma={false} onClose={discard.close} />
      )}
    </RecordRow>
  );
}

const LARGO = 10;
const motivoProblem = (motivo: string) =>
  motivo.trim().length < LARGO ? { motivo: 'Escriba el motivo en una frase.' } : {};

function Resolver({
  impedimento,
  confirma,
  onClose,
}: {
  impedimento: Impedimento;
  confirma: boolean;
  onClose: () => void;
}) {
  const decide = useDecideImpedimento();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => motivoProblem(motivo),
    submit: ({ motivo }) => decide.mutateAsync({ id: impedimento.id, confirma, motivo }),
    onSuccess: ({ anuladas }) => {
      notify.success(
        !confirma
          ? 'Se descartó el impedimento.'
          : anuladas > 0
            ? 'Se confirmó el impedimento, y la solicitud pasó a otra persona.'
            : 'Se confirmó el impedimento.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={confirma ? 'Confirmar el impedimento' : 'Descartar el impedimento'}
      form={form}
      submit={confirma ? 'Confirmar' : 'Descartar'}
      danger={confirma}
      keptAs={`impedimento/${impedimento.id}/${confirma ? 'confirmar' : 'descartar'}`}
      onClose={onClose}
    >
      <p>
        {confirma
          ? 'Si esa persona tiene la solicitud, su dictamen se anula y pasa a otra.'
          : 'Esa persona podrá evaluar la solicitud.'}
      </p>
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} rows={3} />
    </FormDialog>
  );
}

function Registrar({ convocatoriaId, onClose }: { convocatoriaId: string; onClose: () => void }) {
  const create = useCreateImpedimento();
  const { data } = useEvaluadores(convocatoriaId);
  const form = useForm({
    initial: { evaluadorId: '', folio: '', motivo: '' },
    validate: ({ evaluadorId, folio, motivo }) => ({
      ...(evaluadorId === '' && { evaluadorId: 'Elija a la persona evaluadora.' }),
      ...(folio.trim() === '' && { folio: 'Escriba el folio de la solicitud.' }),
      ...motivoProblem(motivo),
    }),
    submit: (values) => create.mutateAsync(values),
    onSuccess: () => {
      notify.success('Se registró el impedimento.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Registrar un impedimento"
      form={form}
      submit="Registrar"
      busy="Registrando…"
      keptAs={`impedimento/${convocatoriaId}`}
      onClose={onClose}
    >
      <p>Una recusación, u otro que no consta en los expedientes.</p>
      <SelectField
        {...form.field('evaluadorId')}
        label="Persona evaluadora"
        options={(data?.evaluadores ?? [])
          .filter(({ baja }) => baja === null)
          .map(({ id, persona }) => ({ value: id, label: properName(persona.nombre) }))}
      />
      <TextField {...form.field('folio')} label="Folio de la solicitud" />
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} rows={3} />
    </FormDialog>
  );
}
