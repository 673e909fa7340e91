import { ErrorState, Loading } from '../../../../../../platform/web/feedback/index.ts';
import {
  Dialog,
  formatDateTime,
  formatNumber,
  properName,
} from '../../../../../../platform/web/ui/index.ts';
import type { MensajeEnviado } from '../../contract.ts';
import { parrafosDe } from '../../rules.ts';
import { useMensajes } from '../hooks.ts';
import styles from './mensajes.module.css';

const sayHowFar = ({ destinatarios, enviados, sinCuenta }: MensajeEnviado): string =>
  [
    enviados === 1 ? 'Se envió 1 mensaje' : `Se enviaron ${formatNumber(enviados)} mensajes`,
    ...(sinCuenta > 0 ? [`${formatNumber(sinCuenta)} de quien no tiene cuenta`] : []),
    ...(enviados + sinCuenta < destinatarios
      ? [`${formatNumber(destinatarios - enviados - sinCuenta)} sin enviar`]
      : []),
  ].join('; ');

/** What was written, the newest first: when, by whom, to how many, and the whole text. */
export function Mensajes({ mensajes }: { mensajes: readonly MensajeEnviado[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.mensajes}>
      {mensajes.map((one) => (
        <li key={one.id}>
          <details>
            <summary>
              {one.asunto}, {formatDateTime(one.pedidoEn)}
            </summary>
            <div className={styles.mensaje}>
              <p className={styles.nota}>
                Lo envió {properName(one.pidio)}. {sayHowFar(one)}.
              </p>
              {parrafosDe(one.texto).map((parrafo, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
                <p key={i}>{parrafo}</p>
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** All that was written to those who sent something with a plantilla. */
export function MensajesEnviados({
  plantillaId,
  onClose,
}: {
  plantillaId: string;
  onClose: () => void;
}) {
  const { data, error, refetch } = useMensajes({ plantillaId });
  return (
    <Dialog opened onClose={onClose} title="Mensajes enviados" wide>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading shape="list" label="Cargando los mensajes…" />}
      {data?.mensajes.length === 0 && (
        <p>Todavía no se ha escrito a nadie. Elija en la lista a quiénes y use «Escribirles».</p>
      )}
      {data && <Mensajes mensajes={data.mensajes} />}
    </Dialog>
  );
}
