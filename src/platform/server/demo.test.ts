import { expect, it } from 'vitest';
import { demoSeed, runDemo } from './demo.ts';
import type { DemoSeed } from './feature.ts';

declare module './feature.ts' {
  interface DemoData {
    'prueba-a': string;
    'prueba-b': string;
  }
}

const run = async (seeds: readonly DemoSeed[]) => runDemo(null as never, seeds, null as never);

it('runs each seed when what it needs is there, and hands it over', async () => {
  const done: string[] = [];
  await run([
    demoSeed({
      needs: ['prueba-a', 'prueba-b'],
      gives: [],
      run: async (_, made) => {
        done.push(`last ${made['prueba-a']}${made['prueba-b']}`);
        return {};
      },
    }),
    demoSeed({
      needs: ['prueba-a'],
      gives: ['prueba-b'],
      run: async (_, made) => {
        done.push('b');
        return { 'prueba-b': `${made['prueba-a']}!` };
      },
    }),
    demoSeed({
      needs: [],
      gives: ['prueba-a'],
      run: async () => {
        done.push('a');
        return { 'prueba-a': 'hola' };
      },
    }),
  ]);
  expect(done).toEqual(['a', 'b', 'last holahola!']);
});

it('refuses what nobody gives, and what two give, saying which', async () => {
  const a = demoSeed({ needs: [], gives: ['prueba-a'], run: async () => ({ 'prueba-a': '' }) });
  const b = demoSeed({ needs: ['prueba-b'], gives: [], run: async () => ({}) });
  await expect(run([a, b])).rejects.toThrow('No seed of the demonstration gives prueba-b.');
  await expect(run([a, a])).rejects.toThrow('Two seeds of the demonstration give prueba-a.');
});
