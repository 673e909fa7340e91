/** A call whose results open seats: who applied, and an order of its seats, without evaluating anybody. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { sealSensibles } from '../../src/features/inscripciones/sensibles/server/service.ts';
import { definicionSchema } from '../../src/features/plantillas/escritura/contract.ts';
import { EVALUACION, type Regla } from '../../src/features/plantillas/reglas/contract.ts';
import type { Bases } from '../../src/features/posgrado/convocatorias/contract.ts';
import { requireConvocatoria } from '../../src/features/posgrado/convocatorias/server/service.ts';
import {
  type LugarDeRanking,
  openLugares,
} from '../../src/features/posgrado/lugares/server/service.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import { crockfordCheck, groupByFour, randomCrockford } from '../../src/platform/shared/ids.ts';
import type { TestPortal } from '../portal.ts';
import {
  type Aspirante,
  DEFINICION_SOLICITUD,
  makeAspirante,
  makeConvocatoria,
  RESPUESTAS_SOLICITUD,
} from './posgrado.ts';
import type { cupoDe } from './reparto.ts';

export type ComoConvocatoria = {
  cupos?: ReturnType<typeof cupoDe>[];
  reglas?: Regla[];
  bases?: Partial<Bases>;
  cupo?: number;
};

const definicionDe = ({ cupos = [], reglas = [] }: ComoConvocatoria) =>
  definicionSchema.parse({
    ...DEFINICION_SOLICITUD,
    reglas: [...DEFINICION_SOLICITUD.reglas, ...reglas],
    reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 24, cupos },
  });

const before = (ahora: Date, days: number) => new Date(ahora.getTime() - days * 86_400_000);

/** A published call with seats in a line by points; its edition begins on 2 August 2027. */
export const makeConLugares = async (
  { services: { db } }: TestPortal,
  ahora: Date,
  como: ComoConvocatoria,
) => {
  const made = await makeConvocatoria(db, {
    ...{ ahora: before(ahora, 60), solicitud: definicionDe(como), bases: como.bases ?? {} },
    ...(como.cupo !== undefined && { cupo: como.cupo }),
  });
  await sql`update ediciones set inicia = '2027-08-02', termina = '2028-07-28' where id = ${made.edicionId}`.execute(
    db,
  );
  return made;
};

export type Concursante = Aspirante & { solicitudId: string; envioId: string };

/** An application being evaluated, with what was sent; `cupos` are the quotas that it is eligible for. */
export const makeConcursante = async (
  portal: TestPortal,
  ahora: Date,
  { id: convocatoriaId, solicitud }: Awaited<ReturnType<typeof makeConLugares>>,
  cupos: readonly string[] = [],
  quien?: Aspirante,
): Promise<Concursante> => {
  const { db, secrets } = portal.services;
  const who = quien ?? (await makeAspirante(portal));
  const [solicitudId, envioId] = [randomUUID(), randomUUID()];
  const body = `SP27${randomCrockford(8)}`;
  const folio = groupByFour(body + crockfordCheck(body));
  const sellado = sealSensibles(secrets, envioId, { afirmativa: true });
  const evaluacion = EVALUACION.stored({
    ...{ versionId: solicitud.versionId, version: solicitud.version },
    ...{ evaluadaEn: ahora.toISOString(), hechos: {}, resultados: [] },
  });
  const [hace50, hace30] = [before(ahora, 50), before(ahora, 30)];
  await sql`with pre as (
      insert into presolicitudes (persona_id, convocatoria_id, estado, enviada_en, creado_en, actualizado_en)
      values (${who.personaId}, ${convocatoriaId}, 'valida', ${hace50}, ${hace50}, ${hace50}) returning id),
    sol as (
      insert into solicitudes (id, persona_id, convocatoria_id, presolicitud_id, folio, estado, enviada_en, cupos, creado_en, actualizado_en)
      select ${solicitudId}, ${who.personaId}, ${convocatoriaId}, pre.id, ${folio}, 'enEvaluacion', ${hace30}, ${[...cupos]}::text[],
        ${hace30}, ${hace30} from pre returning id)
    insert into posgrado_envios (id, solicitud_id, numero, version_id, respuestas, sensibles, evaluacion, enviado_en)
    select ${envioId}, sol.id, 1, ${solicitud.versionId}, ${JSON.stringify(RESPUESTAS_SOLICITUD)}::jsonb, ${sellado},
      ${JSON.stringify(evaluacion)}::jsonb, ${hace30} from sol`.execute(db);
  return { ...who, solicitudId, envioId };
};

/** An application with or without a seat, and the quota of that seat. */
export type Puesto = [Concursante, boolean, string | null] | [Concursante, boolean];

/** Publishes an order of seats, as the publication of a ranking does. */
export const publishLugares = (
  { services }: TestPortal,
  { id }: { id: string },
  orden: readonly Puesto[],
) =>
  actAsSystem(() =>
    services.db.transaction().execute(async (trx) => {
      const convocatoria = await requireConvocatoria(trx, { id }, { lock: true });
      for (const [{ solicitudId }, conLugar] of orden) {
        await sql`update solicitudes set estado = case when estado in ('inscrita', 'admitida') then estado
            when ${conLugar} then 'admitida' else 'listaDeEspera' end where id = ${solicitudId}`.execute(
          trx,
        );
      }
      const lugares = orden.map(
        ([{ solicitudId }, conLugar, cupo = null], n): LugarDeRanking => ({
          ...{ solicitudId, posicion: n + 1, conLugar, cupo },
        }),
      );
      return openLugares(trx, services, convocatoria, lugares);
    }),
  );

/** An application with its seat, if it has one. */
export const readLugarDe = async (
  { services: { db } }: TestPortal,
  { solicitudId }: { solicitudId: string },
) => {
  const { rows } = await sql<{
    solicitud: string;
    id: string;
    estado: string;
    puntos: number;
    cupo: string | null;
    hasta: Date | null;
  }>`select s.estado as solicitud, i.id, i.estado, i.puntos, i.cupo_clave as cupo, i.lugar_vence_en as hasta
    from solicitudes s left join inscripciones i on i.id = s.inscripcion_id where s.id = ${solicitudId}`.execute(
    db,
  );
  return rows[0]!;
};
