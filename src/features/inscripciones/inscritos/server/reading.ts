import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../platform/server/db/estados.ts';
import { hasWords } from '../../../../platform/server/db/search.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { VERSION_DE } from '../../../plantillas/server/reading.ts';
import { INSCRIPCION } from '../../estados.ts';
import type { FiltrosInscritos } from '../contract.ts';

/** By whom it is, and what of them is searched; a CURP has nothing to fold but its capitals. */
const DE_PERSONA = sql`join ${PERSONA.tables} on pe.id = i.persona_id
  cross join lateral (select pe.busqueda || ' ' || lower(coalesce(pe.curp, '')) as texto) b`;

/** `from ${INSCRITOS} where ${queMuestran(filtros)}`: the inscripción is `i`, its person `pe`. */
export const INSCRITOS = sql`inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
  join ${VERSION_DE.tables} on v.id = i.plantilla_version_id ${DE_PERSONA}`;

/**
 * The same rows without what the filters do not look at, for what is asked of all of them: of 100,000 the person is
 * only read where a name is looked for.
 */
export const inscritosDe = ({ busqueda }: FiltrosInscritos): RawBuilder<unknown> =>
  sql`inscripciones i ${busqueda ? DE_PERSONA : sql``}`;

const estadoAsked = (estado: NonNullable<FiltrosInscritos['estado']>): RawBuilder<boolean> => {
  if (estado === 'porDecidir') return inGrupo(INSCRIPCION, 'porDecidir', 'i.estado');
  if (estado === 'ofrecido') return sql<boolean>`i.lugar_vence_en is not null`;
  return inEstado(INSCRIPCION, 'i.estado', estado);
};

/** Which of them the filters of the list show. */
export const queMuestran = (filtros: FiltrosInscritos): RawBuilder<boolean> => {
  const { plantillaId, estado, edicionId, grupoId, cupo, regla } = filtros;
  const asked = [
    sql`e.plantilla_id = ${plantillaId}`,
    sql`i.enviada_en is not null`,
    hasWords('b.texto', filtros),
    ...(estado ? [estadoAsked(estado)] : []),
    ...(edicionId ? [sql`i.edicion_id = ${edicionId}`] : []),
    ...(grupoId ? [sql`i.grupo_id = ${grupoId}`] : []),
    ...(cupo ? [sql`(i.cupo_clave = ${cupo} or ${cupo} = any(i.cupos))`] : []),
    ...(regla
      ? [
          sql`exists (select from jsonb_array_elements(i.evaluacion -> 'resultados') r
            where r ->> 'clave' = ${regla} and r ->> 'cumple' = 'false')`,
        ]
      : []),
  ];
  return sql<boolean>`(${sql.join(asked, sql` and `)})`;
};
