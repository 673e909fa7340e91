import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import type { Database } from '../../../platform/server/db/index.ts';
import { foldServer } from '../../../platform/server/feature.ts';
import { recordCambios } from '../../../platform/server/historial/index.ts';
import { openHistorial } from '../../../platform/server/historial/signing.ts';
import { Momento } from '../../../platform/server/hojas/cells.ts';
import { filtersForHistory } from '../../../platform/server/hojas/define.ts';
import { actAs } from '../../../platform/server/request-context.ts';
import { openSecrets } from '../../../platform/server/secrets.ts';
import { SERVER_FEATURES } from '../../../server-features.ts';
import { nombrarItems } from '../../catalogos/server/service.ts';
import { nombrarPersonas } from '../../personas/server/service.ts';
import { auditoriaHojas } from './hojas.ts';

let database: Database;
let persona: { id: string; clave: string };
beforeAll(async () => {
  database = await openTestDatabase();
  openHistorial(database.db, openSecrets({ secretKey: 'ab'.repeat(32), dataDir: '' }));
  persona = await makePersona(database.db);
  await database.execute(
    `insert into cuentas (uid, email, password_hash, display_name, role, persona_id)
     values ('ana', 'ana@auditoria.example', 'x', 'ANA RUIZ', 'Admin', null),
       ('beto', 'beto@auditoria.example', 'x', 'BETO RUIZ', null, '${persona.id}')`,
  );
  await database.db.transaction().execute(async (trx) => {
    const comun = { actorUid: 'ana' };
    await recordCambios(
      trx,
      'catalogo.editar',
      Array.from({ length: 1_500 }, (_, i) => ({ id: `c${i}`, despues: { lugar: i } })),
      comun,
    );
    await recordCambios(trx, 'persona.leer', [{ id: persona.id }], comun);
  });
});
afterAll(() => database.close());

const { vocabulario } = foldServer(SERVER_FEATURES).given;
const [historial, accesos] = auditoriaHojas({
  vocabulario,
  registros: { catalogo: nombrarItems, persona: nombrarPersonas },
  reservas: [],
  buscan: [],
});
type Hoja = ReturnType<typeof auditoriaHojas>[number];
const readAll = async (hoja: Hoja, filtros: object, actorUid: string) => {
  const found: Record<string, unknown>[] = [];
  const shown = hoja.filters?.parse(filtros) ?? {};
  const ctx = { db: database.db, now: new Date(), actorUid };
  for await (const rows of hoja.exportRows!(shown, ctx)) found.push(...rows);
  return found;
};

/** As the job of an export does: for its owner. */
const read = (hoja: Hoja, filtros: object, actorUid = 'ana') =>
  actAs(actorUid, () => readAll(hoja, filtros, actorUid));

it('the history is exported whole, as its filters and order show it', async () => {
  const all = await read(historial!, { entidad: 'catalogo' });
  expect(all).toHaveLength(1_500);
  expect(all[0]).toMatchObject({
    id: 'c1499',
    quien: 'ANA RUIZ',
    accion: 'Editó en el catálogo',
    cambio: 'Lugar en la lista: 1,499',
    momento: expect.any(Momento),
  });
  expect((await read(historial!, { entidad: 'catalogo', descendente: false }))[1_499]).toEqual(
    all[0],
  );
  expect(await read(historial!, { hasta: '2020-01-01' })).toEqual([]);
  const one = await read(historial!, { busqueda: persona.clave });
  expect(one.map(({ accion }) => accion)).toEqual([
    'Consultó el historial del expediente',
    'Consultó el expediente',
  ]);
});

it('each person exports who has looked at their own file, and nobody else’s', async () => {
  const mine = await read(accesos!, {}, 'beto');
  expect(mine.length).toBeGreaterThan(0);
  expect(new Set(mine.map(({ quien }) => quien))).toEqual(
    // Without a file the name is whatever Ana says.
    new Set(['Personal de la escuela']),
  );
  expect(await read(accesos!, {}, 'ana')).toEqual([]);
});

it('is for an Admin; of a search the history keeps only that there was one', () => {
  const actor = { uid: 'x', role: 'Escolar', restricted: false } as never;
  expect(historial!.policy(actor)).toBe(false);
  expect(historial!.policy(null)).toBe(false);
  expect(accesos!.policy(null)).toBe(false);
  expect(filtersForHistory(historial!, { busqueda: 'ana@x.example', entidad: 'cuenta' })).toEqual({
    busqueda: '(con texto)',
    entidad: 'cuenta',
  });
});
