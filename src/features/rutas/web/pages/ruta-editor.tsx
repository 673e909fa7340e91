import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  formatDate,
  formatNumber,
  IconUndo,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../platform/web/ui/index.ts';
import { holdUnsaved } from '../../../../platform/web/unsaved.ts';
import type { CursoDeRuta, RutaEditable, VersionDeRuta } from '../../contract.ts';
import { deshacer, type Edicion, hacer, rehacer } from '../../escritura/rules.ts';
import { VERSION_RUTA } from '../../estados.ts';
import { rutaPersonasPath, rutasEditorPath } from '../../routes.ts';
import {
  compararRutas,
  type DefinicionRuta,
  type Nombres,
  type Problema,
  revisarRuta,
} from '../../rules.ts';
import { ArbolDeRuta } from '../components/arbol-de-ruta.tsx';
import { Mapa } from '../components/mapa.tsx';
import styles from '../components/ruta.module.css';
import { useRutaChanges, useRutaEditable } from '../hooks.ts';

export default function RutaEditorPage() {
  const { idRuta = '' } = useParams();
  const ruta = useRutaEditable(idRuta);
  if (ruta.isPending) return <Loading shape="form" />;
  if (!ruta.data) return <ErrorState error={ruta.error} retry={() => void ruta.refetch()} />;
  return <Ruta key={ruta.dataUpdatedAt} ruta={ruta.data} />;
}

function Ruta({ ruta }: { ruta: RutaEditable }) {
  const draft = ruta.versiones.find(({ estado }) => estado === 'borrador');
  const inForce = ruta.versiones.find(({ estado }) => estado === 'publicada');
  const { open } = useRutaChanges();
  const [archiving, archive] = useDisclosure();
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(
    () => new Map(ruta.cursos.map(({ id, nombre }) => [id, nombre])),
  );
  const nombres = useMemo<Nombres>(
    () => (id) => known.get(id) ?? 'Curso que ya no existe',
    [known],
  );
  const begin = () =>
    open.mutate({ id: ruta.id }, { onError: (error) => notify.error(messageOf(error)) });
  return (
    <>
      <PageHeading
        title={ruta.versiones[0]?.definicion.nombre ?? ruta.clave}
        documentTitle="Editar una ruta formativa"
        breadcrumbs={[{ label: 'Editar rutas formativas', to: rutasEditorPath }]}
        meta={
          <span className={styles.quiet}>
            {ruta.clave}.{' '}
            {inForce ? `Se ofrece la versión ${inForce.numero}.` : 'No se ofrece a nadie nuevo.'}
          </span>
        }
        action={
          <>
            <LinkButton to={rutaPersonasPath(ruta.id)}>Quiénes están en ella</LinkButton>
            {inForce && <Button onClick={archive.open}>Dejar de ofrecerla</Button>}
            {!draft && (
              <Button variant="primary" busy={open.isPending} onClick={begin}>
                Comenzar una versión nueva
              </Button>
            )}
          </>
        }
      />
      {draft && ruta.version !== null && (
        <Editor
          ruta={ruta}
          draft={draft}
          version={ruta.version}
          nombres={nombres}
          onCurso={(curso) => setKnown((now) => new Map(now).set(curso.id, curso.nombre))}
        />
      )}
      <Versiones ruta={ruta} nombres={nombres} />
      {archiving && <ArchivarDialog id={ruta.id} onClose={archive.close} />}
    </>
  );
}

/** The draft as it is written, with what was done before and can be undone. */
function Editor({
  ruta,
  draft,
  version: first,
  nombres,
  onCurso,
}: {
  ruta: RutaEditable;
  draft: VersionDeRuta;
  version: number;
  nombres: Nombres;
  onCurso: (curso: CursoDeRuta) => void;
}) {
  const [edicion, setEdicion] = useState<Edicion<DefinicionRuta>>({
    antes: [],
    ahora: draft.definicion,
    despues: [],
  });
  const [saved, setSaved] = useState({ version: first, definicion: draft.definicion });
  const [said, setSaid] = useState('');
  const [marked, setMarked] = useState<string | null>(null);
  const [publishing, publish] = useDisclosure();
  const [discarding, discard] = useDisclosure();
  const { save } = useRutaChanges();
  const definicion = edicion.ahora;
  const dirty = definicion !== saved.definicion;
  const problemas = useMemo(() => revisarRuta(definicion, nombres), [definicion, nombres]);
  const graves = problemas.filter(({ soloAlPublicar }) => !soloAlPublicar);

  const unsaved = useRef(dirty);
  useEffect(() => {
    unsaved.current = dirty;
  });
  useEffect(() => holdUnsaved({ has: () => unsaved.current }), []);

  const change = (next: DefinicionRuta, dicho = '') => {
    setSaid(dicho);
    setEdicion((now) => hacer(now, next));
  };
  const put = (more: Partial<DefinicionRuta>) => change({ ...definicion, ...more });
  const send = () =>
    save.mutate(
      { id: ruta.id, version: saved.version, definicion },
      {
        onSuccess: ({ version }) => {
          setSaved({ version, definicion });
          notify.success('Se guardó el borrador. Nadie lo ve hasta que lo publique.');
        },
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <Section
      title={`Borrador de la versión ${draft.numero}`}
      action={
        <div className={styles.botones}>
          <Button
            size="small"
            icon={<IconUndo />}
            aria-disabled={edicion.antes.length === 0 || undefined}
            onClick={() => setEdicion(deshacer)}
          >
            Deshacer
          </Button>
          <Button
            size="small"
            aria-disabled={edicion.despues.length === 0 || undefined}
            onClick={() => setEdicion(rehacer)}
          >
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
            busy={save.isPending}
            aria-disabled={graves.length > 0 || undefined}
            onClick={() => {
              if (graves.length > 0) notify.error('Corrija lo señalado: así no se puede guardar.');
              else send();
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
        <Problemas problemas={problemas} />
        <div>
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
      {publishing && (
        <PublicarDialog
          ruta={ruta}
          version={saved.version}
          definicion={definicion}
          nombres={nombres}
          onClose={publish.close}
        />
      )}
      {discarding && (
        <DescartarDialog id={ruta.id} version={saved.version} onClose={discard.close} />
      )}
    </Section>
  );
}

/** What is wrong with the route as it is; a circle step by step. */
function Problemas({ problemas }: { problemas: readonly Problema[] }) {
  if (problemas.length === 0) return null;
  const grave = problemas.some(({ soloAlPublicar }) => !soloAlPublicar);
  return (
    <Notice
      tone={grave ? 'danger' : 'warning'}
      title={grave ? 'Así no se puede guardar' : 'Falta para publicarla'}
    >
      <ul className={styles.problemas}>
        {problemas.map(({ clave, donde, texto, pasos }) => (
          <li key={`${clave} ${donde} ${texto}`}>
            {texto}
            {pasos && (
              <ol>
                {pasos.map((paso) => (
                  <li key={paso}>{paso}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Diferencias({ diferencias }: { diferencias: readonly string[] }) {
  if (diferencias.length === 0) return <p>Las dos versiones dicen lo mismo.</p>;
  return (
    <ul className={styles.problemas}>
      {diferencias.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

function PublicarDialog({
  ruta,
  version,
  definicion,
  nombres,
  onClose,
}: {
  ruta: RutaEditable;
  version: number;
  definicion: DefinicionRuta;
  nombres: Nombres;
  onClose: () => void;
}) {
  const { publish } = useRutaChanges();
  const before = ruta.versiones.find(({ estado }) => estado !== 'borrador');
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) => ({
      nota: nota.trim().length < 3 ? 'Escriba qué cambia en esta versión.' : undefined,
    }),
    submit: ({ nota }) => publish.mutateAsync({ id: ruta.id, version, nota }),
    onSuccess: () => {
      onClose();
      notify.success('Se publicó. Quienes la habían comenzado conservan su versión.');
    },
  });
  return (
    <FormDialog
      title="Publicar esta versión"
      form={form}
      submit="Publicarla"
      busy="Publicando…"
      onClose={onClose}
    >
      <TextAreaField {...form.field('nota')} label="Qué cambia" rows={3} maxLength={500} />
      {before && (
        <>
          <p>Frente a la versión {before.numero}:</p>
          <Diferencias diferencias={compararRutas(before.definicion, definicion, nombres)} />
        </>
      )}
    </FormDialog>
  );
}

function DescartarDialog({
  id,
  version,
  onClose,
}: {
  id: string;
  version: number;
  onClose: () => void;
}) {
  const { discard } = useRutaChanges();
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    submit: () => discard.mutateAsync({ id, version }),
    onSuccess: () => {
      onClose();
      notify.success('Se descartó el borrador.');
      void navigate(rutasEditorPath);
    },
  });
  return (
    <FormDialog
      title="Descartar el borrador"
      form={form}
      submit="Descartarlo"
      danger
      onClose={onClose}
    >
      <p>
        Lo que se escribió en él se pierde. Lo publicado sigue como está; una ruta que nunca se
        publicó se borra.
      </p>
    </FormDialog>
  );
}

function ArchivarDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { archive } = useRutaChanges();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < 3 ? 'Escriba por qué deja de ofrecerse.' : undefined,
    }),
    submit: ({ motivo }) => archive.mutateAsync({ id, motivo }),
    onSuccess: () => {
      onClose();
      notify.success('Ya no se ofrece. Quienes la comenzaron pueden terminarla.');
    },
  });
  return (
    <FormDialog
      title="Dejar de ofrecer la ruta"
      form={form}
      submit="Dejar de ofrecerla"
      danger
      onClose={onClose}
    >
      <p>Nadie más la comenzará; quienes ya están en ella la conservan hasta terminarla.</p>
      <TextAreaField {...form.field('motivo')} label="Por qué" rows={3} maxLength={500} />
    </FormDialog>
  );
}

/** What each version said, and two of them compared. */
function Versiones({ ruta, nombres }: { ruta: RutaEditable; nombres: Nombres }) {
  const { versiones } = ruta;
  const [pair, setPair] = useState([versiones[1]?.id ?? '', versiones[0]?.id ?? '']);
  const [antes, despues] = pair.map((id) => versiones.find((one) => one.id === id));
  const options = versiones.map(({ id, numero, estado }) => ({
    value: id,
    label: `Versión ${numero} (${VERSION_RUTA.palabra(estado).toLowerCase()})`,
  }));
  return (
    <Section title="Versiones">
      <ul className={styles.list}>
        {versiones.map((one) => (
          <li key={one.id} className={styles.parte}>
            <p className={styles.linea}>
              <strong>Versión {one.numero}</strong>
              <EstadoBadge tone={VERSION_RUTA.tono(one.estado)}>
                {VERSION_RUTA.palabra(one.estado)}
              </EstadoBadge>
              <span className={styles.quiet}>
                {one.publicadaEn && `Publicada el ${formatDate(one.publicadaEn)}. `}
                {one.personas === 1 ? '1 persona' : `${formatNumber(one.personas)} personas`}
              </span>
            </p>
            {one.nota !== '' && <p>{one.nota}</p>}
          </li>
        ))}
      </ul>
      {versiones.length > 1 && antes && despues && (
        <>
          <h3>Comparar</h3>
          <div className={styles.search}>
            <SelectField
              label="De la"
              value={antes.id}
              empty={null}
              options={options}
              onChange={(id) => setPair([id, despues.id])}
            />
            <SelectField
              label="A la"
              value={despues.id}
              empty={null}
              options={options}
              onChange={(id) => setPair([antes.id, id])}
            />
          </div>
          <Diferencias diferencias={compararRutas(antes.definicion, despues.definicion, nombres)} />
        </>
      )}
    </Section>
  );
}
