/** A place in line, as it is kept in counts, against counting everybody. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { conReparto } from '../../../../../tests/factories/reparto.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { countFila, findLugarEnFila, findSiguiente, selectDelante } from './data.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

/** The same numbers at each run. */
const createDice = (seed: number) => {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
};

const PERSONAS = 60;
/** Of which quotas somebody is: of none, of one, of two. */
const CUPOS = ['{}', '{H}', '{M}', '{H,M}'];
const SEGUNDOS = [0, 1, 2, 63, 64, 65, 4_095, 4_097, 262_143, 262_145, 300_000, 5_000_000];
/** Milliseconds at both sides of 64ths of a second. */
const MILES = [0, 15, 16, 250, 984, 985];

type Espera = {
  id: string;
  grupo: string | null;
  puntos: number;
  cupos: readonly string[];
  enviada: number;
  ofrecida: boolean;
};

const makeFila = async () => {
  const { edicion } = await app.offer({ ...conReparto({}), edicion: { cupo: 1000 } });
  const grupos = [];
  for (const nombre of ['A', 'B']) {
    const { rows } = await sql<{ id: string }>`
      insert into edicion_grupos (edicion_id, nombre, horario, cupo, orden) values (${edicion.id}, ${nombre}, '', 500, 1)
      returning id`.execute(app.db);
    grupos.push(rows[0]!.id);
  }
  return { edicionId: edicion.id, grupos: [...grupos, null] };
};

const before = (a: Espera, b: Espera, porPuntos: boolean) => {
  if (porPuntos && a.puntos !== b.puntos) return a.puntos > b.puntos;
  return a.enviada === b.enviada ? a.id < b.id : a.enviada < b.enviada;
};

/** The place of each, counted over all of them. */
const placeOf = (yo: Espera, todas: readonly Espera[], porPuntos: boolean) => {
  const mias = todas.filter(({ grupo }) => grupo === yo.grupo);
  const delante = mias.filter(
    (otra) => otra !== yo && (otra.ofrecida || before(otra, yo, porPuntos)),
  );
  return { lugar: delante.length + 1, total: mias.length };
};

it('a place is the same by its counts as over everybody, whatever came and left, counted yet or not', async () => {
  const { edicionId, grupos } = await makeFila();
  const dice = createDice(7);
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)]!;
  const ids: string[] = [];
  for (let n = 0; n < PERSONAS; n++) {
    const { id: personaId } = await makePersona(app.db);
    const enviada = new Date(AHORA.getTime() + pick(SEGUNDOS) * 1000 + pick(MILES));
    const { rows } = await sql<{ id: string }>`
      insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en, puntos, grupo_id, cupos)
      select ${personaId}, ${edicionId}, v.id, 'enListaDeEspera', ${enviada}, ${dice(3) * 5}, ${pick(grupos)},
        ${pick(CUPOS)}::text[]
      from plantilla_versiones v limit 1 returning id`.execute(app.db);
    ids.push(rows[0]!.id);
  }
  const compare = async () => {
    const { rows } = await sql<Espera & { enviada_en: Date }>`
      select id, grupo_id as grupo, puntos, cupos, enviada_en, lugar_vence_en is not null as ofrecida
      from inscripciones where edicion_id = ${edicionId} and estado = 'enListaDeEspera'`.execute(
      app.db,
    );
    const todas = rows.map((row) => ({ ...row, enviada: row.enviada_en.getTime() }));
    for (const porPuntos of [false, true]) {
      const { reparto } = conReparto({
        alLlenarse: porPuntos ? 'esperaPorPuntos' : 'esperaPorTurno',
      }).plantilla.definicion as { reparto: Reparto };
      for (const yo of todas) {
        expect(await findLugarEnFila(app.db, yo.id, reparto)).toMatchObject(
          placeOf(yo, todas, porPuntos),
        );
      }
      for (const cupos of [null, ['H'], ['H', 'M'], ['nadie']]) {
        const con = grupos.slice(0, 1) as string[];
        const libres = { general: cupos === null, cupos: cupos ?? [], grupos: con };
        const [primera] = todas
          .filter(({ grupo, ofrecida }) => !ofrecida && grupo !== grupos[1])
          .filter((una) => cupos?.some((clave) => una.cupos.includes(clave)) ?? true)
          .sort((a, b) => (before(a, b, porPuntos) ? -1 : 1));
        const next = await findSiguiente(app.db, edicionId, { reparto, libres, lock: false });
        expect(next?.id).toBe(primera?.id);
      }
      const ultima = todas
        .filter(({ grupo }) => grupo === null)
        .sort((a, b) => (before(a, b, porPuntos) ? 1 : -1))[0]!;
      const delante = await selectDelante(app.db, ultima.id, reparto, 10);
      expect(delante).toHaveLength(Math.min(10, placeOf(ultima, todas, porPuntos).lugar - 1));
    }
  };
  await compare();
  await countFila(app.db, edicionId);
  await compare();
  for (const id of ids) {
    const happens = dice(6);
    if (happens === 0) {
      await sql`update inscripciones set lugar_ofrecido_en = now(), lugar_vence_en = now() where id = ${id}`.execute(
        app.db,
      );
    } else if (happens === 1) {
      await sql`update inscripciones set estado = 'baja' where id = ${id}`.execute(app.db);
    } else if (happens === 2) {
      await sql`update inscripciones set cupos = ${pick(CUPOS)}::text[], grupo_id = ${pick(grupos)},
        puntos = ${dice(3) * 5} where id = ${id}`.execute(app.db);
    } else if (happens === 3) {
      await sql`delete from inscripciones where id = ${id}`.execute(app.db);
    }
  }
  await compare();
  await countFila(app.db, edicionId);
  await compare();
  expect(await countFila(app.db, edicionId)).toBe(0);
  // What nobody is left in is not kept, until nothing is.
  const contadas = async (solo = sql`true`) =>
    (
      await sql<{ n: number }>`select count(*)::int as n from edicion_filas
        where edicion_id = ${edicionId} and ${solo}`.execute(app.db)
    ).rows[0]!.n;
  expect(await contadas()).toBeGreaterThan(0);
  expect(await contadas(sql`n <= 0`)).toBe(0);
  await sql`update inscripciones set estado = 'baja', lugar_ofrecido_en = null, lugar_vence_en = null
    where edicion_id = ${edicionId}`.execute(app.db);
  await countFila(app.db, edicionId);
  expect(await contadas()).toBe(0);
});
