import { searchIn } from '../../shared/search.ts';
import type { NavItem } from '../routes.ts';

/** The groups in the order in which they first appear. */
export const groupItems = (items: readonly NavItem[]): [group: string, items: NavItem[]][] => {
  const groups = new Map<string, NavItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups];
};

/**
 * Which of these addresses is the one where one is, or null: the longest path that it begins with and, of equal
 * ones, the one that says most of what follows the `?`. So «Sin CURP» is where one is on a list that is filtered so,
 * and the list's own entry everywhere else on it.
 */
export const currentOf = (
  addresses: readonly string[],
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string | null => {
  const here = new URLSearchParams(search);
  const fit = addresses.flatMap((address) => {
    const [path = '', query = ''] = address.split('?');
    const within = pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
    const said = [...new URLSearchParams(query)];
    return within && said.every(([name, value]) => here.get(name) === value)
      ? [{ address, path: path.length, said: said.length }]
      : [];
  });
  fit.sort((a, b) => b.path - a.path || b.said - a.said);
  return fit[0]?.address ?? null;
};

/** The entries that have all these words, in their names or their group's; all without words. */
export const filterItems = (items: readonly NavItem[], text: string): readonly NavItem[] =>
  text.trim() === ''
    ? items
    : searchIn(items, ({ label, group }) => `${label} ${group}`, text).filas;
