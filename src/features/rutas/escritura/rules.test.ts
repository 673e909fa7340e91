import { describe, expect, it } from 'vitest';
import { mergeChanges } from '../../../platform/shared/conflict.ts';
import { type DefinicionRuta, type GrupoDeRuta, idDe, recorrer } from '../rules.ts';
import { decirLugar, partesDeRuta, ponerAlFinal, ponerJunto, rutaDePartes } from './rules.ts';

const etapa = (clave: string, titulo = clave): GrupoDeRuta => ({
  tipo: 'grupo',
  clave,
  titulo,
  regla: { tipo: 'todas' },
  requiere: [],
  partes: [{ tipo: 'curso', cursoId: `curso de ${clave}`, requiere: [] }],
});
const ruta = (etapas: GrupoDeRuta[], more: Partial<DefinicionRuta> = {}): DefinicionRuta => ({
  nombre: 'Secretaría',
  descripcion: '',
  dirigidaA: '',
  enOrden: true,
  etapas,
  ...more,
});
const join = (base: DefinicionRuta, mine: DefinicionRuta, theirs: DefinicionRuta) => {
  const merge = mergeChanges(partesDeRuta(base), partesDeRuta(mine), partesDeRuta(theirs));
  return { ...merge, ruta: rutaDePartes(merge.valores) };
};

describe('two people who write one route', () => {
  const base = ruta([etapa('a'), etapa('b')]);

  it('is what its parts say', () => {
    expect(rutaDePartes(partesDeRuta(base))).toEqual(base);
  });

  it('keeps what both did where it is not the same', () => {
    const mine = ruta([etapa('a', 'Inicio'), etapa('b')], { enOrden: false });
    const theirs = ruta([etapa('a'), etapa('b', 'Final'), etapa('c')], { dirigidaA: 'Jueces' });
    const { conflictos, ruta: joined } = join(base, mine, theirs);
    expect(conflictos).toEqual([]);
    expect(joined).toEqual(
      ruta([etapa('a', 'Inicio'), etapa('b', 'Final'), etapa('c')], {
        enOrden: false,
        dirigidaA: 'Jueces',
      }),
    );
  });

  it('asks about what both changed, and keeps mine until it is answered', () => {
    const { conflictos, ruta: joined } = join(
      base,
      ruta([etapa('a', 'Mía'), etapa('b')]),
      ruta([etapa('a', 'Suya'), etapa('b')], { nombre: 'Otra' }),
    );
    expect(conflictos).toEqual(['etapa a']);
    expect(joined.etapas[0]!.titulo).toBe('Mía');
    expect(joined.nombre).toBe('Otra');
  });

  it('loses neither of two stages that were added at once, and brings none back that was taken away', () => {
    const { conflictos, ruta: joined } = join(
      base,
      ruta([etapa('a'), etapa('b'), etapa('mia')]),
      ruta([etapa('b'), etapa('suya')]),
    );
    expect(conflictos).toEqual(['orden']);
    expect(joined.etapas.map(({ clave }) => clave)).toEqual(['b', 'mia', 'suya']);
  });
});

describe('a part that is taken along', () => {
  const [A, B, C] = ['curso de a', 'curso de b', 'curso de c'];
  const base = ruta([
    { ...etapa('a'), partes: [...etapa('a').partes, etapa('g'), ...etapa('b').partes] },
    { ...etapa('c'), titulo: 'Final' },
  ]);
  const order = (definicion: DefinicionRuta) =>
    recorrer(definicion).map(({ parte, dentroDe }) => `${dentroDe.length} ${idDe(parte)}`);

  it('goes before another one or after it, whatever group that one is in', () => {
    expect(order(ponerJunto(base, C!, { otra: A!, after: true }))).toEqual([
      ...['0 a', `1 ${A}`, `1 ${C}`, '1 g', '2 curso de g', `1 ${B}`, '0 c'],
    ]);
    const inside = ponerJunto(base, B!, { otra: 'curso de g', after: true });
    expect(order(inside).slice(3, 5)).toEqual(['2 curso de g', `2 ${B}`]);
    expect(decirLugar(inside, B!)).toBe('lugar 2 de 2 en «g»');
    const stages = ponerJunto(base, 'a', { otra: 'c', after: true });
    expect(stages.etapas.map(({ clave }) => clave)).toEqual(['c', 'a']);
    expect(decirLugar(stages, 'a')).toBe('lugar 2 de 2');
  });

  it('goes to the end of a group, also of an empty one', () => {
    const moved = ponerAlFinal(base, A!, 'c');
    expect(order(moved).slice(-3)).toEqual(['0 c', `1 ${C}`, `1 ${A}`]);
    expect(decirLugar(moved, A!)).toBe('lugar 2 de 2 en la etapa 2, «Final»');
    const empty = ponerAlFinal(ponerAlFinal(base, C!, 'a'), B!, 'c');
    expect(order(empty).slice(-2)).toEqual(['0 c', `1 ${B}`]);
  });

  it('where it stands already, in itself or deeper than may be, nothing is done', () => {
    for (const same of [
      ponerJunto(base, A!, { otra: 'g', after: false }),
      ponerJunto(base, 'g', { otra: A!, after: true }),
      ponerJunto(base, 'g', { otra: 'g', after: true }),
      ponerJunto(base, 'g', { otra: 'curso de g', after: true }),
      ponerJunto(base, A!, { otra: 'c', after: true }),
      ponerAlFinal(base, B!, 'a'),
      ponerAlFinal(base, 'a', 'g'),
    ])
      expect(same).toBe(base);
  });
});
