/**
 * What many do at once costs the same however many have done it by then, also where it was planned while there was nothing: the
 * first opening day of a portal, before the server has looked at its tables again. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { expect, it } from 'vitest';
import { openTestDatabase } from '../database.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeOferta } from '../factories/ofertas.ts';
import { makePersona } from '../factories/personas.ts';
import { RESPUESTAS } from '../factories/plantillas.ts';
import { startTestPortal } from '../portal.ts';

const PEOPLE = 200;
const AT_ONCE = 10;
/**
 * Rows of a table that one person's calls read, at most: some 12, and a few more when calls overlap and an index still leads to
 * rows that were replaced. A table that is read whole makes a hundred on the average.
 */
const MOST_ROWS = 25;
/** What a sending leaves something in. */
const TABLES = ['inscripciones', 'acuses', 'respuestas_sensibles', 'correos', 'historial'];

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'what was planned on empty tables looks at no more rows when they are full',
  async () => {
    let rows: { tabla: string; filas: number }[] = [];
    // Counted by the server when its connections end.
    const database = await openTestDatabase(async (client) => {
      ({ rows } = await client.query(
        `select t.relname as tabla, (t.seq_tup_read + sum(i.idx_tup_read))::int as filas
         from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
         where t.schemaname = 'public' and t.relname = any($1) group by t.relid, t.relname, t.seq_tup_read`,
        [TABLES],
      ));
    });
    const portal = await startTestPortal({}, { jobs: false, portal: { database } });
    const { db } = portal.services;
    const { ids } = await makeOferta(db, { ahora: new Date(), edicion: { cupo: 100_000 } });
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        const { id, clave } = await makePersona(db);
        return { clave, ...(await makeCuenta(portal, { personaId: id })) };
      }),
    );
    // As a copy that was put back, or a server that was moved: the tables are known to be empty.
    await database.execute('analyze');
    const enrol = async ({ clave, email, token }: (typeof people)[number]) => {
      const respuestas = { ...RESPUESTAS, correo: email };
      for (const [name, data] of [
        ['getSesion', null],
        ['getPersona', { clave }],
        ['getInscripcion', ids],
        ['submitInscripcion', { ...ids, version: 1, respuestas }],
        ['getInscripcion', ids],
      ] as const) {
        const { error } = await portal.call(name, data, { token });
        expect(error, name).toBeUndefined();
      }
    };
    const queue = [...people];
    // One by one at first: it is planned while there is next to nothing.
    for (const first of queue.splice(0, 3)) await enrol(first);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) await enrol(next);
      }),
    );
    await portal.stop();
    expect(rows.map(({ tabla }) => tabla).sort()).toEqual(TABLES.toSorted());
    const dear = rows.filter(({ filas }) => filas > MOST_ROWS * PEOPLE);
    expect(dear).toEqual([]);
  },
);
