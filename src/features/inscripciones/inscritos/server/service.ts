/** What the school sees and decides of what was sent with a plantilla. */
import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { orElse } from '../../../../platform/server/db/together.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';
import { runLote } from '../../../../platform/server/lotes.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import type { Parte, ResultadoLote } from '../../../../platform/shared/resultado-lote.ts';
import { findLugarLibre, holdingAbierta } from '../../../cursos/lugares/server/service.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { inscritosPath } from '../../../plantillas/routes.ts';
import { ERRORES } from '../../errors.ts';
import { checkHistoria, pedidoDe, promote, takingLugarPara } from '../../espera/server/service.ts';
import { INSCRIPCION } from '../../estados.ts';
import {
  type ConConvocatorias,
  type EnteraRow,
  hasLugar,
  holdInscripcion,
  requireLegible,
  takePaso,
  waitForPersona,
} from '../../pasos/server/service.ts';
import { canDecideInscripciones } from '../../policy.ts';
import type { FiltrosInscritos } from '../contract.ts';
import { type Decision, isReversible, preguntasDe } from '../rules.ts';
import * as data from './data.ts';
import { edicionDe, presentInscrito, presentInscritoEntero } from './present.ts';

/** A page of what was sent, in order of receipt. */
export const readInscritos = async (
  db: Db,
  filtros: FiltrosInscritos,
  at: { tras?: string | undefined; antes?: string | undefined; porPagina: number },
  descendente: boolean,
  ahora: Date,
) => {
  const page = await cursorPage(
    at,
    ({ id }: data.InscritoRow) => id,
    ({ reversed, ...from }) =>
      data.selectInscritos(db, filtros, { ...from, descendente: descendente !== reversed }),
    () => data.countInscritos(db, filtros),
  );
  return { ...page, filas: page.filas.map((row) => presentInscrito(row, ahora)) };
};

/** What several versions have by a key, as the newest that has it says it. */
const together = (lists: readonly (readonly { clave: string; nombre: string }[])[]) => [
  ...new Map(lists.toReversed().flatMap((list) => list.map((one) => [one.clave, one]))).values(),
];

/** What the list of a plantilla is filtered by. @throws {CallError} NOT_FOUND. */
export const readOpciones = async (db: Db, plantillaId: string) => {
  const plantilla = await data.findPlantillaConVersiones(db, plantillaId);
  if (!plantilla) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const definiciones = plantilla.versiones.map(({ definicion }) => definicion);
  const reglas = definiciones.map((def) =>
    def.reglas.map(({ clave, descripcion: nombre }) => ({ clave, nombre })),
  );
  const cupos = definiciones.map((def) =>
    repartoDe(def).cupos.map(({ clave, nombre }) => ({ clave, nombre })),
  );
  return {
    nombre: plantilla.nombre,
    porDecidir: await data.countInscritos(db, { plantillaId, estado: 'porDecidir' }),
    ediciones: await data.selectEdicionesDePlantilla(db, plantillaId),
    reglas: together(reglas),
    cupos: together(cupos),
    campos: preguntasDe(plantilla),
  };
};

/** One of them, whole; that it was read is recorded. @throws {CallError} NOT_FOUND. */
export const readInscrito = async (db: Db, id: string, ahora: Date) => {
  const row = await data.findInscrito(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'inscripcion.leer', { id, personaId: row.persona_id }));
  return presentInscritoEntero(row, ahora);
};

/** The last seat went to somebody else while this one was being accepted. */
class SinLugar extends Error {}

type Con = Pick<Services, 'db' | 'env' | 'notificaciones' | 'now'> &
  ConConvocatorias & { readonly proveedores: readonly ProveedorDeHechos[] };

type Quien = Pick<Actor, 'personaId' | 'email'>;

/**
 * Refuses whoever applies or recommends in the call of an edition that has this plantilla: they see nothing of its staff's side.
 *
 * @throws {CallError} PERMISSION_DENIED (`posgrado-es-parte`)
 */
export const requireAjeno = async (
  db: Db,
  { convocatorias }: ConConvocatorias,
  actor: Quien,
  de: { plantillaId: string } | { inscripcionId: string },
): Promise<void> => {
  const suyas = await convocatorias.dondeEsParte(db, actor);
  if (suyas.length > 0 && (await data.isDeEdiciones(db, de, suyas))) {
    throw refuse('PERMISSION_DENIED', ERRORES.parteDeConvocatoria);
  }
};

/** Gives a seat, or a place in line: nobody jumps who waits before. Whether it came to the line. */
const accept = async (
  trx: Trx,
  services: Con,
  row: EnteraRow,
  lleno: boolean,
): Promise<boolean> => {
  requireLegible(row);
  await checkHistoria(trx, row, {
    proveedores: services.proveedores,
    ahora: services.now(),
    refusal: ERRORES.reglasAlDecidir,
  });
  const reparto = repartoDe(row.version_definicion);
  const pedido = pedidoDe(reparto, {
    edicionId: row.edicion_id,
    grupoId: row.grupo_id,
    propios: row.cupos,
    cierra: row.edicion_cierra,
    ahora: services.now(),
  });
  if (!lleno && (await findLugarLibre(trx, pedido)).hay) {
    const sinLugar = () => new SinLugar();
    const toma = takingLugarPara(
      trx,
      { id: row.id, pedido },
      { grupo: sinLugar, edicion: sinLugar },
    );
    await takePaso(trx, services, row, {
      paso: 'aceptar',
      accion: 'inscripcion.aceptar',
      aviso: { tipo: 'aceptada' },
      decision: 'decide',
      toma,
    });
    return false;
  }
  if (!hasEspera(reparto)) throw refuse('FAILED_PRECONDITION', ERRORES.sinLugarParaAceptar);
  await takePaso(trx, services, row, {
    paso: 'formar',
    accion: 'inscripcion.formar',
    aviso: { tipo: 'formada' },
    decision: 'decide',
  });
  return true;
};

type Decidiendo = { decision: Decision; motivo: string };

/** What is told of one that is in no state for it. */
const SE_PUEDE: Readonly<Record<Exclude<Decision, 'reconsiderar'>, string>> = {
  aceptar: 'aceptar',
  rechazar: 'rechazar',
  darDeBaja: 'dar de baja',
};

const undo = async (trx: Trx, services: Con, row: EnteraRow): Promise<void> => {
  const edicion = edicionDe(row);
  if (!isReversible(row.estado, row.decidida_en, edicion, services.now())) {
    const { noDeshacer, noDeshacerCancelada, noDeshacerComenzada } = ERRORES;
    const decided = row.decidida_en !== null && INSCRIPCION.can('reconsiderar', row.estado);
    const late = edicion.cancelada ? noDeshacerCancelada : noDeshacerComenzada;
    throw refuse('FAILED_PRECONDITION', decided ? late : noDeshacer);
  }
  await takePaso(trx, services, row, {
    paso: 'reconsiderar',
    accion: 'inscripcion.reconsiderar',
    aviso: { tipo: 'reconsiderada' },
    decision: 'deshace',
    // Nobody comes back to it while it is being cancelled.
    toma: [
      orElse(holdingAbierta(trx, row.edicion_id), () =>
        refuse('FAILED_PRECONDITION', ERRORES.noDeshacerCancelada),
      ),
    ],
  });
};

/** Whether the person came to the line by it. */
const decideHeld = async (
  trx: Trx,
  services: Con,
  row: EnteraRow,
  { decision, motivo, lleno }: Decidiendo & { lleno: boolean },
): Promise<boolean> => {
  if (decision === 'reconsiderar') {
    await undo(trx, services, row);
    return false;
  }
  const open = decision === 'darDeBaja' || INSCRIPCION.is('porDecidir', row.estado);
  if (!open || !INSCRIPCION.can(decision, row.estado)) {
    // Of many, somebody else may have decided some meanwhile: what they are now is why.
    const { code } = ERRORES.noDecidible;
    const message = `Está «${INSCRIPCION.palabra(row.estado)}»: así no se puede ${SE_PUEDE[decision]}.`;
    throw new CallError('FAILED_PRECONDITION', message, { code });
  }
  if (row.edicion_cancelada_en) throw refuse('FAILED_PRECONDITION', ERRORES.cancelada);
  if (decision === 'aceptar') return accept(trx, services, row, lleno);
  await takePaso(trx, services, row, {
    paso: decision,
    accion: `inscripcion.${decision}`,
    aviso: { tipo: decision === 'rechazar' ? 'rechazada' : 'bajaPorEscuela', motivo },
    motivo,
    ...(decision === 'rechazar' && { decision: 'decide' as const }),
  });
  return false;
};

/**
 * Decides on one. Gives whether the person came to the line by it, and of which edition it left a seat, which is passed on
 * once all that are decided with it are.
 *
 * @throws {CallError} NOT_FOUND; PERMISSION_DENIED: it is one's own; FAILED_PRECONDITION: it may not be decided so.
 */
const decideOn = async (
  services: Con,
  { id, persona_id: de }: Pick<data.EnLoteRow, 'id' | 'persona_id'>,
  decidiendo: Decidiendo & { personaId: string | null; fuera: ReadonlySet<string> },
): Promise<{ enEspera: boolean; deja: string | null }> => {
  const once = (lleno: boolean) =>
    services.db.transaction().execute(async (trx) => {
      // Two seats of one person, given at once, are judged one after the other: the second counts the first.
      if (decidiendo.decision === 'aceptar') await waitForPersona(trx, de);
      const row = await holdInscripcion(trx, services, id);
      // Its file was merged into another one meanwhile, which nothing holds.
      if (row.persona_id !== de) throw refuse('ABORTED', ERRORES.yaCambio);
      if (row.persona_id === decidiendo.personaId) {
        throw refuse('PERMISSION_DENIED', ERRORES.propia);
      }
      if (decidiendo.fuera.has(row.edicion_id)) {
        throw refuse('PERMISSION_DENIED', ERRORES.parteDeConvocatoria);
      }
      const enEspera = await decideHeld(trx, services, row, { ...decidiendo, lleno });
      return { row, enEspera };
    });
  const { row, enEspera } = await once(false).catch((error: unknown) => {
    if (error instanceof SinLugar) return once(true);
    // Rejected, its person sent another one: that one is looked at.
    if (isUniqueViolation(error, 'inscripciones_viva')) {
      throw refuse('FAILED_PRECONDITION', ERRORES.noDeshacerReemplazada);
    }
    throw error;
  });
  return { enEspera, deja: hasLugar(row) ? row.edicion_id : null };
};

/**
 * Decides on a part of many. The seats that they leave are passed on when all of them are decided: nobody is offered one
 * who leaves the line in the same batch. While more parts come, the line's job does it.
 */
export const decideMany = async (
  services: Con,
  { parte, actor, ...asked }: Decidiendo & { actor: Quien; parte: Parte<FiltrosInscritos> },
): Promise<ResultadoLote & { enEspera: number }> => {
  let enEspera = 0;
  const fuera = new Set(await services.convocatorias.dondeEsParte(services.db, actor));
  const decidiendo = { ...asked, personaId: actor.personaId, fuera };
  const dejadas = new Set<string>();
  const resultado = await runLote(
    parte,
    (ids) => data.selectParaDecidir(services.db, ids),
    (filtros, id, limit) => data.selectParaDecidirAfter(services.db, filtros, id, limit),
    async (row) => {
      const done = await decideOn(services, row, decidiendo);
      if (done.enEspera) enEspera += 1;
      if (done.deja !== null) dejadas.add(done.deja);
      return 'cambiada';
    },
  );
  if (resultado.siguiente === null) {
    for (const edicionId of dejadas) await promote(services, edicionId);
  }
  return { ...resultado, enEspera };
};

/** The enrolments to decide, by edition. */
export const inscritosPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canDecideInscripciones,
  async find(db) {
    const partes = (await data.selectPorDecidir(db)).map(
      ({ plantilla_id, edicion_id, curso, edicion, n, desde }) => ({
        titulo: `${curso}, ${edicion}`,
        cuantos: n,
        espera: desde,
        enlace: `${inscritosPath(plantilla_id)}?estado=porDecidir&edicion=${edicion_id}`,
      }),
    );
    const [oldest, ...others] = partes;
    if (!oldest) return [];
    const titulo = 'Inscripciones por revisar';
    if (others.length === 0) {
      return [{ ...oldest, titulo: `${titulo}: ${oldest.titulo}`, accion: 'Revisar' }];
    }
    return [
      {
        titulo,
        cuantos: partes.reduce((sum, { cuantos }) => sum + cuantos, 0),
        espera: oldest.espera,
        enlace: oldest.enlace,
        accion: 'Revisar la más antigua',
        partes,
      },
    ];
  },
};

/** How long before an offer lapses staff are shown it, in milliseconds. */
const POR_VENCER = 2 * 86_400_000;

/** The seats that were offered and are about to lapse, for those who decide on enrolments. */
export const ofertasPorVencerPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canDecideInscripciones,
  async find(db, { ahora }) {
    const rows = await data.selectOfertasPorVencer(db, new Date(ahora.getTime() + POR_VENCER));
    return rows.map(({ plantilla_id, nombre, n, limite }) => ({
      titulo: `Lugares ofrecidos sin respuesta: ${nombre}`,
      cuantos: n,
      venceEn: limite,
      enlace: `${inscritosPath(plantilla_id)}?estado=ofrecido`,
      accion: 'Ver',
    }));
  },
};

export { countInscritos } from './data.ts';
