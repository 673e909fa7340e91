/** The publication of a call and its numbered modifications: one person proposes, another one puts it in force. */
import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Progress } from '../../../../../platform/server/progress.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import type { TrabajoResultado } from '../../../../../platform/shared/trabajos.ts';
import { readCuentasDePersonas } from '../../../../identidad/cuentas/server/service.ts';
import { hasOtraDelPersonal } from '../../../../identidad/usuarios/server/service.ts';
import {
  deConvocatoria,
  requireAjeno,
  requireOtraPersona,
} from '../../../acceso/server/service.ts';
import { CONVOCATORIA, type EstadoModificacion, MODIFICACION } from '../../../estados.ts';
import { presolicitudPath } from '../../../routes.ts';
import { ERRORES_CONVOCATORIA as ERRORES } from '../../errors.ts';
import type { ContenidoEscrito, Entorno } from '../../escritura/contract.ts';
import { findProblemas, type Problema } from '../../escritura/rules.ts';
import {
  applyContenido,
  hasEnEspera,
  loadEntorno,
  readContenido,
  requireContenido,
  requireRevision,
  soloContenido,
} from '../../escritura/server/service.ts';
import { type ConvocatoriaRow, requireConvocatoria } from '../../server/service.ts';
import type * as contract from '../contract.ts';
import type { ModificacionPublica } from '../contract.ts';
import { type Avance, changesFormula, checkModificacion, describeCambios } from '../rules.ts';
import {
  findAvance,
  findModificacion,
  insertModificacion,
  type ModificacionRow,
  nextNumero,
  selectAspirantes,
  selectVigentes,
  updateModificacion,
  updatePublicada,
} from './data.ts';
import { modificacionMail } from './mails.ts';

export { countAspirantes, findAvance, selectModificaciones } from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** The draw is of this many random bytes, written as hex: that text is what is digested. */
const BYTES_DEL_SORTEO = 32;

/** The job of the tray that tells the applicants of a modification. */
export const AVISOS_DE_MODIFICACION = 'posgrado-avisar';
export type AvisosDeModificacion = { modificacionId: string };

/**
 * Modifications in force of a call, the first one first, as anybody who applies may read them.
 */
export const listModificaciones = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<ModificacionPublica[]> =>
  (await selectVigentes(db, convocatoriaId)).map(({ numero, motivo, decidida_en, cambios }) => ({
    numero: numero!,
    motivo,
    vigenteDesde: decidida_en!.toISOString(),
    cambios: cambios.lista,
  }));

/** @throws {CallError} FAILED_PRECONDITION (`convocatoria-con-problemas`) */
const requireSinProblemas = (
  contenido: ContenidoEscrito,
  entorno: Entorno,
  counts: (problema: Problema) => boolean = () => true,
): void => {
  const problemas = findProblemas(contenido, entorno).filter(
    (one) => one.gravedad === 'impide' && counts(one),
  );
  if (problemas.length > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.conProblemas, { problemas });
  }
};

/** Publishes a draft that is held: fixes both versions and the secret of the draw. `segunda`: who proposed it. */
const publish = async (
  trx: Trx,
  row: ConvocatoriaRow,
  { actor, services }: Context,
  segunda: { propuestaPor: string } | null,
): Promise<void> => {
  const ahora = services.now();
  const entorno = await loadEntorno(trx, row, ahora);
  requireSinProblemas(soloContenido(await readContenido(trx, row)), entorno);
  const secreto = randomBytes(BYTES_DEL_SORTEO).toString('hex');
  const { presolicitud, solicitud } = entorno.versiones;
  const fija = {
    // Without them there were problems.
    presolicitudVersionId: presolicitud!,
    solicitudVersionId: solicitud!,
    hash: createHash('sha256').update(secreto).digest('hex'),
    secreto: services.secrets.seal(secreto),
    por: segunda?.propuestaPor ?? actor.uid,
    en: ahora,
  };
  if (!(await updatePublicada(trx, row, fija))) throw refuse('ABORTED', ERRORES.cambio);
  await recordCambio(trx, 'convocatoria.publicar', {
    id: row.id,
    antes: { estado: row.estado },
    despues: {
      estado: CONVOCATORIA.pasos.publicar.a,
      edicionId: row.edicion_id,
      versionesFijas: [presolicitud, solicitud],
      huella: fija.hash,
      ...(segunda ? { propuestaPor: segunda.propuestaPor } : { sinSegundaPersona: true }),
    },
  });
};

/** A call of which nothing waits for another person, held until the transaction ends, as the actor saw it. */
const holdConvocatoria = async (
  trx: Trx,
  { id, revision }: { id: string; revision: number },
  paso: 'publicar' | 'modificar',
  { actor }: Context,
): Promise<ConvocatoriaRow> => {
  const row = await requireConvocatoria(trx, { id }, { lock: true });
  await requireAjeno(trx, actor, id);
  if (paso === 'publicar' && !CONVOCATORIA.can('publicar', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEsBorrador);
  }
  if (paso === 'modificar' && row.estado !== CONVOCATORIA.pasos.publicar.a) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noPublicada);
  }
  await requireRevision(trx, row, revision);
  if (await hasEnEspera(trx, id)) throw refuse('FAILED_PRECONDITION', ERRORES.enEspera);
  return row;
};

/** Asks that a draft be published, or publishes it where nobody else could approve it. See `requestPublicacionConvocatoria`. */
export const requestPublicacion = async (
  trx: Trx,
  { nota, ...input }: z.output<typeof contract.requestPublicacionConvocatoria.input>,
  context: Context,
): Promise<boolean> => {
  const { actor, services } = context;
  const row = await holdConvocatoria(trx, input, 'publicar', context);
  if (!(await hasOtraDelPersonal(trx, actor))) {
    await publish(trx, row, context, null);
    return true;
  }
  const ahora = services.now();
  const entorno = await loadEntorno(trx, row, ahora);
  requireSinProblemas(soloContenido(await readContenido(trx, row)), entorno);
  const id = await insertModificacion(trx, {
    convocatoriaId: row.id,
    asunto: 'publicacion',
    motivo: nota,
    cambios: { revision: row.revision, despues: null, lista: [] },
    por: actor.uid,
    en: ahora,
  });
  if (id === null) throw refuse('FAILED_PRECONDITION', ERRORES.enEspera);
  await recordCambio(trx, 'convocatoria.pedirPublicacion', {
    id: row.id,
    despues: { edicionId: row.edicion_id },
    motivo: nota || null,
  });
  return false;
};

/** What a proposed modification comes to now. @throws {CallError} why it may not be */
const checkPropuesta = async (
  trx: Trx,
  row: ConvocatoriaRow,
  escrito: ContenidoEscrito,
  ahora: Date,
) => {
  const contenido = requireContenido(escrito);
  const antes = soloContenido(await readContenido(trx, row));
  const avance: Avance = {
    ...(await findAvance(trx, row.id)),
    ahora,
    congelada: row.congelada_en !== null,
  };
  const fields = checkModificacion(antes, escrito, avance);
  if (Object.keys(fields).length > 0) {
    const { code, message } = ERRORES.noSeModifica;
    throw new CallError('INVALID_ARGUMENT', message, { code, fields });
  }
  const entorno = await loadEntorno(trx, row, ahora);
  const lista = describeCambios(antes, escrito, entorno);
  const changed = new Set(lista.map(({ campo }) => campo.split('.').slice(0, 2).join('.')));
  // A call that is under way is not refused for what time did to it, but for what the change would do.
  requireSinProblemas(
    escrito,
    entorno,
    ({ donde }) => changed.has(donde.split('.').slice(0, 2).join('.')) || donde === 'etapas',
  );
  return { contenido, lista, formula: avance.congelada && changesFormula(antes, escrito) };
};

/** Leaves a modification for another person. See `requestModificacionConvocatoria`. */
export const requestModificacion = async (
  trx: Trx,
  {
    motivo,
    contenido: escrito,
    ...input
  }: z.output<typeof contract.requestModificacionConvocatoria.input>,
  context: Context,
): Promise<string> => {
  const { actor, services } = context;
  const ahora = services.now();
  const row = await holdConvocatoria(trx, input, 'modificar', context);
  const { lista, contenido } = await checkPropuesta(trx, row, escrito, ahora);
  if (lista.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinCambios);
  const id = await insertModificacion(trx, {
    convocatoriaId: row.id,
    asunto: 'modificacion',
    motivo,
    cambios: { revision: row.revision, despues: contenido.limpio, lista },
    por: actor.uid,
    en: ahora,
  });
  if (id === null) throw refuse('FAILED_PRECONDITION', ERRORES.enEspera);
  await recordCambio(trx, 'modificacion.proponer', {
    id,
    despues: {
      estado: MODIFICACION.pasos.proponer.a,
      convocatoriaId: row.id,
      cambios: lista.map(({ etiqueta }) => etiqueta),
    },
    motivo,
  });
  return id;
};

/** One that waits, with its call held. */
const holdModificacion = async (
  trx: Trx,
  id: string,
  { actor }: Context,
): Promise<{ propuesta: ModificacionRow; row: ConvocatoriaRow }> => {
  const found = await findModificacion(trx, id);
  if (!found) throw refuse('NOT_FOUND', ERRORES.modificacionNoExiste);
  const row = await requireConvocatoria(trx, { id: found.convocatoria_id }, { lock: true });
  await requireAjeno(trx, actor, row.id);
  // Whoever held the call before may have decided on it.
  const propuesta = (await findModificacion(trx, id))!;
  if (!MODIFICACION.can('aprobar', propuesta.estado)) throw refuse('ABORTED', ERRORES.noEspera);
  return { propuesta, row };
};

const recordDecision = (
  trx: Trx,
  { id, estado, asunto, convocatoria_id }: ModificacionRow,
  accion: 'aprobar' | 'rechazar' | 'retirar',
  { motivo, ...despues }: { motivo: string; numero?: number; formula?: number },
): Promise<void> =>
  recordCambio(trx, `modificacion.${accion}`, {
    id,
    antes: { estado },
    despues: {
      estado: MODIFICACION.pasos[accion].a,
      convocatoriaId: convocatoria_id,
      asunto,
      ...despues,
    },
    motivo: motivo || null,
  });

const approveModificacion = async (
  trx: Trx,
  { propuesta, row }: { propuesta: ModificacionRow; row: ConvocatoriaRow },
  nota: string,
  { actor, services }: Context,
): Promise<void> => {
  const ahora = services.now();
  const { despues, revision } = propuesta.cambios;
  if (row.estado !== CONVOCATORIA.pasos.publicar.a) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noPublicada);
  }
  if (row.revision !== revision || !despues) throw refuse('ABORTED', ERRORES.cambio);
  const { contenido, formula } = await checkPropuesta(trx, row, despues, ahora);
  const numero = await nextNumero(trx, row.id);
  await applyContenido(trx, row, contenido, { ahora, formula });
  const acto = { por: actor.uid, en: ahora, nota, numero };
  if (!(await updateModificacion(trx, propuesta.id, 'aprobar', acto))) {
    throw refuse('ABORTED', ERRORES.noEspera);
  }
  await recordDecision(trx, propuesta, 'aprobar', {
    ...{ motivo: nota, numero },
    ...(formula && { formula: row.formula + 1 }),
  });
  await services.trabajos.send(trx, AVISOS_DE_MODIFICACION, {
    propietario: actor.uid,
    titulo: `Avisos de la modificación ${numero}: ${row.curso_nombre}, ${row.edicion_nombre}`,
    datos: { modificacionId: propuesta.id } satisfies AvisosDeModificacion,
  });
};

/** Approves or rejects what another person proposed. See `decideModificacionConvocatoria`. */
export const decideModificacion = async (
  trx: Trx,
  { id, aprueba, nota }: z.output<typeof contract.decideModificacionConvocatoria.input>,
  context: Context,
): Promise<EstadoModificacion> => {
  const { actor, services } = context;
  const held = await holdModificacion(trx, id, context);
  const { propuesta, row } = held;
  await requireOtraPersona(trx, actor, propuesta.propuesta_por);
  if (!aprueba) {
    const acto = { por: actor.uid, en: services.now(), nota };
    if (!(await updateModificacion(trx, id, 'rechazar', acto))) {
      throw refuse('ABORTED', ERRORES.noEspera);
    }
    await recordDecision(trx, propuesta, 'rechazar', { motivo: nota });
    return MODIFICACION.pasos.rechazar.a;
  }
  if (propuesta.asunto === 'modificacion') {
    await approveModificacion(trx, held, nota, context);
    return MODIFICACION.pasos.aprobar.a;
  }
  if (row.revision !== propuesta.cambios.revision) throw refuse('ABORTED', ERRORES.cambio);
  await publish(trx, row, context, { propuestaPor: propuesta.propuesta_por });
  const acto = { por: actor.uid, en: services.now(), nota, numero: 0 };
  if (!(await updateModificacion(trx, id, 'aprobar', acto))) {
    throw refuse('ABORTED', ERRORES.noEspera);
  }
  await recordDecision(trx, propuesta, 'aprobar', { motivo: nota, numero: 0 });
  return MODIFICACION.pasos.aprobar.a;
};

/** Takes back what waits, whoever proposed it. See `withdrawModificacionConvocatoria`. */
export const withdrawModificacion = async (
  trx: Trx,
  { id, nota }: z.output<typeof contract.withdrawModificacionConvocatoria.input>,
  context: Context,
): Promise<void> => {
  const { actor, services } = context;
  const { propuesta } = await holdModificacion(trx, id, context);
  const acto = { por: actor.uid, en: services.now(), nota };
  if (!(await updateModificacion(trx, id, 'retirar', acto))) {
    throw refuse('ABORTED', ERRORES.noEspera);
  }
  await recordDecision(trx, propuesta, 'retirar', { motivo: nota });
};

/** How many are read at a time. */
const BLOCK = 100;

/** Tells everybody with anything alive in the call, drafts too, once each. */
export const runAvisosDeModificacion = async (
  { modificacionId }: AvisosDeModificacion,
  progress: Progress,
  services: Services,
): Promise<TrabajoResultado> => {
  const { db, env, notificaciones } = services;
  const modificacion = await findModificacion(db, modificacionId);
  if (!modificacion) return { mensaje: 'La modificación ya no existe.' };
  const { convocatoria_id: id, motivo, numero, cambios } = modificacion;
  const row = await requireConvocatoria(db, { id });
  const que = {
    ...{ programa: row.curso_nombre, edicion: row.edicion_nombre },
    ...{ numero: numero!, motivo },
  };
  let after: string | null = null;
  let [avisadas, sinCuenta] = [0, 0];
  for (;;) {
    const people = await selectAspirantes(db, id, { after, limit: BLOCK });
    const cuentas = await readCuentasDePersonas(
      db,
      people.map((one) => one.persona_id),
    );
    for (const one of people) {
      const cuenta = cuentas.get(one.persona_id);
      if (!cuenta) sinCuenta += 1;
      else {
        const nombre = nameInItsCase(
          one.persona_nombre,
          one.persona_apellido_paterno,
          one.persona_apellido_materno,
        );
        const quien = {
          ...{ to: cuenta.email, uid: cuenta.uid, nombre },
          ...{ enlace: presolicitudPath(id), publicUrl: env.publicUrl },
        };
        await progress.item(one.persona_id, async (trx) => {
          await notificaciones.notify(
            trx,
            deConvocatoria(id, modificacionMail(quien, que, cambios.lista)),
          );
        });
        avisadas += 1;
      }
    }
    after = people.at(-1)?.persona_id ?? null;
    await progress.report(avisadas + sinCuenta);
    if (people.length < BLOCK) break;
  }
  const personas = avisadas === 1 ? '1 persona' : `${avisadas} personas`;
  return { mensaje: `Se avisó a ${personas}.`, cifras: { avisadas, sinCuenta } };
};
