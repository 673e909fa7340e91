import type { z } from 'zod';
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { digestJsonb } from '../../../../platform/server/db/jsonb.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import { findPrueba } from '../../../documentos/server/service.ts';
import { esLaMismaPersona } from '../../../identidad/cuentas/server/service.ts';
import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../personas/server/service.ts';
import type { Hechos, Regla } from '../../reglas/contract.ts';
import { requireVersion } from '../../versiones/server/service.ts';
import { tellExcepcion } from '../avisos/server/service.ts';
import type * as contract from '../contract.ts';
import { ERRORES_EXCEPCION as ERRORES } from '../errors.ts';
import { EXCEPCION } from '../estados.ts';
import { condicionDe, hechosDeExcepciones, mayExcept } from '../rules.ts';
import {
  findExcepcion,
  insertExcepcion,
  movePersona,
  selectDePersonas,
  selectExcepciones,
  selectVigentes,
  updateDecidida,
  updateRetirada,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** The longest that one holds. */
const MAX_DIAS = 3 * 366;

/** Excepted from what, by person: as facts, for the rules of a version. */
export type ExcepcionesCargadas = (
  personaId: string,
  plantillaId: string,
  reglas: readonly Regla[],
) => Hechos;

/** The exceptions in force of these people in these plantillas, in one statement. */
export const loadExcepciones = async (
  db: Db | Trx,
  de: { plantillas: readonly string[]; personas: readonly string[]; ahora: Date },
): Promise<ExcepcionesCargadas> => {
  const rows = await selectVigentes(db, de);
  if (rows.length === 0) return () => ({});
  const all = Map.groupBy(rows, (row) => `${row.persona_id} ${row.plantilla_id}`);
  return (personaId, plantillaId, reglas) =>
    hechosDeExcepciones(reglas, all.get(`${personaId} ${plantillaId}`) ?? []);
};

/** Somebody by their CURP or key. @throws {CallError} NOT_FOUND */
export const requirePersonaId = async (db: Db | Trx, escrita: string): Promise<string> => {
  const id = await readPersonaIdByClave(db, normalizeCurp(escrita));
  if (id === null) {
    throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
  }
  return id;
};

/** Of a plantilla or of a person; who looks is left in the history of those whose they are. */
export const readExcepciones = async (
  db: Db,
  de: z.output<typeof contract.listExcepcionesReglas.input>,
) => {
  const personaId = 'clave' in de ? await requirePersonaId(db, de.clave) : null;
  const rows = await selectExcepciones(db, 'clave' in de ? { personaId: personaId! } : de);
  const personas = [...new Set(rows.map(({ persona_id }) => persona_id))].toSorted();
  await db.transaction().execute(async (trx) => {
    if (personaId !== null) await recordOnce(trx, 'persona.leer', { id: personaId });
    else if ('plantillaId' in de && personas.length > 0) {
      await recordOnce(trx, 'excepcion.listar', { id: de.plantillaId, despues: { personas } });
    }
  });
  return rows;
};

/** The first instant of the day after the last one on which it holds. */
const endOf = (venceEl: string, ahora: Date): Date => {
  const end = startOfDay(venceEl, 1);
  const hoy = fechaDe(ahora);
  if (venceEl < hoy || end > startOfDay(hoy, MAX_DIAS)) {
    throw new CallError('INVALID_ARGUMENT', ERRORES.fecha.message, {
      code: ERRORES.fecha.code,
      fields: { venceEl: ERRORES.fecha.message },
    });
  }
  return end;
};

/** What the signed history keeps of what was asked for, so that nobody changes unseen from which rule, or by what (invariantes). */
const huellaDe = (row: Parameters<typeof insertExcepcion>[1]): string =>
  digestJsonb([
    ...[row.plantilla_id, row.regla, row.descripcion, row.condicion],
    ...[row.justificacion, row.documento_id],
  ]);

/** Asks for one. See `requestExcepcionRegla`. */
export const requestExcepcion = async (
  trx: Trx,
  input: z.output<typeof contract.requestExcepcionRegla.input>,
  { actor, services }: Context,
): Promise<string> => {
  const ahora = services.now();
  const version = await requireVersion(trx, input.versionId);
  const personaId = await requirePersonaId(trx, input.clave);
  const regla = version.definicion.reglas.find(({ clave }) => clave === input.regla);
  if (!regla) throw refuse('FAILED_PRECONDITION', ERRORES.sinRegla);
  if (!mayExcept(regla)) throw refuse('FAILED_PRECONDITION', ERRORES.noSeExceptua);
  const venceEn = endOf(input.venceEl, ahora);
  const documento = await findPrueba(trx, input.documentoId, personaId);
  if (!documento) throw refuse('FAILED_PRECONDITION', ERRORES.sinDocumento);
  const row = {
    plantilla_id: version.plantilla_id,
    regla: regla.clave,
    descripcion: regla.descripcion,
    condicion: condicionDe(regla),
    persona_id: personaId,
    justificacion: input.justificacion,
    documento_id: documento.id,
    vence_en: venceEn,
    pedido_por: actor.uid,
    creado_en: ahora,
  };
  const id = await insertExcepcion(trx, row);
  if (id === null) throw refuse('ALREADY_EXISTS', ERRORES.yaHayUna);
  await recordCambio(trx, 'excepcion.pedir', {
    id,
    personaId,
    despues: {
      estado: EXCEPCION.pasos.pedir.a,
      plantillaId: version.plantilla_id,
      regla: regla.descripcion,
      documento: documento.id,
      venceEn: venceEn.toISOString(),
      huella: huellaDe(row),
    },
  });
  return id;
};

const requireExcepcion = async (trx: Trx, id: string) => {
  const row = await findExcepcion(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Approves or rejects what another asked for. See `decideExcepcionRegla`. */
export const decideExcepcion = async (
  trx: Trx,
  { id, aprueba, nota }: z.output<typeof contract.decideExcepcionRegla.input>,
  { actor, services }: Context,
): Promise<void> => {
  const row = await requireExcepcion(trx, id);
  if (await esLaMismaPersona(trx, actor, row.pedido_por)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.misma);
  }
  if (aprueba && row.vence_en <= services.now()) {
    throw refuse('FAILED_PRECONDITION', ERRORES.vencida);
  }
  const paso = aprueba ? 'aprobar' : 'rechazar';
  const acto = { por: actor.uid, en: services.now(), nota };
  if (!(await updateDecidida(trx, id, paso, acto))) throw refuse('ABORTED', ERRORES.yaAtendida);
  await recordCambio(trx, aprueba ? 'excepcion.aprobar' : 'excepcion.rechazar', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: EXCEPCION.pasos[paso].a, regla: row.descripcion },
    motivo: nota || null,
  });
  await tellExcepcion(
    trx,
    services,
    id,
    aprueba ? { tipo: 'aprobada' } : { tipo: 'rechazada', motivo: nota },
  );
};

/** Takes one back. See `withdrawExcepcionRegla`. */
export const withdrawExcepcion = async (
  trx: Trx,
  { id, motivo }: z.output<typeof contract.withdrawExcepcionRegla.input>,
  { actor, services }: Context,
): Promise<void> => {
  const row = await requireExcepcion(trx, id);
  const acto = { por: actor.uid, en: services.now(), nota: motivo };
  if (!(await updateRetirada(trx, id, acto))) throw refuse('ABORTED', ERRORES.yaAtendida);
  await recordCambio(trx, 'excepcion.retirar', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: EXCEPCION.pasos.retirar.a, regla: row.descripcion },
    motivo,
  });
  // Of one that only waited its person was never told.
  if (row.estado === 'vigente')
    await tellExcepcion(trx, services, id, { tipo: 'retirada', motivo });
};

/** About whom one is. */
export const sujetoOf = async ({ id }: { id: string }, { services }: Pick<Asking, 'services'>) => ({
  personaIds: [(await findExcepcion(services.db, id))?.persona_id],
});

/** They follow their person; of two that wait for the same, that of the file that stays. */
export const excepcionesSeguidor: Seguidor = {
  columnas: ['excepciones.persona_id'],
  llama: { excepciones: 'excepciones a reglas' },
  soloPersona: ['excepciones'],

  async look(trx, { de, a }, lock) {
    const rows = await selectDePersonas(trx, a === null ? [de] : [de, a], lock);
    return {
      siguen: rows.flatMap(({ persona_id, descripcion, estado }) =>
        persona_id === de
          ? [`Excepción a ${quoted(descripcion)} (${EXCEPCION.palabra(estado).toLowerCase()}).`]
          : [],
      ),
      version: rows,
    };
  },

  async follow(trx, { de, a, ctx, anotar }) {
    if (a === null) return;
    const rows = await selectDePersonas(trx, [de, a], true);
    const mine = rows.filter(({ persona_id }) => persona_id === de);
    for (const row of mine) {
      const twin = rows.some(
        (one) =>
          one.persona_id === a &&
          one.plantilla_id === row.plantilla_id &&
          one.regla === row.regla &&
          one.estado === EXCEPCION.pasos.pedir.a,
      );
      if (twin && EXCEPCION.can('aprobar', row.estado)) {
        const nota = 'El expediente se fusionó con otro que ya esperaba la misma.';
        await updateRetirada(trx, row.id, { por: ctx.actor.uid, en: ctx.services.now(), nota });
      }
      anotar('excepcion.cambiarPersona', {
        id: row.id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
    const ids = mine.map(({ id }) => id);
    if (ids.length > 0) await movePersona(trx, ids, a);
  },
};

const suyas = {
  id: 'excepciones',
  titulo: 'Excepciones a reglas de inscripción',
  tabla: 'excepciones',
  por: [{ columna: 'persona_id', es: 'persona' }],
} as const;
export const excepcionesAporte: Aporte = aporteDeTabla(suyas);
export const excepcionesSupresion: Supresion = supresionDeTabla(suyas);
