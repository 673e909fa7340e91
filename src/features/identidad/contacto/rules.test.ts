import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Contacto, contactoVigente, escritosQueValen } from './rules.ts';

const NOMBRES = ['a', 'b', 'c', 'd'] as const;
type Paso = { que: 'pedir' | 'retirar' | 'cambiar'; uno: string; otro: string };

/** What the server does with each step, on a list. */
const play = (pasos: readonly Paso[]): Contacto[] => {
  const rows = new Map<string, Contacto>();
  const ask = (email: string) => {
    const before = rows.get(email);
    if (before?.confirmado_en) return;
    rows.set(email, { email, confirmado_en: null, retirado_en: null, cambiado_por: null });
  };
  for (const { que, uno, otro } of pasos) {
    const row = rows.get(uno);
    if (que === 'pedir') ask(uno);
    else if (row && row.retirado_en === null && uno !== otro) {
      if (que === 'cambiar') ask(otro);
      row.retirado_en = new Date(0);
      row.cambiado_por = que === 'cambiar' ? otro : null;
    }
  }
  return [...rows.values()];
};

const nombre = fc.constantFrom(...NOMBRES);
const paso = fc.record({
  que: fc.constantFrom('pedir', 'retirar', 'cambiar') as fc.Arbitrary<Paso['que']>,
  uno: nombre,
  otro: nombre,
});

it('whatever was asked, withdrawn and replaced, one address stands for each, and none that gave its place', () => {
  fc.assert(
    fc.property(fc.array(paso, { maxLength: 30 }), (pasos) => {
      const contactos = play(pasos);
      for (const { email } of contactos) {
        const vigente = contactoVigente(contactos, email);
        expect(vigente?.cambiado_por ?? null).toBeNull();
        expect(escritosQueValen(contactos, vigente!.email)).toContain(email);
      }
    }),
  );
  expect(contactoVigente([], 'a')).toBeUndefined();
});
