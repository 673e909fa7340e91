import { useEffect, useRef, useState } from 'react';
import { Notice, notify } from '../../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, TextField, useForm } from '../../../../../../platform/web/form/index.ts';
import type { BulkSelection } from '../../../../../../platform/web/table/index.ts';
import { Button, formatNumber } from '../../../../../../platform/web/ui/index.ts';
import type { Filtros } from '../../../web/hooks.ts';
import { type Destinatarios, previewMensaje, useSendMensaje } from '../hooks.ts';
import styles from './mensajes.module.css';

type Vista = Awaited<ReturnType<typeof previewMensaje>>;
type Props = {
  plantillaId: string;
  selection: BulkSelection;
  /** What the list shows, for a selection of all of it. */
  filtros: Filtros;
  /** `sent`: it was asked for, so that the selection has served. */
  onClose: (sent: boolean) => void;
};

const cuantas = (n: number) => (n === 1 ? '1 inscripción' : `${formatNumber(n)} inscripciones`);
const mensajes = (n: number) => (n === 1 ? 'el mensaje' : `${formatNumber(n)} mensajes`);

const destinatariosDe = ({ plantillaId, selection, filtros }: Props): Destinatarios =>
  selection.mode === 'some'
    ? { plantillaId, ids: [...selection.ids] }
    : { filtros, excepto: [...selection.except] };

/** A message to some of those who sent an inscripción: written, seen as it will be read, and then sent. */
export function MensajeDialog(props: Props) {
  const { plantillaId, selection, onClose } = props;
  const send = useSendMensaje();
  // Sent again after a failure of the network, it is the same one.
  const [id] = useState(() => crypto.randomUUID());
  const [vista, setVista] = useState<Vista | null>(null);
  const sent = useRef(false);
  const a = destinatariosDe(props);
  const form = useForm({
    initial: { asunto: '', texto: '' },
    validate: ({ asunto, texto }) => ({
      asunto: asunto.trim().length < 3 ? 'Escriba el asunto.' : undefined,
      texto: texto.trim().length < 10 ? 'Escriba el mensaje.' : undefined,
    }),
    async submit(values) {
      if (vista) {
        await send({ id, a, ...values });
        sent.current = true;
      } else setVista(await previewMensaje({ a, ...values }));
    },
  });
  const asuntoId = form.field('asunto').id;
  const returning = useRef(false);
  useEffect(() => {
    if (vista === null && returning.current) document.getElementById(asuntoId)?.focus();
    returning.current = vista !== null;
  }, [vista, asuntoId]);
  // What was written stays on the device until it has been sent, also while it is only looked at.
  const kept = {
    ...form,
    dirty: form.values.asunto !== '' || form.values.texto !== '',
    submit: async () => {
      await form.submit();
      if (!sent.current) return false;
      onClose(true);
      notify.success('Se está enviando. Siga su avance en la bandeja de trabajos.');
      return true;
    },
  };
  return (
    <FormDialog
      title={
        selection.count === 1 && selection.names?.[0]
          ? `Escribirle a ${selection.names[0]}`
          : `Escribirles: ${cuantas(selection.count)}`
      }
      form={kept}
      submit={
        vista ? `Enviar ${mensajes(vista.destinatarios - vista.sinCuenta)}` : 'Ver cómo queda'
      }
      busy={vista ? 'Pidiéndolo…' : 'Preparando…'}
      keptAs={`plantilla/${plantillaId}/mensaje`}
      onClose={() => onClose(false)}
    >
      {vista ? (
        <Revisar vista={vista} asunto={form.values.asunto} onBack={() => setVista(null)} />
      ) : (
        <>
          <TextField label="Asunto" {...form.field('asunto')} maxLength={120} />
          <TextAreaField
            label="Mensaje"
            {...form.field('texto')}
            maxLength={5_000}
            rows={8}
            hint="Comienza con un saludo y el nombre de cada persona, y termina con la edición y un enlace a su inscripción. Deje una línea vacía entre párrafos."
          />
        </>
      )}
    </FormDialog>
  );
}

/** The letter as the first of them reads it, and to how many it goes. */
function Revisar({ vista, asunto, onBack }: { vista: Vista; asunto: string; onBack: () => void }) {
  const { destinatarios, sinCuenta, ejemplo } = vista;
  const region = useRef<HTMLElement>(null);
  // The fields are gone: what is read now is this, before the button that sends.
  useEffect(() => region.current?.focus(), []);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Vista previa del mensaje"
      className={styles.revisar}
    >
      <div className={styles.carta}>
        <p className={styles.asunto}>{asunto.trim()}</p>
        <p>{ejemplo.saludo}</p>
        {ejemplo.parrafos.map((parrafo, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
          <p key={i}>{parrafo}</p>
        ))}
        <p className={styles.nota}>
          Inscripción: {ejemplo.curso}, {ejemplo.edicion}, con sus fechas, su sede y un botón para
          verla.
        </p>
      </div>
      <Notice tone="warning" title="Se envía un mensaje por inscripción y no se puede deshacer">
        <p>
          Llega al correo de la cuenta y al de contacto que se dio para esa inscripción, si ya se
          confirmó. Quien tiene varias recibe uno por cada una. Queda en el historial.
        </p>
        {sinCuenta > 0 && (
          <p>
            De {cuantas(destinatarios)}, {formatNumber(sinCuenta)}{' '}
            {sinCuenta === 1
              ? 'es de quien no tiene cuenta en el portal: avísele'
              : 'son de quienes no tienen cuenta en el portal: avíseles'}{' '}
            por otro medio.
          </p>
        )}
      </Notice>
      <Button variant="quiet" onClick={onBack}>
        Volver a escribir
      </Button>
    </section>
  );
}
