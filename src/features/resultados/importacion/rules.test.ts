import { describe, expect, it } from 'vitest';
import { leerBloque } from '../rejilla/rules.ts';
import { emparejar } from './rules.ts';

const persona = (n: number, cambios: object = {}) => ({
  inscripcionId: `i${n}`,
  nombre: `Pérez, Ana ${n}`,
  clave: `SC00000000${n}`,
  estado: 'inscrita' as const,
  propia: false,
  calificacion: { valor: n, version: 1 },
  ...cambios,
});
const filas = [
  persona(1),
  persona(2),
  persona(3, { propia: true }),
  persona(4, { estado: 'acreditada' }),
];
const de = (texto: string) => emparejar(leerBloque(texto), filas);

describe('grades by CURP or key', () => {
  it('are found however the key is written', () => {
    const claves = ['SC 000 000 001', 'sc-000000002', 'SC00\u200b0000001'];
    const { cambios, errores } = de(claves.map((clave) => `${clave}\t8`).join('\n'));
    expect(cambios.map(({ inscripcionId }) => inscripcionId)).toEqual(['i1', 'i2']);
    // The third one is the first again.
    expect(errores).toEqual([{ fila: 3, mensaje: 'Pérez, Ana 1 está también en la fila 1.' }]);
  });

  it('are found in whatever order, beside what there is; headings and empty rows are none', () => {
    expect(
      de('CURP\tCalificación\tNota\nsc000000002\t9,5\tBien\n\t\t\nSC000000001\t7\t\n'),
    ).toEqual({
      cambios: [
        {
          inscripcionId: 'i2',
          nombre: 'Pérez, Ana 2',
          antes: 2,
          calificacion: '9.50',
          observacion: 'Bien',
        },
        {
          inscripcionId: 'i1',
          nombre: 'Pérez, Ana 1',
          antes: 1,
          calificacion: '7.00',
          observacion: '',
        },
      ],
      errores: [],
    });
    expect(de('SC000000001\t8').cambios[0]).toMatchObject({ observacion: null });
  });
  it.each([
    ['XXXX\t9', '«XXXX» no está en la lista de esta edición.'],
    ['SC000000001\t85', 'Pérez, Ana 1: La calificación va de 0 a 10.'],
    ['SC000000003\t9', 'Son sus propios resultados: los registra otra persona.'],
    ['SC000000004\t9', 'Pérez, Ana 4 ya tiene acta.'],
  ])('%j: %s', (texto, mensaje) => {
    expect(de(texto).errores).toEqual([{ fila: 1, mensaje }]);
  });
  it('somebody twice is a mistake of the second row', () => {
    expect(de('SC000000001\t9\nSC000000001\t8').errores).toEqual([
      { fila: 2, mensaje: 'Pérez, Ana 1 está también en la fila 1.' },
    ]);
  });
});
