import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { integer, pick, seededRandom } from '../../../platform/shared/random.ts';
import { readOfrecidos } from '../../catalogos/server/service.ts';
import type { SeededPlantilla, SeededPlantillas } from '../../plantillas/server/seed.ts';
import { createCursos } from './service.ts';

// clave | nombre | tipo | modalidad | área | horas | créditos | objetivo
const CURSOS = `
AMP-101|Juicio de amparo indirecto|CURSO|LINEA_ASINC|Amparo|40|2.5|Tramitar con seguridad el juicio de amparo indirecto, de la demanda a la sentencia.
AMP-102|Juicio de amparo directo|CURSO|LINEA_ASINC|Amparo|40|2.5|Elaborar proyectos de sentencia en amparo directo.
AMP-201|La suspensión del acto reclamado|TALLER|MIXTA|Amparo|20|1.25|Resolver casos sobre la suspensión provisional y definitiva.
AMP-301|Cumplimiento y ejecución de sentencias de amparo|SEMINARIO|PRESENCIAL|Amparo|24||Conducir el procedimiento de ejecución y sus incidentes.
DDH-101|Derechos humanos y control de convencionalidad|CURSO|LINEA_ASINC|Derechos humanos|30|2|Aplicar los estándares interamericanos en la función judicial.
DDH-210|Juzgar con perspectiva de género|CURSO|LINEA_ASINC|Derechos humanos|40|2.5|Incorporar la perspectiva de género en el análisis de los hechos, la prueba y el derecho.
DDH-220|Derechos de niñas, niños y adolescentes en el proceso|TALLER|MIXTA|Derechos humanos|20|1.25|Garantizar la participación y el interés superior de la niñez.
DDH-230|Derechos de los pueblos y comunidades indígenas|SEMINARIO|MIXTA|Derechos humanos|30|2|Resolver asuntos con perspectiva intercultural.
DDH-240|Personas con discapacidad y ajustes al procedimiento|TALLER|LINEA_ASINC|Derechos humanos|16|1|Identificar y ordenar ajustes razonables y de procedimiento.
ARG-101|Argumentación jurídica|CURSO|LINEA_ASINC|Función jurisdiccional|36|2.25|Construir y evaluar razonamientos en las decisiones judiciales.
ARG-201|Redacción de sentencias en lenguaje claro|TALLER|MIXTA|Función jurisdiccional|24|1.5|Escribir resoluciones que las personas puedan comprender.
ARG-301|Valoración racional de la prueba|SEMINARIO|PRESENCIAL|Función jurisdiccional|30|2|Justificar la decisión sobre los hechos con criterios racionales.
PEN-101|Sistema penal acusatorio: audiencia inicial|TALLER|PRESENCIAL|Penal|24|1.5|Dirigir la audiencia inicial mediante simulaciones.
PEN-201|Juicio oral y técnicas de interrogatorio|DIPLOMADO|MIXTA|Penal|120|8|Conducir el juicio oral y resolver las objeciones.
PEN-301|Ejecución penal y derechos de las personas privadas de la libertad|CURSO|LINEA_ASINC|Penal|40|2.5|Resolver las controversias de la etapa de ejecución.
LAB-101|Nuevo modelo de justicia laboral|DIPLOMADO|LINEA_ASINC|Laboral|120|8|Dominar el procedimiento ante los tribunales laborales federales.
MER-101|Oralidad mercantil|CURSO|LINEA_ASINC|Civil y mercantil|40|2.5|Conducir los juicios orales mercantiles.
MER-201|Concursos mercantiles|SEMINARIO|LINEA_ASINC|Civil y mercantil|24||Conocer las etapas del concurso y la función de cada órgano.
ADM-101|Derecho administrativo sancionador|CURSO|LINEA_ASINC|Administrativa|30|2|Aplicar los principios del derecho sancionador.
ELE-101|Justicia electoral|CURSO|LINEA_ASINC|Electoral|30|2|Resolver los medios de impugnación en materia electoral.
SEC-100|Formación y preparación de secretarías|DIPLOMADO|PRESENCIAL|Carrera judicial|200|12|Preparar a quienes aspiran a una secretaría de juzgado o tribunal.
ESP-100|Especialidad en Derechos Humanos y Amparo|ESPECIALIDAD|MIXTA|Posgrado|360|45|Profundizar en la protección jurisdiccional de los derechos.
MAE-100|Maestría en Justicia Adversarial|MAESTRIA|MIXTA|Posgrado|720|90|Formar especialistas en la conducción de procesos adversariales.
DOC-100|Doctorado en Función Jurisdiccional|DOCTORADO|PRESENCIAL|Posgrado|960|120|Investigar los problemas actuales de la función judicial.
`
  .trim()
  .split('\n')
  .map((line) => {
    const [clave, nombre, tipo, modalidad, area, horas, creditos, objetivo] = line.split('|') as [
      string,
      string,
      string,
      string,
      ...string[],
    ];
    return {
      clave,
      nombre,
      tipo,
      modalidad,
      area: area!,
      horas: Number(horas),
      creditos: creditos ? Number(creditos) : null,
      objetivo: objetivo!,
    };
  });

/** The venue of what is given online. */
const AULA = 'AULA';

/** Where an edition is in its life, seen from `now`. */
type MomentoEdicion =
  | 'concluida'
  | 'enCurso'
  | 'abierta'
  | 'porAbrir'
  | 'casiLlena'
  | 'llena'
  | 'cancelada';
export type SeededEdicion = {
  id: string;
  momento: MomentoEdicion;
  cupo: number;
  abre: Date;
  cierra: Date;
  plantilla: SeededPlantilla;
  /** Ids of its groups, in order; without it: it has none. */
  grupos?: readonly string[];
};

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    ediciones: readonly SeededEdicion[];
  }
}

const MOMENTOS: readonly MomentoEdicion[] = [
  ...Array<MomentoEdicion>(12).fill('concluida'),
  ...Array<MomentoEdicion>(6).fill('enCurso'),
  ...Array<MomentoEdicion>(13).fill('abierta'),
  ...Array<MomentoEdicion>(6).fill('porAbrir'),
  'casiLlena',
  'llena',
  'cancelada',
];

const HORA = 3_600_000;
const DIA = 24 * HORA;
/** Days from `now`: opens, closes (from, to), and how long after closing it starts. */
const VENTANAS: Readonly<Record<MomentoEdicion, readonly [number, number, number, number]>> = {
  concluida: [-420, -200, -190, -150],
  enCurso: [-60, -40, -30, -12],
  abierta: [-12, -1, 4, 25],
  porAbrir: [3, 25, 40, 60],
  casiLlena: [-10, -8, 5, 6],
  llena: [-14, -9, 3, 4],
  cancelada: [-12, -5, 8, 15],
};

/**
 * Needs the catalogs. Two dozen courses and a hundred editions in every moment of their life, seen from `now`; it gives
 * the forty that people enrolled in and, after them, the one with groups and quotas. `scale`
 * multiplies the seats, for a database with more people than a demonstration's few hundred.
 */
export const seedCursos = async (
  trx: Trx,
  {
    now,
    random,
    plantillas,
    scale = 1,
  }: { now: Date; random: () => number; plantillas: SeededPlantillas; scale?: number },
): Promise<SeededEdicion[]> => {
  const cursos = await createCursos(trx, CURSOS);
  const sedes = await readOfrecidos(trx, 'sedes');
  const aula = sedes.find(({ clave }) => clave === AULA)!;
  const lugares = sedes.filter(({ clave }) => clave !== AULA);
  const idOf = new Map(cursos.map(({ id, clave }) => [clave, id]));

  // Windows open at nine and close at six in the afternoon, as a school announces them.
  const at = (hour: number, days: number) =>
    new Date(startOfDay(fechaDe(now), days).getTime() + hour * HORA);
  const numberOf = new Map<string, number>();
  const planned = MOMENTOS.map((momento, i) => {
    const { clave, tipo, modalidad, horas } = CURSOS[i % CURSOS.length]!;
    const [openFrom, openTo, closeFrom, closeTo] = VENTANAS[momento];
    const abre = at(9, integer(random, openFrom, openTo));
    const cierra = at(18, integer(random, closeFrom, closeTo));
    const inicia = new Date(cierra.getTime() + integer(random, 5, 12) * DIA);
    const weeks = Math.max(1, Math.ceil(horas / 12));
    const number = (numberOf.get(clave) ?? 0) + 1;
    numberOf.set(clave, number);
    const largo = tipo === 'DIPLOMADO' || horas >= 200 || i % 3 === 0;
    const corta = clave === 'AMP-201' ? plantillas.antecedentes : plantillas.breve;
    const plantilla = largo ? plantillas.completa : corta;
    return {
      momento,
      plantilla,
      row: {
        curso_id: idOf.get(clave)!,
        plantilla_id: plantilla.id,
        nombre: `Edición ${number} · ${fechaDe(inicia).slice(0, 4)}`,
        inicia: fechaDe(inicia),
        termina: fechaDe(new Date(inicia.getTime() + weeks * 7 * DIA)),
        inscripcion_abre: abre,
        inscripcion_cierra: cierra,
        sede_id: modalidad === 'LINEA_ASINC' ? aula.id : pick(random, lugares).id,
        cupo: integer(random, 20, 40) * scale,
        cancelada_en: momento === 'cancelada' ? at(12, -1) : null,
      },
    };
  });
  const ids = await trx
    .insertInto('ediciones')
    .values(planned.map(({ row }) => row))
    .returning(['id', 'curso_id', 'nombre'])
    .execute();
  const edicionOf = new Map(ids.map((row) => [`${row.curso_id} ${row.nombre}`, row.id]));
  const idDe = ({ row }: (typeof planned)[number]) =>
    edicionOf.get(`${row.curso_id} ${row.nombre}`)!;
  await setMotivo(
    trx,
    planned.filter(({ momento }) => momento === 'cancelada').map(idDe),
    idDe(planned.find(({ momento }) => momento === 'abierta')!),
  );
  const siguientes = await seedSiguientes(trx, { now, cursos: idOf, sedes, plantillas, scale });
  const gruposDe = await seedPartes(trx, [
    ...planned.map((one) => ({ id: idDe(one), ...one.row, grupos: false })),
    ...siguientes,
  ]);
  const [conCupos] = siguientes;
  return [
    ...planned.map(({ momento, plantilla, row }) => ({
      id: edicionOf.get(`${row.curso_id} ${row.nombre}`)!,
      momento,
      cupo: row.cupo,
      abre: row.inscripcion_abre,
      cierra: row.inscripcion_cierra,
      plantilla,
    })),
    {
      ...{ id: conCupos!.id, momento: 'abierta', cupo: conCupos!.cupo },
      ...{ abre: conCupos!.inscripcion_abre, cierra: conCupos!.inscripcion_cierra },
      ...{ plantilla: plantillas.conCupos, grupos: gruposDe.get(conCupos!.id) ?? [] },
    },
  ];
};

/** Why an edition is not given, and which one is offered instead. */
const setMotivo = async (
  trx: Trx,
  ids: readonly string[],
  alternativaId: string,
): Promise<void> => {
  await trx
    .updateTable('ediciones')
    .set({
      cancelacion_motivo:
        'La persona titular no podrá impartirla y no hay quien la sustituya en estas fechas.',
      cancelacion_alternativa_id: alternativaId,
    })
    .where('id', 'in', ids)
    .execute();
};

/** Editions of the terms that come; two of them take enrolments already, the first with seats kept for some. */
const SIGUIENTES = 60;
const ABIERTAS = 2;

type ConPartes = { id: string; inicia: string; termina: string; cupo: number; grupos: boolean };
type Siguiente = ConPartes & { inscripcion_abre: Date; inscripcion_cierra: Date };

/** What will be given, which nobody is in yet but the first. With a random of its own: the rest is what it was without it. */
const seedSiguientes = async (
  trx: Trx,
  {
    now,
    cursos,
    sedes,
    plantillas,
    scale,
  }: {
    now: Date;
    cursos: ReadonlyMap<string, string>;
    sedes: readonly { id: string }[];
    plantillas: SeededPlantillas;
    scale: number;
  },
): Promise<Siguiente[]> => {
  const random = seededRandom(84);
  const at = (hour: number, days: number) =>
    new Date(startOfDay(fechaDe(now), days).getTime() + hour * HORA);
  const rows = Array.from({ length: SIGUIENTES }, (_, i) => {
    const { clave, horas } = CURSOS[i % CURSOS.length]!;
    const abierta = i < ABIERTAS;
    const [abre, cierra] = abierta ? [-3, 27] : [100 + i * 3, 125 + i * 3];
    const inicia = fechaDe(at(9, cierra + 10));
    return {
      curso_id: cursos.get(clave)!,
      plantilla_id: (i === 0 ? plantillas.conCupos : plantillas.breve).id,
      nombre: `Periodo ${1 + Math.floor(i / CURSOS.length)} · ${inicia.slice(0, 4)}`,
      inicia,
      termina: fechaDe(at(9, cierra + 10 + 7 * Math.max(1, Math.ceil(horas / 12)))),
      inscripcion_abre: at(9, abre),
      inscripcion_cierra: at(18, cierra),
      sede_id: pick(random, sedes).id,
      cupo: integer(random, 20, 40) * scale,
      cancelada_en: null,
    };
  });
  const made = await trx
    .insertInto('ediciones')
    .values(rows)
    .returning(['id', 'inicia', 'termina', 'cupo', 'inscripcion_abre', 'inscripcion_cierra'])
    .execute();
  return made.map((row, i) => ({ ...row, grupos: i < ABIERTAS || i % 3 === 0 }));
};

const DOCENTES = [
  'Aurora Beltrán Quiroz',
  'Bruno Cárdenas Ibarra',
  'Celia Domínguez Rosas',
  'Darío Escamilla Peña',
  'Elvira Fuentes Mora',
  'Fermín Galindo Soto',
];

/** At most so many are written, a week apart. */
const SESIONES = 8;

/** Who teaches each edition, when it meets, and groups of some: gives the ids of these, by the edition's. */
const seedPartes = async (
  trx: Trx,
  ediciones: readonly ConPartes[],
): Promise<ReadonlyMap<string, string[]>> => {
  const docentes = ediciones.flatMap(({ id }, i) => [
    { edicion_id: id, nombre: DOCENTES[i % DOCENTES.length]!, papel: 'Titular', grupo_id: null },
  ]);
  await trx.insertInto('edicion_docentes').values(docentes).execute();
  const sesiones = ediciones.flatMap(({ id, inicia, termina }) => {
    const days = Array.from({ length: SESIONES }, (_, i) => fechaDe(startOfDay(inicia, i * 7)));
    return days
      .filter((fecha) => fecha <= termina)
      .map((fecha, i) => ({
        ...{ edicion_id: id, grupo_id: null, fecha, de: '16:00', a: '18:00' },
        tema: `Sesión ${i + 1}`,
      }));
  });
  await trx.insertInto('edicion_sesiones').values(sesiones).execute();
  const grupos = ediciones
    .filter((edicion) => edicion.grupos)
    .flatMap(({ id, cupo }) => [
      {
        edicion_id: id,
        nombre: 'Matutino',
        horario: 'De 9:00 a 11:00',
        cupo: Math.ceil(cupo / 2),
        orden: 1,
      },
      {
        edicion_id: id,
        nombre: 'Vespertino',
        horario: 'De 16:00 a 18:00',
        cupo: Math.floor(cupo / 2),
        orden: 2,
      },
    ]);
  const made = await trx
    .insertInto('edicion_grupos')
    .values(grupos)
    .returning(['id', 'edicion_id', 'orden'])
    .execute();
  const byEdicion = Map.groupBy(
    made.toSorted((a, b) => a.orden - b.orden),
    (grupo) => grupo.edicion_id,
  );
  return new Map([...byEdicion].map(([id, list]) => [id, list.map((grupo) => grupo.id)]));
};

/** Says how many seats of each group and of each quota are taken, as `setOcupados` does of editions. */
export const setOcupadosDePartes = async (
  trx: Trx,
  {
    grupos,
    cupos,
  }: {
    grupos: readonly { id: string; ocupados: number }[];
    cupos: readonly { edicion_id: string; clave: string; ocupados: number }[];
  },
): Promise<void> => {
  await sql`update edicion_grupos g set ocupados = n.ocupados
    from jsonb_to_recordset(${JSON.stringify(grupos)}::jsonb) as n(id uuid, ocupados int)
    where g.id = n.id`.execute(trx);
  if (cupos.length > 0)
    await trx
      .insertInto('edicion_cupos')
      .values([...cupos])
      .execute();
};

/** Says how many seats of each edition are taken, when who takes them was written. */
export const setOcupados = async (
  trx: Trx,
  ediciones: readonly { id: string; ocupados: number }[],
): Promise<void> => {
  await sql`update ediciones e set ocupados = n.ocupados
    from jsonb_to_recordset(${JSON.stringify(ediciones)}::jsonb) as n(id uuid, ocupados int)
    where e.id = n.id`.execute(trx);
};

/** Weekly sessions of editions, from nine to eleven; gives their ids, each with its edition's and its day. */
export const seedSesiones = async (
  trx: Trx,
  ediciones: readonly { id: string; cuantas: number }[],
): Promise<{ id: string; edicion_id: string; fecha: string }[]> => {
  const { rows } = await sql<{ id: string; edicion_id: string; fecha: string }>`
    insert into edicion_sesiones (edicion_id, fecha, de, a, tema)
    select e.id, e.inicia + 7 * (n - 1), '09:00', '11:00', 'Sesión ' || n
    from jsonb_to_recordset(${JSON.stringify(ediciones)}::jsonb) as c(id uuid, cuantas int)
    join ediciones e on e.id = c.id
    cross join lateral generate_series(1, c.cuantas) n
    where e.inicia + 7 * (n - 1) <= e.termina
      and not exists (select from edicion_sesiones s where s.edicion_id = e.id)
    order by e.id, n returning id, edicion_id, fecha`.execute(trx);
  return rows;
};

/** An edition of a graduate programme that one enters by a call for applications; `dias`: from now until it begins. */
export const seedEdicionDePosgrado = async (
  trx: Trx,
  edicion: {
    clave: string;
    nombre: string;
    plantillaId: string;
    cupo: number;
    dias: number;
    now: Date;
  },
): Promise<{ id: string; cursoId: string }> => {
  const curso = CURSOS.find(({ clave }) => clave === edicion.clave)!;
  const { id: cursoId } = await trx
    .selectFrom('cursos')
    .select('id')
    .where('clave', '=', edicion.clave)
    .executeTakeFirstOrThrow();
  const sedes = await readOfrecidos(trx, 'sedes');
  const inicia = fechaDe(startOfDay(fechaDe(edicion.now), edicion.dias));
  const semanas = Math.ceil(curso.horas / 12);
  const { id } = await trx
    .insertInto('ediciones')
    .values({
      curso_id: cursoId,
      plantilla_id: edicion.plantillaId,
      nombre: edicion.nombre,
      inicia,
      termina: fechaDe(startOfDay(inicia, semanas * 7)),
      // This edition takes no inscripciones: the ranking of its convocatoria assigns the seats.
      inscripcion_abre: startOfDay(inicia, -30),
      inscripcion_cierra: startOfDay(inicia, -1),
      sede_id: sedes.find(({ clave }) => clave !== AULA)!.id,
      cupo: edicion.cupo,
      cancelada_en: null,
      por_convocatoria: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, cursoId };
};
