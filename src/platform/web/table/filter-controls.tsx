import { lazy, type ReactNode, Suspense, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { formatShortDate } from '../ui/format.ts';
import { IconChevronDown } from '../ui/icons.tsx';
import { Floating, useFloating } from './floating.tsx';
import { OptionsSelect } from './options-select.tsx';
import type { DateRange, FilterDefinition, FilterValue, PropertyValue } from './params.ts';
import { Day } from './range.tsx';
import styles from './table.module.css';

/** Few tables have one. */
const PropertyFilter = lazy(() => import('./property-filter.tsx'));

/** Whether a filter leaves something out. */
export const isInUse = (value: FilterValue): boolean =>
  typeof value === 'object'
    ? Object.values(value).some((part) => part !== undefined)
    : value !== undefined && value !== '';

const spokenRange = (desde: string | undefined, hasta: string | undefined): string => {
  if (desde && hasta) return desde === hasta ? desde : `de ${desde} a ${hasta}`;
  return desde ? `desde ${desde}` : `hasta ${hasta}`;
};

/** What a property is asked for, in words; empty while it is not known which there are. */
const saidOfProperty = (
  { properties }: Extract<FilterDefinition, { kind: 'property' }>,
  { property, is, says, desde, hasta }: PropertyValue,
): string => {
  const known = properties.find(({ value }) => value === property);
  if (!known) return '';
  const day = (text: string | undefined) => text && formatShortDate(text);
  const said =
    is !== undefined
      ? known.options?.find(({ value }) => value === is)?.label
      : says !== undefined
        ? `«${says}»`
        : known.by === 'date'
          ? spokenRange(day(desde), day(hasta))
          : spokenRange(desde, hasta);
  return `${known.label} ${said ?? ''}`.trim();
};

/** What a filter is set to, in words. */
export const saidOf = (filter: FilterDefinition, value: FilterValue): string => {
  if (filter.kind === 'dates') return spoken(value as DateRange);
  if (filter.kind === 'property') return saidOfProperty(filter, value as PropertyValue);
  const chosen = Array.isArray(value) ? value : [value];
  return filter.options
    .filter((option) => chosen.includes(option.value))
    .map(({ label }) => label)
    .join(', ');
};

/** A filter that is taken off. */
export const offOf = ({ kind }: FilterDefinition): FilterValue =>
  kind === 'multi' ? [] : kind === 'dates' ? { desde: undefined, hasta: undefined } : undefined;

/** One filter, from its definition. */
export function FilterControl({
  filter,
  value,
  onChange,
}: {
  filter: FilterDefinition;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  switch (filter.kind) {
    case 'select':
      return <SelectFilter filter={filter} value={value as string | undefined} {...{ onChange }} />;
    case 'multi':
      return <MultiFilter filter={filter} value={value as readonly string[]} {...{ onChange }} />;
    case 'dates':
      return <DatesFilter filter={filter} value={value as DateRange} {...{ onChange }} />;
    case 'property':
      return (
        <Suspense>
          <PropertyFilter
            filter={filter}
            value={value as PropertyValue | undefined}
            {...{ onChange }}
          />
        </Suspense>
      );
  }
}

type Props<K extends FilterDefinition['kind'], V> = {
  filter: Extract<FilterDefinition, { kind: K }>;
  value: V;
  onChange: (value: FilterValue) => void;
};

function SelectFilter({ filter, value, onChange }: Props<'select', string | undefined>) {
  const { label, all = 'Todos', options } = filter;
  return <OptionsSelect {...{ label, all, options, value, onChange }} />;
}

/** A filter whose controls open below it; `said`: what it is set to. */
function DropdownFilter({
  label,
  said,
  active,
  children,
}: {
  label: string;
  said: ReactNode;
  active: boolean;
  children: ReactNode;
}) {
  const menu = useFloating();
  const id = useId();
  return (
    <div className={styles.filter}>
      <span id={id} className={styles.controlLabel}>
        {label}
      </span>
      <button
        type="button"
        id={`${id}-b`}
        aria-labelledby={`${id} ${id}-b`}
        className={styles.multi}
        data-active={active ? '' : undefined}
        {...menu.button()}
      >
        <span>{said}</span>
        <IconChevronDown />
      </button>
      <Floating handle={menu} label={label}>
        {children}
      </Floating>
    </div>
  );
}

function MultiFilter({ filter, value, onChange }: Props<'multi', readonly string[]>) {
  const names = filter.options.filter((o) => value.includes(o.value)).map((o) => o.label);
  const said =
    names.length === 0
      ? (filter.all ?? 'Todos')
      : names.length === 1
        ? names[0]
        : `${names.length} elegidos`;
  return (
    <DropdownFilter label={filter.label} said={said} active={names.length > 0}>
      <div className={styles.viewGroup}>
        {filter.options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...value, option.value]
                    : value.filter((one) => one !== option.value),
                )
              }
            />
            {option.label}
          </label>
        ))}
      </div>
    </DropdownFilter>
  );
}

const spoken = ({ desde, hasta }: DateRange, all = 'Todas'): string => {
  if (desde && hasta) {
    return desde === hasta
      ? formatShortDate(desde)
      : `${formatShortDate(desde)} a ${formatShortDate(hasta)}`;
  }
  if (desde) return `Desde el ${formatShortDate(desde)}`;
  return hasta ? `Hasta el ${formatShortDate(hasta)}` : all;
};

/**
 * Days, from and to, in the house's own date field: the browser's reads mm/dd/yyyy wherever the browser is
 * English, whatever the page is.
 */
function DatesFilter({ filter, value, onChange }: Props<'dates', DateRange>) {
  const active = value.desde !== undefined || value.hasta !== undefined;
  return (
    <DropdownFilter label={filter.label} said={spoken(value)} active={active}>
      <div className={styles.dates}>
        <Day
          label="Desde"
          value={value.desde}
          onChange={(desde) => onChange({ ...value, desde })}
        />
        <Day
          label="Hasta"
          value={value.hasta}
          onChange={(hasta) => onChange({ ...value, hasta })}
        />
        <Button
          flush
          size="small"
          variant="quiet"
          disabled={!active}
          onClick={() => onChange({ desde: undefined, hasta: undefined })}
        >
          Quitar las fechas
        </Button>
      </div>
    </DropdownFilter>
  );
}
