import type { SinAporte } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import {
  type HojaRow,
  type ImportRun,
  type RowEffect,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import type { SinSupresion } from '../../../../platform/server/supresiones.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import type { RowProblem } from '../../../../platform/shared/hojas.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { fold } from '../../../../platform/shared/search.ts';
import { type EntradaRow, selectEntradas } from '../../apartados/server/data.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import { compareCurp, nombreEntidad, normalizeCurp } from '../../curp/rules.ts';
import {
  checkEmpleo,
  type FilaEmpleo,
  lookUpItems,
  type Nombrados,
  type PlanEmpleo,
  planEmpleo,
  sayCeldas,
} from '../../empleo/server/hojas.ts';
import { deleteHiddenPersonas, findCurps, selectHiddenIds } from '../../server/data.ts';
import {
  applyCambios,
  type CambioDePersona,
  deleteCambios,
  isSinTocar,
  type PersonaConocida,
  saveCambios,
  selectCambios,
  selectConClave,
  selectConCorreo,
} from './data.ts';

export { isSinTocar, saveCambios };

/** A row of people, as `personas/server/hojas.ts` reads it. */
export type FilaPersona = FilaEmpleo & {
  curp: string | null;
  clave?: string | null;
  nombre: string;
  apellidoPaterno: string | null;
  apellidoMaterno: string | null;
  fechaNacimiento: string | null;
  sexo: string | null;
  entidad: string | null;
  correo: string | null;
};

type Row = HojaRow<FilaPersona>;

const keyOf = ({ curp, clave }: FilaPersona): string => curp ?? normalizeCurp(clave ?? '');

const NOMBRES = {
  nombre: 'El nombre',
  apellidoPaterno: 'El primer apellido',
  apellidoMaterno: 'El segundo apellido',
} as const;

/** The three names of a row; an empty one is none. */
export const namesOf = ({ nombre, apellidoPaterno, apellidoMaterno }: FilaPersona) => ({
  nombre,
  apellidoPaterno: apellidoPaterno ?? '',
  apellidoMaterno: apellidoMaterno ?? '',
});

/** What names of somebody new say otherwise than their CURP, which may be so: only a warning. */
const nameWarnings = (row: Row): RowProblem[] =>
  compareCurp(row.valores.curp!, namesOf(row.valores)).flatMap((key) => {
    const name = lookUp(NOMBRES, key);
    const mensaje = `${name} no coincide con las letras de la CURP. Revíselo.`;
    return name === undefined ? [] : [rowError(row, key, mensaje, 'aviso')];
  });

/** What only the CURP says, and how it is read. */
const DE_LA_CURP = {
  fechaNacimiento: { es: 'La fecha de nacimiento', lee: formatFecha },
  sexo: { es: 'El sexo', lee: (sexo: string) => sexo },
  entidad: { es: 'La entidad', lee: (entidad: string) => nombreEntidad(entidad) ?? entidad },
} as const;

/** What a row says of who somebody is, and no import changes. */
const identityProblems = (row: Row, persona: PersonaConocida): RowProblem[] => {
  const { valores } = row;
  const names = Object.entries(NOMBRES).flatMap(([key, name]) => {
    const [said, is] = [valores[key as keyof typeof NOMBRES], persona[key as keyof typeof NOMBRES]];
    if (said === null || fold(said) === fold(is)) return [];
    const mensaje = `${name} no es el de su expediente («${is || 'vacío'}»), y una importación no lo cambia: se corrige con el documento que lo pruebe. Escriba el de su expediente, o quite la fila.`;
    return [rowError(row, key, mensaje)];
  });
  // Of who has a CURP, it says this: the row is compared with it already.
  if (persona.curp !== null) return names;
  const derived = Object.entries(DE_LA_CURP).flatMap(([key, { es, lee }]) => {
    const at = key as keyof typeof DE_LA_CURP;
    const [said, is] = [valores[at], persona[at]];
    if (said === null || said === is) return [];
    const now = is === null ? 'no lo dice' : `dice ${lee(is)}`;
    const mensaje = `${es} no es la de su expediente, que ${now}, y una importación no la cambia. Deje la celda vacía.`;
    return [rowError(row, key, mensaje)];
  });
  return [...names, ...derived];
};

/** What is wrong with how a row says who it is of, given who is there. */
const keyProblems = (
  row: Row,
  people: ReadonlyMap<string, PersonaConocida>,
  past: ReadonlySet<string>,
): RowProblem[] => {
  const { curp, clave } = row.valores;
  const given = clave ? normalizeCurp(clave) : null;
  if (curp === null) {
    if (given === null || people.get(given)?.curp === null) return [];
    const mensaje = people.has(given)
      ? 'Es la CURP de la persona: escríbala en la columna de la CURP.'
      : past.has(given)
        ? 'Es una clave que su expediente tuvo antes: exporte la lista para ver la de ahora.'
        : 'Ningún expediente tiene esa clave.';
    return [rowError(row, 'clave', mensaje)];
  }
  if (!people.has(curp) && past.has(curp)) {
    const mensaje =
      'Esa CURP fue la de un expediente que ahora tiene otra. Quite la fila; sus datos se editan en su expediente.';
    return [rowError(row, 'curp', mensaje)];
  }
  if (given === null || given === curp) return [];
  const mensaje =
    people.get(given)?.curp === null
      ? 'Esa clave es de un expediente sin CURP: asígnesela en él, o deje una sola de las dos.'
      : 'La clave y la CURP no son de la misma persona. Deje la celda de la clave vacía.';
  return [rowError(row, 'clave', mensaje)];
};

/** Warnings for addresses that several people share: such a mailbox proves the identity of none of them. */
const sharedWarnings = async (db: Db | Trx, rows: readonly Row[]): Promise<RowProblem[]> => {
  const withOne = rows.filter(({ valores }) => valores.correo !== null);
  const owners = new Map<string, Set<string>>();
  const own = (correo: string, clave: string) =>
    owners.set(correo, (owners.get(correo) ?? new Set()).add(clave));
  for (const { valores } of withOne) own(valores.correo!, keyOf(valores));
  const known = owners.size > 0 ? await selectConCorreo(db, [...owners.keys()]) : [];
  for (const { correo, clave } of known) if (correo !== null) own(correo, clave);
  return withOne
    .filter(({ valores }) => owners.get(valores.correo!)!.size > 1)
    .map((row) =>
      rowError(
        row,
        'correo',
        'Ese correo es de varias personas: con él ninguna recibe su expediente sin que la escuela lo confirme.',
        'aviso',
      ),
    );
};

type Mirada = {
  problems: RowProblem[];
  efectos: RowEffect[];
  nombrados: Nombrados;
  /** The rows of who is not there yet. */
  nuevas: Row[];
  cambios: CambioDePersona[];
  /** Ids of the people whose rows say what their file says. */
  iguales: string[];
};

type Conocida = { row: Row; persona: PersonaConocida; plan: PlanEmpleo; correo: string | null };

const planOf = (
  row: Row,
  persona: PersonaConocida,
  entradas: readonly EntradaRow[],
  nombrados: Nombrados,
  now: Date,
): Conocida => {
  const { correo } = row.valores;
  return {
    row,
    persona,
    plan: planEmpleo(row, entradas, nombrados, fechaDe(now)),
    correo: correo === persona.correo ? null : correo,
  };
};

const isIgual = ({ plan, correo }: Conocida): boolean =>
  correo === null && plan.entradas.length === 0;

const effectsOf = async (db: Db, conocidas: readonly Conocida[]): Promise<RowEffect[]> => {
  const say = await sayCeldas(
    db,
    conocidas.flatMap(({ plan }) => plan.celdas),
  );
  return conocidas.map((one): RowEffect => {
    const { row, persona, plan, correo } = one;
    if (isIgual(one)) return { fila: row.fila, efecto: 'igual' };
    const ofCorreo = { columna: 'correo', antes: persona.correo ?? '', despues: correo ?? '' };
    return {
      fila: row.fila,
      efecto: 'cambia',
      nombre: persona.nombreCompleto,
      version: `${persona.id} ${plan.version}`,
      celdas: [...(correo === null ? [] : [ofCorreo]), ...plan.celdas.map(say)],
    };
  });
};

const entradasDe = async (db: Db | Trx, ids: readonly string[]) =>
  Map.groupBy(ids.length > 0 ? await selectEntradas(db, ids) : [], (row) => row.persona_id);

/**
 * What rows of people do, given who is there: new files, what changes of those that are, and what is wrong. `lock` holds
 * the files until the transaction ends, so that whoever writes to one then finds what is to change of it.
 */
export const lookAt = async (
  db: Db | Trx,
  all: readonly Row[],
  now: Date,
  lock = false,
): Promise<Mirada> => {
  const rows = all.filter(({ malas, valores }) => !malas?.has('curp') && keyOf(valores) !== '');
  const claves = rows.flatMap(({ valores }) => [
    keyOf(valores),
    ...(valores.clave ? [normalizeCurp(valores.clave)] : []),
  ]);
  const people = new Map((await selectConClave(db, claves, lock)).map((one) => [one.clave, one]));
  const past = await findCurps(db, claves);
  const entradas = await entradasDe(
    db,
    [...people.values()].map(({ id }) => id),
  );
  const { problems: ofItems, nombrados } = await lookUpItems(db, all);
  const problems = rows.flatMap((row) => keyProblems(row, people, past));
  const shared = await sharedWarnings(db, rows);
  const bad = new Set(problems.map(({ fila }) => fila));
  const nuevas: Row[] = [];
  const conocidas: Conocida[] = [];
  for (const row of rows) {
    if (bad.has(row.fila)) continue;
    const persona = people.get(keyOf(row.valores));
    if (persona) {
      const one = planOf(row, persona, entradas.get(persona.id) ?? [], nombrados, now);
      conocidas.push(one);
      problems.push(...identityProblems(row, persona), ...one.plan.problems);
    } else {
      nuevas.push(row);
      problems.push(...nameWarnings(row), ...checkEmpleo(row, fechaDe(now)));
    }
  }
  const sabidas = new Map(conocidas.map(({ row, plan }) => [row.fila, plan.sabidas]));
  const unknown = ofItems.filter(({ fila, columna }) => !sabidas.get(fila)?.has(columna ?? ''));
  return {
    problems: [...unknown, ...problems, ...shared],
    efectos: [
      ...nuevas.map(({ fila }): RowEffect => ({ fila, efecto: 'nueva' })),
      ...(await effectsOf(db as Db, conocidas)),
    ],
    nombrados,
    nuevas,
    cambios: conocidas
      .filter((one) => !isIgual(one))
      .map(({ persona, plan, correo }) => ({
        personaId: persona.id,
        correo,
        entradas: plan.entradas,
      })),
    iguales: conocidas.filter(isIgual).map(({ persona }) => persona.id),
  };
};

/** How far an import is: new people (their id alone), changed ones, and these put in their place. */
const CHANGED = 'editar ';
const APPLIED = 'poner ';
/** People whose entries of the history, four each at most, are written in one short transaction. */
const PEOPLE = 50;
/** Changes that one statement puts in their place. */
const TOGETHER = 1_000;

const after = (cursor: string | null, prefix: string): string | null =>
  cursor?.startsWith(prefix) ? cursor.slice(prefix.length) : null;

type Run = ImportRun & { cursor: string | null };

const recordNuevas = async (trx: Trx, { id, actorUid, cursor }: Run, limit: number) => {
  const comun = { actorUid, motivo: 'Importación', peticionId: id };
  const ids = await selectHiddenIds(trx, { importacion: id, after: cursor, limit });
  if (ids.length === 0) return null;
  await recordCambios(
    trx,
    'persona.crear',
    ids.map((nueva) => ({ id: nueva, despues: { conCurp: true, importacion: id } })),
    comun,
  );
  await recordCambios(
    trx,
    'persona.agregarDato',
    (await selectEntradas(trx, ids)).map((entrada) => ({
      id: entrada.persona_id,
      despues: { apartado: entrada.apartado, entrada: entrada.id },
    })),
    comun,
  );
  return ids.at(-1)!;
};

const recordCambiadas = async (trx: Trx, { id, actorUid, cursor }: Run, limit: number) => {
  const comun = { actorUid, motivo: 'Importación', peticionId: id };
  const cambios = await selectCambios(trx, {
    importacion: id,
    after: after(cursor, CHANGED),
    limit,
  });
  const entradas = cambios.flatMap(({ personaId, entradas }) =>
    entradas.map((entrada) => ({ ...entrada, personaId })),
  );
  await recordCambios(
    trx,
    'persona.agregarDato',
    entradas
      .filter(({ nueva }) => nueva)
      .map((one) => ({ id: one.personaId, despues: { apartado: one.apartado, entrada: one.id } })),
    comun,
  );
  await recordCambios(
    trx,
    'persona.editarDato',
    [
      ...entradas
        .filter(({ nueva }) => !nueva)
        .map(({ personaId, apartado, campos, id: entrada }) => ({
          id: personaId,
          // Which, not what: as of an entry that is edited in the file.
          despues: { apartado, campos: campos.map((key) => `${apartado}.${key}`), entrada },
        })),
      ...cambios
        .filter(({ correo }) => correo !== null)
        .map(({ personaId }) => ({ id: personaId, despues: { campos: ['persona.correo'] } })),
    ],
    comun,
  );
  return cambios.length > 0 ? CHANGED + cambios.at(-1)!.personaId : null;
};

/** What an import did, in the history of each person: that they were created, and each datum that it wrote. */
export const recordImportacion = async (
  trx: Trx,
  run: Run,
  limit: number,
): Promise<string | null> => {
  const { cursor } = run;
  if (cursor?.startsWith(APPLIED)) return null;
  const some = Math.min(limit, PEOPLE);
  const isNew = !cursor?.startsWith(CHANGED);
  return (isNew && (await recordNuevas(trx, run, some))) || recordCambiadas(trx, run, some);
};

/** Puts what an import changes in its place. */
export const applyImportacion = async (
  trx: Trx,
  { id, actorUid, cursor, now }: Run,
  limit: number | null,
): Promise<string | null> => {
  let last = after(cursor, APPLIED);
  for (;;) {
    const unseen = { importacion: id, after: last, limit: Math.min(limit ?? TOGETHER, TOGETHER) };
    const cambios = await selectCambios(trx, unseen);
    if (cambios.length === 0) return null;
    // They are nobody's business any more, so that writing them is not taken for somebody else's doing.
    await deleteCambios(trx, unseen);
    await applyCambios(trx, cambios, { por: actorUid, ahora: now });
    last = cambios.at(-1)!.personaId;
    if (limit !== null) return APPLIED + last;
  }
};

/** Removes what an import that was given up had prepared. */
export const discardImportacion = async (
  trx: Trx,
  { id, cursor }: Pick<ImportRun, 'id'> & { cursor: string | null },
  limit: number,
): Promise<string | null> => {
  if (cursor === null || cursor.startsWith(CHANGED)) {
    const last = await deleteCambios(trx, {
      importacion: id,
      after: after(cursor, CHANGED),
      limit,
    });
    if (last !== null) return CHANGED + last;
  }
  const unseen = { importacion: id, after: cursor?.startsWith(CHANGED) ? null : cursor, limit };
  return deleteHiddenPersonas(trx, unseen);
};

/** What is to change lasts as long as its import, which finds out by itself that a file was merged. */
export const importacionSeguidor: Seguidor = {
  columnas: ['personas_cambios.persona_id'],
  derivadas: ['personas_cambios'],
};

export const importacionSinAporte: SinAporte = {
  'personas_cambios.persona_id': 'lo que una importación está por cambiar: dura lo que ella',
};

export const importacionSinSupresion: SinSupresion = {
  'personas_cambios.persona_id':
    'dura lo que la importación, que descubre que el expediente cambió',
};
