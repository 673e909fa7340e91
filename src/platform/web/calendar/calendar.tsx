import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatFecha } from '../../shared/dates.ts';
import { nameOfMonth, plusDays, plusMonths, weeksOf } from '../../shared/months.ts';
import { ErrorState, Loading } from '../feedback/index.ts';
import { focusOn } from '../focus/keeper.ts';
import { Link } from '../router.tsx';
import { Button, classes, IconButton, IconChevronLeft, IconChevronRight } from '../ui/index.ts';
import styles from './calendar.module.css';
import type { Month } from './month.ts';

/** Something that happens on a day. */
export type DatedItem = {
  /** Of its own among all of them. */
  readonly key: string;
  /** YYYY-MM-DD */
  readonly fecha: string;
  /** What happens, before its name: «Comienza», with its hour where it has one. */
  readonly kind: string;
  readonly tone?: 'success' | 'warning' | 'action';
  /** What it happens to, and where that is read. */
  readonly title: string;
  readonly to: string;
  /** What else is said of it, after its name. */
  readonly detail: string;
};

const DIAS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
/** Dates of a day that there is room for in its box. */
const EN_CASILLA = 3;

/** A month of dated items, day by day or one after another: the same items. `query` is what they are asked for with. */
export function Calendar({
  month,
  items,
  hayMas,
  query,
}: {
  month: Month;
  /** None yet while they are on their way. */
  items: readonly DatedItem[] | undefined;
  /** There are more than could be brought. */
  hayMas: boolean;
  query: { readonly error: Error | null; readonly refetch: () => unknown };
}) {
  const { hoy, mes, porDias, setMes, setPorDias } = month;
  const weeks = weeksOf(mes);
  const title = useId();
  const by = Map.groupBy(items ?? [], ({ fecha }) => fecha);
  const ofMonth = (items ?? []).filter(({ fecha }) => fecha.startsWith(mes)).length;
  return (
    <section aria-labelledby={title} className={styles.calendario}>
      <div className={styles.head}>
        <IconButton label="Mes anterior" onClick={() => setMes(plusMonths(mes, -1))}>
          <IconChevronLeft />
        </IconButton>
        <h2 id={title} className={styles.mes}>
          {nameOfMonth(mes)}
        </h2>
        <IconButton label="Mes siguiente" onClick={() => setMes(plusMonths(mes, 1))}>
          <IconChevronRight />
        </IconButton>
        <Button size="small" variant="quiet" onClick={() => setMes(hoy.slice(0, 7))}>
          Hoy
        </Button>
        <p role="status" className={styles.count}>
          {items ? said(ofMonth, hayMas) : ''}
        </p>
        <label className={styles.como}>
          <input
            type="checkbox"
            checked={porDias}
            onChange={({ target }) => setPorDias(target.checked)}
          />{' '}
          Ver como lista
        </label>
      </div>
      {query.error ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : !items ? (
        <Loading shape="list" />
      ) : porDias ? (
        <Agenda days={weeks.flat().filter((day) => day.startsWith(mes))} by={by} />
      ) : (
        <Mes key={mes} {...{ weeks, mes, hoy, by, setMes }} labelledBy={title} />
      )}
    </section>
  );
}

const said = (n: number, hayMas: boolean): string => {
  if (hayMas) return 'Hay más fechas de las que caben: use los filtros.';
  return n === 1 ? '1 fecha' : n === 0 ? 'Sin fechas este mes' : `${n} fechas`;
};

type PorDia = ReadonlyMap<string, readonly DatedItem[]>;

/** Days that each arrow goes. */
const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
]);

function Mes({
  weeks,
  mes,
  hoy,
  by,
  setMes,
  labelledBy,
}: {
  weeks: readonly (readonly string[])[];
  mes: string;
  hoy: string;
  by: PorDia;
  setMes: (mes: string) => void;
  labelledBy: string;
}) {
  const [day, setDay] = useState(hoy.startsWith(mes) ? hoy : `${mes}-01`);
  const table = useRef<HTMLTableElement>(null);
  const goTo = (next: string) => {
    if (!weeks.flat().includes(next)) {
      setMes(next.slice(0, 7));
      return;
    }
    setDay(next);
    const button = table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`);
    if (button) focusOn(button);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    if (step === undefined && event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    if (step !== undefined) goTo(plusDays(day, step));
    else setMes(plusMonths(mes, event.key === 'PageUp' ? -1 : 1));
  };
  return (
    <>
      <table ref={table} className={styles.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {DIAS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span className={styles.whole}>{name}</span>
                <span className={styles.short} aria-hidden="true">
                  {name.slice(0, 1).toUpperCase()}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <Casilla
                  key={one}
                  day={one}
                  fechas={by.get(one) ?? []}
                  other={!one.startsWith(mes)}
                  today={one === hoy}
                  chosen={one === day}
                  choose={() => setDay(one)}
                  press={press}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <section className={styles.dia} aria-live="polite">
        <h3>{formatFecha(day)}</h3>
        <Fechas fechas={by.get(day) ?? []} />
      </section>
    </>
  );
}

/** A day of the month: a button that shows it whole below, and the first of its dates. */
function Casilla({
  day,
  fechas,
  other,
  today,
  chosen,
  choose,
  press,
}: {
  day: string;
  fechas: readonly DatedItem[];
  other: boolean;
  today: boolean;
  chosen: boolean;
  choose: () => void;
  press: (event: KeyboardEvent) => void;
}) {
  const n = fechas.length;
  const rest = n - EN_CASILLA;
  return (
    <td
      className={classes(styles.casilla, other && styles.other)}
      data-chosen={chosen ? '' : undefined}
    >
      <button
        type="button"
        className={classes(styles.numero, today && styles.today)}
        data-day={day}
        aria-pressed={chosen}
        aria-label={`${formatFecha(day)}, ${n === 1 ? '1 fecha' : `${n} fechas`}`}
        {...(today && { 'aria-current': 'date' as const })}
        tabIndex={chosen ? 0 : -1}
        onClick={choose}
        onKeyDown={press}
      >
        {Number(day.slice(8))}
      </button>
      {n > 0 && (
        <>
          <span className={styles.dot} aria-hidden="true">
            {n}
          </span>
          {/* Said by the button, and whole below when the day is chosen. */}
          <ul className={styles.cortas} aria-hidden="true">
            {fechas.slice(0, EN_CASILLA).map((one) => (
              <li key={one.key} data-tone={one.tone}>
                {one.title}
              </li>
            ))}
            {rest > 0 && <li>y {rest} más</li>}
          </ul>
        </>
      )}
    </td>
  );
}

function Agenda({ days, by }: { days: readonly string[]; by: PorDia }) {
  const some = days.filter((day) => by.has(day));
  if (some.length === 0) return <p className={styles.none}>No hay fechas este mes.</p>;
  return (
    <div className={styles.agenda}>
      {some.map((day) => (
        <section key={day}>
          <h3>{formatFecha(day)}</h3>
          <Fechas fechas={by.get(day) ?? []} />
        </section>
      ))}
    </div>
  );
}

function Fechas({ fechas }: { fechas: readonly DatedItem[] }) {
  if (fechas.length === 0) return <p className={styles.none}>No hay fechas este día.</p>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.fechas}>
      {fechas.map((one) => (
        <li key={one.key} data-tone={one.tone}>
          <span className={styles.clase}>{one.kind}</span>{' '}
          <span>
            <Link to={one.to}>{one.title}</Link>
            <span className={styles.detalle}> {one.detail}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
