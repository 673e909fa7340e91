/**
 * Imports are all or nothing for whoever looks, cancels, or gets in between; and hold nobody up. What others do comes at a
 * moment at which the import is held, however fast the machine is: only a real PostgreSQL runs this (TEST_DATABASE_URL).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogosHojas } from '../../src/features/catalogos/server/hojas.ts';
import { personasHoja } from '../../src/features/personas/server/hojas.ts';
import { createPersona } from '../../src/features/personas/server/service.ts';
import type { Trabajo } from '../../src/features/trabajos/contract.ts';
import type { Hoja } from '../../src/platform/server/hojas/define.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { personaRow, writePersonas } from '../factories/hojas.ts';
import { createGates } from '../gates.ts';
import { verifyNow } from '../historial.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';

/** What happens while a list is written, in the transaction of its nth block, of its nth piece of history. */
let onBlock: (n: number) => unknown = () => {};
let onRecord: (n: number) => unknown = () => {};
let blocks = 0;
let records = 0;

/** The list with those two ears. */
const heard = (declared: Hoja): Hoja => ({
  ...declared,
  id: `${declared.id}-de-prueba`,
  writer: {
    ...declared.writer!,
    async write(...args) {
      const figures = await declared.writer!.write(...args);
      await onBlock(++blocks);
      return figures;
    },
    async record(...args) {
      const cursor = await declared.writer!.record(...args);
      await onRecord(++records);
      return cursor;
    },
  },
});

const instituciones = catalogosHojas.find(({ id }) => id === 'catalogo-instituciones')!;
const PERSONAS = 'personas-de-prueba';
const INSTITUCIONES = 'catalogo-instituciones-de-prueba';
/** In the transaction of a block that writes a catalog's new items: the key of the lock that it asks for. */
const GATES = { bloque: 20_261_151 };
/** Who is new there, in the third block of those that look again. */
const EN_BLOQUE = 'I400';

let portal: TestPortal;
let gates: Awaited<ReturnType<typeof createGates<keyof typeof GATES>>>;
let admin: { uid: string; token: string };
const dir = mkdtempSync(join(tmpdir(), 'importaciones-'));
beforeAll(async () => {
  portal = await startTestPortal(
    {},
    { portal: { hojas: [heard(personasHoja), heard(instituciones)] } },
  );
  admin = await makeCuenta(portal, { role: 'Admin' });
  gates = await createGates(portal.services.database, GATES);
  await gates.put(
    'bloque',
    `after insert on catalogo_items_todos for each row when (new.clave = '${EN_BLOQUE}')`,
  );
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await portal.services.database.execute(
    "delete from personas_todas; delete from catalogo_items_todos where catalogo = 'instituciones'",
  );
});
afterEach(() => {
  onBlock = () => {};
  onRecord = () => {};
  blocks = 0;
  records = 0;
});

const one = async <T>(sql: string): Promise<T> =>
  (await portal.services.database.execute(sql)).rows[0] as T;
const seen = async () => (await one<{ n: number }>('select count(*)::int as n from personas')).n;
const hidden = () =>
  one(
    "select (select count(*)::int from personas_todas) as personas, (select count(*)::int from importaciones where estado <> 'terminada') as importaciones",
  );

const start = async (hoja: string, path: string): Promise<string> => {
  const { readFileSync } = await import('node:fs');
  const response = await fetch(`${portal.url}/api/importaciones?hoja=${hoja}&nombre=lista.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: readFileSync(path),
  });
  const { archivo, correspondencia } = (
    (await response.json()) as { result: { archivo: string; correspondencia: object } }
  ).result;
  const data = { hoja, archivo, correspondencia };
  return (await portal.call('startImportacion', data, admin)).result.trabajo;
};

const trabajoOf = async (id: string): Promise<Trabajo> =>
  (await portal.call('listTrabajos', {}, admin)).result.trabajos.find((t: Trabajo) => t.id === id);

const ended = async (id: string): Promise<Trabajo> => {
  for (;;) {
    const trabajo = await trabajoOf(id);
    if (trabajo.terminadoEn) return trabajo;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Until what somebody else does waits for the transaction that is held, or is done. */
const begun = async (acts: Promise<unknown>): Promise<void> => {
  let over = false;
  acts.then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  await gates.until(async () => over || (await gates.waiting()) > 0);
};

/** All that is seen, each once, from before some work until after it. */
const seenDuring = async <T, R>(look: () => Promise<T>, work: () => Promise<R>) => {
  const found = new Set([await look()]);
  let looking = true;
  const looks = (async () => {
    while (looking) {
      found.add(await look());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const done = await work().finally(() => {
    looking = false;
  });
  await looks;
  found.add(await look());
  return { done, found: [...found].sort() };
};

const people = async (count: number) => {
  const path = join(dir, 'personas.csv');
  await writePersonas(path, 'csv', count);
  return path;
};

const newPersona = (n: number) => {
  const [curp, nombre, apellidoPaterno, apellidoMaterno] = personaRow(n);
  return {
    clave: curp,
    curp,
    nombre,
    apellidoPaterno,
    apellidoMaterno,
    nombreCompleto: `${nombre} ${apellidoPaterno}`,
    fechaNacimiento: '1960-01-01',
    sexo: 'M' as const,
    entidadNacimiento: 'DF',
    discrepancias: [],
  };
};

/** Under another name than the file's: a row that says what somebody's file says changes nothing. */
const register = (n: number) =>
  portal.services.db
    .transaction()
    .execute((trx) => createPersona(trx, { ...newPersona(n), nombre: 'Otra' }));

describe('an import of people', () => {
  it('is seen by nobody until all of it is, with its history', async () => {
    const path = await people(1_200);
    // Who looks is answered while it is held in the middle of writing.
    const within: number[] = [];
    const look = async () => within.push(await seen());
    [onBlock, onRecord] = [look, look];
    const { done: trabajo, found } = await seenDuring(seen, async () =>
      ended(await start(PERSONAS, path)),
    );
    expect(trabajo).toMatchObject({ estado: 'terminado', mensaje: 'Se importaron 1,200 filas.' });
    expect(found).toEqual([0, 1_200]);
    expect(within).toEqual(Array(blocks + records).fill(0));
    expect(blocks).toBe(8);
    expect(records).toBeGreaterThan(8);
    const history = await one(
      `select count(*)::int as n, count(distinct entidad_id)::int as personas from historial
       where accion = 'persona.crear' and despues->>'importacion' = '${trabajo.id}'`,
    );
    expect(history).toEqual({ n: 1_200, personas: 1_200 });
    expect(await verifyNow(portal.services.db)).toMatchObject({ integro: true });
  });

  it('cancelled while it writes leaves nothing, and says so', async () => {
    const path = await people(2_400);
    let cancelled: Promise<unknown> = Promise.resolve();
    onBlock = async (n) => {
      if (n !== 3) return;
      cancelled = portal.call('cancelTrabajo', { id: await starting }, admin);
      await begun(cancelled);
    };
    const starting = start(PERSONAS, path);
    const id = await starting;
    const trabajo = await ended(id);
    await cancelled;
    expect(blocks).toBeLessThan(16);
    expect(trabajo).toMatchObject({
      estado: 'cancelado',
      mensaje: 'Cancelado: no se importó ninguna fila.',
    });
    await gates.until(
      async () => JSON.stringify(await hidden()) === '{"personas":0,"importaciones":0}',
    );
    // Asked for again, it is done.
    await portal.call('retryTrabajo', { id }, admin);
    expect((await ended(id)).estado).toBe('terminado');
    expect(await seen()).toBe(2_400);
  });

  it('that is decided is done, and cannot be cancelled', async () => {
    const path = await people(600);
    let answer: Awaited<ReturnType<TestPortal['call']>> | undefined;
    let offered: boolean | undefined;
    onRecord = async (n) => {
      if (n !== 1) return;
      const id = await starting;
      offered = (await trabajoOf(id)).puedeCancelar;
      answer = await portal.call('cancelTrabajo', { id }, admin);
    };
    const starting = start(PERSONAS, path);
    const trabajo = await ended(await starting);
    expect(trabajo.estado).toBe('terminado');
    expect(offered).toBe(false);
    expect(answer?.error?.message).toMatch(/no se puede cancelar/);
    expect(await seen()).toBe(600);
  });

  it('gives way to who registers with one of its CURPs meanwhile, and tells which row', async () => {
    const path = await people(600);
    let registered: Promise<string | null> = Promise.resolve(null);
    onBlock = async (n) => {
      if (n !== 2) return;
      registered = register(7);
      await begun(registered);
    };
    const trabajo = await ended(await start(PERSONAS, path));
    expect(await registered).toMatch(/^[0-9a-f-]{36}$/);
    expect(trabajo).toMatchObject({ estado: 'fallido', cifras: { errores: 1 } });
    expect(trabajo.mensaje).toMatch(/No se importó nada/);
    expect(await hidden()).toEqual({ personas: 1, importaciones: 0 });
  });

  it('that is decided asks who registers with one of its CURPs for some seconds', async () => {
    const path = await people(600);
    let registered: Promise<string | null> = Promise.resolve(null);
    onRecord = async (n) => {
      if (n !== 1) return;
      registered = register(7);
      // What is left of it waits: by itself it could be done before.
      await Promise.allSettled([registered]);
    };
    const trabajo = await ended(await start(PERSONAS, path));
    await expect(registered).rejects.toThrow(/en unos segundos/);
    expect(trabajo.estado).toBe('terminado');
    expect(await register(7)).toBeNull();
    expect(await seen()).toBe(600);
  });

  it('of the same list waits for the other', async () => {
    const path = await people(300);
    const other = '00000000-0000-4000-8000-000000000001';
    await portal.services.database.execute(
      `insert into importaciones (id, hoja, actor_uid, estado) values ('${other}', '${PERSONAS}', 'x', 'preparando')`,
    );
    // Nobody works on that one: it is removed, and this goes on.
    expect((await ended(await start(PERSONAS, path))).estado).toBe('terminado');
    expect(await portal.services.hojas.settleDecided()).toBeUndefined();
    expect(await seen()).toBe(300);
  });
});

describe('many who register with its CURPs', () => {
  it.each([1, 4, 9])('from its block %d on: each CURP is somebody’s once', async (from) => {
    const TRIED = 40;
    const tries: Promise<string | null>[] = [];
    onBlock = (n) => {
      if (n === from) {
        tries.push(...Array.from({ length: TRIED }, (_, i) => register(i * 40).catch(() => null)));
      }
    };
    const trabajo = await ended(await start(PERSONAS, await people(1_500)));
    const registered = (await Promise.all(tries)).filter((id) => id !== null).length;
    expect(tries).toHaveLength(TRIED);
    // Whoever got in before it was decided is named in its report, and then nothing else is there.
    expect(await seen()).toBe(trabajo.estado === 'terminado' ? 1_500 : registered);
    if (trabajo.estado === 'terminado') expect(registered).toBe(0);
    expect(await hidden()).toEqual({ personas: await seen(), importaciones: 0 });
  });
});

describe('an import of a catalog', () => {
  const csv = (rows: readonly string[]) => {
    const path = join(dir, 'instituciones.csv');
    writeFileSync(path, ['Clave,Nombre,Grupo', ...rows].join('\n'));
    return path;
  };
  const many = (count: number, nombre: string) =>
    Array.from({ length: count }, (_, i) => `I${i},${nombre} ${i},Otras`);
  const items = async (busqueda = '') =>
    (
      await portal.call(
        'listItemsCatalogo',
        { catalogo: 'instituciones', busqueda, estado: 'todos', porPagina: 5 },
        admin,
      )
    ).result as { total: number; filas: { id: string; version: number; valores: any }[] };

  it('shows new items and changes of old ones at one moment, each with its history', async () => {
    await ended(await start(INSTITUCIONES, csv(many(600, 'Vieja'))));
    const look = async () =>
      JSON.stringify(
        await one(
          `select count(*)::int as n, count(*) filter (where nombre like 'Nueva%')::int as nuevas
           from catalogo_items where catalogo = 'instituciones'`,
        ),
      );
    const { done: trabajo, found } = await seenDuring(look, async () =>
      ended(await start(INSTITUCIONES, csv(many(1_600, 'Nueva')))),
    );
    expect(trabajo).toMatchObject({
      estado: 'terminado',
      cifras: { nuevas: 1_000, cambiadas: 600 },
    });
    expect(found).toEqual(['{"n":1600,"nuevas":1600}', '{"n":600,"nuevas":0}']);
    const history = await portal.services.database.execute(
      `select accion, count(*)::int as n, count(distinct entidad_id)::int as items from historial
       where entidad = 'catalogo' and momento > (select iniciado_en from trabajos_visibles where id = '${trabajo.id}')
       group by 1 order by 1`,
    );
    expect(history.rows).toEqual([
      { accion: 'catalogo.agregar', n: 1_000, items: 1_000 },
      { accion: 'catalogo.editar', n: 600, items: 600 },
    ]);
    expect(await verifyNow(portal.services.db)).toMatchObject({ integro: true });
  });

  it('looks again at what somebody edits, adds or deletes meanwhile', async () => {
    await ended(await start(INSTITUCIONES, csv(many(400, 'Vieja'))));
    const { filas } = await items('vieja 3');
    const [edited, deleted] = filas.filter(({ valores }) => valores.clave !== 'I1');
    // Whole rows, so that what the file leaves empty is not theirs to keep.
    const path = csv(many(900, 'Nueva').map((row) => row.replace(',Otras', ',')));
    const save = (clave: string, nombre: string, old?: { id: string; version: number }) =>
      portal.call(
        'saveItemCatalogo',
        {
          catalogo: 'instituciones',
          id: old?.id ?? null,
          version: old?.version ?? null,
          valores: { clave, nombre, grupo: 'Mío', entidad: null },
        },
        admin,
      );
    const { id: deletedId, version } = deleted!;
    let [id, acts]: [string, Promise<CallAnswer>[]] = ['', []];
    await gates.holding(['bloque'], async () => {
      // The list itself, on which others write.
      id = await start('catalogo-instituciones', path);
      await gates.atGate('bloque');
      acts = [
        save(edited!.valores.clave, 'Editada', edited),
        save('I850', 'Agregada'),
        portal.call('deleteItemCatalogo', { id: deletedId, version }, admin),
      ];
      await gates.blocked(1 + acts.length);
    });
    for (const { error } of await Promise.all(acts)) expect(error).toBeUndefined();
    const trabajo = await ended(id);
    expect(trabajo.estado).toBe('terminado');
    // It wrote over them.
    const rows = (
      await portal.services.database.execute(
        "select clave, nombre, datos->>'grupo' as grupo from catalogo_items where catalogo = 'instituciones' and nombre not like 'Nueva%'",
      )
    ).rows;
    expect(rows).toEqual([]);
    const [after] = (
      await portal.services.database.execute(
        `select nombre, datos->>'grupo' as grupo from catalogo_items where id = '${edited!.id}'`,
      )
    ).rows;
    // An empty cell keeps what the other wrote.
    expect(after).toMatchObject({ grupo: 'Mío' });
    expect((await items()).total).toBe(900);
  });

  it('that is decided asks for some seconds who edits it', async () => {
    await ended(await start(INSTITUCIONES, csv(many(10, 'Vieja'))));
    const [item] = (await items()).filas;
    await portal.services.database.execute(
      `insert into importaciones (id, hoja, actor_uid, estado)
       values (gen_random_uuid(), 'catalogo-instituciones', 'x', 'decidida')`,
    );
    const answer = await portal.call(
      'setActivoItemCatalogo',
      { id: item!.id, activo: false },
      admin,
    );
    expect(answer).toMatchObject({ http: 503, error: { status: 'UNAVAILABLE' } });
    expect(answer.error?.message).toMatch(/en unos segundos/);
    // Another start of the server ends it.
    await portal.services.hojas.settleDecided();
    expect(
      (await portal.call('setActivoItemCatalogo', { id: item!.id, activo: false }, admin)).http,
    ).toBe(200);
  });
});
