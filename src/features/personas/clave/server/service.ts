import { createHash } from 'node:crypto';
import { type Db, isConflict, type Trx } from '../../../../platform/server/db/index.ts';
import {
  type Cambio,
  recordCambio,
  recordOnce,
} from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { nombresProblems } from '../../../identidad/rules.ts';
import {
  type CurpReading,
  compareCurp,
  explainCurp,
  normalizeCurp,
  parseCurp,
} from '../../curp/rules.ts';
import { ERRORES as ERRORES_FUSION } from '../../fusiones/errors.ts';
import { venceFusion } from '../../fusiones/rules.ts';
import {
  closeFusion,
  expireFusiones,
  findPendienteDe,
  hasSegundaPersona,
  insertFusion,
} from '../../fusiones/server/data.ts';
import { cambiosDe, columnasQueVuelven, venceReversion } from '../../reversion/rules.ts';
import { insertFusionHecha, takeFotos } from '../../reversion/server/data.ts';
import { findPersonaByClave } from '../../server/data.ts';
import { takeFromImport } from '../../server/service.ts';
import type { Ensayo } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { type CampoNombre, isClaveSinCurp, mergeNombres } from '../rules.ts';
import {
  deleteClaveAnterior,
  deletePersona,
  insertClaveAnterior,
  moveClavesAnteriores,
  type PersonaRow,
  savePersona,
  selectColumnasDePersona,
  selectPar,
} from './data.ts';
import { datosOf, nombresOf, nombresRow, presentEnsayo } from './present.ts';

/** Who changes a key, or makes two files one. */
export type Context = Pick<Asking, 'actor' | 'services'>;

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
  /** They had a CURP, and it is another now. */
  corrige?: boolean;
  ctx: Context;
  /** Leaves a change for the history, which is written last. */
  anotar: (accion: Accion, cambio: Cambio) => void;
};

/** Two files that were one: `de` is there again, and `cuenta` went back to it. */
export type Separados = {
  de: string;
  a: string;
  /** Uid of the account that is of the file that is there again; null when none went back. */
  cuenta: string | null;
  ctx: Context;
  anotar: (accion: Accion, cambio: Cambio) => void;
};

/**
 * How what a feature keeps of a person follows them when their key changes or their file is merged
 * into another. Each feature gives its own in its manifest (`seguidores`); the
 * server does not start while a column names a person and nobody says how it follows.
 */
export type Seguidor = {
  /** The columns that name a person, as `tabla.columna`. */
  readonly columnas: readonly string[];
  /** What there is; `lock` holds it until the transaction ends. */
  readonly look?: (trx: Trx, par: Par, lock: boolean) => Promise<Seguimiento>;
  /** Does what `look` said, in the transaction that changes the key. */
  readonly follow?: (trx: Trx, cambio: CambioDeClave) => Promise<void>;
  /** What people read for what a table of these holds («inscripciones»), when a merge is undone. */
  readonly llama?: Readonly<Record<string, string>>;
  /** Tables of these of which what is new since a merge does not stand in the way of undoing it. */
  readonly libres?: readonly string[];
  /** Tables of these of which, when a merge is undone, only whose a row is goes back. */
  readonly soloPersona?: readonly string[];
  /** Tables of these that are made anew from others: a merge that is undone leaves them alone. */
  readonly derivadas?: readonly string[];
  /** Holds, until the transaction ends, what must not change of a person while their merge is undone. */
  readonly hold?: (trx: Trx, personaId: string) => Promise<void>;
  /** What is to be done besides, once two files that were one are two again. */
  readonly separate?: (trx: Trx, separados: Separados) => Promise<void>;
  /** What shows the person's name follows it when only that changes. */
  readonly rename?: (
    trx: Trx,
    renombrada: { personaId: string; nombreCompleto: string },
  ) => Promise<void>;
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** How what a feature keeps of a person follows them. */
    seguidores: Seguidor;
  }
}

const clavesSeguidor: Seguidor = {
  // The history never changes: whoever reads it asks for all the ids of a person (`readPersonaIds`).
  columnas: ['claves_anteriores.persona_id', 'historial.persona_id'],
  libres: ['claves_anteriores'],
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
      `Nobody says how these columns follow a person whose file is merged: ${missing.join(', ')}. Declare them in a Seguidor (features/personas/clave/server/service.ts) and give it in the feature's server/feature.ts.`,
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

export type Plan = Par & {
  /** What the CURP says; null when the file that takes the other in has none. */
  reading: CurpReading | null;
  anterior: PersonaRow;
  actual: PersonaRow | undefined;
  ensayo: Ensayo;
};

/**
 * The two files and all that hangs from them, and what would become of it; `lock` holds it until the
 * transaction ends.
 */
export const planCurp = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string },
  { actor, services }: { actor: Pick<Actor, 'uid'>; services: Pick<Services, 'now'> },
  lock: boolean,
): Promise<Plan> => {
  const clave = normalizeCurp(input.clave);
  const destino = normalizeCurp(input.curp);
  // Another file without CURP: the two are one, whichever CURP they have.
  const reading = isClaveSinCurp(destino) ? null : requireCurp(input.curp, services.now());
  const { anterior, actual } = await selectPar(trx, clave, reading?.curp ?? destino, lock);
  if (!anterior) {
    // An earlier key: somebody has just done it.
    if (await findPersonaByClave(trx, clave)) throw refuse('FAILED_PRECONDITION', ERRORES.conCurp);
    throw refuse('NOT_FOUND', ERRORES.noExiste);
  }
  if (!actual && reading === null) throw refuse('NOT_FOUND', ERRORES.noExiste);
  // Who has a CURP gets no other; their file may be made one with another that has one.
  if (anterior.curp !== null && !actual?.curp) {
    throw refuse('FAILED_PRECONDITION', ERRORES.conCurp);
  }
  const par = { de: anterior.id, a: actual?.id ?? null };
  const seguimientos: Seguimiento[] = [];
  for (const { look } of seguidores) if (look) seguimientos.push(await look(trx, par, lock));
  const all = (key: 'siguen' | 'descartados' | 'impedimentos') =>
    seguimientos.flatMap((seguimiento) => seguimiento[key] ?? []);
  const correos = new Map(seguimientos.flatMap((s) => [...(s.correos ?? [])]));
  const huella = createHash('sha256')
    .update(JSON.stringify([reading?.curp ?? destino, anterior, actual ?? null, seguimientos]))
    .digest('base64url');
  const propuesta = await findPendienteDe(trx, anterior.id, services.now());
  const ensayo = presentEnsayo({
    reading,
    anterior,
    actual,
    correos,
    segundaPersona:
      actual !== undefined && (await hasSegundaPersona(trx, actor.uid, [anterior.id, actual.id])),
    propuesta: propuesta
      ? { id: propuesta.id, esSuya: propuesta.propuesta_por === actor.uid }
      : null,
    siguen: all('siguen'),
    descartados: all('descartados'),
    impedimentos: all('impedimentos'),
    huella,
  });
  return { ...par, reading, anterior, actual, ensayo };
};

/** What only the file that goes says, and the one that stays does not. */
const complete = (anterior: PersonaRow, actual: PersonaRow) => ({
  fecha_nacimiento: actual.fecha_nacimiento ?? anterior.fecha_nacimiento,
  sexo: actual.sexo ?? anterior.sexo,
  entidad_nacimiento: actual.entidad_nacimiento ?? anterior.entidad_nacimiento,
  correo_conocido: actual.correo_conocido ?? anterior.correo_conocido,
  curp_declarada: actual.curp_declarada ?? (actual.curp === null ? anterior.curp_declarada : null),
});

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
  await savePersona(
    trx,
    actual.id,
    { ...row, ...complete(anterior, actual) },
    discrepancias,
    ahora,
  );
  await insertClaveAnterior(trx, {
    row: anterior,
    personaId: actual.id,
    anteriorId: anterior.id,
    ahora,
  });
  await deletePersona(trx, anterior.id);
};

/** @throws {CallError} FAILED_PRECONDITION with the first reason why it cannot be done. */
export const requireSinImpedimentos = ({ impedimentos: [impedimento] }: Ensayo): void => {
  if (impedimento) {
    throw refuse('FAILED_PRECONDITION', { ...ERRORES.impedido, message: impedimento });
  }
};

type Fusionada = { id: string; anterior_id: string; persona_id: string };

/** What becomes of a proposed merge, for the history: both people find it in their file. */
export const recordFusion = (
  trx: Trx,
  { id, anterior_id, persona_id }: Fusionada,
  accion: 'proponer' | 'confirmar' | 'rechazar' | 'cancelar' | 'anular' | 'vencer',
  {
    actorUid,
    motivo,
    ...despues
  }: { actorUid?: null; motivo?: string; [dato: string]: unknown } = {},
): Promise<void> =>
  recordCambio(trx, `fusion.${accion}`, {
    id,
    actorUid,
    despues: { personas: [anterior_id, persona_id], ...despues },
    motivo,
  });

/** Ends the proposals (of one file, or all) whose days are over. */
export const endVencidas = async (trx: Trx, ahora: Date, anteriorId?: string): Promise<number> => {
  const vencidas = await expireFusiones(trx, ahora, anteriorId);
  for (const row of vencidas) await recordFusion(trx, row, 'vencer', { actorUid: null });
  return vencidas.length;
};

type Pedido = { tomar: readonly CampoNombre[]; motivo: string };

/** Leaves a merge for somebody else to confirm; one's own earlier proposal of that file is replaced. */
const proposeFusion = async (
  trx: Trx,
  { de, ensayo }: Plan,
  a: string,
  { tomar, motivo }: Pedido,
  { actor, services }: Context,
): Promise<string> => {
  const ahora = services.now();
  const { propuesta } = ensayo;
  if (propuesta && !propuesta.esSuya) {
    const { code, message } = ERRORES_FUSION.yaPropuesta;
    throw new CallError('ALREADY_EXISTS', message, { code, id: propuesta.id });
  }
  if (propuesta) {
    await closeFusion(trx, propuesta.id, 'cancelar', { por: actor.uid, motivo: null, en: ahora });
  }
  await endVencidas(trx, ahora, de);
  const id = await insertFusion(trx, {
    anteriorId: de,
    personaId: a,
    tomar,
    motivo,
    huella: ensayo.huella,
    propuestaPor: actor.uid,
    propuestaEn: ahora,
    venceEn: venceFusion(ahora),
  });
  await recordFusion(trx, { id, anterior_id: de, persona_id: a }, 'proponer', {
    motivo,
    nombresTomados: tomar,
    ...(propuesta && { reemplaza: propuesta.id }),
  });
  return id;
};

/** Does what a plan says: `confirma` is the proposal that a second person confirms. */
export const performCurp = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  { de, a, reading, anterior, actual, ensayo }: Plan,
  input: Pedido & { confirma?: { id: string; propuestaPor: string } },
  ctx: Context,
) => {
  const ahora = ctx.services.now();
  const cambios: [Accion, Cambio][] = [];
  const follow = async (nombreCompleto: string) => {
    const cambio = {
      de,
      a,
      nombreCompleto,
      ctx,
      anotar: (...anotado: [Accion, Cambio]) => {
        cambios.push(anotado);
      },
    };
    for (const seguidor of seguidores) await seguidor.follow?.(trx, cambio);
  };
  const { motivo } = input;
  const segunda = input.confirma
    ? { propuesta: input.confirma.id, propuestaPor: input.confirma.propuestaPor }
    : { sinSegundaPersona: true };
  if (actual) {
    const par = { de, a: actual.id };
    const columnas = columnasQueVuelven(seguidores);
    const antes = await takeFotos(trx, columnas, [par.de, par.a]);
    await mergePersonas(trx, { anterior, actual, tomar: input.tomar }, ahora, follow);
    const despues = await takeFotos(trx, columnas, [par.de, par.a]);
    await insertFusionHecha(trx, {
      cambios: cambiosDe(par, antes, despues, seguidores),
      por: ctx.actor.uid,
      en: ahora,
      venceEn: venceReversion(ahora),
    });
    cambios.push(
      [
        'persona.fusionar',
        {
          id: de,
          antes: { clave: anterior.clave },
          despues: { personaId: actual.id, ...segunda },
          motivo,
        },
      ],
      [
        'persona.recibirFusion',
        {
          id: actual.id,
          despues: {
            personaAnterior: de,
            claveAnterior: anterior.clave,
            nombresTomados: input.tomar,
            ...segunda,
          },
          motivo,
        },
      ],
    );
  } else if (reading !== null) {
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
    cambios.push([
      'persona.asignarCurp',
      {
        id: de,
        antes: { clave: anterior.clave, conCurp: false },
        despues: { conCurp: true },
        motivo,
      },
    ]);
  }
  for (const [accion, cambio] of cambios) await recordCambio(trx, accion, cambio);
  return { personaId: a ?? de, resultado: { tipo: ensayo.tipo, clave: ensayo.curp } };
};

/**
 * Corrects who a person is, their names, their CURP or both, and all follows: with another CURP their key is another
 * too, and the one before goes on opening their file. Hold the person before.
 *
 * @throws {CallError} FAILED_PRECONDITION (`curp-de-otro`): somebody else's file has, or had, that CURP.
 */
export const rectify = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  row: PersonaRow,
  cambios: Partial<Record<CampoNombre | 'curp', string>>,
  { motivo, ctx }: { motivo: string; ctx: Context },
): Promise<{ clave: string }> => {
  const ahora = ctx.services.now();
  const nombres = { ...nombresOf(row), ...cambios };
  const columns = nombresRow(nombres);
  const reading = cambios.curp === undefined ? null : requireCurp(cambios.curp, ahora);
  const anotados: [Accion, Cambio][] = [];
  if (reading) {
    await takeCurp(trx, row.id, reading.curp);
    for (const { follow } of seguidores) {
      await follow?.(trx, {
        de: row.id,
        a: null,
        nombreCompleto: columns.nombre_completo,
        corrige: row.curp !== null,
        ctx,
        anotar: (...anotado) => anotados.push(anotado),
      });
    }
    await insertClaveAnterior(trx, { row, personaId: row.id, anteriorId: null, ahora });
  } else {
    const renombrada = { personaId: row.id, nombreCompleto: columns.nombre_completo };
    for (const { rename } of seguidores) await rename?.(trx, renombrada);
  }
  const curp = reading?.curp ?? row.curp;
  await savePersona(
    trx,
    row.id,
    {
      ...columns,
      ...(reading && {
        clave: reading.curp,
        curp: reading.curp,
        fecha_nacimiento: reading.fechaNacimiento,
        sexo: reading.sexo,
        entidad_nacimiento: reading.entidad,
      }),
    },
    curp === null ? [] : compareCurp(curp, nombres),
    ahora,
  );
  for (const [accion, cambio] of anotados) await recordCambio(trx, accion, cambio);
  await recordCambio(trx, 'persona.corregir', {
    id: row.id,
    antes: { clave: row.clave },
    despues: { datosCorregidos: Object.keys(cambios) },
    motivo,
  });
  return { clave: reading?.curp ?? row.clave };
};

/** Whether somebody else's file has that CURP, or had it: then it is nobody else's. */
export const isCurpDeOtro = async (
  db: Db | Trx,
  personaId: string,
  curp: string,
): Promise<boolean> => {
  const owner = await findPersonaByClave(db, curp);
  return owner !== undefined && owner.id !== personaId;
};

/** Makes sure that a person may have a CURP as their key; one that was theirs before is theirs again. */
const takeCurp = async (trx: Trx, personaId: string, curp: string): Promise<void> => {
  if (await isCurpDeOtro(trx, personaId, curp)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.curpDeOtro);
  }
  await takeFromImport(trx, curp);
  await deleteClaveAnterior(trx, curp);
};

/** All that follows a person: what each feature says, and their earlier keys. */
export const withClaves = (given: readonly Seguidor[]): readonly Seguidor[] => [
  ...given,
  clavesSeguidor,
];

/** The file that is to get a CURP, and the one that has it. */
export const sujeto = async (
  { clave, curp }: { clave: string; curp: string },
  { services }: Context,
) => {
  const personas = await Promise.all(
    [clave, curp].map((text) => findPersonaByClave(services.db, normalizeCurp(text))),
  );
  return { personaIds: personas.map((persona) => persona?.id) };
};

/** What would happen, and that somebody looked at it: both people find it in their file. */
export const rehearse = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string },
  ctx: Context,
): Promise<Ensayo> => {
  const { de, a, ensayo } = await planCurp(trx, seguidores, input, ctx, false);
  for (const id of a === null ? [de] : [de, a]) {
    await recordOnce(trx, 'persona.ensayarCurp', { id });
  }
  return ensayo;
};

/**
 * Gives a file its CURP as it was rehearsed, or proposes the merge that a second person confirms; then there is
 * no `personaId`, since nobody's data changed.
 */
export const assign = async (
  trx: Trx,
  seguidores: readonly Seguidor[],
  input: { clave: string; curp: string; huella: string } & Pedido,
  ctx: Context,
) => {
  const plan = await planCurp(trx, seguidores, input, ctx, true);
  const { a, anterior, ensayo } = plan;
  if (ensayo.huella !== input.huella) throw refuse('ABORTED', ERRORES.cambio);
  requireSinImpedimentos(ensayo);
  if (a !== null && ensayo.segundaPersona) {
    const propuesta = await proposeFusion(trx, plan, a, input, ctx);
    return { personaId: null, resultado: { tipo: ensayo.tipo, clave: anterior.clave, propuesta } };
  }
  const { personaId, resultado } = await performCurp(trx, seguidores, plan, input, ctx);
  return { personaId, resultado: { ...resultado, propuesta: null } };
};

/** What failed while two files were held; that somebody wrote something of them at this very moment, in words. */
export const refuseChanged = (error: unknown): unknown =>
  isConflict(error) ? refuse('ABORTED', ERRORES.cambio) : error;
