import { useMemo, useState } from 'react';
import { Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { CheckboxField, TextAreaField, TextField } from '../../../../../platform/web/form/index.ts';
import { Restored } from '../../../../../platform/web/form/restored.tsx';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, IconUndo, Section } from '../../../../../platform/web/ui/index.ts';
import type { CursoDeRuta, RutaEditable, VersionDeRuta } from '../../../contract.ts';
import { type DefinicionRuta, type Nombres, revisarRuta } from '../../../rules.ts';
import { ArbolDeRuta } from '../../../web/components/arbol-de-ruta.tsx';
import { Mapa } from '../../../web/components/mapa.tsx';
import styles from '../../../web/components/ruta.module.css';
import { useEscritura, useSinGuardar } from '../hooks.ts';
import { Conflicto } from './conflicto.tsx';
import { DescartarDialog, PublicarDialog } from './dialogos.tsx';
import { Problemas } from './problemas.tsx';

/** The draft as it is written. */
export function Borrador({
  ruta,
  draft,
  nombres,
  onCurso,
}: {
  ruta: RutaEditable;
  draft: VersionDeRuta;
  nombres: Nombres;
  onCurso: (curso: CursoDeRuta) => void;
}) {
  const mirrored = useSinGuardar(ruta.id);
  if (mirrored.found === undefined) return <Loading shape="form" />;
  return <Editor {...{ ruta, draft, nombres, onCurso, mirrored }} />;
}

function Editor({
  ruta,
  draft,
  nombres,
  onCurso,
  mirrored,
}: Parameters<typeof Borrador>[0] & { mirrored: ReturnType<typeof useSinGuardar> }) {
  const made = useEscritura(ruta, draft, mirrored, onCurso);
  const { definicion, dirty } = made;
  const [said, setSaid] = useState('');
  const [marked, setMarked] = useState<string | null>(null);
  const [publishing, publish] = useDisclosure();
  const [discarding, discard] = useDisclosure();
  const problemas = useMemo(() => revisarRuta(definicion, nombres), [definicion, nombres]);
  const graves = problemas.filter(({ soloAlPublicar }) => !soloAlPublicar);
  const change = (next: DefinicionRuta, dicho = '') => {
    setSaid(dicho);
    made.change(next);
  };
  const put = (more: Partial<DefinicionRuta>) => change({ ...definicion, ...more });
  return (
    <Section
      title={`Borrador de la versión ${draft.numero}`}
      action={
        <div className={styles.botones}>
          <Button
            size="small"
            icon={<IconUndo />}
            aria-disabled={!made.canUndo || undefined}
            onClick={made.undo}
          >
            Deshacer
          </Button>
          <Button size="small" aria-disabled={!made.canRedo || undefined} onClick={made.redo}>
            Rehacer
          </Button>
          <Button size="small" variant="quiet" onClick={discard.open}>
            Descartar el borrador
          </Button>
          <Button
            size="small"
            aria-disabled={dirty || problemas.length > 0 || undefined}
            onClick={() => {
              if (dirty) notify.error('Guarde el borrador antes de publicarlo.');
              else if (problemas.length > 0) notify.error('Corrija lo señalado antes de publicar.');
              else publish.open();
            }}
          >
            Publicar
          </Button>
          <Button
            size="small"
            variant="primary"
            busy={made.saving}
            aria-disabled={graves.length > 0 || undefined}
            onClick={() => {
              if (graves.length > 0) notify.error('Corrija lo señalado: así no se puede guardar.');
              else made.save();
            }}
          >
            Guardar
          </Button>
        </div>
      }
    >
      <p className="sr-only" role="status">
        {said}
      </p>
      <div className={styles.editor}>
        <Restored en={made.recuperadoDe} />
        <Problemas problemas={problemas} />
        <div className={styles.datos}>
          <TextField
            label="Nombre"
            value={definicion.nombre}
            maxLength={160}
            onChange={(nombre) => put({ nombre })}
          />
          <TextAreaField
            label="Descripción"
            rows={3}
            maxLength={2_000}
            value={definicion.descripcion}
            onChange={(descripcion) => put({ descripcion })}
          />
          <TextField
            label="A quién se dirige"
            optional
            maxLength={300}
            value={definicion.dirigidaA}
            onChange={(dirigidaA) => put({ dirigidaA })}
          />
          <CheckboxField
            label="Las etapas van en orden: cada una se abre al completar las anteriores"
            value={definicion.enOrden}
            onChange={(enOrden) => put({ enOrden })}
          />
        </div>
        <h3>Etapas, grupos y cursos</h3>
        <ArbolDeRuta
          definicion={definicion}
          nombres={nombres}
          onChange={change}
          onCurso={onCurso}
        />
        {definicion.etapas.length > 0 && (
          <>
            <h3>Cómo se verá el mapa</h3>
            <Mapa
              definicion={definicion}
              avance={null}
              nombres={nombres}
              elegido={marked}
              onElegir={setMarked}
              titulo="Mapa de la ruta que se edita"
            />
          </>
        )}
      </div>
      <Conflicto made={made} nombres={nombres} />
      {publishing && (
        <PublicarDialog
          ruta={ruta}
          version={made.version}
          definicion={definicion}
          nombres={nombres}
          onClose={publish.close}
        />
      )}
      {discarding && (
        <DescartarDialog
          id={ruta.id}
          version={made.version}
          onDiscarded={made.forget}
          onClose={discard.close}
        />
      )}
    </Section>
  );
}
