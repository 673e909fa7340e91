/** The applications of a call for its staff, and taking one out of the contest. */
import type { z } from 'zod';
import type { SinAporte } from '../../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import {
  recordCambio,
  recordOnce,
  recordVistos,
} from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import { type Supresion, supresionDeTabla } from '../../../../../platform/server/supresiones.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { properName } from '../../../../../platform/shared/names.ts';
import { nombreDeVersion } from '../../../../documentos/estados.ts';
import { formatFolio } from '../../../../inscripciones/acuse/rules.ts';
import { cuposDePlantilla } from '../../../../plantillas/cupos/rules.ts';
import { respuestasLeidas } from '../../../../plantillas/formulario/contract.ts';
import { describeRespuestas, describeSensibles } from '../../../../plantillas/formulario/rules.ts';
import { EVALUACION } from '../../../../plantillas/reglas/contract.ts';
import { readPublicada } from '../../../../plantillas/server/reading.ts';
import { requireAjeno, requireOtraPersona } from '../../../acceso/server/service.ts';
import { selectEnvios } from '../../../envios/server/data.ts';
import { leerRespuestas } from '../../../envios/server/service.ts';
import { tramite } from '../../../envios/server/textos.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { type EstadoExclusion, EXCLUSION, SOLICITUD } from '../../../estados.ts';
import { NIVELES, VALORACIONES } from '../../../recomendaciones/rules.ts';
import { readCartas } from '../../../recomendaciones/server/service.ts';
import { solicitudPath } from '../../../routes.ts';
import { findSolicitud } from '../../../solicitudes/server/data.ts';
import {
  closePendientesDe,
  requireSolicitud,
  takePasoSolicitud,
} from '../../../solicitudes/server/service.ts';
import { ERRORES_CONVOCATORIA as ERRORES } from '../../errors.ts';
import { requireConvocatoria } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import type { AvanceEnEtapa } from '../rules.ts';
import {
  countSolicitudes,
  type EnEtapaRow,
  type ExclusionRow,
  findExclusion,
  findSolicitudVista,
  insertExclusion,
  selectEnEtapas,
  selectExclusiones,
  selectRecomendantes,
  selectSolicitudes,
  updateExclusion,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** Where an application is in a stage, from what was done in it. */
const avanceEn = (row: EnEtapaRow): AvanceEnEtapa => {
  const { tipo, cerrada, asignadas, entregadas, examen, horario } = row;
  if (tipo === 'documental') return cerrada ? 'terminada' : 'enCurso';
  if (tipo === 'examen') {
    return examen === null ? 'pendiente' : examen === 'ausente' ? 'ausente' : 'terminada';
  }
  if (horario === 'sinPresentarse') return 'ausente';
  if (asignadas > 0 && entregadas === asignadas) return 'terminada';
  return asignadas > 0 || horario !== null ? 'enCurso' : 'pendiente';
};

const readEtapas = async (db: Db, solicitudes: readonly string[]) =>
  Map.groupBy(
    solicitudes.length === 0 ? [] : await selectEnEtapas(db, solicitudes),
    ({ solicitud_id }) => solicitud_id,
  );

const presentEtapas = (rows: readonly EnEtapaRow[] | undefined) =>
  (rows ?? []).map((row) => ({
    etapaId: row.etapa_id,
    nombre: row.nombre,
    tipo: row.tipo,
    avance: avanceEn(row),
  }));

/** Applications of a call that are exported at once: more than any has. */
const TODAS = 100_000;

/**
 * The applications that the filters of a list show, for a file of them.
 *
 * @throws {CallError} NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`)
 */
export const readParaExportar = async (
  db: Db,
  filtros: Pick<
    z.output<typeof contract.listSolicitudesConvocatoria.input>,
    'convocatoriaId' | 'busqueda' | 'estado' | 'aviso'
  >,
  { actor, ahora }: { actor: Actor | null; ahora: Date },
) => {
  const { convocatoriaId } = filtros;
  const convocatoria = await requireConvocatoria(db, { id: convocatoriaId });
  if (!actor) throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
  await requireAjeno(db, actor, convocatoriaId);
  const pedidas = convocatoria.bases.recomendaciones;
  const rows = await selectSolicitudes(
    db,
    { ...filtros, pedidas, ahora },
    { orden: 'folio', descendente: false, pagina: 1, porPagina: TODAS },
  );
  const etapas = await readEtapas(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ row, pedidas, folio: formatFolio(row.folio) },
    nombre: properName(row.persona_nombre_completo),
    avisos: [
      ...(row.por_excluir ? ['Exclusión por aprobar'] : []),
      ...(row.sospecha ? ['Carta por verificar'] : []),
      ...(row.documentos > 0 ? ['Documentos por revisar'] : []),
    ],
    etapas: presentEtapas(etapas.get(row.id)),
  }));
};

/** A page of the applications of a call; whose they are is kept in the history. See `listSolicitudesConvocatoria`. */
export const readSolicitudes = async (
  {
    convocatoriaId,
    busqueda,
    estado,
    aviso,
    ...page
  }: z.output<typeof contract.listSolicitudesConvocatoria.input>,
  { actor, services: { db, now } }: Context,
) => {
  const convocatoria = await requireConvocatoria(db, { id: convocatoriaId });
  await requireAjeno(db, actor, convocatoriaId);
  const pedidas = convocatoria.bases.recomendaciones;
  const filtros = { convocatoriaId, busqueda, estado, aviso, pedidas, ahora: now() };
  const rows = await selectSolicitudes(db, filtros, page);
  const etapas = await readEtapas(
    db,
    rows.map(({ id }) => id),
  );
  await recordVistos(
    db,
    'convocatoria.listarSolicitudes',
    rows.map(({ persona_id }) => persona_id),
    { id: convocatoriaId },
  );
  return {
    total: await countSolicitudes(db, filtros),
    filas: rows.map((row) => ({
      id: row.id,
      folio: formatFolio(row.folio),
      nombre: properName(row.persona_nombre_completo),
      estado: row.estado,
      enviadaEn: row.enviada_en?.toISOString() ?? null,
      recomendaciones: { pedidas, recibidas: row.recibidas },
      sospecha: row.sospecha,
      documentosPorRevisar: row.documentos,
      porExcluir: row.por_excluir,
      etapas: presentEtapas(etapas.get(row.id)),
    })),
  };
};

/** The sensitive answers of the newest sending; the reading is recorded with its reason. See `getSensiblesSolicitud`. */
export const readSensibles = async (
  { id, motivo }: z.output<typeof contract.getSensiblesSolicitud.input>,
  { actor, services: { db, secrets, now } }: Context,
) => {
  const row = await findSolicitudVista(db, id, now());
  if (!row || row.folio === null) throw refuse('NOT_FOUND', ERRORES.solicitudNoExiste);
  await requireAjeno(db, actor, row.convocatoria_id);
  await db
    .transaction()
    .execute((trx) =>
      recordCambio(trx, 'solicitud.leerSensibles', { id, personaId: row.persona_id, motivo }),
    );
  const [ultimo] = await selectEnvios(db, { solicitudId: id });
  if (!ultimo) return { ilegible: false, secciones: [] };
  const { respuestas, ilegible } = leerRespuestas(secrets, ultimo);
  const definicion = await readPublicada(db, ultimo.version_id);
  return {
    ilegible,
    secciones: describeSensibles(definicion, respuestas).map((seccion) => ({
      titulo: seccion.titulo,
      respuestas: seccion.respuestas.map(({ etiqueta, valor }) => ({ etiqueta, valor })),
    })),
  };
};

const presentExclusion = (row: ExclusionRow, uid: string) => ({
  id: row.id,
  estado: row.estado,
  motivo: row.motivo,
  propuso: row.propuso ?? '',
  propia: row.propuesta_por === uid,
  creadoEn: row.creado_en.toISOString(),
  decidio: row.decidio,
  decididaEn: row.decidida_en?.toISOString() ?? null,
  nota: row.nota || null,
});

/** One application for the staff; reading it is kept in its person's history. See `getSolicitudConvocatoria`. */
export const readSolicitud = async (
  id: string,
  { actor, services: { db, secrets, now } }: Context,
) => {
  const row = await findSolicitudVista(db, id, now());
  // Nobody but its person sees a draft.
  if (!row || row.folio === null) throw refuse('NOT_FOUND', ERRORES.solicitudNoExiste);
  await requireAjeno(db, actor, row.convocatoria_id);
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'solicitud.leer', { id, personaId: row.persona_id }));
  const envios = await selectEnvios(db, { solicitudId: id });
  const ultimo = envios[0];
  const definicion = ultimo ? await readPublicada(db, ultimo.version_id) : null;
  const respuestas = respuestasLeidas.safeParse(ultimo?.respuestas);
  const cartas = (await readCartas(db, secrets, [id])).get(id) ?? [];
  const cupos = definicion ? cuposDePlantilla(definicion) : new Map<string, string>();
  return {
    id,
    folio: formatFolio(row.folio),
    estado: row.estado,
    motivo: row.motivo,
    persona: { clave: row.persona_clave, nombre: properName(row.persona_nombre_completo) },
    enviadaEn: row.enviada_en?.toISOString() ?? null,
    envios: envios.length,
    secciones:
      definicion && respuestas.success
        ? describeRespuestas(definicion, respuestas.data).filter((one) => one.respuestas.length > 0)
        : null,
    requisitos: (ultimo && EVALUACION.tryRead(ultimo.evaluacion)?.resultados) ?? [],
    documentos: row.documentos.map((one) => ({
      id: one.id,
      nombre: nombreDeVersion(one.tipo, one),
      contentType: one.contentType,
      reemplazado: one.reemplazado,
      vencido: one.vencido,
    })),
    cartas: (await selectRecomendantes(db, id)).map((one) => {
      const found = cartas.find((carta) => carta.id === one.id);
      const carta = found?.carta;
      return {
        id: one.id,
        estado: one.estado,
        nombre: one.nombre,
        correo: one.correo,
        institucion: one.institucion,
        relacion: found?.relacion ?? one.relacion,
        invitadaEn: one.invitada_en?.toISOString() ?? null,
        recibidaEn: one.recibida_en?.toISOString() ?? null,
        sospecha: one.sospecha,
        ilegible: found !== undefined && !carta,
        carta: carta
          ? {
              texto: carta.texto,
              trato: carta.trato,
              valoraciones: Object.entries(carta.valoraciones).map(([clave, nivel]) => ({
                etiqueta: VALORACIONES[clave as keyof typeof VALORACIONES],
                valor: nivel ? NIVELES[nivel] : '',
              })),
            }
          : null,
      };
    }),
    etapas: presentEtapas((await readEtapas(db, [id])).get(id)),
    cupos: row.cupos.map((clave) => cupos.get(clave) ?? clave),
    afirmativa: row.afirmativa,
    antiguedadDias: row.antiguedad_dias,
    exclusiones: (await selectExclusiones(db, id)).map((one) => presentExclusion(one, actor.uid)),
    enConcurso: SOLICITUD.can('excluir', row.estado),
  };
};

/** About whom an exclusion is, by the application or by the exclusion. */
export const sujetoDeSolicitud = async (db: Db, solicitudId: string) => {
  return { personaIds: [(await findSolicitud(db, solicitudId))?.persona_id] };
};
export const sujetoDeExclusion = async (db: Db, id: string) => {
  const row = await findExclusion(db, id);
  return row ? sujetoDeSolicitud(db, row.solicitud_id) : {};
};

/** Asks that an application be taken out of the contest. See `requestExclusionSolicitud`. */
export const requestExclusion = async (
  trx: Trx,
  { solicitudId, motivo }: z.output<typeof contract.requestExclusionSolicitud.input>,
  { actor, services }: Context,
): Promise<string> => {
  const solicitud = await requireSolicitud(trx, solicitudId, { lock: true });
  await requireAjeno(trx, actor, solicitud.convocatoria_id);
  if (!SOLICITUD.can('excluir', solicitud.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noSeExcluye);
  }
  const en = services.now();
  const id = await insertExclusion(trx, { solicitudId, motivo, por: actor.uid, en });
  if (id === null) throw refuse('ALREADY_EXISTS', ERRORES.exclusionEnEspera);
  await recordCambio(trx, 'exclusion.proponer', {
    id,
    personaId: solicitud.persona_id,
    despues: { estado: EXCLUSION.pasos.proponer.a, solicitudId },
    motivo,
  });
  return id;
};

/** One that waits, with its application held. */
const holdExclusion = async (trx: Trx, id: string, { actor }: Context) => {
  const found = await findExclusion(trx, id);
  if (!found) throw refuse('NOT_FOUND', ERRORES.exclusionNoExiste);
  const solicitud = await requireSolicitud(trx, found.solicitud_id, { lock: true });
  await requireAjeno(trx, actor, solicitud.convocatoria_id);
  const exclusion = (await findExclusion(trx, id))!;
  if (!EXCLUSION.can('aprobar', exclusion.estado)) throw refuse('ABORTED', ERRORES.noEspera);
  return { exclusion, solicitud };
};

const closeExclusion = async (
  trx: Trx,
  { exclusion, solicitud }: Awaited<ReturnType<typeof holdExclusion>>,
  paso: 'aprobar' | 'rechazar' | 'retirar',
  nota: string,
  { actor, services }: Context,
): Promise<void> => {
  const acto = { por: actor.uid, en: services.now(), nota };
  if (!(await updateExclusion(trx, exclusion.id, paso, acto))) {
    throw refuse('ABORTED', ERRORES.noEspera);
  }
  await recordCambio(trx, `exclusion.${paso}`, {
    id: exclusion.id,
    personaId: solicitud.persona_id,
    antes: { estado: exclusion.estado },
    despues: { estado: EXCLUSION.pasos[paso].a, solicitudId: solicitud.id },
    motivo: nota || null,
  });
};

/** Approves or rejects an exclusion that another person asked for. See `decideExclusionSolicitud`. */
export const decideExclusion = async (
  trx: Trx,
  { id, aprueba, nota }: z.output<typeof contract.decideExclusionSolicitud.input>,
  context: Context,
): Promise<EstadoExclusion> => {
  const { actor, services } = context;
  const held = await holdExclusion(trx, id, context);
  const { exclusion, solicitud } = held;
  await requireOtraPersona(trx, actor, exclusion.propuesta_por);
  const paso = aprueba ? 'aprobar' : 'rechazar';
  if (aprueba) {
    if (!SOLICITUD.can('excluir', solicitud.estado)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.noSeExcluye);
    }
    const { motivo } = exclusion;
    await takePasoSolicitud(trx, services, solicitud, {
      paso: 'excluir',
      accion: 'solicitud.excluir',
      motivo,
      aviso: {
        ...tramite('solicitud.excluida', { programa: solicitud.curso_nombre, motivo }),
        accion: { label: 'Ver su solicitud', ruta: solicitudPath(solicitud.convocatoria_id) },
        ...(solicitud.folio !== null && { folio: formatFolio(solicitud.folio) }),
      },
    });
    await closePendientesDe(trx, solicitud.id, { motivo, ahora: services.now(), services });
  }
  await closeExclusion(trx, held, paso, nota, context);
  return EXCLUSION.pasos[paso].a;
};

/** Takes back an exclusion that waits. See `withdrawExclusionSolicitud`. */
export const withdrawExclusion = async (trx: Trx, id: string, context: Context): Promise<void> =>
  closeExclusion(trx, await holdExclusion(trx, id, context), 'retirar', '', context);

const suyas = {
  id: 'exclusiones-de-posgrado',
  titulo: 'Exclusiones de sus solicitudes de posgrado',
  tabla: 'exclusiones',
  por: [
    {
      columna: 'solicitud_id',
      es: { tabla: 'solicitudes', id: 'id', por: { columna: 'persona_id', es: 'persona' } },
    },
  ],
} as const;
export const exclusionesSinAporte: SinAporte = {
  'exclusiones.solicitud_id':
    'la que se aprobó está en su solicitud, con el motivo; la que no, no decidió nada sobre la persona',
};
export const exclusionesSupresion: Supresion = supresionDeTabla(suyas);
