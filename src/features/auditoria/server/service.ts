import type { z } from 'zod';
import type { Aporte, Titular } from '../../../platform/server/aportes.ts';
import { cursorPage } from '../../../platform/server/db/cursor.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import {
  type Place,
  readSavedAnclas,
  saveAnclas,
} from '../../../platform/server/historial/anclas.ts';
import {
  type Nombrar,
  recordCambio,
  recordOnce,
} from '../../../platform/server/historial/index.ts';
import {
  type Verification,
  verifyCadenas,
} from '../../../platform/server/historial/verification.ts';
import { actAsSystem } from '../../../platform/server/request-context.ts';
import type { Services } from '../../../platform/server/services.ts';
import type { Supresion } from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { startOfDay } from '../../../platform/shared/dates.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import type { Vocabulario } from '../../../platform/shared/historial.ts';
import { readUidByEmail } from '../../identidad/cuentas/server/service.ts';
import { normaliseEmail } from '../../identidad/rules.ts';
import { readUidsByName } from '../../identidad/usuarios/server/service.ts';
import { parseFolio } from '../../inscripciones/acuse/rules.ts';
import { readInscripcionIdByFolio } from '../../inscripciones/acuse/server/service.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { findPersonaIds } from '../../personas/expedientes/server/service.ts';
import { readPersonaIdByClave, readPersonaIds } from '../../personas/server/service.ts';
import type {
  Anotacion,
  listAccesosExpediente,
  listHistorial,
  listHistorialPersona,
} from '../contract.ts';
import { canReadSeguridad } from '../policy.ts';
import { idsNombrados } from '../rules.ts';
import {
  anyOf,
  countAccesos,
  countDe,
  countGrupos,
  countHistorial,
  type Filtros,
  type Nombrado,
  type Query,
  type Reservado,
  selectAccesos,
  selectHistorial,
  selectHistorialDeTitular,
  selectRegistros,
} from './data.ts';
import { nombreDeActor, presentAcceso, presentAnotacion, sinSeguridad } from './present.ts';

/** One at a time, whoever asks: it reads the whole history. */
export const createVerificar = () => {
  let running: Promise<Verification> | null = null;
  return ({
    db,
    env,
    secrets,
  }: Pick<Services, 'db' | 'env' | 'secrets'>): Promise<Verification> => {
    running ??= readSavedAnclas(env.dataDir, secrets)
      .then((lineas) => verifyCadenas(db, lineas))
      .finally(() => {
        running = null;
      });
    return running;
  };
};

const personaIdsOf = async (db: Db, clave: string | undefined) => {
  if (clave === undefined) return undefined;
  const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
  return personaId === null ? [] : readPersonaIds(db, personaId);
};

/** Whose history is asked for by name is one of the things that they see. */
const recordLecturaHistorial = (db: Db, personaId: string) =>
  db.transaction().execute((trx) => recordOnce(trx, 'persona.leerHistorial', { id: personaId }));

/** People whose history a text by name shows: of more, nobody's is looked for. */
const MAX_POR_NOMBRE = 20;

/** People by the names that the column of files shows, with the ids of the files merged into theirs. */
const readPersonaIdsByName = async (db: Db, text: string): Promise<string[]> => {
  const found = await findPersonaIds(db, text, MAX_POR_NOMBRE + 1);
  if (found.length > MAX_POR_NOMBRE) return [];
  return (await Promise.all(found.map((id) => readPersonaIds(db, id)))).flat();
};

/**
 * The records that a text names: an account by its email or name, a person by their key or name, an inscripción by the folio of
 * its acuse, what other features know by it (`idsDeRegistros`), anything by its id.
 */
const readNombrado = async (
  db: Db,
  text: string,
  buscan: Palabras['buscan'],
): Promise<Nombrado> => {
  const uid = text.includes('@') ? await readUidByEmail(db, normaliseEmail(text)) : null;
  const personaId = await readPersonaIdByClave(db, normalizeCurp(text));
  const personaIds =
    personaId === null ? await readPersonaIdsByName(db, text) : await readPersonaIds(db, personaId);
  const registros = await Promise.all(buscan.map((buscar) => buscar(db, text)));
  const cuentas = await readUidsByName(db, text);
  const folio = parseFolio(text);
  const inscripcionId = folio === null ? null : await readInscripcionIdByFolio(db, folio);
  return {
    ids: [folio ?? text, ...(inscripcionId === null ? [] : [inscripcionId]), ...registros.flat()],
    uids: uid === null ? cuentas : [uid],
    personaIds,
  };
};

/** Search and filters of the history, as the screen and an export give them. */
export type FiltrosHistorial = Pick<
  z.output<typeof listHistorial.input>,
  'busqueda' | 'id' | 'clave' | 'actorUid' | 'accion' | 'entidad' | 'entidadId' | 'desde' | 'hasta'
>;

declare module '../../../platform/server/feature.ts' {
  interface Slots {
    /** Ids of a feature's records that a text names as people know them: a folio, a name. */
    idsDeRegistros: (db: Db, texto: string) => Promise<readonly string[]>;
    /**
     * A feature hides history rows from a person who takes part in what they are about, whatever their role (a contest in which they
     * apply); null: nothing.
     */
    historialReservado: (
      db: Db,
      actor: Pick<Actor, 'personaId' | 'email'>,
    ) => Promise<Reservado | null>;
  }
}

/** Joins the conditions by which features hide history rows from the actor; undefined: no feature hides any. */
const readReservado = async (
  db: Db,
  reservas: Palabras['reservas'],
  actor: Pick<Actor, 'personaId' | 'email'>,
): Promise<Reservado | undefined> => {
  const all = await Promise.all(reservas.map((reserva) => reserva(db, actor)));
  const kept = all.filter((one) => one !== null);
  if (kept.length === 0) return undefined;
  return anyOf(kept);
};

/**
 * What the filters ask for, or null when they name a person who is nobody. That whoever asks looks at
 * somebody's history is written down.
 */
export const readConsulta = async (
  db: Db,
  { reservas, buscan }: Pick<Palabras, 'reservas' | 'buscan'>,
  actor: Pick<Actor, 'personaId' | 'email'>,
  { clave, busqueda, desde, hasta, ...filtros }: FiltrosHistorial,
): Promise<Filtros | null> => {
  const personaIds = await personaIdsOf(db, clave);
  if (personaIds?.length === 0) return null;
  const texto = busqueda ? await readNombrado(db, busqueda, buscan) : undefined;
  const seen = new Set([...(personaIds ?? []), ...(texto?.personaIds ?? [])]);
  for (const personaId of seen) {
    if (personaId !== actor.personaId) await recordLecturaHistorial(db, personaId);
  }
  return {
    ...filtros,
    reservado: await readReservado(db, reservas, actor),
    personaIds,
    texto,
    desde: desde ? startOfDay(desde) : undefined,
    hasta: hasta ? startOfDay(hasta, 1) : undefined,
  };
};

/**
 * How the features name their records, by kind. `persona` also names what is about somebody's file and has no
 * name of its own.
 */
export type Registros = Readonly<Record<string, Nombrar>>;

/** In which words the history is said, how what it refers to is called, and what of it is kept from whom. */
export type Palabras = {
  readonly vocabulario: Vocabulario;
  readonly registros: Registros;
  readonly reservas: readonly Slots['historialReservado'][];
  /** Functions of other features that find records by the names people use. */
  readonly buscan: readonly Slots['idsDeRegistros'][];
};

/** How the records are called that the rows keep by id. */
const readNombres = async (
  db: Db,
  { vocabulario, registros }: Pick<Palabras, 'vocabulario' | 'registros'>,
  rows: Awaited<ReturnType<typeof selectHistorial>>,
): Promise<Record<string, string>> => {
  const nombres: Record<string, string> = {};
  const all = await Promise.all(
    [...idsNombrados(vocabulario, rows)].map(([registro, ids]) =>
      registros[registro]?.(db, [...ids]),
    ),
  );
  for (const named of all) {
    for (const [id, { nombre }] of named ?? []) if (nombre) nombres[id] = nombre;
  }
  return nombres;
};

/** What the records are called that the rows are of, by their kind; those of `persona` are the files that the rows are about. */
const readPropios = async (
  db: Db,
  { registros }: Palabras,
  rows: Awaited<ReturnType<typeof selectHistorial>>,
): Promise<ReadonlyMap<string, Awaited<ReturnType<Nombrar>>>> => {
  const asked = Object.entries(registros).map(async ([entidad, nombrar]) => {
    const ids = rows.flatMap((row) =>
      entidad === 'persona'
        ? (row.persona_id ?? [])
        : row.entidad === entidad
          ? row.entidad_id
          : [],
    );
    return ids.length > 0 ? [[entidad, await nombrar(db, [...new Set(ids)])] as const] : [];
  });
  return new Map((await Promise.all(asked)).flat());
};

/** A page of the history, each record with what it is called now: what that asks for depends on the rows, and goes in one journey. */
export const readHistorial = async (
  db: Db,
  palabras: Palabras,
  query: Query,
): Promise<Anotacion[]> => {
  const rows = await selectHistorial(db, query);
  const [cuantas, nombres, propios] = await Promise.all([
    query.actos ? countGrupos(db, query, rows) : null,
    readNombres(db, palabras, rows),
    readPropios(db, palabras, rows),
  ]);
  const personas = propios.get('persona');
  return rows.map((row) =>
    presentAnotacion(
      row,
      { nombres, cuantas: cuantas?.(row) ?? 1 },
      (row.entidad === 'persona' ? undefined : propios.get(row.entidad)?.get(row.entidad_id)) ??
        (row.persona_id === null ? undefined : personas?.get(row.persona_id)),
    ),
  );
};

/** A page of who read or changed the file of whoever asks, the latest first. */
export const readAccesos = async (
  db: Db,
  { uid, personaId }: { uid: string; personaId: string },
  at: z.output<typeof listAccesosExpediente.input>,
) => {
  const de = { personaIds: await readPersonaIds(db, personaId), ownUid: uid };
  const { filas, ...page } = await cursorPage<Awaited<ReturnType<typeof selectAccesos>>[number]>(
    at,
    ({ id }) => String(id),
    ({ after, reversed, limit }) =>
      selectAccesos(db, de, { ...(after !== null && { tras: Number(after) }), reversed, limit }),
    () => countAccesos(db, de),
  );
  return { ...page, filas: filas.map(presentAcceso) };
};

/**
 * A page of what was done with a person's file and with what is theirs, the latest first; of accounts only for whoever may
 * read that. That somebody looks is written down.
 */
export const readHistorialPersona = async (
  db: Db,
  palabras: Palabras,
  actor: Actor,
  { clave, registro, ...at }: z.output<typeof listHistorialPersona.input>,
) => {
  const todo = canReadSeguridad(actor);
  const consulta = await readConsulta(db, palabras, actor, { clave });
  if (!consulta) throw new CallError('NOT_FOUND', 'No hay un expediente con esa CURP o clave.');
  const query = { ...consulta, sinCuentas: !todo };
  const page = await cursorPage<Anotacion>(
    at,
    ({ id }) => String(id),
    ({ after, reversed, limit }) =>
      readHistorial(db, palabras, {
        ...query,
        entidad: registro,
        descendente: !reversed,
        tras: after === null ? undefined : Number(after),
        limite: limit,
      }),
    () => countHistorial(db, { ...query, entidad: registro }),
  );
  return {
    ...page,
    filas: todo ? page.filas : page.filas.map(sinSeguridad),
    registros: await selectRegistros(db, query),
  };
};

/**
 * Notes that this database has just been made from a dump (its file's name), beside the anchors and in the
 * history: the links between the dump and now are not missing, they never were in it.
 */
export const saveRestauracion = async (
  place: Place,
  respaldo: string,
  empezado: string | null,
): Promise<void> => {
  // Before it is in the history, which goes on from here.
  await saveAnclas(place, respaldo);
  await actAsSystem(() =>
    place.db.transaction().execute((trx) =>
      recordCambio(trx, 'base.restaurar', {
        id: respaldo,
        despues: { respaldo, ...(empezado !== null && { empezado }) },
      }),
    ),
  );
};

const BLOCK_TITULAR = 500;
/** Data of the history that name an account, or files: of others they are not told. */
const CUENTA = /(?:^|_)uid$|Uid$|(?:Por|_por)$/;

const soloSuyo = (
  datos: Record<string, unknown> | null,
  { personaIds, uids }: Titular,
): Record<string, unknown> | null =>
  datos &&
  Object.fromEntries(
    Object.entries(datos).map(([dato, valor]) => {
      if (dato === 'personas' && Array.isArray(valor)) {
        return [dato, valor.filter((id) => personaIds.includes(id))];
      }
      const other = CUENTA.test(dato) && typeof valor === 'string' && !uids.includes(valor);
      return [dato, other ? 'personal de la escuela' : valor];
    }),
  );

type DeTitular = Awaited<ReturnType<typeof selectHistorialDeTitular>>[number];

/** A row of the history as its person is given it: who else acted is named as in «Quién ha visto su expediente». */
const presentDeTitular = (row: DeTitular, titular: Titular, { describeAccion }: Vocabulario) => {
  const suya = row.actor_uid !== null && titular.uids.includes(row.actor_uid);
  const quien = row.actor_uid === null ? 'El sistema' : nombreDeActor(row);
  return {
    id: row.id,
    momento: row.momento.toISOString(),
    accion: row.accion,
    que: describeAccion(row.accion),
    quien: suya
      ? 'Usted'
      : [quien, row.actor_role && `(${row.actor_role})`].filter(Boolean).join(' '),
    ...(row.suyo || row.entero
      ? {
          motivo: row.motivo,
          ...(row.entero && {
            registro: row.entidad,
            registro_id: row.entidad_id,
            antes: soloSuyo(row.antes as Record<string, unknown> | null, titular),
            despues: soloSuyo(row.despues as Record<string, unknown> | null, titular),
          }),
        }
      : { sobre: 'otra persona' }),
    ...(suya && { desde: row.origen }),
  };
};

/** What the history has of somebody: what was done to their file and account, who looked, and what they did. */
export const historialAporte = (vocabulario: () => Vocabulario): Aporte => ({
  id: 'historial',
  titulo: 'Historial: qué se hizo y quién lo consultó',
  columnas: ['historial.persona_id', 'historial.actor_uid'],
  campos: {
    que: 'Qué',
    quien: 'Quién',
    desde: 'Dirección de red',
    accion: 'Acción',
    sobre: 'Sobre',
  },
  reservas: [
    'De lo que usted hizo como personal sobre otras personas se dice qué fue y cuándo, no sobre quién.',
  ],
  async *read({ db }, titular) {
    for (let tras = 0; ; ) {
      const rows = await selectHistorialDeTitular(db, titular, { tras, limite: BLOCK_TITULAR });
      if (rows.length === 0) return;
      tras = rows.at(-1)!.id;
      yield rows.map((row) => ({ datos: presentDeTitular(row, titular, vocabulario()) }));
    }
  },
});

/** The history is signed and chained: nothing of it changes. It says which data changed, not what they say. */
export const historialSupresion: Supresion = {
  id: 'historial',
  titulo: 'Historial de actos: quién hizo qué y cuándo',
  columnas: ['historial.persona_id', 'historial.actor_uid'],
  fundamento: 'historial',
  count: async (trx, titular) => ({ borra: 0, conserva: await countDe(trx, titular) }),
  perform: async () => [],
};
