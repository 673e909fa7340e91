/**
 * `npm run documentos -- …`: what is done with the documents that the school issued, away from the server.
 *
 * - `verify <file>… --archivo <archivo.json> --huella <SHA-256>`: verifies PDFs and credentials by a public archive alone, without
 *   server or network. The fingerprint of the certificate that signs the archive is printed at the foot of each document.
 * - `export <archivo.json>`: writes the public archive (also at `/.well-known/archivo.json`).
 * - `rotate`: a new key of the issuer; `retire <id>`: takes away one that fell into other hands.
 *
 * Only `verify` does without the database (the embedded one: with the server stopped).
 */
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isTrustworthy, sayDictamen } from '../src/features/credenciales/archivo/rules.ts';
import {
  type Archivo,
  openArchivo,
  readArchivo,
  readHuella,
  verifyDocumento,
} from '../src/features/credenciales/archivo/server/service.ts';
import {
  requireEmisor,
  retireLlave,
  rotateLlave,
} from '../src/features/credenciales/emisor/server/service.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { openSigner } from '../src/platform/server/pdf/signing/identity.ts';
import { fingerprint } from '../src/platform/server/pdf/signing/verify.ts';
import { actAsSystem } from '../src/platform/server/request-context.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { formatMomento } from '../src/platform/shared/dates.ts';
import { runOrExplain } from '../src/server.ts';

const USAGE = `Diga qué hacer:
  npm run documentos -- verify documento.pdf --archivo archivo.json --huella …
  npm run documentos -- export archivo.json
  npm run documentos -- rotate
  npm run documentos -- retire did:web:…#ed25519-2026a`;

const read = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch (error) {
    throw new EnvError(`No se puede leer ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const openGiven = async (path: string | undefined, said: string | undefined) => {
  if (path === undefined) {
    throw new EnvError(
      'Falta --archivo: el archivo público de la escuela, que se descarga de su portal en /.well-known/archivo.json.',
    );
  }
  const huella = readHuella(said ?? '');
  if (huella === null) {
    throw new EnvError(
      'Falta --huella: los 64 dígitos de la huella SHA-256 del certificado de la escuela, impresa al pie de sus documentos y publicada por ella. Sin la huella, cualquiera podría hacer un archivo con el nombre de la escuela.',
    );
  }
  const opened = await openArchivo((await read(path)).toString('utf8'), huella);
  switch (opened) {
    case 'ilegible':
      throw new EnvError(`${path} no es un archivo público de un portal, o alguien lo cambió.`);
    case 'sinCertificado':
      throw new EnvError(
        `A ${path} no lo firma ningún certificado. Descargue el archivo de nuevo de /.well-known/archivo.json.`,
      );
    case 'ajeno':
      throw new EnvError(
        `A ${path} no lo firmó el certificado de esa huella. No es de la escuela, o la escuela cambió de certificado: pídale su huella actual.`,
      );
    default:
      return opened;
  }
};

/** Whether all of them can be relied on. */
const verify = async (
  paths: readonly string[],
  { archivo, titular }: { archivo: Archivo; titular: string },
): Promise<boolean> => {
  const [did] = archivo.dids;
  console.error(
    `Archivo de ${did?.alsoKnownAs[0]}, firmado por ${titular} el ${formatMomento(new Date(archivo.hechoEn))}.`,
  );
  let good = true;
  for (const path of paths) {
    const dictamen = await verifyDocumento(await read(path), archivo, new Date());
    console.error(`\n${path}\n${sayDictamen(dictamen).join('\n')}`);
    good &&= isTrustworthy(dictamen);
  }
  return good;
};

/** Runs something on the installation's database. */
const withServices = async <T>(
  work: (services: Parameters<typeof readArchivo>[0]) => Promise<T>,
): Promise<T> => {
  const env = readEnv({ DEMO: '1', ...process.env });
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    poolSize: 2,
  });
  const secrets = openSecrets(env);
  openHistorial(database.db, secrets);
  try {
    const now = () => new Date();
    const signer = openSigner(env, secrets, now);
    const services = { env, db: database.db, secrets, now, signer };
    await requireEmisor(services);
    return await actAsSystem(() => work(services));
  } finally {
    await database.close();
  }
};

await runOrExplain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { archivo: { type: 'string' }, huella: { type: 'string' } },
  });
  const [command, ...rest] = positionals;
  const [first] = rest;
  if (command === 'verify' && first !== undefined) {
    process.exit((await verify(rest, await openGiven(values.archivo, values.huella))) ? 0 : 1);
  } else if (command === 'export' && first !== undefined) {
    const [archivo, { certificates }] = await withServices((services) =>
      Promise.all([readArchivo(services), services.signer()]),
    );
    const huella = fingerprint(new X509Certificate(certificates[0]!).raw);
    await writeFile(first, JSON.stringify(archivo));
    console.error(
      `${first}: el archivo público. Guárdelo fuera de este servidor, y publique ahí la huella del certificado que lo firma:\n${huella}`,
    );
  } else if (command === 'rotate') {
    const id = await withServices(rotateLlave);
    console.error(
      `Nueva llave: ${id}. Reinicie el portal: desde entonces firma con ella. Lo que firmaron las anteriores sigue valiendo.`,
    );
  } else if (command === 'retire' && first !== undefined) {
    if (!(await withServices((services) => retireLlave(services, first)))) {
      throw new EnvError(`No hay una llave vigente con el identificador ${first}.`);
    }
    console.error(
      `Se retiró ${first}: nada de lo que firmó vale ya. Reinicie el portal y emita de nuevo esos documentos.`,
    );
  } else {
    throw new EnvError(USAGE);
  }
  process.exit(0);
});
