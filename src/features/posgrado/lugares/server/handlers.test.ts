/** The seats of a call: opened by its results, confirmed, left to lapse, given to the next, cancelled. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVOCATORIAS } from '../../../../../tests/factories/app.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import {
  type ComoConvocatoria,
  type Concursante,
  makeConcursante,
  makeConLugares,
  type Puesto,
  publishLugares,
  readLugarDe,
} from '../../../../../tests/factories/lugares.ts';
import {
  type Aspirante,
  makeAspirante,
  RESPUESTAS_SOLICITUD,
} from '../../../../../tests/factories/posgrado.ts';
import { hoja, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { cupoDe } from '../../../../../tests/factories/reparto.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { runFilas } from '../../../inscripciones/espera/server/service.ts';
import { reviewInscripciones } from '../../../inscripciones/invariantes/server/service.ts';
import { openSensibles } from '../../../inscripciones/sensibles/server/service.ts';
import { finishCancelaciones } from '../../convocatorias/cierre/server/service.ts';

/** Friday 12 March 2027, 12:00 in Mexico City. */
const AHORA = new Date('2027-03-12T18:00:00.000Z');
/** Last instant of the third working day after it, without holidays. */
const PLAZO = '2027-03-18T05:59:59.999Z';

let portal: TestPortal;
let admin: { token: string; uid: string };
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  admin = await makeCuenta(portal, { role: 'Admin' });
  await portal.services.db
    .deleteFrom('catalogo_items')
    .where('catalogo', '=', 'dias-inhabiles' as never)
    .execute();
});
afterAll(() => portal?.stop());

const db = () => portal.services.db;
const call = (name: string, data: unknown, { token }: { token: string }) =>
  portal.call(name, data, { token });
const at = async <T>(when: Date, act: () => Promise<T>): Promise<T> => {
  portal.setNow(when);
  try {
    return await act();
  } finally {
    portal.setNow(AHORA);
  }
};
const gone = (when: Date) =>
  at(when, () => actAsSystem(() => runFilas({ ...portal.services, ...CONVOCATORIAS })));
const later = (days: number) => new Date(AHORA.getTime() + days * 86_400_000);
const review = () =>
  reviewInscripciones(db(), portal.services.now(), {
    ...{ demo: false, secrets: portal.services.secrets, ...CONVOCATORIAS },
  });

const makeCall = (como: ComoConvocatoria) => makeConLugares(portal, AHORA, como);
type Call = Awaited<ReturnType<typeof makeCall>>;
const apply = (de: Call, cupos: string[], quien: Aspirante) =>
  makeConcursante(portal, AHORA, de, cupos, quien);
const publish = (de: Call, orden: readonly Puesto[]) => publishLugares(portal, de, orden);
const rowOf = (one: Concursante) => readLugarDe(portal, one);
const states = async (people: readonly Concursante[]) =>
  Promise.all(
    people.map(async (one) => {
      const { solicitud, hasta, cupo } = await rowOf(one);
      return `${solicitud}${hasta ? ' *' : ''}${cupo ? ` ${cupo}` : ''}`;
    }),
  );
const seats = async ({ edicionId }: Call) => {
  const { rows } = await sql<{ ocupados: number; cupos: Record<string, number> | null }>`
    select e.ocupados, (select jsonb_object_agg(k.clave, k.ocupados) from edicion_cupos k where k.edicion_id = e.id) as cupos
    from ediciones e where e.id = ${edicionId}`.execute(db());
  return rows[0]!;
};
const letters = async ({ email }: Aspirante) =>
  (
    await sql<{
      asunto: string;
    }>`select asunto from correos where para = ${email} order by creado_en, id`.execute(db())
  ).rows.map(({ asunto }) => asunto);
const actions = async (id: string) =>
  (
    await sql<{
      accion: string;
    }>`select accion from historial where entidad_id = ${id} order by id`.execute(db())
  ).rows.map(({ accion }) => accion);
const confirm = (one: Concursante, who: { token: string } = one) =>
  call('acceptLugarPosgrado', { solicitudId: one.solicitudId }, who);
const many = async (de: Call, ...cupos: string[][]) => {
  const made: Concursante[] = [];
  for (const one of cupos) made.push(await makeConcursante(portal, AHORA, de, one));
  return made as [Concursante, Concursante, Concursante, Concursante, Concursante];
};

describe('the results of a call', () => {
  it('open a seat or a place in line for each, with what they sent, their points and quota', async () => {
    const de = await makeCall({ cupo: 2, cupos: [cupoDe('H', 1)] });
    const [ana, beto, caro, dora] = await many(de, [], ['hombres'], ['hombres'], []);
    // Begun before the edition was entered by a call: it can never be sent.
    await sql`insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado)
      values (${ana.personaId}, ${de.edicionId}, ${de.solicitud.versionId}, 'borrador')`.execute(
      db(),
    );
    const { venceEn } = await publish(de, [
      [ana, true],
      [beto, true, 'hombres'],
      [caro, false],
      [dora, false],
    ]);
    expect(venceEn.toISOString()).toBe(PLAZO);
    expect(await states([ana, beto, caro, dora])).toEqual([
      ...['admitida *', 'admitida * hombres', 'listaDeEspera', 'listaDeEspera'],
    ]);
    expect(await seats(de)).toEqual({ ocupados: 2, cupos: { hombres: 1 } });
    const rows = await Promise.all([ana, beto, caro, dora].map(rowOf));
    expect(rows.map(({ estado, puntos }) => [estado, puntos])).toEqual([
      ['enListaDeEspera', 3],
      ['enListaDeEspera', 2],
      ['enListaDeEspera', 1],
      ['enListaDeEspera', 0],
    ]);
    const { rows: kept } = await sql<{
      respuestas: unknown;
      sellado: string;
      version: string;
      enviada: Date;
    }>`select i.respuestas, i.plantilla_version_id as version, i.enviada_en as enviada, r.sellado
      from inscripciones i join respuestas_sensibles r on r.inscripcion_id = i.id where i.id = ${rows[0]!.id}`.execute(
      db(),
    );
    expect(kept[0]).toMatchObject({
      respuestas: RESPUESTAS_SOLICITUD,
      version: de.solicitud.versionId,
      enviada: later(-30),
    });
    expect(openSensibles(portal.services.secrets, rows[0]!.id, kept[0]!.sellado)).toEqual({
      afirmativa: true,
    });
    expect(await actions(rows[0]!.id)).toEqual(['inscripcion.admitirPorConvocatoria']);
    expect(await actions(rows[2]!.id)).toEqual(['inscripcion.formarPorConvocatoria']);
    expect(await review()).toEqual([]);
  });

  it('are shown to their person: without acuse, with the term, the place, and the way to the application', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    const lugar = (one: Concursante, who: { token: string } = one) =>
      call('getLugarPosgrado', { solicitudId: one.solicitudId }, who);
    expect((await lugar(ana)).result).toMatchObject({
      estado: 'admitida',
      ofrecidoHasta: PLAZO,
      espera: null,
      confirmar: { permitido: true, hasta: PLAZO, porque: null },
    });
    expect((await lugar(beto)).result).toMatchObject({
      ofrecidoHasta: null,
      // Of those who wait: the admitted one is not in the list.
      espera: { lugar: 1, total: 1 },
      confirmar: { permitido: false, hasta: null, porque: null },
    });
    expect((await lugar(ana, beto)).error).toMatchObject({ status: 'NOT_FOUND' });
    const [mia] = (await call('listMatricula', {}, ana)).result.inscripciones;
    expect(mia).toMatchObject({
      estado: 'enListaDeEspera',
      acuse: null,
      lugarHasta: PLAZO,
      edicion: { porConvocatoria: true, convocatoriaId: de.id },
    });
    const ids = {
      idCurso: de.cursoId,
      idPlantilla: de.solicitud.plantillaId,
      tipo: 'maestria',
      edicionId: de.edicionId,
    };
    const vista = (await call('getInscripcion', ids, beto)).result.enviada;
    expect(vista).toMatchObject({
      folio: null,
      clave: null,
      espera: { lugar: 2, total: 2, delante: [], puntos: 0 },
    });
    expect(vista.espera.orden).toContain('resultados publicados');
    // A call sends no inscripción, and another one is not begun.
    const respuestas = RESPUESTAS_SOLICITUD;
    const otra = await call('submitInscripcion', { ...ids, version: 1, respuestas }, ana);
    expect(otra.error!.details.code).toBe('ya-enviada');
  });

  it('give no more seats than there are, nor any once the edition has begun: nothing is written', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    const both = publish(de, [
      [ana, true],
      [beto, true],
    ]);
    await expect(both).rejects.toMatchObject({ details: { code: 'convocatoria-sin-lugares' } });
    await at(new Date('2027-08-02T06:00:00.000Z'), async () => {
      await expect(publish(de, [[ana, true]])).rejects.toMatchObject({
        details: { code: 'convocatoria-comenzada' },
      });
    });
    expect(await states([ana, beto])).toEqual(['enEvaluacion', 'enEvaluacion']);
    expect(await seats(de)).toEqual({ ocupados: 0, cupos: null });
  });

  it('published again only improve: one that waited is offered one more seat, and the line has the new order', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto, caro, dora] = await many(de, [], [], [], []);
    const first: Puesto[] = [
      [ana, true],
      [beto, false],
      [caro, false],
    ];
    await publish(de, first);
    expect((await confirm(ana)).error).toBeUndefined();
    const second: Puesto[] = [
      [dora, true],
      [ana, true],
      [caro, true],
      [beto, false],
    ];
    // One more seat is the school's to give.
    await expect(publish(de, second)).rejects.toMatchObject({
      details: { code: 'convocatoria-sin-lugares' },
    });
    await sql`update ediciones set cupo = 3 where id = ${de.edicionId}`.execute(db());
    await publish(de, second);
    expect(await states([ana, beto, caro, dora])).toEqual([
      ...['inscrita', 'listaDeEspera', 'admitida *', 'admitida *'],
    ]);
    expect(await seats(de)).toMatchObject({ ocupados: 3 });
    expect((await rowOf(ana)).puntos).toBeGreaterThan((await rowOf(caro)).puntos);
    expect(await review()).toEqual([]);
  });
});

describe('a seat of a call', () => {
  it('is confirmed once, by its person, within its term', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    expect((await confirm(ana, beto)).error!.status).toBe('NOT_FOUND');
    expect((await confirm(beto)).error!.details.code).toBe('sin-lugar-ofrecido');
    const late = await at(new Date(PLAZO), () => confirm(ana));
    expect(late.error!.details.code).toBe('sin-lugar-ofrecido');
    const told = await at(new Date(Date.parse(PLAZO) - 1), async () => [
      ...(await Promise.all([confirm(ana), confirm(ana)])),
      await confirm(ana),
    ]);
    expect(told.map(({ result }) => result?.estado)).toEqual(['inscrita', 'inscrita', 'inscrita']);
    expect(await states([ana, beto])).toEqual(['inscrita', 'listaDeEspera']);
    expect(await letters(ana)).toEqual(['Confirmó su lugar en Maestría en Derecho Judicial']);
    expect(await actions(ana.solicitudId)).toEqual(['solicitud.inscribir']);
    expect(await review()).toEqual([]);
  });

  it('the last one, wanted by two while it changes hands, is of one', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    const run = () => actAsSystem(() => runFilas({ ...portal.services, ...CONVOCATORIAS }));
    await at(new Date(PLAZO), async () => {
      await Promise.all([confirm(ana), run(), confirm(beto), run(), confirm(ana)]);
      await run();
      await Promise.all([confirm(ana), confirm(beto), confirm(beto)]);
    });
    expect(await states([ana, beto])).toEqual(['vencida', 'inscrita']);
    expect((await seats(de)).ocupados).toBe(1);
    expect(await review()).toEqual([]);
  });

  it('that nobody confirms in time goes to the next, with a term in working days; each is told once', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    await gone(new Date(Date.parse(PLAZO) - 1));
    expect(await states([ana, beto])).toEqual(['admitida *', 'listaDeEspera']);
    await gone(new Date(PLAZO));
    await gone(new Date(PLAZO));
    expect(await states([ana, beto])).toEqual(['vencida', 'admitida *']);
    // Wednesday 17, at midnight: the third working day after it is Monday 22.
    expect((await rowOf(beto)).hasta!.toISOString()).toBe('2027-03-23T05:59:59.999Z');
    expect(await letters(ana)).toEqual(['Venció su lugar en Maestría en Derecho Judicial']);
    expect(await letters(beto)).toEqual(['Tiene un lugar en Maestría en Derecho Judicial']);
    expect(await actions(beto.solicitudId)).toEqual(['solicitud.promover']);
    expect(await seats(de)).toMatchObject({ ocupados: 1 });
    expect(await at(new Date(PLAZO), review)).toEqual([]);
  });

  it.each([
    // Two seats, one of men. The first, a man with the reserved one, lets it lapse.
    {
      cupos: 'minimo',
      lugares: 'hombres',
      offered: ['admitida *', 'listaDeEspera'],
      beto: 'hombres',
    },
    {
      cupos: 'adicional',
      lugares: null,
      offered: ['listaDeEspera', 'admitida * hombres'],
      beto: '',
    },
  ] as const)(
    'that lapses goes to whom the order of the quotas says ($cupos)',
    async ({ cupos, lugares, offered, beto: becomes }) => {
      const de = await makeCall({ cupo: 2, cupos: [cupoDe('H', 1)], bases: { cupos } });
      const suyos = [['hombres'], ['hombres'], [], ['hombres']];
      const [ana, beto, caro, dario] = await many(de, ...suyos);
      // `minimo`: Ana has the reserved seat and Beto a general one; `adicional`: the other way round.
      await publish(de, [
        [ana, true, lugares],
        [beto, true, lugares === null ? 'hombres' : null],
        [caro, false],
        [dario, false],
      ]);
      expect((await confirm(beto)).error).toBeUndefined();
      await gone(new Date(PLAZO));
      // `minimo`: Beto is the minimum now, and the seat goes to Caro, the best of all. `adicional`: Beto is the best now.
      expect(await states([ana, beto])).toEqual([
        'vencida',
        becomes === '' ? 'inscrita' : `inscrita ${becomes}`,
      ]);
      expect(await states([caro, dario])).toEqual(offered);
      expect(await seats(de)).toEqual({ ocupados: 2, cupos: { hombres: 1 } });
      expect(await at(new Date(PLAZO), review)).toEqual([]);
    },
  );

  it('that is left goes to the next: by the application, or by its inscripción', async () => {
    const de = await makeCall({ cupo: 2 });
    const [ana, beto, caro, dora] = await many(de, [], [], [], []);
    await publish(de, [
      [ana, true],
      [beto, true],
      [caro, false],
      [dora, false],
    ]);
    const left = await call('withdrawSolicitud', { id: ana.solicitudId, motivo: 'No puedo.' }, ana);
    expect(left.error).toBeUndefined();
    const { id } = await rowOf(beto);
    expect((await call('withdrawInscripcion', { id, motivo: '' }, beto)).error).toBeUndefined();
    await gone(AHORA);
    expect(await states([ana, beto, caro, dora])).toEqual([
      ...['desistida', 'desistida', 'admitida *', 'admitida *'],
    ]);
    expect(await letters(ana)).toHaveLength(1);
    expect(await letters(beto)).toEqual([
      'Desistió de su solicitud a Maestría en Derecho Judicial',
    ]);
    expect(await seats(de)).toMatchObject({ ocupados: 2 });
    // A confirmed seat is left like any inscripción; the application keeps its final state.
    expect((await confirm(caro)).error).toBeUndefined();
    const suya = await rowOf(caro);
    expect((await call('withdrawInscripcion', { id: suya.id }, caro)).error).toBeUndefined();
    expect(await rowOf(caro)).toMatchObject({ solicitud: 'inscrita', estado: 'baja' });
    expect(await letters(caro)).toEqual([
      ...['Tiene un lugar en', 'Confirmó su lugar en', 'Su baja de'].map(
        (que) => `${que} Maestría en Derecho Judicial`,
      ),
    ]);
    expect(await review()).toEqual([]);
  });

  it('is not given out once the edition has begun: who waits is told that the line is over', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    expect((await confirm(ana)).error).toBeUndefined();
    await gone(new Date('2027-08-02T06:00:00.000Z'));
    expect(await states([ana, beto])).toEqual(['inscrita', 'vencida']);
    expect(await letters(beto)).toEqual([
      'Terminó la lista de espera de Maestría en Derecho Judicial',
    ]);
  });

  it('is not confirmed while a rule forbids it by another one that they have', async () => {
    const una = regla(todasDe(hoja('historia.simultaneas', '<', 1)), {
      ...{ clave: 'una', mensaje: 'Ya está en otro programa.' },
    });
    const calls = [await makeCall({ reglas: [una] }), await makeCall({ reglas: [una] })] as const;
    const quien = await makeAspirante(portal);
    const [one, two] = [
      await apply(calls[0], [], quien),
      await apply(calls[1], [], quien),
    ] as const;
    await publish(calls[0], [[one, true]]);
    await publish(calls[1], [[two, true]]);
    expect((await confirm(one)).error).toBeUndefined();
    const refused = await confirm(two);
    expect(refused.error!.details.code).toBe('reglas-no-cumplidas-al-aceptar');
    expect(refused.error!.message).toContain('Ya está en otro programa.');
    expect(await states([one, two])).toEqual(['inscrita', 'admitida *']);
  });
});

describe('the school', () => {
  it('takes somebody out with a reason, and nobody who applies there sees or does any of it', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    const { id } = await rowOf(ana);
    const parte = { ids: [id] };
    const de_ = { plantillaId: de.solicitud.plantillaId };
    const baja = { decision: 'darDeBaja', motivo: 'Lo pidió por teléfono.', parte };
    const persona = { personaId: beto.personaId };
    await sql`update cuentas set persona_id = null where persona_id = ${beto.personaId}`.execute(
      db(),
    );
    const suyo = await makeCuenta(portal, { role: 'Admin', ...persona });
    for (const [name, data] of [
      ['listInscritos', de_],
      ['getTotalInscritos', de_],
      ['listOpcionesInscritos', de_],
      ['getInscrito', { id }],
      ['listMensajesInscritos', de_],
    ] as const) {
      expect((await call(name, data, suyo)).error?.details.code).toBe('posgrado-es-parte');
      expect((await call(name, data, admin)).error).toBeUndefined();
    }
    const refused = (await call('decideInscripciones', baja, suyo)).result;
    expect(refused).toMatchObject({ cambiadas: 0 });
    expect(JSON.stringify(refused)).toContain('Usted participa en la convocatoria');
    expect((await call('decideInscripciones', baja, admin)).result.cambiadas).toBe(1);
    expect(await states([ana, beto])).toEqual(['desistida', 'admitida *']);
    expect(await letters(ana)).toEqual(['Se le dio de baja de Maestría en Derecho Judicial']);
    expect(await review()).toEqual([]);
  });

  it('cancels the call: nobody confirms meanwhile, and every seat is free again', async () => {
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    await sql`update convocatorias set estado = 'cancelada', cancelada_motivo = 'Falta presupuesto.' where id = ${de.id}`.execute(
      db(),
    );
    expect((await confirm(ana)).error?.details.code).toBe('convocatoria-concluida');
    await actAsSystem(() => finishCancelaciones(portal.services));
    await gone(AHORA);
    expect(await states([ana, beto])).toEqual(['anulada', 'anulada']);
    expect(await seats(de)).toMatchObject({ ocupados: 0 });
    expect(await letters(ana)).toHaveLength(1);
    expect(await review()).toEqual([]);
  });

  it('cancels the edition: the call with it, and each is told once', async () => {
    // The job that tells those without a seat.
    await portal.begin();
    const de = await makeCall({ cupo: 1 });
    const [ana, beto] = await many(de, [], []);
    await publish(de, [
      [ana, true],
      [beto, false],
    ]);
    const get = () => call('getEdicionGuardada', { id: de.edicionId }, admin);
    const { version } = (await get()).result.edicion;
    const motivo = 'No hay docentes para impartirla.';
    const data = { id: de.edicionId, version, motivo, alternativaId: null };
    expect(await call('cancelEdicion', data, admin)).toMatchObject({ result: { bajas: 2 } });
    expect(await states([ana, beto])).toEqual(['anulada', 'anulada']);
    const { rows } = await sql<{
      estado: string;
    }>`select estado from convocatorias where id = ${de.id}`.execute(db());
    expect(rows).toEqual([{ estado: 'cancelada' }]);
    expect(await review()).toEqual([]);
  });
});
