/** What somebody made unreadable in the database takes no list away: that row is shown as what it is, the others as they are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from './factories/cuentas.ts';
import { type Lleno, makeLleno } from './factories/lleno.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

let portal: TestPortal;
let ana: Lleno;
let admin: { uid: string; token: string };
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  // Of all that is kept of her in a format, her rows say `{}`, which is in none.
  ana = await makeLleno(portal, 'Alma');
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());

const exec = (text: string) => portal.services.database.execute(text);

/** By hand, past what refuses it. */
const plant = async (tabla: string, columna: string, json: string) => {
  await exec(`alter table ${tabla} disable trigger user`);
  await exec(`update ${tabla} set ${columna} = '${json}'`);
  await exec(`alter table ${tabla} enable trigger user`);
};

const LISTAS = [
  ...['listPersonas', 'listCorreccionesPersonas', 'listRutasEditables', 'listSeccionesBiblioteca'],
  ...['listPlantillas', 'listCursos', 'listEdiciones', 'listDisenos', 'listHistorial'],
  ...['listTramitesArco', 'listFusiones', 'listCorreos', 'listPendientes'],
].map((name) => [name, {}] as const);
const PROPIAS = [
  ...['listDocumentosEmitidosPropios', 'listMatricula', 'listRutas', 'listTrabajos', 'listOfertas'],
  ...['listEdicionesOferta', 'listPendientes', 'listTramitesArcoPropios', 'listCopiasDatos'],
].map((name) => [name, {}] as const);

it.each([
  ['correcciones', 'cambios', '["x"]'],
  ['correcciones', 'cambios', '{"apodo": "x"}'],
  ['correcciones', 'antes', 'null'],
  ['vistas', 'ocultas', '3'],
  ['trabajos_visibles', 'datos', 'null'],
  ['historial', 'despues', '3'],
  ['historial', 'antes', '["x"]'],
  ['documentos_emitidos', 'datos', '{"formato": 99}'],
  ['diseno_versiones', 'definicion', '{"formato": 99}'],
  ['ruta_versiones', 'definicion', '{"etapas": 1}'],
  ['ruta_versiones', 'definicion', '3'],
  ['plantilla_versiones', 'definicion', '{"formato": 99}'],
  ['curso_versiones', 'temario', '["x"]'],
])('%s.%s = %s', async (tabla, columna, json) => {
  await plant(tabla, columna, json);
  const { rows } = await exec(`select clave from personas where id = '${ana.personaId}'`);
  const { clave } = rows[0] as { clave: string };
  const edicionId = (await exec('select id from ediciones limit 1')).rows[0]!.id;
  for (const [name, data, who] of [
    ...LISTAS.map((one) => [...one, admin] as const),
    ...PROPIAS.map((one) => [...one, ana] as const),
    ['listVistas', null, ana],
    ['listTrabajos', { todos: true }, admin],
    ['listDocumentosEmitidos', { tipo: 'reconocimiento' }, admin],
    ['listDisenosEmision', { tipo: 'reconocimiento' }, admin],
    ['listDocumentosEmitidosPersona', { clave }, admin],
    ['listCorreccionesPersona', { clave }, admin],
    ['listHistorialPersona', { clave }, admin],
    ['getEdicionOferta', { edicionId }, ana],
    ['getRespuestasSensibles', { clave, motivo: 'Preparar el aula' }, admin],
  ] as const) {
    expect([name, (await portal.call(name, data, who)).error]).toEqual([name, undefined]);
  }
});

it('what could not be told from what it should be is refused by the database itself', async () => {
  for (const [tabla, columna, json] of [
    ['personas_entradas', 'datos', 'null'],
    ['catalogo_items_todos', 'datos', 'null'],
    ['curso_versiones', 'temario', '{}'],
  ] as const) {
    await expect(plant(tabla, columna, json), tabla).rejects.toThrow(/check constraint/);
  }
});
