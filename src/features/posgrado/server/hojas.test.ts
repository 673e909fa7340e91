/** The lists of a call's desk as files: what is in them, and to whom they are denied. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import {
  DEFINICION_SOLICITUD,
  makeConcurso,
  makeConvocatoria,
} from '../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { groupByFour } from '../../../platform/shared/ids.ts';

const DIA = 86_400_000;
const AHORA = new Date('2027-03-10T18:00:00Z');

let portal: TestPortal;
let escolar: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
});
afterAll(() => portal.stop());

const start = (hoja: string, filtros: object, token = escolar) =>
  portal.call('startExportacion', { hoja, tipo: 'csv', alMomento: true, filtros }, { token });

/** The rows of a file, each by its headers. */
const exported = async (hoja: string, filtros: object): Promise<Record<string, string>[]> => {
  const { result, error } = await start(hoja, filtros);
  if (error) throw new Error(JSON.stringify(error));
  const answer = await fetch(`${portal.url}/api/exportaciones/${result.archivo.id}`, {
    headers: { authorization: `Bearer ${escolar}` },
  });
  const [head = [], ...rows] = (await answer.text())
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
};

it('exports applications, scores, the ranking and requests for review, never to a party', async () => {
  const { services } = portal;
  const call = await makeConvocatoria(services.db, {
    ahora: new Date(AHORA.getTime() - 45 * DIA),
    cupo: 1,
    solicitud: {
      ...DEFINICION_SOLICITUD,
      reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72, cupos: [] },
    },
    etapas: [
      { tipo: 'examen', nombre: 'Examen', peso: 40, minimo: 6000 },
      {
        ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 60 },
        criterios: [{ nombre: 'Método', peso: 100, piezas: ['proyecto'] }],
      },
    ],
  });
  const [uno, dos] = await makeConcurso(services, call, [
    { puntos: [9000, [[4], [2]]] },
    { puntos: ['NP', null] },
  ]);
  const folio = groupByFour(uno!.folio);
  const etapaId = call.etapas[1]!.id;
  const { result: ranking } = await portal.call(
    'createRankingPosgrado',
    { convocatoriaId: call.id, motivo: null },
    { token: escolar },
  );
  await services.db
    .insertInto('inconformidades')
    .values({
      ...{ id: randomUUID(), folio: 'NC27-AAAA-AAAA-A', persona_id: dos!.personaId },
      ...{ convocatoria_id: call.id, presolicitud_id: null, solicitud_id: dos!.id },
      ...{ sobre: 'resultado', etapa_id: null, estado: 'presentada', texto: 'x'.repeat(60) },
      ...{ notificada_en: AHORA, vence_en: new Date(AHORA.getTime() + 10 * DIA) },
      ...{ creado_en: AHORA, actualizado_en: AHORA },
    })
    .execute();

  const filtros = { convocatoriaId: call.id };
  const solicitudes = await exported('solicitudes-posgrado', filtros);
  expect(solicitudes).toHaveLength(2);
  expect(solicitudes[0]).toMatchObject({ Folio: folio, Estado: 'En evaluación' });
  expect(solicitudes.map((row) => row.Examen)).toEqual(['Terminada', 'No se presentó']);
  expect(await exported('solicitudes-posgrado', { ...filtros, estado: 'admitida' })).toEqual([]);

  const dictamenes = await exported('dictamenes-posgrado', { etapaId });
  expect(
    dictamenes.map((row) => [row['Puntos de la etapa'], row['Método: puntos']]).sort(),
  ).toEqual([
    ['75', '2'],
    ['75', '4'],
  ]);

  expect(await exported('ranking-posgrado', { id: ranking.id })).toMatchObject([
    { Posición: '1', Folio: uno!.folio, Total: '81', Examen: '90', Proyecto: '75' },
    { Posición: '', Examen: 'NP', Proyecto: '', Resultado: 'No admitida' },
  ]);
  expect(await exported('inconformidades-posgrado', filtros)).toMatchObject([
    { Folio: 'NC27-AAAA-AAAA-A', Asunto: 'Resultado publicado', Estado: 'Presentada' },
  ]);

  const { token: aspirante } = await makeCuenta(portal);
  const parte = await makeCuenta(portal, { role: 'Admin' });
  // Somebody of the staff who is one of the applicants.
  await services.db
    .updateTable('cuentas')
    .set({ persona_id: null })
    .where('uid', '=', dos!.uid)
    .execute();
  await services.db
    .updateTable('cuentas')
    .set({ persona_id: dos!.personaId })
    .where('uid', '=', parte.uid)
    .execute();
  for (const [hoja, de] of [
    ['solicitudes-posgrado', filtros],
    ['dictamenes-posgrado', { etapaId }],
    ['ranking-posgrado', { id: ranking.id }],
    ['inconformidades-posgrado', filtros],
  ] as const) {
    expect((await start(hoja, de, aspirante)).error?.status).toBe('PERMISSION_DENIED');
    expect((await start(hoja, de, parte.token)).error).toMatchObject({
      status: 'PERMISSION_DENIED',
      details: { code: 'posgrado-es-parte' },
    });
  }
});
