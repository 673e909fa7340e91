import { sql } from 'kysely';
import type { TestPortal } from '../portal.ts';
import { makeCurso, makeEdicion } from './cursos.ts';
import { makePlantilla } from './plantillas.ts';

/** The moment at which editions of these tests have ended: 10:00 in Mexico City. */
export const TERMINADA = new Date('2027-01-15T16:00:00.000Z');

/**
 * An edition that ended by `TERMINADA`, with that many people enrolled (Ana 001, Ana 002…) and that many sessions; nobody
 * has an account unless `cuentas` says so.
 */
export const makeCursada = async (
  { services: { db } }: { services: Pick<TestPortal['services'], 'db'> },
  {
    personas = 3,
    sesiones = 0,
    cuentas = false,
    edicion: overrides = {},
  }: {
    personas?: number;
    sesiones?: number;
    cuentas?: boolean;
    edicion?: Parameters<typeof makeEdicion>[2];
  } = {},
) => {
  const curso = await makeCurso(db);
  const plantilla = await makePlantilla(db);
  const ahora = new Date('2026-11-21T16:00:00.000Z');
  const edicion = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora },
    { cupo: Math.max(30, personas), ocupados: personas, ...overrides },
  );
  const { rows: inscritas } = await sql<{ id: string; personaId: string; clave: string }>`
    with p as (
      insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo)
      select 'SC' || lpad((abs(hashtext(${edicion.id} || n::text)) % 1000000)::text, 6, '0') || lpad(n::text, 3, '0'),
        'Ana ' || lpad(n::text, 3, '0'), 'Pérez', 'Ruiz', 'ANA ' || lpad(n::text, 3, '0') || ' PÉREZ RUIZ'
      from generate_series(1, ${personas}::int) n returning id, clave, nombre
    ), i as (
      insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en)
      select p.id, ${edicion.id}, ${plantilla.versionId}, 'inscrita', '{}', ${ahora} from p
      returning id, persona_id
    )
    select i.id, p.id as "personaId", p.clave from i join p on p.id = i.persona_id
    order by p.nombre`.execute(db);
  if (cuentas) {
    await sql`insert into cuentas (uid, email, email_verified, password_hash, persona_id)
      select 'u-' || p.id, lower(p.clave) || '@cuentas.example', true, '-', p.id from personas_todas p
      where p.id = any(${inscritas.map(({ personaId }) => personaId)}::uuid[])`.execute(db);
  }
  const { rows: dadas } = await sql<{ id: string }>`
    insert into edicion_sesiones (edicion_id, fecha, de, a, tema)
    select ${edicion.id}, date '2026-12-01' + n, '09:00', '11:00', 'Tema ' || n
    from generate_series(1, ${sesiones}::int) n returning id`.execute(db);
  return { curso, edicion, inscritas, sesiones: dadas.map(({ id }) => id) };
};
