import { useParams } from 'react-router';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import {
  RadioGroupField,
  SelectField,
  TextAreaField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Button, PageHeading, properName } from '../../../../platform/web/ui/index.ts';
import { personPath } from '../../../personas/routes.ts';
import type { TramiteArco } from '../../contract.ts';
import { Entregas } from '../../entregas/web/components/entregas.tsx';
import { TRAMITE_ARCO, wasGranted } from '../../estados.ts';
import { canSuprimir } from '../../policy.ts';
import { mesaPath } from '../../routes.ts';
import {
  DERECHO,
  FUNDAMENTO_IDS,
  FUNDAMENTOS,
  type Fundamento,
  TEXTO_MAX,
  TEXTO_MIN,
} from '../../rules.ts';
import { Supresion } from '../../supresion/web/components/supresion.tsx';
import styles from '../components/arco.module.css';
import { FichaTramite } from '../components/ficha-tramite.tsx';
import { MetaTramite } from '../components/meta-tramite.tsx';
import { useAnswerTramite, useExtendTramite, useFulfilTramite, useTramite } from '../hooks.ts';

const TITLE = 'Solicitud ARCO';
const CRUMBS = [{ label: 'Solicitudes ARCO', to: mesaPath }];

export default function TramitePage() {
  const { id = '' } = useParams();
  const found = useTramite(id);
  if (found.isPending) return <Loading shape="page" />;
  if (found.isError) {
    return (
      <>
        <PageHeading title={TITLE} breadcrumbs={CRUMBS} />
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      </>
    );
  }
  const { tramite, propio, clave } = found.data;
  return (
    <>
      <PageHeading
        title={`${DERECHO[tramite.derecho].nombre}: ${properName(tramite.nombre)}`}
        breadcrumbs={CRUMBS}
        meta={
          <MetaTramite tramite={tramite}>
            {clave !== null && <Link to={personPath(clave)}>Ver su expediente</Link>}
          </MetaTramite>
        }
      />
      <FichaTramite tramite={tramite} />
      {propio ? (
        <Notice tone="info" title="Es sobre sus propios datos">
          <p>Nadie decide sobre sus propios datos: lo hará otra persona del personal.</p>
        </Notice>
      ) : (
        <>
          {clave !== null && pideCopia(tramite) && <Entregas id={tramite.id} />}
          <Acciones tramite={tramite} />
        </>
      )}
    </>
  );
}

/** Whoever asked to know their data, or to take them along, and is to have them. */
const pideCopia = ({ derecho, estado }: TramiteArco) =>
  (derecho === 'acceso' || derecho === 'portabilidad') && wasGranted(estado);

function Acciones({ tramite: { id, derecho, estado } }: { tramite: TramiteArco }) {
  const user = useUser();
  const [answering, answer] = useDisclosure();
  const [extending, extend] = useDisclosure();
  const [fulfilling, fulfil] = useDisclosure();
  return (
    <>
      <div className={styles.buttons}>
        {TRAMITE_ARCO.can('negar', estado) && (
          <Button variant="primary" onClick={answer.open}>
            Responder
          </Button>
        )}
        {TRAMITE_ARCO.can('ampliar', estado) && (
          <Button onClick={extend.open}>Ampliar el plazo</Button>
        )}
        {TRAMITE_ARCO.can('cumplir', estado) && (
          <Button variant="primary" onClick={fulfil.open}>
            Anotar que ya se hizo
          </Button>
        )}
        {answering && <ResponderDialog id={id} onClose={answer.close} />}
        {extending && <AmpliarDialog id={id} onClose={extend.close} />}
        {fulfilling && <CumplirDialog id={id} onClose={fulfil.close} />}
      </div>
      {derecho === 'cancelacion' && TRAMITE_ARCO.can('cumplir', estado) && canSuprimir(user) && (
        <Supresion id={id} />
      )}
    </>
  );
}

type DialogProps = { id: string; onClose: () => void };

const short = (text: string, problem: string) =>
  text.trim().length < TEXTO_MIN ? problem : undefined;

function ResponderDialog({ id, onClose }: DialogProps) {
  const answer = useAnswerTramite();
  const form = useForm({
    initial: { sentido: '', fundamento: '', respuesta: '' },
    validate: ({ sentido, fundamento, respuesta }) => ({
      sentido: sentido === '' ? 'Elija si procede.' : undefined,
      fundamento:
        sentido !== 'conceder' && fundamento === '' ? 'Elija por qué no procede.' : undefined,
      respuesta: short(respuesta, 'Explique la respuesta a quien la pidió.'),
    }),
    submit: ({ sentido, fundamento, respuesta }) =>
      answer.mutateAsync(
        sentido === 'conceder'
          ? { id, sentido, respuesta }
          : {
              id,
              sentido: sentido as 'concederEnParte' | 'negar',
              respuesta,
              fundamento: fundamento as Fundamento,
            },
      ),
    onSuccess: () => {
      onClose();
      notify.success('Quedó respondida, y se le avisó a quien la presentó si tiene cuenta.');
    },
  });
  const { sentido } = form.values;
  return (
    <FormDialog
      title="Responder la solicitud"
      form={form}
      submit="Responder"
      busy="Guardando…"
      keptAs={`arco/${id}/respuesta`}
      onClose={onClose}
    >
      <RadioGroupField
        {...form.field('sentido')}
        label="¿Procede?"
        options={[
          { value: 'conceder', label: 'Procedente' },
          { value: 'concederEnParte', label: 'Procedente en parte' },
          { value: 'negar', label: 'Improcedente' },
        ]}
      />
      {sentido !== '' && sentido !== 'conceder' && (
        <SelectField
          {...form.field('fundamento')}
          label="Por qué no procede"
          options={FUNDAMENTO_IDS.map((one) => ({ value: one, label: FUNDAMENTOS[one] }))}
        />
      )}
      <TextAreaField
        {...form.field('respuesta')}
        label="Respuesta"
        hint="La lee quien la presentó: qué se hará, qué se conserva y hasta cuándo."
        maxLength={TEXTO_MAX}
        rows={5}
      />
    </FormDialog>
  );
}

function AmpliarDialog({ id, onClose }: DialogProps) {
  const extend = useExtendTramite();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({ motivo: short(motivo, 'Escriba por qué se amplía.') }),
    submit: ({ motivo }) => extend.mutateAsync({ id, motivo }),
    onSuccess: () => {
      onClose();
      notify.success('El plazo se amplió 10 días hábiles.');
    },
  });
  return (
    <FormDialog
      title="Ampliar el plazo"
      form={form}
      submit="Ampliarlo"
      keptAs={`arco/${id}/ampliacion`}
      onClose={onClose}
    >
      <p>Son 10 días hábiles más, una sola vez.</p>
      <TextAreaField
        {...form.field('motivo')}
        label="Por qué"
        hint="Lo lee quien la presentó."
        maxLength={TEXTO_MAX}
        rows={3}
      />
    </FormDialog>
  );
}

function CumplirDialog({ id, onClose }: DialogProps) {
  const fulfil = useFulfilTramite();
  const form = useForm({
    initial: { cumplimiento: '' },
    validate: ({ cumplimiento }) => ({ cumplimiento: short(cumplimiento, 'Escriba qué se hizo.') }),
    submit: ({ cumplimiento }) => fulfil.mutateAsync({ id, cumplimiento }),
    onSuccess: () => {
      onClose();
      notify.success('Quedó anotado.');
    },
  });
  return (
    <FormDialog
      title="Anotar que ya se hizo"
      form={form}
      submit="Anotarlo"
      keptAs={`arco/${id}/cumplimiento`}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('cumplimiento')}
        label="Atención"
        hint="Lo lee quien la presentó. Si algo se conserva por ley, dígalo aquí."
        maxLength={TEXTO_MAX}
        rows={4}
      />
    </FormDialog>
  );
}
