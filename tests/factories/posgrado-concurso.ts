import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../src/platform/server/db/index.ts';
import { crockfordCheck } from '../../src/platform/shared/ids.ts';
import type { TestPortal } from '../portal.ts';
import { makeCurso, makeEdicion } from './cursos.ts';
import { makePersona } from './personas.ts';
import { makePlantilla } from './plantillas.ts';

/** When applications of these calls closed: 23:59:59.999 of Friday 26 March 2027 in Mexico City. */
const CERRADA = new Date('2027-03-27T05:59:59.999Z');
const DIA = 86_400_000;

let folios = 0;
const makeFolio = (): string => {
  folios += 1;
  const body = `SP27${String(folios).padStart(8, '0')}`;
  return body + crockfordCheck(body);
};

type Etapa = Partial<Insertable<Tables['convocatoria_etapas']>> & {
  tipo: Tables['convocatoria_etapas']['tipo'];
};

/**
 * A published call whose applications closed (`CERRADA`), with these stages, that many applications being evaluated and that many
 * evaluators, written by SQL: nothing of it was sent by anybody.
 */
export const makeConcurso = async (
  { services: { db } }: { services: Pick<TestPortal['services'], 'db'> },
  {
    etapas = [{ tipo: 'examen' }],
    solicitudes = 3,
    evaluadores = 0,
    bases = {},
    convocatoria = {},
  }: {
    etapas?: readonly Etapa[];
    solicitudes?: number;
    evaluadores?: number;
    bases?: object;
    convocatoria?: Partial<Insertable<Tables['convocatorias']>>;
  } = {},
) => {
  const curso = await makeCurso(db, { nombre: 'Maestría en Derecho Judicial' });
  const plantilla = await makePlantilla(db);
  const abre = new Date(CERRADA.getTime() - 30 * DIA);
  const edicion = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora: CERRADA },
    {
      nombre: 'Generación 2027',
      por_convocatoria: true,
      inicia: '2027-08-02',
      termina: '2028-07-28',
    },
  );
  const { id: convocatoriaId } = await db
    .insertInto('convocatorias')
    .values({
      edicion_id: edicion.id,
      estado: 'publicada',
      presolicitud_plantilla_id: plantilla.id,
      presolicitud_version_id: plantilla.versionId,
      solicitud_version_id: plantilla.versionId,
      presolicitud_abre: abre,
      presolicitud_cierra: CERRADA,
      solicitud_abre: abre,
      solicitud_cierra: CERRADA,
      recomendaciones_cierra: CERRADA,
      resultados_en: new Date(CERRADA.getTime() + 60 * DIA),
      bases: JSON.stringify({ formato: 1, ...bases }),
      sorteo_hash: '0'.repeat(64),
      publicada_en: abre,
      publicada_por: 'u-admin',
      creada_por: 'u-escuela',
      creado_en: abre,
      actualizado_en: abre,
      ...convocatoria,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const nombradas = etapas.map((etapa, at) => ({
    orden: at + 1,
    nombre: `Etapa ${at + 1}`,
    peso: 100,
    minimo: null,
    corte: null,
    vence_en: null,
    ...etapa,
    convocatoria_id: convocatoriaId,
  }));
  const escritas =
    nombradas.length === 0
      ? []
      : await db.insertInto('convocatoria_etapas').values(nombradas).returning('id').execute();
  const make = async () => {
    const persona = await makePersona(db);
    const folio = makeFolio();
    const { rows } = await sql<{ id: string }>`
      with pre as (
        insert into presolicitudes (persona_id, convocatoria_id, estado, enviada_en, creado_en, actualizado_en)
        values (${persona.id}, ${convocatoriaId}, 'valida', ${CERRADA}, ${abre}, ${CERRADA}) returning id
      )
      insert into solicitudes (persona_id, convocatoria_id, presolicitud_id, folio, estado, enviada_en, creado_en, actualizado_en)
      select ${persona.id}, ${convocatoriaId}, pre.id, ${folio}, 'enEvaluacion', ${CERRADA}, ${abre}, ${CERRADA} from pre
      returning id`.execute(db);
    return { id: rows[0]!.id, folio, personaId: persona.id };
  };
  const enviadas: Awaited<ReturnType<typeof make>>[] = [];
  for (let i = 0; i < solicitudes; i++) enviadas.push(await make());
  const nombrados: { id: string; personaId: string }[] = [];
  for (let i = 0; i < evaluadores; i++) {
    const persona = await makePersona(db, { nombre: 'Eva' });
    const { id } = await db
      .insertInto('evaluadores')
      .values({
        convocatoria_id: convocatoriaId,
        persona_id: persona.id,
        nombrado_por: 'u-escuela',
        creado_en: abre,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    nombrados.push({ id, personaId: persona.id });
  }
  return {
    convocatoriaId,
    edicionId: edicion.id,
    etapas: escritas.map(({ id }) => id),
    solicitudes: enviadas,
    evaluadores: nombrados,
  };
};
