import { useNavigate, useParams } from 'react-router';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  Button,
  formatDate,
  formatDateTime,
  nameOrAddress,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { Sentences } from '../../../clave/web/components/ensayo-curp.tsx';
import { CabezaDePar, EsSuyo, SinPar } from '../../../fusiones/web/components/par.tsx';
import { personPath } from '../../../routes.ts';
import type { FusionHecha } from '../../contract.ts';
import { fusionesHechasPath } from '../../routes.ts';
import styles from '../components/reunida.module.css';
import { useFusionHecha, useUndoFusionHecha } from '../hooks.ts';

const CRUMB = { label: 'Fusiones realizadas', to: fusionesHechasPath };

export default function HechaPage() {
  const { id = '' } = useParams();
  const reunida = useFusionHecha(id);
  const { data } = reunida;
  if (!data) return <SinPar query={reunida} crumb={CRUMB} />;
  return (
    <>
      <CabezaDePar
        nombreCompleto={data.actual.nombreCompleto}
        prefix="Fusionado"
        lead="Si no eran de la misma persona, se pueden separar."
        par={data.anterior && { de: data.anterior.clave, a: data.actual.clave }}
        crumb={CRUMB}
      >
        <span>
          Se fusionaron el {formatDateTime(data.hechaEn)}
          {data.hechaPor && `, ${nameOrAddress(data.hechaPor)}`}
        </span>
        {data.ensayo && <span>Se pueden separar hasta el {formatDate(data.venceEn)}</span>}
      </CabezaDePar>
      {data.ensayo ? (
        <Reversible reunida={data} ensayo={data.ensayo} />
      ) : (
        <Cerrada reunida={data} />
      )}
    </>
  );
}

function Cerrada({ reunida: { deshecha } }: { reunida: FusionHecha }) {
  if (!deshecha) {
    return (
      <Notice tone="info" title="Ya no se pueden separar">
        <p>Pasaron los 30 días en que se podía deshacer.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="Ya se separaron">
      <p>Motivo: {deshecha.motivo}</p>
      <p>
        {deshecha.por && `${nameOrAddress(deshecha.por)}, `}
        {formatDateTime(deshecha.en)}.
      </p>
    </Notice>
  );
}

type Props = { reunida: FusionHecha; ensayo: NonNullable<FusionHecha['ensayo']> };

function Reversible({ reunida, ensayo }: Props) {
  const [opened, { open, close }] = useDisclosure();
  const stopped = ensayo.impedimentos.length > 0;
  return (
    <div className={styles.page}>
      {reunida.esSuyo && <EsSuyo />}
      {stopped && (
        <Notice tone="danger" title="No se pueden separar por ahora">
          <Sentences of={ensayo.impedimentos} />
        </Notice>
      )}
      <Section title="Al separar se restaura">
        <Sentences of={ensayo.vuelven} />
      </Section>
      {ensayo.quedan.length > 0 && (
        <Section title="Se conserva">
          <Sentences of={ensayo.quedan} />
        </Section>
      )}
      <p>
        Puede ver antes <Link to={personPath(reunida.actual.clave)}>el expediente fusionado</Link>.
      </p>
      {!reunida.esSuyo && (
        <Button disabled={stopped} onClick={open}>
          Separar los expedientes
        </Button>
      )}
      {opened && <SepararDialog reunida={reunida} onClose={close} />}
    </div>
  );
}

function SepararDialog({ reunida, onClose }: { reunida: FusionHecha; onClose: () => void }) {
  const undo = useUndoFusionHecha();
  const navigate = useNavigate();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < 5 ? 'Escriba cómo supo que son dos personas.' : undefined,
    }),
    submit: ({ motivo }) => undo.mutateAsync({ id: reunida.id, motivo }),
    onSuccess: ({ clave }) => {
      onClose();
      notify.success('Los expedientes se separaron: cada uno tiene lo que era suyo.');
      void navigate(personPath(clave), { replace: true });
    },
  });
  return (
    <FormDialog
      title="¿Separar los expedientes?"
      form={form}
      submit="Separar los expedientes"
      busy="Separando…"
      keptAs={`reversion/${reunida.id}/motivo`}
      danger
      onClose={onClose}
    >
      <p>Cada uno vuelve a tener lo que era suyo antes de fusionarlos.</p>
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        hint="Queda en el historial y la persona puede leerlo. Por ejemplo: son homónimos; se comprobó con sus actas."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
