import { describe, expect, it } from 'vitest';
import { BASE, change, seccion, texto } from '../../../../../tests/factories/definiciones.ts';
import { mergeChanges } from '../../../../platform/shared/conflict.ts';
import type { Definicion } from '../../contract.ts';
import { compareDefiniciones } from '../comparacion/rules.ts';
import { definicionDe, partesDe } from './rules.ts';

describe('two who edit one draft', () => {
  const join = (mine: Definicion, theirs: Definicion) => {
    const [base, my, their] = [BASE, mine, theirs].map((one) => partesDe(one).valores) as [
      Record<string, string>,
      Record<string, string>,
      Record<string, string>,
    ];
    const { valores, conflictos } = mergeChanges(base, my, their);
    return { definicion: definicionDe(valores, mine, theirs), conflictos };
  };

  it('what each changed apart stays, without a question', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
      d.secciones[0]!.campos.push(texto('mio'));
    });
    const theirs = change((d) => {
      d.secciones[1]!.titulo = 'La suya';
      d.secciones[0]!.campos.splice(1, 0, texto('suyo'));
      d.mensajes = { bienvenida: 'La suya.' };
      d.secciones.push(seccion('c', texto('nuevo')));
    });
    const { definicion, conflictos } = join(mine, theirs);
    expect(conflictos).toEqual([]);
    expect(
      definicion.secciones.map(({ titulo, campos }) => [
        titulo,
        campos.map(({ etiqueta }) => etiqueta),
      ]),
    ).toEqual([
      ['Sección a', ['La mía', 'Pregunta suyo', 'Pregunta dos', 'Pregunta mio']],
      ['La suya', ['Pregunta tres']],
      ['Sección c', ['Pregunta nuevo']],
    ]);
    expect(definicion.mensajes?.bienvenida).toBe('La suya.');
  });

  it('nothing changed where a database keeps keys in an order of its own', () => {
    // As jsonb gives them back: the shorter key first.
    const asKept = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(asKept);
      if (typeof value !== 'object' || value === null) return value;
      const short = ([a]: [string, unknown], [b]: [string, unknown]) => a.length - b.length;
      const entries = Object.entries(value).map(([k, v]): [string, unknown] => [k, asKept(v)]);
      return Object.fromEntries(entries.toSorted(short));
    };
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
    });
    const theirs = asKept(
      change((d) => {
        d.secciones[1]!.titulo = 'La suya';
      }),
    ) as Definicion;
    const { definicion, conflictos } = join(mine, theirs);
    expect(conflictos).toEqual([]);
    expect(definicion.secciones[0]!.campos[0]!.etiqueta).toBe('La mía');
    expect(compareDefiniciones(BASE, asKept(BASE) as Definicion)).toEqual([]);
  });

  it('the same field changed by both is asked about', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
    });
    const theirs = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La suya';
    });
    expect(join(mine, theirs).conflictos).toEqual(['campo uno']);
  });

  it('what I wrote in a section that the other took away is not lost', () => {
    const mine = change((d) => {
      d.secciones[1]!.campos.push(texto('mio'));
    });
    const theirs = change((d) => {
      d.secciones.pop();
    });
    const { definicion } = join(mine, theirs);
    expect(definicion.secciones).toHaveLength(1);
    expect(definicion.secciones[0]!.campos.map(({ clave }) => clave)).toEqual([
      'uno',
      'dos',
      'mio',
    ]);
  });
});
