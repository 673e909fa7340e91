import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Given, Slots } from '../../../../platform/server/feature.ts';
import {
  type Nombrar,
  recordCambio,
  recordOnce,
} from '../../../../platform/server/historial/index.ts';
import { createLane } from '../../../../platform/server/lane.ts';
import { messageOf } from '../../../../platform/server/loggable.ts';
import { whoseTurn } from '../../../../platform/server/request-context.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { createThread } from '../../../../platform/server/thread.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { nameOrAddress } from '../../../../platform/shared/names.ts';
import { readOfrecidos } from '../../../catalogos/server/service.ts';
import type { Definicion } from '../../contract.ts';
import { reglaDeCupo, repartoDe } from '../../cupos/rules.ts';
import { ERRORES } from '../../errors.ts';
import { definicionSchema } from '../../escritura/contract.ts';
import { describeFaltas } from '../../escritura/rules.ts';
import { declaraRespuestas } from '../../formulario/hechos/rules.ts';
import { apuntaOf, fieldsOf } from '../../formulario/rules.ts';
import { canEditPlantillas } from '../../policy.ts';
import { REGLA_DE_FECHAS } from '../../redaccion/rules.ts';
import { findClavesPerdidas } from '../../reglas/claves/server/service.ts';
import {
  catalogoDeHechos,
  checkReglasConArgumentos,
  type ProveedorDeHechos,
} from '../../reglas/server/service.ts';
import { editVersionPath, versionPath } from '../../routes.ts';
import { withSecciones } from '../../secciones/server/service.ts';
import { insertPlantilla, insertVersion, publishVersion } from '../../server/data.ts';
import type {
  createPlantilla,
  listPlantillas,
  PlantillaEnLista,
  ProblemaDePlantilla,
} from '../contract.ts';
import { consejosDe } from '../rules.ts';
import {
  archivePublicada,
  deleteBorrador,
  findBorrador,
  findVersion,
  isNombreTomado,
  lockVersion,
  selectClavesUsadas,
  selectNombresDeVersion,
  selectPorPublicar,
  selectProximaPublicacion,
  setProgramada,
  updateDefinicion,
  updateNombre,
  type VersionRow,
} from './data.ts';
import type { BuscarContradicciones, Contradicciones } from './worker.ts';

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** How many editions each plantilla has, and how many of them still admit or will admit enrolments. */
    edicionesDePlantilla: (
      db: Db,
      plantillaIds: readonly string[],
      ahora: Date,
    ) => Promise<ReadonlyMap<string, { total: number; porInscribir: number }>>;
    /** How many inscripciones were sent under each version of a plantilla. */
    inscripcionesDeVersion: (db: Db, plantillaId: string) => Promise<ReadonlyMap<string, number>>;
  }
}
export type UsoDePlantillas = Slots['edicionesDePlantilla'];

/** What keeps a draft from being published, and what could be better. */
export const problemasDe = (definicion: Definicion): ProblemaDePlantilla[] => {
  const { error } = definicionSchema.safeParse(definicion);
  const wrong = describeFaltas(error?.issues ?? [], definicion);
  return [
    ...wrong.map((one) => ({ ...one, gravedad: 'impide' as const })),
    ...consejosDe(definicion),
  ];
};

/** The same, and what its rules ask that nobody knows, or that does not exist any more. */
export const findProblemas = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  definicion: Definicion,
): Promise<ProblemaDePlantilla[]> => {
  const { cupos } = repartoDe(definicion);
  const propios = declaraRespuestas(definicion);
  const check = async (those: Definicion['reglas']) => [
    ...(await checkReglasConArgumentos(db, proveedores, those, propios)),
    ...(await findClavesPerdidas(db, proveedores, those, propios)),
  ];
  const reglas = await check(definicion.reglas);
  const deCupos = await check(cupos.map(reglaDeCupo));
  const said = (
    lista: string,
    de: readonly { readonly clave: string }[],
    problemas: typeof reglas,
  ): ProblemaDePlantilla[] =>
    problemas.map(({ regla, problema }) => ({
      donde: `${lista}.${de.findIndex(({ clave }) => clave === regla)}.condicion`,
      mensaje: problema,
      gravedad: 'impide',
    }));
  const dicho = [
    ...said('reglas', definicion.reglas, reglas),
    ...said('reparto.cupos', cupos, deCupos),
  ];
  // What the schema says of a condition, those words say better.
  const rest = problemasDe(definicion).filter(
    ({ donde }) => !dicho.some((one) => donde.startsWith(one.donde)),
  );
  return [...dicho, ...rest, ...(await tiposPerdidos(db, definicion))];
};

/** Finds contradictions off the main thread: it takes up to a second, and one step of it as long as its lists are. */
const finder = createThread({
  worker: new URL('./worker.ts', import.meta.url),
  timeoutMs: 5_000,
  recycleAfter: 1_000,
  maxWaiting: 1,
  idleMs: 60_000,
  fail: (reason, detail) => new Error(`contradictions: ${reason} ${detail}`),
});
const finding = createLane({ atOnce: 1, waiting: 50, waitingEach: 10 });
/** What was found, by the digest of what was looked at: each opening and each autosave asks again. */
const found = new Map<string, Promise<Contradicciones>>();
const MAX_FOUND = 100;

/** Objects by their keys in order: what comes back from the database is the same as what was sent. */
const byKey = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const contradiccionesDe = (asked: BuscarContradicciones): Promise<Contradicciones> => {
  const { reglas } = asked.definicion;
  const { cupos } = repartoDe(asked.definicion);
  if (reglas.length + cupos.length === 0) return Promise.resolve([]);
  const digest = createHash('sha256')
    .update(JSON.stringify([reglas, cupos, asked.hechos], byKey))
    .digest('base64url');
  const known = found.get(digest);
  if (known) return known;
  if (found.size >= MAX_FOUND) found.delete(found.keys().next().value!);
  const looked = finding.run(whoseTurn(), async () => (await finder.run(asked)) as Contradicciones);
  found.set(digest, looked);
  looked.catch(() => found.delete(digest));
  return looked;
};

/** Its absence would read as «there are none». */
const SIN_BUSCAR: ProblemaDePlantilla = {
  donde: 'reglas',
  mensaje:
    'No se pudo revisar si las reglas se contradicen. Vuelva a revisar la plantilla en unos minutos.',
  gravedad: 'advierte',
};

/** The same, and the rules and quotas that nobody can meet, which prevent nothing; those take the time that they take elsewhere. */
export const findTodosLosProblemas = async (
  { db, log }: Pick<Services, 'db' | 'log'>,
  proveedores: readonly ProveedorDeHechos[],
  definicion: Definicion,
): Promise<ProblemaDePlantilla[]> => {
  const hechos = [...catalogoDeHechos(proveedores), ...declaraRespuestas(definicion)];
  const [problemas, nadie] = await Promise.all([
    findProblemas(db, proveedores, definicion),
    contradiccionesDe({ definicion, hechos }).catch((error: unknown) => {
      log.warn({ motivo: messageOf(error) }, 'no se buscaron contradicciones');
      return [SIN_BUSCAR];
    }),
  ]);
  return [...problemas, ...nadie];
};

/** Fields that ask for a document of a type that nobody can send any more. */
const tiposPerdidos = async (
  db: Db | Trx,
  { secciones }: Definicion,
): Promise<ProblemaDePlantilla[]> => {
  const pedidos = secciones.flatMap(({ campos }, s) =>
    campos.flatMap((campo, c) => {
      const apunta = apuntaOf(campo);
      const donde = `secciones.${s}.campos.${c}.documento`;
      return apunta?.a === 'documento' && apunta.tipo !== ''
        ? [{ donde, tipo: apunta.tipo, etiqueta: campo.etiqueta }]
        : [];
    }),
  );
  if (pedidos.length === 0) return [];
  const ofrecidos = new Set((await readOfrecidos(db, 'tipos-documento')).map(({ clave }) => clave));
  return pedidos
    .filter(({ tipo }) => !ofrecidos.has(tipo))
    .map(({ donde, etiqueta }) => ({
      donde,
      mensaje: `«${etiqueta}» pide un tipo de documento que ya no se ofrece: elija otro.`,
      gravedad: 'impide',
    }));
};

const sizeOf = (definicion: Definicion) => ({
  secciones: definicion.secciones.length,
  campos: fieldsOf(definicion).length,
  reglas: definicion.reglas.length,
});

/** A blank plantilla: nobody enrols outside the dates, unless whoever writes it takes that away. */
const VACIA: Definicion = { secciones: [], reglas: [REGLA_DE_FECHAS] };

/** @throws {CallError} NOT_FOUND */
export const requireVersion = async (db: Db | Trx, versionId: string): Promise<VersionRow> => {
  const row = await findVersion(db, versionId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Who saved a draft last, by name, and whether it was the account that asks; null: nobody has since it was begun. */
export const readAutor = async (
  db: Db,
  { guardado_por: por }: Pick<VersionRow, 'guardado_por'>,
  uid: string,
  nombresDe: Slots['nombresDeCuentas'],
): Promise<{ nombre: string; propio: boolean } | null> =>
  por === null
    ? null
    : { nombre: nameOrAddress((await nombresDe(db, [por])).get(por) ?? ''), propio: por === uid };

const startFrom = async (
  trx: Trx,
  plantillaId: string,
  desde: string | null,
  secciones: readonly string[] = [],
) => {
  const base = desde === null ? VACIA : (await requireVersion(trx, desde)).definicion;
  const definicion = await withSecciones(trx, base, secciones);
  const version = await insertVersion(trx, { plantillaId, definicion });
  await recordCambio(trx, 'version.empezar', {
    id: version.id,
    despues: { plantillaId, numero: version.numero, ...sizeOf(definicion) },
  });
  return version;
};

/**
 * A new plantilla with its first draft.
 *
 * @throws {CallError} ALREADY_EXISTS: its name; NOT_FOUND: what it starts from.
 */
export const create = async (
  trx: Trx,
  { nombre, descripcion, desde, secciones }: z.output<typeof createPlantilla.input>,
) => {
  await requireNombreLibre(trx, nombre, null);
  const plantillaId = await insertPlantilla(trx, nombre, descripcion);
  await recordCambio(trx, 'plantilla.crear', { id: plantillaId, despues: { nombre, descripcion } });
  const { id } = await startFrom(trx, plantillaId, desde, secciones);
  return { plantillaId, versionId: id };
};

/** @throws {CallError} ALREADY_EXISTS: another plantilla is called so. */
const requireNombreLibre = async (trx: Trx, nombre: string, id: string | null): Promise<void> => {
  if (!(await isNombreTomado(trx, nombre, id))) return;
  const { message } = ERRORES.nombreRepetido;
  throw refuse('ALREADY_EXISTS', ERRORES.nombreRepetido, { fields: { nombre: message } });
};

type Nombre = { nombre: string; descripcion: string };

/** @throws {CallError} NOT_FOUND; ABORTED: it says something else than what was seen; ALREADY_EXISTS. */
export const rename = async (
  trx: Trx,
  { id, antes, ahora, ...next }: Nombre & { id: string; antes: Nombre; ahora: Date },
): Promise<void> => {
  await requireNombreLibre(trx, next.nombre, id);
  const result = await updateNombre(trx, id, next, antes, ahora);
  if (result === 'noExiste') throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (result === 'cambio') throw refuse('ABORTED', ERRORES.cambio);
  await recordCambio(trx, 'plantilla.editar', { id, antes, despues: next });
};

/** @throws {CallError} NOT_FOUND; FAILED_PRECONDITION: there is a draft already. */
export const start = async (trx: Trx, plantillaId: string, desde: string | null) => {
  if (await findBorrador(trx, plantillaId)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.yaHayBorrador);
  }
  return startFrom(trx, plantillaId, desde);
};

/** The draft that is still the one that was seen, held until the transaction ends. */
const requireBorrador = async (trx: Trx, versionId: string, revision: number) => {
  const row = await lockVersion(trx, versionId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  if (row.estado !== 'borrador') throw refuse('FAILED_PRECONDITION', ERRORES.noEsBorrador);
  if (row.revision !== revision) {
    throw refuse('ABORTED', ERRORES.cambio, { revision: row.revision });
  }
  return row;
};

/** The same, where nobody has said yet when it is published: what waits for its date is what was checked. */
const requireEditable = async (trx: Trx, versionId: string, revision: number) => {
  const row = await requireBorrador(trx, versionId, revision);
  if (row.publicar_en) throw refuse('FAILED_PRECONDITION', ERRORES.programada);
  return row;
};

/** Keeps a draft, complete or not. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION, ABORTED. */
export const save = async (
  trx: Trx,
  {
    versionId,
    revision,
    definicion,
    por,
    ahora,
  }: { versionId: string; revision: number; definicion: Definicion; por: string; ahora: Date },
) => {
  const row = await requireEditable(trx, versionId, revision);
  await updateDefinicion(trx, versionId, definicion, { por, ahora });
  // It saves as one writes: what is written within minutes is one deed.
  await recordOnce(trx, 'version.guardar', {
    id: versionId,
    despues: { plantillaId: row.plantilla_id, numero: row.numero, ...sizeOf(definicion) },
  });
  return { revision: revision + 1, guardadoEn: ahora.toISOString() };
};

/** Puts a draft in force, or says when it is to be. @throws {CallError} see `publishVersionPlantilla`. */
export const publish = async (
  trx: Trx,
  {
    versionId,
    revision,
    nota,
    desde,
    proveedores,
    ahora,
  }: {
    versionId: string;
    revision: number;
    nota: string;
    desde: Date | null;
    proveedores: readonly ProveedorDeHechos[];
    ahora: Date;
  },
): Promise<boolean> => {
  const row = await requireBorrador(trx, versionId, revision);
  const all = await findProblemas(trx, proveedores, row.definicion);
  const problemas = all.filter(({ gravedad }) => gravedad === 'impide');
  if (problemas.length > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.conProblemas, { problemas });
  }
  if (desde !== null && desde <= ahora) {
    throw refuse('INVALID_ARGUMENT', ERRORES.antes, { fields: { desde: ERRORES.antes.message } });
  }
  await setProgramada(trx, versionId, { nota, publicarEn: desde });
  const { plantilla_id: plantillaId, numero } = row;
  if (desde !== null) {
    await recordCambio(trx, 'version.programar', {
      id: versionId,
      despues: { plantillaId, numero, nota, publicarEn: desde.toISOString() },
    });
    return false;
  }
  await putInForce(trx, { versionId, plantillaId, numero, nota, ahora });
  return true;
};

const putInForce = async (
  trx: Trx,
  one: { versionId: string; plantillaId: string; numero: number; nota: string; ahora: Date },
) => {
  const { versionId, plantillaId, numero, nota, ahora } = one;
  const huella = await publishVersion(trx, { plantillaId, versionId, ahora });
  if (huella === null) throw refuse('FAILED_PRECONDITION', ERRORES.noEsBorrador);
  await recordCambio(trx, 'version.publicar', {
    id: versionId,
    antes: { estado: 'borrador' },
    despues: { estado: 'publicada', plantillaId, numero, nota, huella },
  });
};

/** What was to be published at a date is a draft like any other again. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION. */
export const cancelPublicacion = async (trx: Trx, versionId: string): Promise<void> => {
  const row = await lockVersion(trx, versionId);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const { plantilla_id: plantillaId, numero, nota, publicar_en: publicarEn } = row;
  if (row.estado !== 'borrador' || !publicarEn) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noProgramada);
  }
  await setProgramada(trx, versionId, { nota: '', publicarEn: null });
  await recordCambio(trx, 'version.cancelarPublicacion', {
    id: versionId,
    antes: { plantillaId, numero, nota, publicarEn: publicarEn.toISOString() },
  });
};

/**
 * Drafts whose moment has come. One whose rules ask what is there no more waits until somebody mends that or cancels it: the
 * log says so, and the home of whoever keeps plantillas.
 */
export const publishDue = async (
  { db, now, log }: Services,
  proveedores: readonly ProveedorDeHechos[],
): Promise<void> => {
  const ahora = now();
  for (const { id } of await selectPorPublicar(db, ahora)) {
    await db.transaction().execute(async (trx) => {
      const row = await lockVersion(trx, id);
      // Somebody published, discarded or put it off meanwhile.
      if (row?.estado !== 'borrador' || !row.publicar_en || row.publicar_en > ahora) return;
      const problemas = await findProblemas(trx, proveedores, row.definicion);
      if (problemas.some(({ gravedad }) => gravedad === 'impide')) {
        log.error({ versionId: id }, 'una versión programada tiene problemas y no se publicó');
        return;
      }
      const { plantilla_id: plantillaId, numero, nota } = row;
      await putInForce(trx, { versionId: id, plantillaId, numero, nota, ahora });
    });
  }
};

/** A version is in force from its moment on, also for the first who asks after it; the job is for when nobody does. */
export const versionesPuntuales = ({ all }: Given): Slots['puntuales'] => ({
  next: selectProximaPublicacion,
  apply: (services) => publishDue(services, all('hechos')),
});

/** How long after its moment a version that is not in force yet is somebody's concern. */
const TARDE_MS = 5 * 60_000;

/** Versions that were to be in force by now and are not. */
export const versionesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canEditPlantillas,
  async find(db, { ahora }) {
    const rows = await selectPorPublicar(db, new Date(ahora.getTime() - TARDE_MS));
    return rows.map(({ id, plantilla_id, nombre, numero, publicar_en }) => ({
      titulo: `No se publicó a su hora: ${nombre}, versión ${numero}`,
      detalle: 'Algo de lo que pide ya no está. Corríjalo, o cancele su publicación.',
      enlace: editVersionPath(plantilla_id, id),
      accion: 'Ver qué pasa',
      espera: publicar_en!,
    }));
  },
};

/** @throws {CallError} NOT_FOUND, FAILED_PRECONDITION: it is not in force. */
export const archive = async (
  trx: Trx,
  { versionId, motivo, ahora }: { versionId: string; motivo: string; ahora: Date },
): Promise<void> => {
  const row = await requireVersion(trx, versionId);
  if (!(await archivePublicada(trx, versionId, { motivo, ahora }))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noPublicada);
  }
  await recordCambio(trx, 'version.archivar', {
    id: versionId,
    antes: { estado: 'publicada' },
    despues: { estado: 'archivada', plantillaId: row.plantilla_id, numero: row.numero },
    motivo,
  });
};

/** @throws {CallError} NOT_FOUND, FAILED_PRECONDITION: it is no draft. */
export const discard = async (trx: Trx, versionId: string): Promise<void> => {
  const row = await requireVersion(trx, versionId);
  if (!(await deleteBorrador(trx, versionId))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEsBorrador);
  }
  await recordCambio(trx, 'version.descartar', {
    id: versionId,
    antes: { plantillaId: row.plantilla_id, numero: row.numero, ...sizeOf(row.definicion) },
  });
};

const ORDEN = {
  nombre: (a: PlantillaEnLista, b: PlantillaEnLista) => a.nombre.localeCompare(b.nombre, 'es'),
  actualizadoEn: (a: PlantillaEnLista, b: PlantillaEnLista) =>
    a.actualizadoEn.localeCompare(b.actualizadoEn),
  ediciones: (a: PlantillaEnLista, b: PlantillaEnLista) => a.ediciones - b.ediciones,
};
const FILTRO = {
  publicada: ({ publicada }: PlantillaEnLista) => publicada !== null,
  sinPublicar: ({ publicada }: PlantillaEnLista) => publicada === null,
  conBorrador: ({ borrador }: PlantillaEnLista) => borrador !== null,
};

/** The page that is asked for, of plantillas found already. */
export const pageOf = (
  found: readonly PlantillaEnLista[],
  query: z.output<typeof listPlantillas.input>,
): { total: number; filas: PlantillaEnLista[] } => {
  const { estado, orden, descendente, pagina, porPagina } = query;
  const kept = estado ? found.filter(FILTRO[estado]) : [...found];
  kept.sort((a, b) => (descendente ? -1 : 1) * ORDEN[orden](a, b));
  const from = (pagina - 1) * porPagina;
  return { total: kept.length, filas: kept.slice(from, from + porPagina) };
};

/** What the editor of a draft is told of it: its problems, and the keys that other versions use. */
export const readEdicion = async (
  services: Pick<Services, 'db' | 'log'>,
  proveedores: readonly ProveedorDeHechos[],
  {
    id,
    plantilla_id: plantillaId,
    definicion,
  }: Pick<VersionRow, 'id' | 'plantilla_id' | 'definicion'>,
) => ({
  problemas: await findTodosLosProblemas(services, proveedores, definicion),
  clavesUsadas: await selectClavesUsadas(services.db, { plantillaId, menos: id }),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How versions are called in the history, and where they are seen. */
export const nombrarVersiones: Nombrar = async (db, ids) => {
  const rows = await selectNombresDeVersion(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(
    rows.map(({ id, plantilla_id, numero, nombre }) => [
      id,
      { nombre: `${nombre}, versión ${numero}`, enlace: versionPath(plantilla_id, id) },
    ]),
  );
};
