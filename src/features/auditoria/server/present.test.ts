import { expect, it } from 'vitest';
import { nombreDeActor } from './present.ts';

it('takes nobody without a role for the school', () => {
  expect(nombreDeActor({ actor_nombre: null, actor_role: null })).toBe(
    'Una persona ajena a la escuela',
  );
  expect(nombreDeActor({ actor_nombre: null, actor_role: 'Escolar' })).toBe(
    'Personal de la escuela',
  );
  expect(nombreDeActor({ actor_nombre: 'Rosa Pérez', actor_role: null })).toBe('Rosa Pérez');
});
