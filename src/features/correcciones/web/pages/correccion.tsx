import { useNavigate, useParams } from 'react-router';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import {
  Button,
  EstadoBadge,
  Folio,
  formatDateTime,
  PageHeading,
  properName,
} from '../../../../platform/web/ui/index.ts';
import { Visor } from '../../../../platform/web/visor/index.ts';
import { archivoPath } from '../../../documentos/routes.ts';
import { personPath } from '../../../personas/routes.ts';
import type { Correccion } from '../../contract.ts';
import { CORRECCION } from '../../estados.ts';
import { correccionesPath } from '../../routes.ts';
import { CAMPOS, ETIQUETAS, MOTIVO_MAX, MOTIVO_MIN } from '../../rules.ts';
import styles from '../components/correccion.module.css';
import { useCorreccion, useDecideCorreccion } from '../hooks.ts';

const TITLE = 'Correcciones por revisar';

export default function CorreccionPage() {
  const { id = '' } = useParams();
  const correccion = useCorreccion(id);
  const crumbs = [{ label: TITLE, to: correccionesPath }];
  if (correccion.isPending) return <Loading shape="page" />;
  if (correccion.isError) {
    return (
      <>
        <PageHeading title="Corrección por revisar" breadcrumbs={crumbs} />
        <ErrorState error={correccion.error} retry={() => void correccion.refetch()} />
      </>
    );
  }
  const { data } = correccion;
  const nombre = properName(data.persona.nombreCompleto);
  return (
    <>
      <PageHeading
        title={nombre}
        documentTitle={`Corrección: ${nombre}`}
        lead="¿El documento dice lo que pide? Compárelo antes de decidir."
        breadcrumbs={crumbs}
        meta={
          <>
            <span>
              {data.actual.curp ? 'CURP' : 'Clave'} <Folio>{data.persona.clave}</Folio>
            </span>
            <span>La pidió el {formatDateTime(data.creadoEn)}</span>
          </>
        }
      />
      <div className={styles.sides}>
        <section aria-label="Documento que lo comprueba">
          <h2 className={styles.what}>{data.documento.tipo}</h2>
          <Visor
            src={archivoPath(data.documento.id)}
            contentType={data.documento.contentType}
            nombre={data.documento.tipo}
          />
        </section>
        <div className={styles.side}>
          <Comparacion correccion={data} />
          <div>
            <p className={styles.quiet}>Por qué lo pide</p>
            <p className={styles.reason}>{data.motivo}</p>
          </div>
          <Revision correccion={data} nombre={nombre} />
        </div>
      </div>
    </>
  );
}

function Comparacion({ correccion: { actual, cambios } }: { correccion: Correccion }) {
  return (
    <table className={styles.table}>
      <caption className="sr-only">Lo que dice el expediente y lo que pide que diga</caption>
      <thead>
        <tr>
          <th scope="col">Dato</th>
          <th scope="col">Dice</th>
          <th scope="col">Pide que diga</th>
        </tr>
      </thead>
      <tbody>
        {CAMPOS.map((campo) => (
          <tr key={campo}>
            <th scope="row">{ETIQUETAS[campo]}</th>
            <td>{actual[campo] || <span className={styles.quiet}>Sin dato</span>}</td>
            <td>
              {campo in cambios ? (
                <mark className={styles.changed}>{cambios[campo] || 'Sin dato'}</mark>
              ) : (
                <span className={styles.quiet}>Igual</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Revision({ correccion, nombre }: { correccion: Correccion; nombre: string }) {
  const { estado, decididoEn, nota, avisos, impedimentos, propia } = correccion;
  if (estado !== 'pendiente') {
    return (
      <Notice tone="info" title="Ya se atendió">
        <p>
          <EstadoBadge tone={CORRECCION.tono(estado)}>{CORRECCION.palabra(estado)}</EstadoBadge>{' '}
          {decididoEn && formatDateTime(decididoEn)}
        </p>
        {nota && <p>Motivo: {nota}</p>}
      </Notice>
    );
  }
  if (propia) {
    return (
      <Notice tone="info" title="Es de su propio expediente">
        <p>Nadie decide sobre su propio expediente: lo hará otra persona del personal.</p>
      </Notice>
    );
  }
  return (
    <>
      {correccion.cambioDesde && (
        <Notice tone="warning" title="El expediente cambió desde que lo pidió">
          <p>Lo que ve es lo que dice ahora. Compárelo con lo que pide.</p>
        </Notice>
      )}
      {avisos.length > 0 && (
        <Notice tone="warning" title="Revise antes de aprobar">
          <ul>
            {avisos.map((aviso) => (
              <li key={aviso}>{aviso}</li>
            ))}
          </ul>
        </Notice>
      )}
      {impedimentos.length > 0 && (
        <Notice tone="danger" title="No se puede aprobar por ahora">
          {impedimentos.map((impedimento) => (
            <p key={impedimento}>{impedimento}</p>
          ))}
        </Notice>
      )}
      <p className={styles.quiet}>
        Puede ver antes{' '}
        <Link to={personPath(correccion.persona.clave)}>el expediente completo</Link>.
      </p>
      <Decision correccion={correccion} nombre={nombre} />
    </>
  );
}

function Decision({ correccion, nombre }: { correccion: Correccion; nombre: string }) {
  const [approving, approve] = useDisclosure();
  const [rejecting, reject] = useDisclosure();
  return (
    <div className={styles.buttons}>
      <Button
        variant="primary"
        disabled={correccion.impedimentos.length > 0}
        onClick={approve.open}
      >
        Aprobar la corrección
      </Button>
      <Button onClick={reject.open}>Rechazarla</Button>
      {approving && <AprobarDialog {...{ correccion, nombre }} onClose={approve.close} />}
      {rejecting && <RechazarDialog id={correccion.id} onClose={reject.close} />}
    </div>
  );
}

function AprobarDialog({
  correccion: { id, actual, cambios },
  nombre,
  onClose,
}: {
  correccion: Correccion;
  nombre: string;
  onClose: () => void;
}) {
  const decide = useDecideCorreccion();
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    submit: () => decide.mutateAsync({ id, decision: 'aprobar', visto: actual }),
    onSuccess: () => {
      onClose();
      notify.success('Se corrigió el expediente, y se le avisó por correo a su titular.');
      void navigate(correccionesPath);
    },
  });
  return (
    <FormDialog
      title={`¿Corregir los datos de ${nombre}?`}
      form={form}
      submit="Corregirlos"
      busy="Corrigiendo…"
      onClose={onClose}
    >
      <p>El expediente dirá lo que pidió. Los acuses ya emitidos dicen lo que decían.</p>
      {cambios.curp && (
        <p>
          Su CURP será <Folio>{cambios.curp}</Folio>: la dirección anterior de su expediente llevará
          a la nueva, y se cerrarán sus sesiones.
        </p>
      )}
    </FormDialog>
  );
}

function RechazarDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const decide = useDecideCorreccion();
  const navigate = useNavigate();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < MOTIVO_MIN ? 'Escriba por qué, y qué puede hacer.' : undefined,
    }),
    submit: ({ motivo }) => decide.mutateAsync({ id, decision: 'rechazar', motivo }),
    onSuccess: () => {
      onClose();
      notify.success('Se rechazó la corrección. Se le explicó por correo a su titular.');
      void navigate(correccionesPath);
    },
  });
  return (
    <FormDialog
      title="Rechazar la corrección"
      form={form}
      submit="Rechazarla"
      busy="Guardando…"
      keptAs={`correccion/${id}/rechazo`}
      onClose={onClose}
    >
      <p>El expediente sigue como está.</p>
      <TextAreaField
        {...form.field('motivo')}
        label="Por qué"
        hint="Lo lee su titular. Por ejemplo: el acta que envió dice lo mismo que su expediente."
        maxLength={MOTIVO_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
