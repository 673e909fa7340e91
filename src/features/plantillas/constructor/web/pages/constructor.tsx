import { useId, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { EditorColumns } from '../../../../../platform/web/editor/editor-frame.tsx';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { TextAreaField } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  LinkButton,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { ERRORES } from '../../../errors.ts';
import { VERSION } from '../../../estados.ts';
import { plantillaPath, plantillasPath, reglasPath } from '../../../routes.ts';
import type { VersionPlantilla } from '../../../versiones/contract.ts';
import { DescartarDialog, PublicarDialog } from '../../../versiones/web/components/actos.tsx';
import { usePlantillaNow, useVersionNow } from '../../../versiones/web/hooks.ts';
import { AgregarSeccion } from '../components/agregar-seccion.tsx';
import { Barra } from '../components/barra.tsx';
import styles from '../components/constructor.module.css';
import { aperturaDeSeccion, Estructura, parteId } from '../components/estructura.tsx';
import { Problemas } from '../components/problemas.tsx';
import { VistaPrevia } from '../components/vista-previa.tsx';
import { YaNoSeEdita } from '../components/ya-no-se-edita.tsx';
import { type Construccion, useConstruccion, useSinGuardar, useUndoKeys } from '../hooks.ts';

const CRUMB = { label: 'Plantillas', to: plantillasPath };

/** `/plantillas/:plantillaId/versiones/:versionId/editar`: a draft is made. */
export default function ConstructorPage() {
  const { plantillaId = '', versionId = '' } = useParams();
  const version = useVersionNow(plantillaId, versionId);
  if (version.isPending) return <Loading shape="page" />;
  if (version.isError) {
    return (
      <>
        <PageHeading title="Editar el borrador" breadcrumbs={[CRUMB]} />
        <ErrorState error={version.error} retry={() => void version.refetch()} />
      </>
    );
  }
  if (version.data.version.estado !== 'borrador')
    return <YaNoSeEdita data={version.data} cierre="publicada" />;
  if (version.data.version.publicarEn)
    return <YaNoSeEdita data={version.data} cierre="programada" />;
  return <Hallado key={versionId} data={version.data} />;
}

/** With what stands on the device, looked for on each visit. */
function Hallado({ data }: { data: VersionPlantilla }) {
  const mirrored = useSinGuardar(data.version.id);
  if (mirrored.found === undefined) return <Loading shape="page" />;
  return <Editor data={data} mirrored={mirrored} />;
}

function Editor({
  data,
  mirrored,
}: {
  data: VersionPlantilla;
  mirrored: ReturnType<typeof useSinGuardar>;
}) {
  const { plantilla, version } = data;
  const made = useConstruccion(data, mirrored, 'formulario');
  const { definicion, usadas, problemas, change, autosave } = made;
  const prefijo = useId();
  const navigate = useNavigate();
  const [abierto, setAbierto] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [publishing, publish] = useDisclosure();
  const [discarding, discard] = useDisclosure();
  const impiden = problemas.filter(({ gravedad }) => gravedad === 'impide').length;
  useUndoKeys(made);
  if (made.cierre) return <YaNoSeEdita data={data} cierre={made.cierre} />;
  const askToPublish = async () => {
    // The server publishes the draft as it was saved last, on any screen.
    if (!(await made.fetchTheirs())) return;
    await autosave.flush();
    if (impiden === 0) publish.open();
    else notify.error('Todavía no puede publicarse: corrija antes lo que se señala.');
  };
  const open = (clave: string | null) => {
    setAbierto(clave);
    if (clave !== null) focusSoon(parteId(prefijo, clave));
  };
  const leave = () => {
    made.finish();
    navigate(plantillaPath(plantilla.id));
  };
  return (
    <>
      <PageHeading
        title={plantilla.nombre}
        documentTitle={`Editar ${plantilla.nombre}, versión ${version.numero}`}
        breadcrumbs={[CRUMB, { label: plantilla.nombre, to: plantillaPath(plantilla.id) }]}
        meta={
          <>
            <span>Versión {version.numero}</span>
            <EstadoBadge tone={VERSION.tono('borrador')}>{VERSION.palabra('borrador')}</EstadoBadge>
          </>
        }
      />
      <Barra made={made} guardadoEn={version.actualizadoEn} said={said}>
        <LinkButton to={reglasPath(plantilla.id, version.id)}>
          Reglas ({definicion.reglas.length})
        </LinkButton>
        <Button variant="primary" onClick={() => void askToPublish()}>
          Publicar…
        </Button>
      </Barra>
      <EditorColumns follows preview={<VistaPrevia definicion={definicion} />}>
        <Problemas
          problemas={problemas}
          definicion={definicion}
          reglas={reglasPath(plantilla.id, version.id)}
          onAbrir={open}
        />
        <Estructura
          {...{ definicion, usadas, change }}
          prefijo={prefijo}
          problemas={problemas}
          abierto={abierto}
          onAbrir={open}
          say={setSaid}
        />
        <AgregarSeccion
          {...{ usadas, change }}
          onAgregada={(clave) => open(aperturaDeSeccion(clave))}
        />
        <Mensajes made={made} />
        <div>
          <Button variant="quiet" flush onClick={discard.open}>
            Descartar este borrador…
          </Button>
        </div>
      </EditorColumns>
      {publishing && (
        <Publicar data={data} made={made} onClose={publish.close} onPublicada={leave} />
      )}
      {discarding && (
        <DescartarDialog
          versionId={version.id}
          numero={version.numero}
          onClose={discard.close}
          onDescartado={leave}
        />
      )}
    </>
  );
}

/** What has just been added takes the focus once it is there. */
const focusSoon = (id: string) =>
  requestAnimationFrame(() => {
    const target = document.getElementById(id);
    target?.focus();
    target?.scrollIntoView({ block: 'nearest' });
  });

function Publicar({
  data,
  made,
  onClose,
  onPublicada,
}: {
  data: VersionPlantilla;
  made: Construccion;
  onClose: () => void;
  onPublicada: () => void;
}) {
  const { data: plantilla } = usePlantillaNow(data.plantilla.id);
  const reemplaza = plantilla?.versiones.find(({ estado }) => estado === 'publicada')?.numero;
  return (
    <PublicarDialog
      plantillaId={data.plantilla.id}
      versionId={data.version.id}
      revision={made.revision}
      numero={data.version.numero}
      reemplaza={reemplaza ?? null}
      problemas={made.problemas}
      onClose={onClose}
      onPublicada={onPublicada}
      onCambio={(error) => {
        onClose();
        made.close(error);
        if (error.details?.code !== ERRORES.cambio.code) return;
        void made.fetchTheirs((quien) =>
          notify.error(
            `No se publicó: ${quien} guardó este borrador mientras usted lo revisaba. Vea sus cambios y publique de nuevo.`,
          ),
        );
      }}
    />
  );
}

function Mensajes({ made: { definicion, change } }: { made: Construccion }) {
  const set = (key: 'bienvenida' | 'confirmacion') => (text: string) =>
    change((was) => ({ ...was, mensajes: { ...was.mensajes, [key]: text || undefined } }), key);
  return (
    <section className={styles.seccion} aria-label="Mensajes">
      <div className={styles.propiedades}>
        <TextAreaField
          label="Mensaje de bienvenida"
          hint="Se lee arriba del formulario."
          optional
          value={definicion.mensajes?.bienvenida ?? ''}
          onChange={set('bienvenida')}
          maxLength={2000}
        />
        <TextAreaField
          label="Mensaje de confirmación"
          hint="Se lee al inscribirse, y va en el correo."
          optional
          value={definicion.mensajes?.confirmacion ?? ''}
          onChange={set('confirmacion')}
          maxLength={2000}
        />
      </div>
    </section>
  );
}
