const KEY = 'portal-nav-collapsed';

/** Whether this browser was told to show the navigation as icons. */
export const isNavigationNarrow = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    // A forbidden storage: as wide as it is at first.
    return false;
  }
};

/** Remembers it in this browser, if that lets itself be written to. */
export const rememberNavigationNarrow = (narrow: boolean): void => {
  try {
    localStorage.setItem(KEY, narrow ? '1' : '0');
  } catch {
    // It lasts as long as the page.
  }
};

const CLOSED = 'portal-nav-closed';

/** The groups that were folded in this browser. */
export const readClosedGroups = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CLOSED) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

export const rememberClosedGroups = (groups: readonly string[]): void => {
  try {
    localStorage.setItem(CLOSED, JSON.stringify(groups));
  } catch {
    // They stay as long as the page.
  }
};
