import { describe, expect, it } from 'vitest';
import { type CurpReason, describeWarning, explainCurp } from './errors.ts';

describe('the sentences people read', () => {
  const REASONS: CurpReason[] = [
    ...(['vacia', 'longitud', 'letrasIniciales', 'fechaNoNumerica', 'fechaImposible'] as const),
    ...(['fechaFutura', 'sexo', 'entidad', 'consonantes', 'homoclave'] as const),
    ...(['digitoNoNumerico', 'digitoVerificador'] as const),
  ];

  it('explains each reason with a sentence of its own that says what to do', () => {
    const messages = REASONS.map((reason) => explainCurp({ ok: false, reason, position: 9 }));
    expect(new Set(messages).size).toBe(REASONS.length);
    for (const message of messages) expect(message).toMatch(/\b(Escriba|Revise|Compárela)\b.*\.$/);
    expect(explainCurp({ ok: false, reason: 'fechaNoNumerica', position: 9 })).toContain(
      'carácter 9',
    );
    expect(explainCurp({ ok: false, reason: 'sexo' })).not.toMatch(/undefined/);
  });

  it('contracts the article, whatever the place: «del carácter 9», never «de el»', () => {
    const places = [undefined, ...Array.from({ length: 18 }, (_, i) => i + 1)];
    for (const reason of REASONS) {
      for (const position of places) {
        const sentence = explainCurp({ ok: false, reason, ...(position && { position }) });
        expect(sentence).not.toMatch(/\b(de|a) el\b/);
      }
    }
    expect(explainCurp({ ok: false, reason: 'fechaImposible', position: 9 })).toContain(
      'a partir del carácter 9.',
    );
    expect(explainCurp({ ok: false, reason: 'entidad' })).toContain('a partir de la CURP;');
  });

  it('describes each warning', () => {
    const warnings = ['palabraInconveniente', 'homoclavePocoComun', 'sigloDudoso'] as const;
    expect(new Set(warnings.map(describeWarning)).size).toBe(3);
  });
});
