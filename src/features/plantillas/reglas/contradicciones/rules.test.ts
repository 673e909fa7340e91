import { describe, expect, it } from 'vitest';
import {
  algunaDe,
  dato,
  hoja,
  makeCasos,
  ningunaDe,
  regla,
  todasDe,
} from '../../../../../tests/factories/reglas.ts';
import { type Grupo, type HechoDeclarado, type Hoja, TIPOS_HECHO } from '../contract.ts';
import { judgeReglas, mayEnroll } from '../rules.ts';
import { contradiccionesDe, cuposDeNadie, imposiblesDe } from './rules.ts';

const grupo = 'Persona';
const CATALOGO: readonly HechoDeclarado[] = [
  { clave: 'edad', grupo, nombre: 'Edad', tipo: 'numero' },
  { clave: 'nacio', grupo, nombre: 'Nacimiento', tipo: 'fecha' },
  { clave: 'categoria', grupo, nombre: 'Categoría', tipo: 'clave', valoresDe: { catalogo: 'x' } },
  { clave: 'curso', grupo, nombre: 'Curso', tipo: 'clave', valoresDe: { acervo: 'cursos' } },
  { clave: 'idiomas', grupo, nombre: 'Idiomas', tipo: 'claves' },
  { clave: 'nombre', grupo, nombre: 'Nombre', tipo: 'texto' },
  { clave: 'aprobo', grupo, nombre: 'Aprobó', tipo: 'booleano', argumento: 'Curso' },
  { clave: 'ventana', grupo, nombre: 'Periodo', tipo: 'periodo' },
];
const isImposible = (condicion: Grupo) => imposiblesDe([regla(condicion)], CATALOGO).length > 0;

const NADIE: Grupo[] = [
  todasDe(hoja('edad', '<', 20), hoja('edad', '>', 40)),
  todasDe(hoja('edad', '>', 20), hoja('edad', '<', 20)),
  todasDe(hoja('edad', '>=', 20), hoja('edad', '<=', 20), hoja('edad', '!=', 20)),
  todasDe(hoja('edad', 'between', [18, 30]), ningunaDe(hoja('edad', '<', 40))),
  todasDe(hoja('edad', 'between', [18, 30]), ningunaDe(hoja('edad', 'between', [10, 50]))),
  todasDe(hoja('edad', '=', 18), ningunaDe(hoja('edad', '=', 18))),
  todasDe(hoja('edad', '>', 40), algunaDe(hoja('edad', '<', 20), hoja('edad', '=', 30))),
  ningunaDe(hoja('edad', '<', 20), hoja('edad', '>=', 20)),
  todasDe(hoja('nacio', '>', '2000-01-01'), hoja('nacio', '<', '2000-01-02')),
  todasDe(hoja('nacio', '<', 'hoy'), hoja('nacio', '>', 'hoy')),
  todasDe(hoja('nacio', 'between', ['2020-01-01', 'hoy']), hoja('nacio', '<', '2019-01-01')),
  todasDe(hoja('momento.hoy', '<', 'hoy')),
  todasDe(hoja('categoria', '=', 'A'), hoja('categoria', '=', 'B')),
  todasDe(hoja('categoria', 'in', ['A', 'B']), hoja('categoria', 'notIn', ['A', 'B', 'C'])),
  todasDe(
    hoja('categoria', 'in', ['A', 'B']),
    hoja('categoria', '!=', 'A'),
    hoja('categoria', 'in', ['A', 'C']),
  ),
  todasDe(hoja('curso', '=', 'A'), hoja('curso', '!=', 'A')),
  todasDe(hoja('idiomas', 'allOf', ['en', 'fr']), hoja('idiomas', 'notIn', ['fr'])),
  todasDe(
    hoja('idiomas', 'in', ['en', 'fr']),
    ningunaDe(hoja('idiomas', 'contains', 'en'), hoja('idiomas', 'contains', 'fr')),
  ),
  todasDe(
    hoja('idiomas', 'contains', 'en'),
    hoja('idiomas', 'contains', 'fr'),
    ningunaDe(hoja('idiomas', 'allOf', ['en', 'fr'])),
  ),
  todasDe(hoja('nombre', '=', 'José'), hoja('nombre', '!=', 'JOSE')),
  todasDe(hoja('nombre', 'beginsWith', 'Ana'), hoja('nombre', 'beginsWith', 'Luz')),
  todasDe(
    hoja('nombre', 'in', ['Ana', 'Luz']),
    hoja('nombre', 'contains', 'z'),
    hoja('nombre', '!=', 'luz'),
  ),
  todasDe(hoja('nombre', 'contains', 'ana'), ningunaDe(hoja('nombre', 'contains', 'an'))),
  todasDe(hoja('aprobo:A', '=', true), hoja('aprobo:A', '=', false)),
  todasDe(hoja('ventana', 'open', true), ningunaDe(hoja('ventana', 'open', true))),
];
const ALGUIEN: Grupo[] = [
  todasDe(hoja('edad', '>', 20), hoja('edad', '<', 21)),
  todasDe(hoja('edad', '>=', 20), hoja('edad', '<=', 20)),
  algunaDe(hoja('edad', '<', 20), hoja('edad', '>', 40)),
  ningunaDe(todasDe(hoja('edad', '<', 20), hoja('edad', '>', 40))),
  todasDe(hoja('edad', '!=', 20), ningunaDe(hoja('edad', 'between', [18, 19]))),
  todasDe(hoja('nacio', '<', 'hoy'), hoja('nacio', '>', '2030-01-01')),
  todasDe(
    hoja('nacio', '>', '2000-01-01'),
    ningunaDe(hoja('nacio', 'between', ['1999-01-01', 'hoy'])),
  ),
  // A course keeps answering to the keys that it had.
  todasDe(hoja('curso', '=', 'A'), hoja('curso', '=', 'B')),
  todasDe(hoja('idiomas', 'contains', 'en'), hoja('idiomas', 'contains', 'fr')),
  todasDe(hoja('aprobo:A', '=', true), hoja('aprobo:B', '=', false)),
  todasDe(hoja('nombre', 'beginsWith', 'Ana'), hoja('nombre', 'beginsWith', 'Ana L')),
  // What is still being written is told as such, elsewhere.
  todasDe(hoja('', '=', ''), hoja('edad', 'between', [18])),
  todasDe(),
];

describe('whether anybody can meet it', () => {
  it.each(NADIE)('nobody: %j', (condicion) => {
    expect(isImposible(condicion)).toBe(true);
  });
  it.each(ALGUIEN)('somebody might: %j', (condicion) => {
    expect(isImposible(condicion)).toBe(false);
  });
});

it('of what takes long to know it says nothing, soon', () => {
  const part = (n: number) =>
    algunaDe(
      ...[1, 2, 3].map((m) => todasDe(hoja(`aprobo:${n}${m}`, '=', true), hoja('edad', '!=', n))),
    );
  const started = performance.now();
  const condicion = todasDe(
    ...Array.from({ length: 30 }, (_, n) => part(n)),
    algunaDe(hoja('edad', 'between', [3, 2]), hoja('edad', 'between', [5, 4])),
  );
  expect(isImposible(condicion)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

/** The facts of the generated cases are `f.0`, `f.1`…, a type each; one of each key: no list's has another beside it. */
const GENERADOS: readonly HechoDeclarado[] = TIPOS_HECHO.map((tipo, n) => ({
  clave: `f.${n}`,
  grupo,
  nombre: tipo,
  tipo,
  ...(tipo === 'clave' && { valoresDe: { catalogo: 'x' } }),
}));

it('of whom it says that there is nobody, the evaluator passes nobody: generated rules on generated facts', () => {
  const casos = makeCasos(131, 6_000);
  let nadie = 0;
  let passed = 0;
  for (let at = 0; at < 2_000; at += 1) {
    const reglas = casos
      .slice(at * 3, at * 3 + 3)
      .map(({ reglas: [one] }, n) => ({ ...one!, clave: `r${n}` }));
    const isNadie = contradiccionesDe(reglas, GENERADOS).length > 0;
    if (isNadie) nadie += 1;
    for (let n = 0; n < 150; n += 1) {
      const { hechos, ahora } = casos[(at * 37 + n * 41) % casos.length]!;
      if (!mayEnroll(judgeReglas(reglas, hechos, ahora))) continue;
      passed += 1;
      expect({ reglas, hechos, ahora, isNadie }).toEqual({ reglas, hechos, ahora, isNadie: false });
    }
  }
  // Many of both, or it proves nothing.
  expect(nadie).toBeGreaterThan(100);
  expect(passed).toBeGreaterThan(1_000);
});

describe('what is told of it', () => {
  const edad = (clave: string, descripcion: string, ...hojas: Hoja[]) =>
    regla(todasDe(...hojas), { clave, descripcion });
  const jovenes = edad('jovenes', 'Menores de 20', hoja('edad', '<', 20));
  const mayores = edad('mayores', 'Mayores de 40', hoja('edad', '>', 40));
  const otra = edad('otra', 'Nació antes', hoja('nacio', '<', '2010-01-01'));

  it('rules that keep everybody out together, at the last of them, without those that have nothing to do with it', () => {
    expect(contradiccionesDe([jovenes, otra, mayores], CATALOGO)).toEqual([
      {
        regla: 'mayores',
        problema:
          'Nadie puede cumplirla a la vez que «Menores de 20»: lo que piden de «Edad» no se da a la vez.',
      },
    ]);
    // One that does not keep anybody out contradicts none.
    expect(contradiccionesDe([jovenes, { ...mayores, efecto: 'advierte' }], CATALOGO)).toEqual([]);
  });

  it('three of which any two may be met', () => {
    const es = (clave: string, ...claves: string[]) =>
      regla(todasDe(hoja('categoria', 'in', claves)), { clave, descripcion: clave });
    const [found, ...more] = contradiccionesDe(
      [es('ab', 'A', 'B'), es('bc', 'B', 'C'), es('ca', 'C', 'A')],
      CATALOGO,
    );
    expect(more).toEqual([]);
    expect(found).toEqual({
      regla: 'ca',
      problema:
        'Nadie puede cumplirla a la vez que «ab» y «bc»: lo que piden de «Categoría» no se da a la vez.',
    });
  });

  it('one that nobody can meet, whatever it does, and of which course', () => {
    const aprobo = (value: boolean): Hoja => hoja('aprobo:AMP', '=', value, { AMP: 'Amparo' });
    const imposible = edad('x', 'X', aprobo(true), aprobo(false));
    expect(contradiccionesDe([{ ...imposible, efecto: 'prioriza' }, jovenes], CATALOGO)).toEqual([
      {
        regla: 'x',
        problema: 'Nadie puede cumplirla: lo que pide de «Aprobó» (Amparo) no se da a la vez.',
      },
    ]);
  });

  it('a quota that is of nobody who may enrol', () => {
    expect(cuposDeNadie([jovenes], [mayores, otra], CATALOGO)).toEqual([
      {
        regla: 'mayores',
        problema:
          'Nadie que pueda inscribirse es de este cupo: lo que pide de «Edad» no se da a la vez que lo que piden las reglas.',
      },
    ]);
    expect(cuposDeNadie([jovenes, mayores], [otra], CATALOGO)).toEqual([]);
  });
});

it('a course that was called otherwise is of both keys: that is no contradiction', () => {
  const reglas = [regla(todasDe(hoja('curso', '=', 'A'), hoja('curso', '=', 'B')))];
  const hechos = { curso: dato('clave', 'A', { tambien: ['B'] }) };
  expect(mayEnroll(judgeReglas(reglas, hechos, new Date()))).toBe(true);
  expect(contradiccionesDe(reglas, CATALOGO)).toEqual([]);
});
