/**
 * What `/inscritos` costs with 100,000 inscripciones of one plantilla with 40 questions, on PostgreSQL: a page of the list by
 * each filter (p50 and slowest, as a client waits), and its export to XLSX and CSV: seconds, bytes, and the most memory that the
 * server had, which is started with `--max-old-space-size=256`.
 *
 *   node bench/inscritos.ts --inscritos 100000 --preguntas 40
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { definicionSchema } from '../src/features/plantillas/escritura/contract.ts';
import { EVALUACION } from '../src/features/plantillas/reglas/contract.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal } from '../src/server.ts';
import { insertCuentaVerificada, PASSWORD } from '../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../tests/factories/cursos.ts';
import { DEFINICION, makePlantilla } from '../tests/factories/plantillas.ts';
import { demoClient } from '../tests/faults/demo.ts';
import { freePort, launch, ready } from '../tests/launch.ts';

const { values } = parseArgs({
  options: {
    inscritos: { type: 'string', default: '100000' },
    preguntas: { type: 'string', default: '40' },
    vueltas: { type: 'string', default: '15' },
  },
});
const many = Number(values.inscritos);
const preguntas = Number(values.preguntas);
const vueltas = Number(values.vueltas);
const EMAIL = 'alma@cuentas.example';
const say = (line: string) => process.stdout.write(`${line}\n`);

const postgres = await startPostgres();
if (!postgres) throw new Error('There is no PostgreSQL on this machine.');
const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
const portal = await createPortal(readEnv({ ...env, DEMO: '1', LOG_LEVEL: 'silent' }));
const { db } = portal.services;
await insertCuentaVerificada(db, { email: EMAIL, role: 'Admin' });
const curso = await makeCurso(db);
const campos = Array.from({ length: preguntas }, (_, n) => ({
  ...{ clave: `p${n}`, etiqueta: `Pregunta ${n}`, tipo: 'texto', obligatorio: false },
}));
const otras = [
  { clave: 'anios', etiqueta: 'Años', tipo: 'numero', obligatorio: false },
  {
    ...{ clave: 'area', etiqueta: 'Área', tipo: 'opcion', obligatorio: false },
    opciones: ['comun', 'rara'].map((valor) => ({ valor, etiqueta: valor })),
  },
];
const plantilla = await makePlantilla(db, {
  definicion: definicionSchema.parse({
    ...DEFINICION,
    secciones: [{ clave: 'preguntas', titulo: 'Preguntas', campos: [...campos, ...otras] }],
  }),
});
const edicion = await makeEdicion(
  db,
  { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() },
  { cupo: many, ocupados: many },
);
await portal.stop();

const client = new pg.Client(postgres.url);
await client.connect();
const grupos = await client.query(
  `insert into edicion_grupos (edicion_id, nombre, horario, cupo, orden)
   select $1::uuid, 'Grupo ' || n, '', 30000, n from generate_series(1, 5) n returning id`,
  [edicion.id],
);
const evaluacion = EVALUACION.write({
  versionId: plantilla.versionId,
  version: 1,
  evaluadaEn: new Date().toISOString(),
  hechos: {},
  resultados: [
    {
      ...{ clave: 'ventana', efecto: 'impide', descripcion: 'La inscripción está abierta.' },
      ...{ cumple: true, sinDato: false, detalle: '', mensaje: null, puntos: 0 },
      ...{ condiciones: [], evidencia: {} },
    },
  ],
});
await client.query('set session_replication_role = replica');
await client.query(
  `with gente as (
    insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo, fecha_nacimiento, sexo)
    select 'X' || lpad(n::text, 17, '0'), 'Ana ' || n, 'Pérez', 'Ruiz', 'ANA ' || n || ' PÉREZ RUIZ', '1990-01-01', 'M'
    from generate_series(1, $2::int) n returning id, nombre
  ), g as (select gente.*, row_number() over () as n from gente)
  insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en, grupo_id, evaluacion)
  select g.id, $1::uuid, $3::uuid, case when n % 20 = 0 then 'enRevision' when n % 7 = 0 then 'rechazada' else 'inscrita' end,
    (select jsonb_object_agg('p' || q, 'Respuesta de ' || n || ' a la pregunta ' || q) from generate_series(0, $4::int - 1) q)
      || jsonb_build_object('anios', n % 60, 'area', case when n % 5000 = 0 then 'rara' else 'comun' end),
    now() - (n || ' milliseconds')::interval, ($5::uuid[])[1 + n % 5],
    jsonb_set($6::jsonb, '{resultados,0,cumple}', to_jsonb(n % 50 <> 0))
  from g`,
  [edicion.id, many, plantilla.versionId, preguntas, grupos.rows.map(({ id }) => id), evaluacion],
);
await client.query('set session_replication_role = origin');
await client.query('vacuum analyze');

const port = await freePort();
const server = launch({
  ...env,
  PORT: String(port),
  NODE_OPTIONS: '--max-old-space-size=256',
});
await ready(port);
const { call, signInAs, resultOf } = demoClient(port);
const idToken = await signInAs(EMAIL, PASSWORD);
const ask = (name: string, data: unknown) => resultOf(name, data, idToken);
const mbNow = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1]) /
  1024;

const de = { plantillaId: plantilla.id };
const LISTS: readonly [string, object][] = [
  ['whole', {}],
  ['in review', { estado: 'porDecidir' }],
  ['of a group', { grupoId: grupos.rows[2].id }],
  ['of a rule that was not met', { regla: 'ventana' }],
  ['by a name', { busqueda: 'ana 77777' }],
  ['by a word that nobody has', { busqueda: 'zzyzx' }],
  ['of a common answer', { respuesta: { campo: 'area', es: 'comun' } }],
  ['of one in 5,000', { respuesta: { campo: 'area', es: 'rara' } }],
  ['of a range of numbers', { respuesta: { campo: 'anios', desde: 10, hasta: 12 } }],
  ['of words of an answer', { respuesta: { campo: 'p3', dice: 'de 77777 a' } }],
  ['of words that nobody answered', { respuesta: { campo: 'p3', dice: 'zzyzx' } }],
];
for (const [name, filtros] of LISTS) {
  for (const which of ['first', 'tenth'] as const) {
    let tras: string | null = null;
    const times: number[] = [];
    for (let n = 0; n < (which === 'tenth' ? 10 : 0); n += 1) {
      const page: { siguiente: string | null } = await ask('listInscritos', {
        ...de,
        ...filtros,
        ...(tras && { tras }),
      });
      if (page.siguiente === null) break;
      tras = page.siguiente;
    }
    if (which === 'tenth' && tras === null) continue;
    let rows = 0;
    for (let n = 0; n < vueltas; n += 1) {
      const before = performance.now();
      const page = await ask('listInscritos', { ...de, ...filtros, ...(tras && { tras }) });
      times.push(performance.now() - before);
      rows = page.filas.length;
    }
    times.sort((a, b) => a - b);
    say(
      `${name}, ${which} page (${rows} rows): p50 ${times[Math.floor(vueltas / 2)]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms`,
    );
  }
}

for (const tipo of ['xlsx', 'csv'] as const) {
  const began = performance.now();
  const before = mbNow();
  let most = 0;
  const asked = await ask('startExportacion', { hoja: 'inscritos', tipo, filtros: de });
  for (;;) {
    most = Math.max(most, mbNow());
    // A server that is busy says so: it is asked again.
    const { result } = await call('listTrabajos', {}, idToken);
    const one = result?.trabajos.find(({ id }: { id: string }) => id === asked.trabajo);
    if (one?.terminadoEn) {
      say(`${tipo}: ${one.estado}, ${one.mensaje}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  say(
    `${tipo}: ${((performance.now() - began) / 1000).toFixed(0)} s; ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB of memory`,
  );
}
server.child.kill('SIGTERM');
await server.exit;
await client.end();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
