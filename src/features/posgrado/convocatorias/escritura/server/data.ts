import { type RawBuilder, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../../cursos/server/reading.ts';
import {
  PLANTILLAS_VIGENTES,
  plantillaNombre,
  VERSION_DE,
  versionEnVigor,
} from '../../../../plantillas/server/reading.ts';
import { CONVOCATORIA, MODIFICACION } from '../../../estados.ts';
import type { Bases } from '../../contract.ts';
import { BASES } from '../../contract.ts';
import type { Contenido } from '../contract.ts';

/** Dates of a call as they are stored. */
export type Fechas = Record<
  | 'presolicitudAbre'
  | 'presolicitudCierra'
  | 'solicitudAbre'
  | 'solicitudCierra'
  | 'recomendacionesCierra'
  | 'resultadosEn',
  Date
>;

type Terminos = { presolicitudPlantillaId: string; fechas: Fechas; bases: Bases; ahora: Date };

const columnsOf = ({ presolicitudPlantillaId, fechas, bases, ahora }: Terminos) => ({
  presolicitud_plantilla_id: presolicitudPlantillaId,
  presolicitud_abre: fechas.presolicitudAbre,
  presolicitud_cierra: fechas.presolicitudCierra,
  solicitud_abre: fechas.solicitudAbre,
  solicitud_cierra: fechas.solicitudCierra,
  recomendaciones_cierra: fechas.recomendacionesCierra,
  resultados_en: fechas.resultadosEn,
  bases: BASES.write(bases),
  actualizado_en: ahora,
});

/** A draft; null when the edition has a call: the constraint decides. */
export const insertConvocatoria = async (
  trx: Trx,
  edicionId: string,
  terminos: Terminos & { por: string },
): Promise<string | null> => {
  const row = await trx
    .insertInto('convocatorias')
    .values({
      ...columnsOf(terminos),
      edicion_id: edicionId,
      estado: CONVOCATORIA.pasos.crear.a,
      creada_por: terminos.por,
      creado_en: terminos.ahora,
    })
    .onConflict((conflict) => conflict.column('edicion_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Writes over the revision that was read; false when it is another one. `formula`: it is a new one. */
export const updateTerminos = async (
  trx: Trx,
  { id, revision }: { id: string; revision: number },
  terminos: Terminos,
  { formula = false } = {},
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('convocatorias')
    .set((eb) => ({
      ...columnsOf(terminos),
      revision: eb('revision', '+', 1),
      ...(formula && { formula: eb('formula', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Whether one of these ids is of a stage or a criterion of another call. */
export const hasAjenos = async (
  trx: Trx,
  convocatoriaId: string,
  { etapas, criterios }: { etapas: readonly string[]; criterios: readonly string[] },
): Promise<boolean> => {
  const { rows } = await sql<{ ajenos: boolean }>`
    select exists (select from convocatoria_etapas t
        where t.id = any(${etapas}::uuid[]) and t.convocatoria_id <> ${convocatoriaId})
      or exists (select from convocatoria_criterios k join convocatoria_etapas t on t.id = k.etapa_id
        where k.id = any(${criterios}::uuid[]) and t.convocatoria_id <> ${convocatoriaId}) as ajenos`.execute(
    trx,
  );
  return rows[0]!.ajenos;
};

const values = (rows: readonly RawBuilder<unknown>[]) => sql.join(rows, sql`, `);

/** Leaves a call with these stages and criteria, by their ids; whatever else is kept of a stage stays. */
export const replaceEtapas = async (
  trx: Trx,
  convocatoriaId: string,
  etapas: readonly (Omit<Contenido['etapas'][number], 'venceEn'> & { fin: Date | null })[],
): Promise<void> => {
  const ids = etapas.map(({ id }) => id);
  const criterios = etapas.flatMap((etapa) =>
    etapa.criterios.map((one, i) => ({ ...one, etapaId: etapa.id, orden: i + 1 })),
  );
  await sql`delete from convocatoria_criterios k using convocatoria_etapas t
    where t.id = k.etapa_id and t.convocatoria_id = ${convocatoriaId}
      and k.id <> all(${criterios.map(({ id }) => id)}::uuid[])`.execute(trx);
  await trx
    .deleteFrom('convocatoria_etapas')
    .where('convocatoria_id', '=', convocatoriaId)
    .where(sql<boolean>`id <> all(${ids}::uuid[])`)
    .execute();
  if (etapas.length > 0) {
    await sql`insert into convocatoria_etapas
        (id, convocatoria_id, orden, tipo, nombre, peso, minimo, corte, vence_en)
      values ${values(
        etapas.map(
          (
            t,
            i,
          ) => sql`(${t.id}::uuid, ${convocatoriaId}::uuid, ${i + 1}::int, ${t.tipo}::text, ${t.nombre}::text,
            ${t.peso}::int, ${t.minimo}::int, ${t.corte}::int, ${t.fin}::timestamptz)`,
        ),
      )}
      on conflict (id) do update set orden = excluded.orden, tipo = excluded.tipo, nombre = excluded.nombre,
        peso = excluded.peso, minimo = excluded.minimo, corte = excluded.corte, vence_en = excluded.vence_en`.execute(
      trx,
    );
  }
  if (criterios.length > 0) {
    await sql`insert into convocatoria_criterios
        (id, etapa_id, orden, nombre, descripcion, peso, anclas, piezas)
      values ${values(
        criterios.map(
          (
            k,
          ) => sql`(${k.id}::uuid, ${k.etapaId}::uuid, ${k.orden}::int, ${k.nombre}::text, ${k.descripcion}::text,
            ${k.peso}::int, ${JSON.stringify(k.anclas)}::jsonb, ${JSON.stringify(k.piezas)}::jsonb)`,
        ),
      )}
      on conflict (id) do update set etapa_id = excluded.etapa_id, orden = excluded.orden, nombre = excluded.nombre,
        descripcion = excluded.descripcion, peso = excluded.peso, anclas = excluded.anclas, piezas = excluded.piezas`.execute(
      trx,
    );
  }
};

/** Deletes a draft as it was read; false when it is another one. */
export const deleteBorrador = async (trx: Trx, id: string, revision: number): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('convocatorias')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where(mayTake(CONVOCATORIA, 'descartar'))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/** The edition that a call is to be of, held until the transaction ends. */
export const findEdicion = async (trx: Trx, id: string): Promise<ActividadRow | undefined> => {
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables} where e.id = ${id} for update of e`.execute(
    trx,
  );
  return rows[0];
};

/** Editions of graduate programmes that have no call and have not begun, the first to begin first. */
export const selectEdicionesLibres = async (
  db: Db,
  hoy: string,
): Promise<{ id: string; nombre: string; inicia: string }[]> => {
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables}
    where e.cancelada_en is null and e.inicia > ${hoy}
      and not exists (select from convocatorias cv where cv.edicion_id = e.id)
    order by e.inicia, e.id`.execute(db);
  return rows
    .filter(({ curso_tipo }) => curso_tipo.posgrado === true)
    .map((row) => ({
      id: row.edicion_id,
      nombre: `${row.curso_nombre}, ${row.edicion_nombre}`,
      inicia: row.edicion_inicia,
    }));
};

export const selectPlantillasVigentes = async (
  db: Db,
): Promise<{ id: string; nombre: string }[]> => {
  const { rows } = await sql<{ id: string; nombre: string }>`
    select ${PLANTILLAS_VIGENTES.columns} from ${PLANTILLAS_VIGENTES.tables} order by p.nombre, p.id`.execute(
    db,
  );
  return rows;
};

/** Whether a plantilla has a version in force. */
export const isPlantillaVigente = async (db: Db | Trx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    select ${PLANTILLAS_VIGENTES.columns} from ${PLANTILLAS_VIGENTES.tables} where p.id = ${id}`.execute(
    db,
  );
  return rows.length > 0;
};

/** Calls whose terms may be copied, the newest first. */
export const selectCopiables = async (db: Db): Promise<{ id: string; nombre: string }[]> => {
  const { rows } = await sql<{ id: string; nombre: string }>`
    select cv.id, c.nombre || ', ' || e.nombre as nombre
    from convocatorias cv join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    order by cv.creado_en desc, cv.id limit 100`.execute(db);
  return rows;
};

export type FormulariosRow = {
  presolicitud_nombre: string;
  presolicitud_version_id: string | null;
  presolicitud_numero: number | null;
  solicitud_plantilla_id: string;
  solicitud_nombre: string;
  solicitud_version_id: string | null;
  solicitud_numero: number | null;
  evaluadores: { etapas: string[] }[];
};

/** Both forms of a call, in the versions that it fixed or else in those in force, and its evaluators. */
export const findFormularios = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<FormulariosRow> => {
  const { rows } = await sql<FormulariosRow>`
    select t.*,
      (select v.numero from ${VERSION_DE.tables} where v.id = t.presolicitud_version_id) as presolicitud_numero,
      (select v.numero from ${VERSION_DE.tables} where v.id = t.solicitud_version_id) as solicitud_numero,
      (select coalesce(jsonb_agg(jsonb_build_object('etapas', ev.etapas)), '[]') from evaluadores ev
        where ev.convocatoria_id = ${convocatoriaId} and ev.baja_en is null) as evaluadores
    from (select ${plantillaNombre('cv.presolicitud_plantilla_id')} as presolicitud_nombre,
        coalesce(cv.presolicitud_version_id, ${versionEnVigor('cv.presolicitud_plantilla_id')}) as presolicitud_version_id,
        e.plantilla_id as solicitud_plantilla_id, ${plantillaNombre('e.plantilla_id')} as solicitud_nombre,
        coalesce(cv.solicitud_version_id, ${versionEnVigor('e.plantilla_id')}) as solicitud_version_id
      from convocatorias cv join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
      where cv.id = ${convocatoriaId}) t`.execute(db);
  return rows[0]!;
};

/** Whether a publication or a modification of a call waits for another person. */
export const hasEnEspera = async (trx: Trx, convocatoriaId: string): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from convocatoria_modificaciones m
    where m.convocatoria_id = ${convocatoriaId} and ${inEstado(MODIFICACION, 'm.estado', 'propuesta')}`.execute(
    trx,
  );
  return rows.length > 0;
};
