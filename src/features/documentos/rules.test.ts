import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archivoProblem,
  DOCUMENTO_MAX_BYTES,
  planReunion,
  ultimoDia,
  ultimoDiaDe,
  venceEnDe,
} from './rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('a file, before it travels', () => {
  it('is let in by its bytes, whatever it is called', () => {
    for (const head of ['%PDF-1.7\n', '\xff\xd8\xff\xe0', '\x89PNG\r\n']) {
      expect(archivoProblem(1000, bytes(head))).toBeNull();
      expect(archivoProblem(DOCUMENTO_MAX_BYTES, bytes(head))).toBeNull();
    }
    expect(archivoProblem(0, bytes(''))).toMatch(/vacío/);
    expect(archivoProblem(9, bytes('MZ\x90\0'))).toMatch(/no es un PDF ni una foto/);
    expect(archivoProblem(9, bytes('\0\0\0\x24ftypheic'))).toMatch(/HEIC/);
    expect(archivoProblem(DOCUMENTO_MAX_BYTES + 1, bytes('%PDF-'))).toMatch(/pesa 11 MB/);
  });
});

describe('until when one is in force', () => {
  it('is the same day some months later, or the last of a shorter month', () => {
    const day = (text: string) => new Date(`${text}T18:00:00Z`);
    expect(ultimoDiaDe(3, day('2026-01-15'))).toBe('2026-04-15');
    expect(ultimoDiaDe(1, day('2026-01-31'))).toBe('2026-02-28');
    expect(ultimoDiaDe(12, day('2024-02-29'))).toBe('2025-02-28');
    expect(ultimoDiaDe(null, day('2026-01-15'))).toBeNull();
  });

  it('includes its last day, in the time of the school', () => {
    expect(venceEnDe('2026-12-31').toISOString()).toBe('2027-01-01T06:00:00.000Z');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2023-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
        (date) => {
          const fecha = date.toISOString().slice(0, 10);
          expect(ultimoDia(venceEnDe(fecha))).toBe(fecha);
        },
      ),
    );
  });
});

describe('the documents of two files that are made one', () => {
  const version = fc.record({
    id: fc.uuid(),
    personaId: fc.constantFrom('a', 'b'),
    tipoId: fc.constantFrom('acta', 'título', 'cv'),
    creadoEn: fc.integer({ min: 0, max: 50 }).map((n) => new Date(n)),
    estado: fc.constantFrom('pendiente', 'validado', 'rechazado', 'sustituido'),
  });

  it('are all kept, in the order in which they were sent, and one waits at most', () => {
    fc.assert(
      fc.property(fc.uniqueArray(version, { selector: ({ id }) => id }), (versiones) => {
        const plan = planReunion(versiones);
        expect(plan.map(({ id }) => id).sort()).toEqual(versiones.map(({ id }) => id).sort());
        for (const tipo of ['acta', 'título', 'cv']) {
          const those = plan
            .map((one) => ({ ...versiones.find(({ id }) => id === one.id)!, ...one }))
            .filter(({ tipoId }) => tipoId === tipo)
            .sort((x, y) => x.version - y.version);
          expect(those.map((one) => one.version)).toEqual(those.map((_, i) => i + 1));
          const times = those.map(({ creadoEn }) => +creadoEn);
          expect(times).toEqual(times.toSorted((x, y) => x - y));
          const waiting = those.filter(({ estado }) => estado === 'pendiente');
          expect(waiting.filter(({ sustituida }) => !sustituida)).toEqual(waiting.slice(-1));
          expect(those.filter((one) => one.sustituida && one.estado !== 'pendiente')).toEqual([]);
        }
      }),
    );
  });
});
