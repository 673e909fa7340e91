import type { Services } from '../../src/platform/server/services.ts';

type Whose = { personaId: string; uid: string; email: string; texto: string };

/** A row in every table of posgrado and of soporte that leads to that person; `texto` is in all that can say one. */
export const fillPosgradoYSoporte = async (
  { database }: Services,
  { personaId, uid, email, texto }: Whose,
  { edicionId, plantillaId, versionId }: Record<'edicionId' | 'plantillaId' | 'versionId', string>,
): Promise<void> => {
  const insert = async (text: string, values: unknown[]): Promise<string> => {
    const { rows } = await database.execute(`${text} returning id`, values);
    return rows[0]!.id as string;
  };
  const run = (text: string, values: unknown[]) => database.execute(text, values);
  const convocatoria = await insert(
    `insert into convocatorias (edicion_id, estado, presolicitud_plantilla_id, presolicitud_abre, presolicitud_cierra,
       solicitud_abre, solicitud_cierra, recomendaciones_cierra, resultados_en, bases, creada_por, creado_en, actualizado_en)
     values ($1, 'borrador', $2, now(), now() + interval '1 day', now(), now() + interval '1 day', now(), now(), '{}', 'escuela', now(), now())`,
    [edicionId, plantillaId],
  );
  const etapa = await insert(
    `insert into convocatoria_etapas (convocatoria_id, orden, tipo, nombre, peso) values ($1, 1, 'rubrica', 'Expediente', 100)`,
    [convocatoria],
  );
  const presolicitud = await insert(
    `insert into presolicitudes (persona_id, convocatoria_id, estado, respuestas, enviada_en, creado_en, actualizado_en)
     values ($1, $2, 'enviada', jsonb_build_object('motivos', $3::text), now(), now(), now())`,
    [personaId, convocatoria, texto],
  );
  const solicitud = await insert(
    `insert into solicitudes (persona_id, convocatoria_id, presolicitud_id, folio, estado, respuestas, enviada_en, creado_en, actualizado_en)
     values ($1, $2, $3, 'S-' || $4::text, 'enviada', jsonb_build_object('tema', $4::text), now(), now(), now())`,
    [personaId, convocatoria, presolicitud, texto],
  );
  const envio = (column: string, of: string) =>
    insert(
      `insert into posgrado_envios (${column}, numero, version_id, respuestas, evaluacion, enviado_en)
       values ($1, 1, $2, jsonb_build_object('motivos', $3::text), '{}', now())`,
      [of, versionId, texto],
    );
  await envio('presolicitud_id', presolicitud);
  await run(
    `insert into acuses (folio, clave, envio_id, datos, emitido_en) values ($1, $1, $2, '{}', now())`,
    [`P-${texto}`, await envio('solicitud_id', solicitud)],
  );
  await run(
    `insert into observaciones (presolicitud_id, estado, ronda, requisito, titulo, texto, creada_por, creado_en)
     values ($1, 'pendiente', 1, 'titulo', 'Título', $2, 'escuela', now())`,
    [presolicitud, texto],
  );
  await run(
    `insert into requisitos_validados (presolicitud_id, envio_numero, requisito, validado_por, creado_en)
     values ($1, 1, 'titulo', 'escuela', now())`,
    [presolicitud],
  );
  await run(
    `insert into reconsideraciones (presolicitud_id, estado, motivo, pedida_por, creado_en)
     values ($1, 'pendiente', $2, 'escuela', now())`,
    [presolicitud, texto],
  );
  await run(
    `insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
     values ($1, 'porInvitar', $2, $3, 'Tribunal', 'Jefatura', now(), now())`,
    [solicitud, texto, email],
  );
  const evaluador = await insert(
    `insert into evaluadores (convocatoria_id, persona_id, nombrado_por, creado_en) values ($1, $2, 'escuela', now())`,
    [convocatoria, personaId],
  );
  await run(
    `insert into impedimentos (evaluador_id, solicitud_id, estado, tipo, detalle, creado_en)
     values ($1, $2, 'vigente', 'mismaPersona', $3, now())`,
    [evaluador, solicitud, texto],
  );
  await run(
    `insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, creado_en, actualizado_en)
     values ($1, $2, $3, 'pendiente', now(), now())`,
    [etapa, evaluador, solicitud],
  );
  const muestra = await insert(
    `insert into calibracion_muestras (etapa_id, orden, titulo, contenido, creado_en) values ($1, 1, 'Muestra', 'Texto', now())`,
    [etapa],
  );
  await run(
    `insert into calibracion_dictamenes (muestra_id, evaluador_id, dictamen, creado_en) values ($1, $2, '{"criterios": {}}', now())`,
    [muestra, evaluador],
  );
  const examen = await insert(
    `insert into examenes (etapa_id, numero, motivo, importado_por, creado_en) values ($1, 1, 'Primera', 'escuela', now())`,
    [etapa],
  );
  await run('insert into examen_puntos (examen_id, solicitud_id, puntos) values ($1, $2, 8750)', [
    examen,
    solicitud,
  ]);
  const horario = await insert(
    `insert into horarios (etapa_id, estado, panel, inicia, termina, lugar, solicitud_id, creado_por, creado_en, actualizado_en)
     values ($1, 'reservado', '{}', now(), now() + interval '1 hour', 'Sala', $2, 'escuela', now(), now())`,
    [etapa, solicitud],
  );
  await run(
    `insert into entrevista_citas (etapa_id, solicitud_id, horario_id, actualizado_en) values ($1, $2, $3, now())`,
    [etapa, solicitud, horario],
  );
  await run(
    `insert into inconformidades (folio, persona_id, convocatoria_id, solicitud_id, sobre, notificada_en, estado, texto,
       vence_en, creado_en, actualizado_en)
     values ('I-' || $4::text, $1, $2, $3, 'resultado', now(), 'presentada', $4, now() + interval '9 days', now(), now())`,
    [personaId, convocatoria, solicitud, texto],
  );

  const conversacion = await insert(
    `insert into soporte_conversaciones (folio, persona_id, asunto, estado, ultimo, espera_desde, creado_en, actualizado_en)
     values ('C-' || $2::text, $1, $2, 'enEspera', 1, now(), now(), now())`,
    [personaId, texto],
  );
  await run(
    `insert into soporte_mensajes (conversacion_id, n, autor, autor_uid, cliente_id, texto, creado_en)
     values ($1, 1, 'persona', $2, gen_random_uuid(), $3, now())`,
    [conversacion, uid, texto],
  );
  await run(
    `insert into soporte_notas (conversacion_id, autor_uid, cliente_id, texto, tras, creado_en)
     values ($1, 'escuela', gen_random_uuid(), $2, 1, now())`,
    [conversacion, texto],
  );
  await run(
    `insert into soporte_adjuntos (conversacion_id, n, nombre, content_type, bytes, objeto, sha256, creado_en)
     select $1, 1, $2, 'application/pdf', bytes, objeto, sha256, now() from documentos where persona_id = $3 limit 1`,
    [conversacion, `${texto}.pdf`, personaId],
  );
  await run(
    `insert into soporte_valoraciones (conversacion_id, valor, comentario, creado_en) values ($1, 'si', $2, now())`,
    [conversacion, texto],
  );
};
