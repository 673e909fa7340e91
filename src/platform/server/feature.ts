import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createVocabulario, type Declaracion, type Vocabulario } from '../shared/historial.ts';
import type { UploadTicket } from '../shared/storage.ts';
import type { Handler } from './callables.ts';
import type { Trx } from './db/index.ts';
import type { Nombrar } from './historial/index.ts';
import type { HojaDeclarada } from './hojas/define.ts';
import type { HojaEngine } from './hojas/engine.ts';
import type { AppOptions, HttpRoutes } from './http/types.ts';
import type { JobOptions, JobRun } from './jobs.ts';
import type { DeliveryOptions } from './mail/delivery.ts';
import type { Puerta } from './puertas.ts';
import type { Punctual } from './punctual.ts';
import { actAsSystem } from './request-context.ts';
import type { Secrets } from './secrets.ts';
import type { Services } from './services.ts';
import type { StorageOptions } from './storage/index.ts';
import type { StorageArea } from './storage/types.ts';
import type { TrabajosOptions } from './trabajos.ts';

/**
 * What a feature gives that the platform or another feature takes, by name. Here those that the platform takes;
 * a feature that takes something from others declares its slot beside the type of it, by declaration merging:
 *
 * `declare module '…/platform/server/feature.ts' { interface Slots { seguidores: Seguidor } }`
 *
 * so that who gives need not know who takes, and the platform knows neither.
 */
export interface Slots {
  /** Whose a token is right now (see `AppOptions`). */
  resolveActor: AppOptions['resolveActor'];
  /** Who may open the page of a screen whose address says whose it is. */
  puertas: Puerta;
  /** Changes that take effect at their moment, before the first request after it. */
  puntuales: Punctual;
  /** An account as it is now, for the work that it asked for; null when it is no more or disabled. */
  ownerNow: TrabajosOptions['ownerNow'];
  /** Notes, in the transaction that stops it, a job whose owner may no longer have it done. */
  onTrabajoDenied: TrabajosOptions['onDenied'];
  /** Notes what happened to a list: imported, exported. */
  onHojaEvent: HojaEngine['onEvent'];
  /** Notes the mails that are not tried any more. */
  onMailGivenUp: DeliveryOptions['onGivenUp'];
  /** Something harmful arrived, or was found in what is kept. */
  onFileInfected: StorageOptions['onInfected'];
  /** A visitor's ticket for an upload, genuine and in force, or null. */
  readTicket: (text: string, secrets: Secrets, now: Date) => UploadTicket | null;
}

/** What all features gave, for one that takes it. */
export type Given = {
  /** In the order of the list of features; none when nobody gave. */
  all: <K extends keyof Slots>(slot: K) => readonly Slots[K][];
  /** What exactly one gives. @throws when nobody did, or several. */
  one: <K extends keyof Slots>(slot: K) => Slots[K];
  /** The words of the history: what every feature leaves in it. */
  vocabulario: Vocabulario;
  /** How records are named in the history, by kind. */
  registros: Readonly<Record<string, Nombrar>>;
};

/** Something of its own, or made of what others give. */
type Made<T> = T | ((given: Given) => T);

/** Work that nobody waits for in front of the screen (`createJobs`). Its data are what `jobs.send` was given. */
export type FeatureJob = JobOptions & {
  readonly run: (data: never, run: JobRun) => Promise<void>;
};

/** A feature's jobs by their queue's name. */
export type FeatureJobs = Readonly<Record<string, (services: Services) => FeatureJob>>;

/**
 * What the seeds of the demonstration leave for those that build on it. A feature adds its own beside its seed, by
 * declaration merging: `declare module '…/platform/server/feature.ts' { interface DemoData { personas: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface DemoData {}

/** What every seed is made with. The same `random` goes from one to the next: the data are the same each time. */
export type DemoTools = {
  readonly services: Services;
  readonly given: Given;
  readonly now: Date;
  readonly random: () => number;
  /** How many people there are to be; the rest is in proportion. */
  readonly people: number;
};

/**
 * Fictional data of a feature, for a demonstration. Its `run` imports the seed only when it is wanted: a portal of a
 * school never loads it.
 */
export type DemoSeed<
  N extends keyof DemoData = keyof DemoData,
  G extends keyof DemoData = keyof DemoData,
> = {
  /** What it builds on. */
  readonly needs: readonly N[];
  /** What it leaves to others. */
  readonly gives: readonly G[];
  readonly run: (trx: Trx, made: Pick<DemoData, N>, tools: DemoTools) => Promise<Pick<DemoData, G>>;
};

/**
 * All that the server takes from a feature: its `server/feature.ts`, joined by one line in
 * `src/server-features.ts`. Whatever two features claim both is refused at start.
 */
export type ServerFeature = {
  /** Its folder in src/features. */
  readonly name: string;
  /** Addresses of its screens: the server answers them with the application, and others with 404. */
  readonly paths?: readonly string[];
  /** What it leaves in the history, in the words that people read. */
  readonly historial?: readonly Declaracion[];
  /** How its records are named in the history, by kind. */
  readonly registros?: Readonly<Record<string, Nombrar>>;
  readonly callables?: Made<readonly Handler[]>;
  /** The lists that are imported and exported. */
  readonly hojas?: Made<readonly HojaDeclarada[]>;
  /** The files that it keeps: who may, and what is noted of them. */
  readonly storage?: readonly StorageArea[];
  readonly jobs?: Made<FeatureJobs>;
  /** The long work that people follow in the tray: it calls `services.trabajos.define`. */
  readonly trabajos?: (services: Services, given: Given) => void;
  /** Plain routes, or a protocol of its own. */
  readonly http?: Made<readonly HttpRoutes[]>;
  /**
   * What it does to the database at each start, before anybody comes, as the system and one server at a time:
   * what it needs to be there, what an older version left; or it refuses to start.
   */
  readonly onStart?: (services: Services, given: Given) => Promise<void>;
  /** Fictional data for a demonstration; what the portal needs to work is `onStart`'s. */
  readonly demo?: readonly DemoSeed[];
  /** What it still has to write when the process ends. */
  readonly onStop?: (services: Services) => Promise<void>;
  /**
   * What the platform or other features take. Made of `given`, it may ask it only later, when it is used: not all
   * have given yet.
   */
  readonly gives?: Made<{ readonly [K in keyof Slots]?: readonly Slots[K][] }>;
};

/** Who claimed what: two that claim one are a mistake found at start. */
const createClaims = (what: string) => {
  const owners = new Map<string, string>();
  return (keys: Iterable<string>, feature: string): void => {
    for (const key of keys) {
      const other = owners.get(key);
      if (other !== undefined) {
        throw new Error(`Two features claim the ${what} ${key}: ${other} and ${feature}.`);
      }
      owners.set(key, feature);
    }
  };
};

/** Equal prefixes of files, and one within another: whose a name is would depend on the order of the list. */
const claimPrefixes = (features: readonly ServerFeature[]): void => {
  const areas = features.flatMap(({ name, storage = [] }) =>
    storage.map(({ prefix }) => ({ name, prefix })),
  );
  for (const [i, one] of areas.entries()) {
    const other = areas
      .slice(0, i)
      .find((a) => one.prefix.startsWith(a.prefix) || a.prefix.startsWith(one.prefix));
    if (other) {
      throw new Error(
        `Two features claim the prefix of files ${one.prefix}: ${other.name} and ${one.name}.`,
      );
    }
  }
};

const createGiven = (
  features: readonly ServerFeature[],
  words: Pick<Given, 'vocabulario' | 'registros'>,
): Given => {
  const slots = new Map<string, { value: unknown; by: string }[]>();
  const of = (slot: string) => slots.get(slot) ?? [];
  const given: Given = {
    ...words,
    all: (slot) => of(slot).map(({ value }) => value) as never,
    one: (slot) => {
      const [first, second] = of(slot);
      if (!first) throw new Error(`No feature gives ${slot}.`);
      if (second) throw new Error(`Two features give ${slot}: ${first.by} and ${second.by}.`);
      return first.value as never;
    },
  };
  for (const { name: by, gives = {} } of features) {
    const mine = typeof gives === 'function' ? gives(given) : gives;
    for (const [slot, values] of Object.entries(mine)) {
      slots.set(slot, [...of(slot), ...values.map((value) => ({ value, by }))]);
    }
  }
  return given;
};

/**
 * Refuses to start when the folder of features has one that is not in the list: its callables would not be there, and
 * the addresses of its screens would be answered with 404.
 */
export const requireListed = (features: readonly ServerFeature[], dir: string): void => {
  const listed = new Set(features.map(({ name }) => name));
  for (const folder of readdirSync(dir)) {
    const wings = ['server/feature.ts', 'web/feature.ts'].filter((file) =>
      existsSync(join(dir, folder, file)),
    );
    if (wings.length > 0 && !listed.has(folder)) {
      throw new Error(
        `The feature ${folder} (${wings.join(', ')}) is not in src/server-features.ts: join its server/feature.ts there.`,
      );
    }
  }
};

/** The server wing of all features, joined. */
export type ServerFeatures = {
  readonly given: Given;
  readonly paths: readonly string[];
  readonly callables: readonly Handler[];
  readonly hojas: readonly HojaDeclarada[];
  readonly storage: readonly StorageArea[];
  readonly http: readonly HttpRoutes[];
  readonly demo: readonly DemoSeed[];
  readonly defineJobs: (services: Services) => void;
  readonly onStart: (services: Services) => Promise<void>;
  readonly onStop: (services: Services) => Promise<void>;
};

/**
 * Joins the features in the order of the list.
 *
 * @throws when two claim one name, callable, path, list, prefix of files, job, action or kind of record: it says which
 * two.
 */
export const foldServer = (features: readonly ServerFeature[]): ServerFeatures => {
  const claims = (what: string, keysOf: (feature: ServerFeature) => Iterable<string>) => {
    const claim = createClaims(what);
    for (const feature of features) claim(keysOf(feature), feature.name);
  };
  claims('name', ({ name }) => [name]);
  claims('path', ({ paths = [] }) => paths);
  claimPrefixes(features);
  claims('action', ({ historial = [] }) => historial.flatMap((one) => Object.keys(one.acciones)));
  claims('kind of record', ({ historial = [] }) =>
    historial.flatMap((one) => Object.keys(one.registros ?? {})),
  );
  claims('naming of the record', ({ registros = {} }) => Object.keys(registros));

  const given = createGiven(features, {
    vocabulario: createVocabulario(features.flatMap(({ historial = [] }) => historial)),
    registros: Object.fromEntries(
      features.flatMap(({ registros = {} }) => Object.entries(registros)),
    ),
  });
  const made = <T>(what: Made<readonly T[]> | undefined): readonly T[] =>
    typeof what === 'function' ? what(given) : (what ?? []);
  const jobsOf = ({ jobs = {} }: ServerFeature) =>
    typeof jobs === 'function' ? jobs(given) : jobs;
  claims('job', (feature) => Object.keys(jobsOf(feature)));
  // Made once: what a feature keeps beside its callables (a lane, a run under way) is one for the portal.
  const wings = features.map(({ name, callables, hojas, http }) => ({
    name,
    callables: made(callables),
    hojas: made(hojas),
    http: made(http),
  }));
  const [claimCallables, claimHojas] = [createClaims('callable'), createClaims('list')];
  for (const { name, callables, hojas } of wings) {
    claimCallables(
      callables.map(({ contract }) => contract.name),
      name,
    );
    claimHojas(
      hojas.map(({ id }) => id),
      name,
    );
  }

  return {
    given,
    paths: features.flatMap(({ paths = [] }) => paths),
    callables: wings.flatMap(({ callables }) => callables),
    hojas: wings.flatMap(({ hojas }) => hojas),
    storage: features.flatMap(({ storage = [] }) => storage),
    http: wings.flatMap(({ http }) => http),
    demo: features.flatMap(({ demo = [] }) => demo),
    defineJobs: (services) => {
      for (const [job, make] of features.flatMap((one) => Object.entries(jobsOf(one)))) {
        const { run, ...options } = make(services);
        services.jobs.define(job, run as (data: object, run: JobRun) => Promise<void>, options);
      }
      for (const { trabajos } of features) trabajos?.(services, given);
    },
    onStart: async (services) => {
      for (const { onStart } of features) await actAsSystem(async () => onStart?.(services, given));
    },
    onStop: async (services) => {
      for (const { onStop } of features) await onStop?.(services);
    },
  };
};
