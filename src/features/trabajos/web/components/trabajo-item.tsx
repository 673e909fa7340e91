import { TRABAJO } from '../../../../platform/shared/trabajos.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import {
  Button,
  EstadoBadge,
  formatNumber,
  formatRelative,
  IconDownload,
  IconUndo,
  properName,
} from '../../../../platform/web/ui/index.ts';
import type { Trabajo } from '../../contract.ts';
import { exportacionUrl } from '../../routes.ts';
import { isLive, useCancelTrabajo, useHideTrabajos, useRetryTrabajo } from '../hooks.ts';
import styles from './bandeja.module.css';

const tell = (error: unknown) => notify.error(messageOf(error));

/** Where a job that waits is: turns go round the people. */
const espera = ({ lugar, propio }: Trabajo): string => {
  if (lugar === null) return 'Espera su turno';
  return `${propio ? 'Su lugar' : 'Lugar'} en la fila: ${formatNumber(lugar)}`;
};

/** How far a job is: a bar with its figures, or a moving one while nobody knows how much there is. */
export function Avance({ trabajo }: { trabajo: Trabajo }) {
  if (!isLive(trabajo)) return null;
  const { avance, total } = trabajo;
  const what = trabajo.mensaje ?? (trabajo.estado === 'enCola' ? espera(trabajo) : 'En curso');
  return (
    <div className={styles.progress}>
      <progress
        aria-label={trabajo.titulo}
        {...(total !== null && total > 0 && { value: avance, max: total })}
      />
      <span>
        {what}
        {total !== null && total > 0
          ? `: ${formatNumber(avance)} de ${formatNumber(total)}`
          : avance > 0 && `: ${formatNumber(avance)}`}
      </span>
    </div>
  );
}

/** What a job left to download. */
export function Descarga({ archivo }: { archivo: NonNullable<Trabajo['archivo']> }) {
  return (
    <a className={styles.download} href={exportacionUrl(archivo.id)} download={archivo.nombre}>
      <IconDownload />
      <span>
        Descargar <span className={styles.file}>{archivo.nombre}</span>
      </span>
    </a>
  );
}

/** One job of the tray, with what can be done about it. */
export function TrabajoItem({ trabajo, fresh }: { trabajo: Trabajo; fresh: boolean }) {
  const cancel = useCancelTrabajo();
  const retry = useRetryTrabajo();
  const hide = useHideTrabajos();
  const named = (action: string) => `${action}: ${trabajo.titulo}`;
  return (
    <li className={styles.item} data-fresh={fresh || undefined}>
      <div className={styles.head}>
        <strong className={styles.title}>{trabajo.titulo}</strong>
        <EstadoBadge tone={TRABAJO.tono(trabajo.estado)}>
          {TRABAJO.palabra(trabajo.estado)}
        </EstadoBadge>
      </div>
      {trabajo.quien && <small className={styles.who}>Lo pidió {properName(trabajo.quien)}</small>}
      <Avance trabajo={trabajo} />
      {!isLive(trabajo) && trabajo.mensaje && <p className={styles.message}>{trabajo.mensaje}</p>}
      {trabajo.archivo && <Descarga archivo={trabajo.archivo} />}
      <div className={styles.foot}>
        <small>{formatRelative(trabajo.terminadoEn ?? trabajo.creadoEn, new Date())}</small>
        {trabajo.puedeCancelar && (
          <Button
            size="small"
            variant="quiet"
            aria-label={named('Cancelar')}
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ id: trabajo.id }, { onError: tell })}
          >
            Cancelar
          </Button>
        )}
        {trabajo.puedeReintentar && (
          <Button
            size="small"
            variant="quiet"
            icon={<IconUndo />}
            aria-label={named('Reintentar')}
            busy={retry.isPending}
            onClick={() => retry.mutate({ id: trabajo.id }, { onError: tell })}
          >
            Reintentar
          </Button>
        )}
        {!isLive(trabajo) && trabajo.propio && (
          <Button
            size="small"
            variant="quiet"
            aria-label={named('Quitar')}
            busy={hide.isPending}
            onClick={() => hide.mutate({ ids: [trabajo.id] }, { onError: tell })}
          >
            Quitar
          </Button>
        )}
      </div>
    </li>
  );
}
