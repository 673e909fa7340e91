/** Sending an inscripción: decided at once and whole, or nothing is written. */
import { randomUUID } from 'node:crypto';
import { createBurst } from '../../../../platform/server/burst.ts';
import {
  type Db,
  isConflict,
  isUniqueViolation,
  type Trx,
} from '../../../../platform/server/db/index.ts';
import { writeJoined } from '../../../../platform/server/db/joined.ts';
import { readBeside } from '../../../../platform/server/db/shared.ts';
import {
  orElse,
  type Statement,
  together,
  togetherLast,
} from '../../../../platform/server/db/together.ts';
import { recordingWithin } from '../../../../platform/server/historial/index.ts';
import { Outage } from '../../../../platform/server/outage.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { LugarPedido } from '../../../cursos/lugares/server/service.ts';
import { takingLugar, takingLugarDeGrupo } from '../../../cursos/server/service.ts';
import { readDestinatarios } from '../../../identidad/contacto/server/service.ts';
import { holdingPersona } from '../../../personas/server/service.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { repartoDe } from '../../../plantillas/cupos/rules.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { apartarSensibles, correoDeContacto } from '../../../plantillas/formulario/rules.ts';
import type { Evaluacion } from '../../../plantillas/reglas/contract.ts';
import { puntosOf } from '../../../plantillas/reglas/rules.ts';
import { estadoDeInscripcion } from '../../acuse/contract.ts';
import { formatFolio } from '../../acuse/rules.ts';
import { buildAcuse, newFolioYClave } from '../../acuse/server/service.ts';
import { type Contexto, contextoOf, findContexto, type Ids } from '../../contexto/server/data.ts';
import { ERRORES } from '../../errors.ts';
import {
  countFila,
  findLugarEnFila,
  pedidoDe,
  takingLugarPara,
} from '../../espera/server/service.ts';
import { INSCRIPCION } from '../../estados.ts';
import { porGuardar, readPrellenado, saveGuardados } from '../../expediente/server/service.ts';
import { isSinLugar, noteLlegada } from '../../llegada/server/service.ts';
import type { Apuntados } from '../../referencias/server/service.ts';
import { checkRespuestas } from '../../respuestas/server/service.ts';
import { sealSensibles } from '../../sensibles/server/service.ts';
import { findPorLlave } from '../../server/data.ts';
import { enviadaMail } from '../../server/mails.ts';
import { readAvisos, requirePersona } from '../../server/service.ts';
import {
  type Decision,
  decide,
  type Enviando,
  type Envio,
  type ErrorDeLugar,
  type GrupoElegido,
  grupoDe,
  isSencillo,
  isSola,
  type Juicio,
  judge,
  readParaJuzgar,
} from '../decision/server/service.ts';
import {
  type Enviada,
  escribir,
  huellaDeEnvio,
  huellaDeSensibles,
  RECHAZOS,
  sending as sendingInscripciones,
} from './data.ts';

/** Somebody, another tab say, began or sent the same while this one was being decided; or what it was decided on is no more. */
class Adelantado extends Error {}

/** The last seat went to somebody else while this one was being decided: whoever can wait, waits. */
class SinLugar extends Error {
  readonly porque: ErrorDeLugar;
  constructor(porque: ErrorDeLugar) {
    super(porque.code);
    this.porque = porque;
  }
}

const sentAnswer = (row: Contexto) => {
  if (row.inscripcion_estado === null || row.acuse_folio === null || row.acuse_clave === null) {
    throw refuse('FAILED_PRECONDITION', ERRORES.yaEnviada);
  }
  return {
    id: row.inscripcion_id!,
    estado: row.inscripcion_estado,
    folio: formatFolio(row.acuse_folio),
    clave: row.acuse_clave,
  };
};

/** The answer to whoever sends what was sent already. */
const sentAgain = async (db: Db, row: Contexto, { actor }: Pick<Enviando, 'actor'>) => ({
  answer: sentAnswer(row),
  avisos: await readAvisos(db, row, actor),
  reparto: repartoDe(row.version_definicion),
  nueva: false,
});

/** What takes the seat, last of all: the edition's row is held only until the commit that follows. */
const takingSeat = (
  trx: Trx,
  id: string,
  grupo: GrupoElegido,
  { reparto, pedido, cupo }: { reparto: Reparto; pedido: LugarPedido; cupo: string | null },
): Statement<void>[] => {
  const without = (porque: ErrorDeLugar) => () => new SinLugar(porque);
  const refusing = {
    grupo: without(ERRORES.grupoSinLugares),
    edicion: without(ERRORES.sinLugares),
  };
  if (!isSencillo(reparto)) {
    return takingLugarPara(trx, { id, pedido, previsto: cupo }, refusing);
  }
  const { edicionId } = pedido;
  return [
    ...(grupo === null
      ? []
      : [orElse(takingLugarDeGrupo(trx, edicionId, grupo.id), refusing.grupo)]),
    orElse(takingLugar(trx, edicionId), refusing.edicion),
  ];
};

const nombreDe = (row: Contexto) =>
  nameInItsCase(row.persona_nombre, row.persona_apellido_paterno, row.persona_apellido_materno);

/** How an inscripción that is sent is kept, and what its acuse says. Without a transaction it has one of its own. */
const write = async (
  trx: Trx | null,
  row: Contexto,
  sending: Enviando,
  what: {
    personaId: string;
    decision: Decision;
    datos: Respuestas;
    apuntados: Apuntados;
    grupo: GrupoElegido;
    juicio: Juicio;
    pedido: LugarPedido;
    llave: string | null;
    /** Keys of the answers that are kept in the person's file, too. */
    guardados: readonly string[];
  },
) => {
  const { actor, services, receivedAt, receivedOrder } = sending;
  const { personaId, datos, grupo, juicio } = what;
  const { paso, cupo } = what.decision;
  const estado = INSCRIPCION.pasos[paso].a;
  const definicion: Definicion = row.version_definicion;
  const { folio, clave } = newFolioYClave(receivedAt);
  const acuse = buildAcuse(row, {
    env: services.env,
    estado: estadoDeInscripcion(estado),
    ...{ folio, clave, emitidoEn: receivedAt, grupo: grupo?.nombre, datos },
    resultados: juicio.resultados,
  });
  const { ordinarias, sensibles } = apartarSensibles(definicion, datos);
  const contacto = correoDeContacto(definicion, datos);
  const db = trx ?? services.db;
  const avisos = await readDestinatarios(db, actor, contacto, { escribe: true });
  const id = row.inscripcion_id ?? randomUUID();
  const escribe = what.guardados.length > 0;
  const takes = paso === 'inscribir';
  // One order of locks everywhere: person, inscripción, history, group, edition, quota. The history is late, because its
  // writers take turns; the edition last, so that its row is held only until the commit that follows.
  const conLugar = takes && !escribe;
  const cartas = await services.notificaciones.lettersOf(
    db,
    avisos.correos.map((correo) =>
      enviadaMail(correo, nombreDe(row), acuse, definicion.mensajes?.confirmacion),
    ),
  );
  const evaluacion: Evaluacion = {
    versionId: row.version_id,
    version: row.version_numero,
    evaluadaEn: receivedAt.toISOString(),
    hechos: juicio.hechos,
    resultados: juicio.resultados,
  };
  const dicho = {
    ...escribir({ acuse, respuestas: ordinarias, evaluacion }),
    cupos: juicio.propios,
    edicionId: row.edicion_id,
    grupoId: grupo?.id ?? null,
    puntos: puntosOf(juicio.resultados),
    enviadaEn: receivedAt,
    orden: receivedOrder,
  };
  const sellado =
    Object.keys(sensibles).length > 0 ? sealSensibles(services.secrets, id, sensibles) : null;
  const huellas = {
    huella: huellaDeEnvio(dicho),
    huellaSensibles: huellaDeSensibles({ clave, sellado }),
  };
  const cambio = recordingWithin(db, `inscripcion.${paso}`, {
    id,
    personaId,
    antes: row.inscripcion_id === null ? null : { estado: 'borrador' },
    despues: {
      ...{ estado, versionId: row.version_id, folio, ...huellas, correos: cartas.ids },
      ...(takes && juicio.reparto.cupos.length > 0 && { cupo }),
    },
  });
  const enviada: Enviada = {
    ...dicho,
    ...{ id, personaId, paso, folio, clave, conLugar },
    pedidos: isSencillo(juicio.reparto) ? null : what.pedido.cupos,
    cupo,
    empezada: row.inscripcion_id !== null,
    uid: actor.uid,
    versionId: row.version_id,
    ahora: services.now(),
    llave: what.llave,
    enviadas: juicio.enviadas,
    apuntados: what.apuntados,
    sellado,
    cartas: JSON.stringify(cartas.filas),
    cambio: cambio.valores,
  };
  // Its commit, which may come with the answer, lets them go out.
  services.mail.written();
  const within = async (trx: Trx) => {
    const { query, read } = sendingInscripciones([enviada]);
    const enviar: Statement<void> = { query, read: (result) => cambio.heard(read(result)) };
    if (!escribe) return togetherLast(trx, [enviar]);
    // Whoever writes in the file holds it alone, and before the inscripción.
    await together(trx, [holdingPersona(trx, personaId, { escribe }), enviar]);
    const guardados = { definicion, datos, claves: what.guardados };
    await saveGuardados(trx, guardados, { actor, services, personaId });
    const seat = { reparto: juicio.reparto, pedido: what.pedido, cupo };
    await together(trx, takes ? takingSeat(trx, id, grupo, seat) : []);
  };
  if (trx !== null) await within(trx);
  else cambio.heard(await writeJoined(db, sendingInscripciones, enviada));
  return { answer: { id, estado, folio: acuse.folio, clave }, avisos };
};

/** What the database refused, in this feature's words; anything else as it came. */
const explain = (error: unknown): unknown => {
  const code = (error as { code?: string })?.code;
  if (code === RECHAZOS.otroExpediente) return refuse('ABORTED', ERRORES.otroExpediente);
  if (code === RECHAZOS.grupoSinLugares) return new SinLugar(ERRORES.grupoSinLugares);
  if (code === RECHAZOS.sinLugares) return new SinLugar(ERRORES.sinLugares);
  // It took longer than whoever operates the database lets it: it is undone.
  if (code === '57014') return new Outage('busy', error);
  const isOther = isConflict(error) && !isUniqueViolation(error, 'inscripciones_llave');
  return code === RECHAZOS.adelantado || isOther ? new Adelantado() : error;
};

/** Checked, judged and decided, on what was read of it: what is to be written. */
const settle = async (
  trx: Trx | null,
  row: Contexto,
  sent: Envio,
  {
    sinLugar,
    personaId,
    ...sending
  }: Enviando & { sinLugar: ErrorDeLugar | null; personaId: string },
) => {
  const { actor, receivedAt, services } = sending;
  const db = trx ?? services.db;
  const check = async () => {
    const prellenado = await readPrellenado(db, row, { personaId, correo: actor.email });
    const who = { personaId, prellenado, ahora: receivedAt };
    return { prellenado, ...(await checkRespuestas(db, row, sent.respuestas, who)) };
  };
  const [{ prellenado, datos, apuntados }, leido] = await readBeside(db, [
    check,
    () => readParaJuzgar(trx, row, sending, personaId),
  ]);
  const juicio = judge(row, receivedAt, { datos, leido });
  const grupo = grupoDe(row, sent.grupoId);
  const pedido = pedidoDe(juicio.reparto, {
    edicionId: row.edicion_id,
    grupoId: grupo?.id ?? null,
    propios: juicio.propios,
    cierra: row.edicion_cierra,
    ahora: receivedAt,
  });
  const decision = await decide(db, row, grupo, { juicio, pedido, sinLugar });
  const { llave, guardar } = sent;
  const guardados = porGuardar(row.version_definicion, datos, { guardar, prellenado });
  return { personaId, decision, datos, apuntados, grupo, juicio, pedido, llave, guardados };
};

/** Whoever is decided while others are is written with them. */
const decided = createBurst({ most: 32, ms: 5 });

const submitOnce = async (
  ids: Ids,
  sent: Envio,
  { sinLugar, again, ...sending }: Enviando & { sinLugar: ErrorDeLugar | null; again: boolean },
) => {
  const { db } = sending.services;
  const personaId = requirePersona(sending.actor);
  const row = await (again ? findContexto(db, ids, personaId) : contextoOf(db, sending.leido));
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  // First of all: a repeated submission gets its folio even after the window has closed.
  if (!INSCRIPCION.can('inscribir', row.inscripcion_estado)) return sentAgain(db, row, sending);
  if (row.edicion_cancelada_en) throw refuse('FAILED_PRECONDITION', ERRORES.cancelada);
  if (row.edicion_por_convocatoria) throw refuse('FAILED_PRECONDITION', ERRORES.porConvocatoria);
  if (!row.version_en_vigor) throw refuse('FAILED_PRECONDITION', ERRORES.sinFormulario);
  if (row.version_numero !== sent.version) throw refuse('ABORTED', ERRORES.versionCambio);
  const who = { ...sending, sinLugar, personaId };
  const isAlone = isSola(row, sent, { again });
  const end = async (trx: Trx | null, what: Awaited<ReturnType<typeof settle>>) => {
    const written = await write(trx, row, sending, what);
    return { ...written, reparto: what.juicio.reparto, nueva: true };
  };
  if (isAlone) return end(null, await decided.run(() => settle(null, row, sent, who)));
  return db.transaction().execute(async (trx) => end(trx, await settle(trx, row, sent, who)));
};

type Enviado = Awaited<ReturnType<typeof submitOnce>>;

/** What was sent before with the same key, whatever became of it; null: nothing was. */
const findRepetida = async (
  sent: Envio,
  { actor, services }: Enviando,
): Promise<Enviado | null> => {
  if (sent.llave === null || actor.personaId === null) return null;
  const row = await findPorLlave(services.db, actor.personaId, sent.llave);
  if (!row) return null;
  const { id, estado, folio, clave } = row;
  const avisos = { correos: [actor.email], porConfirmar: null };
  const answer = { id, estado, folio: formatFolio(folio), clave };
  return { answer, avisos, reparto: row.reparto, nueva: false };
};

const TRIES = 3;
/** Milliseconds that who comes to wait waits for those who came before, so that the place told is theirs. */
const TURN_MS = 1_000;

const tryOnce = async (ids: Ids, sent: Envio, sending: Enviando): Promise<Enviado> => {
  let sinLugar: ErrorDeLugar | null = null;
  for (let tries = 1; ; tries += 1) {
    try {
      return await submitOnce(ids, sent, { ...sending, sinLugar, again: tries > 1 });
    } catch (thrown) {
      const error = explain(thrown);
      const again = error instanceof SinLugar || error instanceof Adelantado;
      if (!again) throw error;
      if (tries === TRIES) throw new Outage('busy', error);
      // What the other wrote is committed and visible by now.
      sinLugar = error instanceof SinLugar ? error.porque : null;
    }
  }
};

/**
 * Draft → checked answers, rules held, a decision and an acuse: all of it or nothing. Sending again is the same
 * inscripción, and so is the same key, whatever has become of it since.
 */
export const submit = async (ids: Ids, sent: Envio, sending: Enviando) => {
  const { answer, reparto, ...rest } = await tryOnce(ids, sent, sending).catch(
    async (error: unknown) => {
      const known = error instanceof CallError || isUniqueViolation(error, 'inscripciones_llave');
      const before = known ? await findRepetida(sent, sending) : null;
      if (before !== null) return before;
      if (isSinLugar(error)) {
        const personaId = requirePersona(sending.actor);
        const { edicionId } = ids;
        await noteLlegada(sending.services.db, { personaId, edicionId }, sending.receivedAt);
      }
      throw error;
    },
  );
  const { id, ...said } = answer;
  sending.turn?.done();
  if (said.estado === 'enListaDeEspera') await sending.turn?.before(TURN_MS);
  const fila =
    said.estado === 'enListaDeEspera'
      ? await findLugarEnFila(sending.services.db, id, reparto)
      : undefined;
  if (fila?.porContar) await countFila(sending.services.db, ids.edicionId);
  return { ...rest, answer: { ...said, lugarEnEspera: fila?.lugar ?? null } };
};
