import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Parte, ResultadoLote } from '../../shared/resultado-lote.ts';
import { messageOf } from '../callables/client.ts';
import { Notice } from '../feedback/notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { advanceBulk, changedOf, namesOf, type Progress, startBulk } from './bulk.ts';
import type { BulkSelection } from './selection.ts';
import styles from './table.module.css';

/** Names that a dialog lists; a table of hundreds of failures helps nobody. */
const LISTED = 50;

type Props<F> = {
  /** Says how many: «Deshabilitar 12 cuentas». */
  title: string;
  /** The button's verb. */
  submit: string;
  danger?: boolean;
  /** The way out, where the act itself is to cancel something (default: «Cancelar»). */
  cancel?: string;
  selection: BulkSelection;
  /** Search and filters of the table, as the callable takes them. */
  filtros: F;
  /** Does one part (a callable of `shared/lotes.ts`). */
  run: (parte: Parte<F>) => Promise<ResultadoLote>;
  /** «Se deshabilitaron 12 cuentas.» */
  done: (n: number) => string;
  /** «3 ya estaban deshabilitadas.» */
  unchanged: (n: number) => string;
  /** What the server calls a row, as people read it. */
  rowName?: (nombre: string) => string;
  /** After whatever was done: to ask for the list again. */
  onChanged: () => void;
  /** Asks to undo it of these: those of a choice that were changed, when all of them are known. */
  undo?: (ids: readonly string[]) => void;
  /** `through`: everything was gone through, so that the selection has served. */
  onClose: (through: boolean) => void;
  /** What is about to happen, and its consequences. */
  children: ReactNode;
};

/**
 * Asks before doing the same to many rows, does it part by part with its progress, can be stopped,
 * and tells which rows could not be done and why. Mount it only while it is open.
 */
export function BulkDialog<F>(props: Props<F>) {
  const { title, selection, onClose } = props;
  const bulk = useBulk(props);
  const { phase, at, error } = bulk;
  const body = useRef<HTMLElement>(null);
  const shown = useRef(phase);
  useEffect(() => {
    // The button that was pressed is gone with its phase: go on reading from the new one.
    if (shown.current !== phase) body.current?.focus();
    shown.current = phase;
  }, [phase]);
  const changed = changedOf(at, selection);
  const close = () => (phase === 'running' ? bulk.stop() : onClose(at.next === null));
  return (
    <Dialog
      opened
      title={title}
      onClose={close}
      // Once it runs, Esc stops it.
      dirty={phase === 'asking' ? undefined : false}
    >
      <section ref={body} tabIndex={-1} aria-label={title} className={styles.bulkBody}>
        {phase === 'asking' && (
          <>
            <p className={styles.bulkNames}>{namesOf(selection)}</p>
            {props.children}
          </>
        )}
        {phase === 'running' && (
          <div className={styles.bulkProgress}>
            <progress aria-label={title} value={at.vistas} max={selection.count} />
            <span role="status">
              {formatNumber(at.vistas)} de {formatNumber(selection.count)}
            </span>
          </div>
        )}
        {phase === 'ended' && <Outcome {...props} at={at} error={error} />}
      </section>
      <div className={styles.bulkButtons}>
        {phase === 'asking' && (
          <Button variant={props.danger ? 'danger' : 'primary'} onClick={() => void bulk.start()}>
            {props.submit}
          </Button>
        )}
        {phase === 'running' ? (
          <Button busy={bulk.stopping} onClick={bulk.stop}>
            {bulk.stopping ? 'Deteniendo…' : 'Detener'}
          </Button>
        ) : (
          <>
            {phase === 'ended' && at.next !== null && (
              <Button variant="primary" onClick={() => void bulk.start()}>
                Continuar
              </Button>
            )}
            {phase === 'ended' && props.undo && changed.length > 0 && (
              <Button onClick={() => props.undo?.(changed)}>Deshacer</Button>
            )}
            <Button variant={phase === 'asking' ? 'quiet' : 'secondary'} onClick={close}>
              {phase === 'asking' ? (props.cancel ?? 'Cancelar') : 'Cerrar'}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

const useBulk = <F,>({ selection, filtros, run, onChanged }: Props<F>) => {
  const [phase, setPhase] = useState<'asking' | 'running' | 'ended'>('asking');
  const [at, setAt] = useState(() => startBulk(selection, filtros));
  const [error, setError] = useState<string | null>(null);
  const [stopping, setStopping] = useState(false);
  const stopped = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return {
    phase,
    at,
    error,
    stopping,
    stop: () => {
      stopped.current = true;
      setStopping(true);
    },
    start: async () => {
      stopped.current = false;
      setStopping(false);
      setError(null);
      setPhase('running');
      let now: Progress<F> = at;
      try {
        while (now.next !== null && !stopped.current && !gone.current) {
          now = advanceBulk(now, selection, await run(now.next));
          setAt(now);
        }
      } catch (failure) {
        setError(messageOf(failure));
      }
      setPhase('ended');
      onChanged();
    },
  };
};

function Outcome<F>({
  at,
  error,
  selection,
  done,
  unchanged,
  rowName = (nombre) => nombre,
}: Props<F> & { at: Progress<F>; error: string | null }) {
  const { cambiadas, sinCambio, fallas } = at;
  const rest = Math.max(0, selection.count - at.vistas);
  const whole = at.next === null && fallas.length === 0;
  return (
    <div role="status" className={styles.bulkOutcome}>
      <Notice tone={error ? 'danger' : whole ? 'success' : 'warning'} title={done(cambiadas)}>
        {sinCambio > 0 && <p>{unchanged(sinCambio)}</p>}
        {error && <p>{error}</p>}
        {at.next !== null && rest > 0 && (
          <p>{rest === 1 ? 'Falta 1.' : `Faltan ${formatNumber(rest)}.`}</p>
        )}
        {fallas.length > 0 && (
          <>
            <p>
              {fallas.length === 1
                ? 'A 1 no se pudo:'
                : `A ${formatNumber(fallas.length)} no se pudo:`}
            </p>
            <ul>
              {fallas.slice(0, LISTED).map(({ id, nombre, mensaje }) => (
                <li key={id}>
                  {rowName(nombre)}: {mensaje}
                </li>
              ))}
            </ul>
            {fallas.length > LISTED && <p>Y {formatNumber(fallas.length - LISTED)} más.</p>}
          </>
        )}
      </Notice>
    </div>
  );
}
