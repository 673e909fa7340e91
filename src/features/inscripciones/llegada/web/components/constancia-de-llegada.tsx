import { fechaDe, formatFecha, formatHora } from '../../../../../platform/shared/dates.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, properName } from '../../../../../platform/web/ui/index.ts';
import type { Inscripcion } from '../../../web/hooks.ts';
import styles from './constancia-de-llegada.module.css';

const milesimasDe = (date: Date): string => date.getUTCMilliseconds().toString().padStart(3, '0');

/** For whoever sent and found no seat: the instant at which it was received, to keep and to print. */
export function ConstanciaDeLlegada({
  llegada,
  curso,
  edicion,
}: Pick<Inscripcion, 'curso' | 'edicion'> & { llegada: string }) {
  const { displayName } = useUser();
  const recibida = new Date(llegada);
  return (
    <div className={styles.constancia}>
      <Notice
        tone="info"
        title="Constancia de llegada"
        actions={<Button onClick={() => window.print()}>Imprimir la constancia</Button>}
      >
        <p>
          El servidor recibió la inscripción de <strong>{properName(displayName)}</strong> a «
          {curso.nombre}», {edicion.nombre}, el{' '}
          <time dateTime={llegada}>
            <strong>
              {formatFecha(fechaDe(recibida))}, {formatHora(recibida, { seconds: true })} con{' '}
              {milesimasDe(recibida)} milésimas
            </strong>
          </time>{' '}
          (hora del centro de México). En ese instante ya no había lugares y no se registró.
        </p>
        <p>
          Queda anotado en la auditoría del portal, que nadie puede cambiar: quien administra el
          portal puede comprobarlo.
        </p>
      </Notice>
    </div>
  );
}
