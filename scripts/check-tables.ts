/**
 * SQL that names another feature's table: a feature's tables are those that its `data.ts` declares in `Tables`, and
 * others join what its `server/reading.ts` gives or ask its `server/service.ts`. Run by `npm run validate`.
 */
import { readSources, report, type Source } from './checks.ts';

/** What is so on purpose, each with why. Only to be taken away from: a new one is mended, not listed. */
const ALLOWED: Readonly<Record<string, string>> = {
  'identidad/sesiones → personas':
    'who asks, account and file, is read by one statement at every request',
  'identidad/usuarios → personas': 'the list of accounts is searched and sorted by whose they are',
  'identidad/vinculaciones → personas':
    'an account asks for a file: its queue shows and compares the two',
  'personas/fusiones → cuentas': 'who proposes and decides, as the account is now',
  'auditoria → cuentas': 'the history is filtered and shown by who acted',
  'auditoria → personas': 'the history is looked for by the person it is about',
  'correos → cuentas': 'whose an address is decides who may send a mail again',
};

const featureOf = (name: string) => name.split('/')[0] ?? '';
/** A feature, or the sub-concern of it. */
const roomOf = (name: string) => name.replace(/\/server\/.*$/, '');

/** Which feature each table is of. */
const ownersOf = (sources: readonly Source[]): Map<string, string> => {
  const owners = new Map<string, string>();
  for (const { name, text } of sources) {
    const declared = /^ {2}interface Tables \{\n([\s\S]*?)\n {2}\}/m.exec(text)?.[1] ?? '';
    for (const [, table = ''] of declared.matchAll(/^ {4}(\w+):/gm)) {
      const other = owners.get(table);
      if (other) throw new Error(`${table} is declared by ${other} and ${featureOf(name)}`);
      owners.set(table, featureOf(name));
    }
  }
  return owners;
};

/** The names that a file's statements read or write: `from personas p`, `.innerJoin('personas as p'`. */
const namesIn = (text: string): Set<string> => {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '');
  // A name that a statement gives itself (`with cuentas as (…)`) is nobody's table.
  const own = new Set(Array.from(code.matchAll(/\b(\w+) as (?:materialized )?\(/g), ([, n]) => n));
  const builder =
    /\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|updateTable|insertInto|deleteFrom|mergeInto|using)\(\s*\[?\s*'(\w+)/g;
  const written = /\b(?:from|join|update|into|using|table)\s+\(?\s*(?:only\s+)?"?(\w+)"?/gi;
  const found = [...code.matchAll(builder), ...code.matchAll(written)].map(([, n = '']) => n);
  return new Set(found.filter((n) => !own.has(n)));
};

/** Statements that name tables of others and are not allowed to, and what is allowed and no longer done. */
export const findForeign = (
  sources: readonly Source[],
  allowed: Readonly<Record<string, string>>,
): string[] => {
  const owners = ownersOf(sources);
  const problems: string[] = [];
  const used = new Set<string>();
  for (const { name, text } of sources) {
    for (const table of namesIn(text)) {
      const owner = owners.get(table);
      if (!owner || owner === featureOf(name)) continue;
      const arrow = [roomOf(name), featureOf(name)]
        .map((from) => `${from} → ${table}`)
        .find((a) => a in allowed);
      if (arrow) used.add(arrow);
      else {
        problems.push(
          `src/features/${name}: names ${table}, which is of ${owner}. Join what ${owner}/server/reading.ts gives (or add it there), or ask a function of its service.`,
        );
      }
    }
  }
  for (const arrow of Object.keys(allowed)) {
    if (!used.has(arrow))
      problems.push(`${arrow} is no more: take it off the list of this script.`);
  }
  return problems;
};

if (import.meta.main) {
  const sources = readSources('src/features').filter(({ name }) => name.endsWith('.ts'));
  report(findForeign(sources, ALLOWED));
}
