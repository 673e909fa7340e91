import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { RouteHead, RouteHeads } from '../src/platform/shared/route-heads.ts';

/*
 * Which files each screen needs, so that the server can name them in the page that it sends for its address and the
 * browser asks for them together with the first ones. Read from the features' own manifests (`web/feature.ts`) as they
 * are built: a screen is an object with `path`, `title` and `screen: lazyScreen(() => import('…'))`.
 */
type Node = { readonly type: string; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The nodes below this one, itself first. */
const nodesOf = (node: Node): Node[] => [
  node,
  ...Object.values(node).flat().filter(isNode).flatMap(nodesOf),
];

const nameOf = (node: unknown): string | null =>
  isNode(node) ? ((node.name ?? node.value ?? null) as string | null) : null;

/** What an object literal says of these names. */
const propertiesOf = (node: Node): Map<string, Node> =>
  new Map(
    ((node.properties ?? []) as Node[]).flatMap(({ key, value }): [string, Node][] => {
      const name = nameOf(key);
      return name !== null && isNode(value) ? [[name, value]] : [];
    }),
  );

/** The literals of a list. */
const listOf = (node: Node | undefined): string[] =>
  ((node?.elements ?? []) as Node[]).map((one) => nameOf(one) ?? '');

const imported = (node: Node): string[] =>
  nodesOf(node).flatMap(({ type, source }) =>
    type === 'ImportExpression' ? [nameOf(source) ?? ''] : [],
  );

/** A screen as its manifest says it, its modules by their paths from the root. */
export type FoundRoute = {
  readonly path: { readonly name: string; readonly from: string };
  readonly layout: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Slots whose pieces it draws at once. */
  readonly slots: readonly string[];
  /** Callables whose answers it draws first. */
  readonly asks: readonly string[];
  readonly modules: readonly string[];
};
type Given = { readonly modules: readonly string[]; readonly asks: readonly string[] };
export type FoundFeature = {
  readonly routes: readonly FoundRoute[];
  /** The pieces given to each slot: their modules, and the callables whose answers they draw first. */
  readonly gives: ReadonlyMap<string, Given>;
};

/** Reads one manifest; what it imports is as it is written there. */
export const readManifest = (program: Node): FoundFeature => {
  const all = nodesOf(program);
  const from = new Map(
    all
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ specifiers, source }) =>
        (specifiers as Node[]).map(
          ({ local, imported: name }) =>
            [
              nameOf(local) ?? '',
              { name: nameOf(name) ?? '', from: nameOf(source) ?? '' },
            ] as const,
        ),
      ),
  );
  const objects = all.filter(({ type }) => type === 'ObjectExpression').map(propertiesOf);
  const routes = objects.flatMap((has): FoundRoute[] => {
    const screen = has.get('screen');
    const path = from.get(nameOf(has.get('path')) ?? '');
    if (!screen || !path) return [];
    const listed = (name: string) => listOf(has.get(name));
    return [
      {
        path,
        layout: nameOf(has.get('layout')) ?? '',
        title: nameOf(has.get('title')) ?? '',
        description: nameOf(has.get('description')) ?? undefined,
        slots: listed('draws'),
        asks: listed('asks'),
        modules: imported(screen),
      },
    ];
  });
  const gives = new Map<string, Given>();
  for (const has of objects) {
    const given = has.get('gives');
    if (!given) continue;
    for (const slot of nodesOf(given).filter(({ type }) => type === 'ObjectExpression')) {
      for (const [name, pieces] of propertiesOf(slot)) {
        if (pieces.type !== 'ArrayExpression') continue;
        const objectsOfIt = nodesOf(pieces).filter(({ type }) => type === 'ObjectExpression');
        const asks = objectsOfIt.flatMap((one) => listOf(propertiesOf(one).get('asks')));
        gives.set(name, { modules: imported(pieces), asks });
      }
    }
  }
  return { routes, gives };
};

/** A built script: what it is made of, what it imports at once, and the style sheets that go with it. */
type Chunk = {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
  readonly styles: readonly string[];
};

/** The files that hold these modules and what those import, without the ones that every page names. */
const filesOf = (
  chunks: ReadonlyMap<string, Chunk>,
  names: readonly string[],
  beside: ReadonlySet<string>,
) => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const next of chunk.imports) visit(next);
  };
  for (const one of names) visit(one);
  const files = [...seen].flatMap((name) => [name, ...chunks.get(name)!.styles]);
  return [...new Set(files)].filter((file) => !beside.has(file)).map((file) => `/${file}`);
};

/** Where the application begins: what this needs, every page names (index.html). */
const ENTRY = 'src/web.tsx';
/** Modules that the frame of a layout is made of, besides the entry. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  main: ['src/platform/web/layouts/main-layout.tsx'],
  public: ['src/platform/web/layouts/public-layout.tsx'],
};
/** Slots whose pieces the frame draws. */
const FRAME_SLOTS: Readonly<Record<string, readonly string[]>> = { main: ['tools'] };

/** Collects the screens while the site is built and leaves what their pages name beside the built one. */
export const routeFiles = (root: string): Plugin => {
  const found: FoundFeature[] = [];
  return {
    name: 'portal:route-files',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      order: 'post',
      filter: { id: /\/src\/features\/[^/]+\/web\/feature\.ts$/ },
      async handler(code, id) {
        const module = async (source: string) => (await this.resolve(source, id))?.id ?? source;
        const local = async (source: string) => relative(root, await module(source));
        const { routes, gives } = readManifest(this.parse(code) as unknown as Node);
        found.push({
          routes: await Promise.all(
            routes.map(async (route) => ({
              ...route,
              path: { ...route.path, from: await module(route.path.from) },
              modules: await Promise.all(route.modules.map(local)),
            })),
          ),
          gives: new Map(
            await Promise.all(
              [...gives].map(
                async ([slot, { modules, asks }]) =>
                  [slot, { modules: await Promise.all(modules.map(local)), asks }] as const,
              ),
            ),
          ),
        });
      },
    },
    async writeBundle({ dir: out = '' }, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Chunk][] => {
          if (file.type !== 'chunk') return [];
          const { fileName, imports, moduleIds, viteMetadata } = file;
          const modules = moduleIds.map((id) => relative(root, id));
          const styles = [...(viteMetadata?.importedCss ?? [])];
          return [[fileName, { fileName, imports, modules, styles }]];
        }),
      );
      // A screen may stand in a file with others: it is found by what the files hold.
      const holder = new Map(
        [...chunks.values()].flatMap(({ fileName, modules }) =>
          modules.map((id) => [id, fileName] as const),
        ),
      );
      const holders = (modules: readonly string[]) => modules.flatMap((id) => holder.get(id) ?? []);
      const first = new Set(
        filesOf(chunks, holders([ENTRY]), new Set()).map((file) => file.slice(1)),
      );
      const given = (slot: string) => found.flatMap(({ gives }) => gives.get(slot) ?? []);
      const heads: Record<string, RouteHead> = {};
      for (const { path, layout, title, description, slots, asks, modules } of found.flatMap(
        ({ routes }) => routes,
      )) {
        const routes = (await import(pathToFileURL(path.from).href)) as Record<string, string>;
        const address = routes[path.name];
        if (!address) throw new Error(`${path.from} has no ${path.name}: no files for «${title}».`);
        const missing = modules.filter((one) => !holder.has(one));
        if (modules.length === 0 || missing.length > 0)
          throw new Error(`The build has no file for «${title}»: ${missing.join(', ')}`);
        const drawn = [...(FRAME_SLOTS[layout] ?? []), ...slots].flatMap(given);
        const parts = drawn.flatMap((piece) => piece.modules);
        const asked = [...asks, ...drawn.flatMap((piece) => piece.asks)];
        heads[address] = {
          title,
          ...(description && { description }),
          ...(layout === 'main' && { signedIn: true }),
          ...(asked.length > 0 && { asks: asked }),
          files: filesOf(chunks, holders([...(FRAMES[layout] ?? []), ...modules, ...parts]), first),
        };
      }
      writeFileSync(join(out, 'rutas.json'), JSON.stringify(heads satisfies RouteHeads));
    },
  };
};
