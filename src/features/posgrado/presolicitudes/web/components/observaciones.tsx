import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import {
  Form,
  SubmitButton,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import { OBSERVACION } from '../../../estados.ts';
import styles from '../../../web/components/posgrado.module.css';
import type { ObservacionPropia } from '../../contract.ts';
import { useAnswerObservacion } from '../hooks.ts';

/** The observations of the present round, answered one by one before the corrections are sent again. */
export function Observaciones({
  observaciones,
  venceEn,
}: {
  observaciones: readonly ObservacionPropia[];
  /** ISO 8601. */
  venceEn: string | null;
}) {
  const abiertas = observaciones.filter(({ abierta }) => abierta);
  if (abiertas.length === 0) return null;
  const faltan = abiertas.filter(({ estado }) => estado === 'pendiente').length;
  return (
    <section aria-labelledby="observaciones-titulo" id="observaciones" tabIndex={-1}>
      <h2 id="observaciones-titulo">Observaciones</h2>
      <Notice
        tone="warning"
        title={
          faltan === 0
            ? 'Respondió todas las observaciones: envíe sus correcciones'
            : faltan === 1
              ? 'Falta responder 1 observación'
              : `Faltan responder ${faltan} observaciones`
        }
      >
        {venceEn && <p>Plazo: hasta el {formatMomento(new Date(venceEn))}.</p>}
      </Notice>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ol role="list" className={styles.observaciones}>
        {abiertas.map((observacion) => (
          <li key={observacion.id}>
            <Observacion observacion={observacion} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Observacion({ observacion }: { observacion: ObservacionPropia }) {
  const { id, estado, titulo, texto, respuesta } = observacion;
  const answer = useAnswerObservacion();
  const form = useForm({
    initial: { respuesta: respuesta ?? '' },
    validate: (v) => ({
      ...(v.respuesta.trim() === '' && { respuesta: 'Escriba su respuesta.' }),
    }),
    submit: (v) => answer.mutateAsync({ id, respuesta: v.respuesta }),
    onSuccess: ({ pendientes }) =>
      notify.success(
        pendientes === 0
          ? 'Se guardó la respuesta. Ya puede enviar sus correcciones.'
          : `Se guardó la respuesta. Quedan ${pendientes} por responder.`,
      ),
  });
  return (
    <article className={styles.observacion} data-estado={estado}>
      <h3>
        {titulo}{' '}
        <EstadoBadge tone={OBSERVACION.tono(estado)}>{OBSERVACION.palabra(estado)}</EstadoBadge>
      </h3>
      <blockquote>{texto}</blockquote>
      <Form form={form} dense>
        <TextAreaField
          {...form.field('respuesta')}
          label={`Respuesta sobre «${titulo}»`}
          rows={3}
          maxLength={2000}
          hint="Corrija también el dato o el documento en el formulario."
        />
        <SubmitButton>
          {respuesta === null ? 'Guardar respuesta' : 'Cambiar respuesta'}
        </SubmitButton>
      </Form>
    </article>
  );
}
