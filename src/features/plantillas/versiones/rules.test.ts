import { describe, expect, it } from 'vitest';
import { BASE, change, texto } from '../../../../tests/factories/definiciones.ts';
import type { Campo } from '../formulario/contract.ts';
import { consejosDe } from './rules.ts';

describe('what is allowed and probably not meant', () => {
  const opcion = texto('elige', {
    tipo: 'opcion',
    opciones: ['x', 'y', 'z'].map((valor) => ({ valor, etiqueta: valor })),
  } as Partial<Campo>);
  const when = (valor: string) => ({
    visibleSi: { campo: 'elige', operador: 'igual' as const, valor },
  });

  it('nothing of a form that is as it should be', () => {
    expect(consejosDe(BASE)).toEqual([]);
  });

  it('a choice that alone leads nowhere', () => {
    const definicion = change((d) => {
      d.secciones[0]!.campos = [opcion, texto('dos', when('x')), texto('tres', when('y'))];
    });
    expect(consejosDe(definicion).map(({ donde }) => donde)).toEqual([
      'secciones.0.campos.0.opciones',
    ]);
  });

  it('a field that waits for an answer that cannot be given, and what waits for that field', () => {
    const numero = texto('edad', { tipo: 'numero', min: 18, max: 99 } as Partial<Campo>);
    const acepta = texto('acepta', { tipo: 'declaracion', texto: 'Acepto.' } as Partial<Campo>);
    const definicion = change((d) => {
      d.secciones[0]!.campos = [
        numero,
        acepta,
        texto('ok', { visibleSi: { campo: 'edad', operador: 'igual', valor: 20 } }),
        texto('joven', { visibleSi: { campo: 'edad', operador: 'igual', valor: 12 } }),
        texto('tutor', { visibleSi: { campo: 'joven', operador: 'contestado' } }),
        texto('porque', { visibleSi: { campo: 'acepta', operador: 'igual', valor: false } }),
      ];
    });
    expect(consejosDe(definicion).map(({ donde }) => donde)).toEqual(
      [3, 4, 5].map((n) => `secciones.0.campos.${n}.visibleSi`),
    );
  });

  it('no rules at all', () => {
    expect(consejosDe({ ...BASE, reglas: [] }).map(({ donde }) => donde)).toEqual(['reglas']);
  });
});
