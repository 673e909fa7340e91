import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Aporte, ArchivoAportado, Titular } from '../../../../../platform/server/aportes.ts';
import type { Db } from '../../../../../platform/server/db/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { isWithheld } from '../../../../../platform/server/storage/revision.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { isStaffRole } from '../../../../../platform/shared/policy.ts';
import { readItemRows } from '../../../../catalogos/server/service.ts';
import { readCuentasDeTitular } from '../../../../identidad/titular/server/service.ts';
import { readNombreCompleto, readPersonaIds } from '../../../../personas/server/service.ts';
import { nombreEnCopia } from '../../rules.ts';
import {
  type ArchivoCopiado,
  FIN_DE_PAGINA,
  FIN_DE_PARTE,
  type Parte,
  renderFila,
  renderInicio,
  renderParte,
} from '../../server/document.ts';

/** Whose data a job copies. */
export type Sujeto = {
  uid: string | null;
  personaId: string | null;
  /** The request that it is made for. */
  tramiteId?: string;
};

/** All that somebody is called by in the tables. */
export const readTitular = async (db: Db, { uid, personaId }: Sujeto): Promise<Titular> => {
  const cuentas = await readCuentasDeTitular(db, { uid, personaId });
  return {
    personaIds: personaId === null ? [] : await readPersonaIds(db, personaId),
    uids: cuentas.map((cuenta) => cuenta.uid),
    correos: cuentas.map(({ email }) => email.toLowerCase()),
    personal: cuentas.some(({ role }) => isStaffRole(role)),
  };
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What the items of catalogs that some rows name are called. */
const readNombres = async (db: Db, texts: readonly string[]) => {
  const ids = [...new Set(texts.flatMap((text) => text.match(UUID) ?? []))];
  const rows = ids.length === 0 ? [] : await readItemRows(db, ids);
  return new Map(rows.map(({ id, nombre }) => [id, nombre]));
};

/** A file that is written little by little, never more than a block of it in memory. */
const createText = (path: string) => {
  const stream = createWriteStream(path, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  return {
    write: (text: string) =>
      Promise.race([
        failed,
        new Promise<void>((done) => (stream.write(text) ? done() : stream.once('drain', done))),
      ]),
    async close() {
      stream.end();
      await finished(stream);
    },
  };
};

/** Puts the bytes of a stored file into the ZIP; false: the store has lost them. */
const addArchivo = async (
  zip: ZipFile,
  { storage, log, db }: Services,
  { objeto, sha256 }: ArchivoAportado,
  ruta: string,
): Promise<boolean> => {
  const stream: Readable | null = await storage.kept
    .stream({ objeto, sha256 }, db)
    .catch((error: unknown) => {
      // What the antivirus keeps from everybody is not handed out here either.
      if (isWithheld(error)) return null;
      throw error;
    });
  if (!stream) {
    log.error({ ruta: ruta.slice(0, 30) }, 'falta un archivo para la copia de datos de alguien');
    return false;
  }
  // Documents and pictures are compressed already.
  zip.addReadStream(stream, ruta, { compress: false });
  await finished(stream, { writable: false });
  return true;
};

type Escrito = { filas: number; archivos: number };

type Taller = {
  zip: ZipFile;
  services: Services;
  titular: Titular;
  /** Said after each block: cancels, and shows that it goes on. */
  avance: () => Promise<void>;
  /** Paths of files that live as long as the work. */
  newPath: () => string;
};

/** One part of the copy: its JSON and its files go into the ZIP, its page to a file of its own. */
const copyAporte = async (
  aporte: Aporte,
  { zip, services, titular, avance, newPath }: Taller,
): Promise<{ parte: Parte; pagina: string; archivos: number }> => {
  const [json, pagina] = [newPath(), newPath()];
  const [datos, html] = [createText(json), createText(pagina)];
  const { id, titulo, campos = {} } = aporte;
  let [filas, archivos] = [0, 0];
  await datos.write('[');
  await html.write(renderParte({ id, titulo, filas: 0 }));
  for await (const block of aporte.read(services, titular)) {
    const nombres = await readNombres(
      services.db,
      block.map((fila) => JSON.stringify(fila.datos)),
    );
    for (const fila of block) {
      const copiados: ArchivoCopiado[] = [];
      for (const archivo of fila.archivos ?? []) {
        archivos += 1;
        const ruta = `archivos/${id}/${nombreEnCopia(archivos, archivo.nombre)}`;
        const there = await addArchivo(zip, services, archivo, ruta);
        copiados.push({ nombre: archivo.nombre, ruta: there ? ruta : null });
        await avance();
      }
      filas += 1;
      const kept = { ...fila.datos, ...(copiados.length > 0 && { archivos: copiados }) };
      await datos.write(`${filas === 1 ? '' : ','}\n${JSON.stringify(kept)}`);
      await html.write(renderFila(filas, fila.datos, copiados, { campos, nombres }));
    }
    await avance();
  }
  await datos.write('\n]\n');
  await html.write(FIN_DE_PARTE);
  await Promise.all([datos.close(), html.close()]);
  zip.addFile(json, `datos/${id}.json`);
  return { parte: { id, titulo, filas }, pagina, archivos };
};

const readNombre = async (db: Db, { personaId }: Sujeto, { correos }: Titular) => {
  const nombre = personaId === null ? null : await readNombreCompleto(db, personaId);
  return nombre === null ? (correos[0] ?? 'su cuenta') : nameInItsCase(nombre);
};

/** Writes the ZIP of all that there is of somebody to `path`, with no more of it in memory than a block. */
export const writeCopia = async (
  path: string,
  sujeto: Sujeto,
  aportes: readonly Aporte[],
  services: Services,
  report: (done: number, total: number) => Promise<void> = async () => {},
): Promise<Escrito> => {
  const paths: string[] = [];
  const newPath = () => {
    const made = services.storage.kept.newPath();
    paths.push(made);
    return made;
  };
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }));
  // Awaited at the end; until then a failure of it must not be nobody's.
  written.catch(() => {});
  const broken = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    written.catch(reject);
  });
  broken.catch(() => {});
  const work = async (): Promise<Escrito> => {
    const titular = await readTitular(services.db, sujeto);
    const partes: Awaited<ReturnType<typeof copyAporte>>[] = [];
    for (const [done, aporte] of aportes.entries()) {
      const avance = () => report(done, aportes.length);
      await avance();
      partes.push(await copyAporte(aporte, { zip, services, titular, avance, newPath }));
    }
    const inicio = newPath();
    const html = createText(inicio);
    await html.write(
      renderInicio({
        institucion: services.env.institution.name,
        nombre: await readNombre(services.db, sujeto, titular),
        ahora: services.now(),
        partes: partes.map(({ parte }) => parte),
        reservas: aportes.flatMap(({ reservas = [] }) => reservas),
      }),
    );
    for (const { parte, pagina } of partes) {
      if (parte.filas === 0) continue;
      for await (const chunk of createReadStream(pagina, 'utf8')) await html.write(String(chunk));
    }
    await html.write(FIN_DE_PAGINA);
    await html.close();
    zip.addFile(inicio, 'Mis datos.html');
    zip.end();
    await written;
    return {
      filas: partes.reduce((sum, { parte }) => sum + parte.filas, 0),
      archivos: partes.reduce((sum, { archivos }) => sum + archivos, 0),
    };
  };
  try {
    return await Promise.race([work(), broken]);
  } finally {
    await Promise.all(paths.map((one) => rm(one, { force: true })));
  }
};
