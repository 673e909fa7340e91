import { expect, it } from 'vitest';
import { cambiosDe, defineEstados } from './estados.ts';

const LUZ = defineEstados({
  tabla: 'luces',
  estados: { roja: ['Alto', 'danger'], verde: ['Siga', 'success'], apagada: null },
  pasos: {
    encender: { de: [null, 'apagada'], a: 'roja' },
    abrir: { de: ['roja'], a: 'verde' },
    seguir: { de: ['verde'], a: 'verde' },
    cerrar: { de: ['verde'], a: 'roja' },
    apagar: { de: ['roja', 'verde'], a: 'apagada' },
    quitar: { de: ['apagada'], a: null },
  },
  grupos: { encendidas: ['roja', 'verde'] },
});

it('lets an act take the steps that are declared, and no other', () => {
  const legal = Object.keys(LUZ.pasos).map((paso) => [
    paso,
    [null, ...LUZ.estados].filter((estado) => LUZ.can(paso as keyof typeof LUZ.pasos, estado)),
  ]);
  expect(Object.fromEntries(legal)).toEqual({
    encender: [null, 'apagada'],
    abrir: ['roja'],
    seguir: ['verde'],
    cerrar: ['verde'],
    apagar: ['roja', 'verde'],
    quitar: ['apagada'],
  });
  expect([LUZ.is('encendidas', 'verde'), LUZ.is('encendidas', 'apagada')]).toEqual([true, false]);
  expect([LUZ.palabra('roja'), LUZ.tono('verde')]).toEqual(['Alto', 'success']);
});

it('tells the database the changes alone: neither what stays where it is nor what goes', () => {
  expect(cambiosDe(LUZ)).toEqual({
    roja: ['verde', 'apagada'],
    verde: ['roja', 'apagada'],
    apagada: ['roja'],
  });
});

it('refuses what no record could be in, and what could not be written in a statement', () => {
  expect(() =>
    defineEstados({
      tabla: 't',
      estados: { una: null, otra: null },
      pasos: { empezar: { de: [null], a: 'una' } },
    }),
  ).toThrow('no step leads to «otra»');
  expect(() =>
    defineEstados({
      tabla: 't',
      estados: { "a'b": null },
      pasos: { x: { de: [null], a: "a'b" } },
    }),
  ).toThrow('no name of letters');
});
