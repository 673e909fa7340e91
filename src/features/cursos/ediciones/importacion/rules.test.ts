import { expect, it } from 'vitest';
import { horaEscrita } from './rules.ts';

it.each([
  ['09:00', '09:00'],
  ['9:00', '09:00'],
  ['18:00:00', '18:00'],
  ['11:59:00 p. m.', '23:59'],
  ['11:59:00\u00a0p.\u00a0m.', '23:59'],
  ['09:00:00 a. m.', '09:00'],
  ['1:00 PM', '13:00'],
  ['06:00PM', '18:00'],
  ['12:00 a.m.', '00:00'],
  ['12:30 p.m.', '12:30'],
  ['23:59:59', '23:59'],
  ['18:00 h', '18:00'],
  ['18:00 hrs.', '18:00'],
])('reads «%s» as %s', (texto, hora) => {
  expect(horaEscrita(texto)).toBe(hora);
});

it.each([
  '18:00 -08:00',
  '09:00 (hora de Tijuana)',
  '18:00 o antes',
  '25:00',
  '9:60',
  '13:00 PM',
  '0:30 AM',
  '9',
  '',
])('does not take «%s» for a time', (texto) => {
  expect(horaEscrita(texto)).toBeNull();
});
