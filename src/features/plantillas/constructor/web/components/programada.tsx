import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, LinkButton } from '../../../../../platform/web/ui/index.ts';
import { versionPath } from '../../../routes.ts';
import type { VersionPlantilla } from '../../../versiones/contract.ts';
import { PublicarDialog } from '../../../versiones/web/components/actos.tsx';
import {
  useCancelPublicacion,
  usePlantillaNow,
  useVersionNow,
} from '../../../versiones/web/hooks.ts';
import { isSaved } from '../../rules.ts';
import { useSinGuardar } from '../hooks.ts';

/** A draft that waits for its date: when that is, and how it is cancelled or changed. Asked anew: somebody else may have. */
export function Programada({ plantillaId, versionId }: { plantillaId: string; versionId: string }) {
  const { data } = useVersionNow(plantillaId, versionId);
  return data?.version.publicarEn ? <Espera data={data} en={data.version.publicarEn} /> : null;
}

function Espera({ data, en }: { data: VersionPlantilla; en: string }) {
  const { plantilla, version } = data;
  const { found } = useSinGuardar(version.id);
  const cancelPublicacion = useCancelPublicacion();
  const [changing, change] = useDisclosure();
  const impiden = data.problemas.filter(({ gravedad }) => gravedad === 'impide');
  const cancel = () =>
    cancelPublicacion.mutate(
      { versionId: version.id },
      {
        onSuccess: () => notify.success('Se canceló su publicación: puede editarse de nuevo.'),
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <Notice
      title={`Se publicará el ${formatMomento(new Date(en))}`}
      tone={impiden.length > 0 ? 'danger' : 'info'}
      actions={
        <>
          <Button variant="primary" busy={cancelPublicacion.isPending} onClick={cancel}>
            Cancelar su publicación y editarla
          </Button>
          <Button onClick={change.open}>Cambiar cuándo…</Button>
          <LinkButton to={versionPath(plantilla.id, version.id)}>Verla</LinkButton>
        </>
      }
    >
      <p>Mientras espera no se edita: lo que se publique es lo que se revisó.</p>
      {found && !isSaved(found.valor) && (
        <p>Lo que usted escribía no alcanzó a guardarse en ella. Sigue en este equipo.</p>
      )}
      {impiden.length > 0 && (
        <>
          <p>No podrá publicarse mientras siga así:</p>
          <ul>
            {impiden.map(({ donde, mensaje }) => (
              <li key={`${donde} ${mensaje}`}>{mensaje}</li>
            ))}
          </ul>
        </>
      )}
      {changing && <Cambiar data={data} onClose={change.close} />}
    </Notice>
  );
}

function Cambiar({ data, onClose }: { data: VersionPlantilla; onClose: () => void }) {
  const { data: plantilla } = usePlantillaNow(data.plantilla.id);
  return (
    <PublicarDialog
      plantillaId={data.plantilla.id}
      versionId={data.version.id}
      revision={data.revision}
      numero={data.version.numero}
      reemplaza={plantilla?.versiones.find(({ estado }) => estado === 'publicada')?.numero ?? null}
      problemas={data.problemas}
      onClose={onClose}
      onPublicada={onClose}
      onCambio={onClose}
    />
  );
}
