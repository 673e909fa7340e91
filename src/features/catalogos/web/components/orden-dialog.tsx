import { type KeyboardEvent, useRef, useState } from 'react';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { dragRow } from '../../../../platform/web/editor/drag.ts';
import { ErrorState, Loading, notify } from '../../../../platform/web/feedback/index.ts';
import {
  Button,
  Dialog,
  IconMenu,
  IconSortDown,
  IconSortUp,
} from '../../../../platform/web/ui/index.ts';
import type { Item } from '../../contract.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import { useItemChanges, useLista, useRamas } from '../hooks.ts';
import styles from './catalogos.module.css';

type Props = { catalogo: Catalogo; padre: Item | null; onClose: () => void };

/** Puts a list, or one branch of a tree, in order: dragging, with buttons or with the arrow keys. */
export function OrdenDialog({ catalogo, padre, onClose }: Props) {
  const { refresh } = useItemChanges();
  const close = () => {
    void refresh();
    onClose();
  };
  const title = padre ? `Orden en ${padre.nombre}` : `Orden de ${catalogo.plural}`;
  return (
    <Dialog
      opened
      title={title}
      onClose={close}
      actions={
        <Button variant="primary" onClick={close}>
          Listo
        </Button>
      }
    >
      {padre ? <Rama catalogo={catalogo} padre={padre} /> : <Lista catalogo={catalogo} />}
    </Dialog>
  );
}

function Lista({ catalogo }: { catalogo: Catalogo }) {
  const lista = useLista(catalogo.id);
  if (lista.isError) return <ErrorState error={lista.error} retry={() => void lista.refetch()} />;
  if (!lista.data) return <Loading shape="form" />;
  return <Ordenable inicial={lista.data.filas} />;
}

function Rama({ catalogo, padre }: { catalogo: Catalogo; padre: Item }) {
  const ramas = useRamas(catalogo.id, padre.id, true);
  if (ramas.isError) return <ErrorState error={ramas.error} retry={() => void ramas.refetch()} />;
  if (!ramas.data) return <Loading shape="form" />;
  const items = ramas.data.map(({ item }) => item);
  return <Ordenable inicial={items.filter((item) => item.catalogo === catalogo.id)} />;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

function Ordenable({ inicial }: { inicial: readonly Item[] }) {
  const { reorder } = useItemChanges();
  const [items, setItems] = useState(inicial);
  const [said, setSaid] = useState('');
  // Moves are sent one after another, so that the last one wins.
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    const rest = items.filter((one) => one !== item);
    const next = [...rest.slice(0, to), item, ...rest.slice(to)];
    setItems(next);
    setSaid(`${item.nombre}: lugar ${to + 1} de ${next.length}`);
    const antesDe = next[to + 1]?.id ?? null;
    queue.current = queue.current
      .then(() => reorder({ id: item.id, antesDe }))
      .catch((error) => {
        notify.error(messageOf(error));
        setItems(items);
      });
  };

  /** The handle keeps the focus where its item went. */
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = lookUp(STEPS, event.key);
    if (step === undefined) return;
    event.preventDefault();
    move(at, at + step);
  };

  return (
    <>
      <p className={styles.orderHelp}>
        Arrastre, use los botones, o enfoque un asa y oprima las flechas. Se guarda al momento.
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol className={styles.order}>
        {items.map((item, i) => (
          <li key={item.id} data-lugar={i}>
            <button
              type="button"
              className={styles.handle}
              aria-label={`Mover ${item.nombre}`}
              aria-roledescription="asa para ordenar"
              onPointerDown={(event) =>
                dragRow(event, {
                  row: event.currentTarget.closest('li')!,
                  places: '[data-lugar]',
                  onDrop: ({ element, after }) => {
                    const gap = Number(element.dataset.lugar) + (after ? 1 : 0);
                    move(i, gap > i ? gap - 1 : gap);
                  },
                })
              }
              onKeyDown={(event) => onKey(event, i)}
            >
              <IconMenu width="1em" height="1em" />
            </button>
            <span className={styles.orderName}>
              {item.nombre}
              {!item.activo && <small> (inactivo)</small>}
            </span>
            <button
              type="button"
              className={styles.handle}
              aria-label={`Subir ${item.nombre}`}
              aria-disabled={i === 0 || undefined}
              onClick={() => move(i, i - 1)}
            >
              <IconSortUp width="1em" height="1em" />
            </button>
            <button
              type="button"
              className={styles.handle}
              aria-label={`Bajar ${item.nombre}`}
              aria-disabled={i === items.length - 1 || undefined}
              onClick={() => move(i, i + 1)}
            >
              <IconSortDown width="1em" height="1em" />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
