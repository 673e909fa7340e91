import { useNavigate, useParams } from 'react-router';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  Button,
  Folio,
  formatDate,
  formatDateTime,
  nameOrAddress,
  properName,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import type { Ensayo } from '../../../clave/contract.ts';
import { Comparacion } from '../../../clave/web/components/comparacion.tsx';
import { Consecuencias, Differing, Sentences } from '../../../clave/web/components/ensayo-curp.tsx';
import { personPath } from '../../../routes.ts';
import type { Fusion } from '../../contract.ts';
import { fusionesPath } from '../../routes.ts';
import styles from '../components/fusion.module.css';
import { CabezaDePar, EsSuyo, SinPar } from '../components/par.tsx';
import { useCancelFusion, useDecideFusion, useFusion } from '../hooks.ts';

const CRUMB = { label: 'Fusiones por confirmar', to: fusionesPath };

export default function FusionPage() {
  const { id = '' } = useParams();
  const fusion = useFusion(id);
  const { data } = fusion;
  if (!data) return <SinPar query={fusion} crumb={CRUMB} />;
  const { ensayo } = data;
  return (
    <>
      <CabezaDePar
        nombreCompleto={ensayo?.anterior.nombreCompleto ?? null}
        prefix="Por fusionar"
        lead={
          ensayo
            ? '¿Son los dos expedientes de la misma persona? Compárelos antes de decidir.'
            : undefined
        }
        par={ensayo && { de: ensayo.anterior.clave, a: ensayo.curp }}
        crumb={CRUMB}
      >
        <span>
          Lo propuso {nameOrAddress(data.propuestaPor)} el {formatDateTime(data.propuestaEn)}
        </span>
        {ensayo && <span>Vence el {formatDate(data.venceEn)}</span>}
      </CabezaDePar>
      {ensayo ? <Pendiente fusion={data} ensayo={ensayo} /> : <Atendida fusion={data} />}
    </>
  );
}

const ATENDIDA: Record<Exclude<Fusion['estado'], 'pendiente'>, string> = {
  confirmada: 'Los dos expedientes son ahora uno.',
  rechazada: 'Se rechazó: los dos expedientes siguen como estaban.',
  cancelada: 'La retiró quien la propuso: los dos expedientes siguen como estaban.',
  anulada:
    'Uno de los expedientes recibió su CURP de otra manera, y la propuesta dejó de proceder.',
  vencida:
    'Nadie la atendió a tiempo: los dos expedientes siguen como estaban. Puede proponerse de nuevo.',
};

function Atendida({ fusion: { estado, decidida } }: { fusion: Fusion }) {
  if (estado === 'pendiente') return null;
  return (
    <Notice tone="info" title="Ya se atendió">
      <p>{ATENDIDA[estado]}</p>
      {decidida?.motivo && <p>Motivo: {decidida.motivo}</p>}
      {decidida?.por && (
        <p>
          {nameOrAddress(decidida.por)}, {formatDateTime(decidida.en)}.
        </p>
      )}
    </Notice>
  );
}

type Props = { fusion: Fusion; ensayo: Ensayo };

function Pendiente({ fusion, ensayo }: Props) {
  const { anterior, actual } = ensayo;
  return (
    <div className={styles.fusion}>
      <Impide fusion={fusion} ensayo={ensayo} />
      {ensayo.avisos.length > 0 && (
        <Notice tone="warning" title="Revise la CURP">
          <Sentences of={ensayo.avisos} />
        </Notice>
      )}
      <Section title="Por qué se propuso">
        <p className={styles.motivo}>{fusion.motivo}</p>
        <p>
          Puede ver antes <Link to={personPath(anterior.clave)}>el expediente que se fusiona</Link>
          {actual && (
            <>
              {' '}
              y <Link to={personPath(actual.clave)}>el que queda</Link>
            </>
          )}
          .
        </p>
      </Section>
      <div className={styles.datos}>
        <Comparacion ensayo={ensayo} tomar={fusion.tomar} />
        <Differing ensayo={ensayo} tomar={fusion.tomar} />
        <Consecuencias ensayo={ensayo} />
      </div>
      {fusion.impide === 'propia' ? (
        <Retirar id={fusion.id} />
      ) : (
        fusion.impide !== 'suyo' && <Decision fusion={fusion} ensayo={ensayo} />
      )}
    </div>
  );
}

/** Why whoever looks cannot confirm it, and what they can do. */
function Impide({ fusion: { impide }, ensayo }: Props) {
  switch (impide) {
    case null:
      return null;
    case 'propia':
      return (
        <Notice tone="info" title="La propuso usted">
          <p>Debe confirmarla otra persona. Mientras tanto nada cambia.</p>
        </Notice>
      );
    case 'suyo':
      return <EsSuyo />;
    case 'cambio':
      return (
        <Notice tone="warning" title="Algo cambió desde que se propuso">
          <p>
            Lo que ve es lo de ahora, y no es lo que se comparó al proponerla. Rechácela y, si sigue
            siendo la misma persona, propóngala de nuevo desde su expediente.
          </p>
        </Notice>
      );
    case 'sin-proponente':
      return (
        <Notice tone="warning" title="Quien la propuso ya no puede hacerlo">
          <p>
            Ya no es del personal, o uno de los expedientes es suyo. Rechácela y, si procede,
            propóngala usted desde el expediente.
          </p>
        </Notice>
      );
    case 'impedido':
      return (
        <Notice tone="danger" title="No se puede por ahora">
          <Sentences of={ensayo.impedimentos} />
        </Notice>
      );
  }
}

function Retirar({ id }: { id: string }) {
  const cancel = useCancelFusion();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure();
  const form = useForm({
    initial: {},
    submit: () => cancel.mutateAsync({ id }),
    onSuccess: () => {
      close();
      notify.success('Retiró su propuesta. Los dos expedientes siguen como estaban.');
      void navigate(fusionesPath);
    },
  });
  return (
    <div className={styles.buttons}>
      <Button onClick={open}>Retirar mi propuesta</Button>
      {opened && (
        <FormDialog
          title="¿Retirar su propuesta?"
          form={form}
          submit="Retirarla"
          busy="Retirando…"
          onClose={close}
        >
          <p>Los dos expedientes siguen como estaban. Puede proponerla de nuevo cuando quiera.</p>
        </FormDialog>
      )}
    </div>
  );
}

function Decision({ fusion, ensayo }: Props) {
  const [confirming, confirm] = useDisclosure();
  const [rejecting, reject] = useDisclosure();
  return (
    <div className={styles.buttons}>
      <Button variant="primary" disabled={fusion.impide !== null} onClick={confirm.open}>
        Fusionar los expedientes
      </Button>
      <Button variant="secondary" onClick={reject.open}>
        Rechazar la propuesta
      </Button>
      {confirming && <ConfirmarDialog {...{ fusion, ensayo }} onClose={confirm.close} />}
      {rejecting && <RechazarDialog fusion={fusion} onClose={reject.close} />}
    </div>
  );
}

function ConfirmarDialog({ fusion, ensayo, onClose }: Props & { onClose: () => void }) {
  const decide = useDecideFusion();
  const navigate = useNavigate();
  const nombre = properName(ensayo.anterior.nombreCompleto);
  const form = useForm({
    initial: {},
    submit: () => decide.mutateAsync({ id: fusion.id, decision: 'confirmar' }),
    onSuccess: ({ clave }) => {
      onClose();
      notify.success('Los dos expedientes son ahora uno. La clave anterior lleva a él.');
      void navigate(clave === null ? fusionesPath : personPath(clave), { replace: true });
    },
  });
  return (
    <FormDialog
      title={`¿Fusionar los dos expedientes de ${nombre}?`}
      form={form}
      submit="Fusionar los expedientes"
      busy="Fusionando…"
      danger
      onClose={onClose}
    >
      <p>
        El expediente <Folio>{ensayo.anterior.clave}</Folio> pasa, con todo lo suyo, al expediente{' '}
        <Folio>{ensayo.curp}</Folio>.
      </p>
      <p>
        Si resulta que eran de dos personas, se pueden separar durante 30 días. Queda en el
        historial quién lo propuso y que usted lo confirmó.
      </p>
    </FormDialog>
  );
}

function RechazarDialog({ fusion, onClose }: { fusion: Fusion; onClose: () => void }) {
  const decide = useDecideFusion();
  const navigate = useNavigate();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < 5
          ? 'Escriba por qué, para que quien la propuso lo sepa.'
          : undefined,
    }),
    submit: ({ motivo }) => decide.mutateAsync({ id: fusion.id, decision: 'rechazar', motivo }),
    onSuccess: () => {
      onClose();
      notify.success('Rechazó la propuesta. Se le explicó por correo a quien la hizo.');
      void navigate(fusionesPath);
    },
  });
  return (
    <FormDialog
      title="Rechazar la propuesta"
      form={form}
      submit="Rechazar la propuesta"
      busy="Guardando…"
      keptAs={`fusion/${fusion.id}/rechazo`}
      onClose={onClose}
    >
      <p>Los dos expedientes siguen como estaban.</p>
      <TextAreaField
        {...form.field('motivo')}
        label="Por qué"
        hint="Lo lee quien la propuso y queda en el historial. Por ejemplo: la fecha de nacimiento es otra; son dos personas."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
