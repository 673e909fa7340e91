import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { auditoriaHandlers } from './features/auditoria/server/handlers.ts';
import { auditoriaSheets } from './features/auditoria/server/sheets.ts';
import { loteCatalogosHandlers } from './features/catalogos/lote/server/handlers.ts';
import { catalogosHandlers } from './features/catalogos/server/handlers.ts';
import { seedCatalogos } from './features/catalogos/server/seed.ts';
import { nombrarItems } from './features/catalogos/server/service.ts';
import { catalogosSheets } from './features/catalogos/server/sheets.ts';
import { correosHandlers } from './features/correos/server/handlers.ts';
import { recordCorreosFallidos } from './features/correos/server/service.ts';
import { cursosUsos } from './features/cursos/server/service.ts';
import { accesoHandlers } from './features/identidad/acceso/server/handlers.ts';
import { ineFiles, userFiles } from './features/identidad/archivos/policy.ts';
import { archivosHandlers } from './features/identidad/archivos/server/handlers.ts';
import {
  readTicketIne,
  recordArchivo,
  recordLecturaArchivo,
} from './features/identidad/archivos/server/service.ts';
import { contactoHandlers } from './features/identidad/contacto/server/handlers.ts';
import { cuentasHandlers } from './features/identidad/cuentas/server/handlers.ts';
import { defineCuentasJobs, nombrarCuentas } from './features/identidad/cuentas/server/service.ts';
import { factorHandlers } from './features/identidad/factor/server/handlers.ts';
import { fotoHandlers } from './features/identidad/foto/server/handlers.ts';
import { intentosHandlers } from './features/identidad/intentos/server/handlers.ts';
import { flushIntentos } from './features/identidad/intentos/server/service.ts';
import { privacidadHandlers } from './features/identidad/privacidad/server/handlers.ts';
import { registroHandlers } from './features/identidad/registro/server/handlers.ts';
import { identidadHttp } from './features/identidad/server/http.ts';
import { sesionesHandlers } from './features/identidad/sesiones/server/handlers.ts';
import { readActor, resolveActor } from './features/identidad/sesiones/server/service.ts';
import { loteUsuariosHandlers } from './features/identidad/usuarios/lote/server/handlers.ts';
import { usuariosHandlers } from './features/identidad/usuarios/server/handlers.ts';
import { usuariosSheet } from './features/identidad/usuarios/server/sheets.ts';
import { verificacionHandlers } from './features/identidad/verificacion/server/handlers.ts';
import { identificacionFiles } from './features/identidad/vinculaciones/policy.ts';
import { vinculacionesHandlers } from './features/identidad/vinculaciones/server/handlers.ts';
import { vinculoSeguidor } from './features/identidad/vinculo/server/service.ts';
import { acuseRoutes } from './features/inscripciones/acuse/server/http.ts';
import { inscripcionPath } from './features/inscripciones/routes.ts';
import { sealPorSellar } from './features/inscripciones/sensibles/server/service.ts';
import { inscripcionesHandlers } from './features/inscripciones/server/handlers.ts';
import { sendAcusesTo } from './features/inscripciones/server/service.ts';
import { inscripcionesSeguidor } from './features/inscripciones/traslado/server/service.ts';
import { claveHandlers } from './features/personas/clave/server/handlers.ts';
import { requireSeguidores, type Seguidor } from './features/personas/clave/server/service.ts';
import { curpHandlers } from './features/personas/curp/server/handlers.ts';
import { fusionesHandlers } from './features/personas/fusiones/server/handlers.ts';
import { defineFusionesJobs } from './features/personas/fusiones/server/jobs.ts';
import { fusionesSeguidor } from './features/personas/fusiones/server/service.ts';
import { perfilHandlers } from './features/personas/perfil/server/handlers.ts';
import { nombrarPersonas } from './features/personas/server/service.ts';
import { personasSheet } from './features/personas/server/sheets.ts';
import { trabajosHandlers } from './features/trabajos/server/handlers.ts';
import { trabajosHttp } from './features/trabajos/server/http.ts';
import { recordHoja, recordTrabajoDetenido } from './features/trabajos/server/service.ts';
import { VOCABULARIO } from './historial.ts';
import { createRegistry, type Handler } from './platform/server/callables.ts';
import { requireDataDir } from './platform/server/data-dir.ts';
import { scheduleBackups } from './platform/server/db/backup.ts';
import { type Database, openDatabase } from './platform/server/db/index.ts';
import { migrate } from './platform/server/db/migrate.ts';
import { type Env, EnvError, missingPlaces, readEnv } from './platform/server/env.ts';
import { readSavedAnclas, startAnclas } from './platform/server/historial/anclas.ts';
import { openHistorial } from './platform/server/historial/signing.ts';
import { createApp } from './platform/server/http/app.ts';
import { loadPublicWing } from './platform/server/http/pages.ts';
import { createJobs } from './platform/server/jobs.ts';
import { createLog } from './platform/server/log.ts';
import { createMail } from './platform/server/mail/index.ts';
import { createOcr } from './platform/server/ocr/index.ts';
import { Outage } from './platform/server/outage.ts';
import { createPasswordStrength } from './platform/server/password-strength/index.ts';
import { createPdfRenderer } from './platform/server/pdf/index.ts';
import { actAsSystem } from './platform/server/request-context.ts';
import { openSecrets } from './platform/server/secrets.ts';
import { neverSerialised, type Services } from './platform/server/services.ts';
import { createSheets, type Sheet } from './platform/server/sheets/define.ts';
import { createHojas } from './platform/server/sheets/index.ts';
import { storageHttp } from './platform/server/storage/http.ts';
import { createStorage } from './platform/server/storage/index.ts';
import { createObjects } from './platform/server/storage/objects.ts';
import { openObjectStore } from './platform/server/storage/open-store.ts';
import { createThrottle } from './platform/server/throttle.ts';
import { createTokens } from './platform/server/tokens.ts';
import { createTrabajos } from './platform/server/trabajos.ts';
import type { StorageRule } from './platform/shared/storage.ts';
import { SITE_PATHS } from './site-paths.ts';

z.config(z.locales.es());

const ROOT = join(import.meta.dirname, '..');

/** What follows a person whose key changes or whose file is merged into another. */
export const SEGUIDORES: readonly Seguidor[] = [
  vinculoSeguidor,
  inscripcionesSeguidor,
  fusionesSeguidor,
];

/** How records are named in the history, by those whose they are. */
const REGISTROS = { cuenta: nombrarCuentas, persona: nombrarPersonas, catalogo: nombrarItems };

export type Portal = {
  app: FastifyInstance;
  services: Services;
  /** Every registered callable by its name. */
  callables: ReadonlyMap<string, Handler>;
  /** Starts what works without being asked: jobs, mail and, after the first data, the history's anchors. */
  begin: (prepare?: (services: Services) => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
};

export type PortalOptions = {
  /** Tests: a database already open (and migrated). */
  database?: Database;
  now?: () => Date;
  siteDir?: string | null;
  /** Tests: rules of storage prefixes that no feature has. */
  storageRules?: readonly StorageRule[];
  /** Tests: lists that no feature has. */
  sheets?: readonly Sheet[];
  /** Tests: callables that no feature has. */
  handlers?: readonly Handler[];
};

/** The database of this configuration; refuses with a sentence what it cannot use. */
const open = (env: Env): Promise<Database> => {
  requireDataDir(env);
  return openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    poolSize: env.databasePool,
  });
};

/** Wires the whole server, without listening. */
export const createPortal = async (env: Env, options: PortalOptions = {}): Promise<Portal> => {
  const log = createLog(env.logLevel);
  const database = options.database ?? (await open(env));
  const { db } = database;
  await database.alone(async () => {
    const applied = await migrate(database, join(ROOT, 'migrations'));
    if (applied.length > 0) log.info({ migraciones: applied.length }, 'base de datos al día');
    await requireSeguidores(db, SEGUIDORES);
    const sembrados = await seedCatalogos(db);
    if (sembrados > 0) log.info({ elementos: sembrados }, 'catálogos sembrados');
  });
  const secrets = openSecrets(env);
  openHistorial(db, secrets);
  const jobs = createJobs(database, log);
  const now = options.now ?? (() => new Date());
  const mail = createMail({
    database,
    jobs,
    log,
    now,
    smtpUrl: env.smtpUrl,
    from: env.mailFrom,
    sender: env,
    localMailbox: env.demo,
    onGivenUp: recordCorreosFallidos,
  });
  const store = await openObjectStore(env, db, log);
  const trabajos = createTrabajos({
    db,
    jobs,
    ownerNow: readActor,
    onDenied: recordTrabajoDetenido,
  });
  const storage = createStorage({
    db,
    secrets,
    jobs,
    log,
    now,
    dataDir: env.dataDir,
    store,
    rules: [userFiles, ineFiles, identificacionFiles, ...(options.storageRules ?? [])],
    readTicket: (text) => readTicketIne(text, secrets, now()),
    onChange: recordArchivo,
    onRead: recordLecturaArchivo,
  });
  const services: Services = {
    env,
    database,
    db,
    secrets,
    tokens: await createTokens({ db, secrets, projectId: env.projectId }),
    throttle: createThrottle(db, secrets),
    jobs,
    trabajos,
    hojas: createHojas({
      db,
      jobs,
      trabajos,
      sheets: createSheets([
        personasSheet,
        usuariosSheet,
        ...auditoriaSheets(VOCABULARIO, REGISTROS),
        ...catalogosSheets,
        ...(options.sheets ?? []),
      ]),
      objects: createObjects({ db, store, log, now }),
      now,
      log,
      concurrent: database.kind === 'postgres',
      dataDir: env.dataDir,
      onEvent: recordHoja,
    }),
    mail,
    pdf: createPdfRenderer(),
    passwordStrength: createPasswordStrength(),
    log,
    storage,
    now,
  };
  neverSerialised(env, 'The configuration');
  neverSerialised(services, 'The services');

  const ocr = createOcr();
  const apartadas = await actAsSystem(() => sealPorSellar(db, secrets));
  if (apartadas > 0) log.info({ inscripciones: apartadas }, 'respuestas sensibles apartadas');
  defineCuentasJobs(services);
  defineFusionesJobs(services);
  scheduleBackups(database, jobs, log, { env, secrets });

  const callables = createRegistry([
    ...sesionesHandlers,
    ...intentosHandlers,
    ...cuentasHandlers,
    ...registroHandlers,
    ...verificacionHandlers,
    ...vinculacionesHandlers,
    ...privacidadHandlers,
    ...contactoHandlers(sendAcusesTo),
    ...factorHandlers,
    ...accesoHandlers,
    ...usuariosHandlers,
    ...loteUsuariosHandlers,
    ...fotoHandlers,
    ...perfilHandlers,
    ...claveHandlers(SEGUIDORES),
    ...fusionesHandlers(SEGUIDORES),
    ...auditoriaHandlers(() => readSavedAnclas(env.dataDir, secrets), REGISTROS),
    ...archivosHandlers,
    ...trabajosHandlers,
    ...correosHandlers,
    ...curpHandlers(ocr),
    ...catalogosHandlers(cursosUsos(inscripcionPath)),
    ...loteCatalogosHandlers,
    ...inscripcionesHandlers,
    ...(options.handlers ?? []),
  ]);
  const app = await createApp(services, {
    handlers: callables,
    routes: [
      identidadHttp,
      acuseRoutes({ resolveActor }),
      storageHttp({ resolveActor }),
      trabajosHttp({ resolveActor }),
    ],
    resolveActor,
    sitePaths: SITE_PATHS,
    siteDir: options.siteDir === undefined ? join(ROOT, 'dist/web') : options.siteDir,
    publicWing: options.siteDir === null ? null : await loadPublicWing(join(ROOT, 'dist/pages')),
  });

  const jobsEnd = { close: () => jobs.stop() };
  let anclas: Awaited<ReturnType<typeof startAnclas>> | undefined;
  return {
    app,
    services,
    callables,
    begin: async (prepare = async () => {}) => {
      await jobs.start();
      mail.start();
      await actAsSystem(() => prepare(services));
      anclas = await startAnclas(services);
    },
    stop: async () => {
      const steps = [
        app,
        jobsEnd,
        ocr,
        services.pdf,
        services.passwordStrength,
        mail,
        storage,
        { close: () => flushIntentos(services) },
        ...(anclas ? [anclas] : []),
        database,
      ];
      for (const step of steps) {
        // Each in its turn, also when the one before could not: its database may be away.
        await Promise.resolve(step.close()).catch((error: unknown) =>
          log.warn({ err: error }, 'algo no se detuvo en orden'),
        );
      }
    },
  };
};

/**
 * Starts a server that people can use, and stops it in order on SIGTERM or SIGINT: no new
 * requests, those under way finish, then jobs, mail and database. `prepare` runs before the first
 * request (demo data).
 */
export const serve = async (
  env: Env,
  prepare: (services: Services) => Promise<void> = async () => {},
): Promise<Portal> => {
  const database = await open(env);
  // Of several servers that start on a new database at once, one prepares it and the others wait.
  const portal = await database.alone(async () => {
    const made = await createPortal(env, { database });
    // Before anybody looks: an import that was decided when the process died is done.
    if (database.kind === 'pglite') await made.services.hojas.settleDecided();
    await made.begin(prepare);
    return made;
  });
  const { log } = portal.services;
  log.info({ almacen: portal.services.storage.kind }, 'los archivos se guardan');
  const missing = missingPlaces(env);
  if (missing.length > 0) {
    log.warn(
      `El aviso de privacidad está incompleto: falta configurar ${missing.join(', ')} (README).`,
    );
  }
  if (!env.smtpUrl) {
    log.warn(
      env.demo
        ? 'Sin SMTP_URL: los correos se leen en /dev/mail.'
        : 'Sin SMTP_URL: los correos esperan en la cola hasta que se configure.',
    );
  }
  try {
    await portal.app.listen({ port: env.port, host: env.host });
  } catch (error) {
    await portal.stop();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new EnvError(
        `El puerto ${env.port} ya está en uso. Detenga el otro programa o indique otro con PORT.`,
      );
    }
    throw error;
  }
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends: 20 s is more than a request may reasonably need here.
    setTimeout(() => process.exit(1), 20_000).unref();
    await portal.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return portal;
};

/** Runs a command of the portal; a wrong configuration is explained without a stack trace. */
export const runOrExplain = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    const known = error instanceof EnvError || error instanceof Outage;
    if (!known) throw error;
    const { cause } = error as { cause?: Error };
    console.error(
      `\nEl portal no puede iniciar:\n${error.message}${cause ? ` (${cause.message})` : ''}\n`,
    );
    process.exit(1);
  }
};

if (import.meta.main) {
  await runOrExplain(async () => {
    await serve(readEnv());
  });
}
