import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { perform, together } from '../../../platform/server/db/together.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import type { Services } from '../../../platform/server/services.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../platform/shared/errors.ts';
import { NO_SE_LEE } from '../../../platform/shared/ilegible.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import type { CatalogoUso } from '../../catalogos/server/service.ts';
import { tramiteDeConvocatoriaPath } from '../../cursos/routes.ts';
import {
  type AlConfirmar,
  askContacto,
  readDestinatarios,
} from '../../identidad/contacto/server/service.ts';
import { holdingPersona } from '../../personas/server/service.ts';
import { hasEspera, ordenDeLaLista, reglaDeCupo, repartoDe } from '../../plantillas/cupos/rules.ts';
import { type Respuestas, respuestasLeidas } from '../../plantillas/formulario/contract.ts';
import {
  apartarSensibles,
  asksSensibles,
  correoDeContacto,
  normaliseRespuestas,
} from '../../plantillas/formulario/rules.ts';
import { evaluateReglas } from '../../plantillas/reglas/rules.ts';
import type { ProveedorDeHechos } from '../../plantillas/reglas/server/service.ts';
import { inscritosPath } from '../../plantillas/routes.ts';
import { type Contexto, findContexto, type Ids } from '../contexto/server/data.ts';
import { type Elegido, elegidoLeido } from '../contract.ts';
import { readHechosDe } from '../elegibilidad/server/service.ts';
import { ERRORES } from '../errors.ts';
import { findAnterior, findLugarEnFila, selectDelante } from '../espera/server/data.ts';
import { INSCRIPCION, wasSent } from '../estados.ts';
import { readLlegada } from '../llegada/server/service.ts';
import { canUseOwnInscripciones } from '../policy.ts';
import { readReserva } from '../reserva/server/service.ts';
import { inscripcionPath, matriculaPath } from '../routes.ts';
import { savingSensibles, tryOpenSensibles } from '../sensibles/server/service.ts';
import {
  countDeCircuito,
  deleteBorradores,
  findMismoCurso,
  findPropia,
  selectAcusesVigentes,
  selectCircuitosDe,
  selectInscripcionesPendientes,
  selectNombresDeEdicion,
  upsertBorrador,
} from './data.ts';
import { enviadaMail } from './mails.ts';

/** For whoever decides who passes (the feature resultados), in the transaction that says so, and for the comparison of figures (indicadores). */
export { countEnviadas, countPorVersion, lockInscripciones, setResultado } from './data.ts';

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

export const isSent = (row: Contexto) => wasSent(row.inscripcion_estado);

/** Whether something is kept apart already, or may be by a save that runs beside this one. */
export const mayHaveSensibles = (row: Contexto) =>
  row.inscripcion_sensibles !== null || asksSensibles(row.version_definicion);

/** What is kept of it, without what cannot be read (somebody altered the database): that is `ilegible`, and hers to answer anew in a draft. */
const leerGuardado = (row: Contexto, secrets: Secrets) => {
  const { inscripcion_id: id, inscripcion_sensibles: sellado } = row;
  const respuestas = respuestasLeidas.nullable().safeParse(row.inscripcion_respuestas);
  const elegido = elegidoLeido.nullable().safeParse(row.inscripcion_borrador);
  const sensibles = id === null ? {} : tryOpenSensibles(secrets, id, sellado);
  return {
    row: {
      ...row,
      inscripcion_respuestas: respuestas.data ?? null,
      inscripcion_borrador: elegido.data ?? null,
    },
    sensibles: sensibles ?? {},
    ilegible: !(respuestas.success && elegido.success && sensibles),
  };
};

/** Where the notices of what was sent go. */
export const readAvisos = (db: Db | Trx, row: Contexto, actor: Actor) =>
  readDestinatarios(
    db,
    actor,
    isSent(row) ? correoDeContacto(row.version_definicion, row.inscripcion_respuestas ?? {}) : null,
  );

/** How many of those who go before are shown to whoever waits. */
const DELANTE = 10;

const ORDEN_DE_RESULTADOS = 'Por el orden de los resultados publicados de la convocatoria.';

/** Where somebody is in line and why; null: they are in none. */
const readEspera = async (db: Db, row: Contexto) => {
  const reparto = repartoDe(row.version_definicion);
  const { inscripcion_id: id, inscripcion_lugar_vence_en: hasta } = row;
  if (id === null || row.inscripcion_estado !== 'enListaDeEspera') return null;
  const fila = await findLugarEnFila(db, id, reparto);
  if (!fila) return null;
  if (row.edicion_por_convocatoria) {
    // Nothing of others is told but by the published results.
    const { lugar, total } = fila;
    const ofrecidoHasta = hasta?.toISOString() ?? null;
    return { lugar, total, puntos: 0, orden: ORDEN_DE_RESULTADOS, ofrecidoHasta, delante: [] };
  }
  const delante = await selectDelante(db, id, reparto, DELANTE);
  return {
    lugar: fila.lugar,
    total: fila.total,
    puntos: row.inscripcion_puntos ?? 0,
    orden: ordenDeLaLista(reparto),
    ofrecidoHasta: hasta?.toISOString() ?? null,
    delante: delante.map(({ puntos, enviada_en, ofrecido }) => ({
      puntos,
      enviadaEn: enviada_en.toISOString(),
      ofrecido,
    })),
  };
};

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
  const found = await findContexto(db, ids, personaId);
  if (!found) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const { row, ...guardado } = leerGuardado(found, secrets);
  const { inscripcion_evaluacion: evaluacion } = row;
  const { reglas } = row.version_definicion;
  const reparto = repartoDe(row.version_definicion);
  const asked = [...reglas, ...reparto.cupos.map(reglaDeCupo)];
  const persona = { id: personaId, clave: row.persona_clave };
  const hechos =
    evaluacion?.hechos ??
    (await readHechosDe(db, proveedores, { reglas: asked, edicion: row, persona, ahora }));
  return {
    row,
    hechos,
    resultados: evaluacion?.resultados ?? evaluateReglas(reglas, hechos, ahora),
    ...guardado,
    avisos: await readAvisos(db, row, actor),
    espera: await readEspera(db, row),
    reserva: isSent(row) ? null : await readReserva(db, row, { reparto, hechos, ahora }),
    mismoCurso: isSent(row) ? null : await findMismoCurso(db, personaId, row),
    // With a line, who comes late is in it.
    anterior: isSent(row) ? undefined : await findAnterior(db, personaId, row.edicion_id),
    llegada:
      isSent(row) || hasEspera(reparto)
        ? null
        : await readLlegada(db, { personaId, edicionId: row.edicion_id }),
  };
};

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
    await services.notificaciones.notify(
      trx,
      enviadaMail(email, titular, acuse, mensajes?.confirmacion),
    );
  }
};

/** Keeps a draft as it is: begun now, or gone on with. Answers the number of the version in force. */
export const saveDraft = async (
  trx: Trx,
  secrets: Secrets,
  {
    personaId,
    ids,
    respuestas,
    elegido,
    desde,
    ahora,
  }: {
    personaId: string;
    ids: Ids;
    respuestas: Respuestas;
    elegido: Elegido | undefined;
    /** When what was gone on with had been saved; null: nothing had. Undefined: whatever there is goes. */
    desde: string | null | undefined;
    ahora: Date;
  },
): Promise<number> => {
  const row = await findContexto(trx, ids, personaId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.edicion_por_convocatoria && !isSent(row)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.porConvocatoria);
  }
  const definicion = row.version_definicion;
  const { ordinarias, sensibles } = apartarSensibles(
    definicion,
    normaliseRespuestas(definicion, respuestas),
  );
  // Before their draft, as in sending: whoever writes in the file at this moment holds it first, and waits for the draft.
  await perform(trx, holdingPersona(trx, personaId, { escribe: false }));
  const saved = await upsertBorrador(trx, {
    personaId,
    edicionId: ids.edicionId,
    versionId: row.version_id,
    respuestas: ordinarias,
    elegido,
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
  return row.version_numero;
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

/** Describes one's own enrolment to the staff who attend a question about it. */
export const inscripcionesContexto: Slots['contextoDeSoporte'] = {
  tipo: 'inscripcion',
  async find(db, id, { personaId }) {
    const row = personaId === null ? undefined : await findPropia(db, { id, personaId });
    if (!row) return null;
    const estado = INSCRIPCION.palabra(row.estado).toLocaleLowerCase('es-MX');
    const { plantilla_id: plantilla } = row;
    return {
      titulo: `Inscripción a ${row.curso_nombre}, ${row.edicion_nombre} (${estado})`,
      enlace: row.edicion_por_convocatoria
        ? matriculaPath
        : inscripcionPath(row.curso_id, plantilla, row.curso_tipo, row.edicion_id),
      gestion: `${inscritosPath(plantilla)}?inscripcion=${id}`,
    };
  },
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
      const enlace = row.edicion_por_convocatoria
        ? tramiteDeConvocatoriaPath(row.edicion_convocatoria_id)
        : inscripcionPath(curso, plantilla, tipo, edicion);
      const detalle = [row.edicion_nombre, row.edicion_sede].filter(Boolean).join(', ');
      if (row.lugar_vence_en) {
        const titulo = `Hay un lugar para usted en ${row.curso_nombre}`;
        return { titulo, detalle, venceEn: row.lugar_vence_en, enlace, accion: 'Decidir' };
      }
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
            accion: row.edicion_por_convocatoria ? 'Ver mi solicitud' : 'Ver mi inscripción',
          };
    });
  },
};

/** Whose a row that hangs from an enrolment is. */
export const porInscripcion = {
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
          tryOpenSensibles(
            secrets,
            String(inscripcion_id),
            typeof sellado === 'string' ? sellado : null,
          ) ??
          NO_SE_LEE,
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
