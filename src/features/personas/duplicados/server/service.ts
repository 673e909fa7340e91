import { createHash } from 'node:crypto';
import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { queueOf } from '../../../../platform/server/queues.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { TRABAJO } from '../../../../platform/shared/trabajos.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import { ERRORES } from '../errors.ts';
import { canReviewDuplicados } from '../policy.ts';
import { duplicadosPath } from '../routes.ts';
import { clavesDeBloque, compararPersonas, PUNTAJE_MINIMO } from '../rules.ts';
import {
  countDuplicados,
  countEspera,
  countPersonas,
  type DuplicadoListadoRow,
  type DuplicadoRow,
  decideDuplicado,
  type Filtros,
  findDuplicado,
  forgetNoVistos,
  type Hallado,
  type ParecibleRow,
  replaceClaves,
  saveHallados,
  selectBloques,
  selectDuplicados,
  selectExpedientes,
  selectParecibles,
  selectPareciblesAfter,
} from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** A pair goes with whichever of its files is merged: who it looked like is found anew. */
export const duplicadosSeguidor: Seguidor = {
  columnas: ['duplicados.persona_id', 'duplicados.otra_persona_id', 'duplicados_claves.persona_id'],
  libres: ['duplicados'],
  derivadas: ['duplicados_claves'],
};

/** How a search does its work: each block in a transaction of its own, and how far it is. */
export type Busqueda = {
  step: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  report: (done: number, total: number, message: string) => Promise<void>;
};

/** People put under their keys at once; keys looked through at once. Each is a short turn at the database. */
const PERSONAS_POR_BLOQUE = 500;
const CLAVES_POR_BLOQUE = 2_000;
const PAREJAS_POR_BLOQUE = 2_000;

/** Stands for all that is compared of two files. */
const huellaDe = (a: ParecibleRow, b: ParecibleRow): string => {
  const said = [a, b]
    .toSorted((x, y) => (x.id < y.id ? -1 : 1))
    .map((p) => [
      p.nombre,
      p.apellidoPaterno,
      p.apellidoMaterno,
      p.fechaNacimiento,
      p.sexo,
      p.curp,
      p.curpDeclarada,
      p.correos,
      p.telefonos,
    ]);
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
};

/** Those of some pairs that look alike enough. */
const judge = async (trx: Trx, parejas: readonly (readonly [string, string])[]) => {
  const rows = await selectParecibles(trx, [...new Set(parejas.flat())]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return parejas.flatMap(([personaId, otraPersonaId]): Hallado[] => {
    const [a, b] = [byId.get(personaId), byId.get(otraPersonaId)];
    if (!a || !b) return [];
    const parecido = compararPersonas(a, b);
    if (parecido.puntaje < PUNTAJE_MINIMO) return [];
    return [{ personaId, otraPersonaId, ...parecido, huella: huellaDe(a, b) }];
  });
};

/** The pairs of a block of people, each once. */
const pairsOf = (bloques: readonly (readonly string[])[]): [string, string][] => {
  const pairs = new Map<string, [string, string]>();
  for (const ids of bloques) {
    for (const [i, one] of ids.entries()) {
      for (const other of ids.slice(i + 1)) pairs.set(`${one}${other}`, [one, other]);
    }
  }
  return [...pairs.values()];
};

const indexPersonas = async ({ step, report }: Busqueda, total: number): Promise<void> => {
  let after: string | null = null;
  let done = 0;
  do {
    const last: string | null = after;
    after = await step(async (trx) => {
      const rows = await selectPareciblesAfter(trx, last, PERSONAS_POR_BLOQUE);
      await replaceClaves(
        trx,
        rows.map((row) => ({ id: row.id, claves: clavesDeBloque(row) })),
      );
      done += rows.length;
      return rows.length < PERSONAS_POR_BLOQUE ? null : rows.at(-1)!.id;
    });
    await report(Math.min(done, total), total, 'Leyendo los expedientes…');
  } while (after !== null);
};

const savePairs = (trx: Trx, hallados: readonly Hallado[], ahora: Date) =>
  saveHallados(trx, hallados, ahora).then(async (reabiertos) => {
    for (const row of reabiertos) await record(trx, row, 'reabrir', { actorUid: null });
  });

const record = (
  trx: Trx,
  { id, persona_id, otra_persona_id }: Pick<DuplicadoRow, 'id' | 'persona_id' | 'otra_persona_id'>,
  accion: 'descartar' | 'reabrir',
  rest: { actorUid?: null; motivo?: string } = {},
): Promise<void> =>
  recordCambio(trx, `duplicado.${accion}`, {
    id,
    despues: { personas: [persona_id, otra_persona_id] },
    ...rest,
  });

/**
 * Looks for the files that look alike, of all people: by the keys that they have in common, block by block, so that
 * neither the memory nor a turn at the database grows with how many there are. Done again from the beginning it ends
 * the same; a pair that nobody finds any more is forgotten, but not what staff said of it.
 */
export const searchDuplicados = async (
  db: Db | Trx,
  busqueda: Busqueda,
  { desde, now }: { desde: Date; now: () => Date },
): Promise<{ personas: number; parejas: number }> => {
  const personas = await countPersonas(db);
  await indexPersonas(busqueda, personas);
  let after: string | null = null;
  do {
    const { bloques, hasta }: Awaited<ReturnType<typeof selectBloques>> = await busqueda.step(
      (trx) => selectBloques(trx, after, CLAVES_POR_BLOQUE),
    );
    const parejas = pairsOf(bloques);
    for (let i = 0; i < parejas.length; i += PAREJAS_POR_BLOQUE) {
      await busqueda.step(async (trx) =>
        savePairs(trx, await judge(trx, parejas.slice(i, i + PAREJAS_POR_BLOQUE)), now()),
      );
    }
    await busqueda.report(personas, personas, 'Comparando los que se parecen…');
    after = hasta;
  } while (after !== null);
  await busqueda.step((trx) => forgetNoVistos(trx, desde));
  return { personas, parejas: await countDuplicados(db, { estado: 'pendiente' }) };
};

/** A page of the pairs, the likest first; whoever lists people is in the history of each one shown. */
export const readDuplicados = async (
  db: Db,
  filtros: Filtros,
  at: { tras?: string | undefined; antes?: string | undefined; porPagina: number },
) => {
  const page = await cursorPage<DuplicadoListadoRow>(
    at,
    ({ puntaje, id }) => `${puntaje}_${id}`,
    ({ after, ...from }) => {
      const [puntaje, id] = after?.split('_') ?? [];
      const place = puntaje && id ? { puntaje: Number(puntaje), id } : null;
      return selectDuplicados(db, filtros, { ...from, after: place });
    },
    () => countDuplicados(db, filtros),
  );
  const personas = [...new Set(page.filas.flatMap((r) => [r.persona_id, r.otra_persona_id]))];
  if (personas.length > 0) {
    const despues = { personas: personas.sort() };
    await db
      .transaction()
      .execute((trx) => recordOnce(trx, 'duplicado.listar', { id: 'lista', despues }));
  }
  return page;
};

export const requireDuplicado = async (db: Db | Trx, id: string): Promise<DuplicadoRow> => {
  const row = await findDuplicado(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

export const filesOf = ({
  persona_id,
  otra_persona_id,
}: Pick<DuplicadoRow, 'persona_id' | 'otra_persona_id'>) => ({
  personaIds: [persona_id, otra_persona_id],
});

/** Two files side by side, with all that hangs from each. */
export const lookAt = async (trx: Trx, seguidores: readonly Seguidor[], id: string) => {
  const row = await requireDuplicado(trx, id);
  const { personaIds } = filesOf(row);
  await recordOnce(trx, 'duplicado.leer', { id, despues: { personas: personaIds } });
  const expedientes = [];
  for (const file of await selectExpedientes(trx, personaIds)) {
    const tiene: string[] = [];
    for (const { look } of seguidores) {
      if (look) tiene.push(...(await look(trx, { de: file.id, a: null }, false)).siguen);
    }
    expedientes.push({ ...file, tiene });
  }
  if (expedientes.length < 2) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return { row, expedientes };
};

/** Staff say that they are two people, or take it back. */
export const decide = async (
  trx: Trx,
  id: string,
  { paso, nota }: { paso: 'descartar' | 'reabrir'; nota: string | null },
  { actor, services }: Context,
): Promise<void> => {
  const row = await requireDuplicado(trx, id);
  const [a, b] = await selectParecibles(trx, filesOf(row).personaIds);
  if (!a || !b) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const done = paso === 'descartar';
  const closed = await decideDuplicado(trx, id, paso, {
    por: done ? actor.uid : null,
    en: done ? services.now() : null,
    nota,
    // What was looked at is what there is now, and not what the search found.
    huella: huellaDe(a, b),
  });
  if (!closed) throw refuse('ABORTED', ERRORES.yaDecidido);
  await record(trx, row, paso, nota === null ? {} : { motivo: nota });
};

export const BUSQUEDA = 'duplicados-buscar';

/** Looks for them now, in the tray of whoever asks. */
export const startBusqueda = async ({ actor, services }: Context): Promise<string> => {
  const { db, trabajos, now } = services;
  const mine = await trabajos.list(actor.uid);
  if (mine.some(({ tipo, estado }) => tipo === BUSQUEDA && TRABAJO.is('vivos', estado))) {
    throw refuse('ALREADY_EXISTS', ERRORES.yaSeBusca);
  }
  return db.transaction().execute(async (trx) => {
    const id = await trabajos.send(trx, BUSQUEDA, {
      propietario: actor.uid,
      titulo: 'Búsqueda de expedientes duplicados',
      datos: { desde: now().toISOString() },
    });
    await recordCambio(trx, 'duplicado.buscar', { id });
    return id;
  });
};

/** The pairs that look very much alike, on the home of whoever decides. */
export const duplicadosPendientes = queueOf({
  policy: canReviewDuplicados,
  count: countEspera,
  titulo: ['Posible expediente duplicado', 'Posibles expedientes duplicados'],
  enlace: duplicadosPath,
  accion: 'Revisar',
});
