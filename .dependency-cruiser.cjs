/** The arrows between rooms (docs/ARCHITECTURE.md). Each message says what to do instead. */
const ROOT_FILES =
  '(contract|estados|rules|policy|errors|routes|historial)\\.ts|reference\\.json|campos/[a-z-]+\\.ts';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'These files import each other in a circle. Move what both need to a file that imports neither.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'root-is-pure',
      severity: 'error',
      comment:
        "A feature's root file (contract, estados, rules, policy, errors, routes, historial) runs in browser and server: it may import zod, platform/shared and root files only. Move what needs more to server/ or web/.",
      from: { path: `^src/features/.+/(${ROOT_FILES})$`, pathNot: '/(server|web)/' },
      to: {
        pathNot: [
          '^node_modules/(zod|@marcbachmann/cel-js)/',
          '^src/platform/shared/',
          `^src/features/[^/]+/(?!.*(server|web)/).*(${ROOT_FILES})$`,
        ],
      },
    },
    {
      name: 'kinds-are-light',
      severity: 'error',
      comment:
        'A kind of field runs on both sides: its schemas are functions of the zod that they are handed, its control is told as data (campos/contract.ts). Import zod as a type.',
      from: { path: '^src/features/.+/campos/[a-z-]+\\.ts$', pathNot: '\\.test\\.ts$' },
      to: { path: '^node_modules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-never-server',
      severity: 'error',
      comment: 'Browser code may not import server/ code. Ask through a callable of the contract.',
      from: {
        path: '^src/(features/.+/web/|platform/web/|(web|public)\\.tsx$|(web|public)-features\\.ts$|web-historial\\.ts$)',
        // It compares the two wings.
        pathNot: '^src/platform/web/feature\\.test\\.ts$',
      },
      to: { path: '^src/(features/.+/server/|platform/server/|server(-features)?\\.ts$)' },
    },
    {
      name: 'server-never-web',
      severity: 'error',
      comment:
        "Server code may not import web/ code. Put what both need in the feature's root or platform/shared.",
      from: { path: '^src/(features/.+/server/|platform/server/|server(-features)?\\.ts$)' },
      to: {
        path: '^src/(features/.+/web/|platform/web/|(web|public)\\.tsx$|(web|public)-features\\.ts$|web-historial\\.ts$)',
      },
    },
    {
      name: 'public-pages-from-props',
      severity: 'error',
      comment:
        'A page of the public wing is drawn on the server from its props alone: there is no session there, nothing is kept and nothing is asked for later. Give it what it needs by its callable, or make it a screen.',
      from: { path: '^src/public\\.tsx$' },
      to: {
        path: '^src/platform/web/(session|table|storage|callables/hooks|keep-alive/keep-alive)',
        reachable: true,
      },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment:
        'The platform could ship in another product: hand it the data or the function from the feature.',
      from: { path: '^src/platform/' },
      to: { path: '^src/features/' },
    },
    {
      name: 'shared-imports-shared',
      severity: 'error',
      comment: 'platform/shared runs on both sides: it may import only itself and zod.',
      from: { path: '^src/platform/shared/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/platform/shared/', '^node_modules/zod/'] },
    },
    {
      name: 'data-is-only-sql',
      severity: 'error',
      comment:
        'server/data.ts and reading.ts hold SQL with explicit arguments: they may import kysely, platform/server/db (and the SQL of the history), and types of root files. Decide in service.ts or rules.ts.',
      from: { path: '^src/features/.+/server/(data|reading)\\.ts$' },
      to: {
        pathNot: [
          '^src/features/.+/server/reading\\.ts$',
          '^node_modules/kysely/',
          '^src/platform/server/db/',
          '^src/platform/server/historial/data\\.ts$',
          '^src/platform/shared/',
          `^src/features/(?!.*(server|web)/).*(${ROOT_FILES})$`,
        ],
      },
    },
    {
      name: 'sql-lives-in-data',
      severity: 'error',
      comment:
        'SQL lives in server/data.ts (and seed.ts). Add a function there and call it from here.',
      from: { path: '^src/features/', pathNot: '/server/(data|reading|seed)\\.ts$|\\.test\\.ts$' },
      to: { path: '^node_modules/(kysely|pg|@electric-sql)/' },
    },
    {
      name: 'strangers-bytes-in-a-child',
      severity: 'error',
      comment:
        'What decodes pictures or tables of strangers runs in a process of its own with a limit of memory (decision 0025): ask storage/pictures, sheets/reader or ocr for it.',
      from: {
        path: '^src/',
        pathNot:
          '^src/platform/server/(ocr/(preprocess|worker)|storage/(pictures|papers)/worker|hojas/read-csv|pdf/signing/(seal|verify))\\.ts$|^src/platform/web/|/server/seed\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^node_modules/(sharp|csv-parse|pdfjs-dist|@cantoo/pdf-lib)/' },
    },
    {
      name: 'other-features-by-service',
      severity: 'error',
      comment:
        'Another feature is asked by a function of its server/service.ts (what it does and knows, with no request): its handlers are for the wire, its tables and presenters are its own. Put there what you need; a reading of many rows joins what its server/reading.ts gives.',
      from: { path: '^src/features/([^/]+)/', pathNot: '/server/seed\\.ts$|\\.test\\.ts$' },
      to: {
        path: '^src/features/([^/]+)/.*server/',
        pathNot: ['^src/features/$1/', '/server/(service|reading|seed)\\.ts$'],
      },
    },
    {
      name: 'handlers-are-the-wire',
      severity: 'error',
      comment:
        "A handler is asked by the wire only: its feature's server/feature.ts joins them. What it does that somebody else needs is a function of service.ts; call that.",
      from: {
        path: '^src/',
        pathNot: '^src/features/.+/server/(feature|handlers)\\.ts$|\\.test\\.ts$',
      },
      to: { path: '/server/handlers\\.ts$' },
    },
    {
      name: 'handlers-do-not-record',
      severity: 'error',
      comment:
        'What leaves something in the history is an act: make it a function of service.ts, with (trx, …), and call it from the handler.',
      from: { path: '^src/features/.+/server/handlers\\.ts$' },
      to: { path: '^src/platform/server/historial/index\\.ts$' },
    },
    {
      name: 'service-knows-no-request',
      severity: 'error',
      comment:
        'service.ts is what a feature does, whoever asks: hand it what it needs (the actor, from where, the browser: platform/server/origin.ts), not a call or a request.',
      from: { path: '^src/features/.+/server/service\\.ts$' },
      to: { path: '^src/platform/server/(callables\\.ts|http/)|^node_modules/fastify/' },
    },
    {
      name: 'roots-take-manifests',
      severity: 'error',
      comment:
        'A composition root takes of a feature its manifest and nothing else. What there is to join of the rest, the manifest gives: server/feature.ts, web/feature.ts, web/public.ts.',
      from: { path: '^src/[^/]+$', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/features/',
        pathNot: '^src/features/[^/]+/(server/feature|web/(feature|public))\\.ts$',
      },
    },
    {
      name: 'manifests-are-for-the-roots',
      severity: 'error',
      comment:
        "A feature's manifest is read by the composition roots only. What another feature gives you comes by a slot (`gives`, `given`).",
      from: { path: '^src/', pathNot: '^src/[^/]+$|\\.test\\.ts$' },
      to: { path: '^src/features/.+/(server|web)/feature\\.ts$' },
    },
    {
      name: 'forms-are-sent-or-looked-at',
      severity: 'error',
      comment:
        'Only where it is sent a form does at once what it offers (a document goes to the own vault). Whoever only shows one draws `FormularioDeMuestra`.',
      from: {
        path: '^src/',
        pathNot:
          '^src/features/(plantillas/web/components/|inscripciones/web/components/formulario-inscripcion\\.tsx$|posgrado/web/components/formulario-posgrado\\.tsx$)',
      },
      to: { path: '^src/features/plantillas/web/components/formulario\\.tsx$' },
    },
    {
      name: 'other-features-screens',
      severity: 'error',
      comment:
        'A screen of another feature is reached by its route, not imported; only its web/components may be shared, and the drafts of inscripciones.',
      from: { path: '^src/features/([^/]+)/.*web/' },
      to: {
        path: '^src/features/[^/]+/.*web/',
        // Forms of posgrado are drafts and sendings of inscripciones (decision 0110).
        pathNot: [
          '^src/features/$1/',
          '/web/components/',
          '^src/features/inscripciones/(envio/)?web/hooks\\.ts$',
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.server.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
