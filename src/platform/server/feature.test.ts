import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineHistorial } from '../shared/historial.ts';
import { handle } from './callables.ts';
import { foldServer, requireListed, type ServerFeature } from './feature.ts';
import { defineHoja } from './hojas/define.ts';
import type { Services } from './services.ts';

declare module './feature.ts' {
  interface Slots {
    saludos: (a: string) => string;
  }
}

const callable = (name: string) =>
  handle({ name, summary: '', input: z.null(), output: z.null() } as never, {
    public: true,
    run: async () => null as never,
  });
const hoja = (id: string) => defineHoja({ id, title: id, columns: [], policy: () => true });
const area = (prefix: string) => ({ prefix }) as never;
const run = async () => {};

const uno: ServerFeature = {
  name: 'uno',
  paths: ['/uno', '/uno/:id'],
  historial: [
    defineHistorial({ registros: { uno: 'Uno' }, acciones: { 'uno.crear': 'Creó uno' } }),
  ],
  registros: { uno: async () => new Map() },
  callables: [callable('getUno')],
  hojas: [hoja('unos')],
  storage: [area('unos/')],
  jobs: { 'uno-limpiar': () => ({ run }) },
};

describe('folding', () => {
  it('joins what features give in the order of the list, and makes what is made of what others give', () => {
    const dos: ServerFeature = {
      name: 'dos',
      paths: ['/dos'],
      callables: ({ all }) => all('saludos').map((saludo) => callable(saludo('get'))),
      hojas: ({ vocabulario }) => [hoja(vocabulario.isAccion('uno.crear') ? 'dos' : 'nada')],
      gives: { saludos: [(a) => `${a}Dos`] },
    };
    const tres: ServerFeature = {
      name: 'tres',
      // Given by one that comes later, and asked for only when it is used.
      gives: ({ all }) => ({ saludos: [(a) => `${a}${all('saludos').length}`] }),
    };
    const folded = foldServer([uno, dos, tres]);
    expect(folded.paths).toEqual(['/uno', '/uno/:id', '/dos']);
    expect(folded.callables.map(({ contract }) => contract.name)).toEqual([
      'getUno',
      'getDos',
      'get2',
    ]);
    expect(folded.hojas.map(({ id }) => id)).toEqual(['unos', 'dos']);
    expect(folded.storage.map(({ prefix }) => prefix)).toEqual(['unos/']);
    expect(folded.given.vocabulario.describeAccion('uno.crear')).toBe('Creó uno');
    expect(Object.keys(folded.given.registros)).toEqual(['uno']);
  });

  it('defines the jobs, and starts and stops in order', async () => {
    const said: string[] = [];
    const services = {
      jobs: {
        define: (name: string, _: unknown, options: object) =>
          said.push(`${name} ${JSON.stringify(options)}`),
      },
    } as unknown as Services;
    const folded = foldServer([
      {
        name: 'uno',
        jobs: { limpiar: () => ({ run, cron: '1 * * * *' }) },
        onStart: async () => void said.push('empieza uno'),
      },
      {
        name: 'dos',
        onStart: async (_, { all }) => void said.push(`empieza dos ${all('saludos').length}`),
        onStop: async () => void said.push('termina dos'),
      },
    ]);
    folded.defineJobs(services);
    await folded.onStart(services);
    await folded.onStop(services);
    expect(said).toEqual([
      'limpiar {"cron":"1 * * * *"}',
      'empieza uno',
      'empieza dos 0',
      'termina dos',
    ]);
  });

  it('says who gives what only one may give', () => {
    const saludos = [() => ''];
    const needs: ServerFeature = {
      name: 'quien-lo-pide',
      callables: ({ one }) => [callable(one('saludos')(''))],
    };
    expect(() => foldServer([needs])).toThrow('No feature gives saludos.');
    expect(() =>
      foldServer([needs, { name: 'uno', gives: { saludos } }, { name: 'dos', gives: { saludos } }]),
    ).toThrow('Two features give saludos: uno and dos.');
  });
});

describe('the list of features', () => {
  const folders = (...files: string[]) => {
    const dir = mkdtempSync(join(tmpdir(), 'features-'));
    for (const file of files) {
      mkdirSync(join(dir, file, '..'), { recursive: true });
      writeFileSync(join(dir, file), '');
    }
    return dir;
  };

  it('has every folder with a manifest: what a screen needs is answered, or the server does not start', () => {
    const dir = folders('uno/server/feature.ts', 'piezas/server/service.ts', 'dos/web/feature.ts');
    const dos: ServerFeature = { name: 'dos', paths: ['/dos'] };
    expect(() => requireListed([uno, dos], dir)).not.toThrow();
    expect(() => requireListed([uno], dir)).toThrow(
      'The feature dos (web/feature.ts) is not in src/server-features.ts',
    );
    expect(() => requireListed([dos], dir)).toThrow(
      'The feature uno (server/feature.ts) is not in src/server-features.ts',
    );
    rmSync(dir, { recursive: true });
  });
});

describe('what two features claim is refused, saying which two', () => {
  const claims: [string, Partial<ServerFeature>][] = [
    ['path /uno/:id', { paths: ['/uno/:id'] }],
    ['callable getUno', { callables: () => [callable('getUno')] }],
    ['list unos', { hojas: () => [hoja('unos')] }],
    ['prefix of files unos/', { storage: [area('unos/')] }],
    ['job uno-limpiar', { jobs: { 'uno-limpiar': () => ({ run }) } }],
    ['action uno.crear', { historial: [defineHistorial({ acciones: { 'uno.crear': 'Hizo' } })] }],
    [
      'kind of record uno',
      { historial: [defineHistorial({ registros: { uno: 'El uno' }, acciones: {} })] },
    ],
    ['naming of the record uno', { registros: { uno: async () => new Map() } }],
  ];
  it.each(claims)('the %s', (what, claim) => {
    expect(() => foldServer([uno, { name: 'otro', ...claim }])).toThrow(
      `Two features claim the ${what}: uno and otro.`,
    );
  });

  it('one within the other among prefixes of files: whose a name is would depend on their order', () => {
    expect(() => foldServer([uno, { name: 'otro', storage: [area('unos/dos/')] }])).toThrow(
      'Two features claim the prefix of files unos/dos/: uno and otro.',
    );
  });

  it('a name, also of one that is in the list twice', () => {
    expect(() => foldServer([{ name: 'uno' }, { name: 'uno' }])).toThrow(
      'Two features claim the name uno: uno and uno.',
    );
  });
});
