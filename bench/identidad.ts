/**
 * Guesses at full size, and whether time tells who has an account; `docs/measurements.md` has the
 * figures. `node bench/identidad.ts [--guesses 10000] [--hashed 2000] [--samples 300]
 * [--only guesses|time]`. TEST_DATABASE_URL makes it use a real PostgreSQL.
 */
import { randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { VERSIONES } from '../src/features/identidad/privacidad/rules.ts';
import { checkDigit } from '../src/features/personas/curp/rules.ts';
import { makeCuenta } from '../tests/factories/cuentas.ts';
import { startTestPortal } from '../tests/portal.ts';

const { values } = parseArgs({
  options: {
    guesses: { type: 'string', default: '10000' },
    hashed: { type: 'string', default: '2000' },
    samples: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const PASSWORD = 'Tren-Nube-Lago-2026';
const portal = await startTestPortal({ TRUST_PROXY: '1' });
const { db, database } = portal.services;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const { port } = new URL(portal.url);

type Answer = { http: number; ms: number; body: string; cookies: string[] };

/** A request on a connection that is kept: fetch itself would weigh more than what is measured. */
const post = (
  path: string,
  body: string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path,
        method,
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            http: response.statusCode ?? 0,
            ms: performance.now() - started,
            body: text,
            cookies: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]!),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });

const call = (name: string, data: unknown, headers: Record<string, string> = {}) =>
  post(`/us-central1/${name}`, JSON.stringify({ data }), headers);

let address = 0;
const elsewhere = () => {
  address += 1;
  return {
    'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
  };
};
const forget = () => db.deleteFrom('limites').execute();
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** `count` of them, fifty at once, while somebody else looks at the clock of the server. */
const storm = async (name: string, count: number, one: (n: number) => Promise<Answer>) => {
  const statuses = new Map<number, number>();
  const others: number[] = [];
  let done = false;
  const watch = (async () => {
    while (!done) {
      others.push((await post('/us-central1/getSesion', '{"data":null}')).ms);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const cpu = process.cpuUsage();
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (next < count) {
        const n = next++;
        const { http } = await one(n);
        statuses.set(http, (statuses.get(http) ?? 0) + 1);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  done = true;
  await watch;
  others.sort((a, b) => a - b);
  const answers = [...statuses].sort().map(([http, times]) => `${times} × ${http}`);
  print(
    `${name}: ${answers.join(', ')}; ${seconds.toFixed(1)} s, ${((user + system) / 1000 / count).toFixed(2)} ms of processor each (server and guesser), ` +
      `others wait ${at(others, 0.5).toFixed(0)} ms (p50), ${at(others, 0.99).toFixed(0)} ms (p99)`,
  );
};

const guesses = async () => {
  const many = Number(values.guesses);
  const ana = await makeCuenta(portal);
  const home = { 'x-forwarded-for': '203.0.113.7' };
  const signIn = (headers: Record<string, string>, password = ana.password) =>
    call('signIn', { email: ana.email, password }, headers);
  await signIn(home);
  await forget();
  await storm('one account, rotating addresses', many, (n) => signIn(elsewhere(), `no-${n}`));
  print(
    `  its owner then: from elsewhere ${(await signIn(elsewhere())).http}, from home ${(await signIn(home)).http}`,
  );
  await forget();
  await storm('many accounts, one address', many, (n) =>
    call('signIn', { email: `p${n}@nadie.example`, password: 'no' }, home),
  );
  await forget();
  await storm('many accounts, rotating addresses', Number(values.hashed), (n) =>
    call('signIn', { email: `p${n}@nadie.example`, password: 'no' }, elsewhere()),
  );
  await forget();
  await storm('codes of mails', many, () =>
    call('verifyEmail', { oobCode: randomBytes(32).toString('base64url') }, elsewhere()),
  );
  await storm('codes of mails, with a new password', many, () =>
    call(
      'resetPassword',
      { oobCode: randomBytes(32).toString('base64url'), newPassword: PASSWORD },
      elsewhere(),
    ),
  );
  const { sid } = JSON.parse(Buffer.from(ana.token.split('.')[1]!, 'base64url').toString()) as {
    sid: string;
  };
  await storm('refresh tokens of a known session', many, (n) =>
    post(
      '/securetoken.googleapis.com/v1/token',
      `grant_type=refresh_token&refresh_token=${sid}.${n % 9}.${randomBytes(32).toString('base64url')}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ),
  );
  await storm('keys of an acuse, one address', many, () =>
    call(
      'getAcuse',
      { folio: 'AC26-0000-0000-0000-0', clave: randomBytes(10).toString('hex') },
      home,
    ),
  );
  await storm('tickets of identity images', many, () =>
    post('/v0/b/portal/o?name=ines%2Fx.jpg', 'x', {
      'x-upload-ticket': `${randomBytes(16).toString('hex')}.${(Date.now() + 1e6).toString(36)}.${randomBytes(32).toString('base64url')}`,
    }),
  );
  await database.execute(
    `update cuentas set totp_sellado = $1, totp_desde = now() where email = $2`,
    [portal.services.secrets.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'), ana.email],
  );
  await forget();
  const { mfaPendingCredential } = JSON.parse(
    (
      await post(
        '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
        JSON.stringify({ email: ana.email, password: ana.password }),
      )
    ).body,
  ) as { mfaPendingCredential: string };
  await storm('codes of the second factor', many, (n) =>
    post(
      '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize',
      JSON.stringify({
        mfaPendingCredential,
        totpVerificationInfo: { verificationCode: String(n).padStart(6, '0') },
      }),
    ),
  );
};

/** Mann-Whitney: how far the ranks of two samples are from chance (|z| under 2 is nothing). */
const rankTest = (a: number[], b: number[]): number => {
  const all = [...a.map((v) => ({ v, mine: true })), ...b.map((v) => ({ v, mine: false }))].sort(
    (x, y) => x.v - y.v,
  );
  let ranks = 0;
  all.forEach(({ mine }, i) => {
    if (mine) ranks += i + 1;
  });
  const [m, n] = [a.length, b.length];
  const u = ranks - (m * (m + 1)) / 2;
  return (u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
};

/** Two kinds of question in turns, in a random order; time and bytes of each. */
const compare = async (
  name: string,
  yes: (n: number) => Promise<Answer>,
  no: (n: number) => Promise<Answer>,
) => {
  const samples = Number(values.samples);
  const times: [number[], number[]] = [[], []];
  const bytes = [new Set<string>(), new Set<string>()] as const;
  for (let n = -10; n < samples; n++) {
    await forget();
    for (const kind of Math.random() < 0.5 ? [0, 1] : [1, 0]) {
      const answer = await (kind === 0 ? yes(n) : no(n));
      if (n < 0) continue;
      times[kind]!.push(answer.ms);
      bytes[kind]!.add(`${answer.http} ${answer.body}`);
    }
  }
  const z = rankTest(...times);
  const [a, b] = times.map((list) =>
    at(
      [...list].sort((x, y) => x - y),
      0.5,
    ).toFixed(2),
  );
  const alike = [...bytes[0]].sort().join() === [...bytes[1]].sort().join();
  print(
    `${name}: ${a} and ${b} ms (median of ${samples}), z = ${z.toFixed(1)}; answers ${alike ? 'alike' : 'DIFFER'}`,
  );
};

const time = async () => {
  const ana = await makeCuenta(portal);
  const missing = (n: number) => `nadie${n}@nadie.example`;
  await compare(
    'sign-in, wrong password: account, none',
    () => call('signIn', { email: ana.email, password: 'no es esta' }),
    (n) => call('signIn', { email: missing(n), password: 'no es esta' }),
  );
  await compare(
    'reset: account, none',
    () => call('sendPasswordReset', { email: ana.email }),
    (n) => call('sendPasswordReset', { email: missing(n) }),
  );
  await compare(
    'send the verification again, wrong password: account, none',
    () => call('resendVerification', { email: ana.email, password: 'no es esta' }),
    (n) => call('resendVerification', { email: missing(n), password: 'no es esta' }),
  );

  let people = 0;
  const fresh = () => `nueva${++people}@nueva.example`;
  const NAMES = { nombre: 'Concepción', apellidoPaterno: 'Salgado', apellidoMaterno: 'Briseño' };
  let day = 0;
  const curp = () => {
    const date = new Date(Date.UTC(1940, 0, 1 + day++)).toISOString();
    const first = `SABC${date.slice(2, 10).replaceAll('-', '')}MDFLRN0`;
    return first + checkDigit(first);
  };
  const TAKEN = curp();
  /** A registration up to a step, which is the one that is measured. */
  const upTo = async (step: number, email: string, key: string): Promise<Answer> => {
    let cookie = '';
    let answer: Answer | undefined;
    const steps: [string, unknown][] = [
      ['createCuenta', { email, password: PASSWORD, acepta: VERSIONES }],
      ['updateCuenta', NAMES],
      ['sendVerification', null],
      ['setCurpUserNew', { email, curp: key, displayName: 'CONCEPCIÓN SALGADO BRISEÑO' }],
    ];
    for (const [name, data] of steps.slice(0, step + 1)) {
      answer = await call(name, data, { cookie, origin: portal.url });
      if (answer.cookies.length > 0) cookie = answer.cookies.join('; ');
    }
    return answer!;
  };
  await upTo(3, fresh(), TAKEN);
  for (const [step, name] of [
    'createCuenta',
    'updateCuenta',
    'sendVerification',
    'setCurpUserNew',
  ].entries()) {
    await compare(
      `registration, ${name}: email taken, free`,
      () => upTo(step, ana.email, curp()),
      () => upTo(step, fresh(), curp()),
    );
  }
  await compare(
    'registration, setCurpUserNew: CURP taken, free',
    () => upTo(3, fresh(), TAKEN),
    () => upTo(3, fresh(), curp()),
  );
  const pending = fresh();
  await upTo(3, pending, curp());
  const refused = fresh();
  await upTo(3, refused, TAKEN);
  for (const name of ['signIn', 'resendVerification']) {
    await compare(
      `${name} after a registration: refused, accepted`,
      () => call(name, { email: refused, password: PASSWORD }),
      () => call(name, { email: pending, password: PASSWORD }),
    );
  }
};

print(`${portal.services.database.kind}, Node ${process.version}`);
if (values.only !== 'time') await guesses();
if (values.only !== 'guesses') await time();
agent.destroy();
await portal.stop();
