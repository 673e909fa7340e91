import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { IconUpload } from '../ui/icons.tsx';
import { type CommonField, FieldFrame, useFieldIds } from './field.tsx';
import styles from './form.module.css';

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
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Cleared from outside (after sending): the browser's control has to forget it too.
    if (!value && input.current) input.current.value = '';
  }, [value]);
  return (
    <FieldFrame ids={ids} label={label} optional={optional} hint={hint} error={error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the control inside is the way */}
      <div
        className={styles.file}
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const dropped = event.dataTransfer.files;
          if (dropped.length !== 1 || disabled || !input.current) return;
          input.current.files = dropped;
          onChange(dropped[0] ?? null);
        }}
      >
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
        <label htmlFor={ids.id} className={styles.choose}>
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
