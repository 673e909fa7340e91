/**
 * Four calls of the demonstration: one that receives both forms, one in evaluation, one in interviews, one with results; and a draft. What people do is
 * done by the services that they would use, with the clock of then.
 */

import { createHash, randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Given } from '../../../platform/server/feature.ts';
import { actAs } from '../../../platform/server/request-context.ts';
import type { Services } from '../../../platform/server/services.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { addWorkingDays, calendarOf } from '../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../catalogos/server/service.ts';
import { seedEdicionDePosgrado } from '../../cursos/server/seed.ts';
import { readDocumentosDe, seedDocumentosDe } from '../../documentos/server/seed.ts';
import { readPersonaIdOf, readUidByEmail } from '../../identidad/cuentas/server/service.ts';
import { readActor } from '../../identidad/sesiones/server/service.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import type { Definicion } from '../../plantillas/contract.ts';
import { insertMuestra } from '../../plantillas/muestra/server/seed.ts';
import { BASES, type Bases, basesLeidas } from '../convocatorias/contract.ts';
import { createHorarios, saveAsistencia } from '../entrevistas/horarios/server/service.ts';
import { readEntrevistaPropia, setHorario } from '../entrevistas/reserva/server/service.ts';
import { submitInconformidad } from '../inconformidades/presentacion/server/service.ts';
import {
  assignInconformidad,
  decideInconformidad,
} from '../inconformidades/resolucion/server/service.ts';
import {
  BASES_DE_MUESTRA,
  CUPOS_DE_MUESTRA,
  ETAPAS_CON_ENTREVISTA,
  ETAPAS_DE_MUESTRA,
  type EtapaDeMuestra,
  PRESOLICITUD_DE_MUESTRA,
  solicitudDeMuestra,
} from '../muestra/server/seed.ts';
import {
  requirePresolicitud,
  submitPropia as submitPresolicitud,
  takePasoPresolicitud,
} from '../presolicitudes/server/service.ts';
import { publishPendientes } from '../publicacion/server/service.ts';
import { approveRanking, calculateRanking } from '../ranking/server/service.ts';
import { createRecomendante } from '../recomendaciones/server/service.ts';
import {
  saveDraft,
  startEvaluacion,
  submitPropia as submitSolicitud,
} from '../solicitudes/server/service.ts';

const DIA = 86_400_000;
const HORA = 3_600_000;

type Tools = {
  readonly trx: Trx;
  readonly services: Services;
  readonly given: Given;
  readonly now: Date;
};

/**
 * The services as they were `dias` ago (to come: negative), within the one transaction of the demonstration. Letters of the past are not
 * sent again.
 */
const servicesAt = ({ trx, services, now }: Tools, dias: number): Services => {
  const db = new Proxy(trx, {
    get: (target, key) => {
      if (key === 'transaction') {
        return () => ({ execute: (work: (inside: Trx) => Promise<unknown>) => work(trx) });
      }
      const value = Reflect.get(target, key, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as Db;
  const mail = { ...services.mail, queue: async () => {} };
  return { ...services, db, mail, now: () => new Date(now.getTime() - dias * DIA) };
};

type Fechas = {
  /** Days from now: when each window opens and closes, letters close, results come, and the edition begins. */
  readonly presolicitud: readonly [number, number];
  readonly solicitud: readonly [number, number];
  readonly cartas: number;
  readonly resultados: number;
  readonly inicia: number;
};

type Convocatoria = {
  readonly id: string;
  readonly edicionId: string;
  readonly etapas: readonly { id: string; tipo: EtapaDeMuestra['tipo']; criterios: string[] }[];
};

const insertConvocatoria = async (
  { trx, services, now }: Tools,
  de: {
    clave: string;
    nombre: string;
    cupo: number;
    fechas: Fechas;
    bases: Partial<Bases>;
    plantillas: { presolicitud: Plantilla; solicitud: Plantilla };
    por: string;
    borrador?: boolean;
    etapas?: readonly EtapaDeMuestra[];
  },
): Promise<Convocatoria> => {
  const { fechas, plantillas, borrador = false } = de;
  const at = (hora: number, dias: number) =>
    new Date(startOfDay(fechaDe(now), dias).getTime() + hora * HORA);
  const close = (dias: number) => new Date(startOfDay(fechaDe(now), dias + 1).getTime() - 1);
  const edicion = await seedEdicionDePosgrado(trx, {
    ...{ clave: de.clave, nombre: de.nombre, cupo: de.cupo, dias: fechas.inicia, now },
    plantillaId: plantillas.solicitud.id,
  });
  const secreto = createHash('sha256')
    .update(`demostración ${de.clave} ${de.nombre}`)
    .digest('hex');
  const creada = at(9, fechas.presolicitud[0] - 20);
  const { id } = await trx
    .insertInto('convocatorias')
    .values({
      edicion_id: edicion.id,
      estado: borrador ? 'borrador' : 'publicada',
      presolicitud_plantilla_id: plantillas.presolicitud.id,
      presolicitud_abre: at(9, fechas.presolicitud[0]),
      presolicitud_cierra: close(fechas.presolicitud[1]),
      solicitud_abre: at(9, fechas.solicitud[0]),
      solicitud_cierra: close(fechas.solicitud[1]),
      recomendaciones_cierra: close(fechas.cartas),
      resultados_en: at(12, fechas.resultados),
      bases: BASES.write(basesLeidas.parse({ ...BASES_DE_MUESTRA, ...de.bases })),
      creada_por: de.por,
      creado_en: creada,
      actualizado_en: creada,
      ...(!borrador && {
        presolicitud_version_id: plantillas.presolicitud.versionId,
        solicitud_version_id: plantillas.solicitud.versionId,
        sorteo_hash: createHash('sha256').update(secreto).digest('hex'),
        sorteo_secreto: services.secrets.seal(secreto),
        publicada_en: new Date(+creada + DIA),
        publicada_por: de.por,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const etapas = [];
  for (const [orden, { criterios, ...etapa }] of (de.etapas ?? ETAPAS_DE_MUESTRA).entries()) {
    const row = await trx
      .insertInto('convocatoria_etapas')
      .values({
        ...{ convocatoria_id: id, orden, ...etapa },
        vence_en: close(fechas.resultados - 5),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids: string[] = [];
    for (const [n, { anclas, piezas, ...criterio }] of criterios.entries()) {
      const made = await trx
        .insertInto('convocatoria_criterios')
        .values({
          ...{ etapa_id: row.id, orden: n, ...criterio },
          anclas: JSON.stringify(anclas),
          piezas: JSON.stringify(piezas),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(made.id);
    }
    etapas.push({ id: row.id, tipo: etapa.tipo, criterios: ids });
  }
  return { id, edicionId: edicion.id, etapas };
};

type Plantilla = { id: string; versionId: string };

/** An account of the demonstration as it would act. */
const actorOf = async (trx: Trx, email: string): Promise<Actor> => {
  const uid = await readUidByEmail(trx, email);
  const actor = uid === null ? null : await readActor(trx, uid);
  if (!actor) throw new Error(`${email} is not an account of the demonstration`);
  return actor;
};

/** Answers of a pre-application, with the documents of the vault. */
const respuestasDePresolicitud = async (trx: Trx, personaId: string) => {
  const suyos = await readDocumentosDe(trx, personaId);
  return JSON.parse(
    JSON.stringify({
      acta: suyos.get('ACTA'),
      cedula: suyos.get('CEDULA'),
      curriculum: suyos.get('CV'),
      dedicacion: 15,
      veracidad: true,
    }),
  ) as Record<string, never>;
};

const TEMAS = [
  'El precedente horizontal en los plenos regionales',
  'La prueba de contexto en casos de desaparición',
  'Ajustes de procedimiento y personas con discapacidad',
  'Control de convencionalidad en materia laboral',
  'La suspensión con efectos restitutorios',
  'Lenguaje claro y acceso a la justicia',
  'Perspectiva intercultural en el amparo agrario',
  'Estándares de prueba en el proceso penal',
];

const respuestasDeSolicitud = async (trx: Trx, personaId: string, n: number) => {
  const suyos = await readDocumentosDe(trx, personaId);
  const tema = TEMAS[n % TEMAS.length]!;
  return {
    exposicion: `Trabajo desde hace años en órganos jurisdiccionales y he visto de cerca las dificultades que plantea este tema: ${tema.toLowerCase()}. Quiero estudiarlo con método y devolver lo aprendido a mi órgano de adscripción.`,
    tituloProyecto: tema,
    proyectoInvestigacion: `¿Cómo se resuelve hoy y cómo debería resolverse? El proyecto revisa las sentencias de los últimos cinco años sobre ${tema.toLowerCase()} y contrasta sus razones con los estándares interamericanos.`,
    metodo:
      'Revisión de sentencias públicas, entrevistas a personas juzgadoras y análisis comparado. El primer año se integra el corpus; el segundo se analiza y se redacta.',
    promedio: 8 + (n % 20) / 10,
    estudios: 'Diplomado en Derechos Humanos y curso de argumentación jurídica en esta escuela.',
    curriculum: suyos.get('CV')!,
    afirmativa: n % 6 === 5,
    bases: true,
  };
};

/** Sends a pre-application as somebody did, and gives its id. */
const sendPresolicitud = async (
  tools: Tools,
  { convocatoria, actor, hace }: { convocatoria: Convocatoria; actor: Actor; hace: number },
): Promise<string> => {
  const services = servicesAt(tools, hace);
  const respuestas = {
    ...(await respuestasDePresolicitud(tools.trx, actor.personaId!)),
    correo: actor.email,
  };
  const { id } = await actAs(actor.uid, () =>
    submitPresolicitud(
      convocatoria.id,
      { version: 1, respuestas: respuestas as never, guardar: [], llave: randomUUID() },
      { actor, services, receivedAt: services.now(), proveedores: tools.given.all('hechos') },
    ),
  );
  return id;
};

const stepPresolicitud = async (
  tools: Tools,
  id: string,
  {
    actor,
    hace,
    ...paso
  }: {
    actor: Actor;
    hace: number;
    paso: 'validar' | 'rechazar' | 'observar' | 'retirar' | 'vencer';
    motivo?: string;
  },
): Promise<void> => {
  const services = servicesAt(tools, hace);
  const ahora = services.now();
  const row = await requirePresolicitud(tools.trx, id, { lock: true });
  await actAs(actor.uid, () =>
    takePasoPresolicitud(tools.trx, services, row, {
      paso: paso.paso,
      accion: `presolicitud.${paso.paso}`,
      aviso: null,
      ...(paso.motivo && { motivo: paso.motivo }),
      cambios: {
        ...((paso.paso === 'validar' || paso.paso === 'rechazar') && {
          decidida_en: ahora,
          decidida_por: actor.uid,
        }),
        ...(paso.paso === 'observar' && {
          vence_en: new Date(startOfDay(fechaDe(ahora), 8).getTime() - 1),
        }),
      },
    }),
  );
};

const observe = async ({ trx, now }: Tools, id: string, por: string): Promise<void> => {
  await trx
    .insertInto('observaciones')
    .values([
      {
        ...{ presolicitud_id: id, estado: 'pendiente', ronda: 1, requisito: 'cedula' },
        titulo: 'Cédula profesional',
        texto: 'La copia no permite leer el número de la cédula. Envíe otra con mejor resolución.',
        ...{ creada_por: por, creado_en: new Date(+now - DIA) },
      },
      {
        ...{ presolicitud_id: id, estado: 'pendiente', ronda: 1, requisito: 'licenciatura' },
        titulo: 'Título de licenciatura o de un posgrado.',
        texto: 'Registre en su expediente el estudio que ampara la cédula.',
        ...{ creada_por: por, creado_en: new Date(+now - DIA) },
      },
    ])
    .execute();
};

const sendSolicitud = async (
  tools: Tools,
  que: { convocatoria: Convocatoria; actor: Actor; hace: number; n: number },
): Promise<string> => {
  const services = servicesAt(tools, que.hace);
  const { actor } = que;
  const respuestas = {
    ...(await respuestasDeSolicitud(tools.trx, actor.personaId!, que.n)),
    correo: actor.email,
  };
  const { id } = await actAs(actor.uid, () =>
    submitSolicitud(
      que.convocatoria.id,
      { version: 1, respuestas: respuestas as never, guardar: [], llave: randomUUID() },
      { actor, services, receivedAt: services.now(), proveedores: tools.given.all('hechos') },
    ),
  );
  return id;
};

/** Whoever applies in a call: a pre-application that was validated, and the application. */
const apply = async (
  tools: Tools,
  que: {
    convocatoria: Convocatoria;
    actor: Actor;
    escolar: Actor;
    hace: [number, number];
    n: number;
  },
): Promise<string> => {
  const { convocatoria, actor, escolar, hace, n } = que;
  const id = await sendPresolicitud(tools, { convocatoria, actor, hace: hace[0] });
  await stepPresolicitud(tools, id, { actor: escolar, hace: hace[0] - 2, paso: 'validar' });
  return sendSolicitud(tools, { convocatoria, actor, hace: hace[1], n });
};

/** Names the evaluators of a call; gives their ids as such, in that order. */
const nameEvaluadores = async (
  { trx, now }: Tools,
  que: {
    convocatoria: Convocatoria;
    evaluadores: readonly string[];
    por: string;
    hace: number;
  },
): Promise<string[]> => {
  const en = new Date(+now - que.hace * DIA);
  const ids: string[] = [];
  for (const personaId of que.evaluadores) {
    const { id } = await trx
      .insertInto('evaluadores')
      .values({
        convocatoria_id: que.convocatoria.id,
        persona_id: personaId,
        nombrado_por: que.por,
        creado_en: en,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
};

/** Two of these evaluators score each application, in turns; the last ones are left to score. */
const score = async (
  { trx, now }: Tools,
  que: {
    convocatoria: Convocatoria;
    /** Evaluators of the call: `nameEvaluadores`. */
    evaluadores: readonly string[];
    por: string;
    solicitudes: readonly string[];
    hace: number;
    /** Applications at the end of the list that one evaluator has still to score. */
    faltan: number;
    en?: 'rubrica' | 'entrevista';
  },
): Promise<void> => {
  const en = new Date(+now - que.hace * DIA);
  const ids = que.evaluadores;
  const etapa = que.convocatoria.etapas.find(({ tipo }) => tipo === (que.en ?? 'rubrica'))!;
  for (const [n, solicitudId] of que.solicitudes.entries()) {
    for (const m of [0, 1]) {
      const falta = m === 1 && n >= que.solicitudes.length - que.faltan;
      const criterios = Object.fromEntries(
        etapa.criterios.map((id, k) => [
          id,
          {
            puntos: Math.max(1, 4 - ((n * 7 + k * 3) % 4)),
            comentario:
              'El planteamiento es claro y el método corresponde al problema que propone.',
          },
        ]),
      );
      await trx
        .insertInto('asignaciones')
        .values({
          ...{
            etapa_id: etapa.id,
            evaluador_id: ids[(n + m) % ids.length]!,
            solicitud_id: solicitudId,
          },
          estado: falta ? 'pendiente' : 'entregada',
          ...{ creado_en: en, actualizado_en: en, asignada_por: que.por },
          ...(!falta && {
            aceptada_en: en,
            entregada_en: en,
            dictamen: JSON.stringify({ formato: 1, criterios }),
          }),
        })
        .execute();
    }
  }
};

/** The exam of a call: its n-th application has so many points; the last ones did not come. */
const examine = async (
  { trx, now }: Tools,
  que: {
    convocatoria: Convocatoria;
    solicitudes: readonly string[];
    por: string;
    hace: number;
    ausentes: number;
  },
): Promise<void> => {
  const etapa = que.convocatoria.etapas.find(({ tipo }) => tipo === 'examen')!;
  const { id } = await trx
    .insertInto('examenes')
    .values({
      ...{ etapa_id: etapa.id, numero: 1, motivo: 'Primera lectura.' },
      ...{ importado_por: que.por, creado_en: new Date(+now - que.hace * DIA) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('examen_puntos')
    .values(
      que.solicitudes.map((solicitud_id, n) => ({
        ...{ examen_id: id, solicitud_id },
        puntos: n >= que.solicitudes.length - que.ausentes ? null : 6500 + ((n * 731) % 3400),
      })),
    )
    .execute();
};

/**
 * The interviews of a stage: slots of the last working days and of the next ones. Of these applicants, the first one was interviewed, the
 * second did not come, the third comes soon, and the others have no slot. Gives the applications of those who were interviewed. Whoever has
 * a conflict with the panel has no slot to choose, and none is taken for them.
 */
const interview = async (
  tools: Tools,
  que: {
    etapaId: string;
    solicitudes: readonly string[];
    /** The applicant of each, in the same order. */
    actores: readonly Actor[];
    escolar: Actor;
    /** Evaluators of the call. */
    panel: readonly string[];
  },
): Promise<string[]> => {
  const { trx, now } = tools;
  const { etapaId, escolar } = que;
  const calendario = calendarOf(await readDiasInhabiles(trx as unknown as Db));
  const dia = (habiles: number) => addWorkingDays(fechaDe(now), habiles, calendario);
  const antes = servicesAt(tools, 30);
  const planes = [
    { desde: dia(-2), hasta: dia(-1), a: '11:20', lugar: 'Sala de juntas, segundo piso' },
    { desde: dia(3), hasta: dia(4), a: '12:00', lugar: 'https://reunion.example/entrevistas' },
  ];
  for (const plan of planes) {
    const horas = { de: '10:00', minutos: 40, pausa: 0, panel: [...que.panel] };
    await actAs(escolar.uid, () =>
      createHorarios(trx, { etapaId, ...plan, ...horas }, { actor: escolar, services: antes }),
    );
  }
  const realizadas: string[] = [];
  for (const [n, solicitudId] of que.solicitudes.slice(0, 3).entries()) {
    const actor = que.actores[n]!;
    const services = servicesAt(tools, 28 - n);
    const quien = { actor, services, recibido: services.now() };
    const { entrevistas } = await readEntrevistaPropia({ solicitudId }, quien);
    const pasada = n < 2;
    const libre = entrevistas[0]?.libres.find(({ inicia }) => inicia <= now === pasada);
    if (!libre) continue;
    const horarioId = libre.id;
    await actAs(actor.uid, () => setHorario(trx, { solicitudId, horarioId }, quien));
    if (!pasada) continue;
    const asistencia = n < 1 ? 'realizado' : 'sinPresentarse';
    const ctx = { actor: escolar, services: servicesAt(tools, 0.2) };
    await actAs(escolar.uid, () => saveAsistencia(trx, { horarioId, asistencia }, ctx));
    if (asistencia === 'realizado') realizadas.push(solicitudId);
  }
  return realizadas;
};

/** Closes the stages of a call of these kinds; of none, all. */
const closeEtapas = async (
  { trx, now }: Tools,
  {
    convocatoria: { etapas },
    por,
    hace,
    tipos,
  }: {
    convocatoria: Convocatoria;
    por: string;
    hace: number;
    tipos?: readonly EtapaDeMuestra['tipo'][];
  },
): Promise<void> => {
  const ids = etapas.flatMap(({ id, tipo }) => ((tipos?.includes(tipo) ?? true) ? [id] : []));
  await trx
    .updateTable('convocatoria_etapas')
    .set({ cerrada_en: new Date(+now - hace * DIA), cerrada_por: por })
    .where('id', 'in', ids)
    .execute();
};

/** A request for review that an applicant filed; gives its id. */
const contest = async (
  tools: Tools,
  que: {
    actor: Actor;
    hace: number;
    tramite: 'presolicitud' | 'solicitud';
    tramiteId: string;
    sobre: 'improcedencia' | 'resultado' | 'etapa';
    texto: string;
  },
): Promise<string> => {
  const { actor, hace, ...suya } = que;
  const services = servicesAt(tools, hace);
  const { id } = await actAs(actor.uid, () =>
    submitInconformidad(
      tools.trx,
      services,
      { llave: randomUUID(), personaId: actor.personaId, ...suya },
      services.now(),
    ),
  );
  return id;
};

export const seedPosgrado = async (
  trx: Trx,
  {
    personas,
    services,
    given,
    now,
    random,
  }: {
    personas: readonly SeededPersona[];
    services: Services;
    given: Given;
    now: Date;
    random: () => number;
  },
): Promise<void> => {
  const tools: Tools = { trx, services, given, now };
  const at = new Date(+now - 300 * DIA);
  const { db } = servicesAt(tools, 300);
  const publish = (nombre: string, definicion: Definicion): Promise<Plantilla> =>
    insertMuestra(db, { nombre, definicion, ahora: at });
  const plantillas = {
    presolicitud: await publish('Presolicitud de posgrado', PRESOLICITUD_DE_MUESTRA),
    solicitud: await publish('Solicitud de posgrado', solicitudDeMuestra()),
  };
  const conCupos = {
    ...plantillas,
    solicitud: await publish(
      'Solicitud de posgrado con lugares reservados',
      solicitudDeMuestra(CUPOS_DE_MUESTRA),
    ),
  };
  const escolar = await actorOf(trx, 'escolar@demo.example');
  const admin = await actorOf(trx, 'admin@demo.example');
  // People with an account of their own, whom no other seed gives documents to.
  const gente = personas.slice(40, 60);
  await seedDocumentosDe(trx, {
    personas: gente,
    tipos: ['ACTA', 'CEDULA', 'CV'],
    services,
    now,
    random,
  });
  const actores: Actor[] = [];
  for (let n = 0; n < gente.length; n++) {
    actores.push(await actorOf(trx, `persona${n + 38}@demo.example`));
  }
  const evaluadores = personas.slice(61, 64).map(({ id }) => id);
  // The demonstration's ordinary person evaluates in a call where they do not apply.
  const persona = await readPersonaIdOf(trx, (await readUidByEmail(trx, 'persona@demo.example'))!);

  await seedAbierta(tools, { plantillas: conCupos, escolar, actores: actores.slice(0, 7) });
  await seedEnEvaluacion(tools, {
    ...{ plantillas, escolar, admin, actores: actores.slice(7, 13) },
    evaluadores: [persona!, ...evaluadores],
  });
  await seedEnEntrevistas(tools, {
    ...{ plantillas, escolar, admin, actores: actores.slice(7, 11) },
    evaluadores: [persona!, ...evaluadores],
  });
  await seedConResultados(tools, {
    ...{ plantillas: conCupos, escolar, admin, actores: actores.slice(13), evaluadores },
  });
  await insertConvocatoria(tools, {
    ...{ clave: 'ESP-100', nombre: 'Generación 2028', cupo: 12, bases: {}, borrador: true },
    ...{ plantillas, por: admin.uid },
    fechas: {
      ...{ presolicitud: [60, 90], solicitud: [70, 120], cartas: 125, resultados: 160 },
      inicia: 220,
    },
  });
};

type Con = {
  plantillas: { presolicitud: Plantilla; solicitud: Plantilla };
  escolar: Actor;
  actores: readonly Actor[];
};
/** The same, and those who evaluate. */
type ConPanel = Con & { admin: Actor; evaluadores: readonly string[] };

const RECOMENDANTES = [
  ['Dra. Elena Ríos Montaño', 'elena.rios@universidad.example', 'Universidad del Valle'],
  ['Mtro. Óscar Paredes Luna', 'oscar.paredes@tribunal.example', 'Tribunal Colegiado'],
] as const;

/** A draft of an application, with two referees; `envia`: it is sent, and they are invited. */
const draftSolicitud = async (
  tools: Tools,
  que: { convocatoria: Convocatoria; actor: Actor; hace: number; envia: boolean },
): Promise<void> => {
  const { actor, convocatoria, hace, envia } = que;
  const services = servicesAt(tools, hace);
  const quien = { actor, services, receivedAt: services.now() };
  await actAs(actor.uid, async () => {
    const { id } = await saveDraft(
      tools.trx,
      { convocatoriaId: convocatoria.id, respuestas: {}, guardar: [] },
      quien,
    );
    for (const [nombre, correo, institucion] of RECOMENDANTES) {
      await createRecomendante(
        { solicitudId: id, nombre, correo, institucion, relacion: 'Dirigió mi trabajo' },
        quien,
      );
    }
  });
  if (envia) await sendSolicitud(tools, { convocatoria, actor, hace, n: 3 });
};

/** Receives both forms; pre-applications in every state. */
const seedAbierta = async (tools: Tools, { plantillas, escolar, actores }: Con): Promise<void> => {
  const convocatoria = await insertConvocatoria(tools, {
    ...{ clave: 'MAE-100', nombre: 'Generación 2027', cupo: 20, plantillas, por: escolar.uid },
    bases: { recomendaciones: 2 },
    fechas: {
      ...{ presolicitud: [-12, 20], solicitud: [-6, 40], cartas: 46, resultados: 80 },
      inicia: 120,
    },
  });
  const [enviada, observada, valida, improcedente, retirada, vencida, otra] = actores;
  await sendPresolicitud(tools, { convocatoria, actor: enviada!, hace: 2 });
  await sendPresolicitud(tools, { convocatoria, actor: otra!, hace: 1 });
  const con = await sendPresolicitud(tools, { convocatoria, actor: observada!, hace: 5 });
  await observe(tools, con, escolar.uid);
  await stepPresolicitud(tools, con, { actor: escolar, hace: 1, paso: 'observar' });
  const ya = await sendPresolicitud(tools, { convocatoria, actor: valida!, hace: 8 });
  await stepPresolicitud(tools, ya, { actor: escolar, hace: 6, paso: 'validar' });
  await draftSolicitud(tools, { convocatoria, actor: valida!, hace: 5, envia: true });
  const no = await sendPresolicitud(tools, { convocatoria, actor: improcedente!, hace: 9 });
  await stepPresolicitud(tools, no, {
    ...{ actor: escolar, hace: 7, paso: 'rechazar' },
    motivo: 'La cédula corresponde a un nivel distinto del que pide la convocatoria.',
  });
  await contest(tools, {
    ...{ actor: improcedente!, hace: 6, tramite: 'presolicitud', tramiteId: no },
    sobre: 'improcedencia',
    texto:
      'La cédula que envié ampara la licenciatura en Derecho. Adjunté por error la de la especialidad; la de licenciatura está en mi expediente desde antes del envío.',
  });
  const fuera = await sendPresolicitud(tools, { convocatoria, actor: retirada!, hace: 10 });
  await stepPresolicitud(tools, fuera, {
    ...{ actor: retirada!, hace: 9, paso: 'retirar' },
    motivo: 'Cambió de adscripción.',
  });
  const tarde = await sendPresolicitud(tools, { convocatoria, actor: vencida!, hace: 11 });
  await observe(tools, tarde, escolar.uid);
  await stepPresolicitud(tools, tarde, { actor: escolar, hace: 10, paso: 'observar' });
  await stepPresolicitud(tools, tarde, { actor: escolar, hace: 1, paso: 'vencer' });
};

/** The exam is over and evaluators score: some have still to. */
const seedEnEvaluacion = async (
  tools: Tools,
  { plantillas, escolar, admin, actores, evaluadores }: ConPanel,
): Promise<void> => {
  const convocatoria = await insertConvocatoria(tools, {
    ...{ clave: 'ESP-100', nombre: 'Generación 2027', cupo: 4, plantillas, por: admin.uid },
    bases: { recomendaciones: 0 },
    fechas: {
      ...{ presolicitud: [-70, -45], solicitud: [-60, -15], cartas: -10, resultados: 20 },
      inicia: 75,
    },
  });
  const solicitudes: string[] = [];
  for (const [n, actor] of actores.entries()) {
    solicitudes.push(await apply(tools, { convocatoria, actor, escolar, hace: [50, 30], n }));
  }
  await startEvaluacion(servicesAt(tools, 14));
  await examine(tools, { convocatoria, solicitudes, por: escolar.uid, hace: 9, ausentes: 1 });
  await closeEtapas(tools, {
    ...{ convocatoria, por: escolar.uid, hace: 8, tipos: ['documental', 'examen'] },
  });
  const siguen = solicitudes.slice(0, -1);
  const ids = await nameEvaluadores(tools, {
    ...{ convocatoria, evaluadores, por: escolar.uid, hace: 7 },
  });
  await score(tools, {
    ...{ convocatoria, evaluadores: ids, por: escolar.uid, solicitudes: siguen },
    ...{ hace: 6, faltan: 3 },
  });
};

/**
 * Only the interviews are left: one was held (half of its panel has still to score it), one applicant did not come, one comes soon, and one
 * has still to choose among the free slots.
 */
const seedEnEntrevistas = async (
  tools: Tools,
  { plantillas, escolar, admin, actores, evaluadores }: ConPanel,
): Promise<void> => {
  const convocatoria = await insertConvocatoria(tools, {
    ...{ clave: 'MAE-100', nombre: 'Generación 2027-I', cupo: 3, plantillas, por: admin.uid },
    ...{ bases: { recomendaciones: 0 }, etapas: ETAPAS_CON_ENTREVISTA },
    fechas: {
      ...{ presolicitud: [-95, -75], solicitud: [-90, -50], cartas: -48, resultados: 45 },
      inicia: 90,
    },
  });
  const solicitudes: string[] = [];
  for (const [n, actor] of actores.entries()) {
    solicitudes.push(await apply(tools, { convocatoria, actor, escolar, hace: [80, 60], n }));
  }
  await startEvaluacion(servicesAt(tools, 49));
  const por = escolar.uid;
  await examine(tools, { convocatoria, solicitudes, por, hace: 45, ausentes: 0 });
  const ids = await nameEvaluadores(tools, { convocatoria, evaluadores, por, hace: 44 });
  await score(tools, { convocatoria, evaluadores: ids, por, solicitudes, hace: 38, faltan: 0 });
  await closeEtapas(tools, {
    ...{ convocatoria, por, hace: 36, tipos: ['documental', 'examen', 'rubrica'] },
  });
  const panel = ids.slice(0, 2);
  const realizadas = await interview(tools, {
    ...{ solicitudes, actores, escolar, panel },
    etapaId: convocatoria.etapas.find(({ tipo }) => tipo === 'entrevista')!.id,
  });
  // In the other order: the demonstration's ordinary person is the one who has still to score it.
  await score(tools, {
    ...{ convocatoria, evaluadores: panel.toReversed(), por, solicitudes: realizadas },
    ...{ en: 'entrevista', hace: 0.1, faltan: 1 },
  });
};

/** Published: admitted ones, some in line, others not admitted. */
const seedConResultados = async (
  tools: Tools,
  { plantillas, escolar, admin, actores, evaluadores }: ConPanel,
): Promise<void> => {
  const convocatoria = await insertConvocatoria(tools, {
    ...{ clave: 'DOC-100', nombre: 'Generación 2027', cupo: 3, plantillas, por: admin.uid },
    bases: { recomendaciones: 0, diasConfirmar: 10 },
    fechas: {
      ...{ presolicitud: [-120, -90], solicitud: [-110, -60], cartas: -55, resultados: -2 },
      inicia: 60,
    },
  });
  const solicitudes: string[] = [];
  for (const [n, actor] of actores.entries()) {
    solicitudes.push(await apply(tools, { convocatoria, actor, escolar, hace: [100, 70], n }));
  }
  await startEvaluacion(servicesAt(tools, 59));
  await examine(tools, { convocatoria, solicitudes, por: escolar.uid, hace: 40, ausentes: 1 });
  const ids = await nameEvaluadores(tools, {
    ...{ convocatoria, evaluadores, por: escolar.uid, hace: 35 },
  });
  await score(tools, {
    ...{ convocatoria, evaluadores: ids, por: escolar.uid, hace: 30, faltan: 0 },
    solicitudes: solicitudes.slice(0, -1),
  });
  await closeEtapas(tools, { convocatoria, por: escolar.uid, hace: 10 });
  const then = servicesAt(tools, 4);
  const { id } = await actAs(escolar.uid, () =>
    calculateRanking(
      tools.trx,
      { convocatoriaId: convocatoria.id, motivo: null },
      { actor: escolar, services: then },
    ),
  );
  const publicarEn = new Date(startOfDay(fechaDe(tools.now), -2).getTime() + 12 * HORA);
  await actAs(admin.uid, () =>
    approveRanking(
      tools.trx,
      { id, publicarEn: publicarEn.toISOString(), adelanto: null },
      { actor: admin, services: then, receivedAt: then.now() },
    ),
  );
  await publishPendientes(servicesAt(tools, (+tools.now - +publicarEn) / DIA));
  await contestResultados(tools, { solicitudes, actores, escolar, admin });
};

/** Two who were not admitted ask for a review: one is studied, the other one was decided. */
const contestResultados = async (
  tools: Tools,
  {
    solicitudes,
    actores,
    escolar,
    admin,
  }: {
    solicitudes: readonly string[];
    actores: readonly Actor[];
    escolar: Actor;
    admin: Actor;
  },
): Promise<void> => {
  const { trx } = tools;
  const rows = await trx
    .selectFrom('solicitudes')
    .select(['id', 'estado'])
    .where('id', 'in', solicitudes)
    .execute();
  const quedaron = new Map(rows.map(({ id, estado }) => [id, estado]));
  const services = servicesAt(tools, 0);
  const TEXTOS = [
    'El comentario sobre el método no corresponde a mi proyecto: habla de entrevistas que no propuse. Pido que otra persona lo evalúe.',
    'La suma de los puntos de las dos etapas no coincide con el total publicado. Pido que se revise el cálculo.',
  ];
  const enEspera = solicitudes.filter((id) => quedaron.get(id) === 'listaDeEspera');
  for (const [n, texto] of TEXTOS.entries()) {
    const tramiteId = enEspera[n];
    if (!tramiteId) return;
    const actor = actores[solicitudes.indexOf(tramiteId)]!;
    const id = await contest(tools, {
      ...{ actor, hace: 0.5, tramite: 'solicitud', tramiteId, sobre: 'resultado', texto },
    });
    await actAs(escolar.uid, () =>
      assignInconformidad(trx, { id, uid: admin.uid, de: null }, { actor: escolar, services }),
    );
    if (n === 0) continue;
    await actAs(admin.uid, () =>
      decideInconformidad(
        trx,
        {
          ...{ id, sentido: 'infundada' },
          resolucion:
            'Se volvió a calcular el total con los puntos de las etapas y sus pesos: es el publicado. La suma sin pesos no es el total que establecen las bases.',
        },
        { actor: admin, services },
      ),
    );
  }
};
