import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import {
  type CallError,
  type FieldErrors,
  refuse,
  refuseFields,
} from '../../../../platform/shared/errors.ts';
import type { CatalogoUso } from '../../../catalogos/cambios/server/service.ts';
import { holdItems, readItems } from '../../../catalogos/server/service.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import { noSuch } from '../../perfil/server/service.ts';
import { personPath } from '../../routes.ts';
import { lockPersona } from '../../server/data.ts';
import type { Entrada } from '../contract.ts';
import { APARTADOS, type ApartadoId, apartadoOf, findApartado } from '../definiciones/rules.ts';
import { ERRORES } from '../errors.ts';
import {
  type Apartado,
  changedCampos,
  checkEntrada,
  planTraslado,
  textOf,
  type Valores,
} from '../rules.ts';
import {
  deleteEntradas,
  type EntradaRow,
  findUsos,
  insertEntrada,
  lockEntrada,
  moveEntradas,
  selectEntradas,
  updateEntrada,
} from './data.ts';
import { documentosOf, itemsOf, type Prueba, presentEntrada } from './present.ts';

/** The documents with these ids, whosever they are. */
export type ReadPruebas = (
  db: Db | Trx,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Prueba>>;

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** The documents that prove what entries of a file say. */
    readPruebas: ReadPruebas;
  }
}

/** Who writes in a file. */
type Context = Pick<Asking, 'actor' | 'services'> & { readonly readPruebas: ReadPruebas };

/** Apartados that are no longer declared are kept, and not shown. */
const isDeclared = ({ apartado }: { apartado: string }): boolean =>
  APARTADOS.some(({ id }) => id === apartado);

/** Rows as the contract names them, with what they point to as it is called today. */
const presentAll = async (
  db: Db | Trx,
  rows: readonly EntradaRow[],
  readPruebas: ReadPruebas,
): Promise<Entrada[]> => {
  const shown = rows.filter(isDeclared);
  const ids = shown.flatMap((row) => Object.values(itemsOf(row.apartado, row.datos)));
  const items = await readItems(db, [...new Set(ids)]);
  const documentos = shown.flatMap((row) => Object.values(documentosOf(row.apartado, row.datos)));
  const pruebas = await readPruebas(db, [...new Set(documentos)]);
  return shown.map((row) => presentEntrada(row, items, pruebas));
};

/** All that a file says, apartado by apartado. */
export const readEntradas = async (
  db: Db | Trx,
  personaId: string,
  readPruebas: ReadPruebas,
): Promise<Entrada[]> => presentAll(db, await selectEntradas(db, [personaId]), readPruebas);

/** The entries of each of these people. */
const readEntradasDe = async (db: Db | Trx, personas: readonly string[]) => {
  const all = Map.groupBy(
    await selectEntradas(db, [...new Set(personas)]),
    ({ persona_id }) => persona_id,
  );
  return personas.map((id) => all.get(id) ?? []);
};

/** What a file says in some apartados, as it is kept, in the order in which it was added. */
export const readValores = async (
  db: Db | Trx,
  personaId: string,
  apartados: readonly ApartadoId[],
): Promise<{ id: string; apartado: string; version: number; valores: Valores }[]> =>
  (await readJoined(db, readEntradasDe, personaId)).flatMap(({ id, apartado, version, datos }) =>
    apartados.some((one) => one === apartado) ? [{ id, apartado, version, valores: datos }] : [],
  );

/** What an entry says, to be read: what it is of, and each datum with its label. */
export type Dicho = { titulo: string; datos: { etiqueta: string; valor: string }[] };

/** What somebody's file says and one of these documents is to prove. */
export const readDichosDe = async (
  db: Db | Trx,
  personaId: string,
  documentos: readonly string[],
  readPruebas: ReadPruebas,
): Promise<Dicho[]> =>
  (await readEntradas(db, personaId, readPruebas))
    .filter(({ apartado, valores }) =>
      Object.values(documentosOf(apartado, valores)).some((id) => documentos.includes(id)),
    )
    .map(({ apartado, valores, referidos }) => {
      const { titulo, campos } = apartadoOf(apartado);
      return {
        titulo,
        datos: campos.flatMap((campo) => {
          const value = valores[campo.key] ?? null;
          if (campo.kind === 'documento' || value === null) return [];
          const valor = textOf(campo, value, referidos[campo.key]?.nombre);
          return [{ etiqueta: campo.label, valor }];
        }),
      };
    });

const presentOne = async (
  trx: Trx,
  row: EntradaRow,
  readPruebas: ReadPruebas,
): Promise<Entrada> => {
  const [entrada] = await presentAll(trx, [row], readPruebas);
  return entrada!;
};

const cambioPrevio = async (
  trx: Trx,
  row: EntradaRow,
  { actor, readPruebas }: Context,
): Promise<CallError> =>
  refuse('ABORTED', ERRORES.cambio, {
    actual: await presentOne(trx, row, readPruebas),
    propio: row.actualizado_por === actor.uid,
  });

/** What an entry points to is of its catalog and, when it is chosen now, is offered. */
const checkItems = async (
  trx: Trx,
  { campos }: Apartado,
  items: Readonly<Record<string, string>>,
  before: Valores,
): Promise<FieldErrors> => {
  const held = await holdItems(trx, Object.values(items));
  return Object.fromEntries(
    Object.entries(items).flatMap(([campo, id]) => {
      const { label, catalogo } = campos.find(({ key }) => key === campo)!;
      const item = held.get(id);
      if (!item || item.catalogo !== catalogo) {
        return [[campo, `Lo que eligió en «${label}» ya no existe. Elija otra opción.`]];
      }
      return item.ofrecido || before[campo] === id
        ? []
        : [[campo, `«${item.nombre}» ya no se ofrece. Elija otra opción en «${label}».`]];
    }),
  );
};

/** A document that an entry points to is of its person and, when it is chosen now, may prove something. */
const checkPruebas = async (
  trx: Trx,
  { apartado, personaId }: Guardada,
  valores: Valores,
  before: Valores,
  { readPruebas }: Context,
): Promise<FieldErrors> => {
  const documentos = documentosOf(apartado, valores);
  const pruebas = await readPruebas(trx, Object.values(documentos));
  return Object.fromEntries(
    Object.entries(documentos).flatMap(([campo, id]) => {
      const prueba = pruebas.get(id);
      if (prueba?.personaId === personaId && (prueba.sirve || before[campo] === id)) return [];
      return [[campo, 'Ese documento ya no sirve para comprobarlo. Elija otro del expediente.']];
    }),
  );
};

type Guardada = {
  personaId: string;
  apartado: ApartadoId;
  id: string;
  version: number | null;
  valores: Valores;
};

/** The file, held: what it says is checked against the rest of it, which nobody changes meanwhile. */
const lockExpediente = async (trx: Trx, personaId: string): Promise<EntradaRow[]> => {
  // Merged into another at this very moment: its key leads there.
  if (!(await lockPersona(trx, personaId))) throw noSuch();
  return selectEntradas(trx, [personaId]);
};

/**
 * The entry that is edited, or null for a new one.
 *
 * @throws {CallError} when it is not what was edited, or there is no place for a new one.
 */
const requireVersion = async (
  trx: Trx,
  apartado: Apartado,
  { id, version }: Guardada,
  de: readonly EntradaRow[],
  ctx: Context,
): Promise<EntradaRow | null> => {
  const row = de.find((one) => one.id === id);
  if (version !== null) {
    if (row?.apartado !== apartado.id) throw refuse('NOT_FOUND', ERRORES.noExiste);
    if (row.version !== version) throw await cambioPrevio(trx, row, ctx);
    return row;
  }
  const mine = de.filter((one) => one.apartado === apartado.id);
  const there = row ?? (apartado.unico ? mine[0] : undefined);
  if (there) throw await cambioPrevio(trx, there, ctx);
  // Of somebody else: made by whoever asks, which no browser of ours does.
  if (await lockEntrada(trx, id)) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (mine.length >= apartado.max) throw refuse('FAILED_PRECONDITION', ERRORES.demasiadas);
  return null;
};

/** Adds an entry to a file, or edits the version of one that whoever edits it had. */
export const saveEntrada = async (trx: Trx, input: Guardada, ctx: Context): Promise<Entrada> => {
  const apartado = apartadoOf(input.apartado);
  const de = await lockExpediente(trx, input.personaId);
  const ahora = ctx.services.now();
  const { valores, errores } = checkEntrada(apartado, input.valores, {
    otras: de
      .filter((one) => one.apartado === apartado.id && one.id !== input.id)
      .map(({ datos }) => datos),
    hoy: fechaDe(ahora),
  });
  const sent = de.find((one) => one.id === input.id);
  // Its answer was lost on the way: it is there already.
  if (sent && input.version === null && changedCampos(apartado, sent.datos, valores).length === 0) {
    return presentOne(trx, sent, ctx.readPruebas);
  }
  const row = await requireVersion(trx, apartado, input, de, ctx);
  const items = itemsOf(apartado.id, valores);
  const problems =
    Object.keys(errores).length > 0
      ? errores
      : {
          ...(await checkItems(trx, apartado, items, row?.datos ?? {})),
          ...(await checkPruebas(trx, input, valores, row?.datos ?? {}, ctx)),
        };
  if (Object.keys(problems).length > 0) throw refuseFields(problems);
  const changed = row ? changedCampos(apartado, row.datos, valores) : [];
  if (row && changed.length === 0) return presentOne(trx, row, ctx.readPruebas);
  const written = { id: input.id, valores, items, por: ctx.actor.uid, ahora };
  const saved = row
    ? await updateEntrada(trx, written)
    : await insertEntrada(trx, {
        ...written,
        personaId: input.personaId,
        apartado: apartado.id,
      });
  await recordCambio(trx, row ? 'persona.editarDato' : 'persona.agregarDato', {
    id: input.personaId,
    despues: {
      apartado: apartado.id,
      // Which, not what: what one lives at or is called by is nobody's to read for ever.
      ...(row && { campos: changed.map((key) => `${apartado.id}.${key}`) }),
      entrada: saved.id,
    },
  });
  return presentOne(trx, saved, ctx.readPruebas);
};

/** Takes an entry away, if it still is what was seen; one that is gone already is as good. */
export const removeEntrada = async (
  trx: Trx,
  { personaId, id, version }: { personaId: string; id: string; version: number },
  ctx: Context,
): Promise<void> => {
  const row = (await lockExpediente(trx, personaId)).find((one) => one.id === id);
  if (!row) return;
  if (row.version !== version) throw await cambioPrevio(trx, row, ctx);
  await deleteEntradas(trx, [id]);
  await recordCambio(trx, 'persona.quitarDato', {
    id: personaId,
    antes: { apartado: row.apartado, entrada: id },
  });
};

const say = (rows: readonly EntradaRow[]): string =>
  APARTADOS.flatMap(({ id, titulo }) => {
    const n = rows.filter(({ apartado }) => apartado === id).length;
    return n > 0 ? [n > 1 ? `${titulo} (${n})` : titulo] : [];
  }).join(', ');

type Traslado = ReturnType<typeof planTraslado<EntradaRow & { valores: Valores }>>;

const planOf = (
  rows: readonly EntradaRow[],
  { de, a }: { de: string; a: string | null },
): Traslado => {
  const of = (id: string | null) =>
    rows.filter((row) => row.persona_id === id).map((row) => ({ ...row, valores: row.datos }));
  return planTraslado(APARTADOS, of(de), of(a));
};

/** What a file says follows the person; what the other file says already, or says otherwise where there is one, does not. */
export const apartadosSeguidor: Seguidor = {
  columnas: ['personas_entradas.persona_id'],
  llama: { personas_entradas: 'datos del expediente' },

  async look(trx, par, lock) {
    const rows = await selectEntradas(trx, par.a === null ? [par.de] : [par.de, par.a], lock);
    const { siguen, repetidas, sobran } = planOf(rows, par);
    return {
      siguen: siguen.length > 0 ? [`Lo que dice su expediente: ${say(siguen)}.`] : [],
      descartados: [
        ...(repetidas.length > 0
          ? [`Lo que el otro expediente ya dice igual: ${say(repetidas)}.`]
          : []),
        ...(sobran.length > 0
          ? [`Lo que el otro expediente dice de otro modo y se queda como está: ${say(sobran)}.`]
          : []),
      ],
      version: rows.map(({ id, version }) => [id, version]),
    };
  },

  async follow(trx, par) {
    const { de, a, anotar } = par;
    if (a === null) return;
    const { repetidas, sobran } = planOf(await selectEntradas(trx, [de, a], true), { de, a });
    const dropped = [...repetidas, ...sobran];
    await deleteEntradas(
      trx,
      dropped.map(({ id }) => id),
    );
    await moveEntradas(trx, de, a);
    for (const { id, apartado } of dropped) {
      anotar('persona.quitarDato', { id: a, antes: { apartado, entrada: id } });
    }
  },
};

/** Where files use the catalogs: an item that somebody's file says is not deleted. */
export const apartadosUsos: readonly CatalogoUso[] = [
  ...new Set(APARTADOS.flatMap(({ campos }) => campos.flatMap(({ catalogo }) => catalogo ?? []))),
].map((catalogo) => ({
  catalogo,
  porClave: false,
  async find(db, { id }) {
    const { n, primeros } = await findUsos(db, id);
    return {
      n,
      texto: `${n} ${n === 1 ? 'expediente' : 'expedientes'}`,
      ejemplos: primeros.map((row) => ({
        texto: row.nombre_completo,
        enlace: personPath(row.clave),
      })),
    };
  },
}));

/** All that a file says besides who its person is, with the words of each apartado. */
export const apartadosAporte: Aporte = aporteDeTabla({
  id: 'expediente',
  titulo: 'Lo que dice su expediente',
  tabla: 'personas_entradas',
  por: [{ columna: 'persona_id', es: 'persona' }],
  campos: Object.fromEntries(
    APARTADOS.flatMap(({ campos }) => campos.map(({ key, label }) => [key, label])),
  ),
  completa: async (_services, filas) =>
    filas.map(({ apartado }) => ({
      seccion: findApartado(String(apartado))?.titulo ?? apartado,
    })),
});

/** All that a file says goes. */
export const apartadosSupresion: Supresion = supresionDeTabla({
  id: 'expediente',
  titulo:
    'Su expediente: teléfonos, domicilio, contactos de emergencia, empleo, estudios y preferencias',
  tabla: 'personas_entradas',
  por: [{ columna: 'persona_id', es: 'persona' }],
});
