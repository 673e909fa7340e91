import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CallError } from '../../shared/errors.ts';
import { failureOf, withSchema } from './errors.ts';

describe('failureOf', () => {
  it('puts the server’s messages beside their fields, the rest in the summary', () => {
    const error = new CallError('INVALID_ARGUMENT', 'Revise', {
      fields: { 'persona.nombre': 'Escriba su nombre', otro: 'Falta algo más' },
    });
    expect(failureOf(error, ['nombre', 'curp'])).toEqual({
      fields: { nombre: 'Escriba su nombre' },
      general: ['Falta algo más'],
    });
  });

  it('shows the message of an error without fields, to the letter', () => {
    const message = 'Debe verificar su correo para poder ingresar.';
    expect(failureOf(new CallError('FAILED_PRECONDITION', message), [])).toEqual({
      fields: {},
      general: [message],
    });
  });

  it('explains an expired session, but not a refused sign-in', () => {
    expect(failureOf(new CallError('UNAUTHENTICATED', 'x'), []).general[0]).toContain('Su sesión');
    const refused = new CallError('UNAUTHENTICATED', 'No coinciden', { code: 'auth/invalid' });
    expect(failureOf(refused, []).general).toEqual(['No coinciden']);
  });
});

it('withSchema gives the first message of each field', () => {
  const validate = withSchema(
    z.object({ nombre: z.string().min(1, 'Escriba su nombre').min(2, 'Muy corto') }),
  );
  expect(validate({ nombre: '' })).toEqual({ nombre: 'Escriba su nombre' });
  expect(validate({ nombre: 'Ana' })).toEqual({});
});
