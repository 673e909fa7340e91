import { useState } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Button, formatDateTime, formatNumber } from '../../../../platform/web/ui/index.ts';
import type * as contract from '../../contract.ts';
import { verifyHistorial } from '../hooks.ts';
import styles from './verificacion.module.css';

type Resultado = OutputOf<typeof contract.verifyHistorial>;

type State =
  | { at: 'idle' }
  | { at: 'busy' }
  | { at: 'done'; result: Resultado }
  | { at: 'failed'; message: string };

/** How much was compared with what is kept outside the database, and since when that is so. */
const Anclas = ({ comparadas, desde, hasta }: Resultado['anclas']) => {
  // That there are none is a problem, told among them.
  if (desde === null || hasta === null) return null;
  const kept =
    comparadas === 1
      ? 'Se comparó 1 ancla guardada'
      : `Se compararon ${formatNumber(comparadas)} anclas guardadas`;
  const [first, last] = [formatDateTime(desde), formatDateTime(hasta)];
  return (
    <>
      {kept} fuera de la base
      {first === last ? ` el ${first}.` : `: la primera, el ${first}; la última, el ${last}.`}
    </>
  );
};

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
          El historial está íntegro: {formatNumber(state.result.anotaciones)}{' '}
          {state.result.anotaciones === 1 ? 'anotación' : 'anotaciones'}, ninguna falta ni cambió.{' '}
          <Anclas {...state.result.anclas} />
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
          <Anclas {...state.result.anclas} />
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
