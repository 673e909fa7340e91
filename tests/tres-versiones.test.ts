/**
 * Somebody enrols under a version; three more follow, which rename, take away and change what it asked, and a server that
 * starts anew. Whatever shows that inscripción shows what was asked and answered, and its acuse is the same bytes.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acusePdfPath } from '../src/features/inscripciones/routes.ts';
import type { Definicion } from '../src/features/plantillas/contract.ts';
import { fieldsOf } from '../src/features/plantillas/formulario/rules.ts';
import { compareDefiniciones } from '../src/features/plantillas/versiones/comparacion/rules.ts';
import { openTestDatabase } from './database.ts';
import { makeCuenta, signInByWire } from './factories/cuentas.ts';
import { makeOferta } from './factories/ofertas.ts';
import { makePersona } from './factories/personas.ts';
import { DEFINICION, publishSiguiente, RESPUESTAS } from './factories/plantillas.ts';
import { linesOf } from './pdf.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

const AHORA = new Date('2026-11-21T16:00:00.000Z');
const DATA_DIR = mkdtempSync(join(tmpdir(), 'tres-versiones-'));
const SECRET_KEY = randomBytes(32).toString('hex');

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let portal: TestPortal;
let admin: string;
let persona: string;

const start = async (dataDir = DATA_DIR) => {
  portal = await startTestPortal(
    { DATA_DIR: dataDir, SECRET_KEY },
    { jobs: false, dataDir, portal: { database: { ...database, close: async () => {} } } },
  );
  portal.setNow(AHORA);
};
beforeAll(async () => {
  database = await openTestDatabase();
  await start();
});
afterAll(async () => {
  await portal?.stop();
  await database?.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const as = async (email: string, name: string, data: unknown) => {
  const answer = await portal.call(name, data, { token: await signInByWire(portal, email) });
  expect(answer.error).toBeUndefined();
  return answer.result;
};

/** What versions two, three and four change, each from the one before. */
const CHANGES: readonly ((copy: Definicion) => void)[] = [
  (copy) => {
    const perfil = fieldsOf(copy).find(({ clave }) => clave === 'perfil')!;
    Object.assign(perfil, { etiqueta: 'Puesto que ocupa' });
  },
  (copy) => {
    const [, trabajo] = copy.secciones;
    trabajo!.campos = trabajo!.campos.filter(({ clave }) => clave !== 'antiguedad');
    trabajo!.titulo = 'Su empleo';
  },
  (copy) => {
    const [, trabajo] = copy.secciones;
    trabajo!.campos = trabajo!.campos.map((campo) =>
      campo.clave === 'materias'
        ? { clave: 'materias', etiqueta: 'Su materia', tipo: 'texto', obligatorio: false }
        : campo,
    );
    copy.reglas[0]!.descripcion = 'Dentro del periodo.';
    copy.mensajes = { confirmacion: 'Otro mensaje.' };
  },
];

it('an inscripción of three versions ago is shown and printed as it was made', async () => {
  const { db } = portal.services;
  const { plantilla, ids } = await makeOferta(db, { ahora: AHORA });
  admin = (await makeCuenta(portal, { role: 'Admin' })).email;
  persona = (await makeCuenta(portal, { personaId: (await makePersona(db)).id })).email;
  const { folio, clave } = await as(persona, 'submitInscripcion', {
    ...ids,
    version: 1,
    respuestas: RESPUESTAS,
  });
  const [{ id: inscripcionId }] = (await as(admin, 'listInscritos', { plantillaId: plantilla.id }))
    .filas;
  /** All that says what was asked and answered, wherever it is looked at. */
  const shown = async () => {
    const { plantilla: asked, enviada } = await as(persona, 'getInscripcion', ids);
    const { detalle } = (await portal.call('getAcuse', { folio, clave })).result;
    const { secciones } = await as(admin, 'getInscrito', { id: inscripcionId });
    const { items } = await as(persona, 'listMatricula', {});
    const version = await as(admin, 'getVersionPlantilla', {
      plantillaId: plantilla.id,
      versionId: plantilla.versionId,
    });
    return {
      asked: [asked.version, asked.definicion],
      respuestas: enviada.respuestas,
      acuse: [detalle.plantilla, detalle.secciones, detalle.reglas],
      inscritos: secciones,
      matricula: items,
      definicion: version.definicion,
    };
  };
  const pdf = async () => {
    const answer = await fetch(`${portal.url}${acusePdfPath(folio, clave)}`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const [before, bytes] = [await shown(), await pdf()];
  expect(before.asked).toEqual([1, DEFINICION]);

  const token = await signInByWire(portal, admin);
  const asAdmin = (name: string, data: unknown) => portal.call(name, data, { token });
  let desde = plantilla.versionId;
  for (const change of CHANGES) {
    const next = { plantillaId: plantilla.id, desde };
    desde = (await publishSiguiente(asAdmin, next, change)).versionId;
  }
  const last = await as(admin, 'getVersionPlantilla', {
    plantillaId: plantilla.id,
    versionId: desde,
  });
  expect(last.version).toMatchObject({ numero: 4, estado: 'publicada' });
  const said = compareDefiniciones(DEFINICION, last.definicion);
  expect(
    said.map(({ texto, detalles }) => [
      texto,
      ...detalles.map((one) => Object.values(one).join(' | ')),
    ]),
  ).toEqual([
    ['Cambia la sección «Su empleo»:', 'el título | «Su trabajo» | «Su empleo»'],
    ['Se quitó el campo «Años de servicio».', 'Número, obligatorio.'],
    ['Cambia el campo «Puesto que ocupa»:', 'la pregunta | «Perfil» | «Puesto que ocupa»'],
    [
      'Cambia el campo «Su materia»:',
      'la pregunta | «Materias de interés» | «Su materia»',
      'si es obligatorio | sí | no',
      'el tipo de respuesta | «Varias opciones» | «Texto corto»',
      'las opciones | «Amparo», «Penal», «Laboral» | nada',
      'el mínimo | 1 | nada',
      'el máximo | 2 | nada',
    ],
    [
      'Cambia la regla «Dentro del periodo»:',
      'lo que pide | «La inscripción está abierta.» | «Dentro del periodo.»',
    ],
    ['Cambia el mensaje de confirmación:', expect.stringContaining('el texto | «')],
  ]);

  // Another server, which has none of what this one had in memory or in its files.
  expect(await shown()).toEqual(before);
  expect((await pdf()).equals(bytes)).toBe(true);
  await portal.stop();
  await start();
  expect(await shown()).toEqual(before);
  expect((await pdf()).equals(bytes)).toBe(true);
  expect((await linesOf(new Uint8Array(bytes))).join(' ')).toContain('Años de servicio');
});
