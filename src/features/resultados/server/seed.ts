import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { Env } from '../../../platform/server/env.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { integer, pick } from '../../../platform/shared/random.ts';
import { type SeededEdicion, seedSesiones } from '../../cursos/server/seed.ts';
import { makeFolioActa, RANDOM_FOLIO } from '../actas/rules.ts';
import {
  findImpresa,
  insertActa,
  insertVersion,
  updateVersion,
  upsertResultados,
} from '../actas/server/data.ts';
import { buildActa, filaVaciaOf } from '../actas/server/present.ts';
import { type Marca, porcentajeDe } from '../asistencia/rules.ts';
import { decidirPorCifras, type Resultado } from '../rules.ts';
import { type EdicionRow, type FilaRow, findEdicion, selectFilas } from './data.ts';

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    /** They are there: past editions have their actas. */
    resultados: true;
  }
}

type Random = () => number;
const SYMBOLS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const DIA = 86_400_000;
const HORA = 3_600_000;

/** A grade with one decimal, between two. */
const nota = (random: Random, from: number, to: number) => integer(random, from * 10, to * 10) / 10;

/** Some observations; most have none. */
const TEXTOS = ['', '', '', '', 'Participación destacada.', 'Entregó tarde el último ejercicio.'];

type Anotada = { inscripcionId: string; calificacion: number | null; observacion: string };

const insertResultados = async (trx: Trx, rows: readonly Anotada[], en: Date): Promise<void> => {
  await sql`insert into resultados (inscripcion_id, calificacion, calificacion_version, observacion,
      observacion_version, actualizado_en)
    select n."inscripcionId", n.calificacion, 1, n.observacion, (n.observacion <> '')::int, ${en}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n("inscripcionId" uuid, calificacion numeric, observacion text)`.execute(trx);
};

const insertMarcas = async (
  trx: Trx,
  rows: readonly { inscripcionId: string; sesionId: string; marca: Marca }[],
  en: Date,
): Promise<void> => {
  await sql`insert into asistencias (inscripcion_id, sesion_id, marca, version, actualizado_en)
    select n."inscripcionId", n."sesionId", n.marca, 1, ${en}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n("inscripcionId" uuid, "sesionId" uuid, marca text)`.execute(trx);
};

/** What somebody who passed, or not, is marked with in a session. */
const marcaDe = (random: Random, estado: FilaRow['estado']): Marca => {
  const n = random();
  if (estado === 'noAcreditada') return n < 0.45 ? 'falta' : 'asistio';
  return n < 0.93 ? 'asistio' : n < 0.97 ? 'retardo' : 'justificada';
};

/** The line of somebody in the acta: what is recorded of them, and the state that they are in already. */
const filaDe = (row: FilaRow, edicion: EdicionRow) => {
  const { calificacion } = row;
  const porcentaje = porcentajeDe(row);
  const minimos = {
    calificacion: edicion.calificacion_minima,
    asistencia: edicion.asistencia_minima,
  };
  const { razones } = decidirPorCifras({ calificacion, porcentaje }, minimos);
  return {
    ...filaVaciaOf(row),
    calificacion,
    asistencia: porcentaje,
    resultado: row.estado as Resultado,
    razones,
  };
};

/** The acta of an edition whose people have passed or not already; `corregida`: one of them was a mistake at first. */
const seedActa = async (
  trx: Trx,
  edicion: EdicionRow,
  {
    random,
    env,
    en,
    corregida,
  }: {
    random: Random;
    env: Pick<Env, 'institution' | 'demo'>;
    en: Date;
    corregida: boolean;
  },
): Promise<void> => {
  const rows = await selectFilas(trx, edicion.id);
  const filas = rows.map((row) => filaDe(row, edicion));
  const mala = filas.findIndex(({ resultado }) => resultado === 'acreditada');
  const minimos = {
    calificacion: edicion.calificacion_minima,
    asistencia: edicion.asistencia_minima,
  };
  const primeras = filas.map((fila, i) =>
    corregida && i === mala
      ? {
          ...fila,
          calificacion: 6.8,
          ...decidirPorCifras({ calificacion: 6.8, porcentaje: fila.asistencia }, minimos),
        }
      : fila,
  );
  const symbols = Array.from({ length: RANDOM_FOLIO }, () => pick(random, SYMBOLS)).join('');
  const folio = makeFolioActa(Number(fechaDe(en).slice(0, 4)), symbols);
  const por = 'Control Escolar';
  const acta = buildActa(await findImpresa(trx, edicion.id), {
    env,
    folio,
    en,
    por,
    minimos,
    filas: primeras,
  });
  const actaId = randomUUID();
  await insertActa(trx, { id: actaId, edicionId: edicion.id, folio, en, por: null });
  await insertVersion(trx, { actaId, acta, en, por: null });
  await upsertResultados(trx, actaId, 1, primeras);
  if (!corregida || mala < 0) return;
  const despues = new Date(en.getTime() + 3 * DIA);
  await updateVersion(trx, actaId, 1);
  const segunda = {
    ...acta,
    version: 2,
    motivo: 'Se omitió la calificación del examen final al sumar los parciales.',
    emitidaEn: despues.toISOString(),
    filas,
  };
  await insertVersion(trx, { actaId, acta: segunda, en: despues, por: null });
  await upsertResultados(trx, actaId, 2, [filas[mala]!]);
};

/** What is recorded of an edition: all of it when it ended, about half while it is being given. */
const seedCeldas = async (
  trx: Trx,
  edicion: EdicionRow,
  sesiones: readonly { id: string; fecha: string }[],
  { random, now, terminada }: { random: Random; now: Date; terminada: boolean },
): Promise<void> => {
  const rows = await selectFilas(trx, edicion.id);
  const hoy = fechaDe(now);
  await insertResultados(
    trx,
    rows
      .filter(({ estado }, i) => (terminada ? estado !== 'inscrita' || i % 5 !== 0 : i % 2 === 0))
      .map(({ inscripcion_id, estado }) => ({
        inscripcionId: inscripcion_id,
        calificacion: estado === 'noAcreditada' ? nota(random, 4, 7.9) : nota(random, 8, 10),
        observacion: pick(random, TEXTOS),
      })),
    now,
  );
  await insertMarcas(
    trx,
    rows.flatMap(({ inscripcion_id, estado }) =>
      sesiones
        .filter(({ fecha }) => terminada || fecha < hoy)
        .map(({ id }) => ({
          inscripcionId: inscripcion_id,
          sesionId: id,
          marca: marcaDe(random, estado),
        })),
    ),
    now,
  );
};

/**
 * Past editions with their actas, one of them corrected; one that waits for its own, with some grades missing; and those that are
 * being given, half recorded. Without history, as the enrolments that they are of.
 */
export const seedResultados = async (
  trx: Trx,
  {
    now,
    random,
    ediciones,
    env,
  }: {
    now: Date;
    random: Random;
    ediciones: readonly SeededEdicion[];
    env: Pick<Env, 'institution' | 'demo'>;
  },
): Promise<void> => {
  const dadas = ediciones.filter(({ momento }) => ['concluida', 'enCurso'].includes(momento));
  const sesiones = Map.groupBy(
    await seedSesiones(
      trx,
      dadas.filter((_, i) => i % 2 === 0).map(({ id }) => ({ id, cuantas: 8 })),
    ),
    ({ edicion_id }) => edicion_id,
  );
  let corregida = true;
  for (const { id, momento } of dadas) {
    const edicion = (await findEdicion(trx, id, now))!;
    const terminada = momento === 'concluida';
    await seedCeldas(trx, edicion, sesiones.get(id) ?? [], { random, now, terminada });
    const rows = await selectFilas(trx, id);
    if (!terminada || rows.length === 0 || rows.some(({ estado }) => estado === 'inscrita'))
      continue;
    const en = new Date(
      Date.parse(`${edicion.termina}T18:00:00Z`) + 2 * DIA + integer(random, 0, 9) * HORA,
    );
    await seedActa(trx, edicion, { random, env, en, corregida });
    corregida = false;
  }
};
