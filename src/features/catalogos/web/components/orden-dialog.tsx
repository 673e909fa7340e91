import { useId, useRef, useState } from 'react';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Asa, rowOfAsa } from '../../../../platform/web/editor/asa.tsx';
import type { Place } from '../../../../platform/web/editor/drag.ts';
import { ErrorState, Loading, notify } from '../../../../platform/web/feedback/index.ts';
import {
  Button,
  Dialog,
  IconButton,
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

const PLACES = '[data-item]';

function Ordenable({ inicial }: { inicial: readonly Item[] }) {
  const { reorder } = useItemChanges();
  const [items, setItems] = useState(inicial);
  const [said, setSaid] = useState('');
  /** What is shown: a row that is on its way is let go among what there is by then. */
  const shown = useRef(inicial);
  const show = (next: readonly Item[]) => {
    shown.current = next;
    setItems(next);
  };
  // Moves are sent one after another, so that the last one wins.
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  /** `to`: its place among all of them. */
  const move = (item: Item, to: number) => {
    const was = shown.current;
    if (was.indexOf(item) === to || !was.includes(item)) return;
    const rest = was.filter((one) => one !== item);
    const next = [...rest.slice(0, to), item, ...rest.slice(to)];
    show(next);
    setSaid(`${item.nombre}: lugar ${to + 1} de ${next.length}`);
    const antesDe = next[to + 1]?.id ?? null;
    queue.current = queue.current
      .then(() => reorder({ id: item.id, antesDe }))
      .catch((error) => {
        notify.error(messageOf(error));
        show(was);
      });
  };
  const step = (item: Item, by: 1 | -1) => {
    const to = shown.current.indexOf(item) + by;
    if (to >= 0 && to < shown.current.length) move(item, to);
    else setSaid(`${item.nombre}: ya está al ${by === 1 ? 'final' : 'principio'}`);
  };
  const drop = (item: Item, { element: { dataset }, after }: Place) => {
    const rest = shown.current.filter((one) => one !== item);
    const at = rest.findIndex((one) => one.id === dataset.item);
    if (at >= 0) move(item, after ? at + 1 : at);
  };

  return (
    <>
      <p className={styles.orderHelp}>
        Arrastre del asa, use los botones, o enfoque un asa y oprima las flechas. Se guarda al
        momento.
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol className={styles.order}>
        {items.map((item, i) => (
          <Fila
            key={item.id}
            item={item}
            onDrop={(place) => drop(item, place)}
            onStep={(by) => step(item, by)}
            isFirst={i === 0}
            isLast={i === items.length - 1}
          />
        ))}
      </ol>
    </>
  );
}

function Fila({
  item,
  onDrop,
  onStep,
  isFirst,
  isLast,
}: {
  item: Item;
  onDrop: (place: Place) => void;
  onStep: (by: 1 | -1) => void;
  isFirst: boolean;
  isLast: boolean;
}) {
  const row = useRef<HTMLLIElement>(null);
  const { nombre } = item;
  return (
    <li ref={row} className={rowOfAsa} data-item={item.id}>
      <Asa id={useId()} {...{ nombre, row }} places={PLACES} onDrop={onDrop} onStep={onStep} />
      <span className={styles.orderName}>
        {nombre}
        {!item.activo && <small> (inactivo)</small>}
      </span>
      <IconButton label={`Subir ${nombre}`} onClick={isFirst ? null : () => onStep(-1)}>
        <IconSortUp width="1em" height="1em" />
      </IconButton>
      <IconButton label={`Bajar ${nombre}`} onClick={isLast ? null : () => onStep(1)}>
        <IconSortDown width="1em" height="1em" />
      </IconButton>
    </li>
  );
}
