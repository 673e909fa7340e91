import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { isShown } from '../focus/keeper.ts';
import { holdUnsaved } from '../unsaved.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { IconCross } from './icons.tsx';

/**
 * A modal over the screen, on the browser's own `<dialog>` (focus kept inside, Esc closes). Open it
 * with `useDisclosure`, so that leaving the screen closes it. Esc, a press beside it, its cross and Back ask before
 * they discard what was written in it; a button with a word of its own (Cancelar) calls `onClose` and does not.
 */
export function Dialog({
  opened,
  onClose,
  title,
  actions,
  wide = false,
  dirty,
  keeps = false,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  actions?: ReactNode;
  /** For tables: takes the width there is. */
  wide?: boolean;
  /** Whether it holds something that would be lost; without it, whether something was typed or chosen. */
  dirty?: boolean | undefined;
  /** Closing it loses nothing: it goes on where it was. Only closing the window warns. */
  keeps?: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  /** Closed by us, not by the browser. */
  const ours = useRef(true);
  const typed = useRef(false);
  const [asking, setAsking] = useState<Question | null>(null);
  // A layout effect: it is closed while it still is in the document, so that the browser gives the
  // focus back also when the dialog is taken away instead of closed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!opened || !dialog) return;
    dialog.showModal();
    ours.current = false;
    begin(dialog);
    // A dialog left open while its screen hides would block the whole page.
    return () => {
      ours.current = true;
      dialog.close();
    };
  }, [opened]);

  const holds = useRef<() => boolean>(() => false);
  useEffect(() => {
    holds.current = () => dirty ?? typed.current;
  });
  useEffect(() => {
    if (!opened) return;
    typed.current = false;
    return holdUnsaved({
      has: () => holds.current(),
      ...(!keeps && { ask: (leave: () => void) => setAsking({ at: Date.now(), leave }) }),
    });
  }, [opened, keeps]);
  const close = () => {
    if (!keeps && holds.current()) setAsking({ at: Date.now() });
    else onClose();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, given by the browser */}
      <dialog
        ref={ref}
        className={classes(styles.dialog, wide && styles.wide)}
        aria-labelledby={id}
        onCancel={(event) => {
          // A file that was not chosen is said by the same name.
          if (event.target !== ref.current) return;
          event.preventDefault();
          close();
        }}
        onClose={(event) => {
          if (event.target !== ref.current || ours.current) return;
          // A second Esc, which Chromium does not let anybody refuse.
          ref.current.showModal();
          close();
        }}
        onClick={(event) => {
          if (event.target === ref.current) close();
        }}
        onInput={({ target }) => {
          if ((target as Element).matches(WRITTEN)) typed.current = true;
        }}
      >
        {opened && (
          <>
            <div className={styles.head}>
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              <button type="button" className={styles.close} onClick={close} aria-label="Cerrar">
                <IconCross />
              </button>
            </div>
            <div className={styles.body}>
              {children}
              {actions && <div className={styles.actions}>{actions}</div>}
            </div>
          </>
        )}
      </dialog>
      {opened && asking && (
        <Discard
          key={asking.at}
          onStay={() => setAsking(null)}
          onDiscard={() => {
            setAsking(null);
            onClose();
            asking.leave?.();
          }}
        />
      )}
    </>
  );
}

/** Asked anew it stands on top again; `leave` is what was asked to leave with (Back). */
type Question = { readonly at: number; readonly leave?: () => void };

const FIELDS = 'input:not([type="hidden"]), select, textarea';
/** What is written or brought; a choice among options is done again with one press. */
const WRITTEN =
  'textarea, input:not([type="radio"], [type="checkbox"], [type="search"], [type="range"])';

/** The focus on the first field (of options, the chosen one); where there is nothing to fill in, on the title. */
const begin = (dialog: HTMLDialogElement): void => {
  const fields = [...dialog.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
    (field) => isShown(field) && !field.disabled,
  );
  const first = fields[0];
  const chosen =
    first?.type === 'radio' && fields.find(({ name, checked }) => name === first.name && checked);
  (chosen || first || dialog.querySelector('h2'))?.focus();
};

/** Over what was written: goes on with it unless it is said otherwise. */
export function Discard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    stay.current?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      className={classes(styles.dialog, styles.discard)}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onStay}
    >
      <div className={styles.head}>
        <h2 id={id}>¿Descartar lo escrito?</h2>
      </div>
      <div className={styles.body}>
        <p id={`${id}-text`}>Todavía no se ha guardado. Si lo descarta, se pierde.</p>
        <div className={styles.actions}>
          <Button ref={stay} variant="primary" onClick={onStay}>
            Seguir escribiendo
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            Descartar
          </Button>
        </div>
      </div>
    </dialog>
  );
}
