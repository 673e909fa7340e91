import { useEffect, useRef, useState } from 'react';
import { lookUp } from '../../../../../platform/shared/look-up.ts';
import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { focusOn } from '../../../../../platform/web/focus/keeper.ts';
import { checkDate, DateField } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { classes } from '../../../../../platform/web/ui/classes.ts';
import {
  IconCheck,
  IconCross,
  IconDocuments,
  IconDownload,
} from '../../../../../platform/web/ui/icons.tsx';
import {
  Button,
  DataList,
  Folio,
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
  LinkButton,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { Visor } from '../../../../../platform/web/visor/index.ts';
import { nombreEntidad } from '../../../../personas/curp/rules.ts';
import { tabPath } from '../../../../personas/routes.ts';
import { DOCUMENTO } from '../../../estados.ts';
import { archivoPath, PESTANA } from '../../../routes.ts';
import type { DocumentoEnRevision } from '../../contract.ts';
import { RechazoDialog } from '../components/rechazo-dialog.tsx';
import styles from '../components/revision.module.css';
import { useRevision } from '../hooks.ts';

const SEXO = { H: 'Hombre', M: 'Mujer', X: 'No binario' } as const;
/** Where somebody writes, keys are letters. */
const WRITING = 'input, select, textarea, [contenteditable]';

const nombreDe = ({ persona }: DocumentoEnRevision): string =>
  properName([persona.nombre, persona.apellidoPaterno, persona.apellidoMaterno].join(' '));

export default function RevisionPage() {
  const revision = useRevision();
  const { turno, error } = revision;
  if (error) {
    return (
      <>
        <PageHeading title="Documentos por revisar" />
        <ErrorState error={error} retry={revision.retry} />
      </>
    );
  }
  if (!turno) return <Loading shape="page" />;
  const { documento, espera, motivos } = turno;
  return (
    <>
      <PageHeading
        title="Documentos por revisar"
        meta={
          <span role="status">
            {espera.cuantos === 0
              ? 'Ninguno espera'
              : `${formatNumber(espera.cuantos)} ${espera.cuantos === 1 ? 'espera' : 'esperan'}; el más antiguo, ${formatRelative(espera.desde!, new Date())}`}
          </span>
        }
      />
      {documento ? (
        <Documento key={documento.id} {...{ documento, motivos, revision }} />
      ) : (
        <Nada {...{ revision, cuantos: espera.cuantos }} />
      )}
    </>
  );
}

type Revision = ReturnType<typeof useRevision>;

function Nada({ revision, cuantos }: { revision: Revision; cuantos: number }) {
  const { saltados, volverASaltados, retry, ultimo, deshacer } = revision;
  const undo = ultimo && <Button onClick={() => void deshacer()}>Deshacer: {ultimo.dicho}</Button>;
  if (saltados.length > 0) {
    return (
      <EmptyState
        title="Llegó al final"
        icon={IconDocuments}
        action={
          <>
            <Button variant="primary" onClick={() => void volverASaltados()}>
              Volver a los que saltó
            </Button>
            {undo}
          </>
        }
      >
        Saltó {saltados.length === 1 ? 'un documento' : `${saltados.length} documentos`}, que siguen
        esperando.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={cuantos === 0 ? 'No hay documentos por revisar' : 'No hay otro para usted'}
      icon={IconDocuments}
      action={
        <>
          <Button onClick={retry}>Buscar otra vez</Button>
          {undo}
        </>
      }
    >
      {cuantos === 0
        ? 'Aquí aparecerá lo que las personas envíen a su expediente.'
        : 'Los que esperan los está revisando alguien más, o son suyos: nadie revisa sus propios documentos.'}
    </EmptyState>
  );
}

function Documento({
  documento,
  motivos,
  revision,
}: {
  documento: DocumentoEnRevision;
  motivos: readonly { clave: string; nombre: string }[];
  revision: Revision;
}) {
  const { decidir, saltar, deshacer, ultimo, busy } = revision;
  const [venceEl, setVenceEl] = useState(documento.venceEl ?? '');
  const [problem, setProblem] = useState<string>();
  const [rechazando, { open, close }] = useDisclosure();
  const title = useRef<HTMLHeadingElement>(null);
  const nombre = nombreDe(documento);
  const { tipo } = documento;

  // The one before is gone, and with it what had the focus.
  useEffect(() => {
    if (title.current) focusOn(title.current, { preventScroll: true });
  }, []);

  const validar = () => {
    const wrong = venceEl === '' ? null : checkDate(venceEl, 'la vigencia');
    setProblem(wrong ?? undefined);
    if (wrong) return;
    void decidir(
      { id: documento.id, decision: 'validar', venceEl: venceEl || null },
      `validado, ${tipo.nombre} de ${nombre}`,
    );
  };
  const keys: Record<string, () => void> = {
    v: validar,
    r: open,
    s: () => void saltar(),
    d: () => void deshacer(),
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const busyElsewhere = document.querySelector('dialog[open]');
      if (event.repeat || busyElsewhere || (event.target as Element).closest(WRITING)) return;
      const act = lookUp(keys, event.key.toLowerCase());
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return (
    <div className={styles.sides}>
      <Visor
        src={archivoPath(documento.id)}
        contentType={documento.contentType}
        nombre={tipo.nombre}
      />
      <div className={styles.side}>
        <div className={styles.head}>
          <h2 ref={title} tabIndex={-1}>
            {tipo.nombre}
          </h2>
          <p className={styles.quiet}>
            {documento.version > 1 && `Versión ${documento.version}. `}Enviado el{' '}
            {formatDateTime(documento.creadoEn)}.
          </p>
          {tipo.nota && <p className={classes(styles.quiet, styles.note)}>{tipo.nota}</p>}
        </div>
        {documento.anterior && (
          <p className={styles.before}>
            La versión anterior:{' '}
            <strong>
              {DOCUMENTO.palabra(documento.anterior.estado).toLocaleLowerCase('es-MX')}
            </strong>{' '}
            el {formatDate(documento.anterior.decididoEn)}. {documento.anterior.motivo}{' '}
            {documento.anterior.nota}
          </p>
        )}
        <Datos documento={documento} nombre={nombre} />
        {documento.prueba.map(({ titulo, datos }) => (
          <section key={JSON.stringify(datos)} className={styles.proof}>
            <h3 className={styles.proves}>Comprueba: {titulo}</h3>
            <dl className={styles.proved}>
              {datos.map(({ etiqueta, valor }) => (
                <div key={etiqueta}>
                  <dt>{etiqueta}:</dt> <dd>{valor}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <DateField
          label="Vigente hasta"
          optional
          hint="El último día, si el documento lo dice. En blanco: no vence."
          value={venceEl}
          onChange={(value) => {
            setVenceEl(value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <div className={styles.acts}>
          <Button
            variant="primary"
            icon={<IconCheck />}
            busy={busy}
            aria-keyshortcuts="v"
            onClick={validar}
          >
            Validar <Tecla>V</Tecla>
          </Button>
          <Button
            icon={<IconCross />}
            aria-disabled={busy || undefined}
            aria-keyshortcuts="r"
            onClick={open}
          >
            Rechazar… <Tecla>R</Tecla>
          </Button>
          <Button
            variant="quiet"
            aria-disabled={busy || undefined}
            aria-keyshortcuts="s"
            onClick={() => void saltar()}
          >
            Saltar <Tecla>S</Tecla>
          </Button>
        </div>
        {ultimo && (
          <p className={styles.last}>
            <span>Lo último: {ultimo.dicho}.</span>{' '}
            <Button
              size="small"
              variant="quiet"
              aria-keyshortcuts="d"
              onClick={() => void deshacer()}
            >
              Deshacer <Tecla>D</Tecla>
            </Button>
          </p>
        )}
        <p className={styles.keys}>
          En la vista previa: <Tecla>←</Tecla> <Tecla>→</Tecla> página, <Tecla>+</Tecla>{' '}
          <Tecla>−</Tecla> <Tecla>0</Tecla> acercamiento, <Tecla>G</Tecla> girar.
        </p>
      </div>
      {rechazando && (
        <RechazoDialog
          titulo={`Rechazar: ${tipo.nombre}`}
          nombre={nombre}
          motivos={motivos}
          onClose={close}
          onReject={(motivo, nota) => {
            close();
            void decidir(
              { id: documento.id, decision: 'rechazar', motivo, nota },
              `rechazado, ${tipo.nombre} de ${nombre}`,
            );
          }}
        />
      )}
    </div>
  );
}

function Datos({ documento, nombre }: { documento: DocumentoEnRevision; nombre: string }) {
  const { persona, id } = documento;
  return (
    <section className={styles.data} aria-label="Datos del expediente">
      <p className={styles.who}>
        <Link to={tabPath(persona.clave, PESTANA)}>{nombre}</Link>
      </p>
      <DataList
        items={[
          { label: persona.curp ? 'CURP' : 'Clave', value: <Folio>{persona.clave}</Folio> },
          {
            label: 'Nacimiento',
            value: persona.fechaNacimiento && formatDate(persona.fechaNacimiento),
          },
          { label: 'Sexo', value: persona.sexo && SEXO[persona.sexo] },
          {
            label: 'Lugar de nacimiento',
            value: persona.entidadNacimiento && nombreEntidad(persona.entidadNacimiento),
          },
        ]}
      />
      <LinkButton
        to={archivoPath(id, { descargar: true })}
        reloadDocument
        size="small"
        variant="quiet"
        flush
        icon={<IconDownload />}
      >
        Descargar el archivo
      </LinkButton>
    </section>
  );
}

/** A key of the keyboard that does the same. */
const Tecla = ({ children }: { children: string }) => (
  <span className={styles.key} aria-hidden="true">
    {children}
  </span>
);
