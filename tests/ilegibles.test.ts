/** What somebody made unreadable in the database takes no list away: that row is shown as what it is, the others as they are. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeCuenta } from './factories/cuentas.ts';
import { type Lleno, makeLleno } from './factories/lleno.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

let portal: TestPortal;
let ana: Lleno;
/** What goes to the log. */
const lines: string[] = [];
let admin: { uid: string; token: string };
beforeAll(async () => {
  const write = fs.writeSync as (fd: number, bytes: Uint8Array) => number;
  vi.spyOn(fs, 'writeSync').mockImplementation((fd: number, bytes: unknown) => {
    if (fd !== 1) return write(fd, bytes as Uint8Array);
    lines.push(String(bytes));
    return (bytes as Uint8Array).length;
  });
  syncBuiltinESMExports();
  portal = await startTestPortal({ LOG_LEVEL: 'debug' }, { jobs: false });
  // Of all that is kept of her in a format, her rows say `{}`, which is in none.
  ana = await makeLleno(portal, 'Alma');
  admin = await makeCuenta(portal, { role: 'Admin' });
  await exec(
    `insert into fusiones_hechas (anterior_id, persona_id, hecha_en, vence_en, cambios, estado)
     values (gen_random_uuid(), '${ana.personaId}', now(), now() + interval '9 days', '{}', 'reversible')`,
  );
  await exec(
    "insert into inscripciones_revisiones (revisado_en, hallazgos, ejemplos) values (now(), 1, '[]')",
  );
});
afterAll(async () => {
  await portal.stop();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

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
  ...['listTramitesArco', 'listFusiones', 'listFusionesHechas', 'listCorreos', 'listPendientes'],
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
  ['cursos', 'temario', '["x"]'],
  ['fusiones_hechas', 'cambios', '["x"]'],
  ['inscripciones_revisiones', 'ejemplos', 'null'],
  ['inscripciones_revisiones', 'ejemplos', '[null]'],
])('%s.%s = %s', async (tabla, columna, json) => {
  await plant(tabla, columna, json);
  const { rows } = await exec(`select clave from personas where id = '${ana.personaId}'`);
  const { clave } = rows[0] as { clave: string };
  const edicionId = (await exec('select id from ediciones limit 1')).rows[0]!.id;
  const { id } = (await exec('select id from cursos limit 1')).rows[0]!;
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
    ['getCursoGuardado', { id }, admin],
    ['getRespuestasSensibles', { clave, motivo: 'Preparar el aula' }, admin],
  ] as const) {
    expect([name, (await portal.call(name, data, who)).error]).toEqual([name, undefined]);
  }
});

it('a course whose syllabus cannot be read is edited, and keeps it until it is written again', async () => {
  await plant('cursos', 'temario', '["x"]');
  const { id } = (await exec('select id from cursos limit 1')).rows[0]!;
  const kept = async () =>
    (await exec(`select temario from cursos where id = '${id}'`)).rows[0]!.temario;
  const { curso } = (await portal.call('getCursoGuardado', { id }, admin)).result;
  expect(curso.datos.temario).toBeNull();
  const save = async (version: number, change: object) => {
    const datos = { ...curso.datos, ...change };
    const { result, error } = await portal.call('saveCurso', { id, version, datos }, admin);
    expect(error).toBeUndefined();
    return result.curso;
  };
  const otro = await save(curso.version, { objetivo: 'Otro' });
  expect([otro.datos.objetivo, otro.datos.temario]).toEqual(['Otro', null]);
  expect(await kept()).toEqual(['x']);
  const temario = [{ titulo: 'La demanda', contenido: '' }];
  const escrito = await save(otro.version, { objetivo: 'Otro', temario });
  expect(await kept()).toEqual(temario);
  expect((await save(escrito.version, { objetivo: 'Más' })).datos.temario).toEqual(temario);
  const { versiones } = (await portal.call('getCursoGuardado', { id }, admin)).result;
  expect(versiones[1].cambios).toEqual(['Se escribió otra vez el temario, que no se podía leer.']);
});

it('of a merge whose changes cannot be read it is said so, and nothing is undone', async () => {
  const { id } = (await exec('select id from fusiones_hechas')).rows[0]!;
  const [a, de] = [ana.personaId, randomUUID()];
  const fila = (tabla: string, llave: string, antes: object) => ({
    ...{ de, a, conocidas: {} },
    filas: [{ tabla, llave, antes, despues: null }],
  });
  for (const cambios of [
    ...[null, 3, {}, ['x'], { de, a, filas: [{}], conocidas: {} }],
    fila('personas_todas', 'x', { clave: '"SC1"' }),
    fila('personas_todas', '["x"]', { clave: '"SC1"' }),
    fila('personas_todas', JSON.stringify([JSON.stringify(de)]), { clave: 'Ana' }),
  ]) {
    await plant('fusiones_hechas', 'cambios', JSON.stringify(cambios));
    for (const [name, data] of [
      ['getFusionHecha', { id }],
      ['undoFusionHecha', { id, motivo: 'Eran dos personas' }],
    ] as const) {
      const { error } = await portal.call(name, data, admin);
      expect([cambios, error?.status]).toEqual([cambios, 'DATA_LOSS']);
    }
  }
  // What is read, of what is not there any more.
  for (const cambios of [
    fila('ya_no', '["1"]', { clave: '"SC1"' }),
    fila('personas_todas', JSON.stringify([JSON.stringify(de)]), { ya_no: '"SC1"' }),
  ]) {
    await plant('fusiones_hechas', 'cambios', JSON.stringify(cambios));
    const { error } = await portal.call('undoFusionHecha', { id, motivo: 'Eran dos' }, admin);
    expect(error?.status).toBe('DATA_LOSS');
  }
});

/** What each kind of reading stumbles on, and who reads it alone. */
const SUYO = ['Xóchitl', 'XOQX850101MDFRPN04', 'xochitl'];
const [NOMBRE, CURP] = SUYO as [string, string];
const DE_ALGUIEN = [
  `{"formato": "${NOMBRE}"}`,
  `{"formato": {"${CURP}": "${NOMBRE}"}}`,
  `{"etapas": "${NOMBRE}", "secciones": {"${CURP}": 1}, "${CURP}": "${NOMBRE}"}`,
  `["${NOMBRE}", {"${CURP}": 1}]`,
  `"${CURP}"`,
];

it.each(DE_ALGUIEN)('no line of the log says what is in %s', async (json) => {
  for (const [tabla, columna] of [
    ...[['correcciones', 'cambios'] as const, ['vistas', 'ocultas'] as const],
    ...[['correcciones', 'antes'] as const, ['trabajos_visibles', 'datos'] as const],
    ...[['historial', 'despues'] as const, ['documentos_emitidos', 'datos'] as const],
    ...[['diseno_versiones', 'definicion'] as const, ['ruta_versiones', 'definicion'] as const],
    ...[['plantilla_versiones', 'definicion'] as const, ['curso_versiones', 'temario'] as const],
    ...[['cursos', 'temario'] as const, ['fusiones_hechas', 'cambios'] as const],
    ...[['inscripciones', 'respuestas'] as const, ['inscripciones', 'evaluacion'] as const],
    ...[['acuses', 'datos'] as const, ['personas_entradas', 'datos'] as const],
    ...[['plantilla_secciones', 'definicion'] as const],
  ]) {
    // What the database itself refuses there is not kept.
    await plant(tabla, columna, json).catch(() => exec(`alter table ${tabla} enable trigger user`));
  }
  await exec(`update respuestas_sensibles set sellado = '${NOMBRE}'`);
  const sealed = portal.services.secrets.seal(json.slice(0, -1));
  await exec(`update personas_accesibilidad set sellado = '${sealed}'`);
  const { rows } = await exec(`select p.clave, i.id as inscripcion, c.folio,
      (select id from correcciones limit 1) as correccion, (select id from documentos_emitidos limit 1) as emitido,
      (select id from fusiones_hechas limit 1) as fusion, (select id from rutas r where exists
        (select from ruta_personas x where x.ruta_id = r.id) limit 1) as ruta,
      (select id from diseno_versiones limit 1) as diseno, e.plantilla_id, i.plantilla_version_id, i.edicion_id, e.curso_id
    from personas p join inscripciones i on i.persona_id = p.id join acuses c on c.inscripcion_id = i.id
      join ediciones e on e.id = i.edicion_id where p.id = '${ana.personaId}'`);
  const de = rows[0]!;
  const motivo = 'Preparar el aula';
  const before = lines.length;
  for (const [name, data, who] of [
    ...[...LISTAS, ...PROPIAS].map((one) => [...one, admin] as const),
    ...PROPIAS.map((one) => [...one, ana] as const),
    ['getAccesibilidadPersona', { clave: de.clave, motivo }, admin],
    ['getAccesibilidadPropia', null, ana],
    ['getRespuestasSensibles', { clave: de.clave, motivo }, admin],
    ['getAcuse', { folio: de.folio, clave: de.folio }, ana],
    ['getApartadosPersona', { clave: de.clave }, admin],
    ['getCorreccionPersona', { id: de.correccion }, admin],
    ['getCursoGuardado', { id: de.curso_id }, admin],
    ['getDocumentoEmitido', { id: de.emitido }, admin],
    ['getFusionHecha', { id: de.fusion }, admin],
    ['getInscrito', { id: de.inscripcion }, admin],
    ['getRuta', { id: de.ruta }, ana],
    ['getRutaEditable', { id: de.ruta }, admin],
    ['getTarjeta', { id: de.emitido }, ana],
    ['getVersionDiseno', { versionId: de.diseno }, admin],
    [
      'getVersionPlantilla',
      { plantillaId: de.plantilla_id, versionId: de.plantilla_version_id },
      admin,
    ],
  ] as const) {
    const { error } = await portal.call(name, data, who);
    expect([name, error?.status]).not.toEqual([name, 'INVALID_ARGUMENT']);
  }
  const said = lines.slice(before);
  expect(said.filter((line) => line.includes('no se puede leer')).length).toBeGreaterThan(4);
  for (const suyo of SUYO) expect(said.filter((line) => line.includes(suyo))).toEqual([]);
  expect(said.filter((line) => line.includes('"msg":"fallo"'))).toEqual([]);
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
