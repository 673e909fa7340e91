import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { IconUpload } from '../ui/icons.tsx';
import choose from './choose.module.css';
import { type CommonField, FieldFrame, useFieldIds } from './field.tsx';
import styles from './form.module.css';
import { useDrop } from './use-drop.ts';

/** Chooses a file, or takes one dropped on it. `capture` opens a phone's camera. */
export function FileField({
  label,
  value,
  onChange,
  id,
  name,
  hint,
  error,
  optional,
  disabled,
  accept,
  capture,
}: CommonField<File | null> & { accept?: string; capture?: 'user' | 'environment' }) {
  const ids = useFieldIds(id, hint, error);
  const input = useRef<HTMLInputElement>(null);
  const drop = useDrop((dropped) => {
    if (dropped.length !== 1 || disabled || !input.current) return;
    input.current.files = dropped;
    onChange(dropped[0] ?? null);
  });
  useEffect(() => {
    // Cleared from outside (after sending): the browser's control has to forget it too.
    if (!value && input.current) input.current.value = '';
  }, [value]);
  return (
    <FieldFrame ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <div className={styles.file} {...drop}>
        <input
          ref={input}
          {...ids.described}
          id={ids.id}
          name={name}
          type="file"
          className="sr-only"
          accept={accept}
          capture={capture}
          disabled={disabled}
          onChange={(event) => {
            // Giving up in the browser's window keeps what was chosen before.
            const [file] = event.target.files ?? [];
            if (file) onChange(file);
          }}
        />
        <label htmlFor={ids.id} className={choose.choose}>
          <IconUpload />
          {value ? 'Elegir otro archivo' : 'Elegir un archivo'}
        </label>
        <span className={styles.chosen} aria-live="polite">
          {value ? `${value.name}, ${formatBytes(value.size)}` : 'o arrástrelo hasta aquí'}
        </span>
        {value && (
          <Button size="small" variant="quiet" onClick={() => onChange(null)}>
            Quitar
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}
