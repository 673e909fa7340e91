import type { ReactNode } from 'react';
import { EmptyState } from '../feedback/index.ts';
import {
  Button,
  formatNumber,
  formatRelative,
  IconCheck,
  IconCross,
  IconDocuments,
} from '../ui/index.ts';
import styles from './queue.module.css';
import type { Queue } from './use-queue.ts';

/** A key of the keyboard that does the same as the button it stands in. */
export const Tecla = ({ children }: { children: string }) => (
  <span className={styles.key} aria-hidden="true">
    {children}
  </span>
);

/** How many wait, and since when the oldest; said when it changes. */
export const Espera = ({ cuantos, desde }: { cuantos: number; desde: string | null }) => (
  <span role="status">
    {cuantos === 0 || desde === null
      ? 'Sin pendientes'
      : `${formatNumber(cuantos)} ${cuantos === 1 ? 'pendiente' : 'pendientes'} · el más antiguo, ${formatRelative(desde, new Date())}`}
  </span>
);

/** What the visor does by keys, said beside it. */
export const TeclasDelVisor = () => (
  <p className={styles.keys}>
    En la vista previa: <Tecla>←</Tecla> <Tecla>→</Tecla> página, <Tecla>+</Tecla> <Tecla>−</Tecla>{' '}
    <Tecla>0</Tecla> acercamiento, <Tecla>G</Tecla> girar.
  </p>
);

/** What may be done to the record at hand, each with its key: `yes`, no (R), later (S); and what was done last, undone (D). */
export function QueueActs({
  queue: { busy, saltar, deshacer, ultimo },
  yes,
  no,
}: {
  queue: Queue;
  yes: { label: string; key: string; blocked?: boolean; act: () => void };
  no: { label: string; act: () => void };
}) {
  const off = busy || undefined;
  return (
    <>
      <div className={styles.acts}>
        <Button
          variant="primary"
          icon={<IconCheck />}
          busy={busy}
          disabled={yes.blocked}
          aria-keyshortcuts={yes.key.toLowerCase()}
          onClick={yes.act}
        >
          {yes.label} <Tecla>{yes.key}</Tecla>
        </Button>
        <Button icon={<IconCross />} aria-disabled={off} aria-keyshortcuts="r" onClick={no.act}>
          {no.label} <Tecla>R</Tecla>
        </Button>
        <Button
          variant="quiet"
          aria-disabled={off}
          aria-keyshortcuts="s"
          onClick={() => void saltar()}
        >
          Saltar <Tecla>S</Tecla>
        </Button>
      </div>
      {ultimo && (
        <p className={styles.last}>
          <span>Lo último: {ultimo.dicho}.</span>{' '}
          {!ultimo.firme && (
            <Button
              size="small"
              variant="quiet"
              aria-keyshortcuts="d"
              onClick={() => void deshacer()}
            >
              Deshacer <Tecla>D</Tecla>
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** The queue has no other for whoever asks: those left for later, or nothing. */
export function QueueEnd({
  queue: { saltados, volverASaltados, retry, ultimo, deshacer },
  cuantos,
  uno,
  title,
  none,
  others,
}: {
  queue: Queue;
  /** How many wait, for anybody. */
  cuantos: number;
  /** What one is called, with its article, and several («un documento», «documentos»). */
  uno: readonly [one: string, many: string];
  /** When nothing waits. */
  title: string;
  none: ReactNode;
  /** What waits and is not for whoever looks. */
  others: ReactNode;
}) {
  const undo = ultimo && !ultimo.firme && (
    <Button onClick={() => void deshacer()}>Deshacer: {ultimo.dicho}</Button>
  );
  if (saltados.length > 0) {
    return (
      <EmptyState
        title="Llegó al final"
        icon={IconDocuments}
        action={
          <>
            <Button variant="primary" onClick={() => void volverASaltados()}>
              Volver a los que saltó
            </Button>
            {undo}
          </>
        }
      >
        Saltó {saltados.length === 1 ? uno[0] : `${saltados.length} ${uno[1]}`}, que{' '}
        {saltados.length === 1 ? 'sigue' : 'siguen'} esperando.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={cuantos === 0 ? title : 'No hay otro para usted'}
      icon={IconDocuments}
      action={
        <>
          <Button onClick={retry}>Buscar otra vez</Button>
          {undo}
        </>
      }
    >
      {cuantos === 0 ? none : others}
    </EmptyState>
  );
}
