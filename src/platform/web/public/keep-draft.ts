/*
 * What is typed in a long form of a public page stays in its tab until it is sent: a closed lid, an expired link or a wrong key press lose
 * nothing. In `sessionStorage`, so that it ends with the tab: the computer may be shared.
 */

const PREFIX = 'borrador/';
const PAUSE_MS = 300;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (root: HTMLElement): Control[] => [
  ...root.querySelectorAll<Control>('input[name], textarea[name], select[name]'),
];

const isCheck = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'checkbox';

const read = (root: HTMLElement): Record<string, string | boolean> =>
  Object.fromEntries(
    controlsOf(root).map((control) => [
      control.name,
      isCheck(control) ? control.checked : control.value,
    ]),
  );

const fill = (root: HTMLElement, kept: Record<string, unknown>): boolean => {
  let filled = false;
  for (const control of controlsOf(root)) {
    const value = kept[control.name];
    if (isCheck(control)) control.checked = value === true;
    else if (typeof value === 'string') control.value = value;
    filled ||= value === true || (typeof value === 'string' && value !== '');
  }
  return filled;
};

/** Storage may be switched off, or full: then nothing is kept. */
const attempt = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

/**
 * Keeps what is typed in the fields of an element: it has `data-draft` (its name), `data-draft-filled` when the server filled it in, and may
 * have `[data-draft-said]`, where it is said that something was recovered.
 */
export const enhanceDraft = (root: HTMLElement): void => {
  const key = PREFIX + root.dataset.draft;
  const save = () => attempt(() => sessionStorage.setItem(key, JSON.stringify(read(root))));
  if (root.dataset.draftFilled === undefined) {
    const kept = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown);
    const said = root.querySelector('[data-draft-said]');
    if (typeof kept === 'object' && kept !== null && fill(root, kept as Record<string, unknown>)) {
      if (said) said.textContent = 'Se recuperó lo que había escrito en esta pestaña.';
    }
  } else save();
  let timer: ReturnType<typeof setTimeout> | undefined;
  root.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  });
  window.addEventListener('pagehide', save);
};

/** Forgets what was kept under the name in `data-draft-over`: it was sent, or nobody waits for it. */
export const forgetDraft = (root: HTMLElement): void => {
  attempt(() => sessionStorage.removeItem(PREFIX + root.dataset.draftOver));
};
