import { DateField, TextField } from '../../../../../platform/web/form/index.ts';
import styles from './convocatoria.module.css';

const parts = (momento: string): [string, string] => {
  const [dia = '', hora = ''] = momento.split(' ');
  return [dia, hora];
};

/** «9:00» is 09:00. */
const hourOf = (written: string): string => written.trim().replace(/^(\d):/, '0$1:');

/** A day and a time of Mexico City, as `2027-01-12 09:00`; both empty: an empty text. */
export function MomentoField({
  label,
  value,
  onChange,
  id,
  error,
  disabled = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  id?: string;
  error?: string | undefined;
  disabled?: boolean;
}) {
  const [dia, hora] = parts(value);
  const change = (nextDia: string, nextHora: string) =>
    onChange(nextDia === '' && nextHora === '' ? '' : `${nextDia} ${hourOf(nextHora)}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the date within is a fieldset of its own
    <div role="group" aria-label={label} className={styles.momento}>
      <DateField
        label={label}
        hint="Por ejemplo, 12 1 2027"
        value={dia}
        onChange={(next) => change(next, hora)}
        disabled={disabled}
        {...(id && { id })}
        {...(error && { error })}
      />
      <TextField
        label="Hora"
        hint="Como 09:00"
        value={hora}
        onChange={(next) => change(dia, next)}
        disabled={disabled}
        maxLength={5}
      />
    </div>
  );
}
