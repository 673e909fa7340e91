import { useState } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, EstadoBadge, Section } from '../../../../../platform/web/ui/index.ts';
import { INCONFORMIDAD } from '../../../estados.ts';
import { RetirarTramite } from '../../../web/components/retirar-tramite.tsx';
import type { InconformidadPropia as Propia, Tramite } from '../../contract.ts';
import { SOBRE, type Sobre, TEXTO_INCONFORMIDAD } from '../../rules.ts';
import { useInconformidades, useSubmitInconformidad, useWithdrawInconformidad } from '../hooks.ts';

type Que = { tramite: Tramite; tramiteId: string };

/** What may be contested of a form of one's own, and what was filed about it. Draws nothing while there is neither. */
export function InconformidadPropia({ tramite, tramiteId }: Que) {
  const { data } = useInconformidades(tramite, tramiteId);
  const [opened, { open, close }] = useDisclosure();
  if (!data || (data.materia === null && data.propias.length === 0)) return null;
  const { materia, propias } = data;
  return (
    <Section title="Inconformidad">
      {materia && (
        <>
          <p>
            {SOBRE[materia.sobre]}
            {materia.etapa !== null && `: ${materia.etapa}`}.{' '}
            {materia.porque ??
              `Se presenta hasta el ${formatMomento(new Date(materia.presentar.venceEn))}; la escuela responde en ${materia.dias.responder} días hábiles.`}
          </p>
          {materia.porque === null && <Button onClick={open}>Presentar inconformidad</Button>}
          {opened && <Presentar {...{ tramite, tramiteId, sobre: materia.sobre, close }} />}
        </>
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
  estado,
  presentadaEn,
  responder,
  resolucion,
  consecuencia,
  seRetira,
}: Propia) {
  const withdraw = useWithdrawInconformidad();
  return (
    <div>
      <p>
        <EstadoBadge tone={INCONFORMIDAD.tono(estado)}>{INCONFORMIDAD.palabra(estado)}</EstadoBadge>{' '}
        Folio {folio} · {SOBRE[sobre]}, {formatMomento(new Date(presentadaEn))}
      </p>
      {responder && (
        <p>La escuela responde a más tardar el {formatMomento(new Date(responder.venceEn))}.</p>
      )}
      {resolucion !== null && <p>{resolucion}</p>}
      {consecuencia !== null && <p>{consecuencia}</p>}
      {seRetira && (
        <RetirarTramite
          boton="Retirar la inconformidad"
          pregunta="¿Retirar la inconformidad?"
          consecuencia="La escuela deja de estudiarla."
          conserva="Conservarla"
          keptAs={`inconformidad/${id}/retirar`}
          submit={() => withdraw.mutateAsync({ id })}
        />
      )}
    </div>
  );
}

function Presentar({ sobre, close, ...que }: Que & { sobre: Sobre; close: () => void }) {
  // Sent again after an answer that was lost, it is the same request.
  const [llave] = useState(() => crypto.randomUUID());
  const submit = useSubmitInconformidad();
  const form = useForm({
    initial: { texto: '' },
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
