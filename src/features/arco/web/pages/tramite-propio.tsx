import { useParams } from 'react-router';
import { ErrorState, Loading, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, PageHeading } from '../../../../platform/web/ui/index.ts';
import { misDatosPath } from '../../copias/routes.ts';
import { TRAMITE_ARCO } from '../../estados.ts';
import { DERECHO } from '../../rules.ts';
import styles from '../components/arco.module.css';
import { FichaTramite } from '../components/ficha-tramite.tsx';
import { MetaTramite } from '../components/meta-tramite.tsx';
import { useTramite, useWithdrawTramite } from '../hooks.ts';

const CRUMBS = [{ label: 'Mis datos', to: misDatosPath }];

/** One's own request: what one prints as acknowledgement. */
export default function TramitePropioPage() {
  const { id = '' } = useParams();
  const found = useTramite(id);
  const [opened, { open, close }] = useDisclosure();
  if (found.isPending) return <Loading shape="page" />;
  if (found.isError) {
    return (
      <>
        <PageHeading title="Solicitud sobre sus datos" breadcrumbs={CRUMBS} />
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      </>
    );
  }
  const { tramite } = found.data;
  return (
    <>
      <PageHeading
        title={`Solicitud de ${DERECHO[tramite.derecho].nombre.toLowerCase()}`}
        breadcrumbs={CRUMBS}
        meta={<MetaTramite tramite={tramite} />}
      />
      <FichaTramite tramite={tramite} />
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => window.print()}>
          Imprimir el acuse
        </Button>
        {found.data.propio && TRAMITE_ARCO.can('retirar', tramite.estado) && (
          <Button variant="quiet" onClick={open}>
            Retirar la solicitud
          </Button>
        )}
      </div>
      {opened && <RetirarDialog id={tramite.id} onClose={close} />}
    </>
  );
}

function RetirarDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const withdraw = useWithdrawTramite();
  const form = useForm({
    initial: {},
    submit: () => withdraw.mutateAsync({ id }),
    onSuccess: () => {
      onClose();
      notify.success('Retiró su solicitud.');
    },
  });
  return (
    <FormDialog
      title="¿Retirar su solicitud?"
      form={form}
      submit="Retirarla"
      busy="Retirando…"
      onClose={onClose}
    >
      <p>Ya no se le responderá. Puede presentar otra cuando quiera.</p>
    </FormDialog>
  );
}
