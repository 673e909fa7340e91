/**
 * An import that changes people who are there (decisions/0061) while somebody writes to one of their files: between its
 * preview and its confirmation, around each of its transactions, in its last one; two such imports; a merge. Each moment
 * is held by a gate, a lock that a trigger asks for: none depends on how fast the machine is. Runs only on a real
 * PostgreSQL (TEST_DATABASE_URL).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeEntrada } from '../factories/entradas.ts';
import { personaRow } from '../factories/hojas.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { createGates } from '../gates.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';

const MOTIVO = 'Se comprobó con las actas de nacimiento.';
/** Where an import, or whoever writes to a file, may be held: the key of the lock that it asks for there. */
const GATES = {
  /** Whoever writes a person's history: of an edit its last statement, of an import what follows its decision. */
  historial: 20_261_124,
  /** In the transaction of the block in which is the person who is edited, which holds them. */
  bloque: 20_261_125,
  /** In that of the block after it. */
  siguiente: 20_261_126,
  /** In the transaction that decides. */
  decidir: 20_261_127,
  /** In the last one, when all is in its place and nobody sees it. */
  terminar: 20_261_128,
};
type Gate = keyof typeof GATES;
type Gates = Awaited<ReturnType<typeof createGates<Gate>>>;
/** Rows of a block. */
const BLOCK = 150;
/** What the import brings to who is edited, and to who comes in the block after. */
const TELEFONOS = ['+525599990001', '+525599990002'] as const;

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'an import of people, and who writes meanwhile',
  () => {
    let portal: TestPortal;
    let gates: Gates;
    // biome-ignore lint/suspicious/noExplicitAny: rows of whatever is asked
    type Row = Record<string, any>;
    type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
    let [escolar, otra, admin]: Cuenta[] = [];
    const exec = async (text: string, values: unknown[] = []) =>
      (await portal.services.database.execute(text, values)).rows as Row[];
    const call = (name: string, input: unknown, who: Cuenta = admin!) =>
      portal.call(name, input, { token: who.token });
    const codeOf = ({ error }: CallAnswer): string | null => error?.details?.code ?? null;

    beforeAll(async () => {
      portal = await startTestPortal();
      escolar = await makeCuenta(portal, { role: 'Escolar' });
      otra = await makeCuenta(portal, { role: 'Escolar' });
      admin = await makeCuenta(portal, { role: 'Admin' });
      gates = await createGates(portal.services.database, GATES);
      const { put } = gates;
      await put(
        'historial',
        "after insert on historial for each row when (new.entidad = 'persona')",
      );
      const of = (who: string) =>
        `after insert on personas_cambios for each row when (new.entradas::text like '%${who}%')`;
      await put('bloque', of(TELEFONOS[0]));
      await put('siguiente', of(TELEFONOS[1]));
      const when = (estado: string) =>
        `after update on importaciones for each row when (old.estado <> new.estado and new.estado = '${estado}')`;
      await put('decidir', when('decidida'));
      await put('terminar', when('terminada'));
    });
    afterAll(() => portal?.stop());

    const until: Gates['until'] = (isSo) => gates.until(isSo);
    const waiting: Gates['waiting'] = (gate) => gates.waiting(gate);
    const atGate: Gates['atGate'] = (gate, goes) => gates.atGate(gate, goes);
    const blocked: Gates['blocked'] = (n) => gates.blocked(n);
    const holding: Gates['holding'] = (closed, work) => gates.holding(closed, work);

    /** A file that is imported by whoever asks for it, once it was reviewed. */
    const reviewing = async (rows: readonly (readonly string[])[], who: Cuenta = escolar!) => {
      const headers =
        'CURP,Clave,Nombre,Apellido paterno,Apellido materno,Correo,Teléfono,Número de expediente,Fecha de ingreso';
      const response = await fetch(
        `${portal.url}/api/importaciones?hoja=personas&nombre=lista.csv`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${who.token}` },
          body: [headers, ...rows.map((row) => row.join())].join('\n'),
        },
      );
      const { result } = (await response.json()) as { result: Row };
      const data = {
        hoja: 'personas',
        archivo: result.archivo,
        correspondencia: result.correspondencia,
      };
      const { result: vista } = await call('previewImportacion', data, who);
      expect(vista.errores).toBe(0);
      const confirm = async (): Promise<string> =>
        (await call('startImportacion', data, who)).result.trabajo;
      return { vista, confirm };
    };
    const ended = async (id: string, who: Cuenta = escolar!): Promise<Row> => {
      let one: Row | undefined;
      await until(async () => {
        const { result } = await call('listTrabajos', {}, who);
        one = result.trabajos.find((trabajo: Row) => trabajo.id === id);
        return Boolean(one?.terminadoEn);
      });
      return one!;
    };
    /** What the report of an import says is wrong: row and message. */
    const told = async ({ archivo }: Row, who: Cuenta = escolar!): Promise<[number, string][]> => {
      const response = await fetch(`${portal.url}/api/exportaciones/${archivo.id}`, {
        headers: { authorization: `Bearer ${who.token}` },
      });
      const { default: ExcelJS } = await import('exceljs');
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(await response.arrayBuffer());
      const rows: [number, string][] = [];
      book.worksheets[1]!.eachRow(({ values }) => {
        const cells = (values as unknown[]).slice(1);
        const message = cells.find((cell) => typeof cell === 'string' && cell.length > 40);
        if (typeof cells[0] === 'number') rows.push([cells[0], String(message)]);
      });
      return rows;
    };

    const makeConocida = async (n: number, conCurp = true) => {
      const { db } = portal.services;
      const curp = conCurp ? makeCurp() : null;
      const persona = await makePersona(db, { curp, ...(curp && { clave: curp }) });
      const telefono = { clase: 'celular', numero: `+5255000000${n}` };
      const servicio = { expediente: '123456', ingreso: '2015-03-01' };
      return {
        ...persona,
        telefono: {
          id: await makeEntrada(db, persona.id, 'telefono', telefono),
          valores: telefono,
        },
        servicio: {
          id: await makeEntrada(db, persona.id, 'servicio', servicio),
          valores: servicio,
        },
      };
    };
    type Conocida = Awaited<ReturnType<typeof makeConocida>>;
    const rowOf = (p: Conocida, correo: string, telefono: string, ingreso: string) => [
      ...[p.curp ?? '', p.curp ? '' : p.clave, p.nombre, '', ''],
      ...[correo, telefono, '', ingreso],
    ];
    /** What their files say: telephone, day of ingreso, address. */
    const dicen = async (...people: Conocida[]) => {
      const rows = await exec(
        `select p.id, correo_conocido as correo, (select datos->>'numero' from personas_entradas e
           where e.persona_id = p.id and apartado = 'telefono') as telefono,
         (select datos->>'ingreso' from personas_entradas e
           where e.persona_id = p.id and apartado = 'servicio') as ingreso
       from personas p where id = any ($1::uuid[])`,
        [people.map(({ id }) => id)],
      );
      return people.map(({ id }) => {
        const row = rows.find((one) => one.id === id);
        return row && [row.telefono, row.ingreso, row.correo];
      });
    };

    let lists = 0;
    /** A file of two blocks: who is edited and new people, and somebody else who is there; both are changed. */
    const makeList = async (editada?: Conocida) => {
      const n = lists++;
      const [a, b] = [editada ?? (await makeConocida(11)), await makeConocida(12)];
      const nuevas = Array.from({ length: BLOCK - 1 }, (_, i) => personaRow(n * BLOCK + i));
      const correo = `siguiente${n}@correo.example`;
      const rows = [
        rowOf(a, '', '55 9999 0001', '2016-01-01'),
        ...nuevas.map(([curp, nombre, paterno, materno]) => [
          ...[curp, '', nombre, paterno, materno],
          ...['', '', '', ''],
        ]),
        rowOf(b, correo, '55 9999 0002', '2016-01-01'),
      ];
      const { vista, confirm } = await reviewing(rows);
      expect(vista.cifras).toEqual({ nuevas: BLOCK - 1, cambiadas: 2, sinCambio: 0 });
      const curps = nuevas.map(([curp]) => curp);
      const created = async () =>
        (
          await exec('select count(*)::int as n from personas_todas where curp = any ($1)', [curps])
        )[0]!.n;
      const before = await dicen(a, b);
      return {
        a,
        b,
        confirm,
        before,
        imported: [
          [TELEFONOS[0], '2016-01-01', null],
          [TELEFONOS[1], '2016-01-01', correo],
        ],
        /** All of it is there, or nothing. */
        async expectDone(trabajo: Row) {
          expect(trabajo.estado).toBe('terminado');
          expect(await created()).toBe(BLOCK - 1);
        },
        async expectNothing(trabajo: Row, fila: number, message: string) {
          expect(trabajo.estado).toBe('fallido');
          expect(await told(trabajo)).toEqual([[fila, expect.stringContaining(message)]]);
          expect((await dicen(b))[0]).toEqual(before[1]);
          expect(await created()).toBe(0);
          expect(await exec('select * from personas_cambios')).toEqual([]);
        },
      };
    };
    type List = Awaited<ReturnType<typeof makeList>>;

    const EDITS = {
      telefono: { numero: '+525577778888' },
      servicio: { ingreso: '2014-07-01' },
    };
    type Dato = keyof typeof EDITS;
    const editing = ({ a }: List, dato: Dato) => {
      const { id, valores } = a[dato];
      return () =>
        call('saveEntradaPersona', {
          ...{ clave: a.clave, apartado: dato, id, version: 1 },
          valores: { ...valores, ...EDITS[dato] },
        });
    };

    type Moment = (list: List, edit: () => Promise<CallAnswer>) => Promise<[string, CallAnswer]>;
    /** When the edit comes first: it is kept, and the import says so and writes nothing. */
    const KEPT: Record<string, Moment> = {
      'between its preview and its confirmation': async ({ confirm }, edit) => {
        const answer = await edit();
        return [await confirm(), answer];
      },
      'who ends while its block waits for them': async ({ confirm }, edit) => {
        let done!: [string, Promise<CallAnswer>];
        await holding(['historial'], async () => {
          const answer = edit();
          await atGate('historial', answer);
          done = [await confirm(), answer];
          await blocked(2);
        });
        return [done[0], await done[1]];
      },
      'who waits while its block holds their file': async ({ confirm }, edit) => {
        let done!: [string, CallAnswer];
        await holding(['bloque', 'siguiente'], async (open) => {
          const id = await confirm();
          await atGate('bloque');
          const answer = edit();
          await blocked(2);
          await open('bloque');
          done = [id, await answer];
        });
        return done;
      },
      'between two of its blocks': async ({ confirm }, edit) => {
        let done!: [string, CallAnswer];
        await holding(['siguiente'], async () => {
          const id = await confirm();
          await atGate('siguiente');
          done = [id, await edit()];
        });
        return done;
      },
      'who has written and not ended when it decides': async ({ confirm }, edit) => {
        let done!: [string, Promise<CallAnswer>];
        await holding(['siguiente', 'historial'], async (open) => {
          const id = await confirm();
          await atGate('siguiente');
          done = [id, edit()];
          await atGate('historial', done[1]);
          await open('siguiente');
          // The import waits for them, before it decides.
          await until(async () => (await waiting()) >= 2 && (await waiting('siguiente')) === 0);
        });
        return [done[0], await done[1]];
      },
    };
    /** When the import comes first: it is done, and whoever edits is told. */
    const late =
      (gate: Gate, edits: 'waits' | 'is told'): Moment =>
      async ({ confirm }, edit) => {
        let done!: [string, Promise<CallAnswer>];
        await holding([gate], async () => {
          const id = await confirm();
          await atGate(gate);
          done = [id, edit()];
          await (edits === 'waits' ? blocked(2) : done[1]);
        });
        return [done[0], await done[1]];
      };
    const deciding: Moment = async ({ confirm }, edit) => {
      let done!: [string, CallAnswer];
      // It is held before its last transaction too: the answer does not depend on which of the two is quicker.
      await holding(['decidir', 'terminar'], async (open) => {
        const id = await confirm();
        await atGate('decidir');
        const answer = edit();
        await blocked(2);
        await open('decidir');
        done = [id, await answer];
      });
      return done;
    };
    const TOLD: Record<string, Moment> = {
      'when it decides': deciding,
      'when it is decided': late('historial', 'is told'),
      'in its last transaction': late('terminar', 'waits'),
    };
    const each = (moments: Record<string, Moment>) =>
      Object.keys(moments).flatMap((moment) => [
        [moment, 'telefono'] as const,
        [moment, 'servicio'] as const,
      ]);

    it.each(each(KEPT))('keeps what somebody saves %s (%s)', async (moment, dato) => {
      const list = await makeList();
      const [id, answer] = await KEPT[moment]!(list, editing(list, dato));
      expect(answer.http).toBe(200);
      await list.expectNothing(await ended(id), 2, 'después de que se revisó el archivo');
      const [telefono, ingreso, correo] = list.before[0]!;
      const now =
        dato === 'telefono' ? [EDITS.telefono.numero, ingreso] : [telefono, EDITS.servicio.ingreso];
      expect((await dicen(list.a))[0]).toEqual([...now, correo]);
    });

    it.each(each(TOLD))('tells who saves %s (%s), and is done', async (moment, dato) => {
      const list = await makeList();
      const [id, answer] = await TOLD[moment]!(list, editing(list, dato));
      // Nothing of theirs is taken as saved: they wait some seconds, or see what it is now.
      const codes =
        moment === 'in its last transaction' ? ['cambio-previo'] : ['importacion-en-curso'];
      expect(codes).toContain(codeOf(answer));
      await list.expectDone(await ended(id));
      expect(await dicen(list.a, list.b)).toEqual(list.imported);
      expect(codeOf(await editing(list, dato)())).toBe('cambio-previo');
    });

    it.each([
      ['other cells', '55 8888 0001', 'fallido'],
      ['the same', '55 9999 0001', 'terminado'],
    ])(
      'two that bring %s of the same people: one after the other',
      async (_what, other, estado) => {
        const list = await makeList();
        const one = list.confirm;
        const second = await reviewing([rowOf(list.a, '', other, '2016-01-01')], otra!);
        let ids!: [string, string];
        await holding(['terminar'], async () => {
          const first = await one();
          await atGate('terminar');
          ids = [first, await second.confirm()];
          // It waits for its turn, of the server's jobs or of the list.
          await until(async () => {
            const { result } = await call('listTrabajos', {}, otra!);
            return result.trabajos.some(
              ({ id, lugar, mensaje }: Row) =>
                id === ids[1] && (lugar !== null || mensaje?.startsWith('En espera')),
            );
          });
        });
        await list.expectDone(await ended(ids[0]));
        const after = await ended(ids[1], otra!);
        expect(after.estado).toBe(estado);
        if (estado === 'fallido') {
          expect(await told(after, otra!)).toEqual([
            [2, expect.stringContaining('Ahora dice Teléfono: «55 9999 0001»')],
          ]);
        } else expect(after.cifras).toMatchObject({ cambiadas: 0 });
        expect(await dicen(list.a, list.b)).toEqual(list.imported);
      },
    );

    /** Somebody without CURP who is to go into another file. */
    const merging = async () => {
      const a = await makeConocida(11, false);
      const curp = makeCurp();
      const target = await makePersona(portal.services.db, { clave: curp, curp });
      const { result: ensayo } = await call('rehearseCurp', { clave: a.clave, curp }, escolar!);
      const asked = { clave: a.clave, curp, tomar: [], motivo: MOTIVO, huella: ensayo.huella };
      const { result } = await call('assignCurp', asked, escolar!);
      const merge = () =>
        call('decideFusion', { id: result.propuesta, decision: 'confirmar' }, otra!);
      return { list: await makeList(a), target, merge };
    };

    it.each(Object.keys(KEPT))(
      'writes nothing when one of its people is merged %s',
      async (moment) => {
        const { list, target, merge } = await merging();
        const [id, answer] = await KEPT[moment]!(list, merge);
        expect(answer.http).toBe(200);
        await list.expectNothing(await ended(id), 2, 'clave que su expediente tuvo antes');
        const [telefono, ingreso] = list.before[0]!;
        expect(await dicen(list.a, { ...list.a, id: target.id })).toEqual([
          undefined,
          [telefono, ingreso, null],
        ]);
      },
    );

    it.each(Object.keys(TOLD))('is done, and no merge of its people %s', async (moment) => {
      const { list, merge } = await merging();
      const [id, answer] = await TOLD[moment]!(list, merge);
      expect(answer.http).not.toBe(200);
      await list.expectDone(await ended(id));
      expect(await dicen(list.a, list.b)).toEqual(list.imported);
    });
  },
);
