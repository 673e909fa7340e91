import { useState } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Button, formatDateTime, formatNumber } from '../../../../platform/web/ui/index.ts';
import type * as contract from '../../contract.ts';
import { verifyHistorial } from '../hooks.ts';
import styles from './verificacion.module.css';

type State =
  | { at: 'idle' }
  | { at: 'busy' }
  | { at: 'done'; result: OutputOf<typeof contract.verifyHistorial> }
  | { at: 'failed'; message: string };

/** Checks that nobody removed, changed or moved a row: the button, and what it found. */
export const useVerificacion = () => {
  const [state, setState] = useState<State>({ at: 'idle' });
  const verify = async () => {
    setState({ at: 'busy' });
    try {
      setState({ at: 'done', result: await verifyHistorial(null) });
    } catch (error) {
      setState({ at: 'failed', message: messageOf(error) });
    }
  };
  const button = (
    <Button onClick={() => void verify()} disabled={state.at === 'busy'}>
      {state.at === 'busy' ? 'Comprobando…' : 'Comprobar integridad'}
    </Button>
  );
  const outcome = (
    <div aria-live="polite" className={styles.outcome}>
      {state.at === 'failed' && <Notice tone="danger">{state.message}</Notice>}
      {state.at === 'done' && state.result.integro && (
        <Notice tone="success">
          El historial está íntegro: {formatNumber(state.result.anotaciones)} anotaciones, ninguna
          falta ni cambió.
        </Notice>
      )}
      {state.at === 'done' && !state.result.integro && (
        <Notice tone="danger">
          El historial no está íntegro:
          <ul>
            {state.result.problemas.map((problema) => (
              <li key={problema}>{problema}</li>
            ))}
          </ul>
        </Notice>
      )}
      {state.at === 'done' && state.result.restauraciones.length > 0 && (
        <Notice tone="info" title="La base de datos se restauró de un respaldo">
          {state.result.restauraciones.map(({ respaldo, momento }) => (
            <p key={momento} className={styles.restauracion}>
              Restaurado de {respaldo} el {formatDateTime(momento)}. Lo que se hizo entre ese
              respaldo y ese momento no está.
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
  return { button, outcome };
};
