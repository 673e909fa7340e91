/** Calls as their staff reads them: the list, one of them whole, and what waits for somebody. */
import type { z } from 'zod';
import type { Db } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { type Nombrar, recordOnce } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { esUnoMismo } from '../../../../../platform/shared/uno-mismo.ts';
import { presentCurso } from '../../../../cursos/server/service.ts';
import { readPersonaIdOf } from '../../../../identidad/cuentas/server/service.ts';
import { onlyAjenas, requireAjeno } from '../../../acceso/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { CONVOCATORIA, MODIFICACION } from '../../../estados.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { convocatoriaPath } from '../../../routes.ts';
import { findPorConcluir } from '../../cierre/server/service.ts';
import {
  type ContenidoGuardado,
  loadEntorno,
  readContenido,
  soloContenido,
} from '../../escritura/server/service.ts';
import type { Modificacion } from '../../modificaciones/contract.ts';
import {
  countAspirantes,
  findAvance,
  listModificaciones,
  selectModificaciones,
} from '../../modificaciones/server/service.ts';
import { hitosDe, momentoDeConvocatoria, porQueNoConcluye } from '../../rules.ts';
import { type ConvocatoriaRow, requireConvocatoria } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import type { AvanceDeConvocatoria } from '../contract.ts';
import * as data from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const fechasDe = (row: ConvocatoriaRow) => ({
  presolicitudAbre: row.presolicitud_abre,
  presolicitudCierra: row.presolicitud_cierra,
  solicitudAbre: row.solicitud_abre,
  solicitudCierra: row.solicitud_cierra,
});

/** The next date of a call that is not over; null: none is left. */
const proximaDe = (
  contenido: Pick<ContenidoGuardado, 'calendario' | 'etapas'>,
  row: ConvocatoriaRow,
  ahora: Date,
) => {
  if (row.concluida_en || row.cancelada_en) return null;
  const next = hitosDe(contenido, row.edicion_inicia, ahora).find(({ pasado }) => !pasado);
  return next ? { titulo: next.titulo, en: next.en } : null;
};

/** A page of the calls in which the actor is no party. See `listConvocatorias`. */
export const readConvocatorias = async (
  { busqueda, estado, ...page }: z.output<typeof contract.listConvocatorias.input>,
  { actor, services: { db, now } }: Context,
) => {
  const ahora = now();
  const ids = [...(await onlyAjenas(db, actor, await data.selectIds(db)))];
  const filtros = { ids, busqueda, estado };
  const rows = await data.selectConvocatorias(db, filtros, page);
  return {
    total: await data.countConvocatorias(db, filtros),
    filas: await Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        edicionId: row.edicion_id,
        programa: row.curso_nombre,
        edicion: row.edicion_nombre,
        inicia: row.edicion_inicia,
        estado: row.estado,
        momento: momentoDeConvocatoria(
          { estado: row.estado, conResultados: row.con_resultados },
          fechasDe(row),
          ahora,
        ),
        presolicitudesValidas: row.validas,
        solicitudesEnviadas: row.enviadas,
        admitidas: row.admitidas,
        cupo: row.edicion_cupo,
        proxima: proximaDe(await readContenido(db, row), row, ahora),
        porAprobar: row.por_aprobar,
      })),
    ),
  };
};

const readAvance = async (
  db: Db,
  row: ConvocatoriaRow,
  etapas: ContenidoGuardado['etapas'],
): Promise<AvanceDeConvocatoria> => {
  const total = await data.findAvanceDe(db, row.id);
  const porEtapa = new Map(
    (await data.selectAvanceDeEtapas(db, row.id)).map((one) => [one.id, one] as const),
  );
  return {
    presolicitudes: total.presolicitudes,
    solicitudes: total.solicitudes,
    recomendaciones: {
      pedidas: row.bases.recomendaciones * total.en_concurso,
      recibidas: total.cartas_recibidas,
      sospechas: total.con_sospecha,
    },
    evaluadores: total.evaluadores,
    impedimentosPorResolver: total.impedimentos,
    etapas: etapas.map(({ id, nombre, tipo, cerradaEn, venceEn }) => {
      const one = porEtapa.get(id)!;
      const scored = tipo === 'rubrica' || (tipo === 'entrevista' && one.asignadas > 0);
      const [cuantas, listas, empezada] =
        tipo === 'examen'
          ? [total.en_concurso, one.en_examen, one.con_examen]
          : scored
            ? [one.asignadas, one.entregadas, one.asignadas > 0]
            : [one.reservados, one.realizados, one.con_horarios];
      return { id, nombre, tipo, cerradaEn, venceEn, total: cuantas, terminados: listas, empezada };
    }),
    inconformidadesAbiertas: total.inconformidades,
    exclusionesPorAprobar: total.exclusiones,
    ranking: total.ranking && {
      ...total.ranking,
      publicarEn: total.ranking.publicarEn && new Date(total.ranking.publicarEn).toISOString(),
    },
  };
};

const presentModificacion = (
  row: Awaited<ReturnType<typeof selectModificaciones>>[number],
  propia: boolean,
): Modificacion => ({
  id: row.id,
  asunto: row.asunto,
  numero: row.numero,
  estado: row.estado,
  motivo: row.motivo,
  cambios: row.cambios.lista,
  propuso: row.propuso ?? '',
  propia,
  creadoEn: row.creado_en.toISOString(),
  decidio: row.decidio,
  decididaEn: row.decidida_en?.toISOString() ?? null,
  nota: row.nota || null,
});

const readModificaciones = async (db: Db, convocatoriaId: string, { actor }: Context) => {
  const rows = await selectModificaciones(db, convocatoriaId);
  const all: Modificacion[] = [];
  for (const row of rows) {
    // People are compared, not accounts: only for the one that waits does it matter.
    const waits = row.estado === MODIFICACION.pasos.proponer.a;
    const suya = { uids: [row.propuesta_por], personaIds: [] as (string | null)[] };
    if (waits) suya.personaIds.push(await readPersonaIdOf(db, row.propuesta_por));
    all.push(presentModificacion(row, esUnoMismo(actor, suya)));
  }
  const waiting = ({ estado }: Modificacion) => estado === MODIFICACION.pasos.proponer.a;
  return {
    enEspera: all.find(waiting) ?? null,
    modificaciones: all.filter((one) => !waiting(one)),
  };
};

/** One call for its staff. See `getConvocatoria`. */
export const readConvocatoria = async (edicionId: string, context: Context) => {
  const { actor, services } = context;
  const { db } = services;
  const ahora = services.now();
  const row = await requireConvocatoria(db, { edicionId });
  await requireAjeno(db, actor, row.id);
  await db.transaction().execute((trx) => recordOnce(trx, 'convocatoria.leer', { id: row.id }));
  const contenido = await readContenido(db, row);
  const { versiones: _, ...entorno } = await loadEntorno(db, row, ahora);
  const avance = await findAvance(db, row.id);
  const { estado, solicitud_cierra: solicitudCierra } = row;
  return {
    id: row.id,
    edicionId,
    curso: presentCurso(row),
    estado,
    momento: momentoDeConvocatoria({ estado, ...avance }, fechasDe(row), ahora),
    revision: row.revision,
    formula: row.formula,
    contenido: soloContenido(contenido),
    entorno,
    publicadaEn: row.publicada_en?.toISOString() ?? null,
    congeladaEn: row.congelada_en?.toISOString() ?? null,
    concluidaEn: row.concluida_en?.toISOString() ?? null,
    canceladaEn: row.cancelada_en?.toISOString() ?? null,
    canceladaMotivo: row.cancelada_motivo,
    sorteoHash: row.sorteo_hash,
    ...(await readModificaciones(db, row.id, context)),
    avance: await readAvance(db, row, contenido.etapas),
    ...avance,
    porQueNoConcluye: CONVOCATORIA.can('concluir', estado)
      ? porQueNoConcluye(await findPorConcluir(db, row.id), { solicitudCierra, ahora })
      : null,
    aspirantes: await countAspirantes(db, row.id),
  };
};

/** The terms of a published call for its applicants. See `getBasesConvocatoria`. */
export const readBasesPublicas = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  convocatoriaId: string,
) => {
  const row = await requireConvocatoria(db, { id: convocatoriaId });
  if (row.publicada_en === null || row.sorteo_hash === null) {
    throw refuse('NOT_FOUND', ERRORES_POSGRADO.noExiste);
  }
  const { versiones: _, ...entorno } = await loadEntorno(db, row, now());
  const { cerradas } = await findAvance(db, row.id);
  return {
    contenido: soloContenido(await readContenido(db, row)),
    entorno: { ...entorno, evaluadores: [] },
    publicadaEn: row.publicada_en.toISOString(),
    congeladaEn: row.congelada_en?.toISOString() ?? null,
    formula: row.formula,
    cerradas,
    sorteoHash: row.sorteo_hash,
    modificaciones: await listModificaciones(db, row.id),
  };
};

const ASUNTOS = {
  publicacion: 'Convocatoria por publicar',
  modificacion: 'Modificación por aprobar',
  exclusion: 'Exclusión por aprobar',
} as const;

/** What waits in a call for somebody of the staff who is no party in it. */
export const convocatoriasPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canManagePosgrado,
  async find(db, { actor, ahora }) {
    const porAprobar = await data.selectPorAprobar(db, actor.uid);
    const vencidas = await data.selectEtapasVencidas(db, ahora);
    const ids = [...porAprobar, ...vencidas].map((one) => one.convocatoria_id);
    const ajenas = ids.length === 0 ? new Set() : await onlyAjenas(db, actor, [...new Set(ids)]);
    return [
      ...porAprobar
        .filter((one) => ajenas.has(one.convocatoria_id))
        .map(({ asunto, programa, edicion_id, creado_en }) => ({
          titulo: ASUNTOS[asunto],
          detalle: programa,
          enlace: convocatoriaPath(edicion_id, asunto === 'exclusion' ? 'solicitudes' : undefined),
          accion: 'Revisar',
          espera: creado_en,
        })),
      ...vencidas
        .filter((one) => ajenas.has(one.convocatoria_id))
        .map(({ etapa, programa, edicion_id, vence_en }) => ({
          titulo: `Etapa sin cerrar: ${etapa}`,
          detalle: programa,
          enlace: convocatoriaPath(edicion_id, 'evaluacion'),
          accion: 'Ver el avance',
          venceEn: vence_en,
        })),
    ];
  },
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Modifications in the history, by their id. */
export const nombrarModificaciones: Nombrar = async (db, ids) => {
  const rows = await data.selectNombresDeModificacion(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(
    rows.map(({ id, edicion_id, nombre, numero }) => [
      id,
      {
        nombre: `${numero === null ? 'Modificación' : numero === 0 ? 'Publicación' : `Modificación ${numero}`}: ${nombre}`,
        enlace: convocatoriaPath(edicion_id, 'bases'),
      },
    ]),
  );
};

/** What calls are called in the history, by their id. */
export const nombrarConvocatorias: Nombrar = async (db, ids) => {
  const rows = await data.selectNombres(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(
    rows.map(({ id, edicion_id, nombre }) => [
      id,
      { nombre, enlace: convocatoriaPath(edicion_id) },
    ]),
  );
};
