import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineFormato } from './formatos.ts';

const nota = defineFormato({
  nombre: 'nota',
  lectura: z.object({ texto: z.string(), urgente: z.boolean(), tono: z.string() }),
  mejoras: [
    (record) => ({ ...record, urgente: false }),
    (record) => ({ ...record, tono: record.urgente ? 'alto' : 'bajo' }),
  ],
});

describe('a record that is kept', () => {
  it('is read as one of today, whatever format it was written in', () => {
    const hoy = { texto: 'a', urgente: false, tono: 'bajo' };
    // What was stored before there were formats says none.
    expect(nota.read({ texto: 'a' })).toEqual(hoy);
    expect(nota.read({ formato: 1, texto: 'a' })).toEqual(hoy);
    expect(nota.read({ formato: 2, texto: 'a', urgente: true })).toEqual({
      texto: 'a',
      urgente: true,
      tono: 'alto',
    });
    expect(nota.read(JSON.parse(nota.write(hoy)))).toEqual(hoy);
    expect(nota.actual).toBe(3);
    expect(JSON.parse(nota.write(hoy)).formato).toBe(3);
  });

  it('is not changed by being read, and may hold what nobody knows any more', () => {
    const stored = { texto: 'a', retirado: { x: 1 } };
    expect(nota.read(stored)).not.toHaveProperty('retirado');
    expect(stored).toEqual({ texto: 'a', retirado: { x: 1 } });
  });

  it('is refused when a newer program wrote it, or when it is none', () => {
    const why = (stored: unknown): string => {
      expect(nota.tryRead(stored)).toBeNull();
      try {
        nota.read(stored);
      } catch (error) {
        expect(error).toMatchObject({ status: 'DATA_LOSS', details: { code: 'ilegible' } });
        return String((error as Error).cause);
      }
      return 'read';
    };
    expect(why({ formato: 4, texto: 'a' })).toContain('newer than this program');
    for (const formato of [0, 1.5, '1', null]) {
      expect(why({ formato, texto: 'a' })).toContain('is no format');
    }
    for (const stored of [null, 'x', [1]]) expect(why(stored)).toContain('no record');
    expect(why({ urgente: true })).toContain('texto');
  });

  it('is stored without what reading adds, and read whole', () => {
    const aviso = defineFormato({
      nombre: 'aviso',
      lectura: z.object({ texto: z.string(), urgente: z.boolean().default(false) }),
      breve: ({ urgente, ...rest }) => ({ ...rest, urgente: urgente || undefined }),
    });
    const [llano, urgente] = [false, true].map((urgente) => ({ texto: 'a', urgente }));
    expect(JSON.parse(aviso.write(llano!))).toEqual({ texto: 'a', formato: 1 });
    expect(JSON.parse(aviso.write(urgente!))).toEqual({ texto: 'a', urgente: true, formato: 1 });
    for (const one of [llano!, urgente!])
      expect(aviso.read(JSON.parse(aviso.write(one)))).toEqual(one);
  });
});
