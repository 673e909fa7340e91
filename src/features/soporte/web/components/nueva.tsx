import { useState } from 'react';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import {
  Form,
  SubmitButton,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import { CONTEXTOS, type TipoContexto } from '../../contextos/rules.ts';
import { useContexto, useCreateConversacion } from '../hooks.ts';
import styles from './soporte.module.css';

const isContexto = (tipo: string | null): tipo is TipoContexto =>
  tipo !== null && lookUp(CONTEXTOS, tipo) !== undefined;

/** A new conversation; from a screen where somebody got stuck, what it is about is filled in. */
export function Nueva({
  sobre,
  id,
  onAbierta,
  onCancelar,
}: {
  sobre: string | null;
  id: string | null;
  onAbierta: (id: string) => void;
  onCancelar: () => void;
}) {
  return isContexto(sobre) && id ? (
    <ConContexto sobre={sobre} id={id} onAbierta={onAbierta} onCancelar={onCancelar} />
  ) : (
    <Formulario contexto={null} titulo={null} onAbierta={onAbierta} onCancelar={onCancelar} />
  );
}

function ConContexto({
  sobre,
  id,
  ...rest
}: {
  sobre: TipoContexto;
  id: string;
  onAbierta: (id: string) => void;
  onCancelar: () => void;
}) {
  const { data, isPending } = useContexto(sobre, id);
  if (isPending) return null;
  const contexto = data ? { tipo: sobre, id } : null;
  return <Formulario contexto={contexto} titulo={data?.contexto.titulo ?? null} {...rest} />;
}

function Formulario({
  contexto,
  titulo,
  onAbierta,
  onCancelar,
}: {
  contexto: { tipo: TipoContexto; id: string } | null;
  titulo: string | null;
  onAbierta: (id: string) => void;
  onCancelar: () => void;
}) {
  const create = useCreateConversacion();
  // Sent again, its answer lost, it is the same conversation.
  const [clienteId] = useState(() => crypto.randomUUID());
  const form = useForm({
    initial: { asunto: titulo ?? '', texto: '' },
    validate: (v) => ({
      ...(v.asunto.trim() === '' && { asunto: 'Escriba el asunto.' }),
      ...(v.texto.trim() === '' && { texto: 'Escriba su pregunta.' }),
    }),
    submit: (v) => create.mutateAsync({ ...v, contexto, clienteId }),
    onSuccess: ({ id }) => {
      notify.success('Se abrió la conversación.');
      onAbierta(id);
    },
  });
  return (
    <section className={styles.nueva} aria-labelledby="nueva-titulo">
      <h2 id="nueva-titulo">Pregunta a Control Escolar</h2>
      {titulo && <p className={styles.datos}>Sobre: {titulo}</p>}
      <Form form={form}>
        <TextField {...form.field('asunto')} label="Asunto" maxLength={120} />
        <TextAreaField {...form.field('texto')} label="Mensaje" rows={6} maxLength={4000} />
        <SubmitButton
          busyLabel="Enviando…"
          beside={
            <Button variant="quiet" onClick={onCancelar}>
              Cancelar
            </Button>
          }
        >
          Enviar
        </SubmitButton>
      </Form>
    </section>
  );
}
