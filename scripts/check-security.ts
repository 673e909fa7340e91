/**
 * Keeps docs/seguridad.md true as far as a program can: every requirement of ASVS 5.0.0 of levels 1 and 2
 * has its row, once and with its level; what a row names is there (files, and tests by their titles); the
 * table of figures adds up. Run by `npm run validate`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, report } from './checks.ts';

const DOCUMENT = 'docs/seguridad.md';

/** The level of each requirement of a section, in their order (OWASP ASVS v5.0.0, its CSV). */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
const ESTADOS = ['Cumple', 'No aplica', 'No cumple'] as const;

const wanted = new Map<string, string>(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, i) =>
      level === '3' ? [] : [[`${section}.${i + 1}`, level] as const],
    ),
  ),
);

/** Paths that the document names; those that begin with a slash are addresses of the portal. */
const isPath = (token: string): boolean => /^[\w.-]+(?:\/[\w.@-]+)+\/?$/.test(token);

/** What the document says that is not so; `read` gives a file of the house, null when it is not there. */
export const findUntrue = (text: string, read: (path: string) => string | null): string[] => {
  const problems: string[] = [];
  // | 1.1.1 | 2 | what it asks | Cumple | by what |
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm)];
  const seen = new Map<string, string>();
  const sums = new Map<string, Record<string, number>>();
  for (const [, id = '', level = '', , estado = '', evidence = ''] of rows) {
    if (!wanted.has(id)) problems.push(`${id}: is no requirement of level 1 or 2.`);
    else if (wanted.get(id) !== level) problems.push(`${id}: is of level ${wanted.get(id)}.`);
    if (seen.has(id)) problems.push(`${id}: has two rows; leave one.`);
    if (!(ESTADOS as readonly string[]).includes(estado)) {
      problems.push(`${id}: «${estado}» is none of ${ESTADOS.join(', ')}.`);
    }
    if (estado === 'Cumple' && !/`|\]\(/.test(evidence)) {
      problems.push(`${id}: a «Cumple» names the file, the test or the part of the document.`);
    }
    seen.set(id, estado);
    const chapter = `V${id.split('.')[0]}`;
    for (const key of [chapter, 'Total']) {
      const sum = sums.get(key) ?? {};
      sum[estado] = (sum[estado] ?? 0) + 1;
      sums.set(key, sum);
    }
  }
  for (const id of wanted.keys()) if (!seen.has(id)) problems.push(`${id}: has no row.`);

  // | V1 … | met | not applicable | not met |
  for (const [key, sum] of sums) {
    const figures = ESTADOS.map((estado) => sum[estado] ?? 0).join(' | ');
    const row = new RegExp(
      `^\\| \\**${key}\\b[^|]*\\| ${figures.replaceAll('|', '\\|')} \\|$`,
      'm',
    );
    if (!row.test(text)) problems.push(`Figures: the row of ${key} should read | ${figures} |.`);
  }

  for (const [, token = '', title] of text.matchAll(/`([^`\n]+)`(?: «([^»\n]+)»)?/g)) {
    if (!isPath(token) || !/^(src|tests|docs|scripts|migrations|bench)\//.test(token)) continue;
    const file = read(token);
    if (file === null) problems.push(`\`${token}\` is not there.`);
    else if (title && !file.includes(title)) {
      problems.push(`\`${token}\` has nothing called «${title}».`);
    }
  }
  for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
    if (!/^https?:/.test(link) && read(join('docs', link)) === null) {
      problems.push(`The link to ${link} leads nowhere.`);
    }
  }
  return problems;
};

if (import.meta.main) {
  const read = (path: string): string | null => {
    if (!existsSync(join(ROOT, path))) return null;
    return statSync(join(ROOT, path)).isFile() ? readFileSync(join(ROOT, path), 'utf8') : '';
  };
  report(findUntrue(read(DOCUMENT) ?? '', read).map((problem) => `${DOCUMENT}: ${problem}`));
}
