/** When the school answers, and the answers that it keeps ready. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES_SOPORTE as ERRORES } from '../../errors.ts';
import { canConfigureSoporte } from '../../policy.ts';
import { limpiarTexto } from '../../rules.ts';
import { selectHorarios } from '../../server/data.ts';
import type * as contract from '../contract.ts';
import { camposDesconocidos, DIAS, formatIntervalos, parseIntervalos } from '../rules.ts';
import {
  countRespuestas,
  findConfiguracion,
  type HorariosRow,
  insertRespuesta,
  lockRespuesta,
  type RespuestaRow,
  replaceHorarios,
  selectRespuestas,
  updateRespuesta,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** Canned answers that there may be. */
const MAX_RESPUESTAS = 300;
/** The one record of the hours in the history. */
const HORARIOS = 'horarios';

const readHorarios = async (db: Db): Promise<HorariosRow> => {
  const { semana, excepciones } = await selectHorarios(db);
  return {
    semana,
    excepciones: excepciones.map((one) => ({
      ...one,
      intervalos: one.intervalos.map(([de, a]) => ({ de, a })),
    })),
  };
};

/** As the history says them: a line for each day. */
const linesOf = ({ semana, excepciones }: HorariosRow) => ({
  semana: DIAS.map((dia, at) => {
    const text = formatIntervalos(semana.filter((one) => one.dia === at + 1));
    return `${dia}: ${text || 'cerrado'}`;
  }),
  excepciones: excepciones.map(
    ({ fecha, intervalos, motivo }) =>
      `${fecha}: ${formatIntervalos(intervalos) || 'cerrado'} (${motivo})`,
  ),
});

export const readConfiguracion = async ({ actor, services: { db } }: Context) => {
  const { revision, actualizado_en: en, nombre } = await findConfiguracion(db);
  const { semana, excepciones } = await readHorarios(db);
  return {
    semana: [...semana],
    excepciones: excepciones.map((one) => ({ ...one, intervalos: [...one.intervalos] })),
    revision,
    actualizadoEn: en?.toISOString() ?? null,
    actualizadoPor: nombre,
    puedeCambiar: canConfigureSoporte(actor),
  };
};

/** Intervals of one day are apart from each other. @throws {CallError} INVALID_ARGUMENT */
const requireApart = ({ semana, excepciones }: HorariosRow): void => {
  const lists = [
    ...DIAS.map((_, at) => semana.filter(({ dia }) => dia === at + 1)),
    ...excepciones.map(({ intervalos }) => intervalos),
  ];
  const days = new Set(excepciones.map(({ fecha }) => fecha));
  const apart = lists.every((list) => parseIntervalos(formatIntervalos(list)) !== null);
  if (!apart || days.size < excepciones.length) throw refuse('INVALID_ARGUMENT', ERRORES.encimado);
};

export const saveHorarios = async (
  input: z.output<typeof contract.saveHorariosSoporte.input>,
  { actor, services }: Context,
): Promise<{ revision: number }> => {
  requireApart(input);
  return services.db.transaction().execute(async (trx) => {
    const { revision } = await findConfiguracion(trx, { lock: true });
    if (revision !== input.revision) throw refuse('ABORTED', ERRORES.revision);
    const antes = linesOf(await readHorarios(trx));
    const despues = linesOf(input);
    const next = await replaceHorarios(trx, input, { por: actor.uid, ahora: services.now() });
    await recordCambio(trx, 'soporte.horarios', { id: HORARIOS, antes, despues });
    return { revision: next };
  });
};

const present = (row: RespuestaRow) => ({
  id: row.id,
  titulo: row.titulo,
  texto: row.texto,
  retirada: row.retirada_en !== null,
  revision: row.revision,
  actualizadoEn: row.actualizado_en.toISOString(),
});

export const readRespuestas = async ({ actor, services: { db } }: Context) => ({
  respuestas: (await selectRespuestas(db)).map(present),
  puedeCambiar: canConfigureSoporte(actor),
});

const requireTexto = (texto: string): string => {
  const limpio = limpiarTexto(texto);
  const [campo] = camposDesconocidos(limpio);
  if (campo !== undefined) {
    const message = `«{${campo}}» no es un campo. Use solo los de la lista.`;
    throw refuse('INVALID_ARGUMENT', ERRORES.campoDesconocido, { fields: { texto: message } });
  }
  return limpio;
};

export const createRespuesta = async (
  { titulo, texto }: z.output<typeof contract.createRespuestaSoporte.input>,
  { actor, services }: Context,
): Promise<{ id: string }> => {
  const despues = { titulo: limpiarTexto(titulo), texto: requireTexto(texto) };
  const id = randomUUID();
  await services.db.transaction().execute(async (trx) => {
    if ((await countRespuestas(trx)) >= MAX_RESPUESTAS) {
      throw refuse('RESOURCE_EXHAUSTED', ERRORES.muchasRespuestas);
    }
    await insertRespuesta(trx, {
      ...{ id, ...despues, actualizado_por: actor.uid, actualizado_en: services.now() },
    });
    await recordCambio(trx, 'soporte.agregarRespuesta', { id, despues });
  });
  return { id };
};

export const changeRespuesta = async (
  input: z.output<typeof contract.updateRespuestaSoporte.input>,
  { actor, services }: Context,
): Promise<{ revision: number }> => {
  const { id, revision, retirada } = input;
  const despues = { titulo: limpiarTexto(input.titulo), texto: requireTexto(input.texto) };
  return services.db.transaction().execute(async (trx) => {
    const row = await lockRespuesta(trx, id);
    if (!row) throw refuse('NOT_FOUND', ERRORES.sinRespuesta);
    if (row.revision !== revision) throw refuse('ABORTED', ERRORES.revision);
    const ahora = services.now();
    await updateRespuesta(trx, id, {
      ...despues,
      ...{ actualizado_por: actor.uid, actualizado_en: ahora, revision: revision + 1 },
      retirada_en: retirada ? (row.retirada_en ?? ahora) : null,
    });
    await recordCambio(trx, 'soporte.cambiarRespuesta', {
      id,
      antes: { titulo: row.titulo, texto: row.texto, retirada: row.retirada_en !== null },
      despues: { ...despues, retirada },
    });
    return { revision: revision + 1 };
  });
};
