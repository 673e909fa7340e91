import { type ReactNode, useEffect, useRef } from 'react';
import { fechaDe, MESES } from '../../../../platform/shared/dates.ts';
import { Button, type LifeEvent, LineaDeVida } from '../../../../platform/web/ui/index.ts';
import styles from './partes.module.css';

/** «Noviembre de 2026». */
const monthOf = (at: string): string => {
  const [year, month] = fechaDe(new Date(at)).split('-');
  const name = MESES[Number(month) - 1] ?? '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} de ${year}`;
};

const byMonth = (events: readonly LifeEvent[]): [string, LifeEvent[]][] => [
  ...Map.groupBy(events, ({ at }) => monthOf(at)),
];

/** The pages that a history has brought, and how to bring the next one. */
export type Paginas = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** A history that is read backwards, month by month, as far as one asks for it. */
export function PorMeses({
  label,
  events,
  paginas: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: {
  label: string;
  events: readonly LifeEvent[];
  paginas: Paginas;
  /** Below its end. */
  children?: ReactNode;
}) {
  const asked = useRef(false);
  const end = useRef<HTMLParagraphElement>(null);
  // The button goes with the last page: whoever pressed it goes on from the end.
  useEffect(() => {
    if (asked.current && !hasNextPage) end.current?.focus();
  }, [hasNextPage]);
  return (
    <>
      {byMonth(events).map(([month, those]) => (
        <section key={month} className={styles.month} aria-label={month}>
          <h3>{month}</h3>
          <LineaDeVida label={`${label}: ${month}`} events={those} />
        </section>
      ))}
      {hasNextPage ? (
        <Button
          busy={isFetchingNextPage}
          onClick={() => {
            asked.current = true;
            void fetchNextPage();
          }}
        >
          Mostrar lo anterior
        </Button>
      ) : (
        <p ref={end} tabIndex={-1} className={styles.today}>
          No hay nada anterior.
        </p>
      )}
      {children}
    </>
  );
}
