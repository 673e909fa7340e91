/** The line of an edition: whoever is next is offered the seat that was left, and has some hours to accept it. */

import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { orElse, together } from '../../../../platform/server/db/together.ts';
import { recording } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import {
  type LugarPedido,
  selectLibres,
  takingLugarDeCupo,
} from '../../../cursos/lugares/server/service.ts';
import { takingLugarDeGrupo } from '../../../cursos/server/service.ts';
import { DEFINICION } from '../../../plantillas/contract.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { repartoDe } from '../../../plantillas/cupos/rules.ts';
import { hechosDeRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import { evaluateReglas, fieldsOfReglas, mayEnroll } from '../../../plantillas/reglas/rules.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { ILEGIBLE } from '../../../plantillas/server/reading.ts';
import {
  Adelantado,
  type EdicionPorConvocatoria,
  hasHuecoEnConvocatoria,
  offerEnConvocatoria,
} from '../../convocatoria/server/service.ts';
import { readHechosDe } from '../../elegibilidad/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { isDeHistoria } from '../../hechos/rules.ts';
import {
  announcePaso,
  type ConConvocatorias,
  type EnteraRow,
  hasLugar,
  holdInscripcion,
  holdInscripcionSola,
  readEntera,
  requireLegible,
  takePaso,
  waitForPersona,
} from '../../pasos/server/service.ts';
import { cuposPedidos, isFilaAbierta, isPlazoVencido, mayLeave, plazoDe } from '../rules.ts';
import {
  countFila,
  type EnFilaRow,
  type FilaRow,
  findFila,
  findLugarEnFila,
  findSiguiente,
  selectEdicionesConFila,
  selectFilasPorContar,
  selectFilasTerminadas,
  selectOfrecidosVencidos,
  setOfrecido,
} from './data.ts';

/** What is asked of the portal: a job's, or a request's. */
type Con = Pick<Services, 'db' | 'env' | 'notificaciones' | 'now'> & ConConvocatorias;

/** What somebody asks for who comes now, or is next in line (`primero`: nobody goes before them). */
export const pedidoDe = (
  reparto: Reparto,
  que: {
    edicionId: string;
    grupoId: string | null;
    propios: readonly string[];
    cierra: Date;
    ahora: Date;
  },
): LugarPedido => ({
  edicionId: que.edicionId,
  grupoId: que.grupoId,
  cupos: cuposPedidos(reparto, que.propios, que),
  trasLaFila: true,
});

/** The statements that take a seat for an inscripción that is written, in the order of locks: group, edition, quota. */
export const takingLugarPara = (
  trx: Trx,
  { id, pedido, previsto }: { id: string; pedido: LugarPedido; previsto?: string | null },
  refusing: { grupo: () => Error; edicion: () => Error },
) => [
  ...(pedido.grupoId === null
    ? []
    : [orElse(takingLugarDeGrupo(trx, pedido.edicionId, pedido.grupoId), refusing.grupo)]),
  orElse(takingLugarDeCupo(id, pedido, previsto), refusing.edicion),
];

const offerTo = async (
  trx: Trx,
  services: Con,
  next: EnFilaRow,
  { reparto, pedido, inicia }: { reparto: Reparto; pedido: LugarPedido; inicia: string },
): Promise<void> => {
  const ahora = services.now();
  const venceEn = plazoDe(reparto, inicia, ahora);
  if (!(await setOfrecido(trx, next.id, { ahora, venceEn }))) throw new Adelantado();
  const row = await holdInscripcionSola(trx, next.id);
  const correos = await announcePaso(trx, services, row, { tipo: 'ofrecido', venceEn });
  const adelantado = () => new Adelantado();
  await together(trx, [
    recording(trx, 'inscripcion.ofrecerLugar', {
      id: row.id,
      personaId: row.persona_id,
      despues: { venceEn: venceEn.toISOString(), en: ahora.toISOString(), correos },
    }),
    ...takingLugarPara(trx, { id: row.id, pedido }, { grupo: adelantado, edicion: adelantado }),
  ]);
};

/** The line of an edition, while seats are offered in it; null: none is, or nobody waits. */
const findFilaAbierta = async (
  db: Db | Trx,
  edicionId: string,
  ahora: Date,
): Promise<FilaRow | null> => {
  const fila = await findFila(db, edicionId);
  return fila && !fila.cancelada && isFilaAbierta(fila.inicia, ahora) ? fila : null;
};

const porConvocatoriaDe = ({
  edicion_id: edicionId,
  inicia,
  lugares,
}: FilaRow): EdicionPorConvocatoria => ({ edicionId, inicia, lugares });

/** Who is next in line for a seat that is free, and how it is asked for; null: none is, or nobody waits for it. */
const findNext = async (db: Db | Trx, fila: FilaRow, ahora: Date, { lock = false } = {}) => {
  // One that cannot be read offers nothing to anybody (the invariants tell), and the other lines go on.
  const definicion = DEFINICION.tryRead(fila.version_definicion);
  if (definicion === null) return null;
  const edicionId = fila.edicion_id;
  const reparto = repartoDe(definicion);
  const todos = { cierra: fila.cierra, ahora };
  const libres = await selectLibres(db, edicionId, cuposPedidos(reparto, [], todos));
  if (!libres.general && libres.cupos.length === 0) return null;
  const next = await findSiguiente(db, edicionId, { reparto, libres, lock });
  if (!next) return null;
  const asks = { edicionId, grupoId: next.grupo_id, propios: next.cupos, ...todos };
  // They are the first: whoever waits without an offer is behind them.
  const pedido = { ...pedidoDe(reparto, asks), trasLaFila: false };
  return { next, que: { reparto, pedido, inicia: fila.inicia } };
};

/** Whether a seat is free that somebody waits for: until the job comes by, or something is wrong. */
export const hasHueco = async (
  db: Db,
  con: ConConvocatorias,
  edicionId: string,
  ahora: Date,
): Promise<boolean> => {
  const fila = await findFilaAbierta(db, edicionId, ahora);
  if (!fila) return false;
  return fila.por_convocatoria
    ? hasHuecoEnConvocatoria(db, con, porConvocatoriaDe(fila))
    : (await findNext(db, fila, ahora)) !== null;
};

/** Offers a free seat to the next in line, or by a call all that are free; gives how many. */
const offerNext = async (trx: Trx, services: Con, edicionId: string): Promise<number> => {
  const ahora = services.now();
  const fila = await findFilaAbierta(trx, edicionId, ahora);
  if (!fila) return 0;
  if (fila.por_convocatoria) return offerEnConvocatoria(trx, services, porConvocatoriaDe(fila));
  const found = await findNext(trx, fila, ahora, { lock: true });
  if (found) await offerTo(trx, services, found.next, found.que);
  return found ? 1 : 0;
};

/**
 * Gives every free seat of an edition to whoever is next in line, one transaction each: whatever is killed on the way
 * leaves a line that goes on from there. Gives how many were offered.
 */
export const promote = async (services: Con, edicionId: string): Promise<number> => {
  for (let offered = 0; ; ) {
    try {
      const more = await services.db
        .transaction()
        .execute((trx) => offerNext(trx, services, edicionId));
      if (more === 0) return offered;
      offered += more;
    } catch (error) {
      // Whoever was faster looks for the next one, too; and every minute the job does.
      if (error instanceof Adelantado) return offered;
      throw error;
    }
  }
};

/** How many are ended at a time. */
const BLOCK = 200;

/** Seats that nobody accepted in time are free again; where an edition began the line is over. Gives the editions. */
const endVencidos = async (services: Con): Promise<Set<string>> => {
  const { db } = services;
  const ahora = services.now();
  const end = async (id: string, tipo: 'lugarVencido' | 'filaTerminada') =>
    db.transaction().execute(async (trx) => {
      const row = await holdInscripcion(trx, services, id);
      const isOver = tipo === 'filaTerminada' || isPlazoVencido(row.lugar_vence_en, ahora);
      // Accepted, or left, while this came.
      if (row.estado !== 'enListaDeEspera' || !isOver) return;
      await takePaso(trx, services, row, {
        paso: 'vencer',
        accion: 'inscripcion.vencer',
        aviso: { tipo },
      });
    });
  const ediciones = new Set<string>();
  for (const { id, edicion_id } of await selectOfrecidosVencidos(db, ahora, BLOCK)) {
    await end(id, 'lugarVencido');
    ediciones.add(edicion_id);
  }
  for (const { id } of await selectFilasTerminadas(db, fechaDe(ahora), BLOCK)) {
    await end(id, 'filaTerminada');
  }
  return ediciones;
};

/** What time brings by itself: offers that end, seats of quotas that become everybody's, seats that were added. */
export const runFilas = async (services: Con): Promise<{ ofrecidos: number }> => {
  const vencidos = await endVencidos(services);
  const ediciones = new Set([...vencidos, ...(await selectEdicionesConFila(services.db))]);
  let ofrecidos = 0;
  for (const id of ediciones) ofrecidos += await promote(services, id);
  for (const id of await selectFilasPorContar(services.db)) await countFila(services.db, id);
  return { ofrecidos };
};

/** The inscripción of the actor's own that has a seat offered. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
const holdOfrecido = async (trx: Trx, id: string, personaId: string, ahora: Date) => {
  const row = await holdInscripcionSola(trx, id);
  if (row.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.lugar_vence_en === null || isPlazoVencido(row.lugar_vence_en, ahora)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinOfrecimiento);
  }
  return row;
};

/**
 * Judges the rules that forbid an enrolment because of the person's other ones again, before a seat becomes theirs: since they sent
 * it they may have got a seat elsewhere. The other rules, and the window, keep the result of the sending. The caller holds the person
 * (`waitForPersona`), so that two seats of one person are judged one after the other.
 *
 * @throws {CallError} FAILED_PRECONDITION with `refusal` and the messages of the rules; `details.reglas` holds their results.
 */
export const checkHistoria = async (
  trx: Trx,
  row: EnteraRow,
  {
    proveedores,
    ahora,
    refusal,
  }: {
    proveedores: readonly ProveedorDeHechos[];
    ahora: Date;
    refusal: { readonly code: string; readonly message: string };
  },
): Promise<void> => {
  requireLegible(row);
  const reglas = row.version_definicion.reglas.filter(
    (regla) => regla.efecto === 'impide' && fieldsOfReglas([regla]).some(isDeHistoria),
  );
  if (reglas.length === 0) return;
  const persona = { id: row.persona_id, clave: row.persona_clave };
  const hechos = {
    ...(await readHechosDe(trx, proveedores, { reglas, edicion: row, persona, ahora })),
    ...hechosDeRespuestas(row.version_definicion, row.respuestas, reglas),
  };
  const fallidas = evaluateReglas(reglas, hechos, row.enviada_en).filter(
    (resultado) => !mayEnroll([resultado]),
  );
  if (fallidas.length === 0) return;
  const { code, message } = refusal;
  const porque = reglas.filter(({ clave }) => fallidas.some((one) => one.clave === clave));
  const text = [message, ...porque.map(({ mensaje }) => mensaje)].join(' ');
  throw new CallError('FAILED_PRECONDITION', text, { code, reglas: fallidas });
};

/** Somebody takes the seat that was kept for them. Again, when they have it, is the same. */
export const acceptLugar = async (
  services: Con,
  {
    id,
    personaId,
    receivedAt,
    proveedores,
  }: {
    id: string;
    personaId: string;
    receivedAt: Date;
    proveedores: readonly ProveedorDeHechos[];
  },
): Promise<void> => {
  await services.db.transaction().execute(async (trx) => {
    // Who accepts two at once has them looked at one after the other.
    await waitForPersona(trx, personaId);
    const held = await holdInscripcion(trx, services, id);
    if (held.persona_id === personaId && held.estado === 'inscrita') return;
    const row = await holdOfrecido(trx, id, personaId, receivedAt);
    await checkHistoria(trx, row, {
      proveedores,
      ahora: receivedAt,
      refusal: ERRORES.reglasAlAceptar,
    });
    await takePaso(trx, services, row, {
      paso: 'aceptar',
      accion: 'inscripcion.aceptarLugar',
      aviso: { tipo: 'lugarAceptado' },
    });
  });
};

/**
 * Somebody leaves what they sent; what they had is offered to the next in line at once.
 *
 * @throws {CallError} NOT_FOUND; FAILED_PRECONDITION: it may not be left any more.
 */
export const withdrawOwn = async (
  services: Con,
  { id, personaId, motivo }: { id: string; personaId: string; motivo: string },
): Promise<void> => {
  const row = await services.db.transaction().execute(async (trx) => {
    const held = await holdInscripcion(trx, services, id);
    if (held.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
    if (!mayLeave(held.estado, held.edicion_inicia, services.now())) {
      throw refuse('FAILED_PRECONDITION', ERRORES.bajaNoPermitida);
    }
    await takePaso(trx, services, held, {
      paso: 'darDeBaja',
      accion: 'inscripcion.darDeBaja',
      aviso: { tipo: 'bajaPropia' },
      motivo: motivo || null,
    });
    return held;
  });
  if (hasLugar(row)) await promote(services, row.edicion_id);
};

/**
 * The seat that somebody has been offered, or their place in line: by the id of what they sent. `ofrecidoHasta`: null when none is kept for
 * them; `espera`: null when they are in no line. Undefined: there is none.
 */
export const readLugar = async (
  db: Db,
  id: string,
): Promise<
  { ofrecidoHasta: Date | null; espera: { lugar: number; total: number } | null } | undefined
> => {
  const row = await readEntera(db, id);
  if (!row) return undefined;
  const waits = row.estado === 'enListaDeEspera' && row.version_definicion !== ILEGIBLE;
  const fila = waits ? await findLugarEnFila(db, id, repartoDe(row.version_definicion)) : undefined;
  return {
    ofrecidoHasta: row.lugar_vence_en,
    espera: fila ? { lugar: fila.lugar, total: fila.total } : null,
  };
};

export { countFila, findLugarEnFila, selectEdicionesConFila } from './data.ts';
