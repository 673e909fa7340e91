import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definicionRutaEscrita } from './escritura/contract.ts';
import {
  compararRutas,
  type DefinicionRuta,
  findCirculo,
  type GrupoDeRuta,
  idDe,
  type ParteDeRuta,
  recorrer,
  revisarRuta,
} from './rules.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const COURSES = 9;

/** Routes of nine courses in three stages, two of them with a group within, that require each other at random. */
const rutas = fc
  .record({
    enOrden: fc.boolean(),
    requiere: fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 9 }),
    reglas: fc.array(fc.constantFrom('todas', 'opcional', 1), { minLength: 5, maxLength: 5 }),
  })
  .map(({ enOrden, requiere, reglas }): DefinicionRuta => {
    const names = [
      ...Array.from({ length: COURSES }, (_, i) => id(i)),
      'e0',
      'e1',
      'e2',
      'g0',
      'g1',
    ];
    const of = (name: string) =>
      requiere.filter(([de]) => names[de] === name).map(([, a]) => names[a]!);
    const curso = (n: number): ParteDeRuta => ({
      tipo: 'curso',
      cursoId: id(n),
      requiere: of(id(n)),
    });
    const grupo = (clave: string, rule: number, partes: ParteDeRuta[]): GrupoDeRuta => ({
      tipo: 'grupo',
      clave,
      titulo: clave,
      regla: reglas[rule] === 1 ? { tipo: 'n', n: 1 } : { tipo: reglas[rule] as 'todas' },
      requiere: of(clave),
      partes,
    });
    return {
      nombre: 'Al azar',
      descripcion: '',
      dirigidaA: '',
      enOrden,
      etapas: [
        grupo('e0', 0, [curso(0), curso(1), grupo('g0', 3, [curso(2), curso(3)])]),
        grupo('e1', 1, [curso(4), grupo('g1', 4, [curso(5), curso(6)])]),
        grupo('e2', 2, [curso(7), curso(8)]),
      ],
    };
  });

/** What each waits for, worked out apart from the program: by walking down with what holds each. */
const waits = (definicion: DefinicionRuta): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  const walk = (parte: ParteDeRuta, held: readonly string[]) => {
    if (parte.tipo === 'curso') {
      found.set(parte.cursoId, new Set([...held, ...parte.requiere]));
      return;
    }
    const counted = parte.partes.filter(
      (one) =>
        parte.regla.tipo === 'opcional' || one.tipo === 'curso' || one.regla.tipo !== 'opcional',
    );
    found.set(parte.clave, new Set(counted.map(idDe)));
    for (const one of parte.partes) walk(one, [...held, ...parte.requiere]);
  };
  const before: string[] = [];
  for (const etapa of definicion.etapas) {
    walk(etapa, definicion.enOrden ? [...before] : []);
    if (etapa.regla.tipo !== 'opcional') before.push(etapa.clave);
  }
  return found;
};

describe('circles', () => {
  it('are found exactly when something can never be done', () => {
    fc.assert(
      fc.property(rutas, (ruta) => {
        const all = waits(ruta);
        const done = new Set<string>();
        for (let grew = true; grew; ) {
          grew = false;
          for (const [one, needs] of all) {
            if (done.has(one) || [...needs].some((other) => !done.has(other))) continue;
            done.add(one);
            grew = true;
          }
        }
        expect(findCirculo(ruta) === null).toBe(done.size === all.size);
      }),
      { numRuns: 1_500 },
    );
  });

  it('that are shown are circles: each step is so, follows from the one before, and the last comes back', () => {
    let shown = 0;
    fc.assert(
      fc.property(rutas, (ruta) => {
        const circulo = findCirculo(ruta);
        if (!circulo) return;
        shown++;
        const all = waits(ruta);
        const nodos = new Map(recorrer(ruta).map((nodo) => [nodo.id, nodo]));
        for (const [i, paso] of circulo.entries()) {
          expect(paso.a).toBe(circulo[(i + 1) % circulo.length]!.de);
          expect(all.get(paso.de)).toContain(paso.a);
          const { parte, dentroDe } = nodos.get(paso.de)!;
          if (paso.porque === 'requiere') expect(parte.requiere).toContain(paso.a);
          if (paso.porque === 'dentro') {
            expect(dentroDe.find(({ clave }) => clave === paso.en)?.requiere).toContain(paso.a);
          }
          if (paso.porque === 'orden') expect(ruta.enOrden).toBe(true);
          if (paso.porque === 'pide') expect(parte.tipo).toBe('grupo');
        }
        expect(new Set(circulo.map(({ de }) => de)).size).toBe(circulo.length);
        expect(revisarRuta(ruta, String)[0]).toMatchObject({ clave: 'circulo' });
      }),
      { numRuns: 1_500 },
    );
    expect(shown).toBeGreaterThan(100);
  });
});

const curso = (n: number, ...requiere: string[]): ParteDeRuta => ({
  tipo: 'curso',
  cursoId: id(n),
  requiere,
});
const etapa = (
  clave: string,
  partes: ParteDeRuta[],
  more: Partial<GrupoDeRuta> = {},
): GrupoDeRuta => ({
  tipo: 'grupo',
  clave,
  titulo: `Parte ${clave}`,
  regla: { tipo: 'todas' },
  requiere: [],
  partes,
  ...more,
});
const ruta = (etapas: GrupoDeRuta[], more: Partial<DefinicionRuta> = {}): DefinicionRuta => ({
  nombre: 'Ruta',
  descripcion: 'Una ruta.',
  dirigidaA: '',
  enOrden: false,
  etapas,
  ...more,
});
const nombres = (one: string) => `Curso ${Number(one.slice(-4))}`;

it('says what is wrong: what nobody could reach, what is twice, what is nowhere, what is optional', () => {
  const claves = (one: DefinicionRuta) => revisarRuta(one, nombres).map(({ clave }) => clave);
  expect(claves(ruta([etapa('a', [curso(1)])]))).toEqual([]);
  expect(claves(ruta([]))).toEqual(['sinEtapas']);
  expect(claves(ruta([etapa('a', [curso(1), curso(2)], { regla: { tipo: 'n', n: 3 } })]))).toEqual([
    'nImposible',
  ]);
  const optional = etapa('b', [curso(2)], { regla: { tipo: 'opcional' } });
  expect(claves(ruta([etapa('a', [curso(1), optional], { regla: { tipo: 'n', n: 2 } })]))).toEqual([
    'nImposible',
  ]);
  expect(claves(ruta([etapa('a', [curso(1), curso(1)])]))).toEqual(['repetido']);
  expect(claves(ruta([etapa('a', [curso(1, 'nada')])]))).toEqual(['desconocido']);
  expect(claves(ruta([optional, etapa('a', [curso(1, 'b')])]))).toEqual(['requisitoOpcional']);
  expect(claves(ruta([etapa('a', [])]))).toEqual(['vacio']);
});

it('compares two versions in sentences', () => {
  const antes = ruta([etapa('a', [curso(1), curso(2)]), etapa('b', [curso(3)])]);
  const despues = ruta(
    [
      etapa('a', [curso(1), curso(4, id(1))], { regla: { tipo: 'n', n: 1 } }),
      etapa('b', [curso(3, 'a'), curso(2)], { titulo: 'Cierre' }),
    ],
    { enOrden: true },
  );
  expect(compararRutas(antes, antes, nombres)).toEqual([]);
  expect(compararRutas(antes, despues, nombres)).toEqual([
    'Las etapas ahora van en orden: cada una se abre al completar las anteriores.',
    'De la etapa 1, «Parte a» se pedía: todas sus partes; ahora: 1 de 2.',
    'Se agrega «Curso 4» en la etapa 1, «Parte a», que requiere «Curso 1».',
    '«Parte b» se llama ahora «Cierre».',
    '«Curso 3» ahora requiere la etapa 1, «Parte a».',
    '«Curso 2» pasa de la etapa 1, «Parte a» a la etapa 2, «Cierre».',
  ]);
});

it('is written to four levels and no deeper, and nothing that nobody knows', () => {
  const deep = (n: number): ParteDeRuta => (n === 0 ? curso(1) : etapa(`n${n}`, [deep(n - 1)]));
  const written = (n: number) =>
    definicionRutaEscrita.safeParse(ruta([deep(n) as GrupoDeRuta])).success;
  expect([written(1), written(4), written(5)]).toEqual([true, true, false]);
  expect(definicionRutaEscrita.safeParse({ ...ruta([]), otra: 1 }).success).toBe(false);
});
