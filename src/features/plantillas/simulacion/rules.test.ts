import { expect, it } from 'vitest';
import { regla, todasDe } from '../../../../tests/factories/reglas.ts';
import type { Fallo } from '../reglas/rules.ts';
import { createRecuento, type Postura } from './rules.ts';

const edad = regla(todasDe(), { clave: 'edad', descripcion: 'Edad', efecto: 'impide' });
const grado = regla(todasDe(), { clave: 'grado', descripcion: 'Grado', efecto: 'revision' });
const vieja = regla(todasDe(), { clave: 'vieja', descripcion: 'Vieja', efecto: 'impide' });

type Dicho = readonly [
  { clave: string; efecto: Fallo['efecto'] },
  cumple: boolean,
  more?: Partial<Fallo>,
];
const postura = (...said: Dicho[]): Postura => {
  const resultados = said.map(([{ clave, efecto }, cumple, more]) => ({
    clave,
    efecto,
    cumple,
    sinDato: false,
    ...more,
  })) as Fallo[];
  return { resultados, faltas: resultados.filter(({ cumple }) => !cumple) };
};

it('says how many could enrol, who gains and who loses, by rule and by circuit', () => {
  const recuento = createRecuento([edad, grado], [edad, vieja]);
  const bien = postura([edad, true], [grado, true]);
  const revisada = postura([edad, true], [grado, false]);
  const fuera = postura([edad, false], [grado, true]);
  const antesBien = postura([edad, true], [vieja, true]);
  const antesFuera = postura([edad, true], [vieja, false]);
  recuento.add(bien, antesBien, 'Primero');
  recuento.add(revisada, antesFuera, 'Primero');
  recuento.add(fuera, antesBien, null);
  recuento.add(postura([edad, true, { exceptuada: 'x' }], [grado, true]), antesFuera, 'Primero');
  recuento.add(postura([edad, false, { sinDato: true }], [grado, true]), antesFuera, null);
  const { total, reglas, circuitos } = recuento.result();
  expect(total).toEqual({
    personas: 5,
    elegibles: 3,
    aRevision: 1,
    elegiblesAntes: 2,
    ganan: 2,
    pierden: 1,
  });
  expect(reglas).toMatchObject([
    { clave: 'edad', cumplen: 2, noCumplen: 1, sinDato: 1, exceptuadas: 1, pierden: 1, ganan: 0 },
    { clave: 'grado', cumplen: 4, noCumplen: 1, pierden: 0, soloAntes: false },
    { clave: 'vieja', ganan: 2, pierden: 0, soloAntes: true },
  ]);
  expect(circuitos).toMatchObject([
    { circuito: 'Primero', personas: 3, elegibles: 3, ganan: 2, pierden: 0 },
    { circuito: null, personas: 2, elegibles: 0, ganan: 0, pierden: 1 },
  ]);
});

it('compares with nothing when there is none in force', () => {
  const recuento = createRecuento([edad], null);
  recuento.add(postura([edad, true]), undefined, null);
  expect(recuento.result().total).toEqual({
    personas: 1,
    elegibles: 1,
    aRevision: 0,
    elegiblesAntes: null,
    ganan: 0,
    pierden: 0,
  });
});
