import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from '../../../../platform/web/router.tsx';
import styles from './indicadores.module.css';

/** A part of a plot; with `to`, it leads to the list of what it counts, which has that same number. */
export type Marca = {
  readonly id: string;
  readonly to?: string | undefined;
  /** What it is of and its figures, in words. */
  readonly texto: string;
};

/**
 * The parts of a plot as one stop of Tab: arrows go from one to another, Enter opens its list where there is one, and what the one in focus
 * or under the pointer counts is told (`contada`). `siguiente` says where a key goes from one; undefined: nowhere.
 */
export const useMarcas = (
  marcas: readonly Marca[],
  siguiente: (key: string, id: string) => string | undefined,
) => {
  const svg = useRef<SVGSVGElement>(null);
  const [en, setEn] = useState<string | null>(null);
  const [contada, setContada] = useState<string | null>(null);
  const parada = marcas.some(({ id }) => id === en) ? en : marcas[0]?.id;
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const next = parada && siguiente(event.key, parada);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    svg.current?.querySelector<SVGElement>(`[data-marca="${CSS.escape(next)}"]`)?.focus();
  };
  const of = ({ id, texto }: Marca) => ({
    'aria-label': texto,
    tabIndex: id === parada ? 0 : -1,
    onFocus: () => {
      setEn(id);
      setContada(id);
    },
    onBlur: () => setContada(null),
    onPointerEnter: () => setContada(id),
    onPointerLeave: () => setContada(null),
  });
  return {
    /** For the drawing. */
    svg: { ref: svg, onKeyDown },
    /** A part: what it draws goes inside. */
    marcaDe: (marca: Marca, children: ReactNode) =>
      marca.to === undefined ? (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a part of a drawing that arrows go to
        <g key={marca.id} {...of(marca)} role="img" data-marca={marca.id} className={styles.marca}>
          {children}
        </g>
      ) : (
        <Link key={marca.id} {...of(marca)} to={marca.to} data-marca={marca.id}>
          {children}
        </Link>
      ),
    contada: marcas.find(({ id }) => id === contada)?.texto,
  };
};

/** Where the arrows of a row go: to its neighbours and its ends. */
export const enFila =
  (marcas: readonly Marca[]) =>
  (key: string, id: string): string | undefined => {
    const at = marcas.findIndex((marca) => marca.id === id);
    const moves = new Map([
      ['ArrowRight', marcas[at + 1]],
      ['ArrowLeft', marcas[at - 1]],
      ['Home', marcas[0]],
      ['End', marcas.at(-1)],
    ]);
    return moves.get(key)?.id;
  };
