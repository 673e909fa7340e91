/**
 * docs/estados.md: every machine of states that the house declares (`defineEstados`), drawn.
 * `npm run states` writes it; with --check (part of `npm run validate`) it fails when it is stale, or when a
 * statement names states by hand.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Estados } from '../src/platform/shared/estados.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = join(ROOT, 'docs/estados.md');

export type Declared = {
  /** The name it is declared by, and where. */
  nombre: string;
  file: string;
  maquina: Estados;
};

const isMaquina = (value: unknown): value is Estados =>
  typeof value === 'object' && value !== null && 'pasos' in value && 'tabla' in value;

const sources = (): string[] =>
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `src/${name}`)
    .sort();

/** Every machine that is declared in src, by its table. */
export const readMaquinas = async (): Promise<Declared[]> => {
  const found: Declared[] = [];
  for (const file of sources()) {
    if (!/= defineEstados\(/.test(readFileSync(join(ROOT, file), 'utf8'))) continue;
    const exported: Record<string, unknown> = await import(join(ROOT, file));
    const mine = Object.entries(exported).flatMap(([nombre, value]) =>
      isMaquina(value) ? [{ nombre, file, maquina: value }] : [],
    );
    if (mine.length === 0) throw new Error(`${file}: export what defineEstados gives`);
    found.push(...mine);
  }
  return found.sort((a, b) => a.maquina.tabla.localeCompare(b.maquina.tabla));
};

/** SQL that names states by hand: a statement asks the machine (`mayTake`, `inEstado`, `inGrupo`). */
const BY_HAND = /\bestado\s*(?:=|<>|!=|in|not in)\s*\(?'/i;

/** The lines (from 1) in which a source does. */
export const findByHand = (text: string): { line: number; said: string }[] =>
  text
    .split('\n')
    .flatMap((said, i) => (BY_HAND.test(said) ? [{ line: i + 1, said: said.trim() }] : []));

const writtenByHand = (): string[] =>
  sources().flatMap((file) =>
    findByHand(readFileSync(join(ROOT, file), 'utf8')).map(
      ({ line, said }) => `${file}:${line}: ${said}`,
    ),
  );

const TONES = {
  success: 'éxito',
  warning: 'aviso',
  danger: 'peligro',
  info: 'información',
  neutral: 'neutro',
};

const draw = ({ nombre, file, maquina }: Declared): string => {
  const { tabla, estados, pasos, grupos } = maquina;
  const arrows = new Map<string, string[]>();
  for (const [paso, { de, a }] of Object.entries(pasos)) {
    for (const from of de) {
      const arrow = `${from ?? '[*]'} --> ${a ?? '[*]'}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), paso]);
    }
  }
  const read = estados.flatMap((estado) => {
    try {
      return [`| \`${estado}\` | ${maquina.palabra(estado)} | ${TONES[maquina.tono(estado)]} |`];
    } catch {
      return [];
    }
  });
  return [
    `## \`${tabla}\`\n`,
    `\`${nombre}\`, [${file}](../${file}).\n`,
    '```mermaid',
    'stateDiagram-v2',
    ...[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    '```',
    ...(read.length > 0 ? ['\n| State | People read | Tone |\n|---|---|---|', ...read] : []),
    ...(Object.keys(grupos).length > 0 ? [''] : []),
    ...Object.entries(grupos).map(
      ([grupo, its]) => `- \`${grupo}\`: ${its.map((one) => `\`${one}\``).join(', ')}`,
    ),
  ].join('\n');
};

if (import.meta.main) {
  const text = [
    '# States',
    'Written by `npm run states` from the declarations (`defineEstados`), which are the truth: the acts, the guards of',
    'their statements and the database follow them ([decisions/0037](decisions/0037-states-are-data.md)). An arrow from',
    'the point begins a record; one to the point removes it.\n',
    (await readMaquinas()).map(draw).join('\n\n'),
    '',
  ].join('\n');
  if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, text);
  else {
    const problems = writtenByHand().map(
      (place) => `${place}\n  asks for a state by hand: use mayTake, inEstado or inGrupo.`,
    );
    if (readFileSync(DOCUMENT, 'utf8') !== text) {
      problems.push('docs/estados.md is stale: run `npm run states`.');
    }
    if (problems.length > 0) {
      console.error(problems.join('\n'));
      process.exit(1);
    }
  }
}
