import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { mirror } from '../../../../../platform/web/mirror/mirror.ts';
import { useSessionControl } from '../../../../../platform/web/session/react.tsx';
import { Button, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { editVersionPath, plantillaPath, plantillasPath, versionPath } from '../../../routes.ts';
import type { VersionPlantilla } from '../../../versiones/contract.ts';
import {
  getPlantilla,
  getVersionPlantilla,
  useStartVersion,
} from '../../../versiones/web/hooks.ts';
import { isSaved } from '../../rules.ts';
import { type Cierre, type SinGuardar, sinGuardarKey, useSinGuardar } from '../hooks.ts';
import { Programada } from './programada.tsx';

const PORQUE = {
  publicada:
    'Se publicó, y lo que se publica no cambia: quienes se inscribieron con ella la conservan.',
  descartada: 'Otra persona descartó este borrador.',
} as const satisfies Record<Exclude<Cierre, 'programada'>, string>;

/** A draft in which nobody writes: for good, or until its publication is cancelled. */
export function YaNoSeEdita({ data, cierre }: { data: VersionPlantilla; cierre: Cierre }) {
  const { plantilla, version } = data;
  return (
    <>
      <PageHeading
        title={`Versión ${version.numero}`}
        breadcrumbs={[
          { label: 'Plantillas', to: plantillasPath },
          { label: plantilla.nombre, to: plantillaPath(plantilla.id) },
        ]}
      />
      {cierre === 'programada' ? (
        <Programada plantillaId={plantilla.id} versionId={version.id} />
      ) : (
        <Cerrada data={data} cierre={cierre} />
      )}
    </>
  );
}

/** What was written here and came too late goes on in another one. */
function Cerrada({
  data: { plantilla, version },
  cierre,
}: {
  data: VersionPlantilla;
  cierre: Exclude<Cierre, 'programada'>;
}) {
  const { found, forget } = useSinGuardar(version.id);
  const mine = found && !isSaved(found.valor) ? found.valor : null;
  const { busy, goOn } = useSeguirEnOtra({
    plantillaId: plantilla.id,
    versionId: version.id,
    cierre,
  });
  return (
    <Notice
      title="Esta versión ya no se edita"
      tone={mine ? 'warning' : 'info'}
      actions={
        <>
          {mine && (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => void goOn(mine).then((went) => went && forget())}
            >
              Seguir en otra versión con lo que escribí
            </Button>
          )}
          {cierre === 'publicada' && (
            <LinkButton
              to={versionPath(plantilla.id, version.id)}
              variant={mine ? 'secondary' : 'primary'}
            >
              Verla
            </LinkButton>
          )}
          {!mine && (
            <LinkButton to={plantillaPath(plantilla.id)}>
              {cierre === 'publicada' ? 'Empezar otra a partir de ella' : 'Ir a la plantilla'}
            </LinkButton>
          )}
        </>
      }
    >
      <p>{PORQUE[cierre]}</p>
      {mine && <p>Lo que usted escribía no alcanzó a guardarse en ella. Sigue en este equipo.</p>}
    </Notice>
  );
}

/** Takes what stands on this device to another draft: the one that there is, or one that begins from what is in force. */
const useSeguirEnOtra = ({
  plantillaId,
  versionId,
  cierre,
}: {
  plantillaId: string;
  versionId: string;
  cierre: Exclude<Cierre, 'programada'>;
}) => {
  const start = useStartVersion();
  const session = useSessionControl();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const openDraft = async (): Promise<string> => {
    const { versiones } = await getPlantilla({ id: plantillaId });
    const borrador = versiones.find(({ estado }) => estado === 'borrador');
    if (borrador) return borrador.id;
    const last = versiones.find(({ estado }) => estado === 'publicada') ?? versiones[0];
    const desde = cierre === 'publicada' ? versionId : (last?.id ?? null);
    return (await start.mutateAsync({ plantillaId, desde })).versionId;
  };
  /** Whether it stands in the other one now. */
  const goOn = async (mine: SinGuardar): Promise<boolean> => {
    const { user } = session.getState();
    if (!user) return false;
    setBusy(true);
    try {
      const other = await openDraft();
      // Of what was thrown away, all that stands here is this person's.
      const base =
        cierre === 'publicada'
          ? mine.base
          : (await getVersionPlantilla({ plantillaId, versionId: other })).definicion;
      mirror.keep(user, sinGuardarKey(other), { ...mine, base });
      navigate(editVersionPath(plantillaId, other));
      return true;
    } catch (error) {
      notify.error(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, goOn };
};
