/** The checks of `npm run validate` find what they look for: of each, what must be found and what must not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKinds } from '../scripts/check-campos.ts';
import { findCircles } from '../scripts/check-circles.ts';
import { subjectProblem } from '../scripts/check-commits.ts';
import { findLong, MOST } from '../scripts/check-handlers.ts';
import { findLookups } from '../scripts/check-lookups.ts';
import { findNames } from '../scripts/check-names.ts';
import { findDecisions } from '../scripts/check-policies.ts';
import { findUntrue } from '../scripts/check-security.ts';
import { findNoManifest, problemOf } from '../scripts/check-structure.ts';
import { findForeign } from '../scripts/check-tables.ts';
import { readSources } from '../scripts/checks.ts';
import { findByHand } from '../scripts/states.ts';

const ROOT = join(import.meta.dirname, '..');

it('every check is run by validate and has its cases here', () => {
  const mine = readFileSync(import.meta.filename, 'utf8');
  const validate = readFileSync(join(ROOT, 'scripts/validate.ts'), 'utf8');
  const checks = readdirSync(join(ROOT, 'scripts')).filter((name) => name.startsWith('check-'));
  expect(checks.length).toBeGreaterThan(5);
  for (const name of checks) {
    expect(mine).toContain(`../scripts/${name}`);
    expect(validate).toContain(`scripts/${name}`);
  }
});

it('they look at the programs of the house, and not at their tests', () => {
  const names = readSources('src/features').map(({ name }) => name);
  expect(names).toContain('personas/server/data.ts');
  expect(names.some((name) => name.endsWith('.tsx'))).toBe(true);
  expect(names.filter((name) => name.includes('.test.'))).toEqual([]);
});

describe('kinds of field', () => {
  const tipos = new Set(['texto', 'numero']);
  it.each([
    "if (campo.tipo === 'texto') go();",
    "if ('numero' !== tipo) go();",
    "switch (campo.tipo) { case 'numero': go(); }",
    "['numero', 'otro'].includes(campo.tipo);",
    "type N = Extract<Campo, { tipo: 'numero' }>;",
    "const C = <div>{campo.tipo === 'texto' && <p />}</div>;",
  ])('found: %s', (text) => expect(findKinds(text, tipos)).toHaveLength(1));
  it.each([
    "const seed = { tipo: 'numero', min: 1 };",
    "if (cambio.tipo === 'contactoRetirado') go();",
    "switch (cambio.tipo) { case 'clave': go(); }",
    "if (control.kind === 'texto') go();",
  ])('not found: %s', (text) => expect(findKinds(text, tipos)).toEqual([]));
});

describe('circles of features', () => {
  const there = { name: 'a/server/service.ts', text: "import { x } from '../../b/rules.ts';" };
  const along = { name: 'b/rules.ts', text: "import type { y } from '../c/contract.ts';" };
  const back = { name: 'c/web/hooks.ts', text: "const z = import('../../a/routes.ts');" };
  it('are found however long the way', () => {
    const [found = '', ...more] = findCircles([there, along, back], {});
    expect(found).toContain('a ↔ b');
    expect(found).toContain('b/rules.ts imports c/contract.ts');
    expect(more).toHaveLength(2);
  });
  it('one way, one’s own files and the platform make none', () => {
    const platform = { name: 'b/x.ts', text: "import { a } from '../../platform/shared/a.ts';" };
    const own = { name: 'a/x.ts', text: "import { b } from './y.ts'; import './z/w.ts';" };
    expect(findCircles([there, along, platform, own], {})).toEqual([]);
  });
  it('one that is known and is no more is told', () => {
    const pair = { 'a ↔ b': 'why' };
    expect(findCircles([there], pair)).toEqual([expect.stringContaining('no longer')]);
    const both = [there, { name: 'b/rules.ts', text: "import { x } from '../a/rules.ts';" }];
    expect(findCircles(both, pair)).toEqual([]);
  });
});

describe('long handlers', () => {
  const handler = (lines: number) =>
    `export const xHandlers = [\n  handle(getX, {\n${'    run() {},\n'.repeat(lines - 2)}  }),\n];`;
  it('are found from one line too many on', () => {
    expect(findLong(handler(MOST))).toEqual([]);
    expect(findLong(handler(MOST + 1))).toEqual([{ name: 'getX', line: 2, lines: MOST + 1 }]);
  });
});

describe('look-ups by any name', () => {
  const table = 'const T: Record<string, string> = { a: "1" };';
  const find = (text: string, others: { name: string; text: string }[] = []) =>
    findLookups([{ name: 'x.ts', text }, ...others]);
  it('are found in the table’s own file and where it is imported', () => {
    expect(find(`${table} const f = (n: string) => T[n];`)).toHaveLength(1);
    const user = { name: 'y.ts', text: "import { T as U } from './x.ts'; const f = (n) => U[n];" };
    expect(find(`export ${table}`, [user])).toEqual([expect.stringContaining('y.ts:1: U[n]')]);
  });
  it('closed keys, a literal and what is asked first are none', () => {
    expect(find("const T: Record<Estado, string> = { a: '1' }; T[e];")).toEqual([]);
    expect(find(`${table} T['a'];`)).toEqual([]);
    expect(find(`${table} const f = (n) => Object.hasOwn(T, n) ? T[n] : null;`)).toEqual([]);
  });
});

describe('decisions by a role', () => {
  it.each([
    "actor.role === 'Admin'",
    'user?.role != null',
    "(actor.role as string) === 'Escolar'",
    "role === 'Admin'",
    "['Admin'].includes(actor.role)",
    'switch (role) { default: }',
  ])('found: %s', (text) => expect(findDecisions('x.ts', text)).toHaveLength(1));
  it.each(["role === 'ninguno'", "role === ''", 'isAdmin(actor)', 'const { role } = actor;'])(
    'not found: %s',
    (text) => expect(findDecisions('x.ts', text)).toEqual([]),
  );
});

describe('the security document', () => {
  const text = readFileSync(join(ROOT, 'docs/seguridad.md'), 'utf8');
  const read = (path: string): string | null =>
    !existsSync(join(ROOT, path))
      ? null
      : /\.[a-z]+$/.test(path)
        ? readFileSync(join(ROOT, path), 'utf8')
        : '';
  const find = (changed: string) => findUntrue(changed, read).join('\n');
  const row = /^\| 1\.2\.1 \| 1 \|.*$/m;

  it('is true today', () => expect(find(text)).toBe(''));
  it.each<[string, string, string]>([
    ['a row less', text.replace(row, ''), '1.2.1: has no row'],
    ['another level', text.replace('| 1.2.1 | 1 |', '| 1.2.1 | 2 |'), 'is of level 1'],
    ['a row twice', text.replace(row, '$&\n$&'), '1.2.1: has two rows'],
    ['no requirement', `${text}\n| 99.1.1 | 1 | x | Cumple | \`src/web.tsx\` |\n`, '99.1.1: is no'],
    ['a figure', text.replace(/^(\| \**V1\b[^|]*\| )\d+/m, '$1999'), 'the row of V1 should'],
    ['a file that is gone', `${text} \`src/gone.ts\``, '`src/gone.ts` is not there'],
    [
      'a test that is gone',
      `${text} \`tests/checks.test.ts\` «no such${' '}test»`,
      'nothing called',
    ],
    ['a link that is gone', `${text} [x](gone.md)`, 'leads nowhere'],
  ])('%s is found', (_what, changed, said) => {
    expect(changed).not.toBe(text);
    expect(find(changed)).toContain(said);
  });
});

describe('where files are', () => {
  const find = (path: string, text = '') => problemOf(path, () => text);
  it.each<[string, string?]>([
    ['personas/contract.ts'],
    ['personas/server/feature.ts'],
    ['personas/curp/server/data.test.ts'],
    ['cursos/web/pages/curso.tsx'],
    ['plantillas/formulario/campos/rules.test.ts'],
    ['plantillas/formulario/campos/hora.ts', 'export const hora = defineClase({});'],
    ['cursos/server/handlers.ts', 'export const cursosHandlers: Handler[] = [];'],
  ])('right: %s', (path, text = '') => expect(find(path, text)).toBeNull());
  it.each([
    ['Notas/contract.ts', 'one lower-case Spanish noun'],
    ['suelto.ts', 'a feature is one'],
    ['personas/curp/server/feature.ts', 'one manifest for each wing'],
    ['personas/utils.ts', "a feature's root holds"],
    ['personas/Curp/rules.ts', 'one lower-case Spanish noun'],
    ['personas/a/b/c/rules.ts', 'two levels'],
    ['personas/server/helpers.ts', 'server/ holds'],
    ['personas/server/sql/data.ts', 'server/ has no folders'],
    ['personas/web/util.ts', 'web/ holds feature.ts'],
    ['personas/web/dialogs/x.tsx', 'web/ holds pages/'],
    ['personas/web/pages/Curp.tsx', 'kebab-case'],
    ['plantillas/formulario/campos/Hora.ts', 'kebab-case'],
  ])('wrong: %s', (path, said) => expect(find(path)).toContain(said));
  it.each([
    ['cursos/server/handlers.ts', 'export const takeLugar = 1;', 'exports …Handlers'],
    [
      'plantillas/formulario/campos/hora.ts',
      'export const hora = defineClase({});\nexport const more = 1;',
      'exports one kind',
    ],
  ])('wrong by what it exports: %s', (path, text, said) => {
    expect(find(path, text)).toContain(said);
  });
});

it('a feature without its manifest is found, and one that is listed and has it', () => {
  const paths = ['a/server/feature.ts', 'b/rules.ts', 'b/server/data.ts'];
  expect(findNoManifest(paths, {})).toEqual([expect.stringContaining('src/features/b:')]);
  expect(findNoManifest(paths, { b: 'why' })).toEqual([]);
  expect(findNoManifest(paths, { a: 'why', b: 'why' })).toHaveLength(1);
});

describe('tables of others', () => {
  const owner = {
    name: 'a/server/data.ts',
    text: 'declare module {\n  interface Tables {\n    cosas: { id: string };\n  }\n}',
  };
  const find = (text: string, allowed: Record<string, string> = {}) =>
    findForeign([owner, { name: 'b/lote/server/data.ts', text }], allowed);
  it.each([
    'db.selectFrom("x").innerJoin(\'cosas as c\', (j) => j)',
    "db.selectFrom(['cosas', 'otras'])",
    'sql`select 1 from x join cosas c on true`',
    'sql`update only "cosas" set a = 1`',
  ])('found: %s', (text) => expect(find(text)).toHaveLength(1));
  it.each([
    'sql`with cosas as (select 1) select * from cosas`',
    '// reads from cosas\nsql`select 1 from otras`',
    "db.selectFrom('otras')",
  ])('not found: %s', (text) => expect(find(text)).toEqual([]));
  it('what is allowed is, and is told when it is no more', () => {
    expect(find("db.selectFrom('cosas')", { 'b/lote → cosas': 'why' })).toEqual([]);
    expect(find('', { 'b → cosas': 'why' })).toEqual([expect.stringContaining('is no more')]);
  });
});

describe('states written by hand', () => {
  it.each([
    "where estado = 'enviada'",
    "and i.estado in ('a')",
    "estado <> 'b'",
    "estado not in ('c')",
  ])('found: %s', (text) => expect(findByHand(text)).toHaveLength(1));
  it.each(['where inEstado(X, "estado", "a")', 'set estado = $1'])('not found: %s', (text) =>
    expect(findByHand(text)).toEqual([]),
  );
});

describe('names', () => {
  const ANY_FILE = 'src/features/personas/rules.ts';
  const namesIn = (text: string, file = ANY_FILE) =>
    findNames(file, text).map((problem) => problem.said);

  it.each([
    ['const solicitud = 1;', 'solicitud: '],
    ['export type Solicitud = { solicitudId: string };', 'Solicitud: '],
    ["trx.where('historial.solicitud_id', '=', id);", 'solicitud_id: '],
    ['sql`select p.creada_en from personas p where ${x}`;', 'creada_en: '],
    ['sql`${a} and s.revoked_at is null`;', 'revoked_at: '],
    ['row.expires_at > now;', 'expires_at: '],
    ["const trabajo = { estado: 'hecho' };", 'hecho: '],
    ['const { hechos, total } = trabajo;', 'hechos: '],
    ['const fila = { vence: hoy };', 'vence: '],
    ['import { defineSheet } from "x";', 'defineSheet: '],
    ['const personasSheet = 1;', 'personasSheet: '],
  ])('%s is refused, with what to write instead', (text, word) => {
    const [first = ''] = namesIn(text);
    expect(first.startsWith(word)).toBe(true);
    expect(first.length).toBeGreaterThan(word.length + 30);
  });

  it.each([
    ["const label = 'Renglones por página';", '«Renglones»: '],
    ['const a = `Guardado a las ${hora} h`;', '«h»: '],
    ['const a = `y otros ${n}`;', '«y otros»: '],
    ['const a = <input type="date" />;', 'date: '],
    ['const a = <li draggable />;', 'draggable: '],
    ['const a = <li onDragStart={go} />;', 'onDragStart: '],
    ["const lead = 'Solicítelo a la administración del portal.';", '«administración del portal»: '],
  ])('%s is not what people read any more', (text, said) => {
    expect(namesIn(text, 'src/features/personas/web/pages/person.tsx')[0]?.startsWith(said)).toBe(
      true,
    );
    // What tests look for is not said by the portal.
    expect(namesIn(text, 'src/features/personas/rules.test.ts')).toEqual([]);
  });

  it('takes the line of what it refuses', () => {
    expect(findNames(ANY_FILE, 'const a = 1;\n\nconst hecha = a;\n')).toMatchObject([{ line: 3 }]);
  });

  it.each([
    // Words of a sentence, of a comment, of others (HTTP, OOXML, CSS).
    "const text = 'Lo que ya hizo queda hecho. Su solicitud vence mañana.';",
    '// la solicitud y su sheet\nconst a = 1;',
    "reply.header('expires', '0'); const expiresIn = 900;",
    'const worksheet = workbook.addWorksheet(); const stylesheet = 1; const spreadsheets = 2;',
    'const css = styles.sheet;',
    'sql`select creado_en, vence_en from sesiones`;',
    "const path = '/solicitudPosgrado';",
    'const a = <img draggable={false} onDrop={take} onDragOver={take} />;',
  ])('%s is not', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('leaves a word where it has its one meaning', () => {
    const facts = 'const hechos = hechosOf(row);';
    expect(namesIn(facts, 'src/features/plantillas/reglas/rules.ts')).toEqual([]);
    expect(namesIn(facts, 'src/features/trabajos/contract.ts')).toHaveLength(2);
    expect(namesIn('const solicitud = 1;', 'src/features/posgrado/rules.ts')).toEqual([]);
  });

  it.each([
    ['getItem', false],
    ['setActivo', false],
    ['listDocumentos', false],
    ['saveItems', false],
    ['traerPersona', false],
    ['getItemCatalogo', true],
    ['getPersona', true],
    ['setCurpUserNew', true],
  ])('a callable may be called %s: %s', (name, may) => {
    const file = 'src/features/personas/contract.ts';
    const text = `export const ${name}Contract = callable({ name: '${name}', summary: '' });`;
    expect(namesIn(text, file)).toHaveLength(may ? 0 : 1);
  });

  it.each([
    "const [, hora] = formatMomento(momento).split(', ');",
    "const hora = formatMomento(a).split(', ')[1]?.replace(' h', '') ?? '';",
    "describePeriodo(a, b).replace(/^D/, 'd');",
    "INSCRIPCION.palabra(estado).startsWith('En');",
    "if (messageOf(error).includes('CURP')) stop();",
    "if (mensaje === 'No se encontró el CURP') stop();",
    'if (error.message !== SIN_CURP) stop();',
  ])('%s reads back what is printed', (text) => {
    expect(namesIn(text)).toEqual([expect.stringContaining('reads what is printed')]);
    // A test may look at what people read.
    expect(namesIn(text, 'src/features/personas/rules.test.ts')).toEqual([]);
  });

  it('lets texts be made of texts, and data be taken apart', () => {
    expect(
      namesIn("const a = `${formatFecha(x)}, ${formatHora(y)}`; const [b] = fecha.split('-');"),
    ).toEqual([]);
    expect(namesIn('if (mensaje === otro || message === undefined) stop();')).toEqual([]);
  });
});

describe('subjects of commits', () => {
  it.each([
    'fix: separate fields deleted with a section from fields kept',
    'test(posgrado): follow a granted review to the new result',
    'docs: add a page of style for English and Spanish',
    'perf: process files in batches',
  ])('%s', (subject) => {
    expect(subjectProblem(subject)).toBeNull();
  });
  it.each([
    ['fix: what goes with a section is told apart from what is kept', 'imperative'],
    ['fix: fields are kept', 'imperative'],
    ['feat: adds a page', 'imperative'],
    ['feat: added a page', 'imperative'],
    ['feat: Show a page', 'lower case'],
    ['feat: show a page.', 'full stop'],
    ['Show a page', 'type'],
    [`fix: ${'a'.repeat(70)}`, '75 characters'],
  ])('%s', (subject, problem) => {
    expect(subjectProblem(subject)).toContain(problem);
  });
});
