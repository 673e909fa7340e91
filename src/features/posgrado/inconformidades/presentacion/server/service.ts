/** A request for review as its person files it, reads it and withdraws it. */
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../../../platform/shared/ids.ts';
import type { Calendar } from '../../../../../platform/shared/working-days.ts';
import { readCalendar } from '../../../../arco/server/service.ts';
import { holdConvocatoria, tellAspirante } from '../../../envios/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { CONVOCATORIA, INCONFORMIDAD } from '../../../estados.ts';
import { requirePresolicitud } from '../../../presolicitudes/server/service.ts';
import { filaLeida } from '../../../ranking/contract.ts';
import { presolicitudPath, solicitudPath } from '../../../routes.ts';
import { requireSolicitud } from '../../../solicitudes/server/service.ts';
import type * as contract from '../../contract.ts';
import type { Tramite } from '../../contract.ts';
import { ERRORES_INCONFORMIDAD as ERRORES } from '../../errors.ts';
import {
  type Materia,
  makeFolioInconformidad,
  materiaDePresolicitud,
  materiaDeSolicitud,
  type PorQueNo,
  plazoParaPresentar,
  plazoParaResolver,
  porQueNoPresenta,
  RANDOM_FOLIO,
} from '../../rules.ts';
import {
  type De,
  findInconformidad,
  findNombreDeEtapa,
  findPresolicitudDe,
  findSolicitudDe,
  type InconformidadRow,
  insertInconformidad,
  selectDe,
  selectPublicadas,
  type TramiteRow,
  updateInconformidad,
} from '../../server/data.ts';
import { cartaDePresentada } from '../../server/mails.ts';

type Suyo = { tramite: Tramite; tramiteId: string; personaId: string | null };

const deOf = ({ tramite, tramiteId }: Omit<Suyo, 'personaId'>): De =>
  tramite === 'presolicitud' ? { presolicitudId: tramiteId } : { solicitudId: tramiteId };

const requireSuyo = <R extends TramiteRow>(row: R | undefined, personaId: string | null): R => {
  if (!row || row.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.sinTramite);
  return row;
};

/** A form of somebody's own with what may be contested of it. @throws {CallError} NOT_FOUND (`inconformidad-sin-tramite`) */
const readMateria = async (
  db: Db | Trx,
  { tramite, tramiteId, personaId }: Suyo,
): Promise<{ row: TramiteRow; materia: Materia | null }> => {
  if (tramite === 'presolicitud') {
    const row = requireSuyo(await findPresolicitudDe(db, tramiteId), personaId);
    const { estado, decidida_en: decididaEn } = row;
    return { row, materia: materiaDePresolicitud({ estado, decididaEn }) };
  }
  const row = requireSuyo(await findSolicitudDe(db, tramiteId), personaId);
  const publicadas = await selectPublicadas(db, {
    convocatoriaId: row.convocatoria_id,
    solicitudId: tramiteId,
  });
  const materia = materiaDeSolicitud({
    ...{ estado: row.estado, excluidaEn: row.excluida_en },
    publicadas: publicadas.map(({ publicado_en, fila }) => ({
      publicadoEn: publicado_en,
      fila: filaLeida.parse(fila),
    })),
  });
  return { row, materia };
};

const isVigente = ({ convocatoria_estado }: TramiteRow): boolean =>
  CONVOCATORIA.can('concluir', convocatoria_estado);

/** Why one may not be filed at that instant, and until when it may. */
const judge = (
  { row, materia }: { row: TramiteRow; materia: Materia },
  propias: readonly InconformidadRow[],
  { ahora, calendario }: { ahora: Date; calendario: Calendar },
): { venceEn: Date; porque: PorQueNo | null } => {
  const venceEn = plazoParaPresentar(materia.notificadaEn, row.bases, calendario);
  const suyas = propias.map(({ sobre, estado, creado_en: creadoEn }) => ({
    ...{ sobre, estado, creadoEn },
  }));
  return {
    venceEn,
    porque: porQueNoPresenta(materia, { suyas, venceEn, ahora, vigente: isVigente(row) }),
  };
};

const RECHAZOS = {
  abierta: ERRORES.abierta,
  resuelta: ERRORES.resuelta,
  fueraDePlazo: ERRORES.fueraDePlazo,
  concluida: ERRORES_POSGRADO.concluida,
} as const satisfies Record<PorQueNo, unknown>;

export type Propias = {
  readonly materia:
    | (Materia & {
        readonly etapa: string | null;
        readonly dias: { readonly presentar: number; readonly responder: number };
        readonly venceEn: Date;
        readonly porque: string | null;
      })
    | null;
  readonly propias: readonly InconformidadRow[];
  readonly calendario: Calendar;
};

/** See `listInconformidadesPropias`. */
export const readPropias = async (db: Db, suyo: Suyo, ahora: Date): Promise<Propias> => {
  const { row, materia } = await readMateria(db, suyo);
  const propias = await selectDe(db, deOf(suyo));
  const calendario = await readCalendar(db);
  if (!materia) return { materia: null, propias, calendario };
  const { venceEn, porque } = judge({ row, materia }, propias, { ahora, calendario });
  const { diasInconformidad: presentar, diasResolver: responder } = row.bases;
  return {
    materia: {
      ...materia,
      etapa: materia.etapaId && (await findNombreDeEtapa(db, materia.etapaId)),
      dias: { presentar, responder },
      venceEn,
      porque: porque && RECHAZOS[porque].message,
    },
    propias,
    calendario,
  };
};

/** The form, held, as letters to its person are written of it. */
export const holdTramite = (
  trx: Trx,
  { presolicitud_id, solicitud_id }: Pick<InconformidadRow, 'presolicitud_id' | 'solicitud_id'>,
) =>
  solicitud_id === null
    ? requirePresolicitud(trx, presolicitud_id!, { lock: true })
    : requireSolicitud(trx, solicitud_id, { lock: true });

/** Tells its person of a request. */
export const tellDe = async (
  trx: Trx,
  services: Pick<Services, 'env' | 'notificaciones'>,
  row: Pick<InconformidadRow, 'presolicitud_id' | 'solicitud_id'>,
  carta: Parameters<typeof tellAspirante>[3]['carta'],
): Promise<string[]> => {
  const de =
    row.solicitud_id === null
      ? { presolicitudId: row.presolicitud_id! }
      : { solicitudId: row.solicitud_id };
  return tellAspirante(trx, services, await holdTramite(trx, row), {
    ...{ de, kind: 'Inconformidad', carta },
  });
};

/** Where its person sees a request. */
export const rutaDe = ({
  solicitud_id,
  convocatoria_id,
}: Pick<InconformidadRow, 'solicitud_id' | 'convocatoria_id'>): string =>
  solicitud_id === null ? presolicitudPath(convocatoria_id) : solicitudPath(convocatoria_id);

type Presentada = { id: string; folio: string; venceEn: Date };

const presentadaDe = ({ id, folio, vence_en }: InconformidadRow): Presentada => ({
  ...{ id, folio, venceEn: vence_en },
});

/** The one that the same request wrote before. @throws {CallError} NOT_FOUND: that id is of somebody else's */
const findRepetida = async (
  trx: Trx,
  llave: string,
  personaId: string | null,
): Promise<Presentada | null> => {
  const row = await findInconformidad(trx, llave);
  if (!row) return null;
  if (row.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.sinTramite);
  return presentadaDe(row);
};

/** Files one, received at `ahora`. See `submitInconformidadPosgrado`. */
export const submitInconformidad = async (
  trx: Trx,
  services: Pick<Services, 'env' | 'notificaciones'>,
  {
    llave,
    texto,
    sobre,
    ...suyo
  }: z.output<typeof contract.submitInconformidad.input> & { personaId: string | null },
  ahora: Date,
): Promise<Presentada> => {
  const antes = await findRepetida(trx, llave, suyo.personaId);
  if (antes) return antes;
  await holdConvocatoria(trx, (await readMateria(trx, suyo)).row.convocatoria_id);
  const esta = {
    presolicitud_id: suyo.tramite === 'presolicitud' ? suyo.tramiteId : null,
    solicitud_id: suyo.tramite === 'solicitud' ? suyo.tramiteId : null,
  };
  const { curso_nombre: programa } = await holdTramite(trx, esta);
  // Sent twice at once, of which this one waited for the form.
  const repetida = await findRepetida(trx, llave, suyo.personaId);
  if (repetida) return repetida;
  const { row, materia } = await readMateria(trx, suyo);
  if (materia?.sobre !== sobre) throw refuse('FAILED_PRECONDITION', ERRORES.sinMateria);
  const calendario = await readCalendar(trx);
  const { porque } = judge({ row, materia }, await selectDe(trx, deOf(suyo)), {
    ...{ ahora, calendario },
  });
  if (porque) {
    throw refuse(porque === 'abierta' ? 'ALREADY_EXISTS' : 'FAILED_PRECONDITION', RECHAZOS[porque]);
  }
  const venceEn = plazoParaResolver(ahora, row.bases, calendario);
  const folio = makeFolioInconformidad(ahora, randomCrockford(RANDOM_FOLIO));
  const nueva = {
    ...{ id: llave, folio, persona_id: row.persona_id, convocatoria_id: row.convocatoria_id },
    ...esta,
    ...{ sobre, etapa_id: materia.etapaId, notificada_en: materia.notificadaEn, texto },
    ...{ vence_en: venceEn, creado_en: ahora, actualizado_en: ahora },
  };
  await insertInconformidad(trx, nueva);
  const etapa = materia.etapaId && (await findNombreDeEtapa(trx, materia.etapaId));
  const correos = await tellDe(
    trx,
    services,
    esta,
    cartaDePresentada(
      { programa, sobre, etapa, folio, ruta: rutaDe(nueva) },
      { dias: row.bases.diasResolver, venceEn },
    ),
  );
  await recordCambio(trx, 'inconformidad.presentar', {
    id: llave,
    personaId: row.persona_id,
    despues: {
      estado: INCONFORMIDAD.pasos.presentar.a,
      ...{ sobre, folio, convocatoriaId: row.convocatoria_id, venceEn: venceEn.toISOString() },
      ...(correos.length > 0 && { correos }),
    },
  });
  return { id: llave, folio, venceEn };
};

/** Withdraws one's own. See `withdrawInconformidadPosgrado`. */
export const withdrawPropia = async (
  trx: Trx,
  { id, personaId }: { id: string; personaId: string | null },
  ahora: Date,
): Promise<void> => {
  const row = await findInconformidad(trx, id, { lock: true });
  if (!row || row.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
  // Pressed twice.
  if (row.estado === INCONFORMIDAD.pasos.retirar.a) return;
  if (!(await updateInconformidad(trx, id, 'retirar', { actualizado_en: ahora }))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noSeRetira);
  }
  await recordCambio(trx, 'inconformidad.retirar', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: INCONFORMIDAD.pasos.retirar.a },
  });
};
