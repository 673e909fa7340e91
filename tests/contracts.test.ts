/** What every callable answers with, looked at as a whole. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { definicionSchema } from '../src/features/plantillas/escritura/contract.ts';
import { findExcess, findUnbounded } from '../src/platform/server/bounds.ts';
import { setContractMessages } from '../src/platform/server/contract-messages.ts';
import type { Callable } from '../src/platform/shared/callable.ts';
import { startTestPortal } from './portal.ts';

const FEATURES = join(import.meta.dirname, '../src/features');

const isCallable = (value: unknown): value is Callable =>
  typeof value === 'object' &&
  value !== null &&
  'output' in value &&
  value.output instanceof z.ZodType;

const callables = async (): Promise<Callable[]> => {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' });
  const modules = await Promise.all(
    files
      .filter((name) => name.endsWith('contract.ts'))
      .map((name) => import(join(FEATURES, name)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exported) => Object.values(exported).filter(isCallable));
};

type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  checks?: { _zod: { def: { check: string; format?: string } } }[];
};
const defOf = (schema: z.ZodType) => schema._zod.def as Def;

/** The schemas directly inside one. */
const inside = (schema: z.ZodType): z.ZodType[] => {
  const d = defOf(schema);
  return [
    ...Object.values(d.shape ?? {}),
    ...(d.options ?? []),
    ...(d.items ?? []),
    ...[d.element, d.innerType, d.keyType, d.valueType, d.left, d.right, d.in, d.out],
  ].filter((inner) => inner !== undefined);
};

/** Why a schema is one for writing: it refuses what an older record may well hold. */
const strictness = (schema: z.ZodType): string[] => {
  const d = defOf(schema);
  return [
    ...(d.catchall?.def.type === 'never' ? ['refuses keys that it does not know'] : []),
    ...(d.checks ?? []).map(({ _zod }) => `checks ${_zod.def.check}`),
  ];
};

const findStrict = (schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  return [
    ...strictness(schema).map((why) => `${path} (${defOf(schema).type}) ${why}`),
    ...inside(schema).flatMap((inner, i) => findStrict(inner, `${path}/${i}`, seen)),
  ];
};

it('no output contains a schema for writing: what was stored before it would stop opening', async () => {
  const all = await callables();
  expect(all.length).toBeGreaterThan(40);
  const strict = all.flatMap(({ name, output }) => findStrict(output, name));
  expect(strict).toEqual([]);
});

it('every text, whole number, list and record of an input says its maximum', async () => {
  const all = await callables();
  expect(all.flatMap(({ name, input }) => findUnbounded(input, name))).toEqual([]);
  const open = z.strictObject({
    texto: z.string(),
    lista: z.array(z.uuid()),
    suelto: z.record(z.string().max(3), z.boolean()),
    entero: z.number().int(),
    cualquiera: z.unknown(),
    largo: z.string().regex(/^a+$/),
    id: z.uuid(),
    version: z.int32(),
    cerrado: z.record(z.string().max(3), z.boolean()).meta({ maxProperties: 3 }).optional(),
  });
  expect(findUnbounded(open, 'x')).toEqual([
    'x.texto (string)',
    'x.lista (array)',
    'x.suelto (record)',
    'x.entero (number)',
    'x.cualquiera (unknown)',
    'x.largo (string)',
  ]);
});

it('what is more than a contract allows is found before zod reads it', () => {
  const schema = z.strictObject({
    lista: z.array(z.string().max(3)).max(2).default([]),
    una: z.union([z.string().max(3), z.array(z.int32()).max(1)]).optional(),
    por: z.record(z.string().max(3), z.boolean()).meta({ maxProperties: 1 }).optional(),
    todo: z.unknown().meta({ 'x-maxValues': 3 }).optional(),
  });
  expect(
    findExcess(schema, { lista: ['a', 'b'], una: [1], por: { a: true }, todo: [[1], 2] }),
  ).toBe(null);
  expect(findExcess(schema, { lista: [1, 2, 3] })).toEqual(['lista']);
  expect(findExcess(schema, { una: [1, 2] })).toEqual(['una']);
  expect(findExcess(schema, { por: { a: 1, b: 2 } })).toEqual(['por']);
  expect(findExcess(schema, { todo: [[1, 2], 3] })).toEqual(['todo']);
  const both = z
    .record(z.string().max(3), z.array(z.int32()).max(2))
    .meta({ maxProperties: 3, 'x-maxValues': 5 });
  expect(findExcess(both, { a: [1, 2], b: [1] })).toBe(null);
  expect(findExcess(both, { a: [1, 2], b: [1, 2] })).toEqual([]);
  expect(findExcess(both, { a: [1, 2, 3] })).toEqual(['a']);
  expect(findExcess(both, { a: [], b: [], c: [], d: [] })).toEqual([]);
  expect(findExcess(schema, Object.fromEntries([...'abcdefghijklmno'].entries()))).toEqual([]);
});

it('the search finds one, however deep', () => {
  const hidden = z.object({ a: z.array(z.union([z.string(), z.object({ d: definicionSchema })])) });
  expect(findStrict(hidden, 'x').join()).toContain('refuses keys');
  expect(findStrict(z.object({ d: z.string().max(3) }), 'x')).toEqual([
    'x/0 (string) checks max_length',
  ]);
  expect(findStrict(z.record(z.string(), z.array(z.string()).max(2)), 'x')).not.toEqual([]);
  expect(findStrict(z.object({ a: z.string().optional(), b: z.enum(['x']) }), 'x')).toEqual([]);
});

const ACTOR = {
  uid: 'u',
  sid: 's',
  email: 'u@cuentas.example',
  emailVerified: true,
  personaId: null,
  curp: null,
  restricted: false,
  faltaSegundoFactor: false,
  faltaAceptar: false,
} as const;

/** How inputs name a person or an account. */
const NAMES_SOMEBODY = ['curp', 'clave', 'uid', 'personaId'];

/** What changes nothing; whatever else only staff do says whether it may be about themselves, whatever its input is. */
const READS = /^(get|list|verify|rehearse)[A-Z]/;

it('what only staff do to a person says whether they may do it to themselves', async () => {
  const portal = await startTestPortal();
  try {
    const silent = [...portal.callables.values()].filter(
      ({ contract, access, noSobreUnoMismo }) =>
        noSobreUnoMismo === 'sin decir' &&
        !access.public &&
        access.policy({ ...ACTOR, role: 'Admin' }) &&
        !access.policy({ ...ACTOR, role: null }) &&
        (!READS.test(contract.name) ||
          [contract.input, ...inside(contract.input)].some((schema) =>
            NAMES_SOMEBODY.some((name) => name in (defOf(schema).shape ?? {})),
          )),
    );
    expect(silent.map(({ contract }) => contract.name)).toEqual([]);
  } finally {
    await portal.stop();
  }
});

/** What a form that nobody filled in may send as a schema: of each object its fields, empty each in several ways. */
const emptiesOf = (schema: z.ZodType, depth = 0): unknown[] => {
  const d = defOf(schema);
  const inner = d.innerType ?? d.in ?? d.left;
  if (inner) return emptiesOf(inner, depth);
  if (d.options) return [...d.options.flatMap((one) => emptiesOf(one, depth)), {}, null];
  if (d.element) return [[], [null], ...emptiesOf(d.element, depth + 1).map((one) => [one])];
  if (d.shape && depth < 4) {
    const fields = Object.entries(d.shape).map(
      ([key, field]) =>
        [key, [...emptiesOf(field, depth + 1), '', null, undefined, -1, []]] as const,
    );
    const most = Math.min(8, Math.max(0, ...fields.map(([, values]) => values.length)));
    return Array.from({ length: most }, (_, n) =>
      Object.fromEntries(fields.map(([key, values]) => [key, values[n % values.length]])),
    );
  }
  return ['', null, -1, 1e9, 'x'.repeat(3), {}, []];
};

it('answers in plain Spanish to every callable that is sent empty', async () => {
  setContractMessages();
  const raw: string[] = [];
  for (const { name, input } of await callables()) {
    for (const sent of [undefined, null, {}, { sobra: '' }, ...emptiesOf(input)]) {
      const read = input.safeParse(sent);
      for (const { message, path } of read.error?.issues ?? []) {
        const isPlain = /^[A-ZÁÉÍÓÚÑ¿«][^<>=_{}]*[.?»]$/.test(message);
        const isRaw = /se esperaba|inválid|invalid|expected|required|undefined|null\b|regex/i.test(
          message,
        );
        if (!isPlain || isRaw) raw.push(`${name} ${path.join('.')}: ${message}`);
      }
    }
  }
  expect([...new Set(raw)]).toEqual([]);
});
