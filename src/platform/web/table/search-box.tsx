import { useEffect, useId, useRef, useState } from 'react';
import { IconCross, IconSearch } from '../ui/icons.tsx';
import styles from './table.module.css';

const SEARCH_DELAY_MS = 300;

/** Asks a moment after the last key; Enter asks at once. */
export function SearchBox({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  // What this box asked for last: any other value came from outside (the address, «quitar»).
  const [sent, setSent] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== sent) {
    setSent(value);
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string) => {
    clearTimeout(timer.current);
    setSent(next.trim());
    if (next.trim() !== value) onChange(next.trim());
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), SEARCH_DELAY_MS);
  };
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <label htmlFor={id}>{label}</label>
        <span className={styles.searchBox}>
          <IconSearch />
          <input
            id={id}
            type="search"
            value={text}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onChange={(event) => type(event.target.value)}
          />
          {text && (
            <button
              type="button"
              aria-label="Borrar la búsqueda"
              onClick={(event) => {
                setText('');
                send('');
                event.currentTarget.parentElement?.querySelector('input')?.focus();
              }}
            >
              <IconCross />
            </button>
          )}
        </span>
        {hint && (
          <small id={`${id}-hint`} className={styles.hint}>
            {hint}
          </small>
        )}
      </form>
    </search>
  );
}
