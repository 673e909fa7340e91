import { useEffect, useState, useSyncExternalStore } from 'react';
import { fechaDe, formatHora, formatMomento } from '../../shared/dates.ts';
import { Button, classes, IconCheck, IconWarning, toneClass } from '../ui/index.ts';
import type { Autosave, AutosaveState } from './autosave.ts';
import styles from './autosave-status.module.css';

/** "Guardado a las 10:32 h"; on another day, with its date. */
const savedAt = (iso: string): string => {
  const momento = new Date(iso);
  return fechaDe(momento) === fechaDe(new Date())
    ? `Guardado a las ${formatHora(momento)}`
    : `Guardado el ${formatMomento(momento)}`;
};

const PROBLEM: Partial<Record<AutosaveState['tipo'], string>> = {
  sinConexion:
    'Sin conexión: lo que escribe sigue aquí y se guardará al volver. No cierre esta página.',
  sesionTerminada: 'Su sesión terminó: lo que escribió se guardará cuando ingrese de nuevo.',
};

/** Where what is being written is. Seen at every save, said aloud only when it matters. */
export function AutosaveStatus({
  autosave,
  noun,
  guardadoEn,
}: {
  autosave: Pick<Autosave<never>, 'subscribe' | 'getState' | 'flush'>;
  /** What it is, masculine: `borrador`. */
  noun: string;
  /** Last save of an earlier visit. */
  guardadoEn: string | null;
}) {
  const estado = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const problem = 'mensaje' in estado ? estado.mensaje : PROBLEM[estado.tipo];
  return (
    <div className={styles.borrador}>
      <p className={classes(problem && styles.problem, problem && toneClass('warning'))}>
        {problem ? (
          <>
            <IconWarning />
            <span>{'mensaje' in estado ? `No se guardó el ${noun}. ${problem}` : problem}</span>
          </>
        ) : (
          <Words estado={estado} guardadoEn={guardadoEn} />
        )}
      </p>
      {problem && estado.tipo !== 'conflicto' && (
        <Button size="small" onClick={() => void autosave.flush()}>
          Guardar ahora
        </Button>
      )}
      <Announcement {...{ estado, problem, noun }} />
    </div>
  );
}

function Words({ estado, guardadoEn }: { estado: AutosaveState; guardadoEn: string | null }) {
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
  noun,
}: {
  estado: AutosaveState;
  problem: string | undefined;
  noun: string;
}) {
  const [said, setSaid] = useState<{ problem: string } | 'saved' | null>(null);
  useEffect(() => {
    if (problem) setSaid({ problem });
    else if (estado.tipo === 'guardado') setSaid('saved');
  }, [estado.tipo, problem]);
  return (
    <p className="sr-only" role="status">
      {said === 'saved'
        ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} guardado.`
        : said && `No se guardó el ${noun}. ${said.problem}`}
    </p>
  );
}
