import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  EstadoBadge,
  formatNumber,
  IconPlus,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { canWriteDisenos } from '../../../policy.ts';
import { disenoPath } from '../../../routes.ts';
import { TIPOS, tipoOf } from '../../../rules.ts';
import type { DisenoResumido, VersionDiseno } from '../../contract.ts';
import { VERSION_DISENO } from '../../estados.ts';
import { NombreDialog, NuevoDialog, RetirarDialog } from '../components/dialogos.tsx';
import styles from '../components/disenos.module.css';
import { useDisenos, useSetPredeterminado, useStartVersion } from '../hooks.ts';

const documentosDe = (versiones: readonly VersionDiseno[]): string => {
  const n = versiones.reduce((sum, { documentos }) => sum + documentos, 0);
  if (n === 0) return 'Sin documentos';
  return n === 1 ? '1 documento' : `${formatNumber(n)} documentos`;
};

function Versiones({ versiones }: { versiones: readonly VersionDiseno[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.versiones}>
      {versiones.map(({ id, numero, estado }) => (
        <li key={id}>
          <Link to={disenoPath(id)}>Versión {numero}</Link>{' '}
          <EstadoBadge tone={VERSION_DISENO.tono(estado)}>
            {VERSION_DISENO.palabra(estado)}
          </EstadoBadge>
        </li>
      ))}
    </ul>
  );
}

type Abierto = { que: 'nombre' | 'retirar' | 'duplicar'; diseno: DisenoResumido };

/** What whoever administers does with a design. */
function Acciones({ diseno, onOpen }: { diseno: DisenoResumido; onOpen: (it: Abierto) => void }) {
  const { id, nombre, versiones, predeterminado } = diseno;
  const navigate = useNavigate();
  const start = useStartVersion();
  const choose = useSetPredeterminado();
  const publicada = versiones.find(({ estado }) => estado === 'publicada');
  const borrador = versiones.find(({ estado }) => estado === 'borrador');
  const act = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => notify.error(messageOf(error)));
  const de = <span className="sr-only"> de «{nombre}»</span>;
  return (
    <>
      {borrador ? (
        <Button size="small" onClick={() => navigate(disenoPath(borrador.id))}>
          Editar el borrador{de}
        </Button>
      ) : (
        <Button
          size="small"
          onClick={act(async () => {
            const made = await start({ versionId: (publicada ?? versiones[0]!).id });
            navigate(disenoPath(made.versionId));
          })}
        >
          Nueva versión{de}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => onOpen({ que: 'duplicar', diseno })}>
        Duplicar<span className="sr-only"> «{nombre}»</span>
      </Button>
      <Button size="small" variant="quiet" onClick={() => onOpen({ que: 'nombre', diseno })}>
        Cambiar el nombre{de}
      </Button>
      {publicada && !predeterminado && (
        <>
          <Button
            size="small"
            variant="quiet"
            onClick={act(async () => {
              await choose({ id });
              notify.success(`«${nombre}» es el predeterminado.`);
            })}
          >
            Hacer predeterminado<span className="sr-only"> «{nombre}»</span>
          </Button>
          <Button size="small" variant="quiet" onClick={() => onOpen({ que: 'retirar', diseno })}>
            Retirar<span className="sr-only"> «{nombre}»</span>
          </Button>
        </>
      )}
    </>
  );
}

/** `/disenos`: how the documents of each kind look. */
export default function DisenosPage() {
  const { data, error, isPending, refetch } = useDisenos();
  const writes = canWriteDisenos(useUser());
  const [creating, create] = useDisclosure();
  const [abierto, setAbierto] = useState<Abierto | null>(null);
  const close = () => setAbierto(null);
  if (isPending) return <Loading shape="page" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const { disenos } = data;
  return (
    <>
      <PageHeading
        title="Diseños"
        lead="Diseños de los documentos emitidos. Cada documento conserva el suyo."
        action={
          writes && (
            <Button variant="primary" icon={<IconPlus />} onClick={create.open}>
              Nuevo diseño
            </Button>
          )
        }
      />
      {TIPOS.map((tipo) => (
        <Section key={tipo} title={tipoOf(tipo).plural}>
          <RecordList>
            {disenos
              .filter((one) => one.tipo === tipo)
              .map((diseno) => (
                <RecordRow
                  key={diseno.id}
                  name={diseno.nombre}
                  note={
                    <>
                      {diseno.predeterminado && 'Predeterminado · '}
                      {documentosDe(diseno.versiones)}
                    </>
                  }
                  actions={writes && <Acciones diseno={diseno} onOpen={setAbierto} />}
                >
                  <Versiones versiones={diseno.versiones} />
                </RecordRow>
              ))}
          </RecordList>
        </Section>
      ))}
      {creating && <NuevoDialog disenos={disenos} onClose={create.close} />}
      {abierto?.que === 'duplicar' && (
        <NuevoDialog
          disenos={disenos}
          desde={{ ...abierto.diseno, versionId: abierto.diseno.versiones[0]!.id }}
          onClose={close}
        />
      )}
      {abierto?.que === 'nombre' && <NombreDialog diseno={abierto.diseno} onClose={close} />}
      {abierto?.que === 'retirar' && <RetirarDialog diseno={abierto.diseno} onClose={close} />}
    </>
  );
}
