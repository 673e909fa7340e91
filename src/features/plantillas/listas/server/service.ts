/** Lists of people that a school uploads, for rules to ask who is in them. */
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../../platform/shared/ids.ts';
import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { findPlantilla } from '../../versiones/server/data.ts';
import { ERRORES } from '../errors.ts';
import {
  deleteIncluidas,
  deleteLista,
  findLista,
  insertLista,
  isNombrada,
  lockIncluidasDe,
  moveIncluidas,
  selectIncluidas,
  selectListas,
  selectListasConPalabras,
  selectPorClave,
  setCargada,
} from './data.ts';

const requireLista = async (db: Db | Trx, id: string) => {
  const row = await findLista(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** The lists of a plantilla. */
export const readListas = async (db: Db, plantillaId: string) =>
  (await selectListas(db, plantillaId)).map(({ cargada_en, ...lista }) => ({
    ...lista,
    cargadaEn: cargada_en?.toISOString() ?? null,
  }));

/** Characters of a list's key after its prefix: enough for any school, and nothing is told by it. */
const LARGO = 8;

/** @throws {CallError} see `createListaPersonas`. */
export const createLista = async (
  trx: Trx,
  { plantillaId, nombre, ahora }: { plantillaId: string; nombre: string; ahora: Date },
) => {
  if (!(await findPlantilla(trx, plantillaId))) {
    throw refuse('NOT_FOUND', ERRORES.sinPlantilla);
  }
  const clave = `L-${randomCrockford(LARGO)}`;
  const row = await insertLista(trx, {
    plantilla_id: plantillaId,
    clave,
    nombre,
    creado_en: ahora,
  });
  if (!row) {
    throw refuse('ALREADY_EXISTS', ERRORES.repetida, {
      fields: { nombre: ERRORES.repetida.message },
    });
  }
  await recordCambio(trx, 'listaPersonas.crear', { id: row.id, despues: { nombre, plantillaId } });
  return { id: row.id, clave };
};

/** @throws {CallError} NOT_FOUND */
export const resetLista = async (
  trx: Trx,
  { id, motivo, ahora }: { id: string; motivo: string; ahora: Date },
): Promise<void> => {
  const { nombre } = await requireLista(trx, id);
  const personas = await deleteIncluidas(trx, id);
  await setCargada(trx, id, ahora);
  await recordCambio(trx, 'listaPersonas.vaciar', { id, antes: { nombre, personas }, motivo });
};

/** @throws {CallError} see `deleteListaPersonas`. */
export const removeLista = async (trx: Trx, id: string): Promise<void> => {
  const { nombre, clave } = await requireLista(trx, id);
  if (await isNombrada(trx, clave)) throw refuse('FAILED_PRECONDITION', ERRORES.enUso);
  await deleteLista(trx, id);
  await recordCambio(trx, 'listaPersonas.eliminar', { id, antes: { nombre } });
};

/** The lists by words, for whoever names one in a rule. */
export const listasAcervo: Slots['acervos'] = {
  nombre: 'listas',
  search: async (db, busqueda) =>
    (await selectListasConPalabras(db, busqueda)).map(({ clave, nombre, plantilla }) => ({
      valor: clave,
      etiqueta: nombre,
      detalle: plantilla,
    })),
};

/** What rules may ask of the lists. Of one that is not, or that nobody uploaded, nobody knows who is in it. */
export const listasHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'lista.incluye',
      grupo: 'Listas de personas',
      nombre: 'Está en una lista de personas',
      palabras: ['elegibles', 'convocadas', 'archivo', 'Excel', 'seleccionadas'],
      tipo: 'booleano',
      pide: ['esté en la lista «{}»', 'no esté en la lista «{}»'],
      argumento: 'Lista de personas',
      argumentoDe: { acervo: 'listas' },
    },
  ],
  async load(db, { campos, personas }) {
    const listas = await selectPorClave(
      db,
      campos.map(({ argumento }) => argumento),
    );
    const cargadas = new Map(
      listas.flatMap((lista) => (lista.cargada_en ? [[lista.clave, lista]] : [])),
    );
    const ids = [...cargadas.values()].map(({ id }) => id);
    const incluidas = await selectIncluidas(db, ids, personas);
    return campos.flatMap(({ field, argumento }) => {
      const lista = cargadas.get(argumento);
      if (!lista) return [];
      return personas.map((personaId) => ({
        field,
        personaId,
        nombre: `Está en la lista «${lista.nombre}»`,
        valor: incluidas.has(`${lista.id} ${personaId}`),
      }));
    });
  },
  findArgumentos: async (db, _clave, claves) =>
    new Set((await selectPorClave(db, claves)).map(({ clave }) => clave)),
};

/** They follow their person; of two files in one list, one place stays. */
export const listasSeguidor: Seguidor = {
  columnas: ['listas_personas_incluidas.persona_id'],
  llama: { listas_personas_incluidas: 'listas de personas' },
  libres: ['listas_personas_incluidas'],

  async look(trx, { de, a }) {
    const rows = await lockIncluidasDe(trx, a === null ? [de] : [de, a]);
    return {
      siguen: rows.flatMap(({ persona_id, nombre }) =>
        persona_id === de ? [`Lista de personas «${nombre}».`] : [],
      ),
      version: rows,
    };
  },

  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    const rows = await lockIncluidasDe(trx, [de, a]);
    await moveIncluidas(trx, de, a);
    for (const { lista_id, persona_id } of rows) {
      if (persona_id !== de) continue;
      anotar('listaPersonas.cambiarPersona', {
        id: lista_id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

const suyas = {
  id: 'listas-personas',
  titulo: 'Listas de personas en las que está',
  tabla: 'listas_personas_incluidas',
  por: [{ columna: 'persona_id', es: 'persona' }],
} as const;
export const listasAporte: Aporte = aporteDeTabla(suyas);
export const listasSupresion: Supresion = supresionDeTabla(suyas);
