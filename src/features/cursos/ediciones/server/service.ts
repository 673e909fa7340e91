import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import { type Db, isForeignKeyViolation, type Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { type Nombrar, recordCambio } from '../../../../platform/server/historial/index.ts';
import { touchHojas } from '../../../../platform/server/hojas/importaciones.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { changedFields } from '../../../../platform/shared/conflict.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { CallError, refuseFields } from '../../../../platform/shared/errors.ts';
import { plusDays, weeksOf } from '../../../../platform/shared/months.ts';
import { MESSAGES } from '../../errors.ts';
import { checkItems, lastAuthor } from '../../fichas/server/service.ts';
import { canReadOferta } from '../../policy.ts';
import { edicionesConPath, edicionPath } from '../../routes.ts';
import {
  type CambioDeEdicion,
  type DatosDeEdicion,
  type EdicionGuardada,
  type FiltrosEdiciones,
  MAX_CALENDARIO,
} from '../contract.ts';
import { selectDocentes, selectGrupos, selectSesiones } from '../partes/server/data.ts';
import {
  cambiaParaInscritos,
  checkConActa,
  checkEdicion,
  checkPorConvocatoria,
  sesionesQueDejaFuera,
} from '../rules.ts';
import * as data from './data.ts';
import { datosDeEdicionOf, presentEdicionGuardada, presentEdicionListada } from './present.ts';

/** What those who are enrolled are told. */
export type AvisoDeEdicion =
  | { tipo: 'cancelacion' }
  /** What its days and its venue were. */
  | { tipo: 'cambio'; antes: { inicia: string; termina: string; sede: string | null } };

/** Who is in an edition: kept by another feature, which gives this. */
export type ParticipantesDeEdicion = {
  /** How many inscripciones it has, whatever their state. */
  readonly count: (db: Db | Trx, edicionId: string) => Promise<number>;
  /** True of an edition `e` in which some inscripción is in a state; of a state that there is not, of none. */
  readonly conAlguna: (estado: string) => data.DeLaEdicion;
  /**
   * Those that are alive leave it, with the reason, in the history. Gives how many, the seats that they had – of the
   * edition and of its groups –, and how many stay because they have a result.
   */
  readonly withdrawAll: (
    trx: Trx,
    baja: { edicionId: string; motivo: string; ahora: Date },
    ctx: { services: Services; actor: Actor },
  ) => Promise<{
    bajas: number;
    lugares: number;
    grupos: { id: string; n: number }[];
    conResultado: number;
  }>;
  /** Whether any of them is alive: somebody who came while the rest were leaving it. */
  readonly hasVivas: (trx: Trx, edicionId: string) => Promise<boolean>;
  /** Has them told, by a job of whoever does it. */
  readonly tellAll: (
    trx: Trx,
    services: Services,
    aviso: { edicionId: string; nombre: string; propietario: string; aviso: AvisoDeEdicion },
  ) => Promise<void>;
};

/** A closed acta: its folio as it is shown, and where it is read and corrected. */
export type ActaDeEdicion = { readonly folio: string; readonly enlace: string };

/** What the results of editions keep as it is: recorded by another feature, which gives this. */
export type ResultadosDeEdicion = {
  /** The closed actas of these editions, by edition. */
  readonly findActas: (
    db: Db | Trx,
    ediciones: readonly string[],
  ) => Promise<ReadonlyMap<string, ActaDeEdicion>>;
  /** The closed acta of an edition; while it is open nobody closes it, nor do imports of its lists decide, until the transaction ends. */
  readonly holdActa: (trx: Trx, edicionId: string) => Promise<ActaDeEdicion | null>;
  /** Whether somebody's attendance at a session is recorded. */
  readonly hasAsistencia: (trx: Trx, sesionId: string) => Promise<boolean>;
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** Who is in an edition. */
    participantesDeEdicion: ParticipantesDeEdicion;
    /** The values that its results keep from being changed. */
    resultadosDeEdicion: ResultadosDeEdicion;
  }
}

export const NO_EDICION = new CallError('NOT_FOUND', MESSAGES['edicion-no-existe'], {
  code: 'edicion-no-existe',
});

/** Nothing of an edition changes once it is cancelled. */
export const CANCELADA = new CallError('FAILED_PRECONDITION', MESSAGES['edicion-cancelada'], {
  code: 'edicion-cancelada',
});

/** What a list of editions is asked for, as its statement takes it. */
export const filtrosDeLista = (
  { inscripcion, ...filtros }: FiltrosEdiciones,
  { conAlguna }: Pick<ParticipantesDeEdicion, 'conAlguna'>,
): data.FiltrosDeLista => ({
  ...filtros,
  ...(inscripcion && { conInscripcion: conAlguna(inscripcion) }),
});

/** A page of editions, by the day they begin. */
export const readEdiciones = async (
  db: Db,
  filtros: data.FiltrosDeLista,
  at: { tras?: string | undefined; antes?: string | undefined; porPagina: number },
  descendente: boolean,
  ahora: Date,
) => {
  const page = await cursorPage(
    at,
    ({ id }: data.EdicionListadaRow) => id,
    ({ reversed, ...from }) =>
      data.selectEdiciones(db, filtros, { ...from, descendente: descendente !== reversed }, ahora),
    () => data.countEdiciones(db, filtros, ahora),
  );
  return { ...page, filas: page.filas.map(presentEdicionListada) };
};

/** The latest that the page of a course shows. */
const DE_UN_CURSO = 20;

/** The latest editions of a course, and how many there are. */
export const readEdicionesDeCurso = async (db: Db, curso: string, ahora: Date) => {
  const from = { after: null, descendente: true, limit: DE_UN_CURSO };
  const rows = await data.selectEdiciones(db, { curso }, from, ahora);
  return {
    ediciones: rows.map(presentEdicionListada),
    cuantasEdiciones: await data.countEdiciones(db, { curso }, ahora),
  };
};

/** What happens in a month, as the calendar shows it: with the days of its weeks that are of others. */
export const readCalendario = async (
  db: Db,
  mes: string,
  filtros: data.FiltrosDeLista,
  ahora: Date,
) => {
  const dias = weeksOf(mes).flat();
  const [desde, hasta] = [dias[0]!, dias.at(-1)!];
  const entre = { desde, hasta, de: startOfDay(desde), a: startOfDay(hasta, 1) };
  const rows = await data.selectEdicionesConHito(db, filtros, entre, MAX_CALENDARIO + 1, ahora);
  return {
    filas: rows.slice(0, MAX_CALENDARIO).map(presentEdicionListada),
    hayMas: rows.length > MAX_CALENDARIO,
  };
};

/** An edition with its parts, as it is read. */
export const present = async (db: Db | Trx, row: data.EdicionRow): Promise<EdicionGuardada> =>
  presentEdicionGuardada(row, {
    grupos: await selectGrupos(db, row.id),
    docentes: await selectDocentes(db, row.id),
    sesiones: await selectSesiones(db, row.id),
  });

/** The row of an edition; @throws {CallError} NOT_FOUND. */
export const requireEdicion = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<data.EdicionRow> => {
  const row = await data.findEdicionGuardada(db, id, ahora);
  if (!row) throw NO_EDICION;
  return row;
};

/** @throws {CallError} NOT_FOUND. */
export const readEdicion = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<EdicionGuardada> => present(db, await requireEdicion(db, id, ahora));

/** The refusal of whoever saves over what somebody else saved, with what that is. */
export const conflictOf = async (trx: Trx, row: data.EdicionRow): Promise<CallError> => {
  const previo: CambioDeEdicion = {
    actual: await present(trx, row),
    quien: await lastAuthor(trx, 'edicion', row.id),
    momento: row.actualizado_en.toISOString(),
  };
  return new CallError('ABORTED', MESSAGES['cambio-previo'], { code: 'cambio-previo', ...previo });
};

/** What is kept of what was written. */
export const normalise = (datos: DatosDeEdicion): DatosDeEdicion => ({
  ...datos,
  nombre: datos.nombre.trim().replace(/\s+/g, ' '),
  sedeId: datos.sedeId || null,
});

/** As the history keeps it. */
export const paraHistorial = (datos: DatosDeEdicion, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, datos[key as keyof DatosDeEdicion]]));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The course and the plantilla that it would have; of another one than now, both must be in force. */
export const checkReferencias = async (
  trx: Trx,
  datos: DatosDeEdicion,
  antes: DatosDeEdicion | null,
): Promise<Record<string, string>> => {
  const errores: Record<string, string> = {};
  const curso = UUID.test(datos.cursoId) ? await data.holdCurso(trx, datos.cursoId) : undefined;
  if (!curso) errores.cursoId = 'Elija el curso.';
  else if (curso.retirado_en && antes?.cursoId !== datos.cursoId) {
    errores.cursoId = MESSAGES['curso-retirado'];
  }
  const known =
    UUID.test(datos.plantillaId) && (await data.selectPlantillas(trx, datos.plantillaId));
  if (antes?.plantillaId !== datos.plantillaId && (!known || known.length === 0)) {
    errores.plantillaId = 'Elija una plantilla publicada.';
  }
  return {
    ...errores,
    ...(await checkItems(trx, { sedeId: 'sedes' }, datos, { sedeId: antes?.sedeId ?? null })),
  };
};

/** Whether one enters it by a call, and whether that is published. */
export const convocatoriaDe = (row: data.EdicionRow) => ({
  porConvocatoria: row.por_convocatoria,
  conConvocatoriaPublicada: row.convocatoria_id !== null,
});

/** Why an edition cannot have fewer seats than are taken. */
export const cupoTaken = (ocupados: number): string =>
  `Ya hay ${ocupados === 1 ? '1 lugar ocupado' : `${ocupados} lugares ocupados`}: el cupo no puede ser menor.`;

/** What an act upon an edition is done with. */
export type Context = {
  services: Services;
  actor: Actor;
  participantes: ParticipantesDeEdicion;
};

/** What cannot change once somebody is in: they enrolled in that course, by that plantilla. */
const checkInscritos = (
  datos: DatosDeEdicion,
  antes: DatosDeEdicion,
  inscripciones: number,
): Record<string, string> =>
  inscripciones === 0
    ? {}
    : {
        ...(datos.cursoId !== antes.cursoId && {
          cursoId: 'Ya hay inscripciones en esta edición: no puede pasar a otro curso.',
        }),
        ...(datos.plantillaId !== antes.plantillaId && {
          plantillaId: 'Ya hay inscripciones en esta edición: su plantilla no cambia.',
        }),
      };

type Saving = {
  id: string | null;
  version: number | null;
  datos: DatosDeEdicion;
  avisar: boolean | null;
  sesionesFuera: boolean;
};

const addEdicion = async (
  trx: Trx,
  datos: DatosDeEdicion,
  ahora: Date,
): Promise<EdicionGuardada> => {
  const errores = { ...(await checkReferencias(trx, datos, null)), ...checkEdicion(datos) };
  if (Object.keys(errores).length > 0) throw refuseFields(errores);
  const { id } = await data.insertEdicion(trx, datos, ahora);
  await recordCambio(trx, 'edicion.agregar', { id, despues: { ...datos } });
  return readEdicion(trx, id, ahora);
};

/** What is wrong with what an edition would say over what it says. */
const wrongEdit = async (
  trx: Trx,
  row: data.EdicionRow,
  { datos, avisar, sesionesFuera }: Saving,
  { participantes, acta }: Pick<Context, 'participantes'> & { acta: ActaDeEdicion | null },
): Promise<Record<string, string>> => {
  const antes = datosDeEdicionOf(row);
  const asks = row.ocupados > 0 && cambiaParaInscritos(antes, datos) && avisar === null;
  const fuera = sesionesQueDejaFuera(await selectSesiones(trx, row.id), antes, datos);
  return {
    ...(fuera.length > 0 &&
      !sesionesFuera && {
        sesionesFuera: 'Confirme que hay sesiones fuera de estas fechas.',
      }),
    ...(asks && { avisar: 'Diga si se avisa a quienes están inscritos.' }),
    ...(datos.cupo !== null && datos.cupo < row.ocupados && { cupo: cupoTaken(row.ocupados) }),
    ...(await checkReferencias(trx, datos, antes)),
    ...checkInscritos(datos, antes, await participantes.count(trx, row.id)),
    ...checkPorConvocatoria(antes, datos, convocatoriaDe(row)),
    ...checkEdicion(datos),
    ...checkConActa(antes, datos, acta?.folio ?? null),
  };
};

/**
 * Adds an edition, or edits the version of one that whoever edits it had; tells those who are enrolled when its days
 * or its venue change and whoever edits says so.
 *
 * @throws {CallError} NOT_FOUND; ABORTED, with what somebody else saved; INVALID_ARGUMENT, by field;
 * FAILED_PRECONDITION: it is cancelled.
 */
export const saveEdicion = async (
  trx: Trx,
  given: Saving,
  { services, actor, participantes, resultados }: Context & { resultados: ResultadosDeEdicion },
): Promise<EdicionGuardada> => {
  await touchHojas(trx, ['ediciones']);
  const ahora = services.now();
  const input = { ...given, datos: normalise(given.datos) };
  if (input.id === null) return addEdicion(trx, input.datos, ahora);
  const acta = await resultados.holdActa(trx, input.id);
  const row = await requireEdicion(trx, input.id, ahora);
  if (row.cancelada_en) throw CANCELADA;
  if (row.version !== input.version) throw await conflictOf(trx, row);
  const errores = await wrongEdit(trx, row, input, { participantes, acta });
  if (Object.keys(errores).length > 0) throw refuseFields(errores);
  const { datos } = input;
  const antes = datosDeEdicionOf(row);
  const changed = changedFields(antes, datos);
  if (changed.length === 0) return present(trx, row);
  const avisa = input.avisar === true && row.ocupados > 0 && cambiaParaInscritos(antes, datos);
  if (avisa) {
    await participantes.tellAll(trx, services, {
      edicionId: row.id,
      nombre: `${row.curso_nombre}, ${datos.nombre}`,
      propietario: actor.uid,
      aviso: {
        tipo: 'cambio',
        antes: { inicia: row.inicia, termina: row.termina, sede: row.sede },
      },
    });
  }
  await recordCambio(trx, 'edicion.editar', {
    id: row.id,
    antes: paraHistorial(antes, changed),
    despues: { ...paraHistorial(datos, changed), ...(avisa && { avisados: row.ocupados }) },
  });
  // Last, as whoever enrols takes it: its row is held only until the commit.
  const written = await data.updateEdicion(trx, { id: row.id, version: row.version }, datos, {
    ahora,
    cursoAntes: row.curso_id,
  });
  if (!written) throw await lostOf(trx, row, datos, ahora);
  return readEdicion(trx, row.id, ahora);
};

/** Why an edition that was read a moment ago could not be written. */
const lostOf = async (
  trx: Trx,
  { id, version }: data.EdicionRow,
  datos: DatosDeEdicion,
  ahora: Date,
): Promise<CallError> => {
  const row = await requireEdicion(trx, id, ahora);
  if (row.cancelada_en) return CANCELADA;
  return row.version === version && row.ocupados > datos.cupo!
    ? refuseFields({ cupo: cupoTaken(row.ocupados) })
    : conflictOf(trx, row);
};

const CON_INSCRIPCIONES =
  'Hay inscripciones en esta edición: no se borra. Si ya no se impartirá, cancélela.';

/**
 * Deletes an edition in which nobody enrolled, as whoever deletes it saw it.
 *
 * @throws {CallError} FAILED_PRECONDITION (`en-uso`); ABORTED, with what somebody else saved.
 */
export const removeEdicion = async (
  trx: Trx,
  { id, version }: { id: string; version: number },
  participantes: ParticipantesDeEdicion,
  ahora: Date,
): Promise<void> => {
  await touchHojas(trx, ['ediciones']);
  const row = await requireEdicion(trx, id, ahora);
  if (row.version !== version) throw await conflictOf(trx, row);
  const enUso = () => new CallError('FAILED_PRECONDITION', CON_INSCRIPCIONES, { code: 'en-uso' });
  if ((await participantes.count(trx, id)) > 0) throw enUso();
  if (row.por_convocatoria) {
    const code = 'edicion-con-convocatoria';
    throw new CallError('FAILED_PRECONDITION', MESSAGES[code], { code });
  }
  await recordCambio(trx, 'edicion.borrar', {
    id,
    antes: paraHistorial(datosDeEdicionOf(row), ['cursoId', 'nombre', 'inicia', 'termina', 'cupo']),
    despues: null,
  });
  const removed = await data.removeEdicion(trx, { id, version }).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? enUso() : error;
  });
  if (!removed) throw await conflictOf(trx, await requireEdicion(trx, id, ahora));
};

/** SQLSTATE with which the database refuses: somebody sent an inscripción to it. */
const CON_ENVIADAS = 'PE005';

/**
 * Has an edition entered by a call for applications, or by inscripciones again; nothing happens when it is so already. What is being
 * sent at that moment is waited for.
 *
 * @throws {CallError} NOT_FOUND; FAILED_PRECONDITION (`edicion-cancelada`, `edicion-con-inscripciones`: some were sent).
 */
export const setPorConvocatoria = async (
  trx: Trx,
  edicionId: string,
  porConvocatoria: boolean,
): Promise<void> => {
  await touchHojas(trx, ['ediciones']);
  const row = await requireEdicion(trx, edicionId, new Date());
  if (row.cancelada_en && porConvocatoria) throw CANCELADA;
  const changed = await data
    .updatePorConvocatoria(trx, edicionId, porConvocatoria)
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== CON_ENVIADAS) throw error;
      const code = 'edicion-con-inscripciones';
      throw new CallError('FAILED_PRECONDITION', MESSAGES[code], { code });
    });
  if (!changed) return;
  await recordCambio(
    trx,
    porConvocatoria ? 'edicion.recibirPorConvocatoria' : 'edicion.recibirInscripciones',
    { id: edicionId },
  );
};

/** What editions are called in the history, by their id. */
export const nombrarEdiciones: Nombrar = async (db, ids) => {
  const rows = await data.selectNombresDeEdicion(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(rows.map(({ id, nombre }) => [id, { nombre, enlace: edicionPath(id) }]));
};

/** The editions that begin within a week, for staff. */
export const edicionesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canReadOferta,
  async find(db, { ahora }) {
    const primero = fechaDe(ahora);
    const ultimo = plusDays(primero, 6);
    const filtro = {
      estado: 'noCanceladas',
      comienzaDesde: primero,
      comienzaHasta: ultimo,
    } as const;
    const { n, inicia } = await data.countComienzan(db, filtro, ahora);
    return inicia === null
      ? []
      : [
          {
            titulo:
              n === 1
                ? 'Edición que comienza en los próximos 7 días'
                : 'Ediciones que comienzan en los próximos 7 días',
            cuantos: n,
            empieza: startOfDay(inicia),
            enlace: edicionesConPath({ estado: filtro.estado, comienza: { primero, ultimo } }),
            accion: 'Ver',
          },
        ];
  },
};

/** What a question about an edition is about: the offer is everybody's. */
export const edicionesContexto: Slots['contextoDeSoporte'] = {
  tipo: 'curso',
  async find(db, id) {
    const nombre = (await nombrarEdiciones(db, [id])).get(id)?.nombre ?? null;
    return nombre === null ? null : { titulo: nombre, enlace: null };
  },
};
