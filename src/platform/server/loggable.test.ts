import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Ilegible, readKept } from '../shared/formatos.ts';
import { loggable, messageOf } from './loggable.ts';
import { Outage } from './outage.ts';
import { openSecrets } from './secrets.ts';

const CURP = 'PELJ850101MDFRPN04';
const NOMBRE = 'Juana "Nena" Pérez';
const SUYO = [CURP, 'Juana', 'Nena', 'Pérez', 'JUANA', '5512345678', 'nena'];

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it threw nothing');
};
const rejected = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('it failed at nothing')),
    (error: unknown) => error,
  );

/** As a line has it. */
const lineOf = (error: unknown): string => JSON.stringify(loggable(error));
const expectNobody = (error: unknown) => {
  const line = lineOf(error);
  for (const suyo of SUYO) expect(line).not.toContain(suyo);
  return loggable(error);
};

it.each([
  NOMBRE,
  `${CURP} ${NOMBRE}`,
  `{"curp":"${CURP}","nombre":${NOMBRE}}`,
  `{"nombre":"${NOMBRE}`,
  `{"${NOMBRE}":1,}`,
  `["${CURP}"`,
  `{"x": '${CURP}'}`,
  '{"a":5512345678x}',
])('JSON that is none: %s', (text) => {
  const error = thrownBy(() => JSON.parse(text));
  expect(expectNobody(error).stack).toContain('JSON.parse');
  expectNobody(thrownBy(() => readKept(() => JSON.parse(text))));
});

it('what a schema says: where, what, and no key that is not the program’s', () => {
  const schema = z.strictObject({
    datosDe: z.record(z.string(), z.object({ edad: z.number() })),
    estado: z.enum(['uno']),
    correo: z.email(),
    id: z.uuid(),
    mal: z.string().refine(() => false, { error: () => `${NOMBRE} no` }),
  });
  const error = thrownBy(() =>
    schema.parse({
      datosDe: { [NOMBRE]: { edad: NOMBRE }, [CURP]: { edad: [CURP] } },
      estado: NOMBRE,
      correo: 'nena@correo.example',
      id: CURP,
      mal: 'x',
      [CURP]: 1,
    }),
  );
  const { message } = expectNobody(error);
  expect(message).toContain('invalid_type number datosDe.….edad; ');
  expect(message).toContain('invalid_value estado');
  expectNobody(new Ilegible(error));
});

it('what does not open', () => {
  const secrets = openSecrets({ secretKey: '00'.repeat(32), dataDir: '' });
  for (const sealed of [NOMBRE, CURP, '', secrets.seal(NOMBRE).slice(0, -2)]) {
    expect(expectNobody(thrownBy(() => secrets.open(sealed))).message).toMatch(/\w/);
  }
  expectNobody(thrownBy(() => JSON.parse(secrets.open(secrets.seal(NOMBRE)))));
});

it('what the database says: which row it was of, and not what is in it', async () => {
  const database = await PGlite.create();
  await database.exec(`create table personas (curp text primary key, edad int check (edad > 0), datos jsonb);
    insert into personas values ('${CURP}', 1, '{"nombre": "${CURP}"}')`);
  const fails = async (text: string, values: unknown[] = []) =>
    expectNobody(await rejected(database.query(text, values)));
  expect(await fails(`insert into personas values ($1)`, [CURP])).toMatchObject({
    code: '23505',
    table: 'personas',
    constraint: 'personas_pkey',
  });
  await fails('insert into personas values ($1, -1)', [NOMBRE]);
  await fails(`select '${CURP}'::int`);
  await fails(`select (datos->>'nombre')::int from personas`);
  await fails(`select (datos->>'nombre')::timestamptz from personas`);
  await fails(`select '{"nombre": ${NOMBRE}'::jsonb`);
  await fails(`select ${CURP}`);
  await fails(`select '5512345678'::smallint`);
  await fails(`select repeat('${CURP}', 1)::inet`);
  await fails(
    `do $$ begin raise exception 'de «%» no', '${NOMBRE}' using detail = '${CURP}'; end $$`,
  );
  await fails(`do $$ begin perform '${CURP}'::int; end $$`);
  await database.close();
});

it('what others threw, within others', () => {
  const quoting = new Error(`there is no "${NOMBRE}" of '${CURP}'`);
  const cases = [
    thrownBy(() => readFileSync(`/nowhere/${CURP}/${NOMBRE}.pdf`)),
    thrownBy(() => new URL(NOMBRE)),
    thrownBy(() => BigInt(NOMBRE)),
    thrownBy(() => new Intl.DateTimeFormat('es', { timeZone: NOMBRE })),
    thrownBy(() => new RegExp(`${NOMBRE}(`)),
    thrownBy(() => ({ [NOMBRE]: null as never })[NOMBRE]![CURP as never]),
    new AggregateError([quoting, quoting], `«${NOMBRE}»`),
    new Outage('database', quoting),
    new Error('within', { cause: new Error('within', { cause: quoting }) }),
    Object.assign(new Error('x'), {
      parameters: [CURP],
      detail: NOMBRE,
      input: CURP,
      path: CURP,
      cause: { curp: CURP },
    }),
    Object.assign(new Error(`a\n    at ${NOMBRE} (file.ts:1:1)`), {
      name: NOMBRE,
      code: `${CURP}@`,
    }),
    new Error(`the telephone 55 1234 5678 of ${CURP.toLowerCase()} and nena@correo.example`),
    `route version of ${JSON.stringify({ nombre: NOMBRE, curp: CURP })}`,
    { curp: CURP, message: `no "${NOMBRE}"` },
    null,
    undefined,
    12,
  ];
  for (const one of cases) expectNobody(one);
  for (const one of cases.slice(6)) expectNobody(new Ilegible(one));
});

it('and says all the same what there is to say', () => {
  const within = new Error('definicion: format 9 is newer than this program (2)');
  const said = loggable(new Ilegible(within));
  expect(said.type).toBe('Ilegible');
  expect(said.cause).toMatchObject({ type: 'Error', message: within.message });
  expect(said.cause!.stack).toContain('loggable.test.ts');
  expect(messageOf(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432')))).toBe(
    'connect ECONNREFUSED 127.0.0.1:5432',
  );
  expect(loggable(thrownBy(() => (null as never as { x: 1 }).x))).toMatchObject({
    type: 'TypeError',
    message: 'Cannot read properties of null (reading …)',
  });
});
