import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, LinkButton, Panel, Section } from '../../../../../platform/web/ui/index.ts';
import { dictamenesPath } from '../../../routes.ts';
import type { DictamenAbierto } from '../../dictamenes/contract.ts';
import { useAcceptAsignacion, useDeclareImpedimento } from '../hooks.ts';
import styles from './dictamen.module.css';

/** What is said before an application is opened: nothing keeps one from scoring it, or something does. */
export function Declaracion({
  abierto,
  onGo,
}: {
  abierto: DictamenAbierto;
  onGo: (id: string | null) => void;
}) {
  const accept = useAcceptAsignacion();
  const [declaring, declare] = useDisclosure();
  const { id, noSeDictamina, muestrasPendientes, etapa } = abierto;
  const folio = groupByFour(abierto.folio);
  if (noSeDictamina) return <Notice tone="warning" title={noSeDictamina} />;
  if (muestrasPendientes > 0) {
    return (
      <Notice
        tone="info"
        title={
          muestrasPendientes === 1
            ? 'Falta calificar 1 muestra de la etapa'
            : `Faltan ${muestrasPendientes} muestras de la etapa por calificar`
        }
        actions={
          <LinkButton variant="primary" to={`${dictamenesPath}?muestras=${etapa.id}`}>
            Calificar muestras
          </LinkButton>
        }
      >
        <p>Después podrá abrir sus solicitudes.</p>
      </Notice>
    );
  }
  const open = async () => {
    try {
      const { estado } = await accept.mutateAsync({ id });
      if (estado === 'anulada') {
        notify.success(`Hay un impedimento con ${folio}: pasó a otra persona.`);
        onGo(null);
      }
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <Section title="Declaración de impedimentos">
      <Panel className={styles.declaracion}>
        <p>Causas de impedimento con la persona aspirante:</p>
        <ul>
          <li>Parentesco, amistad o enemistad.</li>
          <li>El mismo órgano, ahora o en los últimos tres años.</li>
          <li>Ser quien la recomienda, la dirige o la asesora.</li>
          <li>Cualquier otra que comprometa su imparcialidad.</li>
        </ul>
        <p className={styles.quiet}>También podrá declararlo después de abrirla.</p>
        <div className={styles.actos}>
          <Button variant="primary" busy={accept.isPending} onClick={() => void open()}>
            No tengo impedimento
          </Button>
          <Button onClick={declare.open}>Declarar un impedimento…</Button>
        </div>
      </Panel>
      {declaring && <DeclararDialog id={id} folio={folio} onClose={declare.close} onGo={onGo} />}
    </Section>
  );
}

/** Declares a conflict: the application goes to somebody else. */
export function DeclararDialog({
  id,
  folio,
  onClose,
  onGo,
}: {
  id: string;
  folio: string;
  onClose: () => void;
  onGo: (id: string | null) => void;
}) {
  const declare = useDeclareImpedimento();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) =>
      motivo.trim().length < 5 ? { motivo: 'Diga en una frase cuál es el impedimento.' } : {},
    submit: ({ motivo }) => declare.mutateAsync({ id, motivo }),
    onSuccess: () => {
      notify.success(`Se registró el impedimento: ${folio} pasó a otra persona.`);
      onClose();
      onGo(null);
    },
  });
  return (
    <FormDialog
      title="Declarar un impedimento"
      form={form}
      submit="Declarar impedimento"
      busy="Registrando…"
      danger
      keptAs={`dictamen/${id}/impedimento`}
      onClose={onClose}
    >
      <p>La solicitud pasará a otra persona. Lo que haya escrito en el dictamen no contará.</p>
      <TextAreaField
        {...form.field('motivo')}
        label="Impedimento"
        hint="Lo lee el personal de la escuela."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
