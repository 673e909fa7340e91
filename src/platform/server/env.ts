import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ClamdAddress, readClamdAddress } from './storage/clamd.ts';

/** A configuration that cannot work: the message says which variable and how to mend it. */
export class EnvError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EnvError';
  }
}

const yes = ['1', 'si', 'sí', 'yes', 'true', 'on'];
const no = ['0', 'no', 'false', 'off', ''];
const flag = (name: string) =>
  z
    .string()
    .default('')
    .transform((text, ctx) => {
      if (yes.includes(text.toLowerCase())) return true;
      if (no.includes(text.toLowerCase())) return false;
      ctx.addIssue(`${name} debe ser 1 o 0; se recibió «${text}».`);
      return z.NEVER;
    });

const url = (name: string, protocols: string[], example: string) =>
  z.string().refine(
    (text) => {
      const parsed = URL.canParse(text) ? new URL(text) : null;
      return parsed !== null && protocols.includes(parsed.protocol);
    },
    { error: `${name} no es una dirección válida; escriba algo como ${example}.` },
  );

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Codes travel by https, or do not leave this machine. */
const isSafeGateway = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

const wholeNumber = (name: string, min: number, max: number, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text, ctx) => {
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= min && value <= max) return value;
      ctx.addIssue(
        `${name} debe ser un número entero entre ${min} y ${max}; se recibió «${text}».`,
      );
      return z.NEVER;
    });

const slug = (name: string, fallback: string) =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, {
      error: `${name} admite minúsculas, números, puntos y guiones (de 2 a 63), por ejemplo «${fallback}».`,
    })
    .default(fallback);

/** A line that people read: an address, how to reach an office. */
const line = (name: string, example: string) =>
  z
    .string()
    .regex(/^[^\r\n]{5,300}$/, {
      error: `${name} es una línea de 5 a 300 caracteres, por ejemplo: ${example}`,
    })
    .optional();

const clamdAddress = z.string().transform((text, ctx) => {
  const address = readClamdAddress(text);
  if (address) return address;
  ctx.addIssue(
    'CLAMAV_URL dice dónde escucha clamd: tcp://servidor:3310, o unix:/run/clamav/clamd.ctl.',
  );
  return z.NEVER;
});

const schema = z.object({
  PORT: wholeNumber('PORT', 1, 65535, 8080),
  HOST: z.string().min(1, 'HOST está vacío; quítela o escriba, por ejemplo, 0.0.0.0.').optional(),
  DATA_DIR: z
    .string()
    .min(1, 'DATA_DIR está vacía; quítela o escriba una carpeta.')
    .default('.data'),
  DATABASE_URL: url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'postgres://usuario:clave@servidor:5432/portal',
  ).optional(),
  DATABASE_POOL: wholeNumber('DATABASE_POOL', 2, 200, 10),
  PUBLIC_URL: url('PUBLIC_URL', ['http:', 'https:'], 'https://portal.escuela.example').optional(),
  ALLOWED_ORIGINS: z.string().default(''),
  SMTP_URL: url(
    'SMTP_URL',
    ['smtp:', 'smtps:'],
    'smtps://usuario:clave@correo.example:465',
  ).optional(),
  MAIL_FROM: z.string().optional(),
  SMS_COUNTRIES: z
    .string()
    .regex(
      /^\+[1-9]\d{0,3}(,\+[1-9]\d{0,3})*$/,
      'SMS_COUNTRIES son prefijos de países separados por comas, como +52,+1.',
    )
    .default('+52'),
  SMS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(300),
  SMS_URL: z
    .string()
    .refine((text) => URL.canParse(text) && isSafeGateway(new URL(text)), {
      error:
        'SMS_URL es la dirección https de la pasarela de mensajes, como https://usuario:clave@mensajes.example/enviar; http solo se admite en este mismo equipo (localhost).',
    })
    .optional(),
  VAULT_GB: z.coerce.number().int().min(1).max(100_000).default(500),
  CLAMAV_URL: clamdAddress.optional(),
  CLAMAV_REQUIRED: flag('CLAMAV_REQUIRED'),
  S3_ENDPOINT: url('S3_ENDPOINT', ['http:', 'https:'], 'https://s3.example.com').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, {
      error: 'SECRET_KEY debe tener 64 cifras hexadecimales; genere una con: openssl rand -hex 32',
    })
    .optional(),
  SIGNING_CERT: z.string().optional(),
  SIGNING_KEY: z.string().optional(),
  SIGNING_KEY_PASSWORD: z.string().optional(),
  DEMO: flag('DEMO'),
  SECOND_FACTOR_ROLES: z
    .string()
    .regex(
      /^(ninguno|(Admin|Escolar)(,(Admin|Escolar))?)$/,
      'SECOND_FACTOR_ROLES es Admin, Escolar, los dos separados por una coma, o ninguno.',
    )
    .optional(),
  HSTS_SUBDOMAINS: flag('HSTS_SUBDOMAINS'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'METRICS_TOKEN necesita 16 caracteres o más; genere uno con: openssl rand -hex 32')
    .optional(),
  PROJECT_ID: slug('PROJECT_ID', 'portal'),
  STORAGE_BUCKET: slug('STORAGE_BUCKET', 'portal'),
  REGION: slug('REGION', 'us-central1'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL debe ser fatal, error, warn, info, debug, trace o silent.',
    })
    .default('info'),
  INSTITUTION_NAME: z.string().min(1).default('Escuela Nacional de Formación Judicial'),
  INSTITUTION_SHORT_NAME: z.string().min(1).default('ENFJ'),
  INSTITUTION_LOGO_URL: z.string().optional(),
  INSTITUTION_ADDRESS: line(
    'INSTITUTION_ADDRESS',
    'Av. de los Juzgados 100, Centro, 06000, Ciudad de México',
  ),
  TRANSPARENCY_ADDRESS: line(
    'TRANSPARENCY_ADDRESS',
    'Av. de los Juzgados 102, piso 2, Centro, 06000, Ciudad de México',
  ),
  TRANSPARENCY_CONTACT: line(
    'TRANSPARENCY_CONTACT',
    'transparencia@escuela.example, 55 0000 0000 ext. 10',
  ),
  SCHOOL_CONTACT: line('SCHOOL_CONTACT', 'control.escolar@escuela.example, 55 0000 0000 ext. 20'),
  ACTION_COLOR: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'ACTION_COLOR debe ser un color como #1d3b66.' })
    .optional(),
  TRUST_PROXY: z.preprocess(
    (text) => (yes.includes(String(text).toLowerCase()) ? '1' : text),
    wholeNumber('TRUST_PROXY', 0, 10, 0),
  ),
});

/** The whole configuration of a server process, already checked. Durations are milliseconds. */
export type Env = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  /** Origin + path prefix that people use, without a trailing slash. */
  publicUrl: string;
  /** Exact origins whose cookie-authorised writes are accepted. */
  allowedOrigins: ReadonlySet<string>;
  smtpUrl: string | null;
  mailFrom: string;
  /** Where messages to telephones are given, with its user and password; null: to none. */
  smsUrl: string | null;
  /** Who needs a second factor in an installation that has not said so itself. */
  secondFactorRoles: readonly ('Admin' | 'Escolar')[];
  /** Bytes that the documents of everybody may take together. */
  vaultBytes: number;
  /** Beginnings of the numbers that messages go to, and how many messages go in an hour, in all. */
  smsCountries: readonly string[];
  smsPerHour: number;
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** The antivirus that looks at what arrives; `required`: what it could not look at waits in quarantine. */
  antivirus: { address: ClamdAddress; required: boolean } | null;
  secretKey: string | null;
  /** PEM files of the certificate (with its chain) and the key that sign documents; null: the portal makes its own. */
  signing: { cert: string; key: string; password: string | null } | null;
  demo: boolean;
  projectId: string;
  storageBucket: string;
  region: string;
  logLevel: string;
  institution: {
    name: string;
    shortName: string;
    logoUrl: string | null;
    actionColor: string | null;
    /** Where the institution is, where its Unidad de Transparencia is, and how to reach that one. */
    address: string | null;
    transparencyAddress: string | null;
    transparencyContact: string | null;
    /** How to reach who keeps people's files (control escolar): mail, telephone. */
    contact: string | null;
  };
  /** Browsers also keep to https for every name under the portal's. */
  hstsSubdomains: boolean;
  /** What `/metrics` asks for as a Bearer token; null: only this machine may ask (anybody, in demo mode). */
  metricsToken: string | null;
  /** How many reverse proxies stand in front; what a client writes beyond them is not believed. */
  trustProxy: number;
  version: string;
};

/** Of the fictional institution of the demonstration. */
const DEMO_PLACES = {
  address: 'Avenida de la Judicatura 100, colonia Ejemplo, 06000, Ciudad de México (ficticio)',
  transparencyAddress:
    'Avenida de la Judicatura 102, planta baja, colonia Ejemplo, 06000, Ciudad de México (ficticio)',
  transparencyContact: 'transparencia@escuela.example, 55 0000 0000, ext. 1010',
  contact: 'control.escolar@escuela.example, 55 0000 0000, ext. 2020',
};

/**
 * The variables that the privacy notice and the screens need to be complete, and that are missing:
 * the portal runs without them and says so, at start and where they would be read.
 */
export const missingPlaces = ({ institution }: Pick<Env, 'institution'>): string[] =>
  [
    ['INSTITUTION_ADDRESS', institution.address],
    ['TRANSPARENCY_ADDRESS', institution.transparencyAddress],
    ['TRANSPARENCY_CONTACT', institution.transparencyContact],
    ['SCHOOL_CONTACT', institution.contact],
  ].flatMap(([name, value]) => (value === null ? [String(name)] : []));

const packageVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;

const rolesOf = (text: string): ('Admin' | 'Escolar')[] => {
  const named = new Set(text.split(','));
  return (['Admin', 'Escolar'] as const).filter((one) => named.has(one));
};

/**
 * Reads and checks the environment. Throws `EnvError` with one Spanish sentence a line when a
 * value is wrong: a portal that starts with a wrong configuration fails later and worse.
 */
export const readEnv = (source: Record<string, string | undefined> = process.env): Env => {
  const known = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((key) => source[key] !== undefined && source[key] !== '')
      .map((key) => [key, source[key]]),
  );
  const parsed = schema.safeParse(known);
  if (!parsed.success) throw new EnvError(parsed.error.issues.map((i) => i.message).join('\n'));
  const e = parsed.data;
  const problems: string[] = [];

  const s3Given = [e.S3_ENDPOINT, e.S3_BUCKET, e.S3_ACCESS_KEY_ID, e.S3_SECRET_ACCESS_KEY];
  if (s3Given.some(Boolean) && !s3Given.every(Boolean)) {
    problems.push(
      'Para guardar archivos en S3 se necesitan juntas S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY; falta alguna. Sin ninguna, los archivos se guardan en DATA_DIR.',
    );
  }
  if (Boolean(e.SIGNING_CERT) !== Boolean(e.SIGNING_KEY)) {
    problems.push(
      'Para firmar los PDF con un certificado de la escuela se necesitan juntas SIGNING_CERT (el certificado, en PEM) y SIGNING_KEY (su llave, en PEM); falta una. Sin ninguna, el portal firma con un certificado propio.',
    );
  }
  if (!e.DEMO && !e.PUBLIC_URL) {
    problems.push(
      'Falta PUBLIC_URL, la dirección con la que las personas abrirán el portal (por ejemplo https://portal.escuela.example). Para probarlo con datos de demostración, inicie con DEMO=1.',
    );
  }
  if (!e.DEMO && e.DATABASE_URL && !e.SECRET_KEY) {
    problems.push(
      'Con DATABASE_URL hace falta SECRET_KEY, la misma en todos los procesos; genere una con: openssl rand -hex 32',
    );
  }
  if (e.CLAMAV_REQUIRED && !e.CLAMAV_URL) {
    problems.push(
      'Con CLAMAV_REQUIRED hace falta CLAMAV_URL: sin antivirus, ningún archivo saldría de la cuarentena.',
    );
  }
  if (problems.length > 0) throw new EnvError(problems.join('\n'));

  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '');
  const extra = e.ALLOWED_ORIGINS.split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  for (const origin of extra) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new EnvError(
        `ALLOWED_ORIGINS lleva orígenes separados por comas, como https://otro.example; «${origin}» no lo es.`,
      );
    }
  }
  const allowedOrigins = new Set([new URL(publicUrl).origin, ...extra]);
  // A newcomer opens whichever of these two the terminal or the habit gives.
  if (e.DEMO) {
    allowedOrigins.add(`http://localhost:${e.PORT}`);
    allowedOrigins.add(`http://127.0.0.1:${e.PORT}`);
  }

  const demo = (text: string) => (e.DEMO ? text : null);
  return {
    port: e.PORT,
    // Known passwords and an open mailbox are for this machine, unless somebody says otherwise.
    host: e.HOST ?? (e.DEMO ? 'localhost' : '0.0.0.0'),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    databasePool: e.DATABASE_POOL,
    publicUrl,
    allowedOrigins,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom:
      e.MAIL_FROM ?? `${e.INSTITUTION_SHORT_NAME} <no-responder@${new URL(publicUrl).hostname}>`,
    smsUrl: e.SMS_URL ?? null,
    vaultBytes: e.VAULT_GB * 2 ** 30,
    smsCountries: e.SMS_COUNTRIES.split(','),
    smsPerHour: e.SMS_PER_HOUR,
    s3:
      e.S3_ENDPOINT && e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: e.S3_ENDPOINT,
            bucket: e.S3_BUCKET,
            region: e.S3_REGION,
            accessKeyId: e.S3_ACCESS_KEY_ID,
            secretAccessKey: e.S3_SECRET_ACCESS_KEY,
          }
        : null,
    antivirus: e.CLAMAV_URL ? { address: e.CLAMAV_URL, required: e.CLAMAV_REQUIRED } : null,
    secretKey: e.SECRET_KEY ?? null,
    signing:
      e.SIGNING_CERT && e.SIGNING_KEY
        ? {
            cert: resolve(e.SIGNING_CERT),
            key: resolve(e.SIGNING_KEY),
            password: e.SIGNING_KEY_PASSWORD ?? null,
          }
        : null,
    demo: e.DEMO,
    // The accounts of a demonstration enter with their password alone.
    secondFactorRoles: rolesOf(e.SECOND_FACTOR_ROLES ?? (e.DEMO ? 'ninguno' : 'Admin,Escolar')),
    hstsSubdomains: e.HSTS_SUBDOMAINS,
    metricsToken: e.METRICS_TOKEN ?? null,
    projectId: e.PROJECT_ID,
    storageBucket: e.STORAGE_BUCKET,
    region: e.REGION,
    logLevel: e.LOG_LEVEL,
    institution: {
      name: e.INSTITUTION_NAME,
      shortName: e.INSTITUTION_SHORT_NAME,
      logoUrl: e.INSTITUTION_LOGO_URL ?? null,
      actionColor: e.ACTION_COLOR ?? null,
      address: e.INSTITUTION_ADDRESS ?? demo(DEMO_PLACES.address),
      transparencyAddress: e.TRANSPARENCY_ADDRESS ?? demo(DEMO_PLACES.transparencyAddress),
      transparencyContact: e.TRANSPARENCY_CONTACT ?? demo(DEMO_PLACES.transparencyContact),
      contact: e.SCHOOL_CONTACT ?? demo(DEMO_PLACES.contact),
    },
    trustProxy: e.TRUST_PROXY,
    version: packageVersion(),
  };
};
