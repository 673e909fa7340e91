import type { z } from 'zod';
import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import { type Db, isConflict, type Trx } from '../../../platform/server/db/index.ts';
import {
  recordCambio,
  recordOnce,
  recordVistos,
} from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import { queueOf } from '../../../platform/server/queues.ts';
import { type Supresion, supresionDeTabla } from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { refuse, refuseFields } from '../../../platform/shared/errors.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { findPrueba } from '../../documentos/server/service.ts';
import { readCuentaDePersona } from '../../identidad/cuentas/server/service.ts';
import { ERRORES as ERRORES_CLAVE } from '../../personas/clave/errors.ts';
import { isCurpDeOtro, rectify } from '../../personas/clave/rectificacion/server/service.ts';
import type { Seguidor } from '../../personas/clave/seguidores/server/service.ts';
import { compareCurp, describeWarning, parseCurp } from '../../personas/curp/rules.ts';
import { lockPersonaById, readClaveYNombre } from '../../personas/server/service.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { CORRECCION } from '../estados.ts';
import { canDecideCorrecciones } from '../policy.ts';
import { correccionesPath } from '../routes.ts';
import { applyCambios, ETIQUETAS, type Identidad, isIgual, readCorreccion } from '../rules.ts';
import {
  annulCorreccionesDe,
  type CorreccionLeida,
  type CorreccionRow,
  closeCorreccion,
  countEspera,
  findCorreccion,
  findLeida,
  insertCorreccion,
  moveCorrecciones,
  selectPendientesDe,
} from './data.ts';
import { correccionDecididaMail } from './mails.ts';
import { identidadOf, requireLegible } from './present.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** As `personas` keeps it; what of it may be corrected. */
const identidadOfPersona = (row: {
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
  curp: string | null;
}): Identidad => ({
  nombre: row.nombre,
  apellidoPaterno: row.apellido_paterno,
  apellidoMaterno: row.apellido_materno,
  curp: row.curp ?? '',
});

type Pedido = z.output<typeof contract.requestCorreccionPersona.input>;

/** Asks to have one's own file corrected. Sent twice, it is one. */
export const requestCorreccion = async (
  trx: Trx,
  input: Pedido,
  { actor, services }: Context,
): Promise<CorreccionRow> => {
  const persona =
    actor.personaId === null ? undefined : await lockPersonaById(trx, actor.personaId);
  if (!persona) throw refuse('NOT_FOUND', ERRORES_CLAVE.noExiste);
  const sent = await findCorreccion(trx, input.id);
  if (sent?.persona_id === persona.id) return sent;
  const ahora = services.now();
  const antes = identidadOfPersona(persona);
  const { cambios, errores } = readCorreccion(antes, input.identidad, ahora);
  if (Object.keys(errores).length > 0) {
    throw refuseFields(errores);
  }
  if (Object.keys(cambios).length === 0) throw refuse('INVALID_ARGUMENT', ERRORES.igual);
  const documento = await findPrueba(trx, input.documentoId, persona.id);
  if (!documento) throw refuse('FAILED_PRECONDITION', ERRORES.sinDocumento);
  const row = await insertCorreccion(trx, {
    id: input.id,
    personaId: persona.id,
    cambios,
    antes,
    motivo: input.motivo,
    documentoId: documento.id,
    pedidoPor: actor.uid,
    creadoEn: ahora,
  });
  if (!row) throw refuse('ALREADY_EXISTS', ERRORES.yaHayUna);
  await recordCambio(trx, 'correccion.pedir', {
    id: row.id,
    personaId: persona.id,
    // Which, not what: the file says it once it is approved.
    despues: {
      estado: row.estado,
      datosPedidos: Object.keys(cambios),
      documento: documento.id,
    },
  });
  return row;
};

/** Takes back what one asked for. */
export const withdrawCorreccion = async (
  trx: Trx,
  id: string,
  { actor, services }: Context,
): Promise<void> => {
  const row = await findCorreccion(trx, id);
  if (!row || row.persona_id !== actor.personaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const en = services.now();
  if (!(await closeCorreccion(trx, id, 'retirar', { por: actor.uid, en, nota: null }))) {
    throw refuse('ABORTED', ERRORES.yaAtendida);
  }
  await recordCambio(trx, 'correccion.retirar', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: CORRECCION.pasos.retirar.a },
  });
};

export const requireCorreccion = async (db: Db | Trx, id: string): Promise<CorreccionRow> => {
  const row = await findCorreccion(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Whose names and CURP are seen by whoever looks at the list. */
export const recordLista = (db: Db, rows: readonly { persona_id: string }[]): Promise<void> =>
  recordVistos(
    db,
    'correccion.listar',
    rows.map(({ persona_id }) => persona_id),
  );

/** What deserves a second look, and what keeps it from being approved. */
const lookInto = async (trx: Trx, row: CorreccionLeida, ahora: Date) => {
  const queda = applyCambios(identidadOf(row), row.cambios);
  const reading = queda.curp === '' ? null : parseCurp(queda.curp, ahora);
  const avisos = reading?.ok ? reading.warnings.map(describeWarning) : [];
  const difieren = reading?.ok ? compareCurp(queda.curp, queda) : [];
  if (difieren.length > 0) {
    const which = difieren.map((campo) => lookUp(ETIQUETAS, campo) ?? campo).join(', ');
    avisos.push(`Tal como quedaría, no coincide con las letras de la CURP: ${which}.`);
  }
  const { curp } = row.cambios;
  const impedimentos =
    curp !== undefined && (await isCurpDeOtro(trx, row.persona_id, curp))
      ? [ERRORES_CLAVE.curpDeOtro.message]
      : [];
  return { avisos, impedimentos };
};

/** One for whoever of the staff looks at it; that they did is in its person's history first. */
export const readCorreccionDe = async (trx: Trx, id: string, { actor, services }: Context) => {
  const found = await findLeida(trx, id);
  if (!found) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const row = requireLegible(found);
  const propia = row.persona_id === actor.personaId;
  if (!propia) await recordOnce(trx, 'correccion.leer', { id, personaId: row.persona_id });
  const waits = CORRECCION.can('aprobar', row.estado);
  const looked = waits
    ? await lookInto(trx, row, services.now())
    : { avisos: [], impedimentos: [] };
  return { row, ...looked, propia };
};

type Decision = z.output<typeof contract.decideCorreccionPersona.input>;

/** Approves what was asked, with all that follows, or rejects it. Gives the key of the person. */
export const decideCorreccion = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: Decision,
  ctx: Context,
): Promise<{ clave: string }> => {
  const { actor, services } = ctx;
  const { persona_id: personaId } = await requireCorreccion(trx, input.id);
  // The file first and then what is asked of it, as whoever asks does.
  const persona = await lockPersonaById(trx, personaId);
  const row = await requireCorreccion(trx, input.id);
  if (!persona || row.persona_id !== personaId || !CORRECCION.can(input.decision, row.estado)) {
    throw refuse('ABORTED', ERRORES.yaAtendida);
  }
  if (input.decision === 'aprobar' && !isIgual(identidadOfPersona(persona), input.visto)) {
    throw refuse('ABORTED', ERRORES.cambio);
  }
  const { cambios } = requireLegible(row);
  const nota = input.decision === 'rechazar' ? input.motivo : null;
  const en = services.now();
  if (!(await closeCorreccion(trx, row.id, input.decision, { por: actor.uid, en, nota }))) {
    throw refuse('ABORTED', ERRORES.yaAtendida);
  }
  await recordCambio(trx, `correccion.${input.decision}`, {
    id: row.id,
    personaId,
    antes: { estado: row.estado },
    despues: {
      estado: CORRECCION.pasos[input.decision].a,
      datosPedidos: Object.keys(cambios),
      documento: row.documento_id,
    },
    ...(nota && { motivo: nota }),
  });
  const { clave } =
    input.decision === 'aprobar'
      ? await rectify(trx, seguidores, persona, cambios, { motivo: row.motivo, ctx })
      : persona;
  const cuenta = await readCuentaDePersona(trx, personaId);
  const titular = await readClaveYNombre(trx, personaId);
  // With another CURP they are told that, with what else follows.
  if (cuenta && titular && !(nota === null && cambios.curp !== undefined)) {
    await services.notificaciones.notify(
      trx,
      correccionDecididaMail(services.env, { ...cuenta, ...titular }, nota),
    );
  }
  return { clave };
};

/** What failed while a file was held; that somebody took that CURP at this very moment, in words. */
export const refuseChanged = (error: unknown): unknown =>
  isConflict(error) ? refuse('ABORTED', ERRORES.cambio) : error;

const annul = async (
  trx: Trx,
  personaId: string,
  a: string | null,
  en: Date,
  anotar: (id: string) => void,
) => {
  const annulled = await annulCorreccionesDe(trx, personaId, { en, campo: a ? null : 'curp' });
  for (const { id } of annulled) anotar(id);
};

/**
 * What was asked follows the person. What waits of a file that is merged, or that got its CURP in another way, has no
 * effect: it was about who they were there.
 */
export const correccionesSeguidor: Seguidor = {
  columnas: ['correcciones.persona_id'],
  llama: { correcciones: 'correcciones que pidió' },
  soloPersona: ['correcciones'],

  async look(trx, { de, a }, lock) {
    const rows = await selectPendientesDe(trx, a === null ? [de] : [de, a], lock);
    const waits = rows.some((row) => row.persona_id === de && CORRECCION.can('anular', row.estado));
    return {
      siguen: [],
      descartados: waits && a ? ['La corrección de datos que pidió y estaba por revisarse.'] : [],
      version: rows,
    };
  },

  async follow(trx, { de, a, ctx, anotar }) {
    await annul(trx, de, a, ctx.services.now(), (id) =>
      anotar('correccion.anular', {
        id,
        personaId: a ?? de,
        antes: { estado: 'pendiente' },
        despues: { estado: CORRECCION.pasos.anular.a },
      }),
    );
    if (a === null) return;
    for (const { id } of await moveCorrecciones(trx, de, a)) {
      anotar('correccion.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

/** The corrections that wait for staff. */
export const correccionesPendientes = queueOf({
  policy: canDecideCorrecciones,
  count: countEspera,
  titulo: ['Corrección de datos por revisar', 'Correcciones de datos por revisar'],
  enlace: correccionesPath,
  accion: 'Revisar',
});

/** About whom a correction is. */
export const sujetoOf = async (
  { id }: { id: string },
  { services }: Pick<Asking, 'services'> & { actor: Actor },
) => ({ personaIds: [(await findCorreccion(services.db, id))?.persona_id] });

/** What a person asked to be corrected, and what was decided. */
export const correccionesAporte: Aporte = aporteDeTabla({
  id: 'correcciones',
  titulo: 'Correcciones que pidió',
  tabla: 'correcciones',
  por: [{ columna: 'persona_id', es: 'persona' }],
});

export const correccionesSupresion: Supresion = supresionDeTabla({
  id: 'correcciones',
  titulo: 'Correcciones que pidió',
  tabla: 'correcciones',
  por: [{ columna: 'persona_id', es: 'persona' }],
});
