import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { Env } from '../../../platform/server/env.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { integer, pick } from '../../../platform/shared/random.ts';
import {
  ACTIVIDAD,
  type ActividadEnteraRow,
  type ActividadRow,
  MOTIVO_DE_EDICION,
} from '../../cursos/server/reading.ts';
import { type SeededEdicion, setOcupados } from '../../cursos/server/seed.ts';
import { PERSONA, type PersonaRow } from '../../personas/server/reading.ts';
import { reglaDeCupo, repartoDe } from '../../plantillas/cupos/rules.ts';
import {
  apartarSensibles,
  prefill,
  validateRespuestas,
} from '../../plantillas/formulario/rules.ts';
import { EVALUACION, type Evaluacion, type Hechos } from '../../plantillas/reglas/contract.ts';
import { evaluateReglas, fieldsOfReglas } from '../../plantillas/reglas/rules.ts';
import { loadHechos, type ProveedorDeHechos } from '../../plantillas/reglas/server/service.ts';
import type { VersionRow } from '../../plantillas/server/reading.ts';
import { ACUSE, estadoDeInscripcion } from '../acuse/contract.ts';
import { LARGO_CLAVE, makeFolio, RANDOM_FOLIO } from '../acuse/rules.ts';
import { buildAcuse } from '../acuse/server/service.ts';
import { hechosDeEdicion } from '../elegibilidad/server/service.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';
import { startLugares } from '../reserva/server/seed.ts';
import { answers, type Ofrecidos, readOfrecidosDe } from '../respuestas/server/seed.ts';
import { sealSensibles } from '../sensibles/server/service.ts';
import { datosPersonaOf } from './present.ts';

type Random = () => number;
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
// Repeatable, so only for fictional data: real folios and keys come from the system's generator.
const symbols = (random: Random, length: number) =>
  Array.from({ length }, () => pick(random, [...SYMBOLS])).join('');
const uuid = (random: Random) => {
  const hex = Array.from({ length: 32 }, () => integer(random, 0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** What was decided on sending, when it is not what the state says now. */
const DECIDED: Readonly<Partial<Record<Estado, Estado>>> = {
  rechazada: 'enRevision',
  vencida: 'enListaDeEspera',
  baja: 'inscrita',
  acreditada: 'inscrita',
  noAcreditada: 'inscrita',
};

const repeat = (estado: Estado, times: number) => Array<Estado>(Math.max(0, times)).fill(estado);

/** The states of an edition's people; those with a seat never exceed the seats. */
const estadosOf = ({ momento, cupo }: SeededEdicion, random: Random): Estado[] => {
  const some = (from: number, to: number) => Math.floor(cupo * (from + random() * (to - from)));
  const few = () => Math.max(1, Math.round(cupo / 15));
  switch (momento) {
    case 'concluida': {
      const taken = some(0.6, 1);
      const failed = Math.floor(taken / 8);
      return [
        ...repeat('acreditada', taken - failed),
        ...repeat('noAcreditada', failed),
        ...repeat('baja', few()),
        ...repeat('vencida', few()),
        ...repeat('rechazada', few()),
      ];
    }
    case 'enCurso':
      return [...repeat('inscrita', some(0.7, 1)), ...repeat('baja', few())];
    case 'abierta':
      return [
        ...repeat('inscrita', some(0.1, 0.7)),
        ...repeat('borrador', few()),
        ...repeat('enRevision', few()),
      ];
    case 'casiLlena':
      return [...repeat('inscrita', cupo - 1), ...repeat('borrador', few()), 'enviada'];
    case 'llena':
      return [...repeat('inscrita', cupo), ...repeat('enListaDeEspera', 3 * few())];
    case 'cancelada':
      // They were in when it was cancelled.
      return repeat('baja', some(0.4, 0.6));
    case 'porAbrir':
      return [];
  }
};

/** Of what was not sent. */
const SIN_LUGAR = { grupo_id: null, cupos: [], cupo_clave: null };

const CHUNK = 1_000;
type Plan = { personaId: string; edicion: SeededEdicion; estado: Estado };

const planAll = (
  personas: readonly { id: string }[],
  ediciones: readonly SeededEdicion[],
  random: Random,
): Plan[] => {
  // One that ended waits for its acta still: nobody passed or failed yet.
  const sinActa = ediciones.findLast(({ momento }) => momento === 'concluida');
  return ediciones.flatMap((edicion) => {
    // Neighbours in the list, from a random place: distinct people without shuffling everybody.
    const start = integer(random, 0, personas.length - 1);
    return estadosOf(edicion, random)
      .slice(0, personas.length)
      .map((estado, i) => ({
        personaId: personas[(start + i) % personas.length]!.id,
        edicion,
        estado: edicion === sinActa && INSCRIPCION.is('conLugar', estado) ? 'inscrita' : estado,
      }));
  });
};

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    /** They are there. */
    inscripciones: true;
  }
}

/** With what inscripciones of the demonstration are made. */
type Con = {
  now: Date;
  random: Random;
  ediciones: readonly SeededEdicion[];
  env: Pick<Env, 'institution' | 'demo' | 'publicUrl'>;
  secrets: Pick<Secrets, 'seal'>;
  proveedores?: readonly ProveedorDeHechos[];
};

/** Writes what was planned, in blocks, with the acuse of each that was sent; gives how many acuses. */
const sow = async (
  trx: Trx,
  plans: readonly Plan[],
  { now, random, ediciones, env, secrets, proveedores = [] }: Con,
): Promise<number> => {
  const { rows } = await sql<CanceladaRow>`
    select ${ACTIVIDAD.columns}, ${MOTIVO_DE_EDICION} from ${ACTIVIDAD.tables}`.execute(trx);
  const edicionRow = new Map(rows.map((row) => [row.edicion_id, row]));
  const ofrecidos = await readOfrecidosDe(
    trx,
    ediciones.map(({ plantilla }) => plantilla.definicion),
  );
  let acuses = 0;
  const lugares = startLugares();

  for (let from = 0; from < plans.length; from += CHUNK) {
    const chunk = plans.slice(from, from + CHUNK);
    const people = await sql<PersonaRow & { persona_id: string }>`
      select pe.id as persona_id, ${PERSONA.columns} from ${PERSONA.tables}
      where pe.id = any(${chunk.map(({ personaId }) => personaId)}::uuid[])`.execute(trx);
    const personaRow = new Map(people.rows.map((row) => [row.persona_id, row]));
    const cargados = await loadHechos(trx, proveedores, {
      fields: fieldsOfReglas(chunk.flatMap(({ edicion }) => askedBy(edicion))),
      casos: chunk.map(({ personaId, edicion }) => ({ personaId, edicionId: edicion.id })),
      ahora: now,
    });
    const made = chunk.map((plan) => {
      const persona = personaRow.get(plan.personaId)!;
      const row = edicionRow.get(plan.edicion.id)!;
      const { personaId, edicion } = plan;
      const hechos = {
        ...cargados({ personaId, edicionId: edicion.id }),
        ...hechosDeEdicion(row),
      };
      return makeOne(plan, row, persona, { now, random, env, hechos, ofrecidos, lugares });
    });
    acuses += made.filter(({ acuse }) => acuse).length;
    await insertBlock(trx, made, secrets);
  }
  await lugares.write(trx);
  return acuses;
};

/**
 * Inscripciones in every state, with their acuses, and the seats that they take. Without history:
 * that is a record of what people did, and nobody did this.
 * Repeatable for the same `random`; written in blocks, so that 100,000 people take little memory.
 */
export const seedInscripciones = async (
  trx: Trx,
  { personas, ...con }: Con & { personas: readonly { id: string }[] },
): Promise<{ inscripciones: number; acuses: number }> => {
  const { ediciones, random } = con;
  const plans = planAll(personas, ediciones, random);
  const acuses = await sow(trx, plans, con);
  await setOcupados(
    trx,
    ediciones.map(({ id }) => ({
      id,
      ocupados: plans.filter(
        ({ edicion, estado }) => edicion.id === id && INSCRIPCION.is('conLugar', estado),
      ).length,
    })),
  );
  return { inscripciones: plans.length, acuses };
};

/** The conditions that its enrolments are judged by: rules, and who may take from each quota. */
const askedBy = ({ plantilla: { definicion } }: SeededEdicion) => [
  ...definicion.reglas,
  ...repartoDe(definicion).cupos.map(reglaDeCupo),
];

/** An edition with why it was cancelled, if it was. */
type CanceladaRow = ActividadRow & Pick<ActividadEnteraRow, 'edicion_motivo'>;

const makeOne = (
  { personaId, edicion, estado }: Plan,
  row: CanceladaRow,
  persona: PersonaRow,
  {
    now,
    random,
    env,
    hechos,
    ofrecidos,
    lugares,
  }: {
    now: Date;
    random: Random;
    lugares: ReturnType<typeof startLugares>;
    ofrecidos: Ofrecidos;
    env: Parameters<typeof buildAcuse>[1]['env'];
    hechos: Hechos;
  },
) => {
  const { plantilla } = edicion;
  const { definicion } = plantilla;
  const correo = `${persona.persona_clave.toLowerCase().replace('ñ', 'n')}@correo.example`;
  const cancelada = row.edicion_cancelada_en;
  const last = Math.min(
    edicion.cierra.getTime() - 1,
    now.getTime(),
    cancelada?.getTime() ?? Infinity,
  );
  const creada = new Date(integer(random, edicion.abre.getTime(), last));
  const enviada = new Date(Math.min(last, creada.getTime() + integer(random, 1, 40) * 60_000));
  /** Whoever left by themselves did so the day after. */
  const salida = new Date(Math.min(now.getTime(), enviada.getTime() + 86_400_000));
  const { ok, datos, errores } = validateRespuestas(definicion, {
    ...answers(definicion, random, ofrecidos),
    ...prefill(definicion, datosPersonaOf(persona, correo)),
  });
  if (!ok) throw new Error(`seedInscripciones: ${JSON.stringify(errores)}`);
  const base = {
    id: uuid(random),
    persona_id: personaId,
    edicion_id: edicion.id,
    plantilla_version_id: plantilla.versionId,
    estado,
    creado_en: creada,
    baja_en: estado === 'baja' ? (cancelada ?? salida) : null,
    baja_motivo: estado === 'baja' ? row.edicion_motivo : null,
  };
  if (estado === 'borrador') {
    const [first] = Object.entries(datos);
    const respuestas = first ? { ...Object.fromEntries([first]), motivos: 'Me interesa' } : {};
    return {
      ...base,
      ...SIN_LUGAR,
      respuestas,
      sensibles: {},
      evaluacion: null,
      enviada_en: null,
      acuse: null,
    };
  }
  const resultados = evaluateReglas(definicion.reglas, hechos, enviada);
  const version: VersionRow = {
    plantilla_nombre: plantilla.nombre,
    version_id: plantilla.versionId,
    version_numero: plantilla.numero,
    version_definicion: definicion,
    version_publicada_en: plantilla.publicadaEn,
  };
  const evaluacion: Evaluacion = {
    versionId: plantilla.versionId,
    version: plantilla.numero,
    evaluadaEn: enviada.toISOString(),
    hechos,
    resultados,
  };
  const folio = makeFolio(Number(fechaDe(enviada).slice(0, 4)), symbols(random, RANDOM_FOLIO));
  const clave = symbols(random, LARGO_CLAVE);
  // The acuse says what was decided on sending, not what came later.
  const decided = DECIDED[estado] ?? estado;
  const datosAcuse = buildAcuse(
    { ...row, ...persona, ...version },
    {
      env,
      estado: estadoDeInscripcion(decided),
      folio,
      clave,
      emitidoEn: enviada,
      datos,
      resultados,
    },
  );
  const { ordinarias, sensibles } = apartarSensibles(definicion, datos);
  return {
    ...base,
    ...lugares.seat(edicion, { estado, hechos, enviada }),
    respuestas: ordinarias,
    sensibles,
    evaluacion: EVALUACION.write(evaluacion),
    enviada_en: enviada,
    acuse: {
      folio,
      clave,
      inscripcion_id: base.id,
      datos: ACUSE.write(datosAcuse),
      emitido_en: enviada,
    },
  };
};

const insertBlock = async (
  trx: Trx,
  made: readonly ReturnType<typeof makeOne>[],
  secrets: Pick<Secrets, 'seal'>,
) => {
  const inscripciones = made.map(({ acuse: _acuse, sensibles: _sensibles, ...row }) => row);
  await sql`insert into inscripciones (id, persona_id, edicion_id, plantilla_version_id, estado,
      respuestas, evaluacion, enviada_en, creado_en, actualizado_en, baja_en, baja_motivo,
      grupo_id, cupos, cupo_clave)
    select id, persona_id, edicion_id, plantilla_version_id, estado, respuestas,
      evaluacion::jsonb, enviada_en, creado_en, coalesce(enviada_en, creado_en),
      baja_en, baja_motivo, grupo_id, array(select jsonb_array_elements_text(cupos)), cupo_clave
    from jsonb_to_recordset(${JSON.stringify(inscripciones)}::jsonb) as r(id uuid, persona_id uuid,
      edicion_id uuid, plantilla_version_id uuid, estado text, respuestas jsonb, evaluacion text,
      enviada_en timestamptz, creado_en timestamptz, baja_en timestamptz, baja_motivo text,
      grupo_id uuid, cupos jsonb, cupo_clave text)`.execute(trx);
  const acuses = made.flatMap(({ acuse }) => acuse ?? []);
  await sql`insert into acuses (folio, clave, inscripcion_id, datos, emitido_en)
    select folio, clave, inscripcion_id, datos::jsonb, emitido_en
    from jsonb_to_recordset(${JSON.stringify(acuses)}::jsonb) as r(folio text, clave text,
      inscripcion_id uuid, datos text, emitido_en timestamptz)`.execute(trx);
  const apartadas = made.flatMap(({ id, sensibles }) =>
    Object.keys(sensibles).length === 0
      ? []
      : [{ inscripcion_id: id, sellado: sealSensibles(secrets, id, sensibles) }],
  );
  if (apartadas.length > 0) {
    await trx.insertInto('respuestas_sensibles').values(apartadas).execute();
  }
};

/**
 * What somebody took: of each course, in an edition that has ended and has a seat left – for `inscrita`, in one that is
 * being given. Where there is no such edition, nothing.
 */
export const seedCursadas = async (
  trx: Trx,
  {
    personaId,
    cursadas,
    ...con
  }: Con & {
    personaId: string;
    cursadas: readonly { clave: string; estado: 'acreditada' | 'noAcreditada' | 'inscrita' }[];
  },
): Promise<void> => {
  const seeded = new Map(con.ediciones.map((one) => [one.id, one]));
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables}
    where c.clave = any(${cursadas.map(({ clave }) => clave)}::text[]) and e.cancelada_en is null
      and e.ocupados < e.cupo order by e.termina, e.id`.execute(trx);
  const hoy = fechaDe(con.now);
  const serves = (row: ActividadRow, estado: string) =>
    estado === 'inscrita'
      ? row.edicion_inicia <= hoy && hoy <= row.edicion_termina
      : row.edicion_termina < hoy;
  const taken = cursadas.flatMap(({ clave, estado }) => {
    const row = rows.find((one) => one.curso_clave === clave && serves(one, estado));
    const edicion = row && seeded.get(row.edicion_id);
    return edicion ? [{ row, plan: { personaId, edicion, estado } }] : [];
  });
  await sow(
    trx,
    taken.map(({ plan }) => plan),
    con,
  );
  await setOcupados(
    trx,
    taken.map(({ row }) => ({ id: row.edicion_id, ocupados: row.edicion_ocupados + 1 })),
  );
};
