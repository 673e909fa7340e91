/** Lists of people over HTTP: uploaded, matched, asked for by rules, and taken away. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { DEFINICION, makePlantilla } from '../../../../../tests/factories/plantillas.ts';
import { hoja, ningunaDe, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { uploadHoja } from '../../../../../tests/importar.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { evaluateReglas } from '../../reglas/rules.ts';
import { loadHechos } from '../../reglas/server/service.ts';
import { insertVersion } from '../../server/data.ts';
import { LISTA_PERSONAS } from '../rules.ts';
import { listasHechos } from './service.ts';

let portal: TestPortal;
let admin: Awaited<ReturnType<typeof makeCuenta>>;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal?.stop());

const ok = async (name: string, data: unknown) => {
  const { result, error } = await portal.call(name, data, admin);
  expect(error, JSON.stringify(error)).toBeUndefined();
  return result;
};
const makeLista = async (nombre: string) => {
  const plantilla = await makePlantilla(portal.services.db);
  const lista = await ok('createListaPersonas', { plantillaId: plantilla.id, nombre });
  return { plantilla, ...lista } as { plantilla: typeof plantilla; id: string; clave: string };
};
const upload = (id: string, rows: readonly (readonly (string | null)[])[]) =>
  uploadHoja(portal, `${LISTA_PERSONAS}-${id}`, [['CURP', 'Correo de la cuenta'], ...rows], admin);
const only = async (plantillaId: string) =>
  (await ok('listListasPersonas', { plantillaId })).listas[0];

/** What «is in the list» and «is in none of it» come to, of each of these people, alone and together. */
const verdicts = async (clave: string, personas: readonly string[]) => {
  const field = `lista.incluye:${clave}`;
  const reglas = [
    regla(todasDe(hoja(field, '=', true)), { clave: 'esta' }),
    regla(ningunaDe(hoja(field, '=', true)), { clave: 'noEsta' }),
  ];
  const ahora = new Date();
  const casos = personas.map((personaId) => ({ personaId, edicionId: null }));
  const ask = { fields: [field], ahora };
  const { db } = portal.services;
  const all = await loadHechos(db, [listasHechos], { ...ask, casos });
  const said: (boolean | null)[][] = [];
  for (const caso of casos) {
    const alone = await loadHechos(db, [listasHechos], { ...ask, casos: [caso] });
    expect(alone(caso)).toEqual(all(caso));
    const results = evaluateReglas(reglas, all(caso), ahora);
    said.push(results.map(({ cumple, sinDato }) => (sinDato ? null : cumple)));
  }
  return said;
};

it('is filled in from a file: by CURP, key or address; who is nobody is said and left out', async () => {
  const { db } = portal.services;
  const [una, otra, fuera] = [await makePersona(db), await makePersona(db), await makePersona(db)];
  const conCuenta = await makeCuenta(portal, { personaId: otra.id });
  const { id, clave, plantilla } = await makeLista('Convocatoria 2026');
  const ids = [una.id, otra.id, fuera.id];
  // Nobody uploaded anything: nobody knows, and nobody passes, whichever way it is asked.
  expect(await verdicts(clave, ids)).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect(await only(plantilla.id)).toMatchObject({ personas: 0, cargadaEn: null });

  const file = await upload(id, [
    [una.clave, null],
    [null, conCuenta.email],
    ['GARM920315MDFRRN08', null],
    [null, 'nadie@correo.example'],
  ]);
  expect(await file.preview()).toMatchObject({
    errores: 0,
    avisos: 2,
    cifras: { nuevas: 2, cambiadas: 0 },
  });
  expect(await file.run()).toMatchObject({ estado: 'terminado' });
  expect(await only(plantilla.id)).toMatchObject({ personas: 2, cargadaEn: expect.any(String) });
  expect(await verdicts(clave, ids)).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  const rows = await db
    .selectFrom('historial')
    .select(['entidad_id', 'persona_id'])
    .where('accion', '=', 'listaPersonas.incluir')
    .execute();
  expect(rows.map((row) => row.persona_id).sort()).toEqual([una.id, otra.id].sort());

  // Again: they are in it already.
  const again = await upload(id, [[una.clave, null]]);
  expect(await again.preview()).toMatchObject({ cifras: { nuevas: 0, sinCambio: 1 } });
  await ok('resetListaPersonas', { id, motivo: 'Cambió la convocatoria.' });
  // Emptied by somebody, it says that nobody is in it.
  expect(await verdicts(clave, [una.id])).toEqual([[false, true]]);
});

it('two that say otherwise are refused, and nobody puts themselves in', async () => {
  const { db } = portal.services;
  const [una, otra] = [await makePersona(db), await makePersona(db)];
  const cuenta = await makeCuenta(portal, { personaId: otra.id });
  const { id } = await makeLista('De dos');
  expect(await (await upload(id, [[una.clave, cuenta.email]])).preview()).toMatchObject({
    errores: 1,
  });
  const mine = await makePersona(db);
  await db
    .updateTable('cuentas')
    .set({ persona_id: mine.id })
    .where('uid', '=', admin.uid)
    .execute();
  expect(await (await upload(id, [[mine.clave, null]])).preview()).toMatchObject({ errores: 1 });
});

it('is not taken away while a rule names it, and names are not repeated', async () => {
  const { id, clave, plantilla } = await makeLista('Con regla');
  const repeated = { plantillaId: plantilla.id, nombre: 'con REGLA' };
  expect((await portal.call('createListaPersonas', repeated, admin)).error?.details?.code).toBe(
    'lista-repetida',
  );
  const found = await ok('listOpcionesRegla', { acervo: 'listas', busqueda: 'con regla' });
  expect(found.opciones).toMatchObject([{ valor: clave, etiqueta: 'Con regla' }]);
  const pide = regla(todasDe(hoja(`lista.incluye:${clave}`, '=', true)), { clave: 'lista' });
  const { db } = portal.services;
  const { id: versionId } = await db.transaction().execute((trx) =>
    insertVersion(trx, {
      plantillaId: plantilla.id,
      definicion: { ...DEFINICION, reglas: [...DEFINICION.reglas, pide] },
    }),
  );
  const refused = await portal.call('deleteListaPersonas', { id }, admin);
  expect(refused.error?.details?.code).toBe('lista-en-uso');
  await ok('discardVersionPlantilla', { versionId });
  await ok('deleteListaPersonas', { id });
  expect((await ok('listListasPersonas', { plantillaId: plantilla.id })).listas).toEqual([]);
});

it('is an Admin’s', async () => {
  const escolar = await makeCuenta(portal, { role: 'Escolar' });
  const { id, plantilla } = await makeLista('De nadie más');
  const ask = { plantillaId: plantilla.id };
  expect((await portal.call('listListasPersonas', ask, escolar)).error?.status).toBe(
    'PERMISSION_DENIED',
  );
  const file = await uploadHoja(portal, `${LISTA_PERSONAS}-${id}`, [['CURP']], escolar);
  expect(file.error?.status).toBe('PERMISSION_DENIED');
});
