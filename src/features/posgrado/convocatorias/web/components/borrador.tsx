import { EditorBar } from '../../../../../platform/web/editor/editor-frame.tsx';
import { Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { Restored } from '../../../../../platform/web/form/restored.tsx';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import { findProblemas } from '../../escritura/rules.ts';
import { describeCambios } from '../../modificaciones/rules.ts';
import { type Convocatoria, useEscritura, useSinGuardar } from '../hooks.ts';
import { BorrarDialog, ProponerDialog, PublicarDialog } from './actos.tsx';
import { Conflicto } from './conflicto.tsx';
import styles from './convocatoria.module.css';
import { Editor } from './editor.tsx';

type Mirror = ReturnType<typeof useSinGuardar>;

/** The draft of a call, as it is written. */
export function Borrador({ convocatoria }: { convocatoria: Convocatoria }) {
  const mirrored = useSinGuardar(convocatoria.id, 'borrador');
  if (mirrored.found === undefined) return <Loading shape="form" />;
  return <Escribir convocatoria={convocatoria} mirrored={mirrored} />;
}

function Escribir({ convocatoria, mirrored }: { convocatoria: Convocatoria; mirrored: Mirror }) {
  const made = useEscritura(convocatoria, mirrored);
  const [publishing, publish] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const { entorno } = convocatoria;
  const problemas = findProblemas(made.contenido, entorno);
  const faltan = problemas.some(({ gravedad }) => gravedad === 'impide');
  const save = async () => {
    if (await made.save()) notify.success('Se guardó el borrador.');
    else notify.error('No se guardó: corrija los campos señalados.');
  };
  return (
    <>
      <EditorBar start={<Estado dirty={made.dirty} />}>
        <Button variant="quiet" onClick={remove.open}>
          Borrar el borrador
        </Button>
        {canDecidePosgrado(useUser()) && (
          <Button
            aria-disabled={made.dirty || faltan || undefined}
            onClick={() => {
              if (made.dirty) notify.error('Guarde el borrador antes de publicarlo.');
              else if (faltan) notify.error('Complete los datos que faltan antes de publicar.');
              else publish.open();
            }}
          >
            Publicar
          </Button>
        )}
        <Button variant="primary" busy={made.saving} onClick={() => void save()}>
          Guardar
        </Button>
      </EditorBar>
      <Restored en={made.recuperado} />
      <Editor
        contenido={made.contenido}
        entorno={entorno}
        errores={made.errores}
        change={made.change}
        problemas={problemas}
        publicada={false}
        cerradas={[]}
        conDictamenes={[]}
      />
      <Conflicto escritura={made} entorno={entorno} />
      {publishing && (
        <PublicarDialog
          convocatoria={convocatoria}
          revision={made.revision}
          onClose={publish.close}
        />
      )}
      {deleting && (
        <BorrarDialog
          convocatoria={convocatoria}
          revision={made.revision}
          onDeleted={made.forget}
          onClose={remove.close}
        />
      )}
    </>
  );
}

/** A modification of a published call, as it is written: nothing of it is kept by the server until it is proposed. */
export function Modificar({
  convocatoria,
  onEnd,
}: {
  convocatoria: Convocatoria;
  onEnd: () => void;
}) {
  const mirrored = useSinGuardar(convocatoria.id, 'modificacion');
  if (mirrored.found === undefined) return <Loading shape="form" />;
  return <Proponer {...{ convocatoria, mirrored, onEnd }} />;
}

function Proponer({
  convocatoria,
  mirrored,
  onEnd,
}: {
  convocatoria: Convocatoria;
  mirrored: Mirror;
  onEnd: () => void;
}) {
  const made = useEscritura(convocatoria, mirrored);
  const [proposing, propose] = useDisclosure();
  const { entorno, contenido, cerradas, conDictamenes } = convocatoria;
  const cambios = describeCambios(contenido, made.contenido, entorno);
  const places = new Set(cambios.map(({ campo }) => campo.split('.').slice(0, 2).join('.')));
  const problemas = findProblemas(made.contenido, entorno).filter(
    ({ donde }) => donde === 'etapas' || places.has(donde.split('.').slice(0, 2).join('.')),
  );
  const end = () => {
    made.discard();
    onEnd();
  };
  return (
    <>
      <EditorBar start={<Estado dirty={made.dirty} />}>
        <Button variant="quiet" onClick={end}>
          Descartar la modificación
        </Button>
        <Button
          variant="primary"
          aria-disabled={cambios.length === 0 || undefined}
          onClick={() => {
            if (cambios.length === 0) notify.error('Todavía no cambia nada.');
            else if (made.check()) propose.open();
            else notify.error('Corrija los campos señalados.');
          }}
        >
          Proponer la modificación
        </Button>
      </EditorBar>
      <Restored en={made.recuperado} />
      <Editor
        contenido={made.contenido}
        entorno={entorno}
        errores={made.errores}
        change={made.change}
        problemas={problemas}
        publicada
        cerradas={cerradas}
        conDictamenes={conDictamenes}
      />
      <Conflicto escritura={made} entorno={entorno} />
      {proposing && (
        <ProponerDialog
          convocatoria={convocatoria}
          contenido={made.contenido}
          cambios={cambios}
          revision={made.revision}
          onRefused={made.refused}
          onDone={end}
          onClose={propose.close}
        />
      )}
    </>
  );
}

function Estado({ dirty }: { dirty: boolean }) {
  return (
    <span className={styles.quieto} role="status">
      {dirty ? 'Cambios sin guardar' : 'Sin cambios por guardar'}
    </span>
  );
}
