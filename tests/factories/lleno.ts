import type { TestPortal } from '../portal.ts';
import { makeCuenta } from './cuentas.ts';
import { makeCurso, makeEdicion } from './cursos.ts';
import { makePdf } from './documentos.ts';
import { completeExpediente } from './entradas.ts';
import { makeCurp, makePersona } from './personas.ts';
import { fillPosgradoYSoporte } from './posgrado-y-soporte.ts';

export type Lleno = Awaited<ReturnType<typeof makeCuenta>> & { personaId: string; texto: string };

/** Somebody with a row in every table that names a person or an account; `texto` is in all that can say one. */
export const makeLleno = async (portal: TestPortal, texto: string): Promise<Lleno> => {
  const { db, secrets, storage, database } = portal.services;
  const exec = (text: string, values: unknown[] = []) => database.execute(text, values);
  const curp = makeCurp();
  const persona = await makePersona(db, { clave: curp, curp, nombre: texto });
  const otra = await makePersona(db, { nombre: 'Ajena' });
  const cuenta = await makeCuenta(portal, { personaId: persona.id });
  const { uid, email } = cuenta;
  await completeExpediente(db, persona.id);
  const bytes = new Uint8Array(await makePdf());
  const put = () => storage.kept.put(bytes);
  const take = async (kept: { objeto: string; sha256: string }) => {
    await db.transaction().execute((trx) => storage.kept.take(trx, kept));
    return kept;
  };
  const [uno, dos, tres] = [
    await take(await put()),
    await take(await put()),
    await take(await put()),
  ];
  const { rows: tipos } = await exec(
    "select id from catalogo_items where catalogo = 'tipos-documento' limit 1",
  );
  await exec(
    `insert into documentos (persona_id, tipo_id, version, estado, nombre, objeto, sha256, bytes, content_type, creado_en)
     values ($1, $2, 1, 'pendiente', $3, $4, $5, $6, 'application/pdf', now())`,
    [persona.id, tipos[0]!.id, `Acta de ${texto} 🎓 ñ.pdf`, uno.objeto, uno.sha256, bytes.length],
  );
  await exec(
    `insert into archivos (nombre, objeto, propietario, generation, bytes, content_type, md5, sha256, creado_en, actualizado_en)
     values ($1, $2, $3, 1, $4, 'application/pdf', 'x', $5, now(), now())`,
    [`users/${uid}/${texto}.pdf`, dos.objeto, uid, bytes.length, dos.sha256],
  );
  const curso = await makeCurso(db);
  const { rows: plantillas } = await exec(
    `with p as (insert into plantillas (nombre) values ('P') returning id)
     insert into plantilla_versiones (plantilla_id, numero, estado, definicion, publicada_en)
     select id, 1, 'publicada', '{}', now() from p returning id, plantilla_id`,
  );
  const { id: versionId, plantilla_id: plantillaId } = plantillas[0] as Record<string, string>;
  const { id: edicionId } = await makeEdicion(db, {
    cursoId: curso.id,
    plantillaId: plantillaId as string,
    ahora: new Date(),
  });
  await exec(
    `with i as (insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas)
       values ($1, $6, $7, 'borrador', jsonb_build_object('nota', $2::text)) returning id)
     insert into acuses (folio, clave, inscripcion_id, datos, emitido_en, pdf_objeto, pdf_sha256)
       select $3, $3, id, '{}', now(), $4, $5 from i`,
    [persona.id, texto, `F-${texto}`, tres.objeto, tres.sha256, edicionId, versionId],
  );
  const { rows } = await exec('select id from inscripciones where persona_id = $1', [persona.id]);
  const inscripcionId = rows[0]!.id as string;
  await exec('insert into respuestas_sensibles (inscripcion_id, sellado) values ($1, $2)', [
    inscripcionId,
    secrets.seal(JSON.stringify({ inscripcionId, respuestas: { salud: `sensible ${texto}` } })),
  ]);
  await exec(
    `with m as (insert into mensajes_inscritos (id, plantilla_id, asunto, texto, personas, trabajo_id, pedido_en, pedido_por)
       select gen_random_uuid(), v.plantilla_id, 'Aviso', $2::text, 1, gen_random_uuid(), now(), 'escuela'
       from plantilla_versiones v where v.id = $3 returning id)
     insert into mensajes_destinatarios (mensaje_id, inscripcion_id) select id, $1 from m`,
    [inscripcionId, `Mensaje a ${texto}`, versionId],
  );
  await exec(
    `with s as (insert into edicion_sesiones (edicion_id, fecha, de, a)
       values ($2, '2026-12-02', '09:00', '11:00') returning id)
     insert into asistencias (inscripcion_id, sesion_id, marca) select $1, id, 'asistio' from s`,
    [inscripcionId, edicionId],
  );
  await exec('insert into resultados (inscripcion_id, calificacion) values ($1, 9.5)', [
    inscripcionId,
  ]);
  await exec(
    `with a as (insert into actas (id, edicion_id, folio, version, cerrada_en)
       values (gen_random_uuid(), $2, gen_random_uuid()::text, 1, now())
       on conflict (edicion_id) do update set version = 1 returning id)
     insert into acta_resultados (inscripcion_id, acta_id, resultado, calificacion, version)
       select $1, id, 'acreditada', 9.5, 1 from a`,
    [inscripcionId, edicionId],
  );
  const ids: [string, unknown[]][] = [
    [
      "insert into claves_anteriores (clave, persona_id, datos) values ($2, $1, '{}')",
      [persona.id, `SC${texto}`],
    ],
    [
      `insert into fusiones (anterior_id, persona_id, tomar, motivo, huella, propuesta_por, propuesta_en, vence_en)
       values ($1, $2, '{}', $3, 'h', $4, now(), now() + interval '9 days')`,
      [otra.id, persona.id, texto, uid],
    ],
    [
      "insert into sesiones (id, uid, email, refresh_hash, ip, user_agent, vence_en) values (gen_random_uuid(), $1, $2, $3, '1.1.1.1', $3, now() + interval '1 day')",
      [uid, email, texto],
    ],
    [
      "insert into codigos (hash, tipo, uid, vence_en) values ($2, 'PASSWORD_RESET', $1, now())",
      [uid, `secreto-${texto}`],
    ],
    [
      "insert into aceptaciones (uid, persona_id, documento, version) values ($1, $2, 'aviso', '2026-11')",
      [uid, persona.id],
    ],
    [
      `insert into correcciones (id, persona_id, estado, cambios, antes, motivo, documento_id, pedido_por, creado_en)
       select gen_random_uuid(), $1, 'pendiente', '{}', '{}', $2, id, $3, now() from documentos where persona_id = $1`,
      [persona.id, texto, uid],
    ],
    [
      `insert into excepciones (plantilla_id, regla, descripcion, condicion, persona_id, estado, justificacion,
         documento_id, vence_en, pedido_por, creado_en)
       select p.id, 'edad', 'Edad', '{}', $1, 'pendiente', $2, d.id, now(), $3, now()
       from documentos d, plantillas p where d.persona_id = $1 limit 1`,
      [persona.id, texto, uid],
    ],
    [
      `with l as (insert into listas_personas (plantilla_id, clave, nombre, creado_en)
         select id, gen_random_uuid(), gen_random_uuid(), now() from plantillas limit 1 returning id)
       insert into listas_personas_incluidas (lista_id, persona_id) select id, $1 from l`,
      [persona.id],
    ],
    [
      `insert into tramites_arco (id, folio, derecho, estado, persona_id, uid, nombre, medio, descripcion, registrado_por, recibido_en, vence_en)
       values (gen_random_uuid(), $3, 'acceso', 'recibida', $1, $2, $3, $3, $3, $2, now(), now())`,
      [persona.id, uid, texto],
    ],
    [
      `insert into personas_telefonos (entrada_id, persona_id, numero, hash, vence_en, enviado_en)
       select id, $1, '+525512345678', $2, now(), now() from personas_entradas where persona_id = $1 limit 1`,
      [persona.id, `secreto-${texto}`],
    ],
    [
      'insert into personas_accesibilidad (persona_id, sellado, version, actualizado_en) values ($1, $2, 1, now())',
      [
        persona.id,
        secrets.seal(
          JSON.stringify({
            personaId: persona.id,
            necesidades: { apoyos: [], detalle: `Lo que necesita ${texto}` },
          }),
        ),
      ],
    ],
    [
      `insert into documentos_emitidos (tipo, folio, persona_id, estado, datos, lista, indice, preparado_en, preparado_por, emitido_en, estado_en, diseno_version_id)
       select 'reconocimiento', $2, $1, 'vigente', '{}', 1, floor(random() * 131072), now(), 'x', now(), now(), id
       from diseno_versiones limit 1`,
      [persona.id, `R-${texto}`],
    ],
    [
      `with r as (insert into rutas (clave) values (gen_random_uuid()) returning id), v as (
         insert into ruta_versiones (ruta_id, numero, estado, definicion)
         select id, 1, 'borrador', '{"nombre": "Una ruta"}' from r returning id, ruta_id)
       insert into ruta_personas (ruta_id, version_id, persona_id, origen, comenzada_en)
       select ruta_id, id, $1, 'propia', now() from v`,
      [persona.id],
    ],
    ['insert into codigos_recuperacion (uid, hash) values ($1, $2)', [uid, `secreto-${texto}`]],
    [
      'insert into registros (uid, por_protocolo, huella, nombre) values ($1, false, 1, $2)',
      [uid, texto],
    ],
    [
      'insert into correos_contacto (uid, email, confirmado_en) values ($1, $2, now())',
      [uid, `${texto.toLowerCase()}@otro.example`],
    ],
    [
      "insert into intentos_fallidos (uid, dia, motivo, direccion, dispositivo, veces, primera, ultima) values ($1, current_date, 'contrasena', '2.2.2.2', $2, 1, now(), now())",
      [uid, texto],
    ],
    [
      'insert into vinculaciones (uid, persona_id, nombre, apellido_paterno, apellido_materno) values ($1, $2, $3, $3, $3)',
      [uid, otra.id, texto],
    ],
    [
      "insert into subidas (hash, nombre, propietario, metadata, estado, vence_en) values ($2, $2, $1, '{}', 'activa', now() + interval '1 day')",
      [uid, texto],
    ],
    [
      "insert into trabajos_visibles (id, tipo, propietario, titulo, datos, entrega, estado) values (gen_random_uuid(), 'otro', $1, $2, '{}', gen_random_uuid(), 'terminado')",
      [uid, texto],
    ],
    [
      `insert into trabajos_archivos (objeto, propietario, clase, hoja, nombre, tipo, bytes, sha256, lectura, vence_en)
       values ($2, $1, 'exportacion', 'personas', $2, 'csv', 1, repeat('a', 64), '{}', now() + interval '1 day')`,
      [uid, texto],
    ],
    [
      "insert into correos (id, para, asunto, estado, enviado_en) values (gen_random_uuid(), $1, $2, 'enviado', now())",
      [email, texto],
    ],
    [
      "insert into avisos_elegidos (uid, clase, modo, desde) values ($1, 'documentosPorVencer', 'portal', now())",
      [uid],
    ],
    [
      `insert into notificaciones (id, uid, clase, titulo, enlace, creado_en)
       values (gen_random_uuid(), $1, 'mensajes', $2, '/courses', now())`,
      [uid, texto],
    ],
    ['insert into correos_rechazos (direccion, desde) values ($1, now())', [email]],
    ['insert into calendario_suscripciones (uid, huella, creado_en) values ($1, $1, now())', [uid]],
    [
      'insert into calendario_elegidas (uid, edicion_id) select $1, id from ediciones limit 1',
      [uid],
    ],
    [
      "insert into vistas (uid, lista, nombre, parametros, ocultas) values ($1, 'personas', $2, '', '[]')",
      [uid, texto],
    ],
    [
      `insert into supresiones (tramite_id, categoria, titulo, borradas, conservadas, fundamento, orden)
       select id, 'sesiones', 'Sus sesiones', 1, 0, null, 0 from tramites_arco where persona_id = $1`,
      [persona.id],
    ],
    [
      `insert into copias_datos (persona_id, uid, pedida_por, sha256, bytes, filas, archivos, creado_en, vence_en)
       values ($1, $2, $2, 'x', 1, 1, 1, now() - interval '9 days', now() - interval '2 days')`,
      [persona.id, uid],
    ],
  ];
  for (const [text, values] of ids) await exec(text, values);
  await fillPosgradoYSoporte(
    portal.services,
    { personaId: persona.id, uid, email, texto },
    { edicionId, plantillaId: plantillaId as string, versionId: versionId as string },
  );
  return { ...cuenta, personaId: persona.id, texto };
};
