/** What the school sees and decides of what was sent with a plantilla. */
import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isLugarLibre } from '../../../cursos/lugares/server/service.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import { inscritosPath } from '../../../plantillas/routes.ts';
import { ERRORES } from '../../errors.ts';
import { pedidoDe, promote, takingLugarPara } from '../../espera/server/service.ts';
import { INSCRIPCION } from '../../estados.ts';
import { type EnteraRow, hasLugar, holdInscripcion, takePaso } from '../../pasos/server/service.ts';
import { canDecideInscripciones } from '../../policy.ts';
import { refuse } from '../../server/service.ts';
import type { FiltrosInscritos } from '../contract.ts';
import { type Decision, isReversible, preguntasDe } from '../rules.ts';
import * as data from './data.ts';
import { presentInscrito, presentInscritoEntero } from './present.ts';

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
    campos: preguntasDe(plantilla.versiones),
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

type Con = Pick<Services, 'db' | 'env' | 'mail' | 'now'>;

/** Gives a seat, or a place in line: nobody jumps who waits before. */
const accept = async (trx: Trx, services: Con, row: EnteraRow, lleno: boolean): Promise<void> => {
  const reparto = repartoDe(row.version_definicion);
  const pedido = pedidoDe(reparto, {
    edicionId: row.edicion_id,
    grupoId: row.grupo_id,
    propios: row.cupos,
    cierra: row.edicion_cierra,
    ahora: services.now(),
  });
  if (!lleno && (await isLugarLibre(trx, pedido))) {
    const sinLugar = () => new SinLugar();
    const toma = takingLugarPara(
      trx,
      { id: row.id, grupoId: row.grupo_id, pedido },
      { grupo: sinLugar, edicion: sinLugar },
    );
    return takePaso(trx, services, row, {
      paso: 'aceptar',
      accion: 'inscripcion.aceptar',
      aviso: { tipo: 'aceptada' },
      decision: 'decide',
      toma,
    });
  }
  if (!hasEspera(reparto)) throw refuse('FAILED_PRECONDITION', ERRORES.sinLugarParaAceptar);
  return takePaso(trx, services, row, {
    paso: 'formar',
    accion: 'inscripcion.formar',
    aviso: { tipo: 'formada' },
    decision: 'decide',
  });
};

type Decidiendo = { decision: Decision; motivo: string };

const undo = (trx: Trx, services: Con, row: EnteraRow): Promise<void> => {
  if (!isReversible(row.estado, row.decidida_en, row.edicion_inicia, services.now())) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noDeshacer);
  }
  return takePaso(trx, services, row, {
    paso: 'reconsiderar',
    accion: 'inscripcion.reconsiderar',
    aviso: { tipo: 'reconsiderada' },
    decision: 'deshace',
  });
};

const decideHeld = async (
  trx: Trx,
  services: Con,
  row: EnteraRow,
  { decision, motivo, lleno }: Decidiendo & { lleno: boolean },
): Promise<void> => {
  if (decision === 'reconsiderar') return undo(trx, services, row);
  const open = decision === 'darDeBaja' || INSCRIPCION.is('porDecidir', row.estado);
  if (!open || !INSCRIPCION.can(decision, row.estado)) {
    // Of many, somebody else may have decided some meanwhile: what they are now is why.
    const { code } = ERRORES.noDecidible;
    const message = `Está «${INSCRIPCION.palabra(row.estado)}»: en ese estado no se puede hacer eso.`;
    throw new CallError('FAILED_PRECONDITION', message, { code });
  }
  if (row.edicion_cancelada_en) throw refuse('FAILED_PRECONDITION', ERRORES.cancelada);
  if (decision === 'aceptar') return accept(trx, services, row, lleno);
  return takePaso(trx, services, row, {
    paso: decision,
    accion: `inscripcion.${decision}`,
    aviso: { tipo: decision === 'rechazar' ? 'rechazada' : 'bajaPorEscuela', motivo },
    motivo,
    ...(decision === 'rechazar' && { decision: 'decide' as const }),
  });
};

/**
 * Decides on one, and passes on the seat that it leaves.
 *
 * @throws {CallError} NOT_FOUND; PERMISSION_DENIED: it is one's own; FAILED_PRECONDITION: it may not be decided so.
 */
export const decideOn = async (
  services: Con,
  id: string,
  decidiendo: Decidiendo & { personaId: string | null },
): Promise<void> => {
  const once = (lleno: boolean) =>
    services.db.transaction().execute(async (trx) => {
      const row = await holdInscripcion(trx, id);
      if (row.persona_id === decidiendo.personaId) {
        throw refuse('PERMISSION_DENIED', ERRORES.propia);
      }
      await decideHeld(trx, services, row, { ...decidiendo, lleno });
      return row;
    });
  const row = await once(false).catch((error: unknown) => {
    if (error instanceof SinLugar) return once(true);
    // Rejected, its person sent another one: that one is looked at.
    if (isUniqueViolation(error, 'inscripciones_viva')) {
      throw refuse('FAILED_PRECONDITION', ERRORES.noDeshacer);
    }
    throw error;
  });
  if (hasLugar(row)) await promote(services, row.edicion_id);
};

/** What waits for somebody of the school, by plantilla. */
export const inscritosPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canDecideInscripciones,
  async find(db) {
    const rows = await data.selectPorDecidir(db);
    return rows.map(({ plantilla_id, nombre, n }) => ({
      titulo: `Inscripciones por revisar: ${nombre}`,
      cuantos: n,
      enlace: `${inscritosPath(plantilla_id)}?estado=porDecidir`,
      accion: 'Revisar',
    }));
  },
};
