import { useState } from 'react';
import { ErrorState } from '../../../../../platform/web/feedback/index.ts';
import { Button, DataList } from '../../../../../platform/web/ui/index.ts';
import { useSensibles } from '../hooks.ts';
import styles from './validacion.module.css';

/** The sensitive answers: shown when they are asked for, because that reading is recorded. */
export function Sensibles({ id, cuantas }: { id: string; cuantas: number }) {
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useSensibles(id, asked);
  if (data) {
    return data.secciones.map(({ titulo, respuestas }) => (
      <DataList
        key={titulo}
        items={respuestas.map(({ etiqueta, valor }) => ({ label: etiqueta, value: valor }))}
      />
    ));
  }
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.sensibles}>
      <p className={styles.quiet}>
        {cuantas === 1 ? '1 respuesta guardada aparte' : `${cuantas} respuestas guardadas aparte`}.
        Verlas queda en el historial.
      </p>
      <Button size="small" busy={isFetching} onClick={() => setAsked(true)}>
        Ver respuestas sensibles
      </Button>
    </div>
  );
}
