import { type RawBuilder, sql } from 'kysely';
import { inEstado, notInGrupo } from '../../../../platform/server/db/estados.ts';
import { fixedQuery } from '../../../../platform/server/db/fixed.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import type { Quien } from '../../../../platform/server/db/together.ts';
import { tipoEnRuta } from '../../../cursos/routes.ts';
import {
  ACTIVIDAD,
  type ActividadEnteraRow,
  type ActividadRow,
  DE_EDICION,
  GRUPOS_DE_EDICION,
  MOTIVO_DE_EDICION,
} from '../../../cursos/server/reading.ts';
import { personaDeSesion } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { EVALUACION, type Evaluacion } from '../../../plantillas/reglas/contract.ts';
import {
  isEnVigor,
  readPublicada,
  VERSION_DE,
  type VersionRow,
  versionEnVigorOUltima,
} from '../../../plantillas/server/reading.ts';
import type { Elegido } from '../../contract.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

/** What names an enrolment in an address: they must belong together. */
export type Ids = { idCurso: string; idPlantilla: string; tipo: string; edicionId: string };

/** Everything an enrolment is decided on; those of the inscripción are null without a living one. */
export type Contexto = ActividadRow &
  ActividadEnteraRow &
  PersonaRow &
  VersionRow & {
    /** Not of what was sent under one that another replaced, nor where the last one was taken out. */
    version_en_vigor: boolean;
    inscripcion_id: string | null;
    inscripcion_estado: Estado | null;
    inscripcion_respuestas: Respuestas | null;
    inscripcion_borrador: Elegido | null;
    /** The sensitive answers, sealed; null without any. */
    inscripcion_sensibles: string | null;
    inscripcion_evaluacion: Evaluacion | null;
    inscripcion_enviada_en: Date | null;
    inscripcion_actualizado_en: Date | null;
    inscripcion_puntos: number | null;
    inscripcion_lugar_vence_en: Date | null;
    inscripcion_grupo: string | null;
    acuse_folio: string | null;
    acuse_clave: string | null;
    /** What the person has sent, of all editions, and what has become of it (`enviadas_de`). */
    persona_enviadas: string;
    /** Somebody waits in the edition for a seat. */
    edicion_con_fila: boolean;
  };

/** A row whose records are of whatever format they were written in. */
export type Stored = Omit<Contexto, 'version_definicion' | 'inscripcion_evaluacion'> & {
  inscripcion_evaluacion: unknown;
};

/** What is asked for: `de` says whose it is. */
type Pedido = Ids & { readonly de: string | null };

/** `persona` is whose enrolment it is, by what is given as `de`. */
const contextos = (persona: (de: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  fixedQuery<Stored & { orden: number }, 'de' | Exclude<keyof Ids, 'tipo'>>(
    (values) => sql`
    select q.orden, ${ACTIVIDAD.columns}, ${GRUPOS_DE_EDICION}, ${MOTIVO_DE_EDICION}, ${PERSONA.columns},
      v.plantilla_nombre, v.version_id, v.version_numero, v.version_publicada_en, v.version_en_vigor, i.id as inscripcion_id, i.estado as inscripcion_estado,
      i.respuestas as inscripcion_respuestas, i.borrador as inscripcion_borrador, i.evaluacion as inscripcion_evaluacion,
      (select r.sellado from respuestas_sensibles r where r.inscripcion_id = i.id)
        as inscripcion_sensibles,
      i.enviada_en as inscripcion_enviada_en, i.actualizado_en as inscripcion_actualizado_en,
      i.puntos as inscripcion_puntos, i.lugar_vence_en as inscripcion_lugar_vence_en,
      (select g.nombre from ${DE_EDICION.grupos} where g.id = i.grupo_id) as inscripcion_grupo,
      a.folio as acuse_folio, a.clave as acuse_clave,
      enviadas_de(pe.id) as persona_enviadas,
      exists (select from inscripciones w where w.edicion_id = e.id and ${inEstado(INSCRIPCION, 'w.estado', 'enListaDeEspera')})
        as edicion_con_fila
    from unnest(${values('de')}::uuid[], ${values('edicionId')}::uuid[], ${values('idCurso')}::uuid[],
      ${values('idPlantilla')}::uuid[]) with ordinality q (de, edicion, curso, plantilla, orden)
    join ${ACTIVIDAD.tables} on e.id = q.edicion
      and (e.curso_id, e.plantilla_id) is not distinct from (q.curso, q.plantilla)
    join lateral (select pe.* from ${PERSONA.tables} where pe.id = ${persona(sql`q.de`)} offset 0) pe on true
    left join lateral (select i.* from inscripciones i where i.persona_id = pe.id and i.edicion_id is not distinct from e.id
      and ${notInGrupo(INSCRIPCION, 'cerradas', 'i.estado')} offset 0) i on true
    left join lateral (select a.folio, a.clave from acuses a where a.inscripcion_id = i.id offset 0) a on true
    join lateral (select ${VERSION_DE.ligeras}, ${isEnVigor('v.estado')} as version_en_vigor from ${VERSION_DE.tables}
      where v.id = case when not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}
        then i.plantilla_version_id else ${versionEnVigorOUltima('e.plantilla_id')} end offset 0) v on true`,
  );

/**
 * How several are read: one by one (`offset 0`), by the person and by the edition, whatever the planner guesses of tables that were
 * empty a moment ago; what else must hold is not looked up by (`is not distinct from`). Of twelve tables little is read, and to begin is most of it: it begins once for whoever asks at one moment.
 */
const reading =
  (query: ReturnType<typeof contextos>) =>
  (db: Db | Trx, asked: readonly Pedido[]): Promise<readonly (Stored | undefined)[]> =>
    readShared(db, {
      query: query({
        de: asked.map(({ de }) => de),
        edicionId: asked.map(({ edicionId }) => edicionId),
        idCurso: asked.map(({ idCurso }) => idCurso),
        idPlantilla: asked.map(({ idPlantilla }) => idPlantilla),
      }),
      read: ({ rows }) =>
        asked.map(({ tipo }, n) =>
          (rows as (Stored & { orden: number })[]).find(
            ({ orden, curso_tipo }) => orden === n + 1 && tipoEnRuta(curso_tipo) === tipo,
          ),
        ),
    });

const DE_PERSONAS = reading(contextos((id) => id));
const DE_SESIONES = reading(contextos(personaDeSesion));

/**
 * Reads the edition (only if the four identifiers belong together), a person, by their id or by their session, their living
 * inscripción if any, and the version of the plantilla: the one in force (or the last that was), or the one under which it was sent.
 */
export const readContexto = (db: Db | Trx, ids: Ids, quien: Quien): Promise<Stored | undefined> =>
  'persona' in quien
    ? readJoined(db, DE_PERSONAS, { ...ids, de: quien.persona })
    : readJoined(db, DE_SESIONES, { ...ids, de: quien.sesion });

/** What was read by `readContexto`, whole. */
export const contextoOf = async (
  db: Db | Trx,
  row: Stored | undefined,
): Promise<Contexto | undefined> => {
  if (!row) return undefined;
  const { inscripcion_evaluacion: evaluacion } = row;
  return {
    ...row,
    // In force, or what was sent under it: never a draft.
    version_definicion: await readPublicada(db, row.version_id),
    // One that cannot be read is as of who has none: what one sent is theirs to see, whatever became of it in the database.
    inscripcion_evaluacion: evaluacion === null ? null : EVALUACION.tryRead(evaluacion),
  };
};

/** Reads it whole. */
export const findContexto = async (
  db: Db | Trx,
  ids: Ids,
  personaId: string,
): Promise<Contexto | undefined> =>
  contextoOf(db, await readContexto(db, ids, { persona: personaId }));
