import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { placingCambios } from '../../../../platform/server/hojas/cambios.ts';
import {
  type Column,
  type Hoja,
  type HojaContext,
  HojaProblems,
  type HojaRow,
  type HojaWriter,
  type ImportRun,
  type RowEffect,
  type RowsCheck,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import type { RowProblem } from '../../../../platform/shared/hojas.ts';
import {
  readCuentasDePersonas,
  readPersonaIdOf,
} from '../../../identidad/cuentas/server/service.ts';
import { COLUMNAS_DE_QUIEN as QUIEN } from '../../../personas/quien/server/service.ts';
import { ERRORES } from '../../errors.ts';
import { canRecordResultados } from '../../policy.ts';
import { type EdicionRow, findEdicion, holdAbierta } from '../../server/data.ts';
import { nombreDeLista } from '../../server/present.ts';
import type { CeldaImportada } from '../rules.ts';
import {
  areCurrent,
  deleteCambios,
  saveCambios,
  selectClavesConocidas,
  selectFilasDeCeldas,
  takeCambios,
} from './data.ts';

/** The cells of a row, by column. */
export type Fila = Record<string, string | number | null>;

/** Somebody in the list of an edition, as rows are matched with them. */
type EnLista = {
  inscripcion_id: string;
  persona_id: string;
  clave: string;
  curp: string | null;
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
};

/** What every list of an edition begins with: whose the row is, and what helps who fills it in. */
export const COLUMNAS_DE_QUIEN: readonly Column[] = [
  ...QUIEN,
  { key: 'nombre', header: 'Nombre', example: '', exportOnly: true, width: 34 },
  { key: 'grupo', header: 'Grupo', example: '', exportOnly: true },
];

/** What those columns say of somebody; the address, only of who has no CURP. */
const quienDe = async <P extends EnLista & { grupo: string | null }>(
  db: Db,
  personas: readonly P[],
): Promise<(persona: P) => Fila> => {
  const sinCurp = personas.filter(({ curp }) => curp === null).map((one) => one.persona_id);
  const cuentas = await readCuentasDePersonas(db, sinCurp);
  return (one) => ({
    personaId: one.persona_id,
    clave: one.clave,
    correo: cuentas.get(one.persona_id)?.email ?? null,
    nombre: nombreDeLista(one),
    grupo: one.grupo,
  });
};

/** How the files of an edition's lists are called. */
const nombreDeArchivo = (que: string, edicion: EdicionRow | undefined): string =>
  edicion ? `${que} ${edicion.curso_clave} ${edicion.nombre}` : que;

/** A cell that a row would write, as people read it: before and after. */
type Celda = Omit<CeldaImportada, 'inscripcionId' | 'fila'> & {
  columna: string;
  antes: string;
  despues: string;
};

/** What a row would write of somebody. */
export type Plan = {
  fila: number;
  inscripcionId: string;
  nombre: string;
  /** What no other row of the file may be about. */
  llave: string;
  celdas: readonly Celda[];
};

/** How the rows of a list are read, and its cells written. */
export type ListaDeEdicion<P extends EnLista> = {
  readonly edicionId: string;
  /** The edition, and who is in it. @throws {CallError} NOT_FOUND. */
  readonly look: (db: Db | Trx, ahora: Date) => Promise<{ edicion: EdicionRow; personas: P[] }>;
  /** What a row says of somebody, against what there is. */
  readonly planOf: (
    row: HojaRow<Fila>,
    persona: P,
  ) => Omit<Plan, 'fila' | 'inscripcionId' | 'nombre'> | RowProblem[];
  /** Writes the cells, each over the version that was seen, and records them. */
  readonly put: (trx: Trx, celdas: readonly CeldaImportada[], run: ImportRun) => Promise<void>;
};

type Leido = { planes: Plan[]; problems: RowProblem[] };

const porQueNo = ({ acta_id, cancelada_en }: EdicionRow): string | null => {
  if (acta_id !== null) return ERRORES.actaCerrada.message;
  return cancelada_en === null ? null : ERRORES.cancelada.message;
};

/** Whose each row is among those of an edition, or what is wrong with it. */
const quienes = async <P extends EnLista>(
  db: Db | Trx,
  rows: readonly HojaRow<Fila>[],
  personas: readonly P[],
) => {
  const porClave = new Map(personas.map((one) => [one.clave, one]));
  const cuentas = rows.some(({ valores }) => valores.correo)
    ? await readCuentasDePersonas(
        db,
        personas.map((one) => one.persona_id),
      )
    : new Map<string, { email: string }>();
  const porCorreo = new Map(
    personas.flatMap((one) => {
      const cuenta = cuentas.get(one.persona_id);
      return cuenta ? [[cuenta.email, one] as const] : [];
    }),
  );
  const conocidas = await selectClavesConocidas(
    db,
    rows.flatMap(({ valores: { clave } }) =>
      clave && !porClave.has(String(clave)) ? [String(clave)] : [],
    ),
  );
  return (row: HojaRow<Fila>): P | RowProblem | null => {
    const { clave, correo } = row.valores;
    if (clave) {
      const one = porClave.get(String(clave));
      if (!one) {
        const mensaje = conocidas.has(String(clave))
          ? 'Esta persona no está inscrita en la edición.'
          : 'Nadie tiene esa CURP o clave. Revise que esté bien escrita.';
        return rowError(row, 'clave', mensaje);
      }
      return correo && porCorreo.get(String(correo)) !== one
        ? rowError(row, 'correo', 'Esa CURP y este correo no son de la misma persona.')
        : one;
    }
    if (!correo) return null;
    return (
      porCorreo.get(String(correo)) ??
      rowError(row, 'correo', 'Ninguna persona inscrita en la edición ingresa con ese correo.')
    );
  };
};

const repeated = (fila: number, otra: number): RowProblem => ({
  fila,
  columna: null,
  mensaje: `La fila ${otra} ya trae este dato: deje una de las dos.`,
  nivel: 'error',
});

const read = async <P extends EnLista>(
  lista: ListaDeEdicion<P>,
  db: Db | Trx,
  rows: readonly HojaRow<Fila>[],
  { now, actorUid }: Pick<HojaContext, 'now' | 'actorUid'>,
): Promise<Leido> => {
  const { edicion, personas } = await lista.look(db, now);
  const cerrada = porQueNo(edicion);
  if (cerrada !== null) {
    return { planes: [], problems: rows.map((row) => rowError(row, null, cerrada)) };
  }
  const quien = await quienes(db, rows, personas);
  const propia = await readPersonaIdOf(db, actorUid);
  const first = new Map<string, number>();
  const leido: Leido = { planes: [], problems: [] };
  for (const row of rows) {
    const found = quien(row);
    if (found === null) continue;
    if ('mensaje' in found) {
      leido.problems.push(found);
      continue;
    }
    const plan = lista.planOf(row, found);
    if (!('celdas' in plan)) {
      leido.problems.push(...plan);
      continue;
    }
    if (plan.celdas.length > 0 && found.persona_id === propia) {
      leido.problems.push(rowError(row, null, ERRORES.propios.message));
    }
    const otra = first.get(plan.llave);
    if (otra !== undefined) leido.problems.push(repeated(row.fila, otra));
    else first.set(plan.llave, row.fila);
    const { inscripcion_id: inscripcionId } = found;
    leido.planes.push({ fila: row.fila, inscripcionId, nombre: nombreDeLista(found), ...plan });
  }
  return leido;
};

const effectOf = ({ fila, nombre, celdas }: Plan): RowEffect =>
  celdas.length === 0
    ? { fila, efecto: 'igual' }
    : {
        fila,
        efecto: 'cambia',
        nombre,
        version: celdas.map(({ version }) => version).join(),
        celdas: celdas.map(({ columna, antes, despues }) => ({ columna, antes, despues })),
      };

/** How the rows of an edition's list are checked, before an import and while it is prepared. */
const checkLista = async <P extends EnLista>(
  lista: ListaDeEdicion<P>,
  rows: readonly HojaRow<Fila>[],
  ctx: HojaContext,
): Promise<RowsCheck> => {
  const { planes, problems } = await read(lista, ctx.db, rows, ctx);
  return { problems, efectos: planes.map(effectOf) };
};

/**
 * How they are written: the cells wait in `resultados_cambios`, looked at again before it is decided; from then until all are
 * in their place, who writes to the edition's results or closes its acta is asked to wait (`holdHojas`).
 */
const writerOfLista = <P extends EnLista>(lista: ListaDeEdicion<P>): HojaWriter => ({
  async write(trx, given, { id, actorUid, now }) {
    const rows = given as readonly HojaRow<Fila>[];
    const { planes, problems } = await read(lista, trx, rows, { now, actorUid });
    const celdas = planes.flatMap(({ fila, inscripcionId, celdas: these }) =>
      these.map(({ celda, valor, version }) => ({ inscripcionId, celda, fila, valor, version })),
    );
    const otras = await selectFilasDeCeldas(trx, id, celdas);
    const twice = celdas.flatMap(({ fila, inscripcionId, celda }) => {
      const otra = otras.get(`${inscripcionId} ${celda}`);
      return otra === undefined ? [] : [repeated(fila, otra)];
    });
    if (problems.length + twice.length > 0) throw new HojaProblems([...problems, ...twice]);
    await saveCambios(trx, id, { filas: rows.map(({ fila }) => fila), celdas });
    const efectos = planes.map(effectOf);
    const cambiadas = efectos.filter(({ efecto }) => efecto === 'cambia').length;
    return { nuevas: 0, cambiadas, sinCambio: rows.length - cambiadas, efectos };
  },
  isCurrent: (trx, { id }) => areCurrent(trx, id, lista.edicionId),
  ...placingCambios<CeldaImportada>({
    take: takeCambios,
    async put(trx, celdas, run) {
      await holdAbierta(trx, lista.edicionId);
      await lista.put(trx, celdas, run);
    },
    forget: deleteCambios,
  }),
});

/** A list of an edition as a spreadsheet: its columns, how its files are called and the rows that it has of somebody. */
export const hojaDeLista = <P extends EnLista & { grupo: string | null }>(
  lista: ListaDeEdicion<P>,
  {
    nombre,
    columns,
    filasDe,
  }: {
    nombre: string;
    columns: readonly Column[];
    filasDe: (persona: P, quien: Fila) => Fila[];
  },
): Omit<Hoja<Fila>, 'id' | 'de'> => ({
  title: nombre.toLowerCase(),
  nombre: async (db) => nombreDeArchivo(nombre, await findEdicion(db, lista.edicionId, new Date())),
  policy: canRecordResultados,
  columns,
  cambiosMostrados: 1_000,
  checkRows: (rows, ctx) => checkLista(lista, rows, ctx),
  writer: writerOfLista(lista),
  persona: ({ personaId }) => String(personaId),
  async *exportRows(_filtros, { db, now }) {
    const { personas } = await lista.look(db, now);
    const quien = await quienDe(db, personas);
    for (const persona of personas) yield filasDe(persona, quien(persona));
  },
});
