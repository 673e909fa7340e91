import { useId } from 'react';
import { IconChevronDown } from '../ui/icons.tsx';
import type { FilterOption } from './params.ts';
import styles from './table.module.css';

/** One of a list, or `all` of them (undefined), as filters ask for it. */
export function OptionsSelect({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string;
  all: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className={styles.controlLabel}>
        {label}
      </label>
      <span className={styles.selectBox} data-active={value ? '' : undefined}>
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        >
          <option value="">{all}</option>
          {groupsOf(options).map(([grupo, some]) => {
            const drawn = some.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ));
            return grupo === undefined ? (
              drawn
            ) : (
              <optgroup key={grupo} label={grupo}>
                {drawn}
              </optgroup>
            );
          })}
        </select>
        <IconChevronDown />
      </span>
    </div>
  );
}

/** Options by their group, in the order in which groups first appear. */
const groupsOf = (options: readonly FilterOption[]): [string | undefined, FilterOption[]][] => {
  const groups = new Map<string | undefined, FilterOption[]>();
  for (const option of options) {
    groups.set(option.grupo, [...(groups.get(option.grupo) ?? []), option]);
  }
  return [...groups];
};
