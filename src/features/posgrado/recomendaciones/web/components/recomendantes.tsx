import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, EstadoBadge, Section } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { RECOMENDACION } from '../../../estados.ts';
import type { Recomendantes as Lista, Recomendante } from '../../contract.ts';
import {
  useRecomendantes,
  useRemoveRecomendante,
  useResendInvitacion,
  useSendInvitacion,
} from '../hooks.ts';
import { CorreoDialog } from './correo-dialog.tsx';
import { RecomendanteDialog } from './recomendante-dialog.tsx';
import styles from './recomendantes.module.css';

/**
 * The referees of one's own application, each with the state of their letter and what may be done. Draws nothing when the call asks for no
 * letters. `puedeEditar` false: it is only looked at.
 */
export function Recomendantes({
  solicitudId,
  puedeEditar = true,
}: {
  solicitudId: string;
  puedeEditar?: boolean;
}) {
  const { data, error, refetch } = useRecomendantes(solicitudId);
  const [adding, add] = useDisclosure();
  if (data && data.pide === 0 && data.recomendantes.length === 0) return null;
  return (
    <Section
      title="Cartas de recomendación"
      lead={data && describePlazo(data)}
      action={
        data?.puedeAgregar && puedeEditar ? (
          <Button size="small" onClick={add.open}>
            Agregar recomendante
          </Button>
        ) : undefined
      }
    >
      {!data &&
        (error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Loading shape="list" />
        ))}
      {data && <Contenido data={data} puedeEditar={puedeEditar} />}
      {adding && (
        <RecomendanteDialog
          solicitudId={solicitudId}
          enviada={data?.enviada ?? false}
          onClose={add.close}
        />
      )}
    </Section>
  );
}

/** How many the call asks for, and until when they are received. */
const describePlazo = ({ pide, venceEn }: Lista): string =>
  `${pide === 1 ? 'Se pide 1' : `Se piden ${pide}`} · se reciben hasta el ${formatMomento(new Date(venceEn))}`;

function Contenido({ data, puedeEditar }: { data: Lista; puedeEditar: boolean }) {
  const { recomendantes, cerrada, enviada, pide } = data;
  const perdidas = recomendantes.filter(({ puede }) => puede.reemplazar).length;
  return (
    <div className={styles.contenido}>
      {recomendantes.length === 0 && (
        <p className={styles.vacio}>
          {cerrada === null
            ? `Sin recomendantes. ${pide === 1 ? 'Agregue a 1 persona.' : `Agregue a ${pide} personas.`}`
            : 'Sin recomendantes.'}
        </p>
      )}
      {perdidas > 0 && puedeEditar && (
        <Notice
          tone="warning"
          title={perdidas === 1 ? '1 carta no se recibirá' : `${perdidas} cartas no se recibirán`}
        >
          <p>Por cada una puede proponer a otra persona, una sola vez.</p>
        </Notice>
      )}
      {recomendantes.length > 0 && (
        <RecordList>
          {recomendantes.map((one) => (
            <Fila key={one.id} recomendante={one} enviada={enviada} puedeEditar={puedeEditar} />
          ))}
        </RecordList>
      )}
      {!enviada && recomendantes.some(({ estado }) => estado === 'porInvitar') && (
        <p className={styles.nota}>
          Las invitaciones salen al enviar la solicitud, o antes si usted lo indica.
        </p>
      )}
    </div>
  );
}

function Fila({
  recomendante,
  enviada,
  puedeEditar,
}: {
  recomendante: Recomendante;
  enviada: boolean;
  puedeEditar: boolean;
}) {
  const { nombre, correo, institucion, relacion, estado, invitadaEn, reemplazaA } = recomendante;
  return (
    <RecordRow
      name={
        <span className={styles.cabeza}>
          <span>{nombre}</span>
          <EstadoBadge tone={RECOMENDACION.tono(estado)}>
            {RECOMENDACION.palabra(estado)}
          </EstadoBadge>
        </span>
      }
      note={
        <>
          {correo} · {institucion} · {relacion}
          {invitadaEn && (
            <>
              <br />
              Se le invitó el {formatMomento(new Date(invitadaEn))}
            </>
          )}
          {reemplazaA && (
            <>
              <br />
              En lugar de {reemplazaA}
            </>
          )}
        </>
      }
      actions={puedeEditar ? <Actos recomendante={recomendante} enviada={enviada} /> : undefined}
    />
  );
}

function Actos({ recomendante, enviada }: { recomendante: Recomendante; enviada: boolean }) {
  const { puede, id, nombre } = recomendante;
  const [inviting, invite] = useDisclosure();
  const [removing, remove] = useDisclosure();
  const [resending, resend] = useDisclosure();
  const [changing, change] = useDisclosure();
  const [replacing, replace] = useDisclosure();
  const de = <span className="sr-only"> a {nombre}</span>;
  return (
    <>
      {puede.invitar && (
        <Button size="small" onClick={invite.open}>
          Invitar ahora{de}
        </Button>
      )}
      {puede.reenviar && (
        <Button size="small" onClick={resend.open}>
          Reenviar{de}
        </Button>
      )}
      {puede.cambiarCorreo && (
        <Button size="small" variant="quiet" onClick={change.open}>
          Cambiar correo{de}
        </Button>
      )}
      {puede.quitar && (
        <Button size="small" variant="quiet" onClick={remove.open}>
          Quitar{de}
        </Button>
      )}
      {puede.reemplazar && (
        <Button size="small" onClick={replace.open}>
          Proponer a otra persona{de}
        </Button>
      )}
      {inviting && <Invitar recomendante={recomendante} onClose={invite.close} />}
      {resending && <Reenviar recomendante={recomendante} onClose={resend.close} />}
      {removing && <Quitar recomendante={recomendante} onClose={remove.close} />}
      {changing && <CorreoDialog recomendante={recomendante} onClose={change.close} />}
      {replacing && (
        <RecomendanteDialog enLugarDe={{ id, nombre }} enviada={enviada} onClose={replace.close} />
      )}
    </>
  );
}

type Props = { recomendante: Recomendante; onClose: () => void };

function Invitar({ recomendante: { id, nombre, correo }, onClose }: Props) {
  const send = useSendInvitacion();
  const form = useForm({
    initial: {},
    submit: () => send.mutateAsync({ id }),
    onSuccess: () => {
      notify.success(`Se invitó a ${nombre}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Invitar ahora"
      form={form}
      submit="Invitar"
      busy="Invitando…"
      onClose={onClose}
    >
      <p className={styles.texto}>
        {nombre} recibirá el enlace para escribir la carta en {correo}. Después ya no podrá quitarle
        de la lista.
      </p>
    </FormDialog>
  );
}

function Reenviar({ recomendante: { id, nombre, correo }, onClose }: Props) {
  const resend = useResendInvitacion();
  const form = useForm({
    initial: {},
    submit: () => resend.mutateAsync({ id }),
    onSuccess: () => {
      notify.success(`Se reenvió la invitación a ${nombre}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Reenviar la invitación"
      form={form}
      submit="Reenviar"
      busy="Enviando…"
      onClose={onClose}
    >
      <p className={styles.texto}>
        {nombre} recibirá otra vez el mismo enlace en {correo}.
      </p>
    </FormDialog>
  );
}

function Quitar({ recomendante: { id, nombre }, onClose }: Props) {
  const remove = useRemoveRecomendante();
  const form = useForm({
    initial: {},
    submit: () => remove.mutateAsync({ id }),
    onSuccess: () => {
      notify.success(`Se quitó a ${nombre}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Quitar recomendante"
      form={form}
      submit="Quitar"
      busy="Quitando…"
      danger
      onClose={onClose}
    >
      <p className={styles.texto}>
        {nombre} deja de estar en su solicitud. Todavía no se le ha invitado.
      </p>
    </FormDialog>
  );
}
