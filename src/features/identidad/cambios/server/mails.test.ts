import { expect, it } from 'vitest';
import { readEnv } from '../../../../platform/server/env.ts';
import { cambioMail } from './mails.ts';

const greeted = (cuenta: Partial<Parameters<typeof cambioMail>[1]>) =>
  cambioMail(
    readEnv({ DEMO: '1' }),
    {
      uid: 'ana',
      email: 'ana@correo.example',
      display_name: 'ANA BEATRIZ DA SILVA',
      nombre: null,
      apellido_paterno: null,
      apellido_materno: null,
      ...cuenta,
    },
    { cambio: { tipo: 'contrasena' }, autor: 'servidor', momento: new Date() },
  ).name;

it('greets the owner in the case they wrote their names in, while the account is called so', () => {
  const names = { nombre: 'Ana Beatriz', apellido_paterno: 'da Silva', apellido_materno: '' };
  expect(greeted(names)).toBe('Ana Beatriz da Silva');
  // Another file since: what the account is called now counts.
  expect(greeted({ ...names, display_name: 'ANA DE LA CRUZ' })).toBe('Ana de la Cruz');
  expect(greeted({})).toBe('Ana Beatriz Da Silva');
  expect(greeted({ display_name: null })).toBe('');
});
