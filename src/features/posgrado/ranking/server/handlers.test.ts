import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import {
  type ConcursanteHecho,
  DEFINICION_SOLICITUD,
  type EtapaHecha,
  makeAspirante,
  makeConcurso,
  makeConvocatoria,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import { SOLICITUD } from '../../estados.ts';
import { ENTRADAS, type FilaRanking, RESULTADO } from '../contract.ts';
import { ordenar, pasoDePublicacion, publicarDesde, quitaLugares } from '../rules.ts';
import { sorteoCon } from './service.ts';

const DIA = 86_400_000;
const HORA = 3_600_000;
const AHORA = new Date('2027-03-10T18:00:00Z');
const ETAPAS: readonly EtapaHecha[] = [
  { tipo: 'documental', nombre: 'Revisión documental', peso: 0 },
  { tipo: 'examen', nombre: 'Examen', peso: 40, minimo: 6000 },
  {
    ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 60 },
    criterios: [
      { nombre: 'Motivos', peso: 40, piezas: ['exposicion'] },
      { nombre: 'Método', peso: 60, piezas: ['proyecto'] },
    ],
  },
];
const CONCURSANTES: ConcursanteHecho[] = [
  {
    puntos: [
      null,
      9000,
      [
        [4, 4],
        [4, 4],
      ],
    ],
  },
  {
    puntos: [
      null,
      8000,
      [
        [3, 3],
        [3, 3],
      ],
    ],
  },
  {
    puntos: [
      null,
      8000,
      [
        [3, 3],
        [3, 3],
      ],
    ],
  },
  { puntos: [null, 5999, null] },
  { puntos: [null, 'NP', null] },
];

const CON_ESPERA: Definicion = {
  ...DEFINICION_SOLICITUD,
  reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72, cupos: [] },
};

let portal: TestPortal;
let escolar: string;
let admin: string;
let otroAdmin: string;
let persona: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  const token = async (role: 'Admin' | 'Escolar' | null) =>
    (await makeCuenta(portal, { role })).token;
  escolar = await token('Escolar');
  admin = await token('Admin');
  otroAdmin = await token('Admin');
  persona = await token(null);
});
afterAll(() => portal.stop());

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
  const solicitudes = await makeConcurso(services, convocatoria, concursantes);
  return { ...convocatoria, solicitudes };
};
const calcular = (convocatoriaId: string, token = escolar, motivo: string | null = null) =>
  portal.call('createRankingPosgrado', { convocatoriaId, motivo }, { token });
const enUnaHora = (ms = HORA) => new Date(AHORA.getTime() + ms).toISOString();
const aprobar = (id: string, token = admin, more: object = {}) =>
  portal.call('publishRankingPosgrado', { id, publicarEn: enUnaHora(), ...more }, { token });
const codeOf = ({ error }: Awaited<ReturnType<TestPortal['call']>>) =>
  [error?.status, error?.details?.code].join(' ');
/** The end of a folio: the beginning is another one in each call. */
const corto = (folio: string) => folio.slice(4);
const rankingOf = (id: string) =>
  portal.services.db
    .selectFrom('rankings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

it('is not approved while the points of an exam are being corrected', async () => {
  const { id: convocatoriaId, etapas } = await makeCall();
  const { result } = await calcular(convocatoriaId);
  const examen = { etapaId: etapas[1]!.id };
  await portal.call(
    'startCorreccionExamenPosgrado',
    { ...examen, motivo: 'Se anuló un reactivo.' },
    { token: admin },
  );
  expect(codeOf(await aprobar(result.id))).toBe('FAILED_PRECONDITION ranking-correccion-abierta');
  const shown = await portal.call('getRankingPosgrado', { convocatoriaId }, { token: admin });
  expect(shown.result.aprobar).toMatchObject({
    ...{ permitido: false, porque: expect.stringContaining('corrección abierta') },
  });
  await portal.call('endCorreccionExamenPosgrado', examen, { token: admin });
  expect((await aprobar(result.id)).error).toBeUndefined();
});

describe('calculating', () => {
  it('stores everything, and what another program computes from it', async () => {
    const { id: convocatoriaId } = await makeCall();
    const { result } = await calcular(convocatoriaId);
    expect(result.numero).toBe(1);
    const row = await rankingOf(result.id);
    const [entradas, resultado] = [ENTRADAS.read(row.entradas), RESULTADO.read(row.resultado)];
    expect(row.estado).toBe('calculado');
    expect(row.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(entradas.sorteo.secreto).toBeNull();
    expect(JSON.stringify(entradas)).not.toContain('secreto-de-prueba');
    expect(ordenar(entradas, sorteoCon('secreto-de-prueba'))).toEqual(resultado);
    expect(resultado.filas.map(({ total }) => total)).toEqual([9600, 7700, 7700, null, null]);
    expect(resultado.filas.map(({ estado }) => estado)).toEqual([
      ...['admitida', 'admitida', 'listaDeEspera', 'noAdmitida', 'noAdmitida'],
    ]);
    expect(resultado.filas[1]!.desempate).toMatchObject({ por: 'sorteo', gana: true });
  });

  it('the same again is the same one, and what changed supersedes it', async () => {
    const { id: convocatoriaId, solicitudes } = await makeCall();
    const uno = (await calcular(convocatoriaId)).result;
    expect((await calcular(convocatoriaId)).result).toEqual(uno);
    await portal.services.db
      .updateTable('solicitudes')
      .set({ antiguedad_dias: 9 })
      .where('id', '=', solicitudes[0]!.id)
      .execute();
    const dos = (await calcular(convocatoriaId)).result;
    expect(dos.numero).toBe(2);
    expect(await rankingOf(uno.id)).toMatchObject({
      estado: 'sustituido',
      sustituido_motivo: null,
    });
    const { result } = await portal.call(
      'getRankingPosgrado',
      { convocatoriaId },
      { token: admin },
    );
    expect(result.rankings.map((one: { numero: number }) => one.numero)).toEqual([2, 1]);
    expect(result.actual).toMatchObject({ id: dos.id, contra: { numero: 1, cambios: 0 } });
  });

  it('two at once leave one', async () => {
    const { id: convocatoriaId } = await makeCall();
    const respuestas = await Promise.all([1, 2, 3].map(() => calcular(convocatoriaId)));
    expect(new Set(respuestas.map(({ result }) => result.id)).size).toBe(1);
  });

  it('is refused while a stage is open, applications come in, or weights are not 100', async () => {
    const { db } = portal.services;
    const abierta = await makeCall();
    await db
      .updateTable('convocatoria_etapas')
      .set({ cerrada_en: null })
      .where('id', '=', abierta.etapas[1]!.id)
      .execute();
    const answer = await calcular(abierta.id);
    expect(codeOf(answer)).toBe('FAILED_PRECONDITION ranking-etapas-abiertas');
    expect(answer.error!.message).toContain('«Examen»');
    const recibe = await makeCall(CONCURSANTES, {
      solicitud_cierra: new Date(AHORA.getTime() + 1),
    });
    expect(codeOf(await calcular(recibe.id))).toBe('FAILED_PRECONDITION ranking-sin-cerrar');
    const enviada = await makeCall();
    await db
      .updateTable('presolicitudes')
      .set({ estado: 'valida' })
      .where('convocatoria_id', '=', enviada.id)
      .execute();
    const { id } = enviada.solicitudes[0]!;
    await db.deleteFrom('examen_puntos').where('solicitud_id', '=', id).execute();
    await db.deleteFrom('asignaciones').where('solicitud_id', '=', id).execute();
    await db.deleteFrom('posgrado_envios').where('solicitud_id', '=', id).execute();
    const sinEvaluar = await db
      .deleteFrom('solicitudes')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await db
      .insertInto('solicitudes')
      .values({ ...sinEvaluar, respuestas: '{}', estado: 'enviada' })
      .execute();
    expect(codeOf(await calcular(enviada.id))).toBe('FAILED_PRECONDITION ranking-sin-cerrar');
    const pesos = await makeCall(CONCURSANTES, {
      etapas: ETAPAS.map((one) => ({ ...one, peso: 0 })),
    });
    expect(codeOf(await calcular(pesos.id))).toBe('FAILED_PRECONDITION ranking-pesos');
  });

  it('is refused while somebody who got to a stage has no points in it, and says who', async () => {
    const { id } = await makeCall([...CONCURSANTES, { puntos: [null, 7000, null] }]);
    const answer = await calcular(id);
    expect(codeOf(answer)).toBe('FAILED_PRECONDITION ranking-faltan-puntos');
    expect(answer.error!.message).toMatch(/«Proyecto»: \w{4}A0005\./);
    const sinExamen = await makeCall([...CONCURSANTES, { puntos: [null, null, [[4, 4]]] }]);
    expect((await calcular(sinExamen.id)).error!.message).toMatch(/«Examen»: \w{4}A0005\./);
  });

  it('is refused with a secret that is not the one committed to, and once the call is over', async () => {
    const { db, secrets } = portal.services;
    const otra = await makeCall();
    await db
      .updateTable('convocatorias')
      .set({ sorteo_secreto: secrets.seal('otro') })
      .where('id', '=', otra.id)
      .execute();
    expect(codeOf(await calcular(otra.id))).toBe('FAILED_PRECONDITION ranking-sorteo');
    await db
      .updateTable('convocatorias')
      .set({ estado: 'cancelada' })
      .where('id', '=', otra.id)
      .execute();
    expect(codeOf(await calcular(otra.id))).toBe('FAILED_PRECONDITION convocatoria-concluida');
  });

  it('who withdrew does not compete; who was excluded has no position', async () => {
    const { db } = portal.services;
    const { id, solicitudes } = await makeCall();
    await db
      .updateTable('solicitudes')
      .set({ estado: 'desistida' })
      .where('id', '=', solicitudes[0]!.id)
      .execute();
    await db
      .updateTable('solicitudes')
      .set({ estado: 'noAdmitida' })
      .where('id', '=', solicitudes[1]!.id)
      .execute();
    await db
      .insertInto('exclusiones')
      .values({
        ...{ solicitud_id: solicitudes[1]!.id, estado: 'vigente', motivo: 'Documento falso.' },
        ...{ propuesta_por: 'uno', creado_en: AHORA, decidida_por: 'otro', decidida_en: AHORA },
      })
      .execute();
    const { result } = await calcular(id);
    const { filas } = RESULTADO.read((await rankingOf(result.id)).resultado);
    expect(
      filas.map(({ folio, posicion, excluida }) => [corto(folio), posicion, excluida]),
    ).toEqual([
      ['A0002', 1, false],
      ['A0001', null, true],
      ['A0003', null, false],
      ['A0004', null, false],
    ]);
  });

  it('who did not come to the interview is absent, and not waited for', async () => {
    const { id, etapas, solicitudes } = await makeCall([{ puntos: [[[4]]] }, { puntos: [null] }], {
      etapas: [
        {
          ...{ tipo: 'entrevista', nombre: 'Entrevista', peso: 100 },
          criterios: [{ nombre: 'Desempeño', peso: 1, piezas: ['proyecto'] }],
        },
      ],
    });
    expect(codeOf(await calcular(id))).toBe('FAILED_PRECONDITION ranking-faltan-puntos');
    await portal.services.db
      .insertInto('horarios')
      .values({
        ...{ etapa_id: etapas[0]!.id, estado: 'sinPresentarse', panel: [], lugar: 'Sala 1' },
        ...{ inicia: new Date(AHORA.getTime() - DIA), termina: AHORA },
        ...{
          solicitud_id: solicitudes[1]!.id,
          creado_por: 'quien-abre',
          creado_en: AHORA,
          actualizado_en: AHORA,
        },
      } as never)
      .execute();
    const { result } = await calcular(id);
    const { filas } = RESULTADO.read((await rankingOf(result.id)).resultado);
    expect(filas.map(({ etapas: pasos }) => pasos[0]!.es)).toEqual(['pasa', 'ausente']);
  });
});

describe('who sees it', () => {
  it('staff only, and nobody of them with a part in the call', async () => {
    const convocatoria = await makeCall();
    const { result } = await calcular(convocatoria.id);
    const llamadas: [string, object][] = [
      ['getRankingPosgrado', { convocatoriaId: convocatoria.id }],
      ['listFilasRankingPosgrado', { id: result.id }],
      ['listCambiosRankingPosgrado', { id: result.id }],
      ['createRankingPosgrado', { convocatoriaId: convocatoria.id }],
      ['publishRankingPosgrado', { id: result.id, publicarEn: enUnaHora() }],
      ['cancelPublicacionRanking', { id: result.id, motivo: 'Hay que revisar un acta.' }],
    ];
    const parte = await makeAspirante(portal);
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Admin' })
      .where('uid', '=', parte.uid)
      .execute();
    await portal.services.db
      .insertInto('presolicitudes')
      .values({
        ...{ persona_id: parte.personaId, convocatoria_id: convocatoria.id, estado: 'borrador' },
        ...{ creado_en: AHORA, actualizado_en: AHORA },
      })
      .execute();
    for (const [name, data] of llamadas) {
      expect(codeOf(await portal.call(name, data)), name).toContain('UNAUTHENTICATED');
      expect(codeOf(await portal.call(name, data, { token: persona })), name).toBe(
        'PERMISSION_DENIED ',
      );
      expect(codeOf(await portal.call(name, data, { token: parte.token })), name).toBe(
        'PERMISSION_DENIED posgrado-es-parte',
      );
      const ajena = {
        ...data,
        ...('id' in data ? { id: crypto.randomUUID() } : { convocatoriaId: crypto.randomUUID() }),
      };
      expect(codeOf(await portal.call(name, ajena, { token: admin })), name).toContain('NOT_FOUND');
    }
    for (const [name, data] of llamadas.slice(4)) {
      expect(codeOf(await portal.call(name, data, { token: escolar })), name).toBe(
        'PERMISSION_DENIED ',
      );
    }
  });

  it('rows are searched, filtered, sorted and paged, each with its reasons; the history knows who looked', async () => {
    const { id: convocatoriaId, solicitudes } = await makeCall();
    const { id } = (await calcular(convocatoriaId)).result;
    const lista = async (more: object = {}) =>
      (await portal.call('listFilasRankingPosgrado', { id, ...more }, { token: escolar })).result;
    const foliosDe = ({ filas }: { filas: { folio: string }[] }) =>
      filas.map(({ folio }) => corto(folio));
    const todas = await lista();
    expect(todas.total).toBe(5);
    expect(todas.filas[0]).toMatchObject({
      ...{
        folio: solicitudes[0]!.folio,
        nombre: 'PERSONA 0',
        estado: 'admitida',
        estadoActual: 'enEvaluacion',
      },
      ...{ posicion: 1, total: 9600, lugar: 'Lugar general', porque: null },
    });
    expect(todas.filas[1].porque).toMatch(/^Antes de \w{4}A000[12]: el sorteo$/);
    expect(todas.filas.slice(3).map(({ porque }: { porque: string }) => porque)).toEqual([
      'Examen: bajo el mínimo de 60.00',
      'Examen: no se presentó',
    ]);
    expect(foliosDe(await lista({ estado: 'noAdmitida' }))).toEqual(['A0003', 'A0004']);
    expect(foliosDe(await lista({ busqueda: 'persona 3' }))).toEqual(['A0003']);
    expect(foliosDe(await lista({ busqueda: 'a0004' }))).toEqual(['A0004']);
    expect(foliosDe(await lista({ busqueda: 'A000-4' }))).toEqual(['A0004']);
    expect(foliosDe(await lista({ orden: 'folio', descendente: true, porPagina: 2 }))).toEqual([
      ...['A0004', 'A0003'],
    ]);
    expect(foliosDe(await lista({ orden: 'folio', porPagina: 2, pagina: 3 }))).toEqual(['A0004']);
    const vistos = await portal.services.db
      .selectFrom('historial')
      .select('despues')
      .where('accion', '=', 'ranking.leer')
      .where('entidad_id', '=', id)
      .execute();
    expect(JSON.stringify(vistos)).toContain(solicitudes[0]!.personaId);
    const { result } = await portal.call(
      'getRankingPosgrado',
      { convocatoriaId },
      { token: escolar },
    );
    expect(result.actual).toMatchObject({
      cuantas: { admitida: 2, listaDeEspera: 1, noAdmitida: 2, empatadas: 2 },
      ...{ lugares: 2, ultima: 7700, contra: null, quita: [], desempates: ['el sorteo'] },
      etapas: [
        { nombre: 'Revisión documental', llegan: 5, pasan: 5 },
        { nombre: 'Examen', llegan: 5, pasan: 3 },
        { nombre: 'Proyecto', llegan: 3, pasan: 3 },
      ],
    });
    expect(result.aprobar).toEqual({
      permitido: false,
      porque: 'Lo aprueba una persona con rol Admin.',
    });
  });
});

describe('approving', () => {
  it('takes another person, by whichever account, and an hour', async () => {
    const { db } = portal.services;
    const { id: convocatoriaId } = await makeCall();
    const { id: personaId } = await makePersona(db);
    const una = await makeCuenta(portal, { role: 'Admin', personaId });
    const { id } = (await calcular(convocatoriaId, una.token)).result;
    expect(codeOf(await aprobar(id, una.token))).toBe('FAILED_PRECONDITION posgrado-misma-persona');
    expect(codeOf(await aprobar(id, admin, { publicarEn: enUnaHora(HORA - 1) }))).toBe(
      'INVALID_ARGUMENT ranking-muy-pronto',
    );
    expect(codeOf(await aprobar(id, admin, { publicarEn: enUnaHora(400 * DIA) }))).toBe(
      'INVALID_ARGUMENT ranking-muy-tarde',
    );
    expect((await aprobar(id)).result).toEqual({ publicarEn: enUnaHora() });
    // The answer was lost, and it is sent again.
    expect((await aprobar(id)).result).toEqual({ publicarEn: enUnaHora() });
    expect(codeOf(await aprobar(id, otroAdmin))).toBe('ABORTED posgrado-ya-cambio');
    expect(await rankingOf(id)).toMatchObject({ estado: 'aprobado', adelanto: null });
    const { result } = await portal.call(
      'getRankingPosgrado',
      { convocatoriaId },
      { token: admin },
    );
    expect(result.calcular.permitido).toBe(false);
    expect(codeOf(await calcular(convocatoriaId))).toBe('FAILED_PRECONDITION ranking-ya-aprobado');
  });

  it('before the day of the results says why', async () => {
    const resultados = new Date(AHORA.getTime() + 5 * DIA);
    const { id: convocatoriaId } = await makeCall(CONCURSANTES, { resultados_en: resultados });
    const { id } = (await calcular(convocatoriaId)).result;
    const { result } = await portal.call(
      'getRankingPosgrado',
      { convocatoriaId },
      { token: admin },
    );
    expect(result.publicarDesde).toBe(resultados.toISOString());
    expect(codeOf(await aprobar(id))).toBe('INVALID_ARGUMENT ranking-antes-de-fecha');
    expect(
      (await aprobar(id, admin, { publicarEn: resultados.toISOString() })).result,
    ).toBeTruthy();
    await portal.call(
      'cancelPublicacionRanking',
      { id, motivo: 'Se adelanta la fecha.' },
      { token: admin },
    );
    const otro = (await calcular(convocatoriaId)).result;
    const adelanto = 'La sede pide los resultados antes.';
    expect((await aprobar(otro.id, admin, { adelanto })).result).toBeTruthy();
    expect(await rankingOf(otro.id)).toMatchObject({ numero: 2, adelanto });
  });

  it('is refused when what it was computed from changed', async () => {
    const { db } = portal.services;
    const { id: convocatoriaId, solicitudes, edicionId } = await makeCall();
    const { id } = (await calcular(convocatoriaId)).result;
    await db.updateTable('ediciones').set({ cupo: 3 }).where('id', '=', edicionId).execute();
    expect(codeOf(await aprobar(id))).toBe('FAILED_PRECONDITION ranking-desactualizado');
    await db.updateTable('ediciones').set({ cupo: 2 }).where('id', '=', edicionId).execute();
    await db
      .updateTable('examen_puntos')
      .set({ puntos: 6100 })
      .where('solicitud_id', '=', solicitudes[0]!.id)
      .execute();
    expect(codeOf(await aprobar(id))).toBe('FAILED_PRECONDITION ranking-desactualizado');
  });

  it('may be cancelled until it is published, and then it no longer counts', async () => {
    const { id: convocatoriaId } = await makeCall();
    const { id } = (await calcular(convocatoriaId)).result;
    const cancelar = (token = otroAdmin) =>
      portal.call(
        'cancelPublicacionRanking',
        { id, motivo: 'Hay que revisar un acta.' },
        { token },
      );
    expect(codeOf(await cancelar())).toBe('ABORTED posgrado-ya-cambio');
    await aprobar(id);
    expect((await cancelar()).result).toEqual({ ok: true });
    expect(codeOf(await cancelar())).toBe('ABORTED posgrado-ya-cambio');
    expect(codeOf(await aprobar(id))).toBe('ABORTED posgrado-ya-cambio');
    expect(await rankingOf(id)).toMatchObject({
      ...{ estado: 'sustituido', sustituido_motivo: 'Hay que revisar un acta.', publicar_en: null },
    });
    expect((await calcular(convocatoriaId)).result.numero).toBe(2);
  });
});

describe('rules of publishing', () => {
  const fila = (estado: FilaRanking['estado'], more: Partial<FilaRanking> = {}) => ({
    ...{ estado, detenida: null, excluida: false },
    ...more,
  });
  it('each pair of states has its step or none', () => {
    const pasos = Object.fromEntries(
      SOLICITUD.estados.map((desde) => [
        desde,
        [
          fila('admitida'),
          fila('listaDeEspera'),
          fila('noAdmitida'),
          fila('noAdmitida', { detenida: 'e' }),
        ].map((una) => pasoDePublicacion(desde, una)),
      ]),
    );
    const ninguno = [null, null, null, null];
    expect(pasos).toEqual({
      ...{ borrador: ninguno, enviada: ninguno, admitida: ninguno, inscrita: ninguno },
      ...{ desistida: ninguno, vencida: ninguno, anulada: ninguno },
      enEvaluacion: ['admitir', 'esperar', 'noAdmitir', 'noPasar'],
      noAdmitida: ['mejorarAAdmitida', 'mejorarAEspera', null, null],
      listaDeEspera: ['mejorarAAdmitida', null, null, null],
    });
    expect(pasoDePublicacion('noAdmitida', fila('admitida', { excluida: true }))).toBeNull();
  });
  it('nobody published loses what they have', () => {
    const una = (estado: FilaRanking['estado']) => [{ id: 'a', folio: 'A', estado } as FilaRanking];
    const quita = (hoy: (typeof SOLICITUD.estados)[number], estado: FilaRanking['estado']) =>
      quitaLugares(una(estado), () => hoy).length > 0;
    expect(quita('admitida', 'listaDeEspera')).toBe(true);
    expect(quita('inscrita', 'noAdmitida')).toBe(true);
    expect(quita('listaDeEspera', 'noAdmitida')).toBe(true);
    expect(quita('listaDeEspera', 'listaDeEspera')).toBe(false);
    expect(quita('listaDeEspera', 'admitida')).toBe(false);
    expect(quita('desistida', 'listaDeEspera')).toBe(false);
    expect(quita('enEvaluacion', 'noAdmitida')).toBe(false);
  });
  it('an hour at least, and not before the day that was said', () => {
    const tarde = new Date(AHORA.getTime() + 5 * HORA);
    expect(publicarDesde(AHORA, AHORA).sinMotivo).toEqual(new Date(AHORA.getTime() + HORA));
    expect(publicarDesde(AHORA, tarde).sinMotivo).toEqual(tarde);
  });
});
