import { useEffect, useRef } from 'react';
import { Loading } from '../feedback/loading.tsx';
import styles from './table.module.css';
import type { DataTableProps } from './types.ts';

/** The rows as cards: a list, at any width. Another page is read from its beginning. */
export function Cards<T>({
  caption,
  query,
  rowId,
  card,
  page,
}: Pick<DataTableProps<T>, 'caption' | 'query' | 'rowId'> & {
  card: NonNullable<DataTableProps<T>['card']>;
  page: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    const { top = 0 } = list.current?.getBoundingClientRect() ?? {};
    if (top < 0) list.current?.scrollIntoView();
  }, [page]);
  if (!query.data) return <Loading shape="list" />;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul ref={list} role="list" aria-label={caption} className={styles.cards}>
      {query.data.filas.map((row) => (
        <li key={rowId(row)}>{card(row)}</li>
      ))}
    </ul>
  );
}
