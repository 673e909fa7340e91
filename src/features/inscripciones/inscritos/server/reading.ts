import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../platform/server/db/estados.ts';
import { hasWords, mayHaveWords } from '../../../../platform/server/db/search.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { VERSION_DE } from '../../../plantillas/server/reading.ts';
import { INSCRIPCION } from '../../estados.ts';
import type { FiltroRespuesta, FiltrosInscritos } from '../contract.ts';
import { MARCADA, SIN_MARCAR } from '../rules.ts';

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

/** Who answered so. Each kind of answer is only compared as what it is: an older version may have asked another kind. */
const respuestaAsked = (asked: FiltroRespuesta): RawBuilder<boolean> => {
  const valor = sql`i.respuestas -> ${asked.campo}::text`;
  if ('es' in asked) {
    if (asked.es === MARCADA) return sql<boolean>`(${valor} = 'true')`;
    if (asked.es === SIN_MARCAR) return sql<boolean>`(${valor} is distinct from 'true')`;
    // Alone, or among the chosen ones.
    return sql<boolean>`(${valor} @> to_jsonb(${asked.es}::text))`;
  }
  if ('dice' in asked) {
    // What may have the words is folded, and nothing else.
    return sql<boolean>`exists (select from (
        select c.crudo from (select coalesce(a.valor ->> 'nombre', a.valor #>> '{}') as crudo
          from (select ${valor} as valor offset 0) a offset 0) c
        where ${mayHaveWords(sql`c.crudo`, asked.dice)} offset 0
      ) d cross join lateral (select plegar(d.crudo) as texto offset 0) r
      where ${hasWords('r.texto', { busqueda: asked.dice })})`;
  }
  const { desde, hasta } = asked;
  const number = typeof (desde ?? hasta) === 'number';
  const found = number
    ? sql`(i.respuestas ->> ${asked.campo}::text)::numeric`
    : sql`(i.respuestas ->> ${asked.campo}::text) collate "C"`;
  const tipo = number ? 'number' : 'string';
  const ends = [
    ...(desde === undefined ? [] : [sql`${found} >= ${desde}`]),
    ...(hasta === undefined ? [] : [sql`${found} <= ${hasta}`]),
  ];
  return sql<boolean>`case when jsonb_typeof(${valor}) = ${tipo} then ${sql.join(ends, sql` and `)} else false end`;
};

/** Which of them the filters of the list show. */
export const queMuestran = (filtros: FiltrosInscritos): RawBuilder<boolean> => {
  const { plantillaId, estado, edicionId, grupoId, cupo, regla, respuesta } = filtros;
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
          // The first of both as the index says it (migration 0145), which has only those.
          sql`i.evaluacion @? '$.resultados[*] ? (@.cumple == false)'`,
          sql`i.evaluacion @> jsonb_build_object('resultados',
            jsonb_build_array(jsonb_build_object('clave', ${regla}::text, 'cumple', false)))`,
        ]
      : []),
    ...(respuesta ? [respuestaAsked(respuesta)] : []),
  ];
  return sql<boolean>`(${sql.join(asked, sql` and `)})`;
};
