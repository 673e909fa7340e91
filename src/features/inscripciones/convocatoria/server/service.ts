/**
 * Seats of an edition that is entered by a call: made when its results are published; from then on its line gives out those that are
 * left, to whom the call says.
 */
import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { digestWritten, writeJsonb } from '../../../../platform/server/db/jsonb.ts';
import { perform, together } from '../../../../platform/server/db/together.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { takingLugaresDados } from '../../../cursos/lugares/server/service.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { ERRORES } from '../../errors.ts';
import { INSCRIPCION } from '../../estados.ts';
import {
  announcePaso,
  type ConConvocatorias,
  holdInscripcionSola,
  type RepartoDeLugares,
  takePasoSinAviso,
} from '../../pasos/server/service.ts';
import { sealSensibles } from '../../sensibles/server/service.ts';
import { deleteBorradores } from '../../server/data.ts';
import {
  deleteCerradas,
  type FilaDeConvocatoriaRow,
  type FuenteDeLugares,
  insertLugares,
  insertSellados,
  type LugarNuevo,
  selectBorradores,
  selectFila,
  setCupos,
  setOfrecidos,
  updateOrden,
} from './data.ts';

/** Somebody else gave out, took or left a seat between the look and the hand. */
export class Adelantado extends Error {}

type Con = Pick<Services, 'db' | 'env' | 'notificaciones' | 'now'> & ConConvocatorias;

/** An edition entered by a call, as its seats are given out. */
export type EdicionPorConvocatoria = {
  readonly edicionId: string;
  readonly inicia: string;
  /** Seats in all. */
  readonly lugares: number;
};

const lookAt = async (
  db: Db | Trx,
  { convocatorias }: ConConvocatorias,
  { edicionId, lugares }: EdicionPorConvocatoria,
): Promise<{ reparto: RepartoDeLugares; fila: FilaDeConvocatoriaRow[] }> => {
  const fila = await selectFila(db, edicionId);
  const espera = fila.some(({ con_lugar }) => !con_lugar);
  const ocupados = fila.filter(({ con_lugar }) => con_lugar).length;
  if (!espera || ocupados >= lugares) return { reparto: { ofrece: [], cambia: [] }, fila };
  const reparto = await convocatorias.repartir(db, {
    ...{ edicionId, lugares },
    fila: fila.map(({ id, cupos, cupo_clave, con_lugar }) => ({
      ...{ id, cupos },
      lugar: con_lugar ? cupo_clave : undefined,
    })),
  });
  return { reparto, fila };
};

/** Whether a seat is free that somebody would be offered. */
export const hasHuecoEnConvocatoria = async (
  db: Db,
  con: ConConvocatorias,
  edicion: EdicionPorConvocatoria,
): Promise<boolean> => (await lookAt(db, con, edicion)).reparto.ofrece.length > 0;

/** By how much the taken seats of each quota change. */
const balanceOf = (
  cambios: readonly { de: string | null; a: string | null }[],
): Map<string, number> => {
  const balance = new Map<string, number>();
  const add = (clave: string | null, n: number) => {
    if (clave !== null) balance.set(clave, (balance.get(clave) ?? 0) + n);
  };
  for (const { de, a } of cambios) {
    add(de, -1);
    add(a, 1);
  }
  return balance;
};

/**
 * Offers every free seat to whom the call says, in one transaction: the plan is of all of them. Gives how many.
 *
 * @throws {Adelantado}
 */
export const offerEnConvocatoria = async (
  trx: Trx,
  services: Con,
  edicion: EdicionPorConvocatoria,
): Promise<number> => {
  const { convocatorias } = services;
  const { edicionId, inicia } = edicion;
  await convocatorias.holdConvocatoria(trx, edicionId);
  const { reparto, fila } = await lookAt(trx, services, edicion);
  const { ofrece } = reparto;
  if (ofrece.length === 0) return 0;
  const ahora = services.now();
  const venceEn = await convocatorias.plazo(trx, { edicionId, inicia, ahora });
  await convocatorias.holdTramites(
    trx,
    ofrece.map(({ id }) => id),
  );
  if ((await setOfrecidos(trx, ofrece, { ahora, venceEn })) < ofrece.length) throw new Adelantado();
  const was = new Map(fila.map((row) => [row.id, row]));
  const cambia = reparto.cambia.map(({ id, cupo }) => ({
    ...{ id, de: was.get(id)!.cupo_clave, a: cupo },
  }));
  if ((await setCupos(trx, cambia)) < cambia.length) throw new Adelantado();
  for (const { id } of ofrece) {
    const row = await holdInscripcionSola(trx, id);
    await announcePaso(trx, services, row, { tipo: 'ofrecido', venceEn });
  }
  await recordCambios(
    trx,
    'inscripcion.ofrecerLugar',
    ofrece.map(({ id, cupo }) => ({
      ...{ id, personaId: was.get(id)!.persona_id },
      despues: { cupo, venceEn: venceEn.toISOString(), en: ahora.toISOString() },
    })),
  );
  await recordCambios(
    trx,
    'inscripcion.cambiarCupo',
    cambia.map(({ id, de, a }) => ({
      ...{ id, personaId: was.get(id)!.persona_id },
      ...{ antes: { cupo: de }, despues: { cupo: a } },
    })),
  );
  const cupos = balanceOf([...ofrece.map(({ cupo }) => ({ de: null, a: cupo })), ...cambia]);
  const taken = await together(
    trx,
    takingLugaresDados(trx, edicionId, { lugares: ofrece.length, cupos }),
  );
  if (taken.includes(false)) throw new Adelantado();
  return ofrece.length;
};

/** A place that the results of a call give. */
export type LugarDado = {
  /** What `fuente` knows its answers by. */
  readonly origen: string;
  readonly personaId: string;
  /** The more, the nearer to the first place. */
  readonly puntos: number;
  /** Keys of the quotas whose seats the person may take, and of the one that theirs is of. */
  readonly cupos: readonly string[];
  readonly cupo: string | null;
  /** It has a seat; otherwise it waits. */
  readonly conLugar: boolean;
  readonly sensibles: Respuestas;
};

/** What somebody has by an earlier publication, as a later one leaves it. */
export type LugarPrevio = Pick<LugarDado, 'puntos' | 'cupo' | 'conLugar'> & {
  readonly inscripcionId: string;
};

const clean = async (trx: Trx, edicionId: string, lugares: readonly LugarDado[]) => {
  const personas = lugares.map(({ personaId }) => personaId);
  const borradores = await selectBorradores(trx, edicionId, personas);
  await deleteBorradores(
    trx,
    borradores.map(({ id }) => id),
  );
  return borradores;
};

/** Inscripciones that one statement makes. */
const BLOCK = 500;

const insertAll = async (
  trx: Trx,
  { secrets }: Pick<Services, 'secrets'>,
  que: {
    edicionId: string;
    ahora: Date;
    venceEn: Date;
    fuente: FuenteDeLugares;
  },
  dados: readonly LugarDado[],
) => {
  const hechos: {
    id: string;
    dado: LugarDado;
    huella: string;
    huellaSensibles: string;
    versionId: string;
  }[] = [];
  for (let from = 0; from < dados.length; from += BLOCK) {
    const bloque = dados
      .slice(from, from + BLOCK)
      .map((dado) => ({ id: randomUUID(), llave: randomUUID(), dado }));
    const lugares = bloque.map(
      ({ id, llave, dado }): LugarNuevo => ({
        ...{ id, llave, persona: dado.personaId, origen: dado.origen },
        ...{ puntos: dado.puntos, cupos: dado.cupos, cupo: dado.conLugar ? dado.cupo : null },
        venceEn: dado.conLugar ? que.venceEn.toISOString() : null,
      }),
    );
    const fuente = que.fuente(bloque.map(({ dado }) => dado.origen));
    const made = await insertLugares(trx, { ...que, fuente, lugares });
    if (made.length < bloque.length) throw new Error('an application was never sent');
    const byId = new Map(made.map((one) => [one.id, one]));
    const sellados = new Map(
      bloque.flatMap(({ id, dado }) =>
        Object.keys(dado.sensibles).length > 0
          ? [[id, sealSensibles(secrets, id, dado.sensibles)] as const]
          : [],
      ),
    );
    await insertSellados(
      trx,
      [...sellados].map(([id, sellado]) => ({ id, sellado })),
    );
    for (const { id, llave, dado } of bloque) {
      const { huella, version_id: versionId } = byId.get(id)!;
      const sellado = sellados.get(id) ?? null;
      const huellaSensibles = digestWritten([llave, sellado].map(writeJsonb));
      hechos.push({ id, dado, huella, huellaSensibles, versionId });
    }
  }
  return hechos;
};

const takeSeats = async (
  trx: Trx,
  edicionId: string,
  lugares: { lugares: number; cupos: ReadonlyMap<string, number> },
): Promise<void> => {
  const taken = await together(trx, takingLugaresDados(trx, edicionId, lugares));
  if (taken.includes(false)) throw refuse('FAILED_PRECONDITION', ERRORES.sinLugaresDeConvocatoria);
};

/**
 * Makes what the results of a call give, in the transaction that publishes them, which holds the call and its applications: an inscripción
 * in line for each, with its seat kept until `venceEn` for those who have one. `previos`: what an earlier publication made, in the new
 * order; nobody loses a seat by it. Gives the ids of the new ones by their `origen`.
 *
 * @throws {CallError} FAILED_PRECONDITION (`convocatoria-sin-lugares`): the edition has fewer seats, or was cancelled
 */
export const openLugares = async (
  trx: Trx,
  services: Pick<Services, 'now' | 'secrets'>,
  {
    edicionId,
    venceEn,
    fuente,
    nuevos,
    previos,
  }: {
    edicionId: string;
    venceEn: Date;
    /** Rows (`origen`, `version_id`, `respuestas`, `evaluacion`, `enviado_en`) of those. */
    fuente: FuenteDeLugares;
    nuevos: readonly LugarDado[];
    previos: readonly LugarPrevio[];
  },
): Promise<Map<string, string>> => {
  const ahora = services.now();
  const en = ahora.toISOString();
  const hasta = venceEn.toISOString();
  const estado = INSCRIPCION.pasos.esperar.a;
  const borradores = await clean(trx, edicionId, nuevos);
  const antes = new Map(
    previos.length === 0
      ? []
      : (await selectFila(trx, edicionId, { lock: true })).map((row) => [row.id, row] as const),
  );
  const vivos = previos.filter(({ inscripcionId }) => antes.has(inscripcionId));
  const mejoran = vivos.filter(
    ({ inscripcionId, conLugar }) => conLugar && !antes.get(inscripcionId)!.con_lugar,
  );
  const reordenados = await updateOrden(
    trx,
    vivos.map(({ inscripcionId: id, puntos, cupo, conLugar }) => ({
      ...{ id, puntos },
      // Of who keeps a seat that the new order would not give, it goes on counting where it did.
      cupo: conLugar ? cupo : antes.get(id)!.cupo_clave,
    })),
    ahora,
  );
  await setOfrecidos(
    trx,
    mejoran.map(({ inscripcionId: id, cupo }) => ({ id, cupo })),
    { ahora, venceEn },
  );
  const hechos = await insertAll(trx, services, { edicionId, ahora, venceEn, fuente }, nuevos);

  await recordCambios(
    trx,
    'inscripcion.descartarBorrador',
    borradores.map(({ id, persona_id: personaId }) => ({
      ...{ id, personaId, antes: { estado: 'borrador' } },
    })),
  );
  const nuevosQue = (conLugar: boolean) => hechos.filter(({ dado }) => dado.conLugar === conLugar);
  const despuesDe = ({ dado, huella, huellaSensibles, versionId }: (typeof hechos)[number]) => ({
    ...{ estado, edicionId, versionId, puntos: dado.puntos, huella, huellaSensibles, en },
  });
  await recordCambios(
    trx,
    'inscripcion.admitirPorConvocatoria',
    nuevosQue(true).map((one) => ({
      ...{ id: one.id, personaId: one.dado.personaId },
      despues: { ...despuesDe(one), cupo: one.dado.cupo, venceEn: hasta },
    })),
  );
  await recordCambios(
    trx,
    'inscripcion.formarPorConvocatoria',
    nuevosQue(false).map((one) => ({
      ...{ id: one.id, personaId: one.dado.personaId, despues: despuesDe(one) },
    })),
  );
  const orden = new Map(vivos.map((one) => [one.inscripcionId, one]));
  await recordCambios(
    trx,
    'inscripcion.reordenar',
    reordenados.map(({ id, huella }) => {
      const { persona_id: personaId, con_lugar, cupo_clave } = antes.get(id)!;
      const { puntos, cupo, conLugar } = orden.get(id)!;
      return {
        ...{ id, personaId },
        despues: { puntos, huella, ...(con_lugar && { cupo: conLugar ? cupo : cupo_clave }) },
      };
    }),
  );
  await recordCambios(
    trx,
    'inscripcion.ofrecerLugar',
    mejoran.map(({ inscripcionId: id, cupo }) => ({
      ...{ id, personaId: antes.get(id)!.persona_id, despues: { cupo, venceEn: hasta, en } },
    })),
  );

  const cupos = balanceOf([
    ...nuevosQue(true).map(({ dado }) => ({ de: null, a: dado.cupo })),
    ...mejoran.map(({ cupo }) => ({ de: null, a: cupo })),
    ...vivos.flatMap(({ inscripcionId, cupo, conLugar }) => {
      const was = antes.get(inscripcionId)!;
      return was.con_lugar && conLugar ? [{ de: was.cupo_clave, a: cupo }] : [];
    }),
  ]);
  const lugares = nuevosQue(true).length + mejoran.length;
  await takeSeats(trx, edicionId, { lugares, cupos });
  return new Map(hechos.map(({ id, dado }) => [dado.origen, id]));
};

/**
 * Takes somebody out of a seat of a call, or of its line, in the transaction of who keeps it, which holds the application and tells its
 * person; nothing happens when they are in neither. Who calls gives the seat out once it is committed.
 */
export const leaveLugar = async (
  trx: Trx,
  services: Pick<Services, 'now'>,
  { inscripcionId, motivo }: { inscripcionId: string; motivo: string },
): Promise<void> => {
  const row = await holdInscripcionSola(trx, inscripcionId);
  if (!INSCRIPCION.can('darDeBaja', row.estado)) return;
  const paso = { paso: 'darDeBaja', accion: 'inscripcion.darDeBaja' } as const;
  const libera = await takePasoSinAviso(trx, row, paso, { ahora: services.now(), motivo });
  for (const statement of libera) await perform(trx, statement);
};

/**
 * Deletes the places in line of applicants whose data are erased: nobody had a seat by them. The applications let them go before.
 *
 * @throws {Error} one is of somebody who has a seat or waits for one.
 */
export const deleteLugares = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const gone = await deleteCerradas(trx, ids);
  if (gone.length < ids.length) throw new Error('a place that is erased is still of somebody');
  await recordCambios(trx, 'inscripcion.depurar', gone);
};
