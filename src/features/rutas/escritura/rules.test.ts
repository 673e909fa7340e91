import { describe, expect, it } from 'vitest';
import { mergeChanges } from '../../../platform/shared/conflict.ts';
import { type DefinicionRuta, type GrupoDeRuta, idDe } from '../rules.ts';
import { partesDeRuta, ponerJunto, rutaDePartes } from './rules.ts';

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

describe('a part that is let go beside another', () => {
  const base = ruta([etapa('a'), etapa('b'), etapa('c')]);
  const order = (id: string, otra: string, after: boolean) =>
    ponerJunto(base, id, { otra, after }).etapas.map(idDe).join('');

  it('goes before it, or after it', () => {
    expect(order('c', 'a', false)).toBe('cab');
    expect(order('c', 'a', true)).toBe('acb');
    expect(order('a', 'c', true)).toBe('bca');
    expect(order('a', 'b', true)).toBe('bac');
  });

  it('stays where it is put beside what it is beside already, or on itself', () => {
    expect(order('b', 'a', true)).toBe('abc');
    expect(order('b', 'c', false)).toBe('abc');
    expect(ponerJunto(base, 'b', { otra: 'b', after: true })).toBe(base);
  });

  it('goes into the group that the other is in, but not into itself', () => {
    const joined = ponerJunto(base, 'curso de c', { otra: 'curso de a', after: true });
    expect(joined.etapas.map(({ partes }) => partes.map(idDe))).toEqual([
      ['curso de a', 'curso de c'],
      ['curso de b'],
      [],
    ]);
    expect(ponerJunto(base, 'a', { otra: 'curso de a', after: true })).toBe(base);
  });
});
