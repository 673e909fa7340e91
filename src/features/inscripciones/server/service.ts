import { randomUUID } from 'node:crypto';
import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import { type Db, isUniqueViolation, type Trx } from '../../../platform/server/db/index.ts';
import { orElse, together } from '../../../platform/server/db/together.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { recordCambio, recording, recordOnce } from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import type { Services } from '../../../platform/server/services.ts';
import { type Supresion, supresionDeTabla } from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { CallError, type ErrorDetails, type Status } from '../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import type { CatalogoUso } from '../../catalogos/server/service.ts';
import { takingLugar, takingLugarDeGrupo } from '../../cursos/server/service.ts';
import {
  type AlConfirmar,
  askContacto,
  readDestinatarios,
} from '../../identidad/contacto/server/service.ts';
import { holdingVinculo } from '../../identidad/vinculo/server/service.ts';
import type { Respuestas } from '../../plantillas/formulario/contract.ts';
import {
  apartarSensibles,
  asksSensibles,
  correoDeContacto,
  lockPrefilled,
  normaliseRespuestas,
  prefill,
  validateRespuestas,
} from '../../plantillas/formulario/rules.ts';
import { evaluateReglas, mayEnroll, needsRevision } from '../../plantillas/reglas/rules.ts';
import type { ProveedorDeHechos } from '../../plantillas/reglas/server/service.ts';
import { formatFolio, LARGO_CLAVE, makeFolio, RANDOM_FOLIO } from '../acuse/rules.ts';
import { asksOfPersona, readHechosDe } from '../elegibilidad/server/service.ts';
import { ERRORES } from '../errors.ts';
import { INSCRIPCION, wasSent } from '../estados.ts';
import { canUseOwnInscripciones } from '../policy.ts';
import { inscripcionPath } from '../routes.ts';
import { openSensibles, savingSensibles } from '../sensibles/server/service.ts';
import {
  type Contexto,
  countDeCircuito,
  deleteBorradores,
  findContexto,
  type Ids,
  insertingInscrita,
  isBeingDecided,
  selectAcusesVigentes,
  selectCircuitosDe,
  selectInscripcionesPendientes,
  selectNombresDeEdicion,
  upsertBorrador,
  waitForPersona,
  wasKept,
} from './data.ts';
import { inscritaMail } from './mails.ts';
import { buildAcuse, datosPersonaOf } from './present.ts';

/** For whoever decides who passes (the feature resultados), in the transaction that says so. */
/** For the comparison of figures (the feature indicadores). */
export { countEnviadas, lockInscripciones, setResultado } from './data.ts';

export const refuse = (
  status: Status,
  { code, message }: (typeof ERRORES)[keyof typeof ERRORES],
  details: ErrorDetails = {},
) => new CallError(status, message, { code, ...details });

export { countPorVersion } from './data.ts';

export const requirePersona = (actor: Actor): string => {
  if (actor.personaId === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinExpediente);
  return actor.personaId;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What cannot be an identifier is an inscripción that does not exist, like any other. */
export const requireIds = (input: Record<keyof Ids, string>): Ids => {
  const { idCurso, idPlantilla, tipo, edicionId } = input;
  if (![idCurso, idPlantilla, edicionId].every((id) => UUID.test(id))) {
    throw refuse('NOT_FOUND', ERRORES.noExiste);
  }
  return { idCurso, idPlantilla, tipo, edicionId };
};

const isSent = (row: Contexto) => wasSent(row.inscripcion_estado);

/** Whether something is kept apart already, or may be by a save that runs beside this one. */
const mayHaveSensibles = (row: Contexto) =>
  row.inscripcion_sensibles !== null || asksSensibles(row.version_definicion);

const sentAnswer = (row: Contexto) => {
  if (row.inscripcion_estado === null || row.acuse_folio === null || row.acuse_clave === null) {
    throw refuse('FAILED_PRECONDITION', ERRORES.yaEnviada);
  }
  return {
    estado: row.inscripcion_estado,
    folio: formatFolio(row.acuse_folio),
    clave: row.acuse_clave,
  };
};

/** Where the notices of what was sent go. */
const readAvisos = (db: Db | Trx, row: Contexto, actor: Actor) =>
  readDestinatarios(
    db,
    actor,
    isSent(row) ? correoDeContacto(row.version_definicion, row.inscripcion_respuestas ?? {}) : null,
  );

/**
 * Where somebody's enrolment stands: how it would be decided now or how it was, and what they have answered apart.
 *
 * @throws {CallError} NOT_FOUND: there is no such offer; FAILED_PRECONDITION: the account has no file.
 */
export const readInscripcion = async (
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  proveedores: readonly ProveedorDeHechos[],
  ids: Ids,
  actor: Actor,
  ahora: Date,
) => {
  const personaId = requirePersona(actor);
  const row = await findContexto(db, ids, personaId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const { inscripcion_id: id, inscripcion_evaluacion: evaluacion } = row;
  const { reglas } = row.version_definicion;
  const persona = { id: personaId, clave: row.persona_clave };
  const hechos =
    evaluacion?.hechos ??
    (await readHechosDe(db, proveedores, { reglas, edicion: row, persona, ahora }));
  return {
    row,
    hechos,
    resultados: evaluacion?.resultados ?? evaluateReglas(reglas, hechos, ahora),
    sensibles: id === null ? {} : openSensibles(secrets, id, row.inscripcion_sensibles),
    avisos: await readAvisos(db, row, actor),
  };
};

/** The answer to whoever sends what was sent already. */
const sentAgain = async (trx: Trx, row: Contexto, actor: Actor) => ({
  answer: sentAnswer(row),
  avisos: await readAvisos(trx, row, actor),
  nueva: false,
});

/** Whoever enrolled is enrolled, whatever becomes of this mail: it can be asked for again. */
export const tryAskContacto = async (
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
  email: string,
): Promise<void> => {
  try {
    await askContacto(services, actor, email);
  } catch (error) {
    if (error instanceof CallError) return;
    services.log.error({ err: error }, 'no se pudo pedir la confirmación de un correo de contacto');
  }
};

/**
 * To an address that its person has just confirmed, the acuses of the enrolments for which they gave it,
 * or one whose place it took: they did not go there until now.
 */
export const sendAcusesTo: AlConfirmar = async (trx, services, { personaId, email, escritos }) => {
  if (personaId === null) return;
  const acuses = await selectAcusesVigentes(trx, personaId, fechaDe(services.now()));
  for (const { acuse, version_definicion: definicion, respuestas, ...persona } of acuses) {
    const escrito = correoDeContacto(definicion, respuestas);
    if (escrito === null || !escritos.includes(escrito)) continue;
    const titular = nameInItsCase(
      persona.persona_nombre,
      persona.persona_apellido_paterno,
      persona.persona_apellido_materno,
    );
    const { mensajes } = definicion;
    await services.mail.queue(trx, inscritaMail(email, titular, acuse, mensajes?.confirmacion));
  }
};

/** Somebody, another tab say, began or sent the same while this one was being decided. */
class Adelantado extends Error {}

type Enviando = Pick<Asking, 'actor' | 'services'> & {
  readonly receivedAt: Date;
  readonly proveedores: readonly ProveedorDeHechos[];
};

/** What somebody sends. */
type Envio = { version: number; respuestas: Respuestas; grupoId: string | null };

/** The group that was chosen; null: the edition has none. */
const grupoDe = ({ edicion_grupos: grupos }: Contexto, grupoId: string | null) => {
  if (!grupos) return null;
  const grupo = grupos.find(({ id }) => id === grupoId);
  if (!grupo) {
    throw refuse('INVALID_ARGUMENT', ERRORES.grupo, { fields: { grupoId: ERRORES.grupo.message } });
  }
  if (grupo.ocupados >= grupo.cupo) throw refuse('FAILED_PRECONDITION', ERRORES.grupoSinLugares);
  return grupo;
};

/** Draft → checked answers, rules held, a seat and an acuse: all of it or nothing. */
export const submit = async (ids: Ids, sent: Envio, asking: Enviando) => {
  const once = () =>
    asking.services.db.transaction().execute((trx) => submitOnce(trx, ids, sent, asking));
  try {
    return await once();
  } catch (error) {
    const adelantado =
      error instanceof Adelantado || isUniqueViolation(error, 'inscripciones_pkey');
    if (!adelantado) throw error;
    // What the other wrote is committed and visible by now.
    return await once();
  }
};

const submitOnce = async (
  trx: Trx,
  ids: Ids,
  sent: Envio,
  { actor, services, receivedAt, proveedores }: Enviando,
) => {
  const personaId = requirePersona(actor);
  const row = await findContexto(trx, ids, personaId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  // First of all: a repeated submission gets its folio even after the window has closed.
  if (!INSCRIPCION.can('inscribir', row.inscripcion_estado)) return sentAgain(trx, row, actor);
  if (row.edicion_cancelada_en) throw refuse('FAILED_PRECONDITION', ERRORES.cancelada);
  if (row.version_numero !== sent.version) throw refuse('ABORTED', ERRORES.versionCambio);

  const definicion = row.version_definicion;
  const prellenado = prefill(definicion, datosPersonaOf(row, actor.email));
  const { ok, datos, errores } = validateRespuestas(
    definicion,
    lockPrefilled(definicion, sent.respuestas, prellenado),
  );
  if (!ok) {
    const fields = Object.fromEntries(errores.map(({ campo, mensaje }) => [campo, mensaje]));
    throw refuse('INVALID_ARGUMENT', ERRORES.respuestas, { fields });
  }
  // Who sends two at once has them looked at one after the other: the second counts the first.
  if (asksOfPersona(definicion.reglas)) await waitForPersona(trx, personaId);
  const hechos = await readHechosDe(trx, proveedores, {
    reglas: definicion.reglas,
    edicion: row,
    persona: { id: personaId, clave: row.persona_clave },
    ahora: receivedAt,
  });
  const reglas = evaluateReglas(definicion.reglas, hechos, receivedAt);
  if (!mayEnroll(reglas)) throw refuse('FAILED_PRECONDITION', ERRORES.reglas, { reglas });
  if (needsRevision(reglas)) throw refuse('FAILED_PRECONDITION', ERRORES.revision, { reglas });
  // On opening day most of those who come late learn it here, before anything is written.
  if (row.edicion_ocupados >= row.edicion_cupo) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinLugares);
  }
  const grupo = grupoDe(row, sent.grupoId);

  const folio = makeFolio(Number(fechaDe(receivedAt).slice(0, 4)), randomCrockford(RANDOM_FOLIO));
  const clave = randomCrockford(LARGO_CLAVE);
  const acuse = buildAcuse(row, {
    env: services.env,
    estado: INSCRIPCION.pasos.inscribir.a,
    folio,
    clave,
    emitidoEn: receivedAt,
    grupo: grupo?.nombre,
    datos,
    resultados: reglas,
  });
  const { ordinarias, sensibles } = apartarSensibles(definicion, datos);
  const nombre = nameInItsCase(
    row.persona_nombre,
    row.persona_apellido_paterno,
    row.persona_apellido_materno,
  );
  const contacto = correoDeContacto(definicion, datos);
  const avisos = await readDestinatarios(trx, actor, contacto, { escribe: true });
  const id = row.inscripcion_id ?? randomUUID();
  const escrita = insertingInscrita(trx, {
    id,
    personaId,
    edicionId: ids.edicionId,
    versionId: row.version_id,
    respuestas: ordinarias,
    evaluacion: {
      versionId: row.version_id,
      version: row.version_numero,
      evaluadaEn: receivedAt.toISOString(),
      hechos,
      resultados: reglas,
    },
    enviadaEn: receivedAt,
    ahora: services.now(),
    folio,
    clave,
    acuse,
    grupoId: grupo?.id ?? null,
  });
  const historia = recording(trx, 'inscripcion.inscribir', {
    id,
    personaId,
    antes: row.inscripcion_id === null ? null : { estado: 'borrador' },
    despues: { estado: INSCRIPCION.pasos.inscribir.a, versionId: row.version_id, folio },
  });
  // One order of locks everywhere: inscripción, history, group, edition. The history is late, because its writers
  // take turns; the edition last, so that its row is held only until the commit that follows.
  await together(trx, [
    orElse(holdingVinculo(trx, actor.uid, personaId), () =>
      refuse('ABORTED', ERRORES.otroExpediente),
    ),
    orElse(escrita, () => new Adelantado()),
    ...savingSensibles(trx, services.secrets, id, { sensibles, mayHave: mayHaveSensibles(row) }),
    ...avisos.correos.map((correo) =>
      services.mail.queueing(
        trx,
        inscritaMail(correo, nombre, acuse, definicion.mensajes?.confirmacion),
      ),
    ),
    historia,
    ...(grupo === null
      ? []
      : [
          orElse(takingLugarDeGrupo(trx, ids.edicionId, grupo.id), () =>
            refuse('FAILED_PRECONDITION', ERRORES.grupoSinLugares),
          ),
        ]),
    orElse(takingLugar(trx, ids.edicionId), () =>
      refuse('FAILED_PRECONDITION', ERRORES.sinLugares),
    ),
  ]);
  const answer = { estado: INSCRIPCION.pasos.inscribir.a, folio: acuse.folio, clave };
  return { answer, avisos, nueva: true };
};

/** Keeps a draft as it is: begun now, or gone on with. */
export const saveDraft = async (
  trx: Trx,
  secrets: Secrets,
  {
    personaId,
    ids,
    respuestas,
    desde,
    ahora,
  }: {
    personaId: string;
    ids: Ids;
    respuestas: Respuestas;
    /** When what was gone on with had been saved; null: nothing had. Undefined: whatever there is goes. */
    desde: string | null | undefined;
    ahora: Date;
  },
): Promise<void> => {
  const row = await findContexto(trx, ids, personaId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const definicion = row.version_definicion;
  const { ordinarias, sensibles } = apartarSensibles(
    definicion,
    normaliseRespuestas(definicion, respuestas),
  );
  const saved = await upsertBorrador(trx, {
    personaId,
    edicionId: ids.edicionId,
    versionId: row.version_id,
    respuestas: ordinarias,
    desde,
    ahora,
  });
  if (!saved) {
    throw desde === undefined || isSent(row)
      ? refuse('FAILED_PRECONDITION', ERRORES.yaEnviada)
      : refuse('ABORTED', ERRORES.borradorCambio);
  }
  await together(
    trx,
    savingSensibles(trx, secrets, saved.id, { sensibles, mayHave: mayHaveSensibles(row) }),
  );
  const despues = { estado: 'borrador', edicionId: ids.edicionId };
  const cambio = { id: saved.id, personaId, despues };
  if (saved.nueva) await recordCambio(trx, 'inscripcion.crear', cambio);
  // It saves as one types: what is written within minutes is one deed.
  else await recordOnce(trx, 'inscripcion.guardarBorrador', cambio);
};

/** Throws a draft away, with what was kept apart of it. */
export const discardDraft = async (trx: Trx, personaId: string, ids: Ids): Promise<void> => {
  const row = await findContexto(trx, ids, personaId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.inscripcion_id === null) return;
  // The guard is in the statement: it may be on its way out.
  if ((await deleteBorradores(trx, [row.inscripcion_id])) === 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.yaEnviada);
  }
  await recordCambio(trx, 'inscripcion.descartar', {
    id: row.inscripcion_id,
    personaId,
    antes: { estado: 'borrador', edicionId: ids.edicionId },
  });
};

/** Days before it begins that home announces what one is enrolled in. */
const DIAS_DE_AVISO = 14;

/** Drafts with their days left, then what begins soon. */
export const inscripcionesPendientes: Slots['pendientes'] = {
  de: 'propios',
  policy: canUseOwnInscripciones,
  async find(db, { actor: { personaId }, ahora }) {
    if (personaId === null) return [];
    const rows = await selectInscripcionesPendientes(db, {
      personaId,
      ahora,
      hoy: fechaDe(ahora),
      hasta: fechaDe(new Date(ahora.getTime() + DIAS_DE_AVISO * 86_400_000)),
    });
    return rows.map((row) => {
      const {
        curso_id: curso,
        plantilla_id: plantilla,
        curso_tipo: tipo,
        edicion_id: edicion,
      } = row;
      const enlace = inscripcionPath(curso, plantilla, tipo, edicion);
      const detalle = [row.edicion_nombre, row.edicion_sede].filter(Boolean).join(', ');
      return row.estado === 'borrador'
        ? {
            titulo: `Termine su inscripción a ${row.curso_nombre}`,
            detalle,
            venceEn: row.edicion_cierra,
            enlace,
            accion: 'Continuar',
          }
        : {
            titulo: row.curso_nombre,
            detalle,
            empieza: startOfDay(row.edicion_inicia),
            enlace,
            accion: 'Ver mi inscripción',
          };
    });
  },
};

const porInscripcion = {
  columna: 'inscripcion_id',
  es: { tabla: 'inscripciones', id: 'id', por: { columna: 'persona_id', es: 'persona' } },
} as const;

/** A person's enrolments with what they answered, also what is kept apart and sealed, and their acuses. */
export const inscripcionesAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'inscripciones',
    titulo: 'Sus inscripciones',
    tabla: 'inscripciones',
    por: [{ columna: 'persona_id', es: 'persona' }],
    completa: async ({ db }, filas) => {
      const nombres = await selectNombresDeEdicion(db, [
        ...new Set(filas.map(({ edicion_id }) => String(edicion_id))),
      ]);
      const circuitos = await selectCircuitosDe(
        db,
        filas.map(({ id }) => String(id)),
      );
      return filas.map(({ id, edicion_id }) => ({
        ...nombres.get(String(edicion_id)),
        circuito: circuitos.get(String(id)) ?? null,
      }));
    },
  }),
  aporteDeTabla({
    id: 'respuestas-sensibles',
    titulo: 'Respuestas sensibles, que se guardan aparte',
    tabla: 'respuestas_sensibles',
    por: [porInscripcion],
    sin: ['sellado', 'por_sellar'],
    completa: async ({ secrets }, filas) =>
      filas.map(({ inscripcion_id, sellado, por_sellar }) => ({
        respuestas:
          por_sellar ??
          openSensibles(
            secrets,
            String(inscripcion_id),
            typeof sellado === 'string' ? sellado : null,
          ),
      })),
  }),
  aporteDeTabla({
    id: 'acuses',
    titulo: 'Sus acuses',
    tabla: 'acuses',
    por: [porInscripcion],
    sin: ['pdf_objeto'],
    archivos: ({ folio, pdf_objeto, pdf_sha256 }) =>
      typeof pdf_objeto === 'string' && typeof pdf_sha256 === 'string'
        ? [{ nombre: `Acuse ${String(folio)}.pdf`, objeto: pdf_objeto, sha256: pdf_sha256 }]
        : [],
  }),
];

/** Drafts go; what was sent and its acuses stay, and with them whose they are. What is sealed stays only while it is being decided. */
export const inscripcionesSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'inscripciones',
    titulo: 'Inscripciones: los borradores se borran, las enviadas se conservan',
    tabla: 'inscripciones',
    por: [{ columna: 'persona_id', es: 'persona' }],
    conserva: wasKept,
    fundamento: 'academico',
    identifica: true,
  }),
  supresionDeTabla({
    id: 'acuses',
    titulo: 'Acuses de inscripción',
    tabla: 'acuses',
    por: [porInscripcion],
    conserva: 'todo',
    fundamento: 'academico',
    identifica: true,
  }),
  supresionDeTabla({
    id: 'respuestas-sensibles',
    titulo: 'Respuestas sensibles, que se guardan aparte',
    tabla: 'respuestas_sensibles',
    por: [porInscripcion],
    conserva: isBeingDecided,
    fundamento: 'tramiteEnCurso',
  }),
];

/** A circuit in which somebody worked when they enrolled is not deleted. */
export const inscripcionesUsos: readonly CatalogoUso[] = [
  {
    catalogo: 'circuitos',
    porClave: false,
    async find(db, { id }) {
      const n = await countDeCircuito(db, id);
      return { n, texto: `${n} ${n === 1 ? 'inscripción' : 'inscripciones'}`, ejemplos: [] };
    },
  },
];
