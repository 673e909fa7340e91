import { useState } from 'react';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { RadioGroupField, TextField } from '../../../../platform/web/form/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import { tellFailure, useRateConversacion } from '../hooks.ts';
import styles from './soporte.module.css';

/** A short question once a conversation is resolved. */
export function Valorar({ id }: { id: string }) {
  const [valor, setValor] = useState<string>('');
  const [comentario, setComentario] = useState('');
  const rate = useRateConversacion();
  return (
    <form
      className={styles.valorar}
      onSubmit={(event) => {
        event.preventDefault();
        if (valor === '') return;
        void rate
          .mutateAsync({ id, valor: valor as 'si' | 'enParte' | 'no', comentario })
          .then(() => notify.success('Gracias por su respuesta.'), tellFailure);
      }}
    >
      <RadioGroupField
        inline
        label="¿Se resolvió su asunto?"
        value={valor}
        onChange={setValor}
        options={[
          { value: 'si', label: 'Sí' },
          { value: 'enParte', label: 'En parte' },
          { value: 'no', label: 'No' },
        ]}
      />
      <TextField
        label="Comentario"
        optional
        value={comentario}
        onChange={setComentario}
        maxLength={300}
      />
      <p>
        <Button type="submit" busy={rate.isPending}>
          Enviar valoración
        </Button>
      </p>
    </form>
  );
}
