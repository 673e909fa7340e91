import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';
import { defineConfig, type Plugin } from 'vite';
import { routeFiles } from './scripts/route-files.ts';
import type { WingAssets } from './src/platform/shared/public-wing.ts';
import { tokensCss } from './src/platform/web/ui/tokens.ts';

const ROOT = import.meta.dirname;
/** The oldest ones that the portal is for (docs/ARCHITECTURE.md, «Browsers»). */
const BROWSERS = ['chrome114', 'edge114', 'firefox128', 'safari17'];
const OUT = 'dist/web';
/** The public wing, as a program of the server's (src/public.tsx). */
const PAGES = 'dist/pages';
const API = `http://localhost:${process.env.PORT ?? '3000'}`;

/** What Spanish is written with, and the punctuation that the screens use: what every page loads. */
const SPANISH = [...range(0x20, 0x7e), ...'ÁÉÍÓÚÜÑáéíóúüñ¿¡«»ºª°·–—‘’“”…•×→\u00a0\u202f'].join('');

/** Its neighbours, in a file that a browser asks for only when one of these is on the screen: «François», «≥». */
const NEIGHBOURS = [...range(0xa0, 0xff), ...'€™−←↑↓≥≤ŒœŸ\u2009\u2011']
  .filter((letter) => !SPANISH.includes(letter))
  .join('');

/** As a style sheet says which letters a file has. */
const unicodeRange = (letters: string): string =>
  [...letters].map((letter) => `U+${letter.codePointAt(0)!.toString(16)}`).join(',');

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
}

/** Kerning, tabular and lining figures, slashed zero; small capitals and swashes stay out. */
const FEATURES = ['kern', 'tnum', 'lnum', 'zero'];

type Font = { family: string; weight: number; file: string; preload: boolean };

const FONTS: readonly Font[] = [
  { family: 'Source Sans 3', weight: 400, file: 'source-sans-3', preload: true },
  { family: 'Source Serif 4', weight: 600, file: 'source-serif-4', preload: true },
  { family: 'Source Sans 3', weight: 600, file: 'source-sans-3', preload: false },
  { family: 'JetBrains Mono', weight: 400, file: 'jetbrains-mono', preload: false },
];

/** The one of folios and keys. */
const MONO = 'jetbrains-mono';

const fontName = ({ file, weight }: Font): string => `${file}-${weight}`;

/**
 * Local stand-ins with the web fonts' widths and heights, so that nothing moves when those arrive.
 * Measured on Spanish text against Liberation, which has the metrics of Arial and Times New Roman.
 */
const FALLBACKS = `
@font-face{font-family:'Sans Fallback';font-weight:400;src:local('Arial'),local('Liberation Sans');size-adjust:92.1%;ascent-override:111.1%;descent-override:43.4%;line-gap-override:0%}
@font-face{font-family:'Sans Fallback';font-weight:600;src:local('Arial Bold'),local('Arial-BoldMT'),local('Liberation Sans Bold');size-adjust:88.5%;ascent-override:115.6%;descent-override:45.2%;line-gap-override:0%}
@font-face{font-family:'Serif Fallback';font-weight:600;src:local('Times New Roman Bold'),local('TimesNewRomanPS-BoldMT'),local('Liberation Serif Bold');size-adjust:112.5%;ascent-override:92.1%;descent-override:29.8%;line-gap-override:0%}
`;

/** Subsets one font to these letters into the cache; returns where it is. */
const subset = async (font: Font, name: string, letters: string): Promise<string> => {
  const { file, weight } = font;
  const source = readFileSync(
    join(ROOT, `node_modules/@fontsource/${file}/files/${file}-latin-${weight}-normal.woff2`),
  );
  const key = createHash('sha256')
    .update(source)
    .update(letters + FEATURES.join())
    .digest('hex')
    .slice(0, 12);
  const dir = join(ROOT, 'node_modules/.cache/portal-fonts', key);
  const path = join(dir, `${name}.woff2`);
  try {
    statSync(path);
  } catch {
    const options = { targetFormat: 'woff2', keepFeatures: FEATURES } as const;
    const bytes: Uint8Array = await subsetFont(source, letters, options);
    mkdirSync(dir, { recursive: true });
    writeFileSync(path, bytes);
  }
  return path;
};

const VIRTUAL = 'virtual:portal.css';
const RESOLVED = `\0${VIRTUAL}`;

/** The first style sheet: tokens and fonts. */
const portalCss = (): Plugin => ({
  name: 'portal:css',
  resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return undefined;
    const faces = await Promise.all(
      FONTS.flatMap((font) =>
        [
          { name: fontName(font), letters: SPANISH },
          { name: `${fontName(font)}x`, letters: NEIGHBOURS },
        ].map(async ({ name, letters }) => {
          const url = await subset(font, name, letters);
          return `@font-face{font-family:'${font.family}';font-weight:${font.weight};font-style:normal;font-display:swap;src:url('${url}') format('woff2');unicode-range:${unicodeRange(letters)}}`;
        }),
      ),
    );
    return `${tokensCss()}\n${FALLBACKS}\n${faces.join('\n')}`;
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      FONTS.filter(({ preload }) => preload).flatMap((font) => {
        const asset = Object.keys(bundle ?? {}).find((name) => name.includes(`${fontName(font)}-`));
        if (!asset) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs: { ...attrs, href: `/${asset}` }, injectTo: 'head' as const }];
      }),
  },
});

/** The script that sets the theme before the first paint: a classic one, hence not bundled. */
const themeBoot = (): Plugin => {
  const path = join(ROOT, 'src/platform/web/ui/theme-boot.js');
  let src = '/src/platform/web/ui/theme-boot.js';
  return {
    name: 'portal:theme-boot',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      if (this.meta.watchMode) return;
      // Without its comments and how it is indented.
      const code = readFileSync(path, 'utf8').replace(/^\s*(?:\/\/.*\n)?/gm, '');
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      src = `/assets/theme-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: src.slice(1), source: code });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }],
  };
};

/** What the library that draws PDF asks for while it does: letters of other scripts, fonts that a PDF leaves out, decoders. */
const pdfData = (): Plugin => ({
  name: 'portal:pdf-data',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    if (this.meta.watchMode) return;
    const from = join(ROOT, 'node_modules/pdfjs-dist');
    const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
      for (const name of readdirSync(join(from, folder))) {
        // Compiled while it runs: the pages' policy forbids it, and their plain forms are beside them.
        if (/quickjs|LICENSE|\.wasm$/.test(name)) continue;
        const fileName = `assets/pdfjs-${version}/${folder}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(from, folder, name)) });
      }
    }
  },
});

const COMPRESSED = /\.(m?js|css|svg|json)$/;
/** Below one packet there is nothing to win. */
const MIN_BYTES = 1024;

/** Writes .br and .gz beside each asset, as small as they get: the server only picks one. */
const precompress = (dir: string): void => {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dir, name);
    if (!COMPRESSED.test(name) || statSync(path).size < MIN_BYTES) continue;
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
};

/** What the one script of the public wing asks for only when it is needed: files of their own, for browsers that lack something. */
const RARELY = {
  'raro-qr': 'src/platform/web/public/read-qr.ts',
  'raro-ed25519': 'src/platform/web/credentials/ed25519.ts',
} as const;

/** In that script, which is one file, what comes rarely is asked for by its address. */
const rareFiles = (): Plugin => ({
  name: 'portal:rare-files',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'enhance',
  resolveId(id) {
    const rare = Object.entries(RARELY).find(([, path]) => path.endsWith(id.replace(/^[.]/, '')));
    if (!rare || !id.startsWith('./')) return undefined;
    const file = readdirSync(join(ROOT, OUT, 'assets')).find(
      (name) => name.startsWith(`${rare[0]}-`) && name.endsWith('.js'),
    );
    if (!file) throw new Error(`The public wing was built without its ${rare[0]}.`);
    return { id: `/assets/${file}`, external: 'absolute' };
  },
});

/** What the public wing's pages ask a browser for goes with its other files; the server is told the names. */
const giveAssets = (web: string, pages: string): void => {
  const own = readdirSync(join(pages, 'assets'));
  cpSync(join(pages, 'assets'), join(web, 'assets'), { recursive: true });
  const named = (names: readonly string[], has: string) => {
    const found = names.find((name) => name.includes(has));
    if (!found) throw new Error(`The public wing was built without its ${has}.`);
    return `/assets/${found}`;
  };
  const assets: WingAssets = {
    style: named(own, '.css'),
    script: named(readdirSync(join(web, 'assets')), `${ENHANCE}-`),
    fonts: FONTS.filter(({ file }) => file !== MONO).map((font) =>
      named(own, `${fontName(font)}-`),
    ),
    mono: named(own, `${MONO}-`),
  };
  writeFileSync(join(pages, 'assets.json'), JSON.stringify(assets));
};

/*
 * Which modules come together in one file: those that are always asked for together, since each file costs a request
 * and its headers and packs worse than a part of a greater one. What is nowhere here follows the screens.
 */
/** What no first page has, of the pieces that many screens share. */
const LATER =
  /web\/feedback\/error-summary|shared\/(quotation|hojas|noise|pdf-head|historial|storage|email|dates|months|requisitos|search|natural-order|estados|trabajos|conflict|correos|avisos|names|ids|lotes|cursor|formatos|ilegible)|web\/form\/(date|file-field|upload-progress|use-drop|form-dialog|use-mirrored-form|restored|use-form|form[.]tsx|errors)|web\/ui\/(ficha|semaforo|linea|format|estado|dialog|comparison|view-switch|record-list|no-se-lee|lazy-dialog|icon-button|icons-of-screens)|web\/(credentials|public\/(compare|find-file|scan|read-qr|check-credential|keep-offline|use-enhanced))|infiniteQuery|useInfiniteQuery|queriesObserver|useQueries/;
/** What every screen asks for. */
const PIECES =
  /src\/web(-features)?[.]tsx?$|vite\/preload-helper|node_modules\/@tanstack\/(query|react-query)|src\/platform\/(shared\/|web\/((callables|feedback|focus|form|keep-alive|session|ui|public)\/|layouts\/(?!main-layout|public-layout|public-frame|account-menu|drawer|navigation[.]tsx|navigation-items)|(config|feature|routes|router|unsaved|screens|system-screens|app-shell)[.]))|features\/[^/]+\/((policy|routes)[.]ts|web\/(feature|public)[.]ts)|features\/identidad\/privacidad\/routes/;
/** What signing in and registering share: forms that are sent, and what accounts are told of theirs. Home and lists have none. */
const SIGN_IN =
  /features\/identidad\/(web\/(hooks|components\/(auth-page|sign-in-form|unverified-notice|demo-mailbox)|pages\/login)|errors|rules|privacidad\/rules|cambios\/web\/components\/codigo-field)[.]|platform\/(web\/(layouts\/public|form\/(use-form|form[.]tsx|errors)|feedback\/error-summary)|shared\/email)/;
/** The frame of who is in, with what it shows from the first moment. */
const FRAME =
  /src\/platform\/(web\/(layouts\/(?!public)|search\/search-everywhere|search\/search\.module|mirror\/(?!compact|seal))|shared\/search)|node_modules\/idb-keyval|features\/(trabajos\/web\/(hooks|components\/bandeja[.])|correos\/notificaciones\/web\/(hooks|components\/campana[.]))/;
/** What lists, panels and dialogs draw, and home does not. */
const DRAWINGS = /web\/ui\/(icons-of-screens|icon-button)[.]/;
/** The fields of longer forms. */
const FIELDS = /web\/form\/(date|file-field|upload-progress)/;
/** What is laid over the screen. */
const DIALOGS = /web\/form\/form-dialog|web\/ui\/dialog|shared\/conflict/;
/** How dates, names and states are written. */
const WORDS =
  /platform\/(shared\/(dates|names|estados|trabajos|ids|ilegible)|web\/ui\/(format|no-se-lee))[.]|features\/(cursos\/rules|inscripciones\/estados)[.]ts/;
/** The states of what home does not show. */
const STATES = /platform\/shared\/correos[.]|features\/(?!credenciales)[^/]+\/estados[.]ts/;
/** Home, and the offer that it shows first. */
const HOME =
  /features\/(inicio\/(rules|web\/(hooks|pages\/inicio|components\/pendientes))|inscripciones\/ofertas\/(rules|web\/))/;
/** The documents issued to one, which come once home is there. */
const ISSUED =
  /features\/credenciales\/(rules|estados|web\/(hooks|components\/(emitidos-propios|lista)))[.]/;
/** What a list is asked for, by who may not show it yet. */
const ASKED = /src\/platform\/web\/table\/(use-table|params)/;
/** Lists of records. */
const TABLE =
  /src\/platform\/web\/(table\/(?!bulk|property-filter)|panel\/)|node_modules\/(@tanstack\/(table-core|react-table|store|react-store)|use-sync-external-store)\//;
/** All that the list of catalogs is made of; what shows one of them comes with it. */
const CATALOGS =
  /features\/catalogos\/(definiciones\/rules|web\/(hooks|pages\/catalogs|components\/(indice|catalogos\.module)))/;
/** The pages where each kind of document is validated: each is a few bytes around one page. */
const VALIDATIONS = /features\/credenciales\/validacion\/web\/pages\//;
/** The lists of each kind of document issued, likewise. */
const ISSUED_LISTS =
  /features\/credenciales\/web\/pages\/(certificados|credenciales|reconocimientos|grados|certificaciones)[.]/;
/** What the screens of posgrado share: small files, each of which every first screen would name. */
const POSGRADO =
  /features\/posgrado\/(?!validacion|evaluacion\/dictamenes)([a-z]+\/){1,2}rules[.]ts/;
/** What the two ways of registering share. */
const REGISTER =
  /features\/identidad\/(web\/(pages\/(register|restablecer)|components\/(register-|mail-sent))|privacidad\/web\/components\/(texto-legal\.module|aviso-simplificado))/;

/** The one script of the public wing's pages. */
const ENHANCE = 'publico';

export default defineConfig({
  root: ROOT,
  base: '/',
  publicDir: false,
  plugins: [react(), portalCss(), themeBoot(), pdfData(), rareFiles(), routeFiles(ROOT)],
  builder: {
    async buildApp({ build, environments: { client, pages, rare, enhance } }) {
      // In this order: the first one empties the folder that the others add to.
      for (const environment of [client, rare, enhance, pages])
        if (environment) await build(environment);
      giveAssets(join(ROOT, OUT), join(ROOT, PAGES));
      precompress(join(ROOT, OUT));
    },
  },
  environments: {
    client: {},
    // The public wing on the server: one file with all that it needs, React as it is in production.
    pages: {
      consumer: 'server',
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        ssr: true,
        outDir: PAGES,
        emptyOutDir: true,
        emitAssets: true,
        cssCodeSplit: false,
        rolldownOptions: {
          input: { pages: 'src/public.tsx' },
          output: { entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    rare: {
      consumer: 'client',
      build: {
        outDir: OUT,
        emptyOutDir: false,
        rolldownOptions: {
          input: RARELY,
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: 'assets/[name]-[hash].js' },
        },
      },
    },
    // Its one script in the browser: a classic one, which runs before anything is painted.
    enhance: {
      consumer: 'client',
      // Vite's preload helper reads it; a classic script has none, and the bundler would warn of each use.
      define: { 'import.meta': '{}' },
      build: {
        outDir: OUT,
        emptyOutDir: false,
        rolldownOptions: {
          input: { [ENHANCE]: 'src/platform/web/public/enhance.ts' },
          output: {
            format: 'iife',
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: false,
          },
        },
      },
    },
  },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: BROWSERS,
    modulePreload: { polyfill: false },
    // Nothing inline: the Content-Security-Policy allows data only for images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The shortest that the bundler takes: every first screen carries the names of all files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // The greater number is the first: a group takes what its modules import, unless a greater one has it.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime/,
              priority: 9,
            },
            { name: 'piezas', test: (id) => PIECES.test(id) && !LATER.test(id), priority: 8 },
            { name: 'ingreso', test: SIGN_IN, priority: 7 },
            // Before home, which would take with it what both search by, and come with every screen.
            { name: 'marco', test: FRAME, priority: 7 },
            { name: 'fichas', test: WORDS, priority: 7 },
            { name: 'estados', test: STATES, priority: 6 },
            { name: 'inicio', test: HOME, priority: 6 },
            { name: 'emitidos', test: ISSUED, priority: 6 },
            { name: 'iconos', test: DRAWINGS, priority: 8 },
            { name: 'campos', test: FIELDS, priority: 5 },
            { name: 'dialogos', test: DIALOGS, priority: 5 },
            { name: 'consulta', test: ASKED, priority: 5 },
            { name: 'tabla', test: TABLE, priority: 4 },
            { name: 'catalogos', test: CATALOGS, priority: 3 },
            { name: 'registro', test: REGISTER, priority: 3 },
            { name: 'posgrado', test: POSGRADO, priority: 2 },
            { name: 'validaciones', test: VALIDATIONS, priority: 2 },
            { name: 'emitidos-tipos', test: ISSUED_LISTS, priority: 2 },
          ],
        },
      },
      // Modules are what they export: what a screen does not use of a barrel does not come with it.
      treeshake: {
        moduleSideEffects: [
          { test: /\/src\/(?!web\.tsx|public\.tsx|.*enhance\.ts).*\.tsx?$/, sideEffects: false },
        ],
      },
    },
    // The library that draws PDF, which comes when the first one is opened.
    chunkSizeWarningLimit: 520,
  },
  server: {
    // What is not a page or a source file is the API's.
    proxy: {
      '^/(?!@|src/|node_modules/)': {
        target: API,
        bypass: ({ method, headers, url }) =>
          method === 'GET' && headers.accept?.includes('text/html') ? url : undefined,
      },
    },
  },
});
