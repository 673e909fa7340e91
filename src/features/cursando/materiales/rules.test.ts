import { expect, it } from 'vitest';
import { isEnlace } from './rules.ts';

it.each([
  ['https://escuela.example/guía?x=1#y', true],
  ['http://escuela.example', true],
  ['https:\\\\evil.example', false],
  ['https:/evil.example', false],
  ['https://escuela.example/\u202egpj.exe', false],
  ['https://escuela.example/a b', false],
  ['https://\u200bevil.example', false],
  ['javascript:alert(1)', false],
  ['https://ana:clave@evil.example', false],
  ['https:///evil.example', false],
])('%s: %s', (text, expected) => expect(isEnlace(text)).toBe(expected));
