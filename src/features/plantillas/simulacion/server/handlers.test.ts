import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import {
  DEFINICION,
  makePlantilla,
  REGLA_VENTANA,
} from '../../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { TRABAJO, type TrabajoEstado } from '../../../../platform/shared/trabajos.ts';
import type { ResultadoRegla } from '../../reglas/contract.ts';
import { insertVersion } from '../../server/data.ts';
import { createRecuento } from '../rules.ts';
import { SIMULACION } from './service.ts';

let app: TestPortal;
let admin: { token: string };
beforeAll(async () => {
  app = await startTestPortal();
  admin = await makeCuenta(app, { role: 'Admin' });
});
afterAll(() => app?.stop());

const call = async (name: string, data: unknown) => {
  const { result, error } = await app.call(name, data, admin);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const edad = (from: number) =>
  regla(todasDe(hoja('persona.edad', '>=', from)), { clave: 'edad', descripcion: 'Edad.' });
const mujer = regla(todasDe(hoja('persona.sexo', '=', 'M')), {
  clave: 'sexo',
  descripcion: 'Mujeres.',
  efecto: 'prioriza',
  puntos: 5,
});
const definicion = (from: number) => ({
  ...DEFINICION,
  reglas: [REGLA_VENTANA, edad(from), mujer],
});

const ended = async (versionId: string) => {
  for (;;) {
    const { trabajos } = await call('listTrabajos', {});
    const job = trabajos[0];
    if (!TRABAJO.is('vivos', job.estado)) {
      return { ...(await call('getSimulacionReglas', { versionId })), job };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

it('counts everybody as each would be judged alone, and who gains and loses against the version in force', async () => {
  const { db } = app.services;
  const nacidas = ['1950-01-01', '1980-05-05', '1990-06-06', '2001-07-07', '2012-08-08', null];
  const claves: string[] = [];
  for (const fechaNacimiento of nacidas) {
    const { id, clave } = await makePersona(db);
    await db
      .updateTable('personas_todas' as 'personas')
      .set({ fecha_nacimiento: fechaNacimiento } as never)
      .where('id', '=', id)
      .execute();
    claves.push(clave);
  }
  const plantilla = await makePlantilla(db, { definicion: definicion(18) });
  const { id: versionId } = await db
    .transaction()
    .execute((trx) =>
      insertVersion(trx, { plantillaId: plantilla.id, definicion: definicion(40) }),
    );
  const fecha = '2026-11-23';
  const { trabajoId } = await call('startSimulacionReglas', { versionId, edicionId: null, fecha });
  const { ultima, job } = await ended(versionId);
  expect(job).toMatchObject({ id: trabajoId, estado: 'terminado' });

  const judged = async (version: string) => {
    const all: boolean[] = [];
    for (const clave of claves) {
      const ask = { versionId: version, clave, edicionId: null, fecha };
      const { resultados, cumple } = await call('previewReglasPersona', ask);
      all.push((resultados as ResultadoRegla[]).find((one) => one.clave === 'edad')!.cumple);
      // Without an edition the dates stand in nobody's way, of one as of everybody.
      expect(cumple).toBe(all.at(-1));
    }
    return all;
  };
  const [now, before] = [await judged(versionId), await judged(plantilla.versionId)];
  const count = (of: (i: number) => boolean) => claves.filter((_, i) => of(i)).length;
  const { resultado, anterior } = (await call('getSimulacionReglas', { versionId })).ultima;
  expect(anterior).toBe(false);
  expect(ultima.edicion).toBe(null);
  expect(resultado.total).toEqual({
    personas: claves.length,
    elegibles: count((i) => now[i]!),
    aRevision: 0,
    elegiblesAntes: count((i) => before[i]!),
    ganan: 0,
    pierden: count((i) => before[i]! && !now[i]!),
  });
  expect(resultado.total).toMatchObject({ personas: 6, elegibles: 2, elegiblesAntes: 4 });
  expect(resultado.reglas).toMatchObject([
    { clave: 'ventana', sinDato: 6 },
    { clave: 'edad', cumplen: 2, noCumplen: 3, sinDato: 1, pierden: 2 },
    { clave: 'sexo' },
  ]);
  expect(ultima.resultado).toEqual(resultado);

  // In an edition, it says in which.
  const curso = await makeCurso(db);
  const ids = { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() };
  const edicion = await makeEdicion(db, ids);
  await call('startSimulacionReglas', { versionId, edicionId: edicion.id, fecha });
  const enEdicion = (await ended(versionId)).ultima;
  expect(enEdicion.edicion).toContain(edicion.nombre);
  expect(enEdicion.resultado.total).toEqual(resultado.total);

  // What is said of a draft that changed since is said to be of before.
  const { revision } = await call('getVersionPlantilla', { plantillaId: plantilla.id, versionId });
  await call('saveVersionPlantilla', { versionId, revision, definicion: definicion(50) });
  expect((await call('getSimulacionReglas', { versionId })).ultima.anterior).toBe(true);
});

it('is one at a time, whoever asks, and what was given up takes no result with it', async () => {
  const { db } = app.services;
  const otra = await makeCuenta(app, { role: 'Admin' });
  const { versionId } = await makePlantilla(db, { definicion: definicion(18) });
  /** One of another Admin's; nobody runs it: it waits for ever. */
  const pedir = async (creado_en: Date, estado: TrabajoEstado | null) => {
    const trabajo_id = randomUUID();
    const base = { version_id: versionId, revision: 1, comparada_id: null, edicion_id: null };
    const resultado = JSON.stringify(createRecuento([], null).result());
    const done = { terminado_en: creado_en, resultado };
    await db
      .insertInto('simulaciones')
      .values({
        ...base,
        momento: creado_en,
        trabajo_id,
        pedido_por: otra.uid,
        creado_en,
        ...(estado === null && done),
      })
      .execute();
    if (estado === null) return;
    await db
      .insertInto('trabajos_visibles')
      .values({
        id: trabajo_id,
        tipo: SIMULACION,
        propietario: otra.uid,
        titulo: 'Reglas',
        estado,
        datos: '{}',
        total: 6,
        entrega: randomUUID(),
      } as never)
      .execute();
  };
  const seenBy = async (who: { token: string }) =>
    (await app.call('getSimulacionReglas', { versionId }, who)).result;
  await pedir(new Date(0), null);
  // More of them than anybody would look back for.
  for (let i = 1; i <= 12; i++) await pedir(new Date(i), 'cancelado');
  expect(await seenBy(admin)).toMatchObject({
    enCurso: null,
    ultima: { momento: new Date(0).toISOString() },
  });

  await pedir(new Date(13), 'enCola');
  expect((await seenBy(otra)).enCurso).toEqual({ avance: 0, total: 6, propia: true });
  expect((await seenBy(admin)).enCurso).toEqual({ avance: 0, total: 6, propia: false });
  const input = { versionId, edicionId: null, fecha: null };
  const { error } = await app.call('startSimulacionReglas', input, admin);
  expect(error?.details.code).toBe('simulacion-en-curso');
});

it('is nobody else’s than an Admin’s', async () => {
  const escolar = await makeCuenta(app, { role: 'Escolar' });
  const { versionId } = await makePlantilla(app.services.db);
  const input = { versionId, edicionId: null, fecha: null };
  const { error } = await app.call('startSimulacionReglas', input, escolar);
  expect(error?.status).toBe('PERMISSION_DENIED');
});
