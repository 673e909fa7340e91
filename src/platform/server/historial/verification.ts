import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto';
import { formatMomento } from '../../shared/dates.ts';
import type { Db } from '../db/index.ts';
import {
  type Enlace,
  selectCabezas,
  selectEslabones,
  selectLinkHash,
  selectSinFirma,
} from './data.ts';
import {
  type Ancla,
  type AnclaVigente,
  checkLineas,
  isGood,
  type LineaDeAnclas,
  vigentes,
} from './lineas.ts';
import { createNumeros } from './numeros.ts';
import { createProblemas, type Problemas } from './problemas.ts';
import { type Claves, emisorOf, firmar } from './signing.ts';

/** Chains of the history: `historial_cadena()` gives each transaction one of them. */
const CADENAS = 16;

/** Rows that the verification reads at once: little enough for others to be served in between. */
const BLOCK = 400;

/** Hashes of a chain that are kept at hand while verifying. */
const RECENT = 1_024;

export type Verification = {
  integro: boolean;
  anotaciones: number;
  problemas: string[];
  /** How many heads kept outside the database were compared, and when the first and the last were kept. */
  anclas: { comparadas: number; desde: string | null; hasta: string | null };
  restauraciones: { respaldo: string; momento: string }[];
};

const sha256 = (bytes: Buffer | string): Buffer => digest('sha256', bytes, 'buffer');

const genesis = (cadena: number): Buffer => sha256(`cadena ${cadena}`);

/** What the database makes of a signature: the link after `anterior`. */
const eslabonar = (anterior: Buffer, r: Fila & { firma: Uint8Array }): Buffer =>
  sha256(Buffer.concat([anterior, r.firma, Buffer.from(`${r.id} ${r.cadena} ${r.eslabon}`)]));

/** The heads of now, to be kept outside the database. */
export const readAnclas = async (db: Db): Promise<Ancla[]> =>
  (await selectCabezas(db)).filter(({ cadena }) => cadena >= 0 && cadena < CADENAS).map(asAncla);

/** Up to where each chain is without signatures, to be kept once outside the database. */
export const readFrontera = async (db: Db): Promise<Ancla[]> =>
  (await selectSinFirma(db)).map(asAncla);

const asAncla = ({ hash, ...one }: Enlace): Ancla => ({ ...one, hash: hash.toString('hex') });

type Fila = Awaited<ReturnType<typeof selectEslabones>>[number];

/** The hash of a row of before signatures, as the database made it then. */
const hashSinFirma = (clave: Buffer, anterior: Buffer, r: Fila): Buffer => {
  const text = (value: string | null) => (value === null ? 'null' : JSON.stringify(value));
  const contenido = [
    String(r.cadena),
    String(r.eslabon),
    text(r.epoca),
    ...[r.actor_uid, r.accion, r.entidad, r.entidad_id, r.persona_id].map(text),
    r.antes_texto ?? 'null',
    r.despues_texto ?? 'null',
    ...[r.motivo, r.peticion_id, r.origen].map(text),
  ].join(', ');
  return createHmac('sha256', clave).update(anterior).update(`[${contenido}]`).digest();
};

const vistaOf = (r: Fila): Enlace | null =>
  r.vista_cadena === null || r.vista_eslabon === null || r.vista_hash === null
    ? null
    : { cadena: r.vista_cadena, eslabon: r.vista_eslabon, hash: Buffer.from(r.vista_hash) };

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

const firmaIsGood = (clave: Claves['firma'], r: Fila): boolean => {
  if (r.firma === null || r.emisor === null || r.numero === null) return false;
  try {
    const firma = firmar(clave, {
      emisor: Buffer.from(r.emisor),
      numero: r.numero,
      momento: r.momento,
      actorUid: r.actor_uid,
      accion: r.accion,
      entidad: r.entidad,
      entidadId: r.entidad_id,
      personaId: r.persona_id,
      antes: r.antes,
      despues: r.despues,
      motivo: r.motivo,
      peticionId: r.peticion_id,
      origen: r.origen,
      vista: vistaOf(r),
    });
    return same(firma, r.firma);
  } catch {
    // A time that is none, an object without end: nothing that was signed here.
    return false;
  }
};

/** How far the verification of one chain has come. */
type Avance = {
  cadena: number;
  /** Links after this one are later than the beginning of the verification and are not looked at. */
  cabeza: number;
  eslabon: number;
  hash: Buffer;
  /** Without signatures up to here, and not after one that has it. */
  frontera: number;
  firmadas: boolean;
  anclas: AnclaVigente[];
  /** The next of them. */
  ancla: number;
  recientes: (Buffer | undefined)[];
  /** The last link of those that are later. */
  posterior: number;
};

/** The anchors up to a link; those before it that were not met are of links that are not there. */
const checkAnclas = (a: Avance, hasta: number, hash: Buffer | null, p: Problemas): void => {
  for (; a.ancla < a.anclas.length && a.anclas[a.ancla]!.eslabon <= hasta; a.ancla++) {
    const { eslabon, hash: kept, momento } = a.anclas[a.ancla]!;
    if (eslabon === hasta && hash?.toString('hex') === kept) continue;
    p.add(
      `Cadena ${a.cadena} y sus anclas`,
      `Cadena ${a.cadena}: el eslabón ${eslabon} no coincide con el que se anotó fuera de la base el ${formatMomento(new Date(momento))}.`,
    );
  }
};

/** Whether a row is what it says, and follows the one before it when that one is there. */
const isWhole = (a: Avance, r: Fila, claves: Claves): boolean => {
  const follows = r.eslabon === a.eslabon + 1;
  const hash = Buffer.from(r.hash);
  if (r.firma === null) {
    return !follows || same(hashSinFirma(claves.anterior, a.hash, r), hash);
  }
  const link = () => eslabonar(a.hash, r as Fila & { firma: Uint8Array });
  return (!follows || same(link(), hash)) && firmaIsGood(claves.firma, r);
};

type Numeros = ReturnType<typeof createNumeros>;

/** One row against those before it in its chain. Gives whether its signature can be relied on. */
const checkFila = (
  a: Avance,
  r: Fila,
  { claves, numeros, p }: { claves: Claves; numeros: Numeros; p: Problemas },
): boolean => {
  const tell = (text: string) => p.add(`Cadena ${a.cadena}`, `Cadena ${a.cadena}: ${text}`);
  const lugar = `del eslabón ${r.eslabon} (id ${r.id})`;
  const place = r.eslabon > a.eslabon;
  let good = false;
  if (r.eslabon > a.eslabon + 1) {
    tell(`falta al menos una anotación antes del eslabón ${r.eslabon} (id ${r.id}).`);
  }
  if (r.firma === null && (a.firmadas || r.eslabon > a.frontera)) {
    tell(`la anotación ${lugar} no lleva la firma del portal.`);
  } else if (!place || !isWhole(a, r, claves)) {
    tell(`la anotación ${lugar} cambió o no está en su lugar.`);
  } else if (r.firma !== null && !numeros.isNew(r.emisor!, r.numero!)) {
    tell(`la anotación ${lugar} es copia de otra.`);
  } else good = r.firma !== null;
  a.firmadas ||= r.firma !== null;
  a.hash = Buffer.from(r.hash);
  if (place) {
    a.eslabon = r.eslabon;
    a.recientes[r.eslabon % RECENT] = a.hash;
    checkAnclas(a, r.eslabon, a.hash, p);
  }
  return good;
};

/** The link that a row saw when it was signed must be there. */
const checkVista = async (
  db: Db,
  avances: ReadonlyMap<number, Avance>,
  r: Fila,
  p: Problemas,
): Promise<void> => {
  const vista = vistaOf(r);
  const a = vista && avances.get(vista.cadena);
  if (!vista || !a) return;
  const isRecent = vista.eslabon > a.eslabon - RECENT;
  const found = isRecent
    ? vista.eslabon <= a.eslabon && a.recientes[vista.eslabon % RECENT]
    : await selectLinkHash(db, vista.cadena, vista.eslabon);
  if (found && same(found, vista.hash)) return;
  p.add(
    `Cadena ${vista.cadena}`,
    `Cadena ${vista.cadena}: el eslabón ${vista.eslabon} falta o no es el que había cuando se hizo la anotación id ${r.id}.`,
  );
};

/** Blocks of rows in the order of their ids. */
async function* readBlocks(db: Db): AsyncGenerator<Fila[]> {
  let last: string | null = null;
  for (;;) {
    const rows: Fila[] = await selectEslabones(db, last, BLOCK);
    // The last one of the block before, once: an id that stands twice shows itself.
    yield last !== null && rows[0]?.id === last ? rows.slice(1) : rows;
    if (rows.length < BLOCK) return;
    const next: string = rows.at(-1)!.id;
    // A whole block of one id: none of them is right, and all were told.
    last = next === last ? String(BigInt(next) + 1n) : next;
  }
}

const startAvances = (
  cabezas: readonly Enlace[],
  lineas: readonly LineaDeAnclas[],
  p: Problemas,
): Map<number, Avance> => {
  const kept = lineas.filter(isGood).find((one) => one.frontera !== undefined)?.frontera ?? null;
  const anclas = vigentes(lineas);
  const avances = new Map<number, Avance>();
  for (let cadena = 0; cadena < CADENAS; cadena++) {
    const [cabeza, ...more] = cabezas.filter((one) => one.cadena === cadena);
    if (!cabeza) p.add('Cabezas', `Cadena ${cadena}: falta su registro en historial_cadenas.`);
    if (more.length > 0) {
      p.add('Cabezas', `Cadena ${cadena}: está más de una vez en historial_cadenas.`);
    }
    const mine = new Map<string, AnclaVigente>();
    for (const one of anclas) {
      if (one.cadena === cadena) mine.set(`${one.eslabon} ${one.hash}`, one);
    }
    const avance = {
      cadena,
      cabeza: cabeza?.eslabon ?? Number.POSITIVE_INFINITY,
      eslabon: 0,
      hash: genesis(cadena),
      frontera: kept
        ? (kept.find((one) => one.cadena === cadena)?.eslabon ?? 0)
        : Number.POSITIVE_INFINITY,
      firmadas: false,
      anclas: [...mine.values()].sort((x, y) => x.eslabon - y.eslabon),
      ancla: 0,
      recientes: [],
      posterior: 0,
    };
    checkAnclas(avance, 0, avance.hash, p);
    avances.set(cadena, avance);
  }
  for (const { cadena } of cabezas) {
    if (!avances.has(cadena)) {
      p.add('Cabezas', `Cadena ${cadena}: no es del historial y está en historial_cadenas.`);
    }
  }
  return avances;
};

/** Each chain ends where its head says, and so it was when it was last seen and anchored. */
const checkEnds = async (
  db: Db,
  avances: ReadonlyMap<number, Avance>,
  cabezas: readonly Enlace[],
  p: Problemas,
): Promise<void> => {
  const now = await selectCabezas(db);
  for (const a of avances.values()) {
    const cabeza = cabezas.find((one) => one.cadena === a.cadena);
    if (cabeza && cabeza.eslabon !== a.eslabon) {
      p.add(
        `Cadena ${a.cadena}`,
        `Cadena ${a.cadena}: faltan las últimas anotaciones (debe haber ${cabeza.eslabon} y hay ${a.eslabon}).`,
      );
    } else if (cabeza && !same(cabeza.hash, a.hash)) {
      p.add(
        `Cadena ${a.cadena}`,
        `Cadena ${a.cadena}: la última anotación no es la que se registró.`,
      );
    }
    const later = now.find((one) => one.cadena === a.cadena)?.eslabon ?? a.posterior;
    if (a.posterior > later) {
      p.add(
        `Cadena ${a.cadena}`,
        `Cadena ${a.cadena}: el eslabón ${a.posterior} está después del último que se registró (${later}).`,
      );
    }
    checkAnclas(a, Number.POSITIVE_INFINITY, null, p);
  }
};

/** What this process saw committed is there, also what no anchor says yet. */
const checkVistas = async (db: Db, vistas: readonly Enlace[], p: Problemas): Promise<void> => {
  for (const { cadena, eslabon, hash } of vistas) {
    const found = await selectLinkHash(db, cadena, eslabon);
    if (found && same(found, hash)) continue;
    p.add(
      `Cadena ${cadena}`,
      `Cadena ${cadena}: el eslabón ${eslabon} falta o no es el que este servidor vio.`,
    );
  }
};

/**
 * Checks every row and every link of the chains, their sixteen heads, and the anchors kept outside the
 * database (read before this is called). Says in Spanish what is missing, changed or out of place. Reads
 * the rows little by little, so that others are served meanwhile; what is written meanwhile is not looked at.
 */
export const verifyCadenas = async (
  db: Db,
  lineas: readonly LineaDeAnclas[],
): Promise<Verification> => {
  const problemas = createProblemas();
  checkLineas(lineas, problemas);
  const { claves, vistas: seen } = emisorOf(db);
  const vistas = [...seen.values()];
  const cabezas = await selectCabezas(db);
  const avances = startAvances(cabezas, lineas, problemas);
  const numeros = createNumeros();
  const foreign = new Map<number, { many: number; first: string }>();
  let anotaciones = 0;
  for await (const rows of readBlocks(db)) {
    for (const row of rows) {
      const a = avances.get(row.cadena);
      if (!a) {
        const known = foreign.get(row.cadena);
        foreign.set(row.cadena, { many: (known?.many ?? 0) + 1, first: known?.first ?? row.id });
      } else if (row.eslabon > a.cabeza) a.posterior = Math.max(a.posterior, row.eslabon);
      else {
        anotaciones += 1;
        const good = checkFila(a, row, { claves, numeros, p: problemas });
        if (good) await checkVista(db, avances, row, problemas);
      }
    }
  }
  for (const [cadena, { many, first }] of foreign) {
    problemas.add(
      'Cadenas',
      `Cadena ${cadena}: no es del historial y tiene anotaciones (${many}; la primera, id ${first}).`,
    );
  }
  await checkEnds(db, avances, cabezas, problemas);
  await checkVistas(db, vistas, problemas);

  const good = lineas.filter(isGood);
  const told = problemas.all();
  return {
    integro: told.length === 0,
    anotaciones,
    problemas: told,
    anclas: {
      comparadas: [...avances.values()].reduce((sum, a) => sum + a.anclas.length, 0),
      desde: good[0]?.momento ?? null,
      hasta: good.at(-1)?.momento ?? null,
    },
    restauraciones: good.flatMap(({ respaldo, momento }) =>
      respaldo === undefined ? [] : [{ respaldo, momento }],
    ),
  };
};
