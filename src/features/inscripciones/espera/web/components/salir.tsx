import { useState } from 'react';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { Estado } from '../../../estados.ts';
import { useWithdrawInscripcion } from '../hooks.ts';

type Palabras = {
  boton: string;
  pregunta: string;
  consecuencia: string;
  /** What leaves all as it is. */
  queda: string;
  listo: string;
};

const INSCRITA: Palabras = {
  boton: 'Darme de baja',
  pregunta: '¿Darse de baja?',
  consecuencia:
    'Su lugar pasa de inmediato a quien siga en la lista de espera, o queda libre. Para volver tendría que inscribirse de nuevo, si hay lugar.',
  queda: 'No, conservar mi lugar',
  listo: 'Registramos su baja.',
};
const EN_ESPERA: Palabras = {
  boton: 'Salir de la lista',
  pregunta: '¿Salir de la lista de espera?',
  consecuencia: 'Perderá su lugar en la lista: si vuelve a inscribirse, se forma al final.',
  queda: 'No, seguir en la lista',
  listo: 'Salió de la lista de espera.',
};
const OFRECIDO: Palabras = {
  boton: 'Rechazar el lugar',
  pregunta: '¿Rechazar el lugar?',
  consecuencia:
    'El lugar pasa de inmediato a la siguiente persona, y usted sale de la lista de espera.',
  queda: 'No rechazarlo',
  listo: 'Rechazó el lugar y salió de la lista de espera.',
};
const EN_REVISION: Palabras = {
  boton: 'Retirar mi inscripción',
  pregunta: '¿Retirar su inscripción?',
  consecuencia:
    'Control Escolar dejará de revisarla. Si cambia de opinión, puede enviar otra mientras la inscripción siga abierta.',
  queda: 'No, conservarla',
  listo: 'Retiró su inscripción.',
};

const wordsOf = (estado: Estado, ofrecido: boolean): Palabras => {
  if (estado === 'inscrita') return INSCRITA;
  if (estado === 'enListaDeEspera') return ofrecido ? OFRECIDO : EN_ESPERA;
  return EN_REVISION;
};

/** Leaves what was sent, after asking. */
export function Salir({
  id,
  estado,
  ofrecido = false,
}: {
  id: string;
  estado: Estado;
  /** A seat is offered: leaving is declining it. */
  ofrecido?: boolean;
}) {
  // As it was when it was asked: what is shown does not change under the hand.
  const [palabras, setPalabras] = useState(() => wordsOf(estado, ofrecido));
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant={ofrecido ? 'secondary' : 'quiet'}
        flush={!ofrecido}
        onClick={() => {
          setPalabras(wordsOf(estado, ofrecido));
          open();
        }}
      >
        {wordsOf(estado, ofrecido).boton}
      </Button>
      {opened && <Preguntar id={id} palabras={palabras} onClose={close} />}
    </>
  );
}

function Preguntar({
  id,
  palabras,
  onClose,
}: {
  id: string;
  palabras: Palabras;
  onClose: () => void;
}) {
  const withdraw = useWithdrawInscripcion(() => {
    notify.success(palabras.listo);
    onClose();
  });
  const form = useForm({
    initial: { motivo: '' },
    submit: ({ motivo }) => withdraw.mutateAsync({ id, motivo }),
  });
  return (
    <FormDialog
      title={palabras.pregunta}
      form={form}
      submit={palabras.boton}
      busy="Registrando…"
      danger
      cancel={palabras.queda}
      keptAs={`inscripcion/${id}/salir`}
      onClose={onClose}
    >
      <p>{palabras.consecuencia}</p>
      <TextAreaField
        label="Motivo"
        {...form.field('motivo')}
        optional
        maxLength={500}
        rows={3}
        hint="Lo lee Control Escolar."
      />
    </FormDialog>
  );
}
