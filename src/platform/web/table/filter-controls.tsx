import { useId } from 'react';
import { IconChevronDown } from '../ui/icons.tsx';
import { Floating, useFloating } from './floating.tsx';
import type { DateRange, FilterDefinition, FilterValue } from './params.ts';
import styles from './table.module.css';

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
  }
}

type Props<K extends FilterDefinition['kind'], V> = {
  filter: Extract<FilterDefinition, { kind: K }>;
  value: V;
  onChange: (value: FilterValue) => void;
};

function SelectFilter({ filter, value, onChange }: Props<'select', string | undefined>) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className={styles.controlLabel}>
        {filter.label}
      </label>
      <span className={styles.selectBox} data-active={value ? '' : undefined}>
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        >
          <option value="">{filter.all ?? 'Todos'}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown />
      </span>
    </div>
  );
}

function MultiFilter({ filter, value, onChange }: Props<'multi', readonly string[]>) {
  const menu = useFloating();
  const id = useId();
  const names = filter.options.filter((o) => value.includes(o.value)).map((o) => o.label);
  const said =
    names.length === 0
      ? (filter.all ?? 'Todos')
      : names.length === 1
        ? names[0]
        : `${names.length} elegidos`;
  return (
    <div className={styles.filter}>
      <span id={id} className={styles.controlLabel}>
        {filter.label}
      </span>
      <button
        type="button"
        id={`${id}-b`}
        aria-labelledby={`${id} ${id}-b`}
        className={styles.multi}
        data-active={names.length > 0 ? '' : undefined}
        {...menu.button()}
      >
        <span>{said}</span>
        <IconChevronDown />
      </button>
      <Floating handle={menu} label={filter.label}>
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
      </Floating>
    </div>
  );
}

function DatesFilter({ filter, value, onChange }: Props<'dates', DateRange>) {
  const put = (part: DateRange) => onChange({ ...value, ...part });
  return (
    <fieldset className={styles.dates}>
      <legend className={styles.controlLabel}>{filter.label}</legend>
      <label>
        <span>desde</span>
        <input
          type="date"
          value={value.desde ?? ''}
          max={value.hasta}
          data-active={value.desde ? '' : undefined}
          onChange={({ target }) => put({ desde: target.value })}
        />
      </label>
      <label>
        <span>hasta</span>
        <input
          type="date"
          value={value.hasta ?? ''}
          min={value.desde}
          data-active={value.hasta ? '' : undefined}
          onChange={({ target }) => put({ hasta: target.value })}
        />
      </label>
    </fieldset>
  );
}
