import { useState } from 'react';
import { type Option, SelectField } from '../../../../../platform/web/form/index.ts';
import { Button, IconPlus } from '../../../../../platform/web/ui/index.ts';
import styles from './convocatoria.module.css';

/** Something is chosen and then added: choosing alone changes nothing. */
export function Agregar({
  label,
  options,
  onAdd,
}: {
  label: string;
  options: readonly Option[];
  onAdd: (value: string) => void;
}) {
  const [chosen, setChosen] = useState('');
  if (options.length === 0) return null;
  // What was chosen may have been added elsewhere meanwhile.
  const value = options.some((option) => option.value === chosen) ? chosen : '';
  return (
    <div className={styles.agregar}>
      <SelectField label={label} optional options={options} value={value} onChange={setChosen} />
      <Button
        icon={<IconPlus />}
        aria-disabled={value === '' || undefined}
        aria-label={`${label}: agregar`}
        onClick={() => {
          if (value === '') return;
          setChosen('');
          onAdd(value);
        }}
      >
        Agregar
      </Button>
    </div>
  );
}
