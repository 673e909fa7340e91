import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APARTADOS, apartadoOf } from '../apartados/definiciones/rules.ts';
import type { Valores } from '../apartados/rules.ts';
import {
  abrirOf,
  CUANTAS,
  type Expediente,
  faltasDe,
  faltasParaInscribirse,
  sayFaltas,
} from './rules.ts';

const valores: Record<string, Valores[]> = {
  empleo: [
    { desde: '2010-01-01', hasta: null },
    { desde: '2015-01-01', hasta: '2019-12-31' },
    { desde: '2020-01-01', hasta: null },
  ],
  estudio: [
    { estado: 'titulado', cedula: '1234567' },
    { estado: 'titulado', cedula: null },
    { estado: 'concluido' },
    { estado: 'trunco' },
    { estado: 'curso' },
  ],
};
const entrada = fc.constantFrom(...APARTADOS.map(({ id }) => id)).chain((apartado) =>
  fc.record({
    id: fc.uuid(),
    apartado: fc.constant(apartado),
    valores: fc.constantFrom(...(valores[apartado] ?? [{}])),
  }),
);
const expediente: fc.Arbitrary<Expediente> = fc.record({
  conCurp: fc.boolean(),
  entradas: fc.array(entrada, { maxLength: 12 }),
});

it('what is missing is of an apartado of its tab, of a field that it has and of an entry that is there', () => {
  fc.assert(
    fc.property(expediente, (one) => {
      const faltas = faltasDe(one);
      expect(faltas.length).toBeLessThanOrEqual(CUANTAS);
      for (const falta of faltas) {
        if (falta.apartado === null) continue;
        const apartado = apartadoOf(falta.apartado);
        expect(apartado.parte).toBe(falta.parte);
        if (falta.campo) expect(apartado.campos.map(({ key }) => key)).toContain(falta.campo);
        if (falta.entrada) {
          expect(one.entradas.find(({ id }) => id === falta.entrada)?.apartado).toBe(
            falta.apartado,
          );
        }
        expect(abrirOf(falta).abrir).toBe(falta.apartado);
      }
    }),
  );
});

it('the order in which a file was written says nothing; the same file lacks the same', () => {
  fc.assert(
    fc.property(expediente, (one) => {
      const says = (file: Expediente) => faltasDe(file).map(({ que }) => que);
      expect(says({ ...one, entradas: [...one.entradas].reverse() })).toEqual(says(one));
    }),
  );
});

it('an entry more never makes a whole entry missing, and fills what only lacked one', () => {
  fc.assert(
    fc.property(expediente, entrada, (one, more) => {
      const whole = (file: Expediente) =>
        faltasDe(file)
          .filter(({ campo }) => !campo)
          .map(({ que }) => que);
      const after = whole({ ...one, entradas: [...one.entradas, more] });
      for (const que of after) expect(whole(one)).toContain(que);
    }),
  );
});

it('an empty file lacks all but what asks for an entry; a full one nothing', () => {
  expect(faltasDe({ conCurp: false, entradas: [] }).every(({ campo }) => !campo)).toBe(true);
  const all = ['telefono', 'emergencia', 'domicilio', 'nacionalidad', 'servicio'].map(
    (apartado) => ({
      id: apartado,
      apartado,
      valores: {},
    }),
  );
  const full: Expediente['entradas'] = [
    ...all,
    { id: 'e', apartado: 'empleo', valores: { desde: '2020-01-01', hasta: null } },
    { id: 's', apartado: 'estudio', valores: { estado: 'titulado', cedula: '1234567' } },
  ];
  expect(faltasDe({ conCurp: true, entradas: full })).toEqual([]);
  const two: Expediente['entradas'] = [
    ...full,
    { id: 'f', apartado: 'empleo', valores: { desde: '2012-01-01', hasta: null } },
  ];
  expect(faltasDe({ conCurp: true, entradas: two })).toMatchObject([
    { apartado: 'empleo', entrada: 'f', campo: 'hasta' },
  ]);
});

it('a few are named and the rest counted', () => {
  const faltas = faltasDe({ conCurp: false, entradas: [] });
  expect(sayFaltas(faltas.slice(0, 1))).toBe('su CURP');
  expect(sayFaltas(faltas.slice(0, 4))).toBe(
    'su CURP, un teléfono, un contacto de emergencia y su domicilio',
  );
  expect(sayFaltas(faltas)).toBe(
    `su CURP, un teléfono, un contacto de emergencia y ${faltas.length - 3} datos más`,
  );
});

it('whoever enrols is asked for a part of it, and for whom to call only when they will be there', () => {
  fc.assert(
    fc.property(expediente, (one) => {
      const all = faltasDe(one);
      const aqui = faltasParaInscribirse(one, { presencial: true });
      const lejos = faltasParaInscribirse(one, { presencial: false });
      expect(all).toEqual(expect.arrayContaining(aqui));
      expect(aqui.filter((falta) => !lejos.some(({ que }) => que === falta.que))).toEqual(
        all.filter(({ apartado }) => apartado === 'emergencia'),
      );
    }),
  );
});
