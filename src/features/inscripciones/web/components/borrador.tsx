import { useEffect, useState, useSyncExternalStore } from 'react';
import { fechaDe, formatMomento } from '../../../../platform/shared/dates.ts';
import {
  Button,
  classes,
  IconCheck,
  IconWarning,
  toneClass,
} from '../../../../platform/web/ui/index.ts';
import type { Autosave, EstadoBorrador } from '../../borrador/web/hooks.ts';
import styles from './borrador.module.css';

const horaDe = (momento: Date) => formatMomento(momento).split(', ')[1] ?? '';

/** "Guardado a las 10:32 h"; on another day, with its date. */
const savedAt = (iso: string): string => {
  const momento = new Date(iso);
  return fechaDe(momento) === fechaDe(new Date())
    ? `Guardado a las ${horaDe(momento)}`
    : `Guardado el ${formatMomento(momento)}`;
};

const PROBLEM: Partial<Record<EstadoBorrador['tipo'], string>> = {
  sinConexion:
    'Sin conexión: lo que escribe sigue aquí y se guardará al volver. No cierre esta página.',
  sesionTerminada: 'Su sesión terminó: lo que escribió se guardará cuando ingrese de nuevo.',
};

/** Where the draft is. Seen at every save, said aloud only when it matters. */
export function EstadoDelBorrador({
  autosave,
  guardadoEn,
}: {
  autosave: Autosave;
  /** Last save of an earlier visit. */
  guardadoEn: string | null;
}) {
  const estado = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const problem = estado.tipo === 'error' ? estado.mensaje : PROBLEM[estado.tipo];
  return (
    <div className={styles.borrador}>
      <p className={classes(problem && styles.problem, problem && toneClass('warning'))}>
        {problem ? (
          <>
            <IconWarning />
            <span>
              {estado.tipo === 'error' ? `No se guardó el borrador. ${problem}` : problem}
            </span>
          </>
        ) : (
          <Words estado={estado} guardadoEn={guardadoEn} />
        )}
      </p>
      {problem && (
        <Button size="small" onClick={() => void autosave.flush()}>
          Guardar ahora
        </Button>
      )}
      <Announcement estado={estado} problem={problem} />
    </div>
  );
}

function Words({ estado, guardadoEn }: { estado: EstadoBorrador; guardadoEn: string | null }) {
  const [last, setLast] = useState(guardadoEn);
  if (estado.tipo === 'guardado' && estado.en !== last) setLast(estado.en);
  // The last save's words stay while the next is made: a line that flickers at each key is noise.
  if (last === null) {
    return <>{estado.tipo === 'sinCambios' ? 'Se guarda mientras escribe' : 'Guardando…'}</>;
  }
  return (
    <>
      <IconCheck width="1.1em" height="1.1em" />
      <span>{savedAt(last)}</span>
    </>
  );
}

/** The first save, a problem, and its end; not each save. */
function Announcement({
  estado,
  problem,
}: {
  estado: EstadoBorrador;
  problem: string | undefined;
}) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (problem) setSaid(`No se guardó el borrador. ${problem}`);
    else if (estado.tipo === 'guardado') {
      setSaid((old) => (old.startsWith('No') ? 'Borrador guardado.' : old || 'Borrador guardado.'));
    }
  }, [estado.tipo, problem]);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
