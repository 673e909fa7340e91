import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, Section } from '../../../../../platform/web/ui/index.ts';
import type { CopiaDatos } from '../../../copias/contract.ts';
import styles from '../../../copias/web/components/copias.module.css';
import { FilaCopia } from '../../../copias/web/components/fila-copia.tsx';
import { TEXTO_MAX, TEXTO_MIN } from '../../../rules.ts';
import { useDescargaEntrega, useEntregas, useRequestEntrega, useSendEnlace } from '../hooks.ts';

/** The copy of all the data of whose request it is: having it made, and handing it over. */
export function Entregas({ id }: { id: string }) {
  const entregas = useEntregas(id);
  const request = useRequestEntrega();
  if (entregas.isPending) return <Loading shape="list" />;
  if (entregas.isError) {
    return <ErrorState error={entregas.error} retry={() => void entregas.refetch()} />;
  }
  const { copias, enCurso, correo } = entregas.data;
  return (
    <Section
      title="Copia de sus datos"
      lead="Para quien no tiene cuenta: un ZIP con todo lo que el portal guarda de esta persona. Dura 7 días."
    >
      <div className={styles.part}>
        <div role="status">
          {enCurso !== null && (
            <Notice tone="info" title="Se está preparando una copia">
              <p>En «Trabajos» ve cuánto falta.</p>
            </Notice>
          )}
        </div>
        {enCurso === null && (
          <Button
            disabled={request.isPending}
            onClick={() =>
              request.mutate({ id }, { onError: (error) => notify.error(messageOf(error)) })
            }
          >
            Preparar una copia
          </Button>
        )}
        {copias.length > 0 && (
          <ul className={styles.list} aria-label="Copias de esta solicitud">
            {copias.map((copia) => (
              <Copia key={copia.id} copia={copia} correo={correo} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function Copia({ copia, correo }: { copia: CopiaDatos; correo: string | null }) {
  const send = useSendEnlace();
  const [handing, hand] = useDisclosure();
  const mail = () =>
    send.mutate(
      { id: copia.id },
      {
        onSuccess: ({ correo: to }) => notify.success(`Se envió el enlace a ${to}.`),
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  return (
    <FilaCopia copia={copia}>
      <div className={styles.acts}>
        {correo !== null && (
          <Button onClick={mail} disabled={send.isPending}>
            Enviar el enlace por correo
          </Button>
        )}
        <Button onClick={hand.open}>Descargar para entregarla</Button>
      </div>
      {handing && <EntregarDialog id={copia.id} onClose={hand.close} />}
    </FilaCopia>
  );
}

function EntregarDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const download = useDescargaEntrega();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < TEXTO_MIN ? 'Escriba cómo se la entregará.' : undefined,
    }),
    submit: ({ motivo }) => download.mutateAsync({ id, motivo }),
    onSuccess: ({ url }) => {
      onClose();
      window.location.assign(url);
    },
  });
  return (
    <FormDialog
      title="Descargar la copia para entregarla"
      form={form}
      submit="Descargar"
      busy="Preparando…"
      keptAs={`arco/entrega/${id}`}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('motivo')}
        label="Cómo se la entregará, y a quién"
        hint="Queda en el historial y la persona puede leerlo."
        maxLength={TEXTO_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
