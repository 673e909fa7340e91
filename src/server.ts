import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createRegistry, type Handler } from './platform/server/callables.ts';
import { createClock } from './platform/server/clock.ts';
import { setContractMessages } from './platform/server/contract-messages.ts';
import { requireDataDir } from './platform/server/data-dir.ts';
import { scheduleBackups } from './platform/server/db/backup.ts';
import { type Database, openDatabase } from './platform/server/db/index.ts';
import { migrate } from './platform/server/db/migrate.ts';
import { watchDisk } from './platform/server/disk.ts';
import { type Env, EnvError, missingPlaces, readEnv } from './platform/server/env.ts';
import { createEventos } from './platform/server/eventos/index.ts';
import { foldServer, requireListed, type ServerFeature } from './platform/server/feature.ts';
import { startAnclas } from './platform/server/historial/anclas.ts';
import { openHistorial } from './platform/server/historial/signing.ts';
import { declareHojas, type Hoja } from './platform/server/hojas/define.ts';
import { createHojas } from './platform/server/hojas/index.ts';
import { createApp } from './platform/server/http/app.ts';
import { loadPublicWing } from './platform/server/http/pages.ts';
import { createJobs } from './platform/server/jobs.ts';
import { createLog } from './platform/server/log.ts';
import { createMail } from './platform/server/mail/index.ts';
import { createNotificaciones } from './platform/server/notificaciones/index.ts';
import { createOcr } from './platform/server/ocr/index.ts';
import { Outage } from './platform/server/outage.ts';
import { createPasswordStrength } from './platform/server/password-strength/index.ts';
import { createPdfRenderer } from './platform/server/pdf/index.ts';
import { openSigner } from './platform/server/pdf/signing/identity.ts';
import { createPunctual } from './platform/server/punctual.ts';
import { actAsSystem } from './platform/server/request-context.ts';
import { openSecrets } from './platform/server/secrets.ts';
import { neverSerialised, type Services } from './platform/server/services.ts';
import { storageHttp } from './platform/server/storage/http.ts';
import { createStorage, type StorageArea } from './platform/server/storage/index.ts';
import { createObjects } from './platform/server/storage/objects.ts';
import { openObjectStore } from './platform/server/storage/open-store.ts';
import { createThrottle } from './platform/server/throttle.ts';
import { createTokens } from './platform/server/tokens.ts';
import { createTrabajos } from './platform/server/trabajos.ts';
import { createTurns } from './platform/server/turns.ts';
import { SERVER_FEATURES } from './server-features.ts';

setContractMessages();

const ROOT = join(import.meta.dirname, '..');

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
  /** Tests: files, lists and callables that no feature has. */
  storageAreas?: readonly StorageArea[];
  hojas?: readonly Hoja[];
  handlers?: readonly Handler[];
  /** Tests: they hold their process up with much else than the portal, and are not many people. */
  maxEventLoopDelay?: number;
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

/** What tests add, as the feature that they would be. */
const ofTests = ({
  storageAreas = [],
  hojas = [],
  handlers = [],
}: PortalOptions): ServerFeature => ({
  name: 'pruebas',
  storage: storageAreas,
  hojas,
  callables: handlers,
});

/** Wires the whole server, without listening. */
export const createPortal = async (env: Env, options: PortalOptions = {}): Promise<Portal> => {
  requireListed(SERVER_FEATURES, join(import.meta.dirname, 'features'));
  const features = foldServer([...SERVER_FEATURES, ofTests(options)]);
  const { one } = features.given;
  const log = createLog(env.logLevel);
  const database = options.database ?? (await open(env));
  const { db } = database;
  await database.alone(async () => {
    const applied = await migrate(database, join(ROOT, 'migrations'));
    if (applied.length > 0) log.info({ migraciones: applied.length }, 'base de datos al día');
  });
  const secrets = openSecrets(env);
  openHistorial(db, secrets);
  const jobs = createJobs(database, log);
  const clock = await createClock(database, log);
  const now = options.now ?? clock.now;
  const mail = createMail({
    database,
    jobs,
    log,
    now,
    smtpUrl: env.smtpUrl,
    smsUrl: env.smsUrl,
    from: env.mailFrom,
    sender: env,
    localMailbox: env.demo,
    onGivenUp: one('onMailGivenUp'),
  });
  const store = await openObjectStore(env, db, log);
  const eventos = createEventos(database.peers, now);
  for (const mirada of features.given.all('recientes')) eventos.watch(mirada);
  const trabajos = createTrabajos({
    database,
    jobs,
    eventos,
    ownerNow: one('ownerNow'),
    onDenied: one('onTrabajoDenied'),
  });
  const storage = createStorage({
    db,
    secrets,
    jobs,
    log,
    now,
    dataDir: env.dataDir,
    store,
    areas: features.storage,
    antivirus: env.antivirus,
    onInfected: one('onFileInfected'),
    readTicket: (text) => one('readTicket')(text, secrets, now()),
  });
  const signer = openSigner(env, secrets, now);
  const services: Services = {
    env,
    database,
    db,
    secrets,
    tokens: await createTokens({
      db,
      secrets,
      projectId: env.projectId,
      clock: clock.milliseconds,
    }),
    throttle: createThrottle(db, secrets),
    jobs,
    trabajos,
    turns: createTurns(database.peers),
    clock,
    disk: watchDisk(env.dataDir, log),
    punctual: createPunctual(features.given.all('puntuales')),
    eventos,
    hojas: createHojas({
      db,
      jobs,
      trabajos,
      hojas: declareHojas(features.hojas),
      objects: createObjects({ db, store, log, now }),
      now,
      log,
      concurrent: database.kind === 'postgres',
      dataDir: env.dataDir,
      onEvent: one('onHojaEvent'),
    }),
    mail,
    notificaciones: createNotificaciones({ database, mail, eventos, env, secrets, now }),
    pdf: createPdfRenderer({ signer }),
    signer,
    ocr: createOcr(),
    passwordStrength: createPasswordStrength(),
    log,
    storage,
    now,
  };
  neverSerialised(env, 'The configuration');
  neverSerialised(services, 'The services');

  await database.alone(() => features.onStart(services));
  features.defineJobs(services);
  scheduleBackups(database, jobs, log, { env, secrets });

  const callables = createRegistry(features.callables);
  const app = await createApp(services, {
    handlers: callables,
    routes: [...features.http, storageHttp({ resolveActor: one('resolveActor') })],
    resolveActor: one('resolveActor'),
    sesionViva: one('sesionViva'),
    sitePaths: features.paths,
    puertas: features.given.all('puertas'),
    maxEventLoopDelay: options.maxEventLoopDelay,
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
      await services.turns.start();
      await services.punctual.start(db);
      eventos.start(db);
      await actAsSystem(() => prepare(services));
      anclas = await startAnclas(services);
    },
    stop: async () => {
      const steps = [
        app,
        services.notificaciones,
        services.trabajos,
        services.eventos,
        services.punctual,
        services.disk,
        services.clock,
        jobsEnd,
        services.ocr,
        services.pdf,
        services.passwordStrength,
        mail,
        storage,
        { close: () => features.onStop(services) },
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

/** Whether the user that serves may change the history's tables and their triggers: it owns them. */
const ownsHistory = async (database: Database): Promise<boolean> => {
  const { rows } = await database.execute(
    "select pg_has_role(current_user, c.relowner, 'usage') as owns from pg_class c where c.oid = 'historial'::regclass",
    [],
  );
  return (rows[0] as { owns: boolean } | undefined)?.owns ?? false;
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
  // As it would end without this, but node says all that the failure has.
  process.on('uncaughtException', (error) => {
    createLog('fatal').fatal({ err: error }, 'el portal termina: nadie esperaba este fallo');
    process.exit(1);
  });
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
  if (database.kind === 'postgres' && (await ownsHistory(database))) {
    log.warn(
      'El usuario de DATABASE_URL es dueño de las tablas de la historia: quien lo tenga puede quitar sus candados (docs/OPERACION.md).',
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
