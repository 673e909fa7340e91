import type { Services } from '../../../../../platform/server/services.ts';
import { Ilegible } from '../../../../../platform/shared/formatos.ts';
import { parseFolioEmitido } from '../../../rules.ts';
import { type EmitidoRow, selectEmitidosByFolio } from '../../../server/data.ts';
import type { ResultadoValidacion } from '../../contract.ts';
import { readResultado } from '../../server/service.ts';

/** Lists of an address: each costs what hundreds of folios do. What is not found in one is a guess that these limit. */
const LISTAS = { name: 'validacion-listas', max: 40, windowSeconds: 600 };

/** A folio as it was typed, and how its document stands; null: there is none. `ilegible`: what is kept of it cannot be read. */
export type Validado = { folio: string; resultado: ResultadoValidacion | null | 'ilegible' };

/** One that cannot be read takes the others' answer from nobody. */
const readOne = (services: Pick<Services, 'db' | 'now'>, row: EmitidoRow) =>
  readResultado(services, row).catch((error: unknown) => {
    if (error instanceof Ilegible) return 'ilegible' as const;
    throw error;
  });

/**
 * How the documents of some folios stand, in the order in which they were given, by one question to the database.
 * @throws {CallError} RESOURCE_EXHAUSTED.
 */
export const checkLista = async (
  services: Pick<Services, 'db' | 'now' | 'throttle'>,
  folios: readonly string[],
  ip: string,
): Promise<Validado[]> => {
  const { db, throttle } = services;
  await throttle.use(LISTAS, ip);
  const asked = folios.map((folio) => ({ folio, key: parseFolioEmitido(folio)?.folio ?? '' }));
  const rows = await selectEmitidosByFolio(db, asked.map(({ key }) => key).filter(Boolean));
  const found = new Map(rows.map((row) => [row.folio, row]));
  const validados: Validado[] = [];
  for (const { folio, key } of asked) {
    const row = found.get(key);
    validados.push({ folio, resultado: row ? await readOne(services, row) : null });
  }
  return validados;
};
