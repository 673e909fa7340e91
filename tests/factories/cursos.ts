import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { tipoEnRuta } from '../../src/features/cursos/routes.ts';
import type { Db, Tables } from '../../src/platform/server/db/index.ts';

/** An item of the reference catalogs. */
const itemId = (catalogo: string, clave: string) =>
  sql<string>`(select id from catalogo_items where catalogo = ${catalogo} and clave = ${clave})`;

/** `tipo` and `modalidad`, the keys of their items. Gives `tipo` as the enrolment route calls it. */
export const makeCurso = async (
  db: Db,
  {
    tipo = 'CURSO',
    modalidad = 'LINEA_ASINC',
    ...overrides
  }: Partial<Insertable<Tables['cursos']>> & { tipo?: string; modalidad?: string } = {},
) => {
  const curso = await db
    .insertInto('cursos')
    .values({
      clave: `C-${randomUUID().slice(0, 8)}`,
      nombre: 'Juicio de amparo indirecto',
      tipo_id: itemId('tipos-actividad', tipo),
      modalidad_id: itemId('modalidades', modalidad),
      area_id: itemId('areas', 'AMPARO'),
      horas: 40,
      creditos: 2.5,
      objetivo: 'Conocer el trámite del juicio de amparo indirecto.',
      ...overrides,
    })
    .returning(['id', 'clave', 'nombre'])
    .executeTakeFirstOrThrow();
  return { ...curso, tipo: tipoEnRuta({ clave: tipo }) };
};

const DIA = 86_400_000;

/** The date so many days after a moment. */
const dayAfter = (ahora: Date, days: number): string =>
  new Date(ahora.getTime() + days * DIA).toISOString().slice(0, 10);

/** An edition whose enrolment opened a day before `ahora` and closes nine days after it, and which begins the day after that. */
export const makeEdicion = async (
  db: Db,
  ids: { cursoId: string; plantillaId: string; ahora: Date },
  overrides: Partial<Insertable<Tables['ediciones']>> = {},
) =>
  db
    .insertInto('ediciones')
    .values({
      curso_id: ids.cursoId,
      plantilla_id: ids.plantillaId,
      nombre: 'Primera edición 2026',
      inicia: dayAfter(ids.ahora, 10),
      termina: dayAfter(ids.ahora, 27),
      inscripcion_abre: new Date(ids.ahora.getTime() - DIA),
      inscripcion_cierra: new Date(ids.ahora.getTime() + 9 * DIA),
      sede_id: itemId('sedes', 'CENTRAL'),
      cupo: 30,
      cancelada_en: null,
      ...overrides,
    })
    .returning(['id', 'nombre'])
    .executeTakeFirstOrThrow();
