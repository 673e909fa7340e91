import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import {
  joinCuerpo,
  problemOf,
  type TextoDeCarta,
  type TextosDeCartas,
} from '../../../../platform/shared/cartas.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readNombresDeCuentas } from '../../../identidad/cuentas/server/service.ts';
import type { TextoCarta } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { insertVersion, selectUltimas, selectVersiones, type UltimaRow } from './data.ts';

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** The texts of a feature's letters that an Admin may write again. */
    cartas: TextosDeCartas;
  }
}

/** All of them by their key. @throws when two features have the same one */
export const joinCartas = (given: readonly TextosDeCartas[]): ReadonlyMap<string, TextoDeCarta> => {
  const all = new Map<string, TextoDeCarta>();
  for (const [clave, texto] of given.flatMap(Object.entries) as [string, TextoDeCarta][]) {
    if (all.has(clave)) throw new Error(`Two letters are called ${clave}.`);
    const problem = problemOf(texto, { asunto: texto.asunto, cuerpo: joinCuerpo(texto.cuerpo) });
    if (problem) throw new Error(`The text of ${clave}: ${problem.mensaje}`);
    all.set(clave, texto);
  }
  return all;
};

type Cartas = ReadonlyMap<string, TextoDeCarta>;

const present = (clave: string, texto: TextoDeCarta, ultima: UltimaRow | undefined): TextoCarta => {
  const original = { asunto: texto.asunto, cuerpo: joinCuerpo(texto.cuerpo) };
  const propio = ultima?.asunto != null && ultima.cuerpo !== null;
  return {
    ...{ clave, nombre: texto.nombre, original, propio },
    campos: Object.entries(texto.campos).map(
      ([campo, { titulo, ejemplo, soloCuerpo = false }]) => ({
        ...{ clave: campo, titulo, ejemplo, soloCuerpo },
      }),
    ),
    ...(propio ? { asunto: ultima.asunto!, cuerpo: ultima.cuerpo! } : original),
    version: ultima?.version ?? 0,
    escritoEn: ultima?.escrito_en.toISOString() ?? null,
  };
};

const requireTexto = (cartas: Cartas, clave: string): TextoDeCarta => {
  const texto = cartas.get(clave);
  const { code, message } = ERRORES.noExiste;
  if (!texto) throw new CallError('NOT_FOUND', message, { code });
  return texto;
};

export const readTextos = async (db: Db | Trx, cartas: Cartas): Promise<TextoCarta[]> => {
  const ultimas = new Map((await selectUltimas(db)).map((row) => [row.clave, row]));
  return [...cartas]
    .map(([clave, texto]) => present(clave, texto, ultimas.get(clave)))
    .sort((a, b) => a.nombre.localeCompare(b.nombre, 'es'));
};

export const readVersiones = async (db: Db, cartas: Cartas, clave: string) => {
  requireTexto(cartas, clave);
  const rows = await selectVersiones(db, clave);
  const nombres = await readNombresDeCuentas(db, [
    ...new Set(rows.map(({ escrito_por }) => escrito_por)),
  ]);
  return rows.map(({ version, asunto, cuerpo, escrito_en, escrito_por }) => ({
    ...{ version, asunto, cuerpo },
    escritoEn: escrito_en.toISOString(),
    escritoPor: nombres.get(escrito_por) ?? 'Una cuenta que ya no existe',
  }));
};

/**
 * Writes the next version over the one that was read; without text, that of the code is in force again.
 *
 * @throws {CallError} NOT_FOUND; INVALID_ARGUMENT with `fields`; ABORTED `carta-cambio`
 */
export const writeTexto = async (
  trx: Trx,
  cartas: Cartas,
  {
    clave,
    version,
    nuevo,
    actor,
    ahora,
  }: {
    clave: string;
    version: number;
    nuevo: { asunto: string; cuerpo: string } | null;
    actor: Actor;
    ahora: Date;
  },
): Promise<TextoCarta> => {
  const texto = requireTexto(cartas, clave);
  const limpio = nuevo && {
    asunto: nuevo.asunto.normalize('NFC'),
    cuerpo: nuevo.cuerpo.normalize('NFC').replace(/\r\n?/g, '\n'),
  };
  const problem = limpio && problemOf(texto, limpio);
  if (problem) {
    throw new CallError('INVALID_ARGUMENT', problem.mensaje, {
      code: 'carta-campos',
      fields: { [problem.campo]: problem.mensaje },
    });
  }
  const was = (await selectUltimas(trx)).find((row) => row.clave === clave);
  const before = present(clave, texto, was);
  const row = {
    ...{ clave, version: version + 1, escrito_en: ahora, escrito_por: actor.uid },
    ...(limpio ?? { asunto: null, cuerpo: null }),
  };
  if (before.version !== version || !(await insertVersion(trx, row))) {
    throw new CallError('ABORTED', ERRORES.cambio.message, { code: ERRORES.cambio.code });
  }
  const next = present(clave, texto, row);
  await recordCambio(trx, limpio ? 'carta.redactar' : 'carta.restablecer', {
    id: clave,
    antes: { version, asunto: before.asunto, cuerpo: before.cuerpo },
    despues: { version: row.version, asunto: next.asunto, cuerpo: next.cuerpo },
  });
  return next;
};
