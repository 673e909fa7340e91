/**
 * A contest by the public callables alone, small (tests/faults/concurso-muerto.pg.test.ts has 300 people): its order is the one computed apart, and
 * what is proved each night finds nothing; then everything that it must find.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runContest } from '../../../../../tests/concurso.ts';
import { CONVOCATORIAS } from '../../../../../tests/factories/app.ts';
import { signInByWire } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { runRevision } from '../../../inscripciones/invariantes/server/service.ts';
import { depurar } from '../../depuracion/server/service.ts';
import { publishPendientes } from '../../publicacion/server/service.ts';
import { ENTRADAS } from '../../ranking/contract.ts';
import { ordenar } from '../../ranking/rules.ts';
import { findRanking, sorteoCon } from '../../ranking/server/service.ts';
import { startEvaluacion } from '../../solicitudes/server/service.ts';
import { comprobarPosgrado } from './service.ts';

let portal: TestPortal;
let contest: Awaited<ReturnType<typeof runContest>>;
const db = () => portal.services.db;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  contest = await runContest(
    {
      ...{ db: db(), secrets: portal.services.secrets },
      signIn: (email) => signInByWire(portal, email),
      async must(name, data, token) {
        const { result, error } = await portal.call(name, data, token ? { token } : {});
        if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
        return result;
      },
      async closeReception(id) {
        await sql`update convocatorias set solicitud_cierra = now() - interval '1 hour' where id = ${id}`.execute(
          db(),
        );
        await actAsSystem(() => startEvaluacion(portal.services));
      },
      async publish(id) {
        await sql`update rankings set publicar_en = now() where id = ${id}`.execute(db());
        await actAsSystem(() => publishPendientes(portal.services));
      },
    },
    { aspirantes: 12, evaluadores: 3, lugares: 4 },
  );
});
afterAll(() => portal?.stop());

const review = (on: Db = db()) => comprobarPosgrado(on, { ahora: new Date(), todas: true });
const claves = async (on?: Db) => [...new Set((await review(on)).map(({ clave }) => clave))];

/** What is found in a transaction that leaves nothing behind. */
const afterChanging = async (change: (trx: Trx) => Promise<unknown>): Promise<string[]> => {
  const trx = await db().startTransaction().execute();
  try {
    await change(trx);
    return await claves(trx);
  } finally {
    await trx.rollback().execute();
  }
};

describe('the order of a contest', () => {
  it('is the one computed apart from the scores, with thirds, ties and a quota', () => {
    const { filas, resultados, expected } = contest;
    const compact = (folio: string) => folio.replaceAll('-', '');
    expect(expected.terceras).toBeGreaterThan(0);
    expect(new Set(expected.orden.map(({ total }) => total)).size).toBeLessThan(
      expected.orden.length,
    );
    expect(
      filas
        .filter(({ posicion }) => posicion !== null)
        .map(({ folio, total }) => ({ folio: compact(folio), total })),
    ).toEqual(expected.orden);
    expect(resultados.admitidas.map(compact).sort()).toEqual(expected.admitidas);
    expect(resultados.listaDeEspera.map(compact)).toEqual(expected.espera);
  });

  it('is the same whatever the order of its inputs', async () => {
    const row = (await findRanking(db(), contest.rankingId))!;
    const entradas = ENTRADAS.read(row.entradas);
    const draw = sorteoCon(entradas.sorteo.secreto!);
    const once = ordenar(entradas, draw);
    for (const step of [5, 7, 11]) {
      const { length } = entradas.solicitudes;
      const solicitudes = entradas.solicitudes.map(
        (_, at) => entradas.solicitudes[(at * step + 3) % length]!,
      );
      expect(ordenar({ ...entradas, solicitudes }, draw)).toEqual(once);
    }
  });
});

describe('what is proved each night', () => {
  it('finds nothing wrong, and the job asks for it', async () => {
    expect(await review()).toEqual([]);
    const services = { ...portal.services, ...CONVOCATORIAS };
    expect(await runRevision(services, [comprobarPosgrado])).toEqual([]);
    const cual = contest.gente[0]!.solicitudId;
    await sql`update solicitudes set antiguedad_dias = 9999 where id = ${cual}`.execute(db());
    const found = await runRevision(services, [comprobarPosgrado]);
    expect(found.map(({ clave }) => clave)).toContain('rankingFuentes');
    await sql`update solicitudes set antiguedad_dias = null where id = ${cual}`.execute(db());
  });

  it('finds each thing that does not agree', async () => {
    const one = contest.gente[0]!.solicitudId;
    const { rows } = await sql<{
      id: string;
    }>`select t.id from solicitudes t join inscripciones i on i.id = t.inscripcion_id
      where t.estado = 'admitida' limit 1`.execute(db());
    const admitida = rows[0]!.id;
    const envios = (trx: Trx, set: string) =>
      sql`update posgrado_envios set ${sql.raw(set)} where solicitud_id = ${one}`.execute(trx);
    const cambios: readonly [string, (trx: Trx) => Promise<unknown>][] = [
      ['posgradoEnvioAlterado', (trx) => envios(trx, `respuestas = '{"exposicion": "Otra."}'`)],
      ['posgradoEnvioAlterado', (trx) => envios(trx, 'numero = 7')],
      [
        'posgradoSinAcuse',
        (trx) =>
          sql`delete from acuses a using posgrado_envios n where n.id = a.envio_id and n.solicitud_id = ${one}`.execute(
            trx,
          ),
      ],
      [
        'posgradoSinEnvio',
        async (trx) => {
          await sql`delete from acuses a using posgrado_envios n where n.id = a.envio_id and n.solicitud_id = ${one}`.execute(
            trx,
          );
          await sql`delete from posgrado_envios where solicitud_id = ${one}`.execute(trx);
        },
      ],
      [
        'posgradoHistoria',
        (trx) =>
          sql`update solicitudes set estado = 'desistida' where id = ${admitida}`.execute(trx),
      ],
      [
        'posgradoLugar',
        (trx) =>
          sql`update solicitudes set inscripcion_id = null where id = ${admitida}`.execute(trx),
      ],
      [
        'posgradoLugarSinSolicitud',
        (trx) =>
          sql`update solicitudes set inscripcion_id = null where id = ${admitida}`.execute(trx),
      ],
      [
        'dictamenImpedido',
        (trx) =>
          sql`insert into impedimentos (evaluador_id, solicitud_id, estado, tipo, detalle, creado_en)
          select evaluador_id, solicitud_id, 'vigente', 'declarado', 'Es su amiga.', now() from asignaciones
          where solicitud_id = ${one} and estado = 'entregada' limit 1`.execute(trx),
      ],
      [
        'dictamenImpedido',
        (trx) =>
          sql`update evaluadores v set persona_id = t.persona_id from solicitudes t
          where t.id = ${one} and v.id = (select s.evaluador_id from asignaciones s where s.solicitud_id = t.id limit 1)`.execute(
            trx,
          ),
      ],
      [
        'rankingFuentes',
        (trx) =>
          sql`update asignaciones set dictamen = jsonb_set(dictamen, array['criterios', ${contest.convocatoria.etapas[0]!.criterios[0]}, 'puntos'],
            case dictamen #> array['criterios', ${contest.convocatoria.etapas[0]!.criterios[0]}, 'puntos'] when '4' then '0' else '4' end::jsonb)
          where solicitud_id = ${one} and etapa_id = ${contest.convocatoria.etapas[0]!.id}`.execute(
            trx,
          ),
      ],
      [
        'rankingHistoria',
        (trx) =>
          sql`update rankings set sha256 = repeat('0', 64) where id = ${contest.rankingId}`.execute(
            trx,
          ),
      ],
      [
        'publicacionEntera',
        (trx) =>
          sql`delete from publicaciones where ranking_id = ${contest.rankingId}`.execute(trx),
      ],
      [
        'posgradoAbiertaDespues',
        async (trx) => {
          const [suya] = await trx
            .selectFrom('asignaciones')
            .select('id')
            .where('solicitud_id', '=', admitida)
            .execute();
          await sql`update solicitudes set estado = 'desistida' where id = ${admitida}`.execute(
            trx,
          );
          await actAsSystem(async () => {
            await recordCambio(trx, 'solicitud.desistir', {
              id: admitida,
              despues: { estado: 'desistida' },
            });
            await recordCambio(trx, 'asignacion.leer', { id: suya!.id });
          });
        },
      ],
      [
        'posgradoPendienteDeMas',
        async (trx) => {
          await sql`delete from asignaciones where solicitud_id = ${admitida}`.execute(trx);
          await sql`insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, creado_en, actualizado_en)
            select ${contest.convocatoria.etapas[0]!.id}, v.id, ${admitida}, 'pendiente', now(), now() from evaluadores v limit 1`.execute(
            trx,
          );
          await sql`update solicitudes set estado = 'desistida' where id = ${admitida}`.execute(
            trx,
          );
        },
      ],
    ];
    for (const [clave, change] of cambios) {
      expect(await afterChanging(change), String(change)).toContain(clave);
    }
  });
});

describe('the data of those without a place', () => {
  const figures = async () => {
    const { rows } =
      await sql`select estado, count(*)::int as n from solicitudes group by 1 order by 1`.execute(
        db(),
      );
    return rows;
  };
  const purgeAt = async (days: number) => {
    const { rows } = await sql<{ en: Date }>`select publicado_en as en from publicaciones`.execute(
      db(),
    );
    const en = rows[0]!.en;
    const now = new Date(
      Date.UTC(en.getUTCFullYear() + 2, en.getUTCMonth(), en.getUTCDate() + days, 18),
    );
    return actAsSystem(() => depurar({ ...portal.services, now: () => now }));
  };

  it('is erased two years after the results, and not before', async () => {
    const { services } = portal;
    const { rows: seats } = await sql<{ persona_id: string; espera: boolean }>`
      select persona_id, estado = 'listaDeEspera' as espera from solicitudes where estado <> 'noAdmitida'`.execute(
      db(),
    );
    // The line lapses when the programme begins.
    await sql`update inscripciones i set estado = 'vencida', lugar_vence_en = null from solicitudes s
      where s.inscripcion_id = i.id and s.estado = 'listaDeEspera'`.execute(db());
    const { rows: lapsed } = await sql<{ id: string }>`update solicitudes set estado = 'vencida'
      where estado = 'listaDeEspera' returning id`.execute(db());
    await actAsSystem(() =>
      db()
        .transaction()
        .execute(async (trx) => {
          for (const { id } of lapsed) {
            await recordCambio(trx, 'solicitud.vencer', { id, despues: { estado: 'vencida' } });
          }
        }),
    );
    const [acuse] = await db()
      .selectFrom('acuses')
      .selectAll()
      .where('envio_id', 'is not', null)
      .where(sql<boolean>`envio_id in (select n.id from posgrado_envios n join solicitudes s on s.id = n.solicitud_id
        where s.estado = 'noAdmitida')`)
      .limit(1)
      .execute();
    const pdf = () => fetch(`${portal.url}/acuse/${acuse!.folio}.pdf?clave=${acuse!.clave}`);
    expect((await pdf()).status).toBe(200);
    const printed = await db()
      .selectFrom('acuses')
      .select(['pdf_objeto', 'pdf_sha256'])
      .where('folio', '=', acuse!.folio)
      .executeTakeFirstOrThrow();
    const kept = { objeto: printed.pdf_objeto!, sha256: printed.pdf_sha256! };
    expect(await services.storage.kept.get(kept)).not.toBeNull();
    const before = await figures();
    expect(await purgeAt(-1)).toBe(0);

    const admitidas = seats.filter(({ espera }) => !espera).map(({ persona_id }) => persona_id);
    expect(await purgeAt(2)).toBe(contest.gente.length - admitidas.length);
    expect(await figures()).toEqual(before);
    const { rows: left } = await sql<{
      persona_id: string;
    }>`select persona_id from solicitudes where persona_id is not null
      union select persona_id from presolicitudes where persona_id is not null`.execute(db());
    expect(left.map(({ persona_id }) => persona_id).sort()).toEqual(admitidas.toSorted());
    const { rows: remains } = await sql<{
      n: number;
    }>`select (select count(*) from posgrado_envios n
        left join presolicitudes p on p.id = n.presolicitud_id left join solicitudes s on s.id = n.solicitud_id
        where coalesce(p.depurada_en, s.depurada_en) is not null)
      + (select count(*) from recomendaciones r join solicitudes s on s.id = r.solicitud_id where s.depurada_en is not null)
      + (select count(*) from inscripciones i where not i.persona_id = any(${admitidas}::uuid[]))
      + (select count(*) from asignaciones a join solicitudes s on s.id = a.solicitud_id where s.depurada_en is not null
        and a.dictamen::text ~ 'comentario": "(?!.suprimido)')::int as n`.execute(db());
    expect(remains[0]!.n).toBe(0);
    expect((await pdf()).status).toBe(404);
    expect(await services.storage.kept.get(kept)).toBeNull();

    expect(await review()).toEqual([]);
    const { rows: told } = await sql<{ n: number }>`select count(*)::int as n from historial
      where accion = 'solicitud.depurar' and persona_id is not null`.execute(db());
    expect(told[0]!.n).toBe(contest.gente.length - admitidas.length);
    expect(await purgeAt(3)).toBe(0);
  });
});
