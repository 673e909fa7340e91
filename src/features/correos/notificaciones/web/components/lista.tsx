import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  formatDateTime,
  formatNumber,
  formatRelative,
} from '../../../../../platform/web/ui/index.ts';
import { resolvePropio } from '../../../../personas/routes.ts';
import type { Notificacion } from '../../contract.ts';
import { useLectura } from '../hooks.ts';
import styles from './lista.module.css';

/** Notifications, each leading to its place; opening one reads it. */
export function Lista({ filas, onGo }: { filas: readonly Notificacion[]; onGo?: () => void }) {
  const lectura = useLectura();
  const user = useUser();
  const read = (id: string) => lectura.mutate({ ids: [id] });
  return (
    <ul className={styles.list}>
      {filas.map(({ id, titulo, enlace, cuantas, creadoEn, leida }) => (
        <li key={id} className={styles.item} data-sin-leer={leida ? undefined : ''}>
          <p className={styles.title}>
            {!leida && <span className="sr-only">Sin leer: </span>}
            {enlace === null ? (
              titulo
            ) : (
              <Link
                to={resolvePropio(enlace, user)}
                onClick={() => {
                  if (!leida) read(id);
                  onGo?.();
                }}
              >
                {titulo}
              </Link>
            )}
            {cuantas > 1 && (
              <span className={styles.cuantas}> · {formatNumber(cuantas)} veces</span>
            )}
          </p>
          <div className={styles.meta}>
            <time dateTime={creadoEn} title={formatDateTime(creadoEn)}>
              {formatRelative(creadoEn, new Date())}
            </time>
            {!leida && (
              <Button size="small" variant="quiet" onClick={() => read(id)}>
                Marcar como leída<span className="sr-only">: {titulo}</span>
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
