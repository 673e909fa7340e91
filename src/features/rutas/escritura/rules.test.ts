import { describe, expect, it } from 'vitest';
import { mergeChanges } from '../../../platform/shared/conflict.ts';
import type { DefinicionRuta, GrupoDeRuta } from '../rules.ts';
import { partesDeRuta, rutaDePartes } from './rules.ts';

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
