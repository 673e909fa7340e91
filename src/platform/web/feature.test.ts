/** How the browser's wings are joined, and that they and the server's say the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_FEATURES } from '../../server-features.ts';
import { WEB_FEATURES } from '../../web-features.ts';
import { VOCABULARIO } from '../../web-historial.ts';
import { foldServer } from '../server/feature.ts';
import { foldWeb, lazyPart, lazyScreen } from './feature.ts';

/** A component that draws nothing. */
const Nada = () => null;
const Pantalla = lazyScreen(async () => ({ default: Nada }));
const palabras = async () => VOCABULARIO;
const route = (path: string) =>
  ({ path, layout: 'main', access: 'anyone', title: path, screen: Pantalla }) as const;
const entry = (label: string, order: number) =>
  ({ group: 'Mi portal', label, order, to: '/', icon: Nada }) as const;

it('joins what features give, and gives their pieces to who takes them', () => {
  const saludos = ['hola', 'buenas'].map((titulo) => ({ titulo, Contenido: Nada }));
  const folded = foldWeb(
    [
      {
        name: 'uno',
        paths: ['/uno'],
        routes: ({ all }) => [
          {
            ...route('/uno'),
            title: all('inicio')
              .map((s) => s.titulo)
              .join(),
          },
        ],
        navigation: [entry('último', 300)],
        account: [entry('cuenta', 1)],
        gives: { inicio: saludos.slice(0, 1) },
      },
      {
        name: 'dos',
        paths: ['/dos'],
        publicWing: {
          pages: [{ path: '/dos', title: 'Dos', load: () => Promise.reject(new Error('not yet')) }],
          footer: [{ label: 'Dos', to: '/dos' }],
        },
        navigation: [entry('primero', 100)],
        gives: () => ({ inicio: saludos.slice(1) }),
      },
    ],
    palabras,
  );
  expect(folded.routes.map(({ path, title, layout }) => [path, title, layout])).toEqual([
    ['/uno', 'hola,buenas', 'main'],
    ['/dos', 'Dos', 'either'],
  ]);
  expect(folded.navigation.map(({ label }) => label)).toEqual(['primero', 'último']);
  expect(folded.account.map(({ label }) => label)).toEqual(['cuenta']);
  expect(folded.footer).toEqual([{ label: 'Dos', to: '/dos' }]);
});

it('does not start with a screen that the server does not answer, and says which', () => {
  const lost = { name: 'uno', paths: ['/uno'], routes: [route('/uno'), route('/uno/:id')] };
  expect(() => foldWeb([lost], palabras)).toThrow('The server does not answer /uno/:id of uno.');
});

it('says what several give, or nobody, that only one may', () => {
  const tools = [Nada];
  const { given } = foldWeb(
    [
      { name: 'uno', gives: { tools } },
      { name: 'dos', gives: { tools } },
    ],
    palabras,
  );
  expect(() => given.one('tools')).toThrow('2 features give tools.');
  expect(() => given.one('session')).toThrow('0 features give session.');
});

it('a part is asked for when it is drawn, not before', () => {
  let asked = 0;
  const load = async () => {
    asked++;
    return { Parte: Nada };
  };
  lazyPart(load, 'Parte');
  expect(asked).toBe(0);
});

/*
 * The two lists and the folders. The server does not start with a feature that is not in its list (`requireListed`),
 * nor the application with a screen that its own feature does not tell: with this, each screen has an answer.
 */
const FEATURES = join(import.meta.dirname, '../../features');

it('the server gives for each feature the very addresses that the browser has', () => {
  for (const { name, paths = [] } of WEB_FEATURES) {
    const server = SERVER_FEATURES.find((feature) => feature.name === name);
    expect({ name, paths: server?.paths ?? [] }).toEqual({ name, paths });
  }
});

it('every folder with a manifest is in the list of its side, by its own name', () => {
  const foldersWith = (file: string) =>
    readdirSync(FEATURES).filter((folder) => existsSync(join(FEATURES, folder, file)));
  const names = (features: readonly { name: string }[]) => features.map(({ name }) => name).sort();
  expect(names(SERVER_FEATURES)).toEqual(foldersWith('server/feature.ts'));
  expect(names(WEB_FEATURES)).toEqual(foldersWith('web/feature.ts'));
});

it('what a feature gives to the public wing is in both that draw it', () => {
  const root = readFileSync(join(FEATURES, '../public-features.ts'), 'utf8');
  for (const folder of readdirSync(FEATURES)) {
    if (!existsSync(join(FEATURES, folder, 'web/public.ts'))) continue;
    expect(root).toContain(`./features/${folder}/web/public.ts`);
    expect(WEB_FEATURES.find(({ name }) => name === folder)?.publicWing).toBeDefined();
  }
});

it('the browser has the very words of the history that the server has', () => {
  const { vocabulario } = foldServer(SERVER_FEATURES).given;
  expect(VOCABULARIO.acciones).toEqual(vocabulario.acciones);
  expect(VOCABULARIO.registros).toEqual(vocabulario.registros);
});

it('the application starts with what there is, in the order of the navigation', () => {
  const { given, navigation, routes } = foldWeb(WEB_FEATURES, palabras);
  for (const slot of ['session', 'signInForm', 'expedienteFoto', 'sinExpediente'] as const) {
    expect(given.one(slot)).toBeDefined();
  }
  expect(routes.length).toBeGreaterThan(15);
  // No two in one place, and no group in two: the order says where each is.
  const orders = WEB_FEATURES.flatMap((feature) => feature.navigation ?? []).map((n) => n.order);
  expect(new Set(orders).size).toBe(orders.length);
  const groups = navigation.map(({ group }) => group);
  expect(groups.filter((group, i) => group !== groups[i - 1])).toEqual([...new Set(groups)]);
  expect(groups[0]).toBe('Mi portal');
});
