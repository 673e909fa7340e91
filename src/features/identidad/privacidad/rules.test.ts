import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cambiosDesde,
  DOCUMENTOS,
  mustAccept,
  newestAccepted,
  PUBLICADAS,
  type Publicacion,
  porAceptar,
  VERSIONES,
} from './rules.ts';

const publicar = (...deFondo: boolean[]): Publicacion[] =>
  deFondo.map((fondo, i) => ({
    version: `v${i}`,
    publicada: '2026-01-01',
    deFondo: fondo,
    cambios: [`cambio ${i}`],
  }));

describe('who must accept a text anew', () => {
  const publicadas = publicar(true, false, true, false);
  it.each([
    [[], true],
    [['otra'], true],
    [['v0'], true],
    [['v1'], true],
    [['v2'], false],
    [['v3'], false],
    [['v0', 'v2'], false],
    [['v3', 'v0'], false],
  ])('who accepted %j: %s', (aceptadas, must) => {
    expect(mustAccept(publicadas, aceptadas)).toBe(must);
  });
  it('is told what changed since', () => {
    expect(cambiosDesde(publicadas, 'v1')).toEqual(['cambio 2', 'cambio 3']);
    expect(cambiosDesde(publicadas, 'v3')).toEqual([]);
    expect(cambiosDesde(publicadas, null)).toEqual([]);
    expect(newestAccepted(publicadas, ['v2', 'v0'])?.version).toBe('v2');
  });
  it('whoever accepts the one in force is asked for nothing; a change of substance asks everybody', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), (fondos) => {
        const all = publicar(true, ...fondos);
        const accepted = [all.at(-1)!.version];
        expect(mustAccept(all, accepted)).toBe(false);
        const next = publicar(true, ...fondos, true);
        expect(mustAccept(next, accepted)).toBe(true);
        expect(mustAccept(publicar(true, ...fondos, false), accepted)).toBe(false);
      }),
    );
  });
});

it('the texts are published in order, each version once, and say what changed', () => {
  for (const documento of DOCUMENTOS) {
    const publicadas = PUBLICADAS[documento];
    const versions = publicadas.map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
    const days = publicadas.map(({ publicada }) => publicada);
    expect(days).toEqual([...days].sort());
    expect(publicadas[0].deFondo).toBe(true);
    for (const { cambios } of publicadas.slice(1)) expect(cambios.length).toBeGreaterThan(0);
    for (const { version } of publicadas) expect(version.length).toBeLessThanOrEqual(20);
    expect(VERSIONES[documento]).toBe(versions.at(-1));
  }
});

it('who registered with the texts in force is asked for nothing; with the first ones, for the notice', () => {
  const accepted = (versions: Record<'aviso' | 'terminos', string>) =>
    DOCUMENTOS.map((documento) => ({ documento, version: versions[documento] }));
  expect(porAceptar(accepted(VERSIONES))).toEqual([]);
  expect(porAceptar(accepted({ aviso: '2026-11', terminos: '2026-11' }))).toEqual([
    { documento: 'aviso', aceptada: '2026-11' },
  ]);
  expect(porAceptar([])).toEqual([
    { documento: 'aviso', aceptada: null },
    { documento: 'terminos', aceptada: null },
  ]);
  expect(porAceptar([{ documento: 'aviso', version: VERSIONES.aviso }])).toEqual([
    { documento: 'terminos', aceptada: null },
  ]);
});
