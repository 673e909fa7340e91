import { skipToken, useQueries, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import type { DetailState } from '../../../../platform/web/panel/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { ActionMenu, type RowAction } from '../../../../platform/web/table/action-menu.tsx';
import { useFloating } from '../../../../platform/web/table/floating.tsx';
import { SearchBox } from '../../../../platform/web/table/search-box.tsx';
import {
  Button,
  classes,
  formatNumber,
  IconChevronRight,
  IconDots,
  IconPlus,
  IconSearch,
  IconSort,
} from '../../../../platform/web/ui/index.ts';
import type { Item, listRamasCatalogo } from '../../contract.ts';
import { type Catalogo, type CatalogoId, hijosDe } from '../../definiciones/rules.ts';
import { hojasALaVista, rutaOf } from '../../rules.ts';
import { type RamasAbiertas, ramasKey, useHallados, useItemsState, useRamas } from '../hooks.ts';
import type { Asunto } from './acciones.tsx';
import styles from './arbol.module.css';
import { Inactivo } from './inactivo.tsx';
import { accionesOf } from './items.tsx';

type Tree = {
  catalogo: Catalogo;
  inactivos: boolean;
  onAsunto: (asunto: Asunto) => void;
  detail: DetailState;
  ramas: RamasAbiertas;
  /** Opens the one menu of the tree for an item. */
  menuOf: (item: Item) => object;
};

const NODES = '[data-nodo]';

/**
 * The arrows of a tree, besides Tab: up and down through what is shown, right opens a branch and goes
 * into it, left closes it or goes back to the one that it hangs from.
 */
const onArrow = (event: KeyboardEvent<HTMLElement>) => {
  const at = event.target as HTMLElement;
  if (!at.matches(NODES)) return;
  const nodes = [...event.currentTarget.querySelectorAll<HTMLElement>(NODES)];
  const i = nodes.indexOf(at);
  const opened = at.getAttribute('aria-expanded');
  const branch = at.closest('ul')?.closest('li')?.querySelector<HTMLElement>(NODES);
  const moves: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: nodes[i + 1],
    ArrowUp: nodes[i - 1],
    Home: nodes[0],
    End: nodes.at(-1),
    ArrowRight: opened === 'true' ? nodes[i + 1] : null,
    ArrowLeft: opened === 'true' ? null : branch,
  };
  if (!Object.hasOwn(moves, event.key)) return;
  event.preventDefault();
  const toggles =
    (event.key === 'ArrowRight' && opened === 'false') ||
    (event.key === 'ArrowLeft' && opened === 'true');
  if (toggles) at.click();
  else lookUp(moves, event.key)?.focus();
};

/** The items of a tree that its open branches show, in their order; it asks nothing that the tree does not ask. */
const useHojasALaVista = (
  catalogo: CatalogoId,
  abiertas: ReadonlySet<string>,
  inactivos: boolean,
): string[] => {
  const client = useQueryClient();
  useQueries({
    queries: [null, ...abiertas].map((padreId) => ({
      queryKey: ramasKey(catalogo, padreId, inactivos),
      queryFn: skipToken,
      enabled: false,
    })),
  });
  return hojasALaVista(catalogo, abiertas, (padreId) =>
    client.getQueryData<OutputOf<typeof listRamasCatalogo>>(ramasKey(catalogo, padreId, inactivos)),
  );
};

/** A catalog as the tree it is; a search shows what was found, under what it hangs from. */
export function Arbol({
  catalogo,
  onAsunto,
  detail,
  ramas,
  onInSight,
}: {
  catalogo: Catalogo;
  onAsunto: (asunto: Asunto) => void;
  detail: DetailState;
  ramas: RamasAbiertas;
  /** Told which items are in sight in it, in their order; the function stays the same. */
  onInSight: (ids: readonly string[]) => void;
}) {
  const state = useItemsState(catalogo);
  const inactivos = state.filters.estado !== 'activos';
  const busqueda = state.search;
  const hallados = useHallados(catalogo.id, busqueda, inactivos);
  const enRamas = useHojasALaVista(catalogo.id, ramas.abiertas, inactivos);
  const menu = useFloating();
  const [at, setAt] = useState<Item | null>(null);
  const tree: Tree = {
    catalogo,
    inactivos,
    onAsunto,
    detail,
    ramas,
    menuOf: (item) => menu.button(() => setAt(item)),
  };
  const seen = (busqueda ? (hallados.data?.filas ?? []).map(({ id }) => id) : enRamas).join();
  useEffect(() => onInSight(seen === '' ? [] : seen.split(',')), [seen, onInSight]);
  return (
    <div className={styles.root}>
      <div className={styles.bar}>
        <SearchBox
          label={`Buscar ${catalogo.plural}`}
          value={busqueda}
          onChange={state.setSearch}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={inactivos}
            onChange={({ target }) =>
              state.setFilter('estado', target.checked ? undefined : 'activos')
            }
          />
          Mostrar inactivos
        </label>
      </div>
      {busqueda ? (
        <Hallados tree={tree} hallados={hallados} onClear={() => state.setSearch('')} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys
        <div className={styles.sheet} onKeyDown={onArrow}>
          <Ramas tree={tree} padre={null} />
        </div>
      )}
      <ActionMenu
        handle={menu}
        label={at ? `Acciones de ${at.nombre}` : 'Acciones'}
        actions={at ? [...ramaActions(at, catalogo, onAsunto), ...accionesOf(at, onAsunto)] : []}
      />
    </div>
  );
}

/** What an item that others hang from offers besides: to add to it and to put them in order. */
const ramaActions = (
  item: Item,
  catalogo: Catalogo,
  onAsunto: (asunto: Asunto) => void,
): RowAction[] =>
  hijosDe(item.catalogo)
    .filter(({ id }) => id === catalogo.id || catalogo.padres?.includes(id))
    .flatMap((hijo) => [
      {
        label: `Agregar ${hijo.singular}`,
        icon: IconPlus,
        onSelect: () => onAsunto({ kind: 'editar', catalogo: hijo, item: null, padre: item }),
      },
      {
        label: `Ordenar ${hijo.plural}`,
        icon: IconSort,
        onSelect: () => onAsunto({ kind: 'ordenar', catalogo: hijo, padre: item }),
      },
    ]);

/** One level of the tree; deeper ones are asked for when they are opened. */
function Ramas({ tree, padre }: { tree: Tree; padre: Item | null }) {
  const ramas = useRamas(tree.catalogo.id, padre?.id ?? null, tree.inactivos);
  if (ramas.isError) return <ErrorState error={ramas.error} retry={() => void ramas.refetch()} />;
  if (!ramas.data) return <Loading shape="list" />;
  if (ramas.data.length === 0) return <p className={styles.none}>Nada depende de él todavía.</p>;
  const leaves = ramas.data.filter(({ item }) => item.catalogo === tree.catalogo.id);
  const mixed = leaves.length < ramas.data.length && leaves.length > 0;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.level}>
      {ramas.data.map(({ item, debajo }, i) => (
        <li key={item.id}>
          {mixed && item === leaves[0]?.item && i > 0 && (
            <p className={styles.loose}>{formatNumber(leaves.length)} sin residencia registrada</p>
          )}
          {item.catalogo === tree.catalogo.id ? (
            <Hoja tree={tree} item={item} />
          ) : (
            <Rama tree={tree} item={item} debajo={debajo} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Rama({ tree, item, debajo }: { tree: Tree; item: Item; debajo: number }) {
  const opened = tree.ramas.abiertas.has(item.id);
  const id = useId();
  const { singular, plural } = tree.catalogo;
  const entidad = item.referencias.entidad?.nombre;
  return (
    <>
      <div className={styles.node}>
        <button
          type="button"
          data-nodo=""
          className={styles.branch}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => tree.ramas.set(item.id, !opened)}
        >
          <IconChevronRight width="1em" height="1em" />
          <span className={styles.name}>{item.nombre}</span>
          {entidad && <span className={styles.aside}>{entidad}</span>}
          <span className={styles.count}>
            {formatNumber(debajo)} {debajo === 1 ? singular : plural}
          </span>
        </button>
        <Menu tree={tree} item={item} />
      </div>
      <div id={id}>{opened && <Ramas tree={tree} padre={item} />}</div>
    </>
  );
}

function Hoja({ tree, item, ruta = false }: { tree: Tree; item: Item; ruta?: boolean }) {
  const { detail } = tree;
  return (
    <div className={classes(styles.node, styles.leaf)}>
      <Link
        {...detail.linkTo(item.id)}
        data-nodo=""
        data-opens={item.id}
        aria-current={detail.id === item.id ? 'true' : undefined}
        className={styles.edit}
      >
        <span className={styles.name}>{item.nombre}</span>
        {ruta && <span className={styles.aside}>{rutaOf(item)}</span>}
      </Link>
      <Inactivo item={item} />
      <Menu tree={tree} item={item} />
    </div>
  );
}

function Menu({ tree, item }: { tree: Tree; item: Item }) {
  return (
    <button
      type="button"
      className={styles.menu}
      aria-label={`Acciones de ${item.nombre}`}
      aria-haspopup="menu"
      {...tree.menuOf(item)}
    >
      <IconDots />
    </button>
  );
}

function Hallados({
  tree,
  hallados,
  onClear,
}: {
  tree: Tree;
  hallados: ReturnType<typeof useHallados>;
  onClear: () => void;
}) {
  if (hallados.isError) {
    return <ErrorState error={hallados.error} retry={() => void hallados.refetch()} />;
  }
  if (!hallados.data) return <Loading shape="list" />;
  const { total, filas } = hallados.data;
  const { singular, plural, femenino } = tree.catalogo;
  if (total === 0) {
    return (
      <EmptyState
        title={`${femenino ? 'Ninguna' : 'Ningún'} ${singular} coincide`}
        icon={IconSearch}
        level={3}
        action={
          <Button size="small" onClick={onClear}>
            Quitar la búsqueda
          </Button>
        }
      >
        Pruebe con menos palabras, o muestre también lo inactivo.
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className={styles.total}>
        {formatNumber(total)} {total === 1 ? singular : plural}
        {total > filas.length && `; se muestran ${filas.length}: escriba más para acercarse`}
      </p>
      <div className={styles.sheet}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
        <ul role="list" className={styles.level}>
          {filas.map((item) => (
            <li key={item.id}>
              <Hoja tree={tree} item={item} ruta />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
