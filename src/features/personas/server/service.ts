import { type Aporte, aporteDeTabla, type SinAporte } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Nombrar } from '../../../platform/server/historial/index.ts';
import { touchHojas } from '../../../platform/server/hojas/importaciones.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../platform/server/supresiones.ts';
import { displayNameOf, type Nombres } from '../../identidad/rules.ts';
import { compareCurp, parseCurp } from '../curp/rules.ts';
import { nombrarPersona } from '../historial.ts';
import {
  blockPersona,
  deleteHiddenPersona,
  findHiddenPersona,
  findPersona,
  findPersonaByClave,
  findPersonaIds,
  insertPersona,
  isCorreoDeOtro,
  lockPersona,
  type NewPersona,
  removePersona,
  selectCorreosConocidos,
  selectNombres,
} from './data.ts';

/**
 * The person that a CURP and somebody's names make, as `createPersona` takes it: what the CURP says, and what it says
 * otherwise than the names. The CURP was checked before: one that is impossible is a fault of ours, and throws.
 */
export const personaOfCurp = (curp: string, nombres: Nombres, now: Date): NewPersona => {
  const reading = parseCurp(curp, now);
  if (!reading.ok) throw new Error('a CURP that was checked is impossible');
  return {
    clave: reading.curp,
    curp: reading.curp,
    ...nombres,
    nombreCompleto: displayNameOf(nombres),
    fechaNacimiento: reading.fechaNacimiento,
    sexo: reading.sexo,
    entidadNacimiento: reading.entidad,
    discrepancias: compareCurp(reading.curp, nombres),
  };
};

/**
 * Makes a person in the transaction of whoever registers or imports them. Gives the id, or null
 * when the CURP already is somebody's.
 */
export const createPersona = async (trx: Trx, persona: NewPersona): Promise<string | null> => {
  const id = await insertPersona(trx, persona);
  if (id !== null || !(await takeFromImport(trx, persona.clave))) return id;
  return insertPersona(trx, persona);
};

/**
 * Takes a key away from the import that is bringing it, while that may still be given up: whoever gets it
 * now was first, and the import looks again. False: no import has it.
 * @throws {CallError} UNAVAILABLE when the import is decided: its people are seen in some seconds.
 */
export const takeFromImport = async (trx: Trx, clave: string): Promise<boolean> => {
  const hidden = await findHiddenPersona(trx, clave);
  if (!hidden) return false;
  await touchHojas(trx, [hidden.hoja]);
  await deleteHiddenPersona(trx, hidden.id);
  return true;
};

/** The key that routes use for this person (`{curp}`): the CURP, or the `SC…` key. */
export const readClave = async (db: Db | Trx, personaId: string): Promise<string | null> =>
  (await findPersona(db, personaId))?.clave ?? null;

/** The key that routes use for this person and their given names; null when there is no such file. */
export const readClaveYNombre = async (
  db: Db | Trx,
  personaId: string,
): Promise<{ clave: string; nombre: string } | null> => {
  const persona = await findPersona(db, personaId);
  return persona ? { clave: persona.clave, nombre: persona.nombre } : null;
};

/** The person's own data as they are written: names, key, CURP, birth date (YYYY-MM-DD). */
export const readDatosPropios = async (db: Db | Trx, personaId: string): Promise<string[]> => {
  const persona = await findPersona(db, personaId);
  if (!persona) return [];
  return [
    persona.nombre,
    persona.apellido_paterno,
    persona.apellido_materno,
    persona.clave,
    persona.curp,
    persona.curp_declarada,
    persona.fecha_nacimiento,
  ].filter((text) => text !== null && text !== '') as string[];
};

/** The display name of this person's file, or null. */
export const readNombreCompleto = async (db: Db | Trx, personaId: string): Promise<string | null> =>
  (await findPersona(db, personaId))?.nombre_completo ?? null;

/** The person with that key (also one they had before), held until the transaction ends. */
export const lockPersonaByClave = async (trx: Trx, clave: string) => {
  const persona = await findPersonaByClave(trx, clave);
  return persona && lockPersona(trx, persona.id);
};

/** The person with that id, held until the transaction ends. */
export const lockPersonaById = lockPersona;

/** The id of the person with that key (CURP or `SC…`, also one they had before), or null. */
export const readPersonaIdByClave = async (db: Db | Trx, clave: string): Promise<string | null> =>
  (await findPersonaByClave(db, clave))?.id ?? null;

export { isCorreoDeOtro };

/** The addresses that the school has for these files. */
export const readCorreosConocidos = (db: Db | Trx, personaIds: readonly string[]) =>
  selectCorreosConocidos(db, personaIds);

/** Under which ids the history names a person: theirs, and those of the files merged into it. */
export const readPersonaIds = (db: Db | Trx, personaId: string): Promise<string[]> =>
  findPersonaIds(db, personaId);

/** What files are called in the history, by their id; also those that were merged into others. */
export const nombrarPersonas: Nombrar = async (db, ids) =>
  new Map((await selectNombres(db, ids)).map((row) => [row.id, nombrarPersona(row)]));

/** Who a person is, the keys that their file had, and which of it was to be joined with another. */
export const personasAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'persona',
    titulo: 'Sus datos de identificación',
    tabla: 'personas_todas',
    por: [{ columna: 'id', es: 'persona' }],
    sin: ['busqueda', 'importacion'],
  }),
  aporteDeTabla({
    id: 'claves-anteriores',
    titulo: 'Claves que tuvo su expediente',
    tabla: 'claves_anteriores',
    por: [{ columna: 'persona_id', es: 'persona' }],
  }),
  aporteDeTabla({
    id: 'fusiones',
    titulo: 'Propuestas de fusión de su expediente con otro',
    tabla: 'fusiones',
    por: [{ columna: 'persona_id', es: 'persona' }],
    sin: ['anterior_id', 'huella'],
    reservas: [
      'De una propuesta de fusión de expedientes no se dice cuál era el otro: puede ser de otra persona.',
    ],
  }),
];

export const personasSinAporte: SinAporte = {
  'personas_entradas_items.entrada_id': 'repite, para buscar, lo que dice la entrada',
  'personas_directorio.persona_id': 'repite, para buscar, lo que dice el expediente',
  'duplicados.persona_id': 'es una conjetura, y la otra parte es de otra persona',
  'duplicados.otra_persona_id': 'es una conjetura, y la otra parte es de otra persona',
  'duplicados.decidido_por': 'lo que el personal dijo de otras personas',
  'fusiones_hechas.persona_id':
    'lo que cambió una fusión, mientras se puede deshacer; lo suyo ya está',
  'fusiones_hechas.hecha_por': 'lo que el personal hizo con otras personas',
  'fusiones_hechas.deshecha_por': 'lo que el personal hizo con otras personas',
  'duplicados_claves.persona_id': 'huellas de datos que ya están, para compararlos',
};

const dePersona = { columna: 'persona_id', es: 'persona' } as const;

/** Who a person is goes, or is kept blocked while something that is kept has to say whose it is. */
const personaSupresion: Supresion = {
  id: 'persona',
  titulo: 'Sus datos de identificación: nombre y CURP',
  columnas: ['personas_todas.id'],
  fundamento: 'identidad',
  // Whether it stays is said by those that need it.
  count: async (trx, { personaIds }) => ({
    borra: (await findPersona(trx, personaIds[0] ?? '')) ? 1 : 0,
    conserva: 0,
  }),
  async perform(trx, { personaIds }, { queda, ahora }) {
    if (queda) await blockPersona(trx, personaIds, ahora);
    else await removePersona(trx, personaIds);
    return [];
  },
};

/** What becomes of who a person is, the keys that they had and what was thought of their file. */
export const personasSupresiones: readonly Supresion[] = [
  personaSupresion,
  supresionDeTabla({
    id: 'claves-anteriores',
    titulo: 'Claves que tuvo su expediente',
    tabla: 'claves_anteriores',
    por: [dePersona],
  }),
  supresionDeTabla({
    id: 'fusiones',
    titulo: 'Propuestas de fusión de su expediente con otro',
    tabla: 'fusiones',
    por: [dePersona, { columna: 'anterior_id', es: 'persona' }],
  }),
  supresionDeTabla({
    id: 'reuniones',
    titulo: 'Lo que permitía deshacer una fusión de expedientes',
    tabla: 'fusiones_hechas',
    por: [dePersona],
  }),
  supresionDeTabla({
    id: 'duplicados',
    titulo: 'Parecidos con otros expedientes',
    tabla: 'duplicados',
    por: [dePersona, { columna: 'otra_persona_id', es: 'persona' }],
  }),
  supresionDeTabla({
    id: 'huellas',
    titulo: 'Huellas para comparar expedientes',
    tabla: 'duplicados_claves',
    por: [dePersona],
  }),
];

export const personasSinSupresion: SinSupresion = {
  'personas_entradas_items.entrada_id': 'se va con la entrada',
  'personas_directorio.persona_id': 'lo olvida el expediente al suprimirse o bloquearse',
  'duplicados.decidido_por': 'lo que el personal dijo de otras personas',
  'fusiones_hechas.hecha_por': 'lo que el personal hizo con otras personas',
  'fusiones_hechas.deshecha_por': 'lo que el personal hizo con otras personas',
};

export { holdingPersona } from './data.ts';
