import { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { type CellParser, textOf } from '../../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineFamilia,
  type HojaContext,
  type HojaFamilia,
  HojaProblems,
  type HojaRow,
  type HojaWriter,
  type RowEffect,
  type RowsCheck,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import type { RowProblem } from '../../../../platform/shared/hojas.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { canManagePosgrado } from '../../policy.ts';
import {
  areFilasCurrent,
  type FilaImportada,
  saveFilas,
  takeFilas,
} from '../captura/server/data.ts';
import {
  porQueNo,
  porQueNoSeImporta,
  putVersion,
  readParaExportar,
  readSolicitudesDeFolios,
} from '../captura/server/service.ts';
import {
  type Capturado,
  describeCapturado,
  EXAMEN,
  leerFolio,
  leerPuntosDeCelda,
} from '../rules.ts';
import { findNumero, selectPuntos } from './data.ts';
import { requireEtapaDeExamen } from './service.ts';

type Fila = { folio: string | null; puntos: number | null };

const asFolio: CellParser = (cell) => {
  const folio = leerFolio(textOf(cell));
  return folio === null
    ? { ok: false, error: 'No es un folio. Escríbalo como está en la solicitud: SP26-K9Y2-ZKYW-J.' }
    : { ok: true, value: folio };
};

const asPuntos: CellParser = (cell) => {
  const leido = leerPuntosDeCelda(typeof cell === 'number' ? cell : textOf(cell));
  return 'error' in leido ? { ok: false, error: leido.error } : { ok: true, value: leido.valor };
};

const COLUMNS: readonly Column<keyof Fila>[] = [
  {
    key: 'folio',
    header: 'Folio',
    synonyms: ['folio de la solicitud', 'solicitud', 'aspirante'],
    required: true,
    unique: true,
    parse: asFolio,
    example: 'SP26-K9Y2-ZKYW-J',
    hint: 'Con o sin guiones.',
    width: 22,
  },
  {
    key: 'puntos',
    header: 'Puntos',
    synonyms: ['puntaje', 'puntuación', 'calificación', 'resultado'],
    required: true,
    mayBeEmpty: true,
    parse: asPuntos,
    example: 87.5,
    hint: 'De 0 a 100, con dos decimales a lo más. De quien no se presentó, «NP» o la celda vacía: no es lo mismo que 0.',
  },
];

/** What a row would write of an application. */
type Plan = FilaImportada & { folio: string; antes: Capturado };

const effectOf = ({ fila, folio, antes, puntos, version }: Plan): RowEffect =>
  antes !== null && antes.puntos === puntos
    ? { fila, efecto: 'igual' }
    : {
        fila,
        efecto: 'cambia',
        nombre: groupByFour(folio),
        version: String(version),
        celdas: [
          {
            columna: 'puntos',
            antes: describeCapturado(antes),
            despues: describeCapturado({ puntos }),
          },
        ],
      };

const createLista = (etapaId: string, ownerNow: Slots['ownerNow']) => {
  /** What each row would write, or what is wrong with it. */
  const read = async (
    db: Db | Trx,
    rows: readonly HojaRow<Fila>[],
    actorUid: string,
  ): Promise<{ planes: Plan[]; problems: RowProblem[] }> => {
    const etapa = await requireEtapaDeExamen(db, etapaId);
    const no = await porQueNoSeImporta(db, etapa, await ownerNow(db, actorUid));
    if (no !== null) return { planes: [], problems: rows.map((row) => rowError(row, null, no)) };
    const version = await findNumero(db, etapaId);
    const puntosDe = await selectPuntos(db, { etapaId, numero: version });
    const solicitudDe = await readSolicitudesDeFolios(
      db,
      etapa,
      rows.flatMap(({ valores: { folio } }) => folio ?? []),
    );
    const planes: Plan[] = [];
    const problems: RowProblem[] = [];
    for (const row of rows) {
      const { folio, puntos } = row.valores;
      if (folio === null) continue;
      const found = solicitudDe(folio);
      if (typeof found === 'string') problems.push(rowError(row, 'folio', found));
      else if (!row.malas?.has('puntos')) {
        const seen = puntosDe.get(found.id);
        const antes = seen === undefined ? null : { puntos: seen };
        planes.push({ fila: row.fila, solicitudId: found.id, folio, antes, puntos, version });
      }
    }
    return { planes, problems };
  };

  const writer: HojaWriter = {
    async write(trx, given, { id, actorUid }) {
      const rows = given as readonly HojaRow<Fila>[];
      const { planes, problems } = await read(trx, rows, actorUid);
      if (problems.length > 0) throw new HojaProblems(problems);
      const efectos = planes.map(effectOf);
      const cambian = new Set(
        efectos.filter(({ efecto }) => efecto === 'cambia').map(({ fila }) => fila),
      );
      await saveFilas(trx, id, {
        filas: rows.map(({ fila }) => fila),
        nuevas: planes
          .filter(({ fila }) => cambian.has(fila))
          .map(({ solicitudId, fila, puntos, version }) => ({
            solicitudId,
            fila,
            puntos,
            version,
          })),
      });
      return {
        nuevas: 0,
        cambiadas: cambian.size,
        sinCambio: rows.length - cambian.size,
        efectos,
      };
    },
    async isCurrent(trx, { id }) {
      const etapa = await requireEtapaDeExamen(trx, etapaId, { lock: true });
      return porQueNo(etapa) === null && areFilasCurrent(trx, id, await findNumero(trx, etapaId));
    },
    record: async () => null,
    // Whatever the limit: a version is whole or is not there.
    async apply(trx, run) {
      const filas = await takeFilas(trx, run.id);
      if (filas.length > 0) await putVersion(trx, etapaId, { filas, run });
      return null;
    },
    async discard(trx, { id }) {
      await takeFilas(trx, id);
      return null;
    },
  };

  return {
    writer,
    checkRows: async (
      rows: readonly HojaRow<Fila>[],
      { db, actorUid }: HojaContext,
    ): Promise<RowsCheck> => {
      const { planes, problems } = await read(db, rows, actorUid);
      return { problems, efectos: planes.map(effectOf) };
    },
  };
};

const FILTROS = z.strictObject({ enBlanco: z.boolean().default(false) });

/**
 * The results of an exam, by folio: the list of a stage that is exported (blank, or with the points of the newest version), filled in
 * and imported as one more version.
 */
export const examenHoja = (ownerNow: Slots['ownerNow']): HojaFamilia =>
  defineFamilia<Fila & { personaId?: string }, z.output<typeof FILTROS>>(
    { id: EXAMEN, registro: 'etapa' },
    (etapaId) => ({
      title: 'resultados de un examen',
      nombre: async (db) => `Examen ${(await requireEtapaDeExamen(db, etapaId)).nombre}`,
      policy: canManagePosgrado,
      columns: COLUMNS,
      cambiosMostrados: 1_000,
      ...createLista(etapaId, ownerNow),
      persona: ({ personaId }) => (typeof personaId === 'string' ? personaId : null),
      filters: FILTROS,
      shownFilters: ['enBlanco'],
      async *exportRows({ enBlanco }, { db, actorUid }) {
        const actor = await ownerNow(db, actorUid);
        yield (await readParaExportar(db, etapaId, { actor, enBlanco })) as never;
      },
    }),
  );
