import { createHash } from 'node:crypto';
import { type CallContext, type Handler, handle } from '../../../../platform/server/callables.ts';
import { type Db, isConflict, type Trx } from '../../../../platform/server/db/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { type Cambio, recordCambio, recordOnce } from '../../../auditoria/server/handlers.ts';
import { forgetImagenesIne } from '../../../identidad/archivos/server/handlers.ts';
import { nombresProblems } from '../../../identidad/rules.ts';
import {
  type CurpReading,
  compareCurp,
  explainCurp,
  normalizeCurp,
  parseCurp,
} from '../../curp/rules.ts';
import { findPersonaByClave } from '../../server/data.ts';
import { takeFromImport } from '../../server/handlers.ts';
import { assignCurp, type Ensayo, rehearseCurp } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { canAssignCurp } from '../policy.ts';
import { type CampoNombre, mergeNombres } from '../rules.ts';
import {
  deletePersona,
  insertClaveAnterior,
  moveClavesAnteriores,
  type PersonaRow,
  savePersona,
  selectColumnasDePersona,
  selectPar,
} from './data.ts';
import { datosOf, nombresOf, nombresRow, presentEnsayo } from './present.ts';

type Context = CallContext<Actor>;

/** Ids of the file that changes of key and, in a merge, of the one that takes it in. */
export type Par = { de: string; a: string | null };

/** What a feature keeps of the two files. Sentences are Spanish, for staff. */
export type Seguimiento = {
  siguen: string[];
  descartados?: string[];
  impedimentos?: string[];
  /** Email of the account of a file, by its id. */
  correos?: ReadonlyMap<string, string>;
  /** Whatever makes a rehearsal old when it changes and the sentences do not say. */
  version: unknown;
};

export type CambioDeClave = Par & {
  /** The display name that the person is left with. */
  nombreCompleto: string;
  ctx: Context;
  /** Leaves a change for the history, which is written last. */
  anotar: (cambio: Cambio) => void;
};

/**
 * How what a feature keeps of a person follows them when their key changes or their file is merged
 * into another. Each feature exports its own from its handlers and `src/server.ts` joins them; the
 * server does not start while a column names a person and nobody says how it follows.
 */
export type Seguidor = {
  /** The columns that name a person, as `tabla.columna`. */
  readonly columnas: readonly string[];
  /** What there is; `lock` holds it until the transaction ends. */
  readonly look?: (trx: Trx, par: Par, lock: boolean) => Promise<Seguimiento>;
  /** Does what `look` said, in the transaction that changes the key. */
  readonly follow?: (trx: Trx, cambio: CambioDeClave) => Promise<void>;
};

const clavesSeguidor: Seguidor = {
  // The history never changes: whoever reads it asks for all the ids of a person (`readPersonaIds`).
  columnas: ['claves_anteriores.persona_id', 'historial.persona_id'],
  follow: async (trx, { de, a }) => {
    if (a !== null) await moveClavesAnteriores(trx, de, a);
  },
};

/** Refuses to start while something that names a person would be left behind by a merge. */
export const requireSeguidores = async (db: Db, given: readonly Seguidor[]): Promise<void> => {
  const handled = new Set([clavesSeguidor, ...given].flatMap(({ columnas }) => columnas));
  const missing = (await selectColumnasDePersona(db)).filter((columna) => !handled.has(columna));
  if (missing.length > 0) {
    throw new Error(
      `Nobody says how these columns follow a person whose file is merged: ${missing.join(', ')}. Declare them in a Seguidor (features/personas/clave/server/handlers.ts) and join it in src/server.ts.`,
    );
  }
};

const refuse = (
  status: 'ABORTED' | 'NOT_FOUND' | 'FAILED_PRECONDITION',
  error: { code: string; message: string },
) => new CallError(status, error.message, { code: error.code });

const requireCurp = (text: string, today: Date): CurpReading => {
  const reading = parseCurp(text, today);
  if (reading.ok) return reading;
  const message = explainCurp(reading);
  throw new CallError('INVALID_ARGUMENT', message, { code: 'curp', fields: { curp: message } });
};

type Plan = Par & {
  reading: CurpReading;
  anterior: PersonaRow;
  actual: PersonaRow | undefined;
  ensayo: Ensayo;
};

/** The two files and all that hangs from them, and what would become of it. */
const plan = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string },
  { services }: Context,
  lock: boolean,
): Promise<Plan> => {
  const reading = requireCurp(input.curp, services.now());
  const clave = normalizeCurp(input.clave);
  const { anterior, actual } = await selectPar(trx, clave, reading.curp, lock);
  if (!anterior) {
    // An earlier key: somebody has just done it.
    if (await findPersonaByClave(trx, clave)) throw refuse('FAILED_PRECONDITION', ERRORES.conCurp);
    throw refuse('NOT_FOUND', ERRORES.noExiste);
  }
  if (anterior.curp !== null) throw refuse('FAILED_PRECONDITION', ERRORES.conCurp);
  const par = { de: anterior.id, a: actual?.id ?? null };
  const seguimientos: Seguimiento[] = [];
  for (const { look } of seguidores) if (look) seguimientos.push(await look(trx, par, lock));
  const all = (key: 'siguen' | 'descartados' | 'impedimentos') =>
    seguimientos.flatMap((seguimiento) => seguimiento[key] ?? []);
  const correos = new Map(seguimientos.flatMap((s) => [...(s.correos ?? [])]));
  const huella = createHash('sha256')
    .update(JSON.stringify([reading.curp, anterior, actual ?? null, seguimientos]))
    .digest('base64url');
  const ensayo = presentEnsayo({
    reading,
    anterior,
    actual,
    correos,
    siguen: all('siguen'),
    descartados: all('descartados'),
    impedimentos: all('impedimentos'),
    huella,
  });
  return { ...par, reading, anterior, actual, ensayo };
};

/**
 * One file into another, whatever their keys: all follows, and the key of the one that goes opens
 * the one that stays.
 */
const mergePersonas = async (
  trx: Trx,
  {
    anterior,
    actual,
    tomar,
  }: { anterior: PersonaRow; actual: PersonaRow; tomar: readonly CampoNombre[] },
  ahora: Date,
  follow: (nombreCompleto: string) => Promise<void>,
): Promise<void> => {
  const nombres = mergeNombres(nombresOf(anterior), nombresOf(actual), tomar);
  const [problem] = Object.values(nombresProblems(nombres));
  if (problem) throw new CallError('INVALID_ARGUMENT', problem, { fields: { tomar: problem } });
  const row = nombresRow(nombres);
  await follow(row.nombre_completo);
  const discrepancias = actual.curp === null ? [] : compareCurp(actual.curp, nombres);
  await savePersona(trx, actual.id, row, discrepancias, ahora);
  await insertClaveAnterior(trx, {
    row: anterior,
    personaId: actual.id,
    anteriorId: anterior.id,
    ahora,
  });
  await deletePersona(trx, anterior.id);
};

const perform = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: {
    clave: string;
    curp: string;
    tomar: readonly CampoNombre[];
    motivo: string;
    huella: string;
  },
  ctx: Context,
) => {
  const { de, a, reading, anterior, actual, ensayo } = await plan(
    trx,
    seguidores,
    input,
    ctx,
    true,
  );
  if (ensayo.huella !== input.huella) throw refuse('ABORTED', ERRORES.cambio);
  const [impedimento] = ensayo.impedimentos;
  if (impedimento) {
    throw refuse('FAILED_PRECONDITION', { ...ERRORES.impedido, message: impedimento });
  }
  const ahora = ctx.services.now();
  const cambios: Cambio[] = [];
  const follow = async (nombreCompleto: string) => {
    const cambio = {
      de,
      a,
      nombreCompleto,
      ctx,
      anotar: (c: Cambio) => {
        cambios.push(c);
      },
    };
    for (const seguidor of seguidores) await seguidor.follow?.(trx, cambio);
  };
  const comun = {
    actorUid: ctx.actor.uid,
    entidad: 'persona',
    motivo: input.motivo,
    solicitudId: ctx.request.id,
  };
  if (actual) {
    await mergePersonas(trx, { anterior, actual, tomar: input.tomar }, ahora, follow);
    cambios.push(
      {
        ...comun,
        accion: 'persona.fusionar',
        entidadId: de,
        antes: { clave: anterior.clave },
        despues: { personaId: actual.id },
      },
      {
        ...comun,
        accion: 'persona.recibirFusion',
        entidadId: actual.id,
        despues: {
          personaAnterior: de,
          claveAnterior: anterior.clave,
          nombresTomados: input.tomar,
        },
      },
    );
  } else {
    await takeFromImport(trx, reading.curp);
    await follow(anterior.nombre_completo);
    await insertClaveAnterior(trx, { row: anterior, personaId: de, anteriorId: null, ahora });
    await savePersona(
      trx,
      de,
      {
        clave: reading.curp,
        curp: reading.curp,
        fecha_nacimiento: reading.fechaNacimiento,
        sexo: reading.sexo,
        entidad_nacimiento: reading.entidad,
      },
      compareCurp(reading.curp, datosOf(anterior)),
      ahora,
    );
    cambios.push({
      ...comun,
      accion: 'persona.asignarCurp',
      entidadId: de,
      antes: { clave: anterior.clave, conCurp: false },
      despues: { conCurp: true },
    });
  }
  for (const cambio of cambios) await recordCambio(trx, cambio);
  return { personaId: a ?? de, hecho: { tipo: ensayo.tipo, clave: reading.curp } };
};

export const claveHandlers = (given: readonly Seguidor[]): Handler[] => {
  const seguidores = [...given, clavesSeguidor];
  return [
    handle(rehearseCurp, {
      policy: canAssignCurp,
      run: (input, ctx) =>
        ctx.services.db.transaction().execute(async (trx) => {
          const { de, a, ensayo } = await plan(trx, seguidores, input, ctx, false);
          for (const entidadId of a === null ? [de] : [de, a]) {
            await recordOnce(trx, {
              actorUid: ctx.actor.uid,
              accion: 'persona.ensayarCurp',
              entidad: 'persona',
              entidadId,
              solicitudId: ctx.request.id,
            });
          }
          return ensayo;
        }),
    }),

    handle(assignCurp, {
      policy: canAssignCurp,
      async run(input, ctx) {
        try {
          const { personaId, hecho } = await ctx.services.db
            .transaction()
            .execute((trx) => perform(trx, seguidores, input, ctx));
          await forgetImagenesIne(ctx, personaId);
          return hecho;
        } catch (error) {
          // The CURP was registered, or something of the two files written, at this very moment.
          if (isConflict(error)) throw refuse('ABORTED', ERRORES.cambio);
          throw error;
        }
      },
    }),
  ];
};
