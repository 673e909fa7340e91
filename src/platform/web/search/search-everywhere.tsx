import { lazy, Suspense, useEffect } from 'react';
import { useDisclosure } from '../keep-alive/index.ts';
import { IconSearch } from '../ui/icons.tsx';
import type { SearchEverywhereProps } from './providers.ts';
import styles from './search.module.css';

const loadPanel = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadPanel()).SearchDialog }));

/** Search of the whole portal: its button in the top bar, and Ctrl-K (⌘K) everywhere. */
export function SearchEverywhere(props: SearchEverywhereProps) {
  const [opened, { open, close }] = useDisclosure();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      // Not over another dialog, which waits for its answer.
      if (!document.querySelector('dialog[open]')) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Buscar en el portal (Ctrl K)"
        onPointerEnter={() => void loadPanel().catch(() => {})}
        onClick={open}
      >
        <IconSearch />
        <span className="sr-only">Buscar en el portal</span>
        <span className={styles.word} aria-hidden="true">
          Buscar
        </span>
        <span className={styles.keys} aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {opened && (
        <Suspense>
          <SearchDialog {...props} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
