/** What both forms of posgrado share: their form, their drafts, sending, and steps with their letter. */
import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { digestWritten, writeJsonb } from '../../../../platform/server/db/jsonb.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { type Nombrar, recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Estados } from '../../../../platform/shared/estados.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import {
  type Destinatarios,
  readDestinatarios,
} from '../../../identidad/contacto/server/service.ts';
import {
  ACUSE,
  type AcuseImpreso,
  type EstadoImpreso,
} from '../../../inscripciones/acuse/contract.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import {
  buildAcuse,
  issueAcuseDeEnvio,
  newFolioYClave,
} from '../../../inscripciones/acuse/server/service.ts';
import { readHechosDe } from '../../../inscripciones/elegibilidad/server/service.ts';
import {
  porGuardar,
  readPrellenado,
  saveGuardados,
} from '../../../inscripciones/expediente/server/service.ts';
import { checkRespuestas } from '../../../inscripciones/respuestas/server/service.ts';
import { acusePath } from '../../../inscripciones/routes.ts';
import {
  sealSensibles,
  tryOpenSensibles,
} from '../../../inscripciones/sensibles/server/service.ts';
import type { PersonaRow } from '../../../personas/server/reading.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import { cuposDe, reglaDeCupo, repartoDe } from '../../../plantillas/cupos/rules.ts';
import { type Respuestas, respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { hechosDeRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import {
  apartarSensibles,
  correoDeContacto,
  normaliseRespuestas,
} from '../../../plantillas/formulario/rules.ts';
import {
  EVALUACION,
  type Evaluacion,
  type Hechos,
  type Regla,
  type ResultadoRegla,
} from '../../../plantillas/reglas/contract.ts';
import { evaluateReglas, mayEnroll } from '../../../plantillas/reglas/rules.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { readPublicada, type VersionRow } from '../../../plantillas/server/reading.ts';
import { deConvocatoria } from '../../acceso/server/service.ts';
import { type ConvocatoriaRow, requireConvocatoria } from '../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import {
  CONVOCATORIA,
  type EstadoPresolicitud,
  type EstadoSolicitud,
  PRESOLICITUD,
  SOLICITUD,
} from '../../estados.ts';
import { ERRORES_ENVIO as ERRORES } from '../errors.ts';
import { type Tramite, ventanaDe } from '../rules.ts';
import {
  type EnvioDe,
  type EnvioRow,
  findAspirante,
  findDeEnvio,
  findEnvioPorLlave,
  findUltimoEnvio,
  findVersion,
  insertEnvio,
  selectEnvios,
  selectNombres,
  selectVivos,
  shareConvocatoria,
  updatePaso,
} from './data.ts';
import { acuseMail, type CartaDePaso, pasoMail } from './mails.ts';
import type { FilaRow, Tecleado } from './reading.ts';

export { clearBorrador, deleteBorrador, updateBorrador } from './data.ts';
export type { CartaDePaso } from './mails.ts';

import { tramite } from './textos.ts';

/** How an applicant is called in a letter. */
export const nombreDe = (
  row: Pick<
    FilaRow<string>,
    'persona_nombre' | 'persona_apellido_paterno' | 'persona_apellido_materno'
  >,
): string =>
  nameInItsCase(row.persona_nombre, row.persona_apellido_paterno, row.persona_apellido_materno);

/** The contact address that the last sending gave; null: none. */
const contactoDe = async (trx: Trx, de: EnvioDe): Promise<string | null> => {
  const ultimo = await findUltimoEnvio(trx, de);
  if (!ultimo) return null;
  const respuestas = respuestasLeidas.safeParse(ultimo.respuestas).data ?? {};
  return correoDeContacto(await readPublicada(trx, ultimo.version_id), respuestas);
};

type Avisado = FilaRow<string>;

/**
 * Writes to an applicant, at the address of their account and at the confirmed contact address. Gives the ids of the letters, for the
 * history; none without an account.
 */
export const tellAspirante = async (
  trx: Trx,
  { env, notificaciones }: Pick<Services, 'env' | 'notificaciones'>,
  row: Avisado,
  { de, kind, carta, a }: { de: EnvioDe; kind: string; carta: CartaDePaso; a?: Destinatarios },
): Promise<string[]> => {
  if (row.uid === null || row.correo === null) return [];
  const cuenta = { uid: row.uid, email: row.correo };
  const { correos } = a ?? (await readDestinatarios(trx, cuenta, await contactoDe(trx, de)));
  const quien = { to: correos, uid: row.uid, nombre: nombreDe(row), publicUrl: env.publicUrl };
  return notificaciones.notify(
    trx,
    deConvocatoria(row.convocatoria_id, pasoMail(quien, kind, row, carta)),
  );
};

/** A step of a form that is held. */
export type Paso<M extends Estados> = {
  readonly paso: keyof M['pasos'] & string;
  readonly accion: Accion;
  /** What the person is told; null: nothing (a job tells many in other words, a merge of files). */
  readonly aviso: CartaDePaso | null;
  readonly motivo?: string | null;
  /** Other columns that change by the step. */
  readonly cambios?: Readonly<Record<string, unknown>>;
  /** Where the letter goes, when it is known already. */
  readonly a?: Destinatarios;
  /** What the history keeps besides the state; each datum is declared in the room's `historial.ts`. */
  readonly despues?: Readonly<Record<string, unknown>>;
};

/**
 * Takes a step: guarded update, letter and history in the transaction of who calls, who holds the row.
 *
 * @throws {CallError} ABORTED (`posgrado-ya-cambio`): it is in another state.
 */
export const takePasoDe = async <M extends Estados>(
  trx: Trx,
  services: Pick<Services, 'env' | 'notificaciones' | 'now'>,
  { maquina, de, kind }: { maquina: M; de: EnvioDe; kind: string },
  row: Avisado,
  { paso, accion, aviso, a, motivo = null, cambios = {}, despues = {} }: Paso<M>,
): Promise<void> => {
  const estado = maquina.pasos[paso]!.a!;
  const ahora = services.now();
  const set = { estado, motivo, actualizado_en: ahora, ...cambios };
  if (!(await updatePaso(trx, maquina, paso, { id: row.id, cambios: set }))) {
    throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  }
  const carta = aviso && { de, kind, carta: aviso, ...(a && { a }) };
  const correos = carta ? await tellAspirante(trx, services, row, carta) : [];
  await recordCambio(trx, accion, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: {
      ...{ estado, en: ahora.toISOString() },
      ...despues,
      ...(motivo !== null && { motivo }),
      ...(correos.length > 0 && { correos }),
    },
  });
};

/** @throws {CallError} FAILED_PRECONDITION (`sin-expediente`) */
export const requirePersona = ({ personaId }: Pick<Actor, 'personaId'>): string => {
  if (personaId === null) throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.sinExpediente);
  return personaId;
};

/** A call that was published, whatever became of it. @throws {CallError} NOT_FOUND */
export const requirePublicada = async (db: Db | Trx, id: string): Promise<ConvocatoriaRow> => {
  const cv = await requireConvocatoria(db, { id });
  if (cv.publicada_en === null) throw refuse('NOT_FOUND', ERRORES_POSGRADO.noExiste);
  return cv;
};

/** @throws {CallError} FAILED_PRECONDITION (`convocatoria-concluida`) */
export const requireVigente = ({ estado }: Pick<ConvocatoriaRow, 'estado'>): void => {
  if (!CONVOCATORIA.can('cancelar', estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.concluida);
  }
};

/** The call for who writes in it: held so that nobody cancels it meanwhile, with others who write. */
export const holdConvocatoria = async (trx: Trx, id: string): Promise<ConvocatoriaRow> => {
  await shareConvocatoria(trx, id);
  const cv = await requirePublicada(trx, id);
  requireVigente(cv);
  return cv;
};

/** How the window of each step is called in what rules find. */
const VENTANA_DE: Readonly<Record<Tramite, string>> = {
  presolicitud: 'Recepción de presolicitudes',
  solicitud: 'Recepción de solicitudes',
};

/** The form of a step, in the version that the call fixed. */
export type FormularioDe = VersionRow & { version_plantilla_id: string };
export const readFormulario = async (
  db: Db | Trx,
  cv: ConvocatoriaRow,
  tramite: Tramite,
): Promise<FormularioDe> => {
  const id = tramite === 'presolicitud' ? cv.presolicitud_version_id! : cv.solicitud_version_id!;
  const version = await findVersion(db, id);
  return { ...version, version_definicion: await readPublicada(db, id) };
};

/** What a form is filled in and judged with. */
export type Contexto = {
  readonly cv: ConvocatoriaRow;
  readonly tramite: Tramite;
  readonly formulario: FormularioDe;
  readonly persona: PersonaRow & { persona_id: string };
  /** When what is judged was received. */
  readonly ahora: Date;
  /** Until when it is received, when it is not until the window closes (corrections). */
  readonly hasta?: Date | null;
};

/** Everything that a form of a call is judged with, for one person. @throws {CallError} FAILED_PRECONDITION: their file is not to be seen. */
export const readContexto = async (
  db: Db | Trx,
  cv: ConvocatoriaRow,
  { tramite, personaId, ahora }: { tramite: Tramite; personaId: string; ahora: Date },
): Promise<Contexto> => {
  const persona = await findAspirante(db, personaId);
  if (!persona) throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.sinExpediente);
  const formulario = await readFormulario(db, cv, tramite);
  return { cv, tramite, formulario, persona: { ...persona, persona_id: personaId }, ahora };
};

/** The facts that the rules and quotas of a form ask for, without its answers. */
export const readHechosPara = (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  { cv, tramite, formulario, persona, ahora, hasta }: Contexto,
): Promise<Hechos> => {
  const { abre, cierra } = ventanaDe(cv, tramite);
  return readHechosDe(db, proveedores, {
    reglas: preguntasDe(formulario.version_definicion),
    edicion: {
      edicion_id: cv.edicion_id,
      plantilla_id: formulario.version_plantilla_id,
      edicion_abre: abre,
      edicion_cierra: hasta ?? cierra,
    },
    persona: { id: persona.persona_id, clave: persona.persona_clave },
    ahora,
    ventana: VENTANA_DE[tramite],
  });
};

const preguntasDe = (definicion: Definicion): Regla[] => [
  ...definicion.reglas,
  ...repartoDe(definicion).cupos.map(reglaDeCupo),
];

/** How a form stands with these answers: every rule, and the quotas that it may take. */
export type Juicio = {
  readonly hechos: Hechos;
  readonly resultados: ResultadoRegla[];
  readonly cupos: string[];
};

/** Judges a form; `datos`: the answers that were checked, or those of a draft. */
export const judge = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  contexto: Contexto,
  datos: Respuestas,
): Promise<Juicio> => {
  const { version_definicion: definicion } = contexto.formulario;
  const hechos = {
    ...(await readHechosPara(db, proveedores, contexto)),
    ...hechosDeRespuestas(definicion, datos, preguntasDe(definicion)),
  };
  return {
    hechos,
    resultados: evaluateReglas(definicion.reglas, hechos, contexto.ahora),
    cupos: cuposDe(repartoDe(definicion).cupos, hechos, contexto.ahora),
  };
};

/** What somebody sends. */
export type Envio = {
  readonly version: number;
  readonly respuestas: Respuestas;
  readonly guardar: readonly string[];
  readonly llave: string | null;
};

/** Who sends, and with which facts it is judged. */
export type Enviando = Pick<Asking, 'actor' | 'services'> & {
  readonly receivedAt: Date;
  readonly proveedores: readonly ProveedorDeHechos[];
};

/** What was checked and judged, and is to be written. */
export type Revisado = {
  readonly datos: Respuestas;
  readonly documentos: readonly string[];
  readonly guardados: readonly string[];
  readonly juicio: Juicio;
};

/**
 * Checks what somebody sends and judges it.
 *
 * @throws {CallError} ABORTED (`version-cambio`), INVALID_ARGUMENT (`respuestas-por-corregir`), FAILED_PRECONDITION
 * (`reglas-no-cumplidas`).
 */
export const reviewEnvio = async (
  trx: Trx,
  contexto: Contexto,
  { version, respuestas, guardar }: Envio,
  { actor, proveedores, receivedAt }: Enviando,
): Promise<Revisado> => {
  const { formulario, persona } = contexto;
  const definicion = formulario.version_definicion;
  if (formulario.version_numero !== version) throw refuse('ABORTED', ERRORES.version);
  const row = { ...persona, version_definicion: definicion };
  const quien = { personaId: persona.persona_id, correo: actor.email };
  const prellenado = await readPrellenado(trx, row, quien);
  const { datos, apuntados } = await checkRespuestas(trx, row, respuestas, {
    personaId: persona.persona_id,
    prellenado,
    ahora: receivedAt,
  });
  const juicio = await judge(trx, proveedores, contexto, datos);
  if (!mayEnroll(juicio.resultados)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.reglas, { reglas: juicio.resultados });
  }
  return {
    datos,
    documentos: apuntados.documentos,
    guardados: porGuardar(definicion, datos, { guardar, prellenado }),
    juicio,
  };
};

/** A sending that was written: what opens its acuse, and the digest that the history keeps. */
export type Escrito = {
  readonly numero: number;
  readonly acuse: AcuseImpreso;
  readonly clave: string;
  readonly huella: string;
  readonly avisos: Destinatarios;
};

/**
 * Writes a sending with its acuse, in the transaction that takes the step, and saves in the file what the person agreed to. The digest is of
 * `[acuse, answers, evaluation, sealed answers]`: nobody changes them unseen.
 */
export const writeEnvio = async (
  trx: Trx,
  { cv, formulario, persona, tramite }: Contexto,
  revisado: Revisado,
  {
    de,
    estado,
    llave,
    propios = [],
  }: {
    de: EnvioDe;
    estado: EstadoImpreso;
    llave: string | null;
    propios?: NonNullable<AcuseImpreso['propios']>;
  },
  { actor, services, receivedAt }: Enviando,
): Promise<Escrito> => {
  const { datos, juicio, documentos, guardados } = revisado;
  const definicion = formulario.version_definicion;
  const personaId = persona.persona_id;
  if (guardados.length > 0) {
    const guardando = { definicion, datos, claves: guardados };
    await saveGuardados(trx, guardando, { actor, services, personaId });
  }
  const id = randomUUID();
  const numero = ((await findUltimoEnvio(trx, de))?.numero ?? 0) + 1;
  const { ordinarias, sensibles } = apartarSensibles(definicion, datos);
  const sellado =
    Object.keys(sensibles).length > 0 ? sealSensibles(services.secrets, id, sensibles) : null;
  const evaluacion: Evaluacion = {
    versionId: formulario.version_id,
    version: formulario.version_numero,
    evaluadaEn: receivedAt.toISOString(),
    hechos: juicio.hechos,
    resultados: juicio.resultados,
  };
  const { folio, clave } = newFolioYClave(receivedAt);
  const acuse = buildAcuse(
    { ...cv, ...persona, ...formulario },
    {
      env: services.env,
      de: tramite,
      ...{ estado, folio, clave, emitidoEn: receivedAt, datos },
      ...(propios.length + numero > 1 && {
        propios: [
          ...propios,
          ...(numero > 1
            ? [{ etiqueta: 'Envío', valor: `${numero}, sustituye al anterior`, clave: false }]
            : []),
        ],
      }),
      resultados: juicio.resultados,
    },
  );
  const escrito = {
    respuestas: writeJsonb(ordinarias),
    evaluacion: writeJsonb(EVALUACION.stored(evaluacion)),
  };
  await insertEnvio(trx, de, {
    ...{ id, numero, llave, version_id: formulario.version_id, enviado_en: receivedAt },
    ...escrito,
    sensibles: sellado,
    documentos: [...documentos],
  });
  await issueAcuseDeEnvio(trx, id, { acuse, clave });
  const contacto = correoDeContacto(definicion, datos);
  const huella = digestWritten([
    writeJsonb(ACUSE.stored(acuse)),
    ...[escrito.respuestas, escrito.evaluacion, writeJsonb(sellado)],
  ]);
  const avisos = await readDestinatarios(trx, actor, contacto, { escribe: true });
  return { numero, acuse, clave, huella, avisos };
};

/** What an answer to who sends says of the acuse. */
export const answerOf = ({ numero, acuse, clave, avisos }: Escrito) => ({
  numero,
  folio: acuse.folio,
  clave,
  avisos,
});

const NOTA_DE_CLAVE =
  'La dirección incluye la clave del acuse: compártala solo con quien deba verlo.';

/** The letter that goes with an acuse. */
export const cartaDeAcuse = (
  { acuse }: Escrito,
  texto: Pick<CartaDePaso, 'asunto' | 'parrafos' | 'texto'>,
  confirmacion: string | undefined,
): CartaDePaso => ({
  ...texto,
  folio: acuse.folio,
  accion: { label: 'Consultar y descargar su acuse', ruta: acuse.url },
  notas: [NOTA_DE_CLAVE, ...(confirmacion ? [confirmacion] : [])],
});

/** Columns of a row whose draft has just been sent. */
export const SIN_BORRADOR = {
  respuestas: '{}',
  sensibles: null,
  guardar: [],
  guardado_en: null,
} as const;

/** Answers as they are saved in a draft: without fields that the form does not have, and the sensitive ones sealed. */
export const tecleadoDe = (
  secrets: Secrets,
  formulario: FormularioDe,
  {
    id,
    respuestas,
    guardar,
    ahora,
  }: { id: string; respuestas: Respuestas; guardar: readonly string[] | undefined; ahora: Date },
): Tecleado => {
  const definicion = formulario.version_definicion;
  const { ordinarias, sensibles } = apartarSensibles(
    definicion,
    normaliseRespuestas(definicion, respuestas),
  );
  return {
    respuestas: JSON.stringify(ordinarias),
    sensibles: Object.keys(sensibles).length > 0 ? sealSensibles(secrets, id, sensibles) : null,
    guardar,
    ahora,
  };
};

/** What is kept of answers, together again for their person; `ilegible`: in part it cannot be read. */
export const leerRespuestas = (
  secrets: Secrets,
  { id, respuestas, sensibles }: { id: string; respuestas: unknown; sensibles: string | null },
): { respuestas: Respuestas; ilegible: boolean } => {
  const leidas = respuestasLeidas.safeParse(respuestas);
  const apartadas = tryOpenSensibles(secrets, id, sensibles);
  return {
    respuestas: { ...leidas.data, ...apartadas },
    ilegible: !(leidas.success && apartadas),
  };
};

/** What an applicant sees of a form: answers of the file, the draft, the last sending, and how it stands. */
export type Vista = {
  readonly formulario: FormularioDe;
  readonly prellenado: Respuestas;
  readonly ilegible: boolean;
  readonly borrador: { respuestas: Respuestas; guardar: string[]; guardadoEn: Date } | null;
  readonly enviadas: Respuestas | null;
  readonly envios: readonly EnvioRow[];
  readonly avisos: Destinatarios;
  readonly juicio: Pick<Juicio, 'hechos' | 'resultados'>;
};

/**
 * Reads a form for its person. `row`: theirs, or undefined; `editable`: it is judged on the file as it is now, and otherwise as it was judged when
 * last sent. `sigue`: it may still be sent by its state, also when its term is over: what was typed is not lost.
 */
export const readVista = async (
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  proveedores: readonly ProveedorDeHechos[],
  contexto: Contexto,
  {
    actor,
    row,
    de,
    editable,
    sigue,
  }: {
    actor: Actor;
    row: FilaRow<string> | undefined;
    de: EnvioDe | null;
    editable: boolean;
    sigue: boolean;
  },
): Promise<Vista> => {
  const { formulario, persona } = contexto;
  const definicion = formulario.version_definicion;
  const prellenado = await readPrellenado(
    db,
    { ...persona, version_definicion: definicion },
    { personaId: persona.persona_id, correo: actor.email },
  );
  const envios = de ? await selectEnvios(db, de) : [];
  const [ultimo] = envios;
  const borrador = sigue && row?.guardado_en ? leerRespuestas(secrets, row) : null;
  const enviadas = ultimo ? leerRespuestas(secrets, ultimo) : null;
  const kept = ultimo && !editable ? EVALUACION.tryRead(ultimo.evaluacion) : null;
  const datos = normaliseRespuestas(definicion, {
    ...prellenado,
    ...(borrador ?? enviadas)?.respuestas,
  });
  const contacto = enviadas ? correoDeContacto(definicion, enviadas.respuestas) : null;
  return {
    formulario,
    prellenado,
    ilegible: (borrador?.ilegible ?? false) || (enviadas?.ilegible ?? false),
    borrador:
      borrador && row?.guardado_en
        ? {
            respuestas: normaliseRespuestas(definicion, borrador.respuestas),
            guardar: row.guardar,
            guardadoEn: row.guardado_en,
          }
        : null,
    enviadas: enviadas?.respuestas ?? null,
    envios,
    avisos: await readDestinatarios(db, actor, contacto),
    juicio: kept ?? (await judge(db, proveedores, contexto, datos)),
  };
};

/** What was sent before with the same key, whatever became of it; null: nothing was. */
export const findRepetido = async (
  db: Db,
  actor: Actor,
  llave: string | null,
): Promise<{ id: string; numero: number; folio: string; clave: string } | null> => {
  if (llave === null || actor.personaId === null) return null;
  const row = await findEnvioPorLlave(db, actor.personaId, llave);
  if (!row) return null;
  const { de_id: id, numero, acuse_folio, acuse_clave: clave } = row;
  return { id, numero, folio: formatFolio(acuse_folio), clave };
};

/** The answer to who sends again what was sent. */
export const avisosDe = ({ email }: Pick<Actor, 'email'>): Destinatarios => ({
  correos: [email],
  porConfirmar: null,
});

/** A state of a form as an acuse prints it. */
export const estadoDePresolicitud = (codigo: EstadoPresolicitud): EstadoImpreso => ({
  codigo,
  nombre: PRESOLICITUD.palabra(codigo),
  tono: PRESOLICITUD.tono(codigo),
});
export const estadoDeSolicitud = (codigo: EstadoSolicitud): EstadoImpreso => ({
  codigo,
  nombre: SOLICITUD.palabra(codigo),
  tono: SOLICITUD.tono(codigo),
});

/** Whose the acuse of a sending is, and how its form stands now. */
export const acusesDePosgrado: Slots['acusesDeEnvio'] = async (db, envioId) => {
  const row = await findDeEnvio(db, envioId);
  if (!row) return null;
  const { persona_id: personaId, presolicitud, solicitud } = row;
  if (presolicitud !== null) return { personaId, estado: estadoDePresolicitud(presolicitud) };
  return solicitud === null ? null : { personaId, estado: estadoDeSolicitud(solicitud) };
};

/**
 * To an address that its person has just confirmed, the acuses of the forms for which they gave it and that still go on: they went to the
 * account only.
 */
export const sendAcusesDePosgrado: Slots['alConfirmarContacto'] = async (
  trx,
  { env, notificaciones },
  { personaId, email, escritos },
) => {
  if (personaId === null) return;
  for (const row of await selectVivos(trx, personaId)) {
    const respuestas = respuestasLeidas.safeParse(row.respuestas).data ?? {};
    const escrito = correoDeContacto(await readPublicada(trx, row.version_id), respuestas);
    if (escrito === null || !escritos.includes(escrito)) continue;
    const folio = formatFolio(row.acuse_folio);
    const kind = row.tramite === 'presolicitud' ? 'Presolicitud' : 'Solicitud';
    const carta = {
      ...tramite('acuse.aOtroCorreo', { programa: row.curso_nombre, tramite: row.tramite }),
      accion: { label: 'Consultar y descargar su acuse', ruta: acusePath(folio, row.acuse_clave) },
      notas: [NOTA_DE_CLAVE],
      folio,
    };
    const quien = { to: email, nombre: nombreDe(row), publicUrl: env.publicUrl };
    await notificaciones.notify(
      trx,
      deConvocatoria(row.convocatoria_id, acuseMail(quien, kind, row, carta)),
    );
  }
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names forms in the history by their id; without it they would pass for records that are gone. */
const nombrarDe =
  (tabla: 'presolicitudes' | 'solicitudes'): Nombrar =>
  async (db, ids) => {
    const rows = await selectNombres(
      db,
      tabla,
      ids.filter((id) => UUID.test(id)),
    );
    return new Map(
      rows.map(({ id, nombre, folio }) => [
        id,
        { nombre: folio === null ? nombre : `${formatFolio(folio)}, ${nombre}`, enlace: null },
      ]),
    );
  };
export const nombrarPresolicitudes = nombrarDe('presolicitudes');
export const nombrarSolicitudes = nombrarDe('solicitudes');
