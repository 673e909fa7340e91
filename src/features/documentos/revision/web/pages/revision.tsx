import { useEffect, useRef, useState } from 'react';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { focusOn } from '../../../../../platform/web/focus/keeper.ts';
import { checkDate, DateField } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Espera,
  QueueActs,
  QueueEnd,
  TeclasDelVisor,
} from '../../../../../platform/web/queue/queue.tsx';
import { RejectDialog } from '../../../../../platform/web/queue/reject-dialog.tsx';
import { useKeys } from '../../../../../platform/web/queue/use-keys.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { classes } from '../../../../../platform/web/ui/classes.ts';
import {
  DataList,
  Folio,
  formatDate,
  formatDateTime,
  IconDownload,
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
import styles from '../components/revision.module.css';
import { useRevision } from '../hooks.ts';

const SEXO = { H: 'Hombre', M: 'Mujer', X: 'No binario' } as const;

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
      <PageHeading title="Documentos por revisar" meta={<Espera {...espera} />} />
      {documento ? (
        <Documento key={documento.id} {...{ documento, motivos, revision }} />
      ) : (
        <QueueEnd
          queue={revision}
          cuantos={espera.cuantos}
          uno={['un documento', 'documentos']}
          title="No hay documentos por revisar"
          none="Aquí aparecerá lo que las personas envíen a su expediente."
          others="Los que esperan los está revisando alguien más, o son suyos: nadie revisa sus propios documentos."
        />
      )}
    </>
  );
}

type Revision = ReturnType<typeof useRevision>;

function Documento({
  documento,
  motivos,
  revision,
}: {
  documento: DocumentoEnRevision;
  motivos: readonly { clave: string; nombre: string }[];
  revision: Revision;
}) {
  const { decidir, saltar, deshacer } = revision;
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
  useKeys({ v: validar, r: open, s: () => void saltar(), d: () => void deshacer() });

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
        <QueueActs
          queue={revision}
          yes={{ label: 'Validar', key: 'V', act: validar }}
          no={{ label: 'Rechazar…', act: open }}
        />
        <TeclasDelVisor />
      </div>
      {rechazando && (
        <RejectDialog
          titulo={`Rechazar: ${tipo.nombre}`}
          nombre={nombre}
          motivos={motivos}
          hint="Qué debe cambiar. Por ejemplo: falta el reverso, con los sellos."
          keptAs={`documento/${documento.id}/rechazo`}
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
