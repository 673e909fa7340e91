import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { lazyPart } from '../../../../../platform/web/feature.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, IconPlus, LinkButton } from '../../../../../platform/web/ui/index.ts';
import type { EdicionGuardada } from '../../../../cursos/ediciones/contract.ts';
import { convocatoriaPath } from '../../../routes.ts';
import { useConvocatoriaDe } from '../hooks.ts';
import styles from './convocatoria.module.css';
import { EstadoDeConvocatoria } from './estado.tsx';

const CrearDialog = lazyPart(() => import('./crear-dialog.tsx'), 'CrearDialog');

/** On the page of an edition: its call, or how to create it. */
export function ConvocatoriaDeEdicion({ edicion }: { edicion: EdicionGuardada }) {
  const query = useConvocatoriaDe(edicion.id);
  const navigate = useNavigate();
  const [creating, create] = useDisclosure();
  const { error, data } = query;
  if (query.isPending) return <Loading shape="form" />;
  if (data) {
    return (
      <div className={styles.botones}>
        <EstadoDeConvocatoria estado={data.estado} momento={data.momento} />
        <LinkButton to={convocatoriaPath(edicion.id)}>Ver convocatoria</LinkButton>
      </div>
    );
  }
  const none = error instanceof CallError && error.status === 'NOT_FOUND';
  if (!none) return <ErrorState error={error} retry={() => void query.refetch()} />;
  return (
    <>
      <p>Esta edición todavía no tiene convocatoria.</p>
      <Button icon={<IconPlus />} onClick={create.open}>
        Crear convocatoria
      </Button>
      {creating && (
        <Suspense>
          <CrearDialog
            edicionId={edicion.id}
            onClose={create.close}
            onCreated={(id) => void navigate(convocatoriaPath(id))}
          />
        </Suspense>
      )}
    </>
  );
}
