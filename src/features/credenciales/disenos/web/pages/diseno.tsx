import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { AutosaveStatus } from '../../../../../platform/web/autosave/index.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { EditorBar, EditorColumns } from '../../../../../platform/web/editor/editor-frame.tsx';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  EstadoBadge,
  formatDate,
  formatNumber,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { canWriteDisenos } from '../../../policy.ts';
import { disenoPath, disenosPath } from '../../../routes.ts';
import { tipoOf } from '../../../rules.ts';
import type { VersionAbierta } from '../../contract.ts';
import { VERSION_DISENO } from '../../estados.ts';
import { problemasDeDiseno } from '../../rules.ts';
import { type Editando, EstiloFields, PaginaFields, TextosFields } from '../components/campos.tsx';
import { DescartarDialog, PublicarDialog } from '../components/dialogos.tsx';
import styles from '../components/disenos.module.css';
import { FirmasFields, SelloFields } from '../components/firmas.tsx';
import { Muestra } from '../components/muestra.tsx';
import {
  type Borrador,
  useBorrador,
  useMuestra,
  useSinGuardar,
  useStartVersion,
  useVersionDiseno,
} from '../hooks.ts';

const CRUMB = { label: 'Diseños', to: disenosPath };

/** `/disenos/:versionId`: a version of a design; a draft is written there by whoever administers. */
export default function DisenoPage() {
  const { versionId = '' } = useParams();
  const { data, error, isPending, refetch } = useVersionDiseno(versionId);
  const found = useSinGuardar(versionId);
  const writes = canWriteDisenos(useUser());
  if (isPending || found === undefined) return <Loading shape="page" />;
  if (!data) {
    return (
      <>
        <PageHeading title="Diseño" breadcrumbs={[CRUMB]} />
        <ErrorState error={error} retry={() => void refetch()} />
      </>
    );
  }
  return data.version.estado === 'borrador' && writes ? (
    <Editor key={versionId} data={data} found={found?.valor ?? null} />
  ) : (
    <Publicada key={versionId} data={data} writes={writes} />
  );
}

function Titulo({ data: { diseno, version } }: { data: VersionAbierta }) {
  return (
    <PageHeading
      title={diseno.nombre}
      documentTitle={`${diseno.nombre}, versión ${version.numero}`}
      breadcrumbs={[CRUMB]}
      meta={
        <>
          <span>{tipoOf(diseno.tipo).plural}</span>
          <span>Versión {version.numero}</span>
          <EstadoBadge tone={VERSION_DISENO.tono(version.estado)}>
            {VERSION_DISENO.palabra(version.estado)}
          </EstadoBadge>
        </>
      }
    />
  );
}

const useMuestraDe = (data: VersionAbierta, definicion: VersionAbierta['definicion']) => {
  const [largo, setLargo] = useState(false);
  const [tries, setTries] = useState(0);
  const vista = useMuestra({ tipo: data.diseno.tipo, definicion, largo }, tries);
  return { vista, largo, onLargo: setLargo, onRetry: () => setTries(tries + 1) };
};

/** What does not change any more is seen, and another one begun from it. */
function Publicada({ data, writes }: { data: VersionAbierta; writes: boolean }) {
  const { version, diseno, definicion } = data;
  const navigate = useNavigate();
  const start = useStartVersion();
  const muestra = useMuestraDe(data, definicion);
  const borrador = diseno.versiones.find(({ estado }) => estado === 'borrador');
  const begin = async () => {
    const made = borrador ? { versionId: borrador.id } : await start({ versionId: version.id });
    navigate(disenoPath(made.versionId));
  };
  return (
    <>
      <Titulo data={data} />
      <div className={styles.sola}>
        <p>
          {version.publicadoEn && `Se publicó el ${formatDate(version.publicadoEn)}. `}
          {version.documentos === 0
            ? 'Todavía no lo lleva ningún documento.'
            : `Documentos que lo llevan: ${formatNumber(version.documentos)}.`}
        </p>
        {writes && version.estado !== 'borrador' && (
          <Button
            onClick={() => void begin().catch((error: unknown) => notify.error(messageOf(error)))}
          >
            {borrador ? 'Ir a su borrador' : 'Empezar otra versión a partir de esta'}
          </Button>
        )}
        <Muestra tipo={diseno.tipo} {...muestra} />
      </div>
    </>
  );
}

function Choque({ resolveWith }: Pick<Borrador, 'resolveWith'>) {
  return (
    <Notice
      title="Alguien más guardó este borrador"
      actions={
        <>
          <Button onClick={() => void resolveWith(false)}>Ver lo que guardó</Button>
          <Button variant="quiet" onClick={() => void resolveWith(true)}>
            Guardar lo mío
          </Button>
        </>
      }
    >
      <p>No se guarda nada más hasta que elija con cuál se queda.</p>
    </Notice>
  );
}

function Editor({
  data,
  found,
}: {
  data: VersionAbierta;
  found: Parameters<typeof useBorrador>[1];
}) {
  const { diseno, version } = data;
  const borrador = useBorrador(data, found);
  const { definicion, autosave, change } = borrador;
  const muestra = useMuestraDe(data, definicion);
  const [publishing, publish] = useDisclosure();
  const [discarding, discard] = useDisclosure();
  // What the design alone says is known while one types; what only the server knows, with the sample.
  const propios = problemasDeDiseno(diseno.tipo, definicion);
  const ajenos = muestra.vista.problemas.filter(({ donde }) => donde.startsWith('firmantes.'));
  const editando: Editando = {
    tipo: diseno.tipo,
    definicion,
    change,
    errorAt: (donde) => [...propios, ...ajenos].find((one) => one.donde === donde)?.mensaje,
  };
  const askToPublish = async () => {
    // What is published is what was saved last.
    await autosave.flush();
    if (propios.length === 0) publish.open();
    else notify.error(`Corrija lo señalado antes de publicarlo. ${propios[0]!.mensaje}`);
  };
  return (
    <>
      <Titulo data={data} />
      <EditorBar
        start={
          <AutosaveStatus noun="borrador" autosave={autosave} guardadoEn={version.actualizadoEn} />
        }
      >
        <Button variant="quiet" onClick={discard.open}>
          Descartar
        </Button>
        <Button variant="primary" onClick={() => void askToPublish()}>
          Publicar…
        </Button>
      </EditorBar>
      {borrador.choque && <Choque resolveWith={borrador.resolveWith} />}
      <EditorColumns wide follows first preview={<Muestra tipo={diseno.tipo} {...muestra} />}>
        <TextosFields {...editando} />
        <FirmasFields {...editando} />
        <SelloFields {...editando} />
        <EstiloFields {...editando} />
        <PaginaFields {...editando} />
      </EditorColumns>
      {publishing && (
        <PublicarDialog
          versionId={version.id}
          revision={borrador.revision}
          diseno={diseno}
          onClose={publish.close}
        />
      )}
      {discarding && (
        <DescartarDialog
          versionId={version.id}
          diseno={diseno}
          onDone={autosave.finish}
          onClose={discard.close}
        />
      )}
    </>
  );
}
