import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta, signInByWire } from '../../../../../tests/factories/cuentas.ts';
import { makeEvaluador } from '../../../../../tests/factories/evaluacion.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import {
  type ConcursanteHecho,
  DEFINICION_SOLICITUD,
  type EtapaHecha,
  makeConcurso,
  makeConvocatoria,
  SECRETO_DEL_SORTEO,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { VERSIONES } from '../../../identidad/privacidad/rules.ts';
import { insertAceptaciones } from '../../../identidad/privacidad/server/data.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import { findHallazgosDePublicacion, reviewEdicion } from '../comprobacion/server/service.ts';
import { concludeDesiertas, publishPendientes } from './service.ts';

const DIA = 86_400_000;
const HORA = 3_600_000;
const AHORA = new Date('2027-03-10T18:00:00Z');
const PUBLICA = new Date(AHORA.getTime() + HORA);
const ETAPAS: readonly EtapaHecha[] = [
  { tipo: 'examen', nombre: 'Examen', peso: 40, minimo: 6000 },
  {
    ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 60 },
    criterios: [
      { nombre: 'Motivos', peso: 40, piezas: ['exposicion'] },
      { nombre: 'Método', peso: 60, piezas: ['proyecto'] },
    ],
  },
];
const CON_ESPERA: Definicion = {
  ...DEFINICION_SOLICITUD,
  reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72, cupos: [] },
};
const par = (a: number, b: number) => [
  [a, b],
  [a, b],
];
/** Two seats, two tied for the last one, and one of each that does not pass. */
const CONCURSANTES: ConcursanteHecho[] = [
  { puntos: [9000, par(4, 4)] },
  { puntos: [8000, par(3, 3)] },
  { puntos: [8000, par(3, 3)] },
  { puntos: [5999, null] },
  { puntos: ['NP', null] },
];

let portal: TestPortal;
let escolar: string;
let admin: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
  admin = (await makeCuenta(portal, { role: 'Admin' })).token;
});
afterAll(() => portal.stop());

const at = async <T>(momento: Date, work: () => Promise<T>): Promise<T> => {
  portal.setNow(momento);
  try {
    return await work();
  } finally {
    portal.setNow(AHORA);
  }
};
/** The job of a minute, at that moment. */
const runJob = (momento = PUBLICA) =>
  at(momento, () => actAsSystem(() => publishPendientes(portal.services)));

const makeCall = async (
  concursantes = CONCURSANTES,
  more: Partial<Parameters<typeof makeConvocatoria>[1]> = {},
) => {
  const { services } = portal;
  const convocatoria = await makeConvocatoria(services.db, {
    ...{ ahora: new Date(AHORA.getTime() - 45 * DIA), etapas: ETAPAS, cupo: 2 },
    solicitud: CON_ESPERA,
    ...more,
  });
  return { ...convocatoria, solicitudes: await makeConcurso(services, convocatoria, concursantes) };
};
type Call = Awaited<ReturnType<typeof makeCall>>;

const approve = async (
  convocatoriaId: string,
  motivo: string | null = null,
  publicarEn = PUBLICA,
) => {
  const nuevo = await portal.call(
    'createRankingPosgrado',
    { convocatoriaId, motivo },
    { token: escolar },
  );
  if (!nuevo.result) throw new Error(JSON.stringify(nuevo.error));
  const aprobado = await portal.call(
    'publishRankingPosgrado',
    { id: nuevo.result.id, publicarEn: publicarEn.toISOString() },
    { token: admin },
  );
  return { id: nuevo.result.id as string, aprobado };
};
const publicada = async (...args: Parameters<typeof makeCall>) => {
  const call = await makeCall(...args);
  const { id } = await approve(call.id);
  await runJob();
  return { ...call, rankingId: id };
};
const estadosDe = async ({ solicitudes }: Pick<Call, 'solicitudes'>) => {
  const rows = await portal.services.db
    .selectFrom('solicitudes')
    .select(['id', 'estado'])
    .where(
      'id',
      'in',
      solicitudes.map(({ id }) => id),
    )
    .execute();
  const porId = new Map(rows.map(({ id, estado }) => [id, estado]));
  return solicitudes.map(({ id }) => porId.get(id));
};
const rankingOf = (id: string) =>
  portal.services.db
    .selectFrom('rankings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const cartasDe = async ({ solicitudes }: Pick<Call, 'solicitudes'>) => {
  const { rows } = await sql<{ para: string; asunto: string; contenido: { paragraphs: string[] } }>`
    select para, asunto, contenido from correos
    where para = any(${solicitudes.map(({ uid }) => `${uid}@cuentas.example`)}) order by creado_en`.execute(
    portal.services.db,
  );
  return rows;
};
const corto = (folio: string) => folio.slice(4);
const resultadosDe = async (edicionId: string, momento = PUBLICA) =>
  at(momento, async () => (await portal.call('getResultadosPosgrado', { edicionId })).result);
/** Signs one of the applicants in. */
const entrar = async ({ uid }: { uid: string }) => {
  const { db } = portal.services;
  await db
    .updateTable('cuentas')
    .set({ password_hash: await hashPassword('Tren-Nube-Lago-2026') })
    .where('uid', '=', uid)
    .execute();
  await insertAceptaciones(db, uid, VERSIONES);
  return signInByWire(portal, `${uid}@cuentas.example`);
};

describe('publishing', () => {
  it('is one act: states, seats, public results, letters and history', async () => {
    const call = await makeCall();
    const { id } = await approve(call.id);
    await runJob(new Date(PUBLICA.getTime() - 1));
    expect(new Set(await estadosDe(call))).toEqual(new Set(['enEvaluacion']));
    expect((await resultadosDe(call.edicionId)).resultados).toBeNull();
    await runJob();
    const estados = await estadosDe(call);
    expect([estados[0], ...estados.slice(3)]).toEqual(['admitida', 'noAdmitida', 'noAdmitida']);
    expect(new Set(estados.slice(1, 3))).toEqual(new Set(['admitida', 'listaDeEspera']));
    const row = await rankingOf(id);
    expect(row).toMatchObject({ estado: 'publicado', publicado_en: PUBLICA });
    expect(JSON.stringify(row.entradas)).toContain(SECRETO_DEL_SORTEO);
    const cartas = await cartasDe(call);
    expect(cartas).toHaveLength(5);
    for (const { asunto } of cartas)
      expect(asunto).toBe('Resultado de su solicitud: Maestría en Derecho Judicial');
    const textos = cartas.map(({ contenido }) => contenido.paragraphs.join(' '));
    expect(textos.filter((texto) => texto.includes('Confirme su lugar'))).toHaveLength(2);
    expect(
      textos.filter(
        (texto) => texto.includes('lista de espera, ') || texto.includes('número 1 de la lista'),
      ),
    ).toHaveLength(1);
    expect(textos.join()).toContain('Obtuvo 59.99 en la etapa «Examen»; el mínimo es 60.00.');
    expect(textos.join()).toContain('No se presentó a la etapa «Examen».');
    const { rows } = await sql<{ accion: string; n: number }>`
      select accion, count(*)::int as n from historial where entidad_id = any(${[id, ...call.solicitudes.map((one) => one.id)]})
        and accion in ('ranking.publicar', 'solicitud.admitir', 'solicitud.esperar', 'solicitud.noPasar') group by 1 order by 1`.execute(
      portal.services.db,
    );
    expect(Object.fromEntries(rows.map(({ accion, n }) => [accion, n]))).toEqual({
      ...{ 'ranking.publicar': 1, 'solicitud.admitir': 2, 'solicitud.esperar': 1 },
      'solicitud.noPasar': 2,
    });
    const { rows: lugares } = await sql<{ con: number; sin: number }>`
      select count(*) filter (where i.lugar_vence_en is not null)::int as con,
        count(*) filter (where i.lugar_vence_en is null)::int as sin
      from inscripciones i where i.edicion_id = ${call.edicionId}`.execute(portal.services.db);
    expect(lugares).toEqual([{ con: 2, sin: 1 }]);
    // Again nothing happens.
    await runJob();
    expect(await cartasDe(call)).toHaveLength(5);
    expect(await findHallazgosDePublicacion(portal.services.db, PUBLICA)).toEqual([]);
  });

  it('two at once publish once', async () => {
    const call = await makeCall();
    await approve(call.id);
    await Promise.all([runJob(), runJob()]);
    expect(await cartasDe(call)).toHaveLength(5);
  });

  it('a letter that fails leaves nothing, and the next run does all of it', async () => {
    const { db } = portal.services;
    const call = await makeCall();
    const otra = await makeCall();
    await approve(call.id);
    await approve(otra.id);
    const { uid } = call.solicitudes[4]!;
    await sql
      .raw(`create function falla_la_carta() returns trigger language plpgsql as
      $$ begin if new.para = '${uid}@cuentas.example' then raise exception 'falla'; end if; return new; end $$`)
      .execute(db);
    await sql`create trigger falla_la_carta before insert on correos for each row execute function falla_la_carta()`.execute(
      db,
    );
    await expect(runJob()).rejects.toThrow('falla');
    expect(new Set(await estadosDe(call))).toEqual(new Set(['enEvaluacion']));
    expect(await cartasDe(call)).toEqual([]);
    expect((await resultadosDe(call.edicionId)).resultados).toBeNull();
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from inscripciones where edicion_id = ${call.edicionId}`.execute(
      db,
    );
    expect(rows).toEqual([{ n: 0 }]);
    // The other one was published all the same.
    expect((await estadosDe(otra))[0]).toBe('admitida');
    expect(await findHallazgosDePublicacion(db, new Date(PUBLICA.getTime() + HORA))).toEqual([
      { clave: 'publicacionAtrasada', texto: expect.stringContaining('ranking 1') },
    ]);
    await sql`drop trigger falla_la_carta on correos`.execute(db);
    await sql`drop function falla_la_carta`.execute(db);
    // After the outage it is late, and whole.
    await runJob(new Date(PUBLICA.getTime() + 3 * HORA));
    expect((await estadosDe(call))[0]).toBe('admitida');
    expect(await cartasDe(call)).toHaveLength(5);
    expect(await findHallazgosDePublicacion(db, PUBLICA)).toEqual([]);
  });

  it('who left meanwhile is not brought back, nor told; their seat is the next one’s', async () => {
    const { db } = portal.services;
    const call = await makeCall();
    await approve(call.id);
    await db
      .updateTable('solicitudes')
      .set({ estado: 'desistida' })
      .where('id', '=', call.solicitudes[0]!.id)
      .execute();
    await runJob();
    const estados = await estadosDe(call);
    expect(estados[0]).toBe('desistida');
    const { resultados } = await resultadosDe(call.edicionId);
    expect(resultados.admitidas).toHaveLength(1);
    expect(resultados.listaDeEspera).toHaveLength(1);
    expect(await cartasDe(call)).toHaveLength(4);
    expect(await findHallazgosDePublicacion(db, PUBLICA)).toEqual([]);
  });

  it('what changed after the approval stops it: the ranking no longer counts, and an Admin is told', async () => {
    const { db } = portal.services;
    const call = await makeCall();
    const { id } = await approve(call.id);
    await db
      .updateTable('examen_puntos')
      .set({ puntos: 9900 })
      .where('solicitud_id', '=', call.solicitudes[1]!.id)
      .execute();
    await runJob();
    expect(await rankingOf(id)).toMatchObject({
      estado: 'sustituido',
      sustituido_motivo:
        'Los puntos, las exclusiones o los lugares cambiaron después de la aprobación.',
    });
    expect(new Set(await estadosDe(call))).toEqual(new Set(['enEvaluacion']));
    const { result } = await portal.call('listPendientes', {}, { token: admin });
    expect(JSON.stringify(result)).toContain(
      'Resultados sin publicar: Maestría en Derecho Judicial',
    );
  });

  it('an edition that has begun stops it', async () => {
    const call = await makeCall();
    const { id } = await approve(call.id);
    await portal.services.db
      .updateTable('ediciones')
      .set({ inicia: '2027-03-01' })
      .where('id', '=', call.edicionId)
      .execute();
    await runJob();
    const row = await rankingOf(id);
    expect(row.estado).toBe('sustituido');
    expect(row.sustituido_motivo).toContain('La edición ya comenzó');
    expect(new Set(await estadosDe(call))).toEqual(new Set(['enEvaluacion']));
  });

  it('nobody admitted and nobody in line: it is deserted, and ends once nobody may ask for a review', async () => {
    const { db } = portal.services;
    const call = await publicada([{ puntos: [5000, null] }, { puntos: ['NP', null] }]);
    const { resultados } = await resultadosDe(call.edicionId);
    expect(resultados).toMatchObject({
      desierta: true,
      admitidas: [],
      listaDeEspera: [],
      ultima: null,
    });
    const estadoEn = async (momento: Date) => {
      await at(momento, () => actAsSystem(() => concludeDesiertas(portal.services)));
      const { estado } = await db
        .selectFrom('convocatorias')
        .select('estado')
        .where('id', '=', call.id)
        .executeTakeFirstOrThrow();
      return estado;
    };
    expect(await estadoEn(PUBLICA)).toBe('publicada');
    expect(await estadoEn(new Date(PUBLICA.getTime() + 10 * DIA))).toBe('concluida');
    expect((await resultadosDe(call.edicionId)).resultados.desierta).toBe(true);
    expect(await findHallazgosDePublicacion(db, PUBLICA)).toEqual([]);
  });
});

describe('another ranking', () => {
  it('only improves; one that takes a published place is refused', async () => {
    const { db } = portal.services;
    const call = await publicada();
    const antes = await estadosDe(call);
    const espera = antes.indexOf('listaDeEspera');
    const sin = await portal.call(
      'createRankingPosgrado',
      { convocatoriaId: call.id },
      { token: escolar },
    );
    expect(sin.error!.details.code).toBe('ranking-sin-motivo');
    // After a review, the one who did not pass has the best score of all.
    const [, rubrica] = call.etapas;
    await db
      .updateTable('examen_puntos')
      .set({ puntos: 9500 })
      .where('solicitud_id', '=', call.solicitudes[3]!.id)
      .execute();
    const motivo = 'Se resolvió fundada una inconformidad.';
    const faltan = await portal.call(
      'createRankingPosgrado',
      { convocatoriaId: call.id, motivo },
      { token: escolar },
    );
    expect(faltan.error!.details.code).toBe('ranking-faltan-puntos');
    await sql`insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, tercera, creado_en, entregada_en, dictamen, actualizado_en)
      select a.etapa_id, a.evaluador_id, ${call.solicitudes[3]!.id}, a.estado, a.tercera, a.creado_en, a.entregada_en, a.dictamen, a.actualizado_en
      from asignaciones a where a.solicitud_id = ${call.solicitudes[0]!.id} and a.etapa_id = ${rubrica!.id}`.execute(
      db,
    );
    const quita = await approve(call.id, motivo);
    expect(quita.aprobado.error!.details).toMatchObject({ code: 'ranking-quita-lugares' });
    expect(quita.aprobado.error!.details.folios).toHaveLength(1);
    // One seat more is the school's to add.
    await db.updateTable('ediciones').set({ cupo: 3 }).where('id', '=', call.edicionId).execute();
    const { id, aprobado } = await approve(call.id, motivo);
    expect(aprobado.result).toBeTruthy();
    const cartas = (await cartasDe(call)).length;
    await runJob();
    const despues = await estadosDe(call);
    expect(despues[3]).toBe('admitida');
    expect(despues[espera]).toBe('listaDeEspera');
    expect(despues.filter((estado) => estado === 'admitida')).toHaveLength(3);
    expect(await rankingOf(call.rankingId)).toMatchObject({
      estado: 'sustituido',
      sustituido_motivo: null,
    });
    expect(await rankingOf(id)).toMatchObject({ estado: 'publicado', numero: 3 });
    const { resultados } = await resultadosDe(call.edicionId);
    expect(resultados.numero).toBe(3);
    expect(resultados.admitidas).toHaveLength(3);
    // Who is told: those whose own result changed.
    const nuevas = (await cartasDe(call)).slice(cartas);
    expect(nuevas.length).toBeGreaterThan(0);
    expect(nuevas.every(({ contenido }) => contenido.paragraphs[0]!.includes(motivo))).toBe(true);
    expect(await findHallazgosDePublicacion(db, PUBLICA)).toEqual([]);
  });

  it('follows from a review that was granted: others score again, and its person reads the new result', async () => {
    const { db } = portal.services;
    const call = await publicada();
    const espera = (await estadosDe(call)).indexOf('listaDeEspera');
    const { id: solicitudId, ...quien } = call.solicitudes[espera]!;
    const suyo = await entrar(quien);
    const { id: personaId } = await makePersona(db);
    const revisora = await makeCuenta(portal, { role: 'Escolar', personaId });
    const must = async (name: string, data: unknown, token: string) => {
      const { result, error } = await portal.call(name, data, { token });
      expect(error, `${name} ${JSON.stringify(error)}`).toBeUndefined();
      return result;
    };
    const [, rubrica] = call.etapas;
    // Those who scored it have left: only these two may score it again, and what was delivered before still counts for the others.
    await db
      .updateTable('evaluadores')
      .set({ baja_en: AHORA })
      .where('convocatoria_id', '=', call.id)
      .execute();
    const nuevos = [
      await makeEvaluador(portal, call, { token: admin }),
      await makeEvaluador(portal, call, { token: admin }),
    ];
    const presentada = new Date(PUBLICA.getTime() + HORA);
    const otraVez = new Date(presentada.getTime() + 2 * HORA);
    const tramite = { tramite: 'solicitud', tramiteId: solicitudId };
    await at(presentada, async () => {
      const texto =
        'El comentario sobre el método habla de entrevistas que mi proyecto no propone.';
      const { id } = await must(
        'submitInconformidadPosgrado',
        { llave: randomUUID(), ...tramite, sobre: 'resultado', texto },
        suyo,
      );
      await must('assignInconformidadPosgrado', { id, uid: revisora.uid, de: null }, admin);
      const consecuencia = { tipo: 'evaluarDeNuevo', etapaId: rubrica!.id };
      const resolucion =
        'El comentario corresponde a otro proyecto: la solicitud se evalúa de nuevo.';
      const decision = { id, sentido: 'fundada', resolucion, consecuencia };
      await must('decideInconformidadPosgrado', decision, revisora.token);
      for (const { token } of nuevos) {
        const { convocatorias } = await must('listDictamenesPropios', {}, token);
        const [suya] = convocatorias.flatMap(
          (one: { etapas: { asignaciones: { id: string }[] }[] }) =>
            one.etapas.flatMap(({ asignaciones }) => asignaciones),
        );
        await must('acceptAsignacionDictamen', { id: suya.id }, token);
        const criterios = Object.fromEntries(
          rubrica!.criterios.map((criterio) => [
            criterio,
            { puntos: 4, comentario: 'El método responde a la pregunta y cabe en el plazo.' },
          ]),
        );
        const dictamen = { id: suya.id, revision: 0, dictamen: { criterios } };
        await must('submitDictamenPropio', dictamen, token);
      }
      // No published place is taken: with two seats, the new order would.
      const motivo = 'Se resolvió fundada una inconformidad.';
      const quita = await approve(call.id, motivo, otraVez);
      expect(quita.aprobado.error!.details.code).toBe('ranking-quita-lugares');
      await db.updateTable('ediciones').set({ cupo: 3 }).where('id', '=', call.edicionId).execute();
      expect((await approve(call.id, motivo, otraVez)).aprobado.result).toBeTruthy();
    });
    await runJob(otraVez);
    expect(await estadosDe(call)).toEqual([
      ...['admitida', 'admitida', 'admitida', 'noAdmitida', 'noAdmitida'],
    ]);
    const [propias, resultado, solicitud] = await at(otraVez, () =>
      Promise.all([
        must('listInconformidadesPropias', tramite, suyo),
        must('getResultadoSolicitud', { convocatoriaId: call.id }, suyo),
        must('getSolicitud', { convocatoriaId: call.id }, suyo),
      ]),
    );
    expect(propias.propias).toMatchObject([
      { estado: 'fundada', consecuencia: expect.stringContaining('Otras personas evaluarán') },
    ]);
    expect(resultado.resultado).toMatchObject({
      ...{ numero: 3, total: 9200 },
      etapas: [{ centesimas: 8000 }, { centesimas: 10_000, dictamenes: [{}, {}] }],
    });
    expect(solicitud.solicitud.estado).toBe('admitida');
    expect(solicitud.linea).toContainEqual(
      expect.objectContaining({ titulo: 'Resultado actualizado', en: otraVez.toISOString() }),
    );
  });
});

describe('the public results', () => {
  const seis: ConcursanteHecho[] = Array.from({ length: 8 }, (_, n) => ({
    puntos: [9000 - n * 100, par(4, 4)],
  }));

  it('are folios and nothing else, the last score of five people at least', async () => {
    const call = await publicada(seis, { cupo: 6 });
    const { resultados, ...more } = await resultadosDe(call.edicionId);
    expect(resultados.admitidas.map(corto)).toEqual([
      ...['A0000', 'A0001', 'A0002', 'A0003', 'A0004', 'A0005'],
    ]);
    expect(resultados.listaDeEspera.map(corto)).toEqual(['A0006', 'A0007']);
    expect(resultados.ultima).toBe(9400);
    expect(more).toMatchObject({ curso: 'Maestría en Derecho Judicial', retirados: false });
    const texto = JSON.stringify(resultados);
    expect(texto).not.toContain('PERSONA');
    expect(texto).not.toMatch(/cupo|posicion|noAdmitida/);
    const pocos = await publicada();
    expect((await resultadosDe(pocos.edicionId)).resultados.ultima).toBeNull();
  });

  it('let anybody recompute the draw', async () => {
    const empatadas = Array.from({ length: 4 }, () => ({ puntos: [9000, par(4, 4)] }));
    const call = await publicada(empatadas, { cupo: 1 });
    const response = await fetch(`${portal.url}/resultadosPosgrado/${call.edicionId}`, {
      headers: { accept: 'application/json' },
    });
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const { resultados, comoSeRecalcula } = (await response.json()) as {
      resultados: {
        sorteo: { hash: string; secreto: string };
        admitidas: string[];
        listaDeEspera: string[];
      };
      comoSeRecalcula: string;
    };
    const { sorteo, admitidas, listaDeEspera } = resultados;
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(sha256(sorteo.secreto)).toBe(sorteo.hash);
    expect([...admitidas, ...listaDeEspera]).toEqual(
      call.solicitudes
        .map(({ folio }) => folio)
        .toSorted((a, b) => (sha256(sorteo.secreto + a) < sha256(sorteo.secreto + b) ? -1 : 1)),
    );
    expect(comoSeRecalcula).toContain('SHA-256');
  });

  it('are shown so many days, and what is no call is not found', async () => {
    const call = await publicada();
    expect(
      (await resultadosDe(call.edicionId, new Date(PUBLICA.getTime() + 89 * DIA))).resultados,
    ).toBeTruthy();
    expect(
      await resultadosDe(call.edicionId, new Date(PUBLICA.getTime() + 92 * DIA)),
    ).toMatchObject({
      ...{ resultados: null, retirados: true },
    });
    for (const edicionId of ['x', crypto.randomUUID()]) {
      const { error } = await portal.call('getResultadosPosgrado', { edicionId });
      expect(error).toMatchObject({ status: 'NOT_FOUND' });
    }
    const response = await fetch(`${portal.url}/resultadosPosgrado/x`, {
      headers: { accept: 'application/json' },
    });
    expect(response.status).toBe(404);
  });

  it('say nothing before they are published', async () => {
    const call = await makeCall();
    await approve(call.id);
    expect(await resultadosDe(call.edicionId, AHORA)).toMatchObject({
      ...{ resultados: null, retirarEn: null, retirados: false },
    });
  });
});

describe('one’s own result', () => {
  it('is known once it is published, with each score and comment and not by whom', async () => {
    const call = await makeCall();
    const token = await entrar(call.solicitudes[1]!);
    const propio = async () =>
      (await portal.call('getResultadoSolicitud', { convocatoriaId: call.id }, { token })).result
        .resultado;
    expect(await propio()).toBeNull();
    await approve(call.id);
    expect(await propio()).toBeNull();
    await runJob();
    const result = await propio();
    expect(result).toMatchObject({
      ...{ folio: call.solicitudes[1]!.folio, numero: 1, total: 7700 },
      etapas: [
        { nombre: 'Examen', centesimas: 8000, es: 'pasa', cuenta: null, dictamenes: [] },
        {
          ...{ nombre: 'Proyecto', centesimas: 7500, es: 'pasa', cuenta: 'media' },
          dictamenes: [
            {
              ...{ puntos: 300, maximo: 400 },
              criterios: [
                { nombre: 'Motivos', puntos: 3, ancla: 'Bien' },
                { nombre: 'Método', puntos: 3, ancla: 'Bien' },
              ],
            },
            { puntos: 300 },
          ],
        },
      ],
    });
    expect(result.etapas[1].dictamenes[0].criterios[0].comentario).toMatch(
      /^Comentario \d del criterio 0/,
    );
    const otra = call.solicitudes[2]!.folio;
    expect(result.sorteo).toMatchObject({
      otra: { folio: otra },
      propio: createHash('sha256').update(`${SECRETO_DEL_SORTEO}${result.folio}`).digest('hex'),
    });
    expect(result.razones.join(' ')).toContain(`folio ${otra}`);
    expect(JSON.stringify(result)).not.toMatch(/evaluador|asignacion/);
    const ajena = (await makeCuenta(portal)).token;
    const { error } = await portal.call(
      'getResultadoSolicitud',
      { convocatoriaId: call.id },
      { token: ajena },
    );
    expect(error!.details.code).toBe('sin-expediente');
    const otraCall = await makeCall();
    expect(
      (await portal.call('getResultadoSolicitud', { convocatoriaId: otraCall.id }, { token }))
        .result.resultado,
    ).toBeNull();
  });
});

describe('computing again what was published', () => {
  it('finds what was changed afterwards', async () => {
    const { db } = portal.services;
    const call = await publicada();
    const revisa = async () => {
      const [una] = (await reviewEdicion(db, call.edicionId))!;
      return una!.hallazgos.map(({ clave }) => clave);
    };
    expect(await revisa()).toEqual([]);
    expect(await reviewEdicion(db, crypto.randomUUID())).toBeNull();
    const { id: a0 } = call.solicitudes[0]!;

    await sql`update examen_puntos set puntos = 6100 where solicitud_id = ${a0}`.execute(db);
    expect(await revisa()).toEqual(['rankingFuentes', 'rankingFuentes']);
    await sql`update examen_puntos set puntos = 9000 where solicitud_id = ${a0}`.execute(db);

    // A score that was annulled after it counted is still the one that counted.
    await sql`update asignaciones set estado = 'anulada' where solicitud_id = ${a0}`.execute(db);
    expect(await revisa()).toEqual([]);
    await sql`update asignaciones set dictamen = jsonb_set(dictamen, '{criterios}', '{}') where solicitud_id = ${a0}`.execute(
      db,
    );
    expect(await revisa()).toContain('rankingFuentes');

    const otra = await publicada();
    const revisaOtra = async () => {
      const [una] = (await reviewEdicion(db, otra.edicionId))!;
      return una!.hallazgos.map(({ clave }) => clave);
    };
    const conCambio = async (cambio: string, deshacer: string) => {
      await sql.raw(cambio.replaceAll('ID', otra.rankingId)).execute(db);
      const claves = await revisaOtra();
      await sql.raw(deshacer.replaceAll('ID', otra.rankingId)).execute(db);
      expect(await revisaOtra()).toEqual([]);
      return claves;
    };
    expect(
      await conCambio(
        `update rankings set resultado = jsonb_set(resultado, '{filas,2,estado}', '"admitida"') where id = 'ID'`,
        `update rankings set resultado = jsonb_set(resultado, '{filas,2,estado}', '"listaDeEspera"') where id = 'ID'`,
      ),
    ).toEqual(
      expect.arrayContaining([
        'rankingHuella',
        'rankingRecalculado',
        'rankingLugares',
        'publicacionEntera',
      ]),
    );
    expect(
      await conCambio(
        `update rankings set entradas = jsonb_set(entradas, '{sorteo,secreto}', '"otro"') where id = 'ID'`,
        `update rankings set entradas = jsonb_set(entradas, '{sorteo,secreto}', '"${SECRETO_DEL_SORTEO}"') where id = 'ID'`,
      ),
    ).toContain('rankingSorteo');
    expect(
      await conCambio(
        `update publicaciones set resultados = jsonb_set(resultados, '{listaDeEspera}', '[]') where ranking_id = 'ID'`,
        `update publicaciones set resultados = jsonb_set(resultados, '{listaDeEspera}', (select jsonb_agg(f ->> 'folio')
          from rankings, jsonb_array_elements(resultado -> 'filas') f where id = 'ID' and f ->> 'estado' = 'listaDeEspera')) where ranking_id = 'ID'`,
      ),
    ).toEqual(['publicacionEntera']);
    expect(
      await conCambio(
        `update convocatoria_etapas set peso = 61 where nombre = 'Proyecto' and convocatoria_id = (select convocatoria_id from rankings where id = 'ID')`,
        `update convocatoria_etapas set peso = 60 where nombre = 'Proyecto' and convocatoria_id = (select convocatoria_id from rankings where id = 'ID')`,
      ),
    ).toContain('rankingFuentes');
  });
});

it('hundreds of applications are published in one act', async () => {
  const muchas = Array.from({ length: 600 }, (_, n) => ({
    puntos: [6000 + ((n * 7919) % 4001), par(n % 5, (n * 3) % 5)],
  }));
  const call = await makeCall(muchas, { cupo: 50 });
  await approve(call.id);
  await runJob();
  expect((await resultadosDe(call.edicionId)).resultados.admitidas).toHaveLength(50);
  expect(await cartasDe(call)).toHaveLength(600);
}, 120_000);
