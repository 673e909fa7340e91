/** The school's review of pre-applications, and what each applicant sees of it. */
import type { z } from 'zod';
import {
  type Aporte,
  aporteDeTabla,
  type Camino,
  type SinAporte,
} from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { searchPage } from '../../../../platform/server/db/search.ts';
import { turnoOf } from '../../../../platform/server/db/turnos.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import { runLote } from '../../../../platform/server/lotes.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../../platform/server/supresiones.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import type { Parte, ResultadoLote } from '../../../../platform/shared/resultado-lote.ts';
import { deadlineOf } from '../../../../platform/shared/working-days.ts';
import { readCalendar } from '../../../arco/server/service.ts';
import { readPruebas, readVault, readVersiones } from '../../../documentos/server/service.ts';
import { asksOfPersona, readHechosDe } from '../../../inscripciones/elegibilidad/server/service.ts';
import { tryOpenSensibles } from '../../../inscripciones/sensibles/server/service.ts';
import { readDichosDe } from '../../../personas/apartados/server/service.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import { respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { hechosDeRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import { describeSensibles } from '../../../plantillas/formulario/rules.ts';
import { EVALUACION, type ResultadoRegla, VENTANA } from '../../../plantillas/reglas/contract.ts';
import { evaluateReglas, fieldsOfReglas } from '../../../plantillas/reglas/rules.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { readPublicada } from '../../../plantillas/server/reading.ts';
import { onlyAjenas, requireAjeno } from '../../acceso/server/service.ts';
import type { ConvocatoriaRow } from '../../convocatorias/server/service.ts';
import { holdConvocatoria } from '../../envios/server/service.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { PRESOLICITUD } from '../../estados.ts';
import { plazoParaPresentar } from '../../inconformidades/rules.ts';
import { canManagePosgrado } from '../../policy.ts';
import {
  type PresolicitudRow as FilaDePaso,
  requirePresolicitud,
  takePasoPresolicitud,
} from '../../presolicitudes/server/service.ts';
import { validarPresolicitudPath } from '../../routes.ts';
import type * as contract from '../contract.ts';
import type { FiltrosPresolicitudes } from '../contract.ts';
import { ERRORES_VALIDACION as ERRORES } from '../errors.ts';
import {
  type DocumentoAhora,
  documentosDe,
  type Envio,
  isExigida,
  isSameResult,
  type Marca,
  observablesDe,
  type RequisitoJuzgado,
  requisitosDe,
} from '../rules.ts';
import * as data from './data.ts';
import { cartaDeImprocedente, cartaDeObservaciones, cartaDeValida } from './mails.ts';

type Context = Pick<Asking, 'actor' | 'services'>;
type Con = Pick<Services, 'db' | 'secrets'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The calls of a programme, drafts too. @throws {CallError} NOT_FOUND */
const requireConvocatorias = async (
  db: Db | Trx,
  cursoId: string,
): Promise<[data.ConvocatoriaDeCursoRow, ...data.ConvocatoriaDeCursoRow[]]> => {
  const [first, ...rest] = UUID.test(cursoId)
    ? await data.selectConvocatoriasDeCurso(db, cursoId)
    : [];
  if (!first) throw refuse('NOT_FOUND', ERRORES.sinCurso);
  return [first, ...rest];
};

/** Those of a programme that the actor attends for the school. @throws {CallError} NOT_FOUND; PERMISSION_DENIED: a party in all. */
const requireAtendidas = async (db: Db | Trx, cursoId: string, actor: Actor) => {
  const all = await requireConvocatorias(db, cursoId);
  const ajenas = await onlyAjenas(
    db,
    actor,
    all.map(({ id }) => id),
  );
  const rows = all.filter(({ id }) => ajenas.has(id));
  if (rows.length === 0) throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
  return rows;
};

/** What was sent and said of one pre-application. */
export type Expediente = {
  /** The form of the newest sending. */
  readonly def: Definicion;
  readonly envios: readonly Envio[];
  /** Instant of the newest sending. */
  readonly enviadoEn: Date;
  readonly observaciones: readonly data.ObservacionRow[];
  readonly marcas: readonly Marca[];
  /** Part of what was sent cannot be read. */
  readonly ilegible: boolean;
};

const readEnvio = (
  { secrets }: Pick<Con, 'secrets'>,
  row: data.EnvioDeRow,
): { envio: Envio; ilegible: boolean } => {
  const respuestas = respuestasLeidas.safeParse(row.respuestas);
  const sensibles = tryOpenSensibles(secrets, row.id, row.sensibles);
  const evaluacion = EVALUACION.tryRead(row.evaluacion);
  return {
    envio: {
      numero: row.numero,
      respuestas: { ...respuestas.data, ...sensibles },
      resultados: evaluacion?.resultados ?? [],
    },
    ilegible: !respuestas.success || sensibles === null || evaluacion === null,
  };
};

/** What was sent of these, by id; one that was never sent is left out. */
const readExpedientes = async (
  con: Pick<Con, 'secrets'>,
  db: Db | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Expediente>> => {
  if (ids.length === 0) return new Map();
  const envios = Map.groupBy(await data.selectEnviosDe(db, ids), (row) => row.presolicitud_id);
  const observaciones = Map.groupBy(
    await data.selectObservacionesDe(db, ids),
    (row) => row.presolicitud_id,
  );
  const marcas = Map.groupBy(await data.selectMarcasDe(db, ids), (row) => row.presolicitud_id);
  const found = new Map<string, Expediente>();
  for (const [id, rows] of envios) {
    const read = rows.map((row) => readEnvio(con, row));
    const last = rows.at(-1)!;
    found.set(id, {
      def: await readPublicada(db as Db, last.version_id),
      envios: read.map(({ envio }) => envio),
      enviadoEn: last.enviado_en,
      observaciones: observaciones.get(id) ?? [],
      marcas: marcas.get(id) ?? [],
      ilegible: read.at(-1)!.ilegible,
    });
  }
  return found;
};

const ultimoDe = ({ envios }: Expediente): Envio => envios.at(-1)!;

/** The versions that these present, as they are now. */
const readDocumentos = async (
  db: Db | Trx,
  expedientes: Iterable<Expediente>,
  ahora: Date,
): Promise<ReadonlyMap<string, DocumentoAhora>> => {
  const ids = [...expedientes].flatMap((one) => documentosDe(one.def, ultimoDe(one)));
  const versiones = await readVersiones(db, [...new Set(ids)]);
  return new Map(
    [...versiones].map(([id, { estado, venceEn, antivirus }]) => {
      const past = estado === 'validado' && venceEn !== null && venceEn <= ahora;
      return [id, { estado: past ? 'vencido' : estado, venceEn, antivirus }];
    }),
  );
};

const judge = (
  { estado, no_cumplidos: noCumplidos }: Pick<data.PresolicitudRow, 'estado' | 'no_cumplidos'>,
  expediente: Expediente | undefined,
  documentos: ReadonlyMap<string, DocumentoAhora>,
): RequisitoJuzgado[] =>
  expediente
    ? requisitosDe({
        ...{ estado, def: expediente.def, envios: expediente.envios, documentos },
        ...{ observadas: expediente.observaciones, marcas: expediente.marcas, noCumplidos },
      })
    : [];

/** A pre-application with how its requirements stand. */
export type Juzgada = {
  readonly row: data.PresolicitudRow;
  /** Undefined of a draft. */
  readonly expediente: Expediente | undefined;
  readonly requisitos: readonly RequisitoJuzgado[];
};

const judgeMany = async (
  con: Pick<Con, 'secrets'>,
  db: Db | Trx,
  rows: readonly data.PresolicitudRow[],
  ahora: Date,
): Promise<Juzgada[]> => {
  const expedientes = await readExpedientes(
    con,
    db,
    rows.map(({ id }) => id),
  );
  const documentos = await readDocumentos(db, expedientes.values(), ahora);
  return rows.map((row) => {
    const expediente = expedientes.get(row.id);
    return { row, expediente, requisitos: judge(row, expediente, documentos) };
  });
};

/** The programme as whoever asks sees it. @throws {CallError} NOT_FOUND */
export const readValidacion = async (
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  actor: Actor,
  cursoId: string,
) => {
  const ahora = now();
  const all = await requireConvocatorias(db, cursoId);
  const published = all.filter(({ estado }) => estado !== 'borrador');
  const staff = canManagePosgrado(actor);
  if (published.length === 0 && !staff) throw refuse('NOT_FOUND', ERRORES.sinCurso);
  const ids = all.map(({ id }) => id);
  const ajenas = staff ? await onlyAjenas(db, actor, ids) : new Set<string>();
  const rows =
    actor.personaId === null ? [] : await data.selectPropias(db, actor.personaId, ids, ahora);
  return {
    curso: all[0],
    convocatorias: published.filter(({ id }) => ajenas.has(id)),
    personal: staff && ajenas.size > 0,
    propias: await judgeMany({ secrets }, db, rows, ahora),
    calendario: await readCalendar(db),
    ahora,
  };
};

/** A page of the applicants of a programme. @throws {CallError} NOT_FOUND, PERMISSION_DENIED */
export const readPresolicitudes = async (
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  actor: Actor,
  input: z.output<typeof contract.listPresolicitudesCurso.input>,
) => {
  const ahora = now();
  const convocatorias = (await requireAtendidas(db, input.cursoId, actor)).map(({ id }) => id);
  const { total, rows, parecidas } = await searchPage(
    db,
    { ...input, convocatorias, ahora },
    data.countPresolicitudes,
    data.selectPresolicitudes,
  );
  const juzgadas = await judgeMany({ secrets }, db, rows, ahora);
  return { total, parecidas, juzgadas, calendario: await readCalendar(db), ahora };
};

/** How the rules of a sending turn out now, where they can be asked again: what only asks of the window is over. */
const evaluateAhora = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  row: data.PresolicitudRow,
  expediente: Expediente,
  ahora: Date,
): Promise<ResultadoRegla[]> => {
  const { def } = expediente;
  const reglas = def.reglas.filter(
    (regla) =>
      isExigida(regla) && asksOfPersona([regla]) && !fieldsOfReglas([regla]).includes(VENTANA),
  );
  if (reglas.length === 0) return [];
  const cargados = await readHechosDe(db, proveedores, {
    reglas,
    edicion: { ...row, plantilla_id: row.presolicitud_plantilla_id },
    persona: { id: row.persona_id, clave: row.persona_clave },
    ahora,
  });
  const { respuestas } = ultimoDe(expediente);
  return evaluateReglas(
    reglas,
    { ...cargados, ...hechosDeRespuestas(def, respuestas, reglas) },
    ahora,
  );
};

/** The rules that turn out otherwise than when it was sent, by their key. */
const cambiadasDe = (
  expediente: Expediente,
  ahora: readonly ResultadoRegla[],
): ReadonlyMap<string, ResultadoRegla> => {
  const before = new Map(ultimoDe(expediente).resultados.map((one) => [one.clave, one]));
  return new Map(
    ahora.flatMap((one) => {
      const then = before.get(one.clave);
      return then && !isSameResult(then, one) ? [[one.clave, one] as const] : [];
    }),
  );
};

/** The vault of the applicant beside what was presented: each version, the newest of its type, and what it is to prove. */
const readPresentados = async (db: Db | Trx, row: data.PresolicitudRow, expediente: Expediente) => {
  const ids = new Set(documentosDe(expediente.def, ultimoDe(expediente)));
  if (ids.size === 0) return new Map();
  const { rows, tipos } = await readVault(db, row.persona_id);
  const byTipo = Map.groupBy(rows, ({ tipo_id }) => tipo_id);
  const found = new Map<string, Presentado>();
  for (const version of rows.filter(({ id }) => ids.has(id))) {
    const mismas = byTipo.get(version.tipo_id) ?? [];
    const prueba = await readDichosDe(
      db,
      row.persona_id,
      mismas.map(({ id }) => id),
      readPruebas,
    );
    found.set(version.id, {
      version,
      tipo: tipos.find(({ id }) => id === version.tipo_id)?.nombre ?? 'Documento',
      reciente: mismas.find(({ version: numero }) => numero > version.version) ?? null,
      prueba,
    });
  }
  return found;
};
type Version = Awaited<ReturnType<typeof readVault>>['rows'][number];
export type Presentado = {
  readonly version: Version;
  readonly tipo: string;
  /** A later version of the same type: the newest. */
  readonly reciente: Version | null;
  readonly prueba: Awaited<ReturnType<typeof readDichosDe>>;
};

/** All that staff see of one pre-application. */
const readRegistro = async (
  { db, secrets, proveedores }: { db: Db | Trx } & Pick<Con, 'secrets'> & Proveedores,
  row: data.PresolicitudRow,
  ahora: Date,
) => {
  const [juzgada] = await judgeMany({ secrets }, db, [row], ahora);
  const { expediente } = juzgada!;
  if (!expediente) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const calendario = await readCalendar(db);
  const resultados = await evaluateAhora(db, proveedores, row, expediente, ahora);
  return {
    ...juzgada!,
    expediente,
    cambiadas: cambiadasDe(expediente, resultados),
    presentados: await readPresentados(db, row, expediente),
    reconsideracion: (await data.findReconsideracionDe(db, row.id)) ?? null,
    conSolicitud: await data.hasEnviada(db, row.id),
    calendario,
    venceria: deadlineOf(ahora, row.bases.diasSubsanar, calendario),
    ahora,
  };
};
export type Registro = Awaited<ReturnType<typeof readRegistro>>;

type Proveedores = { readonly proveedores: readonly ProveedorDeHechos[] };

/** One that was sent, of a call in which the actor is no party. @throws {CallError} NOT_FOUND, PERMISSION_DENIED */
const requireAjena = async (
  db: Db | Trx,
  id: string,
  { actor, services }: Context,
): Promise<data.PresolicitudRow> => {
  const row = await data.findPresolicitud(db, id, services.now());
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await requireAjeno(db, actor, row.convocatoria_id);
  return row;
};

/** About whom an act on a pre-application is. */
export const sujetoDePresolicitud = async (
  { id }: { id?: string | undefined },
  { services: { db } }: { services: Pick<Services, 'db'> },
) => ({
  personaIds: id === undefined ? [] : [(await data.findSujeto(db, id))?.persona_id],
});

/** One of them, whole; that it was read is recorded. @throws {CallError} NOT_FOUND, PERMISSION_DENIED */
export const readRevision = async (
  id: string,
  ctx: Context & Proveedores,
  accion: 'presolicitud.leer' | 'presolicitud.leerSensibles' = 'presolicitud.leer',
): Promise<Registro> => {
  const { db, secrets, now } = ctx.services;
  const row = await requireAjena(db, id, ctx);
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, accion, { id, personaId: row.persona_id }));
  return readRegistro({ db, secrets, proveedores: ctx.proveedores }, row, now());
};

/** The sensitive answers of the newest sending; the reading is recorded. */
export const readSensibles = async (id: string, ctx: Context) => {
  const { expediente } = await readRevision(
    id,
    { ...ctx, proveedores: [] },
    'presolicitud.leerSensibles',
  );
  return describeSensibles(expediente.def, ultimoDe(expediente).respuestas).map(
    ({ titulo, respuestas }) => ({
      titulo,
      respuestas: respuestas.map(({ etiqueta, valor }) => ({ etiqueta, valor })),
    }),
  );
};

const mine = ({ actor, services }: Context) => turnoOf(actor.uid, services.now());

/** Why the one that is asked for is not given. */
const whyNot = async (trx: Trx, id: string, ctx: Context): Promise<CallError> => {
  const row = await requireAjena(trx, id, ctx);
  return PRESOLICITUD.can('validar', row.estado)
    ? refuse('FAILED_PRECONDITION', ERRORES.deOtro)
    : refuse('ABORTED', ERRORES.yaDecidida);
};

/** The next one for whoever asks, held for them; what they held before is let go. */
export const startRevision = async (
  input: z.output<typeof contract.startRevisionPresolicitud.input>,
  ctx: Context & Proveedores,
) => {
  const { actor, services } = ctx;
  const { db, secrets, now } = services;
  const atendidas = await requireAtendidas(db, input.cursoId, actor);
  const vigentes = atendidas.filter(({ estado }) => estado === 'publicada').map(({ id }) => id);
  const row = await db.transaction().execute(async (trx) => {
    const cola = { id: input.id ?? null, saltados: input.saltados };
    const waits = data.waitingIn(vigentes, actor.personaId);
    const taken = await data.turnosDePresolicitud.take(trx, mine(ctx), cola, waits);
    if (taken === null && input.id !== undefined) throw await whyNot(trx, input.id, ctx);
    await data.turnosDePresolicitud.release(trx, actor.uid, taken);
    if (taken === null) return null;
    const found = await data.findPresolicitud(trx, taken, now());
    if (!found) return null;
    await recordOnce(trx, 'presolicitud.revisar', { id: taken, personaId: found.persona_id });
    return found;
  });
  return {
    curso: atendidas[0]!,
    registro:
      row && (await readRegistro({ db, secrets, proveedores: ctx.proveedores }, row, now())),
    espera: await data.countEspera(db, vigentes, actor.personaId),
  };
};

/** Holds one on. @throws {CallError} FAILED_PRECONDITION: somebody else's by now; ABORTED: decided. */
export const renewRevision = async (trx: Trx, id: string, ctx: Context): Promise<void> => {
  const row = await requireAjena(trx, id, ctx);
  if (!PRESOLICITUD.can('validar', row.estado)) throw refuse('ABORTED', ERRORES.yaDecidida);
  if (!(await data.turnosDePresolicitud.renew(trx, id, mine(ctx)))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  }
};

export const endRevision = (trx: Trx, uid: string): Promise<void> =>
  data.turnosDePresolicitud.release(trx, uid, null);

/** Held with its call, in the order of locks: the call first. The call is in force, and the actor is no party. */
export const holdPresolicitud = async (
  trx: Trx,
  id: string,
  { actor }: Context,
): Promise<{ fila: FilaDePaso; convocatoria: ConvocatoriaRow }> => {
  const sujeto = await data.findSujeto(trx, id);
  if (!sujeto) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await requireAjeno(trx, actor, sujeto.convocatoria_id);
  const convocatoria = await holdConvocatoria(trx, sujeto.convocatoria_id);
  const fila = await requirePresolicitud(trx, id, { lock: true });
  if (fila.estado === 'borrador') throw refuse('NOT_FOUND', ERRORES.noExiste);
  return { fila, convocatoria };
};

/** The same of one that waits for the school and whose turn is the actor's from now on, with how its requirements stand. */
const holdEnRevision = async (trx: Trx, id: string, ctx: Context) => {
  const held = await holdPresolicitud(trx, id, ctx);
  if (!PRESOLICITUD.can('validar', held.fila.estado)) throw refuse('ABORTED', ERRORES.yaDecidida);
  if (!(await data.turnosDePresolicitud.renew(trx, id, mine(ctx)))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  }
  const ahora = ctx.services.now();
  const row = await data.findPresolicitud(trx, id, ahora);
  const [juzgada] = await judgeMany(ctx.services, trx, [row!], ahora);
  const { expediente, requisitos } = juzgada!;
  if (!expediente) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return { ...held, row: row!, expediente, requisitos };
};

/** @throws {CallError} ABORTED: its person sent another one since it was looked at. */
const requireEnvio = (expediente: Expediente, envio: number): void => {
  if (ultimoDe(expediente).numero !== envio) throw refuse('ABORTED', ERRORES.otroEnvio);
};

/** Marks a requirement of the newest sending, or takes the mark away. See `reviewRequisitoPresolicitud`. */
export const reviewRequisito = async (
  trx: Trx,
  { id, envio, requisito, validado }: z.output<typeof contract.reviewRequisitoPresolicitud.input>,
  ctx: Context,
): Promise<{ requisito: RequisitoJuzgado; requisitos: readonly RequisitoJuzgado[] }> => {
  const { row, expediente, requisitos } = await holdEnRevision(trx, id, ctx);
  requireEnvio(expediente, envio);
  const found = requisitos.find(({ clave }) => clave === requisito);
  if (!found) throw refuse('FAILED_PRECONDITION', ERRORES.sinRequisito);
  const ahora = ctx.services.now();
  const changed = validado
    ? await addMarca(trx, found, expediente, { id, envio, por: ctx.actor.uid, ahora })
    : (await data.deleteMarcas(trx, id, [requisito])) > 0;
  if (!changed) return { requisito: found, requisitos };
  await recordCambio(
    trx,
    validado ? 'presolicitud.validarRequisito' : 'presolicitud.quitarRequisito',
    { id, personaId: row.persona_id, despues: { requisito: found.titulo, numero: envio } },
  );
  const [after] = await judgeMany(ctx.services, trx, [row], ahora);
  return {
    requisito: after!.requisitos.find(({ clave }) => clave === requisito) ?? found,
    requisitos: after!.requisitos,
  };
};

/** False when it was marked already. @throws {CallError} FAILED_PRECONDITION: a mark does not decide it. */
const addMarca = async (
  trx: Trx,
  requisito: RequisitoJuzgado,
  expediente: Expediente,
  marca: { id: string; envio: number; por: string; ahora: Date },
): Promise<boolean> => {
  if (requisito.marcado) return false;
  if (!requisito.marcable) throw refuse('FAILED_PRECONDITION', ERRORES.requisitoRechazado);
  const { documentoId, clave } = requisito;
  const documentos = await readDocumentos(trx, [expediente], marca.ahora);
  const espera = documentoId !== null && documentos.get(documentoId)?.antivirus;
  if (espera) throw refuse('FAILED_PRECONDITION', ERRORES.sinAntivirus);
  return data.insertMarca(trx, { ...marca, requisito: clave });
};

type Decision = z.output<typeof contract.decideRevisionPresolicitud.input>;

/** The same person decided the same a moment ago: the answer was lost, or the key was pressed twice. */
const isRepeated = async (
  trx: Trx,
  fila: FilaDePaso,
  { decision }: Decision,
  uid: string,
): Promise<boolean> => {
  if (PRESOLICITUD.pasos[decision].a !== fila.estado) return false;
  const por = decision === 'observar' ? await data.findObservador(trx, fila.id) : fila.decidida_por;
  return por === uid;
};

export const enQue = (
  row: Pick<data.PresolicitudRow, 'curso_id' | 'curso_nombre' | 'convocatoria_id'>,
) => ({
  cursoId: row.curso_id,
  programa: row.curso_nombre,
  convocatoriaId: row.convocatoria_id,
});

/** @throws {CallError} FAILED_PRECONDITION, with what is still missing. */
const requireCumplidos = (requisitos: readonly RequisitoJuzgado[]): void => {
  const faltan = requisitos.filter(({ estado }) => estado !== 'cumplido');
  if (faltan.length === 0) return;
  const titulos = faltan.map(({ titulo }) => titulo.replace(/\.$/, '')).join('; ');
  throw new CallError('FAILED_PRECONDITION', `Falta validar: ${titulos}.`, {
    code: ERRORES.faltan.code,
  });
};

const validate = async (
  trx: Trx,
  held: Awaited<ReturnType<typeof holdEnRevision>>,
  ctx: Context,
): Promise<void> => {
  const { fila, row, requisitos, convocatoria } = held;
  requireCumplidos(requisitos);
  const ahora = ctx.services.now();
  const { solicitud_abre: abre, solicitud_cierra: cierra } = convocatoria;
  await data.turnosDePresolicitud.end(trx, fila.id);
  await takePasoPresolicitud(trx, ctx.services, fila, {
    paso: 'validar',
    accion: 'presolicitud.validar',
    aviso: cartaDeValida(enQue(row), { abre, cierra }),
    cambios: { decidida_en: ahora, decidida_por: ctx.actor.uid, vence_en: null },
  });
};

/** The titles of what is observed or not met. @throws {CallError} FAILED_PRECONDITION: something of it was not sent. */
const titulosDe = (expediente: Expediente, claves: readonly string[]): Map<string, string> => {
  const known = observablesDe(expediente.def, ultimoDe(expediente));
  const observadas = new Map(expediente.observaciones.map((one) => [one.requisito, one.titulo]));
  return new Map(
    claves.map((clave) => {
      const titulo = known.get(clave) ?? observadas.get(clave);
      if (titulo === undefined) throw refuse('FAILED_PRECONDITION', ERRORES.sinRequisito);
      return [clave, titulo];
    }),
  );
};

const observe = async (
  trx: Trx,
  { fila, row, expediente, convocatoria: { bases } }: Awaited<ReturnType<typeof holdEnRevision>>,
  decision: Extract<Decision, { decision: 'observar' }>,
  ctx: Context,
): Promise<void> => {
  const ahora = ctx.services.now();
  const claves = decision.observaciones.map(({ requisito }) => requisito);
  const titulos = titulosDe(expediente, claves);
  const observaciones = decision.observaciones.map(({ requisito, texto }) => ({
    requisito,
    titulo: titulos.get(requisito)!,
    texto,
  }));
  const venceEn = deadlineOf(ahora, bases.diasSubsanar, await readCalendar(trx));
  const ronda = await data.insertObservaciones(trx, fila.id, {
    observaciones,
    por: ctx.actor.uid,
    ahora,
  });
  await data.deleteMarcas(trx, fila.id, claves);
  await data.turnosDePresolicitud.end(trx, fila.id);
  const dias = bases.diasSubsanar;
  await takePasoPresolicitud(trx, ctx.services, fila, {
    paso: 'observar',
    accion: 'presolicitud.observar',
    aviso: cartaDeObservaciones(enQue(row), { observaciones, venceEn, dias }),
    cambios: { vence_en: venceEn },
    despues: { requisitos: [...titulos.values()], ronda, venceEn: venceEn.toISOString() },
  });
};

const reject = async (
  trx: Trx,
  { fila, row, expediente, convocatoria: { bases } }: Awaited<ReturnType<typeof holdEnRevision>>,
  decision: Extract<Decision, { decision: 'rechazar' }>,
  ctx: Context,
): Promise<void> => {
  const ahora = ctx.services.now();
  const requisitos = [...titulosDe(expediente, decision.requisitos).values()].map((titulo) =>
    titulo.replace(/\.$/, ''),
  );
  const dias = bases.diasInconformidad;
  const venceEn = plazoParaPresentar(ahora, bases, await readCalendar(trx));
  await data.turnosDePresolicitud.end(trx, fila.id);
  await takePasoPresolicitud(trx, ctx.services, fila, {
    paso: 'rechazar',
    accion: 'presolicitud.rechazar',
    aviso: cartaDeImprocedente(enQue(row), { requisitos, motivo: decision.motivo, venceEn, dias }),
    motivo: `No se cumple: ${requisitos.join('; ')}. ${decision.motivo}`,
    cambios: {
      ...{ decidida_en: ahora, decidida_por: ctx.actor.uid, vence_en: null },
      no_cumplidos: decision.requisitos,
    },
    despues: { requisitos },
  });
};

/** Observes, validates or rejects one that the actor holds. See `decideRevisionPresolicitud`. */
export const decideRevision = async (trx: Trx, input: Decision, ctx: Context): Promise<void> => {
  const { fila } = await holdPresolicitud(trx, input.id, ctx);
  if (await isRepeated(trx, fila, input, ctx.actor.uid)) return;
  const held = await holdEnRevision(trx, input.id, ctx);
  requireEnvio(held.expediente, input.envio);
  if (input.decision === 'validar') await validate(trx, held, ctx);
  else if (input.decision === 'observar') await observe(trx, held, input, ctx);
  else await reject(trx, held, input, ctx);
};

/** Validates one of many: all is met, as it was sent and as the file says now. */
const validateWhole = async (trx: Trx, id: string, ctx: Context & Proveedores) => {
  const { fila } = await holdPresolicitud(trx, id, ctx);
  if (fila.persona_id === ctx.actor.personaId) throw refuse('PERMISSION_DENIED', ERRORES.propia);
  if (fila.estado === PRESOLICITUD.pasos.validar.a) return 'sinCambio';
  if (!PRESOLICITUD.can('validar', fila.estado)) {
    const palabra = PRESOLICITUD.palabra(fila.estado).toLocaleLowerCase('es-MX');
    throw new CallError('FAILED_PRECONDITION', `Está ${palabra}: no espera revisión.`);
  }
  const held = await holdEnRevision(trx, id, ctx);
  const { row, expediente, requisitos } = held;
  requireCumplidos(requisitos);
  const ahora = ctx.services.now();
  const resultados = await evaluateAhora(trx, ctx.proveedores, row, expediente, ahora);
  if ([...cambiadasDe(expediente, resultados).values()].some(({ cumple }) => !cumple)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.cambio);
  }
  await validate(trx, held, ctx);
  return 'cambiada';
};

/** Validates a part of many. @throws {CallError} NOT_FOUND, PERMISSION_DENIED: of what the filters ask for. */
export const decideMany = async (
  parte: Parte<FiltrosPresolicitudes>,
  ctx: Context & Proveedores,
): Promise<ResultadoLote> => {
  const { db } = ctx.services;
  const convocatorias =
    'ids' in parte
      ? []
      : (await requireAtendidas(db, parte.filtros.cursoId, ctx.actor)).map(({ id }) => id);
  return runLote(
    parte,
    async (ids) => {
      const rows = await data.selectParaDecidir(db, ids);
      const ajenas = await onlyAjenas(
        db,
        ctx.actor,
        rows.map(({ convocatoria_id }) => convocatoria_id),
      );
      // A failure says whose it is: not to a party of its call.
      return rows.map((row) =>
        ajenas.has(row.convocatoria_id) ? row : { ...row, nombre: 'Presolicitud' },
      );
    },
    (filtros, after, limit) =>
      data.selectParaDecidirAfter(db, { ...filtros, convocatorias }, after, limit),
    ({ id }) => db.transaction().execute((trx) => validateWhole(trx, id, ctx)),
  );
};

/** What waits for the school, by programme, of calls where whoever asks is no party. */
export const presolicitudesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canManagePosgrado,
  async find(db, { actor }) {
    const rows = await data.selectEsperaPorConvocatoria(db, actor.personaId);
    if (rows.length === 0) return [];
    const ajenas = await onlyAjenas(
      db,
      actor,
      rows.map(({ convocatoria_id }) => convocatoria_id),
    );
    const byCurso = Map.groupBy(
      rows.filter(({ convocatoria_id }) => ajenas.has(convocatoria_id)),
      ({ curso_id }) => curso_id,
    );
    return [...byCurso].map(([cursoId, suyas]) => {
      const n = suyas.reduce((sum, one) => sum + one.n, 0);
      return {
        titulo: `${n === 1 ? 'Presolicitud' : 'Presolicitudes'} por revisar: ${suyas[0]!.curso_nombre}`,
        cuantos: n,
        espera: suyas[0]!.desde,
        enlace: `${validarPresolicitudPath(cursoId)}?estado=enviada`,
        accion: 'Revisar',
      };
    });
  },
};

/** The way from a row that points to a pre-application to its person. */
const POR_PRESOLICITUD = {
  columna: 'presolicitud_id',
  es: {
    ...{ tabla: 'presolicitudes', id: 'id' },
    por: { columna: 'persona_id', es: 'persona' },
  },
} as const satisfies Camino;

/** What was looked at of each sending, and the decisions that were asked to be taken back. */
export const validacionAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'requisitos-validados',
    titulo: 'Requisitos validados de sus presolicitudes',
    tabla: 'requisitos_validados',
    por: [POR_PRESOLICITUD],
  }),
  aporteDeTabla({
    id: 'reconsideraciones',
    titulo: 'Reconsideraciones de sus presolicitudes',
    tabla: 'reconsideraciones',
    por: [POR_PRESOLICITUD],
  }),
];

export const validacionSinAporte: SinAporte = {
  'presolicitudes_turnos.uid': 'lo que el personal revisa es de otros',
};

/** What was sent stays, blocked, and with it what was decided of it. */
export const validacionSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'requisitos-validados',
    titulo: 'Requisitos validados de presolicitudes',
    tabla: 'requisitos_validados',
    por: [POR_PRESOLICITUD],
    conserva: 'todo',
    fundamento: 'concurso',
    identifica: true,
  }),
  supresionDeTabla({
    id: 'reconsideraciones',
    titulo: 'Reconsideraciones de presolicitudes',
    tabla: 'reconsideraciones',
    por: [POR_PRESOLICITUD],
    conserva: 'todo',
    fundamento: 'concurso',
    identifica: true,
  }),
];

export const validacionSinSupresion: SinSupresion = {
  'presolicitudes_turnos.uid': 'quién del personal la revisa; se va al decidirla',
};
