import { createHash, timingSafeEqual } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Env } from '../../../../platform/server/env.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import {
  type PapelDeClase,
  type PapelRegistrado,
  selectPapeles,
} from '../../../../platform/server/papeles.ts';
import { impresoOf, type Printed, readPrinted } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normaliseCrockford, randomCrockford } from '../../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { ActividadRow } from '../../../cursos/server/reading.ts';
import type { PersonaRow } from '../../../personas/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { describeRespuestas } from '../../../plantillas/formulario/rules.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { requisitoDe } from '../../../plantillas/reglas/rules.ts';
import type { VersionRow } from '../../../plantillas/server/reading.ts';
import { ERRORES } from '../../errors.ts';
import { DE_INSCRIPCION } from '../../estados.ts';
import { acusePath } from '../../routes.ts';
import { ACUSE, type AcuseImpreso, type EstadoImpreso, estadoDeInscripcion } from '../contract.ts';
import {
  dictamenDe,
  formatFolio,
  LARGO_CLAVE,
  makeFolio,
  parseFolio,
  RANDOM_FOLIO,
  tituloDe,
} from '../rules.ts';
import {
  type AcuseGuardado,
  deleteDeEnvios,
  findAcuse,
  findInscripcionIdByFolio,
  insertAcuseDeEnvio,
  setPdf,
} from './data.ts';
import { renderAcuse } from './document.ts';

/** The record that the acuse prints, for ever. `folio` as it is kept. */
export const buildAcuse = (
  row: ActividadRow & PersonaRow & VersionRow,
  made: {
    /** What it is of: «inscripción» unless said. */
    de?: string;
    env: Pick<Env, 'institution' | 'demo' | 'publicUrl'>;
    estado: EstadoImpreso;
    propios?: AcuseImpreso['propios'];
    folio: string;
    clave: string;
    emitidoEn: Date;
    /** None: the edition has no groups. */
    grupo?: string | undefined;
    datos: Respuestas;
    resultados: readonly ResultadoRegla[];
  },
): AcuseImpreso => ({
  institucion: made.env.institution.name,
  folio: formatFolio(made.folio),
  de: made.de ?? DE_INSCRIPCION,
  estado: made.estado,
  emitidoEn: made.emitidoEn.toISOString(),
  persona: {
    nombreCompleto: nameInItsCase(
      row.persona_nombre,
      row.persona_apellido_paterno,
      row.persona_apellido_materno,
    ),
    curp: row.persona_curp,
    clave: row.persona_clave,
  },
  curso: {
    nombre: row.curso_nombre,
    clave: row.curso_clave,
    tipo: row.curso_tipo.nombre,
    modalidad: row.curso_modalidad.nombre,
    horas: row.curso_horas,
  },
  edicion: {
    nombre: row.edicion_nombre,
    inicia: row.edicion_inicia,
    termina: row.edicion_termina,
    sede: row.edicion_sede,
    ...(made.grupo !== undefined && { grupo: made.grupo }),
  },
  plantilla: {
    nombre: row.plantilla_nombre,
    version: row.version_numero,
    publicadaEn: row.version_publicada_en.toISOString(),
  },
  ...(made.propios && { propios: made.propios }),
  secciones: describeRespuestas(row.version_definicion, made.datos),
  reglas: made.resultados.map((resultado) => ({
    descripcion: resultado.descripcion,
    cumple: resultado.cumple,
    detalle: resultado.detalle,
    estado: requisitoDe(resultado),
  })),
  url: made.env.publicUrl + acusePath(formatFolio(made.folio), made.clave),
  demo: made.env.demo,
});

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** Whose the acuse of a sending is, and how what was sent stands now; null: the sending is of another feature. */
    acusesDeEnvio: (
      db: Db,
      envioId: string,
    ) => Promise<{ personaId: string; estado: EstadoImpreso } | null>;
  }
}
type AcusesDeEnvio = readonly Slots['acusesDeEnvio'][];

/** An acuse, whose it is, and how what it is of stands now. */
export type AcuseRow = Omit<AcuseGuardado, 'estado' | 'persona_id' | 'envio_id'> & {
  persona_id: string;
  actual: EstadoImpreso;
};

/** @throws {Error} when the acuse is of a sending that no feature knows. */
const readAcuse = async (
  db: Db,
  deEnvio: AcusesDeEnvio,
  folio: string,
): Promise<AcuseRow | undefined> => {
  const row = await findAcuse(db, folio);
  if (!row) return undefined;
  const { estado, persona_id, envio_id, ...acuse } = row;
  if (estado !== null && persona_id !== null) {
    return { ...acuse, persona_id, actual: estadoDeInscripcion(estado) };
  }
  for (const find of deEnvio) {
    const found = envio_id === null ? null : await find(db, envio_id);
    if (found) return { ...acuse, persona_id: found.personaId, actual: found.estado };
  }
  throw new Error(`nobody knows whose the acuse ${folio} is`);
};

/** What it takes to find an acuse: `deEnvio` is all that the features give in the slot `acusesDeEnvio`. */
export type Buscando = Pick<Services, 'db' | 'throttle'> & { deEnvio: AcusesDeEnvio };

/**
 * Guesses of an address: only what finds or opens nothing is one, and what is right is answered however many were made,
 * since a whole school may share an address. The folio's 60 bits, and the key's own, are the protection.
 */
const LIMITE = { name: 'acuse', max: 600, windowSeconds: 600 };

export const acuseNotFound = () =>
  new CallError('NOT_FOUND', ERRORES.acuseNoExiste.message, { code: ERRORES.acuseNoExiste.code });

// Digests have one length, and their comparison takes the same time wherever they differ.
const digest = (text: string) => createHash('sha256').update(text).digest();
const opens = (row: AcuseRow, clave: string | undefined) =>
  timingSafeEqual(digest(row.clave), digest(normaliseCrockford(clave ?? '')));

/**
 * The acuse of a folio as typed, and whether this key opens it; without a key nothing personal is told, and nothing is guessed.
 * @throws {CallError} NOT_FOUND; RESOURCE_EXHAUSTED in place of what a guess finds, once that address has guessed too often.
 */
export const lookUpAcuse = async (
  { db, throttle, deEnvio }: Buscando,
  { folio, clave, ip }: { folio: string; clave: string | undefined; ip: string },
): Promise<{ row: AcuseRow; open: boolean }> => {
  const parsed = parseFolio(folio);
  const row = parsed === null ? undefined : await readAcuse(db, deEnvio, parsed);
  const open = row !== undefined && opens(row, clave);
  if (!row || (clave && !open)) await throttle.use(LIMITE, ip);
  if (!row) throw acuseNotFound();
  return { row, open };
};

/**
 * Leaves in the history that somebody with an account, other than its person, opened an acuse. Who
 * opens it without signing in is whoever the person gave the key to.
 */
export const recordLecturaAcuse = async (
  { db }: Services,
  actor: Actor | null,
  row: AcuseRow,
): Promise<void> => {
  if (actor === null || actor.restricted || actor.personaId === row.persona_id) return;
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'acuse.leer', { id: row.folio, personaId: row.persona_id }));
};

/** Acuses on `/validar`: that one was issued, of what and when. Whose it is, only its key tells. */
export const acusePapel: PapelDeClase = {
  clase: 'acuse',
  codigos: ['AC'],
  async find({ db }, folio) {
    const row = await findAcuse(db, folio);
    if (!row) return null;
    const dictamen = dictamenDe(row.datos.de, row.emitido_en);
    return {
      palabra: tituloDe(row.datos),
      estado: 'Emitido',
      dictamen,
      titulo: tituloDe(row.datos),
      titular: null,
      campos: [],
      emitidoEn: row.emitido_en,
      emisor: row.datos.institucion,
      demo: row.datos.demo,
      enlace: acusePath(formatFolio(folio)),
      ejemplares: (await selectPapeles(db, folio)).map(({ sha256 }) => ({ sha256, dictamen })),
    };
  },
};

const printedAcuse = ({ db, pdf }: Pick<Services, 'db' | 'pdf'>, row: AcuseRow): Printed => ({
  name: `acuse ${row.folio}`,
  papel: { de: acusePapel, folio: row.folio, referencia: row.folio },
  kept: impresoOf(row),
  make: (signed) => renderAcuse(pdf, row.datos, { signed }),
  async settle(trx, kept, again) {
    if (!(await setPdf(trx, row.folio, kept, again))) return false;
    await recordCambio(trx, again ? 'acuse.reponerPdf' : 'acuse.hacerPdf', {
      id: row.folio,
      actorUid: null,
      personaId: row.persona_id,
      despues: { sha256: kept.sha256, firmante: kept.firmante },
    });
    return true;
  },
  reread: async () => {
    const { pdf_objeto, pdf_sha256, pdf_firmante } = (await findAcuse(db, row.folio))!;
    return printedAcuse({ db, pdf }, { ...row, pdf_objeto, pdf_sha256, pdf_firmante });
  },
});

/** The PDF of an acuse: the first that was made. Throws UNAVAILABLE. */
export const readPdfAcuse = (services: Services, row: AcuseRow): Promise<PapelRegistrado> =>
  readPrinted(services, printedAcuse(services, row));

/** The inscripción of an acuse's folio (as it is kept), or null. */
export const readInscripcionIdByFolio = (db: Db, folio: string): Promise<string | null> =>
  findInscripcionIdByFolio(db, folio);

/** Keeps the acuse of a sending of another feature, in the transaction that sends. `acuse` is of `buildAcuse`; `clave` opens it. */
export const issueAcuseDeEnvio = (
  trx: Trx,
  envioId: string,
  { acuse, clave }: { acuse: AcuseImpreso; clave: string },
): Promise<void> =>
  insertAcuseDeEnvio(trx, envioId, {
    folio: normaliseCrockford(acuse.folio),
    clave,
    datos: ACUSE.write(acuse),
    emitidoEn: new Date(acuse.emitidoEn),
  });

/** A folio (as it is kept) and a key for an acuse that is issued at a moment. */
export const newFolioYClave = (emitidoEn: Date): { folio: string; clave: string } => {
  // Of both at once: asking the system's generator costs more than what it gives.
  const azar = randomCrockford(RANDOM_FOLIO + LARGO_CLAVE);
  const year = Number(fechaDe(emitidoEn).slice(0, 4));
  return {
    folio: makeFolio(year, azar.slice(0, RANDOM_FOLIO)),
    clave: azar.slice(RANDOM_FOLIO),
  };
};

/**
 * Deletes the acuses of sendings of another feature, whose data are erased; gives the objects of the store that no row refers to any more.
 */
export const deleteAcusesDeEnvios = (trx: Trx, envios: readonly string[]): Promise<string[]> =>
  deleteDeEnvios(trx, envios);
