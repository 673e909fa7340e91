/** The draft of a call: created, saved with a lock, deleted. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import {
  readHistorialDe,
  recordCambio,
  recordOnce,
} from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { refuse, refuseFields } from '../../../../../platform/shared/errors.ts';
import { setPorConvocatoria } from '../../../../cursos/ediciones/server/service.ts';
import { repartoDe } from '../../../../plantillas/cupos/rules.ts';
import { claseOf } from '../../../../plantillas/formulario/campos/rules.ts';
import { apuntaOf, datoOf } from '../../../../plantillas/formulario/rules.ts';
import { readPublicada } from '../../../../plantillas/server/reading.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { CONVOCATORIA } from '../../../estados.ts';
import { basesLeidas } from '../../contract.ts';
import { ERRORES_CONVOCATORIA as ERRORES } from '../../errors.ts';
import { type ConvocatoriaRow, requireConvocatoria, selectEtapas } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import type { CambioDeConvocatoria, Contenido, ContenidoEscrito, Entorno } from '../contract.ts';
import {
  checkContenido,
  cierreDeEtapa,
  escritoDe,
  proposeCalendario,
  readCalendario,
} from '../rules.ts';
import * as data from './data.ts';

export {
  hasEnEspera,
  selectCopiables,
  selectEdicionesLibres,
  selectPlantillasVigentes,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** The content with when each stage was closed (ISO 8601). */
export type ContenidoGuardado = Omit<Contenido, 'etapas'> & {
  etapas: (Contenido['etapas'][number] & { cerradaEn: string | null })[];
};

/** Everything that a call says, as it is edited. */
export const readContenido = async (
  db: Db | Trx,
  row: ConvocatoriaRow,
): Promise<ContenidoGuardado> => {
  const etapas = await selectEtapas(db, row.id);
  return {
    presolicitudPlantillaId: row.presolicitud_plantilla_id,
    calendario: {
      presolicitudAbre: escritoDe(row.presolicitud_abre),
      presolicitudCierra: escritoDe(row.presolicitud_cierra),
      solicitudAbre: escritoDe(row.solicitud_abre),
      solicitudCierra: escritoDe(row.solicitud_cierra),
      recomendacionesCierra: escritoDe(row.recomendaciones_cierra),
      resultadosEn: escritoDe(row.resultados_en),
    },
    bases: row.bases,
    etapas: etapas.map(({ id, tipo, nombre, peso, minimo, corte, criterios, ...rest }) => ({
      ...{ id, tipo, nombre, peso, minimo, corte, criterios },
      venceEn: rest.venceEn === null ? null : escritoDe(new Date(rest.venceEn)),
      cerradaEn: rest.cerradaEn,
    })),
  };
};

/** The content without what only the record says. */
export const soloContenido = ({ etapas, ...rest }: Contenido): Contenido => ({
  ...rest,
  etapas: etapas.map(({ id, tipo, nombre, peso, minimo, corte, venceEn, criterios }) => ({
    ...{ id, tipo, nombre, peso, minimo, corte, venceEn },
    criterios: criterios.map(({ id, nombre, descripcion, peso, anclas, piezas }) => ({
      ...{ id, nombre, descripcion, peso, anclas, piezas },
    })),
  })),
});

/** What the checks of a call look at: its edition, both forms, its evaluators. */
export const loadEntorno = async (
  db: Db | Trx,
  row: ConvocatoriaRow,
  ahora: Date,
): Promise<Entorno & { versiones: { presolicitud: string | null; solicitud: string | null } }> => {
  const formularios = await data.findFormularios(db, row.id);
  const definicion =
    formularios.solicitud_version_id === null
      ? { secciones: [], reglas: [] }
      : await readPublicada(db, formularios.solicitud_version_id);
  const { alLlenarse, cupos } = repartoDe(definicion);
  return {
    ahora: ahora.toISOString(),
    edicion: {
      nombre: row.edicion_nombre,
      inicia: row.edicion_inicia,
      termina: row.edicion_termina,
      cupo: row.edicion_cupo,
      cancelada: row.edicion_cancelada_en !== null,
      posgrado: row.curso_tipo.posgrado === true,
    },
    presolicitud: {
      plantillaId: row.presolicitud_plantilla_id,
      nombre: formularios.presolicitud_nombre,
      version: formularios.presolicitud_numero,
    },
    solicitud: {
      plantillaId: formularios.solicitud_plantilla_id,
      nombre: formularios.solicitud_nombre,
      version: formularios.solicitud_numero,
      alLlenarse,
      secciones: definicion.secciones.map(({ clave, titulo, campos }) => ({
        ...{ clave, titulo },
        campos: campos.map((campo) => ({
          clave: campo.clave,
          etiqueta: campo.etiqueta,
          documento: apuntaOf(campo)?.a === 'documento',
          siONo: claseOf(campo).answer === 'boolean',
          sensible: campo.sensible === true,
          dato: datoOf(campo)?.dato ?? null,
        })),
      })),
      cupos: cupos.map(({ clave, nombre, lugares }) => ({ clave, nombre, lugares })),
    },
    evaluadores: formularios.evaluadores,
    versiones: {
      presolicitud: formularios.presolicitud_version_id,
      solicitud: formularios.solicitud_version_id,
    },
  };
};

/**
 * Checked content as it is kept: texts without blanks around them, dates as instants.
 *
 * @throws {CallError} INVALID_ARGUMENT, by field
 */
export const requireContenido = (escrito: ContenidoEscrito) => {
  const wrong = checkContenido(escrito);
  const fechas = readCalendario(escrito.calendario);
  if (Object.keys(wrong).length > 0 || !fechas) throw refuseFields(wrong);
  const limpio: Contenido = soloContenido({
    ...escrito,
    bases: basesLeidas.parse({ ...escrito.bases, descripcion: escrito.bases.descripcion.trim() }),
    etapas: escrito.etapas.map((etapa) => ({
      ...etapa,
      nombre: etapa.nombre.trim(),
      // Checked above: a number that could not be read is refused.
      peso: etapa.peso!,
      criterios: etapa.criterios.map((criterio) => ({
        ...criterio,
        peso: criterio.peso!,
        nombre: criterio.nombre.trim(),
        descripcion: criterio.descripcion.trim(),
        anclas: Array.from({ length: 5 }, (_, puntos) => (criterio.anclas[puntos] ?? '').trim()),
      })),
    })),
  });
  return { limpio, fechas };
};

/**
 * Writes checked content over the revision that was read.
 *
 * @throws {CallError} ABORTED (`convocatoria-cambio`); INVALID_ARGUMENT: an id is of another call
 */
export const applyContenido = async (
  trx: Trx,
  { id, revision }: { id: string; revision: number },
  contenido: ReturnType<typeof requireContenido>,
  options: { ahora: Date; formula?: boolean },
): Promise<void> => {
  const { ahora, formula = false } = options;
  const { limpio, fechas } = contenido;
  const { presolicitudPlantillaId, bases, etapas } = limpio;
  const criterios = etapas.flatMap((etapa) => etapa.criterios.map((one) => one.id));
  const ids = etapas.map((etapa) => etapa.id);
  const repeated = new Set([...ids, ...criterios]).size < ids.length + criterios.length;
  if (repeated || (await data.hasAjenos(trx, id, { etapas: ids, criterios }))) {
    throw refuseFields({
      etapas: 'Una etapa o un criterio está repetido o es de otra convocatoria.',
    });
  }
  const terminos = { presolicitudPlantillaId, fechas, bases, ahora };
  if (!(await data.updateTerminos(trx, { id, revision }, terminos, { formula }))) {
    throw refuse('ABORTED', ERRORES.cambio);
  }
  await data.replaceEtapas(
    trx,
    id,
    etapas.map(({ venceEn, ...etapa }) => ({
      ...etapa,
      fin: venceEn === null ? null : cierreDeEtapa(venceEn),
    })),
  );
};

/** Refuses to write over what somebody else saved, and says what that is. */
export const requireRevision = async (
  trx: Trx,
  row: ConvocatoriaRow,
  revision: number,
): Promise<void> => {
  if (row.revision === revision) return;
  const [ultimo] = await readHistorialDe(trx, 'convocatoria', row.id);
  const previo: CambioDeConvocatoria = {
    revision: row.revision,
    contenido: soloContenido(await readContenido(trx, row)),
    quien: ultimo?.nombre ?? null,
    momento: row.actualizado_en.toISOString(),
  };
  throw refuse('ABORTED', ERRORES.cambio, previo);
};

/** A draft of which nothing waits for another person, held until the transaction ends. */
const requireBorrador = async (trx: Trx, id: string, revision: number, { actor }: Context) => {
  const row = await requireConvocatoria(trx, { id }, { lock: true });
  await requireAjeno(trx, actor, id);
  if (!CONVOCATORIA.can('guardar', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEsBorrador);
  }
  await requireRevision(trx, row, revision);
  if (await data.hasEnEspera(trx, id)) throw refuse('FAILED_PRECONDITION', ERRORES.enEspera);
  return row;
};

/** A plantilla with a version in force. @throws {CallError} INVALID_ARGUMENT */
const requirePlantilla = async (trx: Trx, id: string): Promise<void> => {
  if (!(await data.isPlantillaVigente(trx, id))) {
    throw refuseFields({ presolicitudPlantillaId: 'Elija una plantilla publicada.' });
  }
};

/** Stages of a call that copies none: papers, and one rubric that is still to be written. */
const ETAPAS_INICIALES = () =>
  [
    { tipo: 'documental' as const, nombre: 'Revisión documental', peso: 0 },
    { tipo: 'rubrica' as const, nombre: 'Evaluación de la solicitud', peso: 100 },
  ].map((etapa) => ({
    ...etapa,
    id: randomUUID(),
    ...{ minimo: null, corte: null, fin: null, criterios: [] },
  }));

/** The terms of another call, with ids of its own; the end of each stage is for whoever edits. */
const copyTerminos = async (trx: Trx, desde: string, { actor }: Context) => {
  const row = await requireConvocatoria(trx, { id: desde });
  await requireAjeno(trx, actor, desde);
  const otros = new Map<string, string>();
  const etapas = (await selectEtapas(trx, desde)).map((etapa) => {
    const id = randomUUID();
    otros.set(etapa.id, id);
    const { tipo, nombre, peso, minimo, corte } = etapa;
    const criterios = etapa.criterios.map((one) => ({ ...one, id: randomUUID() }));
    return { id, tipo, nombre, peso, minimo, corte, fin: null, criterios };
  });
  const bases = {
    ...row.bases,
    fechaCorte: null,
    desempates: row.bases.desempates.map(({ por, etapaId }) => ({
      por,
      ...(etapaId !== undefined && { etapaId: otros.get(etapaId) ?? etapaId }),
    })),
  };
  return { bases, etapas };
};

/** The draft of the call of an edition, which nobody enrols in any other way from then on. See `createConvocatoria`. */
export const createConvocatoria = async (
  trx: Trx,
  input: z.output<typeof contract.createConvocatoria.input>,
  context: Context,
): Promise<string> => {
  const { actor, services } = context;
  const ahora = services.now();
  const edicion = await data.findEdicion(trx, input.edicionId);
  if (!edicion) throw refuse('NOT_FOUND', ERRORES.edicionNoExiste);
  if (edicion.curso_tipo.posgrado !== true) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEsPosgrado);
  }
  if (edicion.edicion_cancelada_en !== null || edicion.edicion_inicia <= fechaDe(ahora)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.edicionCancelada);
  }
  await requirePlantilla(trx, input.presolicitudPlantillaId);
  const { bases, etapas } = input.desde
    ? await copyTerminos(trx, input.desde, context)
    : { bases: basesLeidas.parse({}), etapas: ETAPAS_INICIALES() };
  const id = await data.insertConvocatoria(trx, input.edicionId, {
    presolicitudPlantillaId: input.presolicitudPlantillaId,
    fechas: readCalendario(proposeCalendario(ahora, edicion.edicion_inicia))!,
    ...{ bases, ahora },
    por: actor.uid,
  });
  if (id === null) throw refuse('ALREADY_EXISTS', ERRORES.yaHayUna);
  await data.replaceEtapas(trx, id, etapas);
  await setPorConvocatoria(trx, input.edicionId, true);
  await recordCambio(trx, 'convocatoria.crear', {
    id,
    despues: {
      estado: CONVOCATORIA.pasos.crear.a,
      edicionId: input.edicionId,
      ...(input.desde && { copiaDe: input.desde }),
    },
  });
  return id;
};

/** Which parts of a call change. */
const partesQueCambian = (antes: Contenido, despues: Contenido): string[] =>
  (['presolicitudPlantillaId', 'calendario', 'bases', 'etapas'] as const).filter(
    (parte) => JSON.stringify(antes[parte]) !== JSON.stringify(despues[parte]),
  );

/** Saves a draft, complete or not. See `saveConvocatoria`. */
export const saveConvocatoria = async (
  trx: Trx,
  { id, revision, contenido: escrito }: z.output<typeof contract.saveConvocatoria.input>,
  context: Context,
): Promise<{ revision: number; guardadoEn: string }> => {
  const ahora = context.services.now();
  const row = await requireBorrador(trx, id, revision, context);
  const contenido = requireContenido(escrito);
  const { limpio } = contenido;
  const partes = partesQueCambian(soloContenido(await readContenido(trx, row)), limpio);
  if (partes.length === 0) return { revision, guardadoEn: row.actualizado_en.toISOString() };
  if (limpio.presolicitudPlantillaId !== row.presolicitud_plantilla_id) {
    await requirePlantilla(trx, limpio.presolicitudPlantillaId);
  }
  await applyContenido(trx, { id, revision }, contenido, { ahora });
  await recordOnce(trx, 'convocatoria.guardar', { id, despues: { partes } });
  return { revision: revision + 1, guardadoEn: ahora.toISOString() };
};

/** Deletes a draft; its edition may be enrolled in again. See `deleteConvocatoria`. */
export const discardConvocatoria = async (
  trx: Trx,
  { id, revision }: z.output<typeof contract.deleteConvocatoria.input>,
  context: Context,
): Promise<void> => {
  const row = await requireBorrador(trx, id, revision, context);
  await recordCambio(trx, 'convocatoria.descartar', {
    id,
    antes: { estado: row.estado, edicionId: row.edicion_id },
    despues: null,
  });
  if (!(await data.deleteBorrador(trx, id, revision))) throw refuse('ABORTED', ERRORES.cambio);
  await setPorConvocatoria(trx, row.edicion_id, false);
};
