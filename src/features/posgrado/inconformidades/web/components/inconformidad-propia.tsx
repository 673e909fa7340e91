import { useState } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, EstadoBadge, Folio, Section } from '../../../../../platform/web/ui/index.ts';
import { INCONFORMIDAD } from '../../../estados.ts';
import { RetirarTramite } from '../../../web/components/retirar-tramite.tsx';
import type { InconformidadPropia as Propia, Tramite } from '../../contract.ts';
import { faltaDe, SOBRE, type Sobre, TEXTO_INCONFORMIDAD } from '../../rules.ts';
import { useInconformidades, useSubmitInconformidad, useWithdrawInconformidad } from '../hooks.ts';
import styles from './inconformidad-propia.module.css';

type Que = { tramite: Tramite; tramiteId: string };

/** What may be contested of a form of one's own, and what was filed about it. Draws nothing while there is neither. */
export function InconformidadPropia({ tramite, tramiteId }: Que) {
  const { data } = useInconformidades(tramite, tramiteId);
  const [opened, { open, close }] = useDisclosure();
  if (!data || (data.materia === null && data.propias.length === 0)) return null;
  const { materia, propias } = data;
  // The newest one says the rest: it is studied, or was decided.
  const enCurso = propias[0] !== undefined && propias[0].estado !== 'retirada';
  return (
    <Section title="Inconformidad">
      {materia && (materia.porque === null || !enCurso) && (
        <div className={styles.materia}>
          <p>
            {SOBRE[materia.sobre]}
            {materia.etapa !== null && `: ${materia.etapa}`}.{' '}
            {materia.porque ??
              `Se presenta hasta el ${formatMomento(new Date(materia.presentar.venceEn))}: ${faltaDe(materia.presentar)}. La escuela responde en ${materia.dias.responder} días hábiles.`}
          </p>
          {materia.porque === null && <Button onClick={open}>Presentar inconformidad</Button>}
          {opened && <Presentar {...{ tramite, tramiteId, sobre: materia.sobre, close }} />}
        </div>
      )}
      {propias.map((una) => (
        <Una key={una.id} {...una} />
      ))}
    </Section>
  );
}

function Una({
  id,
  folio,
  sobre,
  etapa,
  estado,
  texto,
  presentadaEn,
  responder,
  resueltaEn,
  resolucion,
  consecuencia,
  seRetira,
}: Propia) {
  const withdraw = useWithdrawInconformidad();
  return (
    <article className={styles.una} aria-label={`Inconformidad ${folio}`}>
      <div className={styles.cabeza}>
        <Folio>{folio}</Folio>
        <EstadoBadge tone={INCONFORMIDAD.tono(estado)}>{INCONFORMIDAD.palabra(estado)}</EstadoBadge>
      </div>
      <p className={styles.quiet}>
        {SOBRE[sobre]}
        {etapa !== null && `: ${etapa}`} · Presentada el {formatMomento(new Date(presentadaEn))}
        {resueltaEn !== null && ` · Resuelta el ${formatMomento(new Date(resueltaEn))}`}
      </p>
      {responder && (
        <p>La escuela responde a más tardar el {formatMomento(new Date(responder.venceEn))}.</p>
      )}
      {resolucion !== null && <p className={styles.texto}>{resolucion}</p>}
      {consecuencia !== null && <p>{consecuencia}</p>}
      <details>
        <summary>Razones presentadas</summary>
        <p className={styles.texto}>{texto}</p>
      </details>
      {seRetira && (
        <div>
          <RetirarTramite
            boton="Retirar la inconformidad"
            pregunta="¿Retirar la inconformidad?"
            consecuencia="La escuela deja de estudiarla."
            conserva="Conservarla"
            submit={() => withdraw.mutateAsync({ id })}
          />
        </div>
      )}
    </article>
  );
}

function Presentar({ sobre, close, ...que }: Que & { sobre: Sobre; close: () => void }) {
  // Sent again after an answer that was lost, it is the same request.
  const [llave] = useState(() => crypto.randomUUID());
  const submit = useSubmitInconformidad();
  const form = useForm({
    initial: { texto: '' },
    validate: ({ texto }) =>
      texto.trim().length < TEXTO_INCONFORMIDAD.min
        ? { texto: `Escriba sus razones, de ${TEXTO_INCONFORMIDAD.min} caracteres como mínimo.` }
        : {},
    submit: ({ texto }) => submit.mutateAsync({ llave, ...que, sobre, texto }),
    onSuccess: () => {
      notify.success('Recibimos su inconformidad.');
      close();
    },
  });
  return (
    <FormDialog
      title="Presentar inconformidad"
      form={form}
      submit="Presentar"
      busy="Presentando…"
      keptAs={`inconformidad/${que.tramiteId}/${sobre}`}
      onClose={close}
    >
      <TextAreaField
        {...form.field('texto')}
        label="Razones"
        rows={8}
        maxLength={TEXTO_INCONFORMIDAD.max}
        hint={`De ${TEXTO_INCONFORMIDAD.min} a ${TEXTO_INCONFORMIDAD.max.toLocaleString('es-MX')} caracteres.`}
      />
    </FormDialog>
  );
}
