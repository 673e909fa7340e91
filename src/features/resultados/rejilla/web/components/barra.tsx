import { type ReactNode, useSyncExternalStore } from 'react';
import { formatHora } from '../../../../../platform/shared/dates.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button, classes, IconTurn, IconUndo } from '../../../../../platform/web/ui/index.ts';
import type { Celdas, EstadoRejilla } from '../hooks.ts';
import styles from './rejilla.module.css';

const celdas = (n: number) => (n === 1 ? '1 celda' : `${n} celdas`);

const problemaDe = ({ red, mensaje, porGuardar }: EstadoRejilla): string | null => {
  if (red === 'sinConexion') {
    return `Sin conexión. Por guardar: ${celdas(porGuardar)}. Lo escrito sigue en este equipo y se guardará al volver.`;
  }
  if (red === 'sesionTerminada') {
    return 'Su sesión terminó: lo que escribió sigue aquí y se guardará cuando ingrese de nuevo.';
  }
  return red === 'error' ? `No se guardó. ${mensaje}` : null;
};

const palabrasDe = ({ porGuardar, guardadoEn, errores }: EstadoRejilla): string => {
  const mal = errores === 0 ? '' : ` ${celdas(errores)} con error, sin guardar.`;
  if (porGuardar > 0) return `Guardando ${celdas(porGuardar)}…${mal}`;
  if (guardadoEn === null) return `Se guarda mientras escribe.${mal}`;
  return `Todo guardado a las ${formatHora(new Date(guardadoEn))}.${mal}`;
};

/** Above a grid: where its saving is, undoing, and what two people said differently. */
export function Barra({
  celdas: store,
  nombreDe,
  children,
}: {
  celdas: Celdas;
  /** How a cell is called: «Calificación de Pérez Ruiz, Ana». */
  nombreDe: (llave: string) => string;
  /** What else can be done. */
  children?: ReactNode;
}) {
  const estado = useSyncExternalStore(store.subscribe, store.getState);
  const problema = problemaDe(estado);
  return (
    <>
      <div className={styles.barra}>
        <p className={classes(styles.estado, problema && styles.problema)}>
          {problema ?? palabrasDe(estado)}
        </p>
        {problema && estado.red !== 'sesionTerminada' && (
          <Button size="small" onClick={() => void store.flush()}>
            Guardar ahora
          </Button>
        )}
        <Button
          size="small"
          icon={<IconUndo />}
          aria-disabled={!estado.puedeDeshacer}
          onClick={() => store.deshacer()}
        >
          Deshacer
        </Button>
        <Button
          size="small"
          icon={<IconTurn />}
          aria-disabled={!estado.puedeRehacer}
          onClick={() => store.rehacer()}
        >
          Rehacer
        </Button>
        {children}
      </div>
      <p className="sr-only" role="status">
        {problema ?? (estado.errores > 0 ? `${celdas(estado.errores)} con error.` : '')}
        {estado.choques.length > 0 && ` ${celdas(estado.choques.length)} que otra persona cambió.`}
      </p>
      {estado.choques.length > 0 && (
        <Notice tone="warning" title="Otra persona escribió en las mismas celdas">
          <ul className={styles.choques}>
            {estado.choques.map(({ llave, mia, suya, por }) => (
              <li key={llave}>
                <span>
                  {nombreDe(llave)}: usted escribió «{mia || 'nada'}» y {por ?? 'otra persona'}{' '}
                  escribió «{suya || 'nada'}».
                </span>
                <Button size="small" onClick={() => store.resolver(llave, 'mia')}>
                  Dejar «{mia || 'nada'}»
                </Button>
                <Button size="small" onClick={() => store.resolver(llave, 'suya')}>
                  Dejar «{suya || 'nada'}»
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
