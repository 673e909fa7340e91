import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  AHORA,
  CONVOCATORIAS,
  type EnrolmentApp,
  startEnrolmentApp,
} from '../../../../../tests/factories/app.ts';
import { insertCuentaVerificada } from '../../../../../tests/factories/cuentas.ts';
import { makeActor, makePersona } from '../../../../../tests/factories/personas.ts';
import { RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { conReparto, cupoDe } from '../../../../../tests/factories/reparto.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { excepcionesHandlers } from '../../../plantillas/excepciones/server/handlers.ts';
import { versionesHandlers } from '../../../plantillas/versiones/server/handlers.ts';
import { reviewInscripciones, runRevision } from './service.ts';

const { given } = foldServer(SERVER_FEATURES);
let app: EnrolmentApp;
let edicionId: string;
let grupoId: string;
beforeAll(async () => {
  app = await startEnrolmentApp(
    {},
    {
      handlers: [...excepcionesHandlers(given), ...versionesHandlers(given)],
    },
  );
});
afterAll(() => app.stop());

const rows = async <T>(query: string, params: unknown[] = []) =>
  (await app.services.database.execute(query, params)).rows as T[];
const review = (db: Db = app.db) =>
  reviewInscripciones(db, AHORA, {
    demo: false,
    secrets: app.services.secrets,
    ...CONVOCATORIAS,
  });

/** What is found in a transaction that leaves nothing behind. */
const untilUndone = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
  const trx = await app.db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
};

/** Three seats, one of them men's, a group of nine; five people: two wait. And one edition without anything. */
beforeAll(async () => {
  const offer = await app.offer({
    ...conReparto({ cupos: [cupoDe('H', 1)] }),
    edicion: { cupo: 3 },
  });
  edicionId = offer.edicion.id;
  await app.offer();
  await makePersona(app.db);
  const [grupo] = await rows<{ id: string }>(
    `insert into edicion_grupos (edicion_id, nombre, horario, cupo, orden) values ($1, 'A', '', 9, 1) returning id`,
    [edicionId],
  );
  grupoId = grupo!.id;
  for (const [i, sexo] of (['M', 'M', 'H', 'M', 'H'] as const).entries()) {
    app.setNow(new Date(AHORA.getTime() + i * 1000));
    const actor = makeActor(await makePersona(app.db, { sexo }));
    const data = { ...offer.ids, version: 1, respuestas: RESPUESTAS, grupoId };
    expect((await app.call('submitInscripcion', data, actor)).error).toBeUndefined();
  }
  app.setNow(AHORA);
  await excuse();
});

/**
 * What comes after sending: of three for a seat, the first leaves it, the next is offered it and the last waits; of three that the
 * school looks at, one is accepted, one is refused and one was a draft.
 */
beforeAll(async () => {
  const offer = await app.offer({ ...conReparto({}), edicion: { cupo: 1 } });
  const revisada = await app.offer(
    conReparto({}, [regla(todasDe(hoja('persona.edad', '>=', 90)), { efecto: 'revision' })]),
  );
  let segundos = 10;
  const send = async ({ ids }: typeof offer, borrador = false) => {
    app.setNow(new Date(AHORA.getTime() + segundos++ * 1000));
    const persona = await makePersona(app.db);
    const cuenta = { uid: `envia-${segundos}`, email: `envia${segundos}@correo.example` };
    await insertCuentaVerificada(app.db, { ...cuenta, persona_id: persona.id });
    const actor = makeActor(persona, cuenta);
    const data = { ...ids, respuestas: RESPUESTAS };
    if (borrador) await done('saveBorradorInscripcion', data, actor);
    await done('submitInscripcion', { ...data, version: 1 }, actor);
    const [row] = await rows<{ id: string }>('select id from inscripciones where persona_id = $1', [
      actor.personaId,
    ]);
    return { actor, id: row!.id };
  };
  const primera = await send(offer);
  await send(offer);
  await send(offer);
  await done('withdrawInscripcion', { id: primera.id, motivo: 'No puede.' }, primera.actor);
  const { uid, email } = await insertCuentaVerificada(app.db, { role: 'Admin' });
  const admin = makeActor(await makePersona(app.db), { role: 'Admin', uid, email });
  const mensaje = { id: randomUUID(), asunto: 'Su sede', texto: 'Abre a las 8:00 h.' };
  const a = { filtros: { plantillaId: offer.plantilla.id }, excepto: [] };
  const { trabajo } = await done('sendMensajeInscritos', { ...mensaje, a }, admin);
  await vi.waitUntil(async () => (await app.services.trabajos.find(trabajo))?.terminado_en, {
    timeout: 20_000,
  });
  for (const [decision, motivo] of [
    ['aceptar', ''],
    ['rechazar', 'No es de su materia.'],
  ] as const) {
    const { id } = await send(revisada);
    await done('decideInscripciones', { decision, motivo, parte: { ids: [id] } }, admin);
  }
  await send(revisada, true);
  const { versionId } = await done(
    'createPlantilla',
    { nombre: 'Otra', descripcion: '', desde: offer.plantilla.versionId },
    admin,
  );
  const nota = 'La primera.';
  await done('publishVersionPlantilla', { versionId, revision: 0, nota, desde: null }, admin);
  app.setNow(AHORA);
});

const done = async (name: string, data: unknown, actor: Parameters<typeof app.call>[2]) => {
  const { error, result } = await app.call(name, data, actor);
  expect([name, error]).toEqual([name, undefined]);
  return result;
};

/** Somebody is excused from a rule, as one asks and another approves. */
const excuse = async () => {
  const { plantilla } = await app.offer(
    conReparto({}, [
      regla(todasDe(hoja('persona.edad', '>=', 90)), {
        clave: 'mayor',
        descripcion: 'Noventa años.',
      }),
    ]),
  );
  const persona = await makePersona(app.db);
  const [documento] = await rows<{ id: string }>(
    `insert into documentos (persona_id, tipo_id, version, estado, nombre, objeto, sha256, bytes, content_type, creado_en)
      select $1, id, 1, 'validado', 'a.pdf', 'x', 'x', 1, 'application/pdf', now()
      from catalogo_items where catalogo = 'tipos-documento' limit 1 returning id`,
    [persona.id],
  );
  const [pide, aprueba] = [
    makeActor(await makePersona(app.db), { role: 'Admin' }),
    makeActor(await makePersona(app.db), { role: 'Admin' }),
  ];
  const asked = await app.call(
    'requestExcepcionRegla',
    {
      ...{ versionId: plantilla.versionId, regla: 'mayor', clave: persona.clave },
      justificacion: 'Su experiencia se acredita de otra manera.',
      ...{ documentoId: documento!.id, venceEl: '2026-12-31' },
    },
    pide,
  );
  expect(asked.error).toBeUndefined();
  const { id } = asked.result;
  const decided = await app.call('decideExcepcionRegla', { id, aprueba: true, nota: '' }, aprueba);
  expect(decided.error).toBeUndefined();
};

it('finds nothing where everything agrees, after all that may happen', async () => {
  expect(await review()).toEqual([]);
});

/** Without triggers and without what points to something having to find it. */
const SIN_NADA = 'set local session_replication_role = replica';
const UNO = "(select id from inscripciones where estado = 'inscrita' order by enviada_en limit 1)";
const PRIMERO =
  "(select id from inscripciones where estado = 'enListaDeEspera' order by enviada_en limit 1)";
const SEGUNDO =
  "(select id from inscripciones where estado = 'enListaDeEspera' order by enviada_en offset 1 limit 1)";

it.each([
  ['lugaresDeEdicion', 'update ediciones set ocupados = ocupados - 1 where id = $1'],
  [
    'lugaresDeEdicion',
    `update inscripciones set estado = 'baja' where id = ${UNO} and edicion_id = $1`,
  ],
  ['lugaresDeGrupo', 'update edicion_grupos set ocupados = ocupados - 1 where edicion_id = $1'],
  ['lugaresDeCupo', 'update edicion_cupos set ocupados = 0 where edicion_id = $1'],
  ['lugaresDeCupo', 'delete from edicion_cupos where edicion_id = $1'],
  [
    'sinAcuse',
    `delete from acuses where inscripcion_id = ${UNO} and exists (select from ediciones where id = $1)`,
  ],
  [
    'acuseSinEnvio',
    `with nueva as (insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado)
        select i.persona_id, e.id, i.plantilla_version_id, 'borrador' from inscripciones i, ediciones e
        where i.id = ${UNO} and i.edicion_id = $1 and e.id <> $1 limit 1 returning id)
      insert into acuses (folio, clave, inscripcion_id, datos, emitido_en) select 'X', 'x', id, '{}', now() from nueva`,
  ],
  [
    'ofertaVencida',
    `update inscripciones set lugar_ofrecido_en = timestamptz '${AHORA.toISOString()}' - interval '2 days',
      lugar_vence_en = timestamptz '${AHORA.toISOString()}' - interval '61 minutes' where id = ${PRIMERO} and edicion_id = $1`,
  ],
  [
    'historia',
    `update inscripciones set estado = 'baja' where id = ${PRIMERO} and edicion_id = $1`,
  ],
  [
    'historia',
    `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en)
      select i.persona_id, e.id, i.plantilla_version_id, 'rechazada', now()
      from inscripciones i, ediciones e where i.id = ${PRIMERO} and i.edicion_id = $1 and e.id <> $1 limit 1`,
  ],
  [
    'orden',
    `update inscripciones set lugar_ofrecido_en = now() + interval '1 year', lugar_vence_en = now() + interval '1 year'
      where id = ${SEGUNDO} and edicion_id = $1`,
  ],
  ['fila', 'delete from edicion_filas_cambios where edicion_id = $1'],
  [
    'fila',
    `select fila_plegar($1::uuid);
     update edicion_filas set n = n + 1 where nivel = 0 and edicion_id = $1`,
  ],
  ['filaDeCupo', 'delete from edicion_filas_cupos where edicion_id = $1'],
  ['filaDeCupo', 'update edicion_filas_cupos set puntos = puntos + 1 where edicion_id = $1'],
  [
    'filaDeCupo',
    `insert into edicion_filas_cupos select edicion_id, grupo_id, 'otro', puntos, enviada_en, inscripcion_id
      from edicion_filas_cupos where edicion_id = $1`,
  ],
  ['hueco', 'update ediciones set cupo = cupo + 1 where id = $1'],
  [
    'vivaEnCancelada',
    "update ediciones set cancelada_en = now(), cancelacion_motivo = 'Se canceló.' where id = $1",
  ],
  [
    'cupoSinLugar',
    `update inscripciones set cupo_clave = 'hombres' where id = ${PRIMERO} and edicion_id = $1`,
  ],
  // Counted as they are, and one more than are kept.
  [
    'sobrecupoDeCupo',
    `update inscripciones set cupo_clave = 'hombres' where id = ${UNO} and edicion_id = $1;
     update edicion_cupos set ocupados = 2 where edicion_id = $1`,
  ],
  [
    'sobrecupoDeCupo',
    "update inscripciones set cupo_clave = 'nadie' where cupo_clave = 'hombres' and edicion_id = $1",
  ],
  [
    'recibida',
    `update inscripciones set enviada_en = enviada_en - interval '1 hour' where id = ${SEGUNDO} and edicion_id = $1`,
  ],
  ['malDecidida', `update inscripciones set puntos = 50 where id = ${SEGUNDO} and edicion_id = $1`],
  [
    'malDecidida',
    `update inscripciones set evaluacion = null where id = ${UNO} and edicion_id = $1`,
  ],
  [
    'malDecidida',
    `update inscripciones set plantilla_version_id = (select id from plantilla_versiones where id <> plantilla_version_id limit 1)
      where id = ${UNO} and edicion_id = $1`,
  ],
  [
    'sensibleALaVista',
    `update inscripciones set respuestas = respuestas || '{"cualApoyo": "Silla de ruedas"}' where id = ${UNO} and edicion_id = $1`,
  ],
  ...['{estado,codigo}', '{folio}', '{url}'].map((que): [string, string] => [
    'acuseAlterado',
    `alter table acuses disable trigger acuse_inmutable;
     update acuses set datos = jsonb_set(datos, '${que}', '"inscrita"')
       where inscripcion_id = ${PRIMERO} and exists (select from ediciones where id = $1)`,
  ]),
  [
    'acuseAlterado',
    `alter table acuses disable trigger acuse_inmutable;
     update acuses set folio = 'ZZZZ' || substr(folio, 5) where inscripcion_id = ${PRIMERO}
       and exists (select from ediciones where id = $1)`,
  ],
  ...['{persona,nombreCompleto}', '{curso,nombre}', '{secciones,0,titulo}'].map(
    (que): [string, string] => [
      'envioAlterado',
      `alter table acuses disable trigger acuse_inmutable;
     update acuses set datos = jsonb_set(datos, '${que}', '"OTRA COSA"')
       where inscripcion_id = ${PRIMERO} and exists (select from ediciones where id = $1)`,
    ],
  ),
  [
    'envioAlterado',
    `update inscripciones set respuestas = respuestas || '{"antiguedad": 40}' where id = ${UNO} and edicion_id = $1`,
  ],
  [
    'envioAlterado',
    `update inscripciones set evaluacion = evaluacion || '{"hechos": {}}' where id = ${UNO} and edicion_id = $1`,
  ],
  ...[
    `update inscripciones set evaluacion = '{"formato": 2, "resultados": "x"}' where id = ${UNO} and edicion_id = $1`,
    `update inscripciones set evaluacion = jsonb_set(evaluacion, '{resultados,0,puntos}', '"muchos"') where id = ${UNO} and edicion_id = $1`,
    `update inscripciones set respuestas = '[1]' where id = ${UNO} and edicion_id = $1`,
    `alter table acuses disable trigger acuse_inmutable;
     update acuses set datos = '{"emitidoEn": "ayer", "plantilla": {"version": "una"}}'
       where inscripcion_id = ${UNO} and exists (select from ediciones where id = $1)`,
  ].flatMap((planted): [string, string][] => [
    ['envioAlterado', planted],
    // The same of one of before digests.
    [
      'ilegible',
      `${planted}; alter table historial disable trigger historial_inmutable;
       update historial set despues = despues - 'huella' where entidad_id = ${UNO}::text`,
    ],
  ]),
  ...['[]', '{"secciones": 1, "reparto": {"cupos": 3}}'].map((definicion): [string, string] => [
    'ilegible',
    `alter table plantilla_versiones disable trigger plantilla_version_inmutable;
     update plantilla_versiones set definicion = '${definicion}' where exists (select from ediciones where id = $1)`,
  ]),
  ...[
    `update inscripciones set edicion_id = (select id from ediciones where id <> $1 limit 1), grupo_id = null where id = ${PRIMERO}`,
    `update inscripciones set cupos = '{otro}' where id = ${PRIMERO} and edicion_id = $1`,
    `alter table acuses disable trigger acuse_inmutable;
     update inscripciones set enviada_en = enviada_en - interval '1 microsecond' where id = ${SEGUNDO} and edicion_id = $1;
     update acuses a set emitido_en = i.enviada_en from inscripciones i where i.id = a.inscripcion_id`,
  ].map((planted): [string, string] => ['envioAlterado', planted]),
  [
    'acuseSinEnvio',
    `alter table inscripciones disable trigger paso_legal;
     update inscripciones set estado = 'borrador' where id = ${PRIMERO} and edicion_id = $1`,
  ],
  [
    'historiaRota',
    `alter table historial disable trigger historial_inmutable;
     update inscripciones set estado = 'baja', baja_motivo = 'x' where id = ${SEGUNDO} and edicion_id = $1;
     update historial h set accion = 'inscripcion.darDeBaja', antes = '{"estado": "enListaDeEspera"}', despues = '{"estado": "baja", "motivo": "x"}'
       from inscripciones i where i.id::text = h.entidad_id and i.estado = 'baja'`,
  ],
  [
    'resultadoCambiado',
    `update inscripciones set estado = 'acreditada' where id = ${UNO} and edicion_id = $1`,
  ],
  [
    'perdida',
    `delete from acuses where inscripcion_id = ${PRIMERO}; delete from inscripciones where id = ${PRIMERO} and edicion_id = $1`,
  ],
  [
    'deOtraPersona',
    `update inscripciones set persona_id = (select id from personas_todas where id not in (select persona_id from inscripciones) limit 1)
       where id = ${PRIMERO} and edicion_id = $1`,
  ],
  [
    'plazoCambiado',
    `update inscripciones set lugar_ofrecido_en = now(), lugar_vence_en = '2027-01-01T00:00:00Z' where id = ${PRIMERO} and edicion_id = $1;
     insert into historial (momento, accion, entidad, entidad_id, despues, cadena, eslabon, hash, firma, emisor, numero)
       select momento, 'inscripcion.ofrecerLugar', entidad, entidad_id, '{"venceEn": "2026-12-31T00:00:00.000Z"}',
         cadena, eslabon + 1000, hash, firma, emisor, numero from historial where entidad_id = ${PRIMERO}::text`,
  ],
  [
    'motivoCambiado',
    `update inscripciones set estado = 'baja', baja_motivo = 'Otro motivo.' where id = ${SEGUNDO} and edicion_id = $1;
     insert into historial (momento, accion, entidad, entidad_id, antes, despues, cadena, eslabon, hash, firma, emisor, numero)
       select h.momento, 'inscripcion.darDeBaja', h.entidad, h.entidad_id, '{"estado": "enListaDeEspera"}',
         '{"estado": "baja", "motivo": "El suyo."}', h.cadena, h.eslabon + 1000, h.hash, h.firma, h.emisor, h.numero
       from historial h join inscripciones i on i.id::text = h.entidad_id where i.estado = 'baja'`,
  ],
  [
    'selladaRota',
    `update respuestas_sensibles set sellado = (select r.sellado from respuestas_sensibles r where r.inscripcion_id = ${SEGUNDO})
       where inscripcion_id = ${PRIMERO} and exists (select from ediciones where id = $1)`,
  ],
  [
    'selladaRota',
    `update respuestas_sensibles set sellado = reverse(sellado) where inscripcion_id = ${UNO} and exists (select from ediciones where id = $1)`,
  ],
  [
    'sensiblesAlteradas',
    `delete from respuestas_sensibles where inscripcion_id = ${UNO} and exists (select from ediciones where id = $1)`,
  ],
  [
    'sensiblesAlteradas',
    `update respuestas_sensibles set sellado = 'AAAA' where inscripcion_id = ${UNO} and exists (select from ediciones where id = $1)`,
  ],
  ...[
    "vence_en = vence_en + interval '1 year'",
    "decidido_por = 'otra'",
    'persona_id = (select id from personas_todas where id <> persona_id limit 1)',
  ].map((change): [string, string] => [
    'excepcionCambiada',
    `update excepciones set ${change} where exists (select from ediciones where id = $1)`,
  ]),
  [
    'excepcionCambiada',
    `alter table historial disable trigger historial_inmutable;
     delete from historial where accion = 'excepcion.aprobar' and exists (select from ediciones where id = $1)`,
  ],
  [
    'pdfCambiado',
    `insert into historial (momento, accion, entidad, entidad_id, despues, cadena, eslabon, hash, firma, emisor, numero)
       select h.momento, 'acuse.hacerPdf', 'acuse', a.folio, jsonb_build_object('sha256', repeat('a', 64)),
         h.cadena, h.eslabon + 1000, h.hash, h.firma, h.emisor, h.numero
       from historial h join acuses a on a.inscripcion_id::text = h.entidad_id where a.inscripcion_id = ${PRIMERO};
     update acuses set pdf_sha256 = repeat('b', 64) where exists (select from ediciones where id = $1)`,
  ],
  [
    'historiaRota',
    `insert into historial (momento, accion, entidad, entidad_id, antes, despues, cadena, eslabon, hash, firma, emisor, numero)
      select momento, 'inscripcion.darDeBaja', entidad, entidad_id, '{"estado": "enRevision"}', '{"estado": "enListaDeEspera"}',
        cadena, eslabon + 1000, hash, firma, emisor, numero from historial
      where entidad_id = ${PRIMERO}::text and exists (select from ediciones where id = $1)`,
  ],
  ...[
    `update inscripciones set edicion_id = gen_random_uuid() where id = ${PRIMERO}`,
    `update inscripciones set plantilla_version_id = gen_random_uuid() where id = ${PRIMERO}`,
    `update inscripciones set persona_id = gen_random_uuid() where id = ${PRIMERO}`,
    `update inscripciones set grupo_id = gen_random_uuid() where id = ${PRIMERO}`,
    `delete from inscripciones where id = ${PRIMERO}`,
    'delete from ediciones where id = $1',
    `delete from plantilla_versiones where id = (select plantilla_version_id from inscripciones where id = ${UNO})`,
    `delete from personas_todas where id = (select persona_id from inscripciones where id = ${UNO})`,
    'update edicion_grupos set edicion_id = (select id from ediciones where id <> $1 limit 1) where edicion_id = $1',
  ].map((planted): [string, string] => ['huerfana', `${SIN_NADA}; ${planted}`]),
  ...[
    `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en)
      select i.persona_id, (select id from ediciones where id <> $1 limit 1), i.plantilla_version_id, 'borrador', now()
      from inscripciones i where i.id = ${PRIMERO}`,
    `update inscripciones set enviada_en = null where id = ${UNO}`,
    "update inscripciones set baja_en = null where estado = 'baja'",
    `update inscripciones set baja_en = now() where id = ${UNO}`,
    `update inscripciones set decision_motivo = 'Otro.' where id = ${UNO}`,
    `alter table inscripciones drop constraint inscripciones_lugar_ofrecido;
     update inscripciones set lugar_ofrecido_en = now() where id = ${PRIMERO}`,
    `alter table inscripciones drop constraint inscripciones_ofrecido_espera;
     update inscripciones set lugar_ofrecido_en = now(), lugar_vence_en = now() + interval '1 day' where id = ${UNO}`,
    'update inscripciones set lugar_ofrecido_en = lugar_vence_en where lugar_vence_en is not null',
    // Counted as it is, of somebody whose it is not.
    `update inscripciones set cupo_clave = null where cupo_clave is not null and edicion_id = $1;
     update inscripciones set cupo_clave = 'hombres' where id = ${UNO}`,
  ].map((planted): [string, string] => ['marcas', `${SIN_NADA}; ${planted}`]),
  ...[
    "update inscripciones set decidida_en = null where estado = 'rechazada'",
    `update inscripciones set decidida_en = now() where id = ${UNO}`,
  ].map((planted): [string, string] => ['decisionCambiada', `${SIN_NADA}; ${planted}`]),
  [
    'plazoCambiado',
    `${SIN_NADA}; update inscripciones set lugar_ofrecido_en = now(), lugar_vence_en = now() + interval '1 day' where id = ${PRIMERO}`,
  ],
  ['plazoCambiado', `${SIN_NADA}; delete from historial where accion = 'inscripcion.ofrecerLugar'`],
  [
    'historiaRota',
    `insert into historial (momento, accion, entidad, entidad_id, despues, cadena, eslabon, hash, firma, emisor, numero)
      select momento, accion, entidad, entidad_id, despues, cadena, eslabon + 1000, hash, firma, emisor, numero from historial
      where entidad_id = ${UNO}::text and despues ? 'folio'`,
  ],
  // A step that there is not.
  [
    'historiaRota',
    `insert into historial (momento, accion, entidad, entidad_id, antes, despues, cadena, eslabon, hash, firma, emisor, numero)
      select momento, 'inscripcion.vencer', entidad, entidad_id, '{"estado": "inscrita"}', '{"estado": "vencida"}',
        cadena, eslabon + 1000, hash, firma, emisor, numero from historial
      where entidad_id = ${UNO}::text and despues ? 'folio'`,
  ],
  [
    'esperaTerminada',
    "update ediciones set inicia = '2020-01-01', termina = '2020-02-01' where id = $1",
  ],
  ...[1, 4].map((nivel): [string, string] => [
    'fila',
    `select fila_plegar($1::uuid); delete from edicion_filas where nivel = ${nivel} and edicion_id = $1`,
  ]),
  [
    'pdfCambiado',
    `update acuses set pdf_sha256 = repeat('b', 64), pdf_objeto = 'x' where inscripcion_id = ${UNO}`,
  ],
  [
    'sinAcuse',
    `${SIN_NADA}; update inscripciones set evaluacion = null where id = ${UNO};
     delete from acuses a using inscripciones i where i.id = a.inscripcion_id and i.evaluacion is null`,
  ],
  ['deOtraPersona', `${SIN_NADA}; update historial set persona_id = null where despues ? 'folio'`],
  [
    'hueco',
    `${SIN_NADA}; update inscripciones set estado = 'baja', cupo_clave = null where cupo_clave = 'hombres' and edicion_id = $1;
     update ediciones set ocupados = ocupados - 1 where id = $1; update edicion_cupos set ocupados = 0 where edicion_id = $1;
     update edicion_grupos set ocupados = ocupados - 1 where edicion_id = $1`,
  ],
  [
    'versionAlterada',
    `${SIN_NADA}; update plantilla_versiones set definicion = jsonb_set(definicion, '{secciones,0,titulo}', '"OTRA COSA"')
      where id::text in (select entidad_id from historial where accion = 'version.publicar')`,
  ],
  ...[
    'delete from correos',
    // Of one of them, which was still to go out or had gone out.
    `delete from correos where id::text = (select despues #>> '{correos,0}' from historial
      where accion = 'inscripcion.esperar' order by id limit 1)`,
    `delete from correos where id::text = (select despues #>> '{correos,0}' from historial where accion = 'inscripcion.ofrecerLugar')`,
    "update historial set despues = despues || '{\"correos\": []}' where despues ? 'folio'",
    `update correos c set contenido = o.contenido from correos o
      where c.id <> o.id and c.contenido -> 'ficha' ? 'folio' and o.contenido -> 'ficha' ? 'folio'`,
  ].map((planted): [string, string] => ['correoPerdido', `${SIN_NADA}; ${planted}`]),
  // A seat of a quota that is everybody's, and the other way round, with all counts as they are then; and as if it had been so when it was taken.
  ...[
    `update inscripciones set cupo_clave = null where cupo_clave = 'hombres' and edicion_id = $1;
     update edicion_cupos set ocupados = 0 where edicion_id = $1`,
    `update inscripciones set cupo_clave = null, cupo_tomado = '' where cupo_clave = 'hombres' and edicion_id = $1;
     update edicion_cupos set ocupados = 0 where edicion_id = $1`,
    `update inscripciones set cupo_tomado = 'otro' where cupo_clave = 'hombres' and edicion_id = $1`,
  ].map((planted): [string, string] => ['cupoCambiado', `${SIN_NADA}; ${planted}`]),
  [
    'circuitoCambiado',
    `update inscripciones set circuito_id = (select id from catalogo_items_todos where catalogo = 'circuitos' limit 1)
      where id = ${UNO} and edicion_id = $1`,
  ],
  ...[
    "update inscripciones set baja_en = baja_en + interval '1 day' where estado = 'baja'",
    "update inscripciones set lugar_ofrecido_en = lugar_ofrecido_en - interval '1 second' where lugar_vence_en is not null",
    "update inscripciones set decidida_en = decidida_en + interval '1 hour' where estado = 'rechazada'",
  ].map((planted): [string, string] => ['fechaCambiada', `${SIN_NADA}; ${planted}`]),
  ...[
    "update inscripciones set baja_en = enviada_en - interval '1 hour' where estado = 'baja'",
    `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, puntos)
      select i.persona_id, (select id from ediciones where id <> $1 limit 1), i.plantilla_version_id, 'borrador', 5
      from inscripciones i where i.id = ${PRIMERO}`,
  ].map((planted): [string, string] => ['marcas', `${SIN_NADA}; ${planted}`]),
  ...['regla', 'condicion', 'justificacion'].map((columna): [string, string] => [
    'excepcionCambiada',
    `update excepciones set ${columna} = 'otra' where exists (select from ediciones where id = $1)`,
  ]),
  ...[
    'delete from mensajes_destinatarios',
    'update mensajes_destinatarios set atendido_en = null, correos = null',
    "delete from historial where accion = 'inscripcion.escribir'",
  ].map((planted): [string, string] => ['mensajeCambiado', `${SIN_NADA}; ${planted}`]),
  // These two the database itself refuses: without what makes it do so.
  [
    'sobrecupo',
    'alter table ediciones drop constraint ediciones_check2; update ediciones set cupo = 2 where id = $1',
  ],
  [
    'dobles',
    `drop index inscripciones_viva;
     insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, enviada_en)
       select persona_id, edicion_id, plantilla_version_id, estado, enviada_en from inscripciones
       where id = ${PRIMERO} and edicion_id = $1`,
  ],
])('finds what was planted: %s (%s)', async (clave, planted) => {
  const found = await untilUndone(async (trx) => {
    for (const statement of planted.split(';')) {
      await sql.raw(statement.replaceAll('$1', `'${edicionId}'`)).execute(trx);
    }
    return review(trx);
  });
  expect(found.map((one) => one.clave)).toContain(clave);
});

it.each([
  [
    'a letter that was taken off the queue',
    `insert into historial (momento, accion, entidad, entidad_id, cadena, eslabon, hash, firma, emisor, numero)
      select h.momento, 'correo.descartar', 'correo', h.despues #>> '{correos,0}', h.cadena, h.eslabon + 1000, h.hash, h.firma,
        h.emisor, h.numero from historial h where h.despues ? 'folio' and h.entidad_id = ${UNO}::text;
    delete from correos where id::text = (select despues #>> '{correos,0}' from historial
      where despues ? 'folio' and entidad_id = ${UNO}::text)`,
  ],
  [
    'letters that went out long ago',
    "update historial set momento = momento - interval '40 days'; delete from correos",
  ],
  [
    'whoever changed their employment since',
    `insert into personas_entradas (id, persona_id, apartado, datos)
      select gen_random_uuid(), i.persona_id, 'empleo', jsonb_build_object('organo', c.id, 'desde', '2020-01-01')
      from inscripciones i, catalogo_items_todos c where i.id = ${UNO} and c.catalogo = 'circuitos' limit 1`,
  ],
  [
    'what was recorded before it said so',
    `update historial set despues = despues - 'cupo' - 'correos' - 'en'
      where entidad = 'inscripcion'; update inscripciones set cupo_tomado = null; delete from correos`,
  ],
  [
    'a seat of another quota than was decided, while others took that one',
    `update historial set despues = despues || '{"cupo": "hombres"}'
      where despues ? 'cupo' and entidad_id = ${UNO}::text; update inscripciones set cupo_tomado = '' where id = ${UNO}`,
  ],
])('is not a fault: %s', async (_what, planted) => {
  const found = await untilUndone(async (trx) => {
    await sql.raw(SIN_NADA).execute(trx);
    for (const statement of planted.split(';')) await sql.raw(statement).execute(trx);
    return review(trx);
  });
  expect(found).toEqual([]);
});

it('an offer that has just ended is not a fault: the next round of the lines takes it back', async () => {
  const found = await untilUndone(async (trx) => {
    await sql
      .raw(`update inscripciones set lugar_ofrecido_en = timestamptz '${AHORA.toISOString()}' - interval '2 days',
        lugar_vence_en = timestamptz '${AHORA.toISOString()}' - interval '59 minutes' where id = ${PRIMERO}`)
      .execute(trx);
    return review(trx);
  });
  expect(found.map((one) => one.clave)).not.toContain('ofertaVencida');
});

it('tells the Admins by mail and on their home, until a night finds nothing', async () => {
  await insertCuentaVerificada(app.db, { email: 'admin@correo.example', role: 'Admin' });
  await actAsSystem(() => runRevision(app.con));
  expect((await app.mails()).filter(({ to }) => to === 'admin@correo.example')).toEqual([]);
  await rows('update ediciones set ocupados = 0 where id = $1', [edicionId]);
  const found = await actAsSystem(() => runRevision(app.con));
  expect(found.map(({ clave }) => clave)).toContain('lugaresDeEdicion');
  const [mail] = (await app.mails()).filter(({ to }) => to === 'admin@correo.example');
  expect(mail!.text).toContain('dice 0 lugares ocupados y son 3');
});
