/** How the history calls each kind of record of posgrado: none reads as «un registro que ya no existe». */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConcurso } from '../../../../../tests/factories/posgrado-concurso.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { posgrado } from '../../server/feature.ts';

const AHORA = new Date('2027-04-26T16:00:00.000Z');
/** The kinds that posgrado writes to the history, and the tables of the records of each. */
const TABLAS: Record<string, readonly string[]> = {
  asignacion: ['asignaciones'],
  convocatoria: ['convocatorias'],
  entrevista: ['convocatoria_etapas', 'horarios'],
  etapa: ['convocatoria_etapas'],
  evaluacion: ['convocatoria_etapas'],
  evaluador: ['evaluadores'],
  examen: ['convocatoria_etapas', 'examenes'],
  exclusion: ['exclusiones'],
  impedimento: ['impedimentos'],
  inconformidad: ['inconformidades'],
  modificacion: ['convocatoria_modificaciones'],
  presolicitud: ['presolicitudes'],
  ranking: ['rankings'],
  recomendacion: ['recomendaciones'],
  reconsideracion: ['reconsideraciones'],
  solicitud: ['solicitudes'],
};

let portal: TestPortal;
const db = () => portal.services.db;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  const { convocatoriaId, etapas, evaluadores, solicitudes } = await makeConcurso(portal, {
    etapas: [{ tipo: 'examen' }, { tipo: 'rubrica' }, { tipo: 'entrevista' }],
    ...{ solicitudes: 1, evaluadores: 1 },
  });
  const { id: solicitudId, personaId } = solicitudes[0]!;
  const [examen, rubrica, entrevista] = etapas;
  const { id: evaluadorId } = evaluadores[0]!;
  for (const write of [
    sql`insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, creado_en, actualizado_en)
      values (${rubrica}, ${evaluadorId}, ${solicitudId}, 'pendiente', ${AHORA}, ${AHORA})`,
    sql`insert into impedimentos (evaluador_id, solicitud_id, estado, tipo, detalle, creado_en)
      values (${evaluadorId}, ${solicitudId}, 'porResolver', 'apellidos', 'X', ${AHORA})`,
    sql`insert into examenes (etapa_id, numero, motivo, importado_por, creado_en) values (${examen}, 1, 'X', 'u', ${AHORA})`,
    sql`insert into horarios (etapa_id, estado, panel, inicia, termina, lugar, creado_por, creado_en, actualizado_en)
      values (${entrevista}, 'abierto', ${[evaluadorId]}::uuid[], ${AHORA}, ${AHORA}::timestamptz + interval '1 hour', 'Sala', 'u', ${AHORA}, ${AHORA})`,
    sql`insert into exclusiones (solicitud_id, estado, motivo, propuesta_por, creado_en)
      values (${solicitudId}, 'propuesta', 'X', 'u', ${AHORA})`,
    sql`insert into reconsideraciones (presolicitud_id, estado, motivo, pedida_por, creado_en)
      select presolicitud_id, 'pendiente', 'X', 'u', ${AHORA} from solicitudes`,
    sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
      values (${solicitudId}, 'porInvitar', 'Dra. Elena Ríos', 'e@x.example', 'X', 'X', ${AHORA}, ${AHORA})`,
    sql`insert into inconformidades (folio, persona_id, convocatoria_id, solicitud_id, sobre, notificada_en, estado, texto, vence_en, creado_en, actualizado_en)
      values ('NC27-AAAA-BBBB-C', ${personaId}, ${convocatoriaId}, ${solicitudId}, 'resultado', ${AHORA}, 'presentada', 'X', ${AHORA}, ${AHORA}, ${AHORA})`,
  ]) {
    await write.execute(db());
  }
});
afterAll(() => portal?.stop());

const kinds = Object.keys(Object.assign({}, ...posgrado.historial!.map((one) => one.registros)));
const idsOf = async (tabla: string) =>
  (
    await sql<{ id: string }>`select id::text as id from ${sql.table(tabla)}`.execute(db())
  ).rows.map(({ id }) => id);

it('there is a name for each kind that posgrado declares, and for each that its data refer to', () => {
  expect(kinds.toSorted()).toEqual(Object.keys(TABLAS));
  const { registros } = foldServer(SERVER_FEATURES).given;
  const referidos = posgrado.historial!.flatMap(({ datos = {} }) =>
    Object.values(datos as Record<string, string | { registro?: string }>).flatMap((dato) =>
      typeof dato === 'string' || !dato.registro ? [] : [dato.registro],
    ),
  );
  const sin = new Set([...kinds, ...referidos].filter((one) => !(one in registros)));
  expect([...sin]).toEqual([]);
});

it.each(Object.entries(TABLAS))(
  'a record of kind %s is called by its call',
  async (kind, tablas) => {
    for (const tabla of tablas) {
      const ids = await idsOf(tabla);
      const named = await posgrado.registros![kind]!(db(), [...ids, 'no es suyo']);
      expect([...named.keys()].toSorted(), tabla).toEqual(ids.toSorted());
    }
  },
);

it('says what tells it apart, and of an assignment not whose application it is', async () => {
  const nombreDe = async (kind: string, tabla: string) => {
    const [id] = await idsOf(tabla);
    return (await posgrado.registros![kind]!(db(), [id!])).get(id!);
  };
  expect((await nombreDe('evaluador', 'evaluadores'))?.nombre).toMatch(
    /^Ana Pérez Ruiz, Maestría en Derecho Judicial, Generación 2027$/,
  );
  expect((await nombreDe('recomendacion', 'recomendaciones'))?.nombre).toContain(
    'Dra. Elena Ríos, Maestría en Derecho Judicial',
  );
  expect((await nombreDe('entrevista', 'horarios'))?.nombre).toContain('26 de abril de 2027');
  expect(await nombreDe('inconformidad', 'inconformidades')).toMatchObject({
    nombre: 'NC27-AAAA-BBBB-C, Maestría en Derecho Judicial, Generación 2027',
    enlace: expect.stringContaining('inconformidad='),
  });
  const asignacion = (await nombreDe('asignacion', 'asignaciones'))?.nombre;
  expect(asignacion).toBe('Etapa 2, Maestría en Derecho Judicial, Generación 2027');
});
