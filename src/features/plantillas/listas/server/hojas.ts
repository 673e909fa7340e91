import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import {
  defineFamilia,
  HojaProblems,
  type HojaRow,
  type HojaWriter,
  type RowEffect,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import type { RowProblem } from '../../../../platform/shared/hojas.ts';
import {
  readPersonaIdOf,
  readPersonasDeCorreos,
} from '../../../identidad/cuentas/server/service.ts';
import { COLUMNAS_DE_QUIEN } from '../../../personas/quien/server/service.ts';
import { canEditPlantillas } from '../../policy.ts';
import { ERRORES } from '../errors.ts';
import { LISTA_PERSONAS } from '../rules.ts';
import {
  applyCambios,
  deleteCambios,
  findLista,
  type Quien,
  saveCambios,
  selectIncluidas,
  selectIncluidasTras,
  selectQuienes,
  setCargada,
} from './data.ts';

type Fila = { clave: string | null; correo: string | null; nombre?: string | null };
type Leida = { fila: number; quien: Quien; esta: boolean };

/** Whose each row is, and what is wrong with those that are nobody's: those are left out, and said. */
const read = async (
  db: Db | Trx,
  listaId: string,
  rows: readonly HojaRow<Fila>[],
  actorUid: string,
): Promise<{ leidas: Leida[]; problems: RowProblem[] }> => {
  if (!(await findLista(db, listaId))) {
    return {
      leidas: [],
      problems: rows.map((row) => rowError(row, null, ERRORES.noExiste.message)),
    };
  }
  const of = (key: 'clave' | 'correo') => rows.flatMap(({ valores }) => valores[key] ?? []);
  const personas = await readPersonasDeCorreos(db, of('correo'));
  const found = await selectQuienes(db, { claves: of('clave'), personas });
  const porClave = new Map(found.map((one) => [one.clave, one]));
  const porCorreo = new Map(found.map((one) => [one.correo, one]));
  const estan = await selectIncluidas(
    db,
    [listaId],
    found.map(({ id }) => id),
  );
  const propia = await readPersonaIdOf(db, actorUid);
  const leidas: Leida[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const { clave, correo } = row.valores;
    const quien = clave ? porClave.get(clave) : porCorreo.get(correo);
    if (clave && quien && correo && quien.correo !== correo) {
      problems.push(rowError(row, 'correo', 'Esa CURP y este correo no son de la misma persona.'));
    } else if (quien && quien.id === propia) {
      problems.push(rowError(row, null, ERRORES.propia.message));
    } else if (quien) {
      leidas.push({ fila: row.fila, quien, esta: estan.has(`${listaId} ${quien.id}`) });
    } else if (clave || correo) {
      const que = clave ? 'esa CURP o clave' : 'una cuenta con ese correo';
      problems.push(
        rowError(
          row,
          clave ? 'clave' : 'correo',
          `Nadie tiene ${que}: no entra en la lista.`,
          'aviso',
        ),
      );
    }
  }
  return { leidas, problems };
};

const effectOf = ({ fila, quien, esta }: Leida): RowEffect => ({
  fila,
  efecto: esta ? 'igual' : 'nueva',
  nombre: quien.nombre,
});

/** Who is to be in it waits apart; from the moment it is decided they are put in it, each with its line in the history. */
const writerOf = (listaId: string): HojaWriter => ({
  async write(trx, given, { id: importacion, actorUid }) {
    const rows = given as unknown as readonly HojaRow<Fila>[];
    const { leidas, problems } = await read(trx, listaId, rows, actorUid);
    const wrong = problems.filter(({ nivel }) => nivel === 'error');
    if (wrong.length > 0) throw new HojaProblems(wrong);
    await saveCambios(
      trx,
      { importacion, listaId },
      leidas.map(({ fila, quien }) => ({ fila, quien: quien.id })),
      rows.map(({ fila }) => fila),
    );
    const efectos = leidas.map(effectOf);
    const nuevas = efectos.filter(({ efecto }) => efecto === 'nueva').length;
    return { nuevas, cambiadas: 0, sinCambio: rows.length - nuevas, efectos };
  },
  isCurrent: async (trx) => (await findLista(trx, listaId)) !== undefined,
  // With what it records: one transaction puts them in and says so.
  record: async () => null,
  async apply(trx, { id, actorUid, now }, limit) {
    const { incluidas, tomadas } = await applyCambios(trx, id, limit);
    await setCargada(trx, listaId, now);
    if (incluidas.length > 0) {
      await recordCambios(
        trx,
        'listaPersonas.incluir',
        incluidas.map((personaId) => ({ id: listaId, personaId })),
        { actorUid, motivo: 'Importación', peticionId: id },
      );
    }
    return limit !== null && tomadas === limit ? id : null;
  },
  async discard(trx, { id }) {
    await deleteCambios(trx, id);
    return null;
  },
});

/** People of a block of an export. */
const BLOCK = 1_000;

/** Who is in a list: exported, and added to by importing CURPs, keys or addresses. */
export const listasHoja = defineFamilia<Fila & Record<string, unknown>>(
  { id: LISTA_PERSONAS, registro: 'listaPersonas' },
  (listaId) => ({
    title: 'personas de la lista',
    nombre: async (db) => (await findLista(db, listaId))?.nombre ?? 'Lista de personas',
    policy: canEditPlantillas,
    columns: [
      ...COLUMNAS_DE_QUIEN,
      { key: 'nombre', header: 'Nombre', example: '', exportOnly: true, width: 34 },
    ],
    checkRows: async (rows, { db, actorUid }) => {
      const { leidas, problems } = await read(db, listaId, rows, actorUid);
      return { problems, efectos: leidas.map(effectOf) };
    },
    writer: writerOf(listaId),
    persona: ({ personaId }) => String(personaId),
    async *exportRows(_filtros, { db }) {
      for (let last: string | null = null; ; ) {
        const block: Quien[] = await selectIncluidasTras(db, listaId, last, BLOCK);
        if (block.length === 0) return;
        yield block.map(({ id: personaId, ...quien }) => ({ ...quien, personaId }));
        last = block.at(-1)!.clave;
      }
    },
  }),
);
