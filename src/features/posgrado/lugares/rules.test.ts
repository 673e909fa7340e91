import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startOfDay } from '../../../platform/shared/dates.ts';
import { calendarOf } from '../../../platform/shared/working-days.ts';
import { repartirLugares } from '../ranking/rules.ts';
import { planDeLugares, plazoParaConfirmar, puntosDePosicion } from './rules.ts';

const cupo = (clave: string, lugares: number, liberaDias: number | null = 0) => ({
  ...{ clave, nombre: clave, lugares, liberaDias },
});

/** «a:X» may take seats of X; «a:X=X» has one of X, «a=» a general one; otherwise they wait. */
const filaDe = (text: string) =>
  text.split(' ').map((one) => {
    const [, id, cupos = '', , lugar] = /^(\w+)(?::(\w+))?(=(\w*))?$/.exec(one)!;
    return {
      id: id!,
      cupos: [...cupos],
      lugar: one.includes('=') ? lugar || null : undefined,
    };
  });

describe('the term to confirm a seat', () => {
  // Tuesday 16 March 2027 is a holiday here.
  const calendario = calendarOf(['2027-03-16']);
  const ahora = new Date('2027-03-12T18:00:00Z');
  const bases = { diasConfirmar: 3 };

  it('is so many working days, the last one whole', () => {
    const plazo = plazoParaConfirmar(ahora, bases, { inicia: '2027-08-02', calendario });
    expect(plazo.getTime()).toBe(startOfDay('2027-03-18', 1).getTime() - 1);
  });

  it('is never over once the edition has begun', () => {
    const plazo = plazoParaConfirmar(ahora, bases, { inicia: '2027-03-17', calendario });
    expect(plazo.getTime()).toBe(startOfDay('2027-03-17').getTime() - 1);
  });
});

it('gives more points to the first', () => {
  expect([1, 2, 5].map((posicion) => puntosDePosicion(posicion, 5))).toEqual([4, 3, 0]);
});

describe('the seats that are left', () => {
  const plan = (
    fila: string,
    { lugares, cupos, orden }: { lugares: number; cupos: ReturnType<typeof cupo>[]; orden: string },
  ) => {
    const { ofrece, cambia } = planDeLugares(
      { lugares, cupos, orden: orden as 'minimo' },
      filaDe(fila),
    );
    const say = (some: { id: string; cupo: string | null }[]) =>
      some.map((one) => `${one.id}=${one.cupo ?? ''}`).join(' ');
    return [say(ofrece), say(cambia)];
  };

  // By hand: two seats, one of X. The first of X was in front of everybody, and left.
  it('`minimo`: somebody of X with a general seat is the minimum from then on; the seat goes to the best of all', () => {
    const de = { lugares: 2, cupos: [cupo('X', 1)], orden: 'minimo' };
    expect(plan('b:X= c d:X', de)).toEqual(['c=', 'b=X']);
    // Nobody of X is left with a seat: the next of X is.
    expect(plan('b= c d:X', de)).toEqual(['d=X', '']);
  });

  it('`adicional`: the seat of X is besides the general ones', () => {
    const de = { lugares: 2, cupos: [cupo('X', 1)], orden: 'adicional' };
    // The best of all left: who has the seat of X is the best now, and the next of X takes theirs.
    expect(plan('b:X=X c d:X', de)).toEqual(['d=X', 'b=']);
    // They are not: the best of all takes the general one.
    expect(plan('b c:X=X d:X', de)).toEqual(['b=', '']);
  });

  it('what nobody of a quota takes is everybody’s where the quota is released, and stays empty otherwise', () => {
    const orden = 'minimo';
    expect(plan('a= b', { lugares: 2, cupos: [cupo('X', 1)], orden })).toEqual(['b=', '']);
    expect(plan('a= b', { lugares: 2, cupos: [cupo('X', 1, null)], orden })).toEqual(['', '']);
  });

  it('a chain of quotas moves one seat each', () => {
    const de = { lugares: 3, cupos: [cupo('X', 1), cupo('Y', 1)], orden: 'minimo' };
    // a (X) left. b is of both and had Y; c of Y had a general one.
    expect(plan('b:XY=Y c:Y= d e:X', de)).toEqual(['d=', 'b=X c=Y']);
  });

  it('one more seat is the next one’s, and none is nobody’s', () => {
    const de = { cupos: [], orden: 'minimo' };
    expect(plan('a= b c', { ...de, lugares: 3 })).toEqual(['b= c=', '']);
    expect(plan('a= b c', { ...de, lugares: 1 })).toEqual(['', '']);
    expect(plan('a= b c', { ...de, lugares: 0 })).toEqual(['', '']);
  });

  it('nobody loses a seat that a later order would not give', () => {
    // b has the seat though a is better now: the one that is added is a's.
    const de = { lugares: 2, cupos: [cupo('X', 1)], orden: 'minimo' };
    expect(plan('a b=', { ...de, lugares: 2, cupos: [] })).toEqual(['a=', '']);
    expect(plan('a:X c:X b:X=X', { ...de, lugares: 2 })).toEqual(['a=', '']);
  });

  it('whoever leaves, it is as if they had never competed', () => {
    const people = fc.array(fc.subarray(['X', 'Y', 'Z']), { minLength: 1, maxLength: 30 });
    const quotas = fc.record({
      X: fc.nat(4),
      Y: fc.nat(4),
      libera: fc.boolean(),
      orden: fc.constantFrom('minimo' as const, 'adicional' as const),
      lugares: fc.nat(12),
    });
    fc.assert(
      fc.property(people, quotas, fc.array(fc.nat(29)), (cuposDe, given, leaving) => {
        const libera = given.libera ? 0 : null;
        const terminos = {
          lugares: given.lugares,
          cupos: [cupo('X', given.X, libera), cupo('Y', given.Y, libera)],
          orden: given.orden,
        };
        let fila = cuposDe.map((cupos, n) => ({ id: `${n}`, cupos, lugar: undefined as unknown }));
        const seat = (dados: ReadonlyMap<string, string | null>) => {
          fila = fila.map((one) =>
            dados.has(one.id) ? { ...one, lugar: dados.get(one.id) } : one,
          );
        };
        seat(repartirLugares(terminos, fila));
        for (const n of leaving) {
          const had = fila.filter(({ lugar }) => lugar !== undefined).map(({ id }) => id);
          fila = fila.filter(({ id }) => id !== `${n}`);
          const { ofrece, cambia } = planDeLugares(terminos, fila as never);
          seat(new Map([...ofrece, ...cambia].map(({ id, cupo }) => [id, cupo])));
          const now = fila.filter(({ lugar }) => lugar !== undefined);
          const anew = repartirLugares(terminos, fila);
          expect(now.map(({ id }) => id).sort()).toEqual([...anew.keys()].sort());
          for (const id of had) if (id !== `${n}`) expect(anew.has(id)).toBe(true);
          for (const { clave, lugares } of terminos.cupos) {
            expect(now.filter(({ lugar }) => lugar === clave).length).toBeLessThanOrEqual(lugares);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
