/** Interviews as other rooms ask for them, what is written of them to calendars and people, and what the copy of one's data holds. */
import {
  type Aporte,
  aporteDeTabla,
  type Camino,
  type SinAporte,
} from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../../platform/server/supresiones.ts';
import { fechaDe, horaDe } from '../../../../platform/shared/dates.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import {
  addWorkingDays,
  type Calendar,
  calendarOf,
} from '../../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../../catalogos/server/service.ts';
import { type Evento, writeCalendario } from '../../../oferta/calendario/rules.ts';
import { deConvocatoria } from '../../acceso/server/service.ts';
import { HORARIO } from '../../estados.ts';
import { dictamenesPath, solicitudPath } from '../../routes.ts';
import { ERRORES_ENTREVISTA as ERRORES } from '../errors.ts';
import { entrevistaIcsPath, panelIcsPath } from '../routes.ts';
import {
  type EtapaRow,
  type EventoRow,
  findAvisada,
  findCita,
  findDeQue,
  findEtapaDeEntrevista,
  findHorarioDe,
  type HorarioRow,
  lockReservadosDe,
  selectDelPanel,
  selectDiasPorRecordar,
  selectPanelistas,
  takeLiberados,
  takePorRecordar,
  touchCita,
  updateLibre,
} from './data.ts';
import { type AvisoDeEntrevista, type AvisoDePanel, entrevistaMail, panelMail } from './mails.ts';

type Con = Pick<Services, 'env' | 'notificaciones'>;

/** @throws {CallError} NOT_FOUND (`entrevista-no-existe`) */
export const requireEtapaDeEntrevista = async (
  db: Db | Trx,
  etapaId: string,
  options?: { lock?: boolean },
): Promise<EtapaRow> => {
  const row = await findEtapaDeEntrevista(db, etapaId, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** The judicial calendar, as the catalog has it today. */
export const readCalendario = async (db: Db | Trx): Promise<Calendar> =>
  calendarOf(await readDiasInhabiles(db as Db));

/** The evaluators who interview an application in a stage, by their ids; null while it has no slot. */
export const panelDe = async (
  db: Db | Trx,
  etapaId: string,
  solicitudId: string,
): Promise<string[] | null> => (await findHorarioDe(db, { etapaId, solicitudId }))?.panel ?? null;

/** A slot is nobody's again, and its applicant's calendar is told so. */
export const freeHorario = async (
  trx: Trx,
  horario: HorarioRow,
  { solicitudId, en }: { solicitudId: string; en: Date },
): Promise<boolean> => {
  if (!(await updateLibre(trx, horario.id, en))) return false;
  await touchCita(trx, { solicitudId, horarioId: horario.id, en });
  return true;
};

/**
 * Frees the slots of an application that leaves the competition. A panel that had been reminded is told by the next run of the
 * reminders.
 */
export const releaseDe = async (
  trx: Trx,
  { now }: Pick<Services, 'now'>,
  solicitudId: string,
): Promise<void> => {
  const en = now();
  for (const horario of await lockReservadosDe(trx, solicitudId)) {
    if (!(await freeHorario(trx, horario, { solicitudId, en }))) continue;
    await recordCambio(trx, 'entrevista.liberar', {
      id: horario.id,
      antes: { estado: horario.estado, solicitudId },
      despues: { estado: HORARIO.pasos.liberar.a },
    });
  }
};

/** Tells an applicant what became of their interview; one without an account is told by the school. */
export const tellEntrevista = async (
  trx: Trx,
  { env, notificaciones }: Con,
  { horario, solicitudId }: { horario: HorarioRow; solicitudId: string },
  aviso: AvisoDeEntrevista,
): Promise<void> => {
  const row = await findAvisada(trx, { etapaId: horario.etapa_id, solicitudId });
  if (!row?.correo || row.uid === null) return;
  const { inicia, termina, lugar } = horario;
  const enlace = solicitudPath(row.convocatoria_id);
  const que = {
    ...{ curso: row.curso, etapa: row.etapa, inicia, termina, lugar },
    ...{ url: env.publicUrl + enlace, enlace },
    ics: `${env.publicUrl}${entrevistaIcsPath(solicitudId, row.etapa_id)}`,
  };
  const nombre = nameInItsCase(
    row.persona_nombre,
    row.persona_apellido_paterno,
    row.persona_apellido_materno,
  );
  await notificaciones.notify(
    trx,
    deConvocatoria(
      row.convocatoria_id,
      entrevistaMail({ to: row.correo, uid: row.uid, nombre }, que, aviso),
    ),
  );
};

/** Tells the people of a panel, each by what `avisoDe` says for them (null: nothing). */
export const tellPanel = async (
  trx: Trx,
  { env, notificaciones }: Con,
  { horario, panel }: { horario: HorarioRow; panel: readonly string[] },
  avisoDe: (evaluadorId: string) => AvisoDePanel | null,
): Promise<void> => {
  const { convocatoriaId, ...de } = await findDeQue(trx, horario.etapa_id);
  const { inicia, termina, lugar } = horario;
  const que = {
    ...{ ...de, inicia, termina, lugar },
    ...{ url: env.publicUrl + dictamenesPath, enlace: dictamenesPath },
    ics: `${env.publicUrl}${panelIcsPath}`,
  };
  for (const row of await selectPanelistas(trx, panel)) {
    const aviso = avisoDe(row.evaluador_id);
    if (!row.correo || row.uid === null || !aviso) continue;
    const nombre = nameInItsCase(
      row.persona_nombre,
      row.persona_apellido_paterno,
      row.persona_apellido_materno,
    );
    await notificaciones.notify(
      trx,
      deConvocatoria(
        convocatoriaId,
        panelMail({ to: row.correo, uid: row.uid, nombre }, que, aviso),
      ),
    );
  }
};

const eventoDe = (
  row: EventoRow,
  { uid, titulo, descripcion, enlace }: Pick<Evento, 'uid' | 'titulo' | 'descripcion' | 'enlace'>,
): Evento => ({
  ...{ uid, titulo, descripcion, enlace, secuencia: row.secuencia, cambio: row.cambio },
  lugar: row.lugar,
  cancelado: !row.vigente,
  ocupa: true,
  cuando: {
    horas: { fecha: fechaDe(row.inicia), de: horaDe(row.inicia), a: horaDe(row.termina) },
  },
});

/**
 * The calendar file of somebody's interview in a stage: the same event whichever slot it is in, cancelled when it is in none.
 *
 * @throws {CallError} NOT_FOUND
 */
export const writeEntrevistaIcs = async (
  { db, env }: Pick<Services, 'db' | 'env'>,
  de: { solicitudId: string; etapaId: string; personaId: string },
): Promise<string> => {
  const row = await findCita(db, de);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noParticipa);
  return writeCalendario(`Entrevista: ${row.curso}`, [
    eventoDe(row, {
      uid: `entrevista-${de.etapaId}-${de.solicitudId}`,
      titulo: `Entrevista: ${row.curso}`,
      descripcion: `${row.etapa}. Folio ${groupByFour(row.folio ?? '')}`,
      enlace: `${env.publicUrl}${solicitudPath(row.convocatoria_id)}`,
    }),
  ]);
};

const DIA_MS = 86_400_000;
/** Days for which past interviews stay in a panel's calendar and list. */
const DIAS_PASADOS = 30;

/** The interviews of the panels that somebody is in, lately and from now on. */
export const readDelPanel = (db: Db, personaId: string, ahora: Date): Promise<EventoRow[]> =>
  selectDelPanel(db, { personaId, desde: new Date(ahora.getTime() - DIAS_PASADOS * DIA_MS) });

/** The calendar file of the interviews of somebody's panels. */
export const writePanelIcs = async (
  { db, env, now }: Pick<Services, 'db' | 'env' | 'now'>,
  personaId: string,
): Promise<string> =>
  writeCalendario(
    `${env.institution.shortName}: entrevistas`,
    (await readDelPanel(db, personaId, now())).map((row) =>
      eventoDe(row, {
        uid: `horario-${row.id}`,
        titulo: `Entrevista: ${row.curso}`,
        descripcion:
          row.folio === null ? row.etapa : `${row.etapa}. Folio ${groupByFour(row.folio)}`,
        enlace: `${env.publicUrl}${dictamenesPath}`,
      }),
    ),
  );

/** Hour of the day from which reminders go out: nobody is written to at night. */
const DESDE_LAS = 8;

/** Reminds applicants and panels one working day before, each once; tells panels of slots that became free after that. */
export const runRecordatorios = async (services: Services): Promise<void> => {
  const { db } = services;
  const ahora = services.now();
  await db.transaction().execute(async (trx) => {
    for (const horario of await takeLiberados(trx, ahora)) {
      const { panel } = horario;
      await tellPanel(trx, services, { horario, panel }, () => ({ tipo: 'libre' }));
    }
  });
  if (Number(horaDe(ahora).slice(0, 2)) < DESDE_LAS) return;
  const calendar = await readCalendario(db);
  const hoy = fechaDe(ahora);
  for (const { etapa_id, dia } of await selectDiasPorRecordar(db, ahora)) {
    if (addWorkingDays(dia, -1, calendar) > hoy) continue;
    await db.transaction().execute(async (trx) => {
      const tomados = await takePorRecordar(trx, { etapa_id, dia, ahora });
      const [primero] = tomados;
      if (!primero) return;
      for (const horario of tomados) {
        const solicitudId = horario.solicitud_id!;
        await tellEntrevista(trx, services, { horario, solicitudId }, { tipo: 'recordatorio' });
      }
      const panel = [...new Set(tomados.flatMap((horario) => horario.panel))];
      await tellPanel(trx, services, { horario: primero, panel }, (evaluadorId) => ({
        tipo: 'recordatorio',
        horas: tomados
          .filter((horario) => horario.panel.includes(evaluadorId))
          .map(({ inicia, folio, lugar }) => ({ inicia, folio: groupByFour(folio), lugar })),
      }));
    });
  }
};

const porSolicitud = {
  columna: 'solicitud_id',
  es: { tabla: 'solicitudes', id: 'id', por: { columna: 'persona_id', es: 'persona' } },
} as const satisfies Camino;
const suyos = {
  id: 'entrevistas-de-posgrado',
  titulo: 'Sus entrevistas de posgrado',
  tabla: 'horarios',
  por: [porSolicitud],
} as const;
const citas = {
  id: 'citas-de-entrevista',
  titulo: 'Cambios de horario de sus entrevistas de posgrado',
  tabla: 'entrevista_citas',
  por: [porSolicitud],
} as const;

/** Whom somebody was interviewed by is not given: it would tell who scored them. */
export const entrevistasAportes: readonly Aporte[] = [
  aporteDeTabla({ ...suyos, sin: ['panel', 'recordado_en'] }),
  aporteDeTabla(citas),
];
export const entrevistasSinAporte: SinAporte = {
  'entrevista_citas.horario_id': 'el horario de la cita, que se da con sus entrevistas',
};

const conserva = { conserva: 'todo', fundamento: 'concurso', identifica: true } as const;
/** They stay with the application; one that was still to come is freed when it withdraws. */
export const entrevistasSupresiones: readonly Supresion[] = [
  supresionDeTabla({ ...suyos, ...conserva }),
  supresionDeTabla({ ...citas, ...conserva }),
];
export const entrevistasSinSupresion: SinSupresion = {
  'entrevista_citas.horario_id': 'se conserva con la cita de su solicitud',
};
