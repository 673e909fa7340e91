import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Estado, INSCRIPCION } from '../estados.ts';
import { planTraslado, type Trasladable } from './rules.ts';

const one = (id: string, estado: Trasladable['estado'], at = 0): Trasladable => ({
  id,
  edicionId: 'e',
  estado,
  actualizadoEn: new Date(at),
});
const ids = (rows: readonly Trasladable[]) => rows.map(({ id }) => id);

const isViva = (estado: Estado) => !INSCRIPCION.is('cerradas', estado);

describe('the inscripciones of two files that become one', () => {
  it.each([
    ['borrador', 'inscrita', [], ['de']],
    ['inscrita', 'borrador', ['de'], ['a']],
    ['inscrita', 'baja', ['de'], []],
    ['rechazada', 'inscrita', ['de'], []],
  ] as const)('%s and %s', (de, a, siguen, descartadas) => {
    const traslado = planTraslado([one('de', de)], [one('a', a)]);
    expect(ids(traslado.siguen)).toEqual(siguen);
    expect(ids(traslado.descartadas)).toEqual(descartadas);
    expect(traslado.choques).toEqual([]);
  });
  it('of two drafts keep the newer one', () => {
    expect(
      ids(planTraslado([one('de', 'borrador', 2)], [one('a', 'borrador', 1)]).descartadas),
    ).toEqual(['a']);
    expect(
      ids(planTraslado([one('de', 'borrador', 1)], [one('a', 'borrador', 2)]).descartadas),
    ).toEqual(['de']);
  });
  it('that were both sent wait for somebody to decide', () => {
    expect(planTraslado([one('de', 'acreditada')], [one('a', 'inscrita')])).toMatchObject({
      siguen: [],
      choques: [[{ id: 'de' }, { id: 'a' }]],
    });
  });
  it('lose nothing that was sent, and leave one living in each edition', () => {
    const row = (side: string) =>
      fc.record({
        id: fc.uuid().map((id) => side + id),
        edicionId: fc.constantFrom('e1', 'e2', 'e3'),
        estado: fc.constantFrom(...INSCRIPCION.estados),
        actualizadoEn: fc.integer({ min: 0, max: 9 }).map((at) => new Date(at)),
      });
    // As the database keeps them: one living of each person in an edition.
    const side = (name: string) =>
      fc
        .array(row(name), { maxLength: 6 })
        .map((rows) =>
          rows.filter(
            (r, i) =>
              !isViva(r.estado) ||
              rows.findIndex((o) => o.edicionId === r.edicionId && isViva(o.estado)) === i,
          ),
        );
    fc.assert(
      fc.property(side('de'), side('a'), (de, a) => {
        const { siguen, descartadas, choques } = planTraslado(de, a);
        expect(descartadas.every(({ estado }) => estado === 'borrador')).toBe(true);
        fc.pre(choques.length === 0);
        const left = [...siguen, ...a.filter((r) => !descartadas.includes(r))];
        const alive = left.filter(({ estado }) => isViva(estado));
        expect(new Set(ids(alive)).size).toBe(alive.length);
        expect(new Set(alive.map(({ edicionId }) => edicionId)).size).toBe(alive.length);
        expect(left.length + descartadas.length).toBe(de.length + a.length);
      }),
    );
  });
});
