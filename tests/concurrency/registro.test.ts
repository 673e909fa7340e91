/**
 * Fifty people who register at the same instant: with one CURP, with one email. Each as the genuine
 * client and as the portal's own form do it, on the embedded database and on a real PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { checkDigit } from '../../src/features/personas/curp/rules.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

/** The embedded database has one connection: there they only stand in line. */
const MANY = process.env.TEST_DATABASE_URL ? 50 : 12;
const PASSWORD = 'Tren-Nube-Lago-2026';
const NAMES = { nombre: 'Concepción', apellidoPaterno: 'Salgado', apellidoMaterno: 'Briseño' };
const DISPLAY = 'CONCEPCIÓN SALGADO BRISEÑO';
const CURP = 'SABC560626MDFLRN01';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.stop());

/** A CURP of its own for each: other days, all well formed. */
const curpOf = (n: number): string => {
  const day = new Date(Date.UTC(1956, 0, 1 + n)).toISOString().slice(2, 10).replaceAll('-', '');
  const first = `SABC${day}MDFLRN0`;
  return first + checkDigit(first);
};

type Answer = { http: number; bytes: string };

/** Status and bytes of an answer; its cookies and dates are of no interest. */
const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(portal.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { answer: { http: response.status, bytes: await response.text() } as Answer, response };
};

/** The portal's form: cookies, an Origin, and its five calls. */
const byForm = async (email: string, last: [string, object]): Promise<Answer[]> => {
  const jar = new Map<string, string>();
  const answers: Answer[] = [];
  for (const [name, data] of [
    ['createCuenta', { email, password: PASSWORD, acepta: VERSIONES }],
    ['updateCuenta', NAMES],
    ['sendVerification', null],
    last,
    // What comes after tells nothing either: pressing again, or going on with the session.
    last,
    ['updateCuenta', NAMES],
    ['getSesion', null],
    ['refreshSesion', null],
    ['signOut', null],
  ] as const) {
    const { answer, response } = await ask(
      `/us-central1/${name}`,
      { data },
      { origin: portal.url, cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') },
    );
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(key, value);
    }
    answers.push(answer);
  }
  return answers;
};

const wire = (operation: string, body: object) =>
  ask(`/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=k`, body);

/** The genuine client: its wire, then the callable with the token. */
const byWire = async (email: string, [name, data]: [string, object]): Promise<Answer[]> => {
  const { answer } = await wire('signUp', { email, password: PASSWORD, returnSecureToken: true });
  if (answer.http !== 200) return [answer];
  const { idToken } = JSON.parse(answer.bytes) as { idToken: string };
  const updated = await wire('update', { idToken, displayName: DISPLAY, returnSecureToken: true });
  const sent = await wire('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const called = await ask(
    `/us-central1/${name}`,
    { data },
    { authorization: `Bearer ${idToken}` },
  );
  const after = await wire('lookup', { idToken });
  // Its uid, its email and when it was made are its own; what else is said must be alike.
  const { users } = JSON.parse(after.answer.bytes) as { users: Record<string, unknown>[] };
  const { localId, email: own, createdAt, lastLoginAt, providerUserInfo, ...rest } = users[0]!;
  return [
    { http: answer.http, bytes: '' },
    { http: updated.answer.http, bytes: '' },
    { http: sent.answer.http, bytes: '' },
    called.answer,
    { http: after.answer.http, bytes: JSON.stringify(rest) },
  ];
};

/** Everybody opens the newest link they got, at the same instant, with their password. */
const verifyAll = async (emails: readonly string[], porProtocolo = false) => {
  const all = await portal.mails();
  const links = emails.flatMap((email) =>
    all
      .filter((m) => m.to === email && m.subject === 'Verifique su correo')
      .map((m) => m.links[0]!),
  );
  const answers = await Promise.all(
    links.map(async (link) => {
      const oobCode = new URL(link).searchParams.get('oobCode');
      if (porProtocolo) return (await wire('update', { oobCode })).answer;
      const data = { oobCode, password: PASSWORD };
      return (await ask('/us-central1/verifyEmail', { data })).answer;
    }),
  );
  return answers.map(({ http, bytes }) => (http === 200 ? bytes : `${http}`)).sort();
};

const conCurp = (email: string, curp: string): [string, object] => [
  'setCurpUserNew',
  { email, curp, displayName: DISPLAY },
];
const sinCurp = (email: string): [string, object] => [
  'setCurpUserTransaction',
  { email, curp: '', displayName: DISPLAY, persona: NAMES },
];

const many = <T>(work: (n: number) => Promise<T>, length = MANY) =>
  Promise.all(Array.from({ length }, (_, n) => work(n)));

/** Everything that a registration leaves, and whatever of it hangs loose. */
const ledger = async () => {
  const { rows } = await portal.services.database.execute(
    `select
      (select count(*)::int from cuentas) as cuentas,
      (select count(*)::int from personas) as personas,
      (select count(*)::int from cuentas where email_verified) as verificadas,
      (select count(*)::int from vinculaciones where estado = 'pendiente') as por_confirmar,
      (select count(*)::int from personas p where not exists (select 1 from cuentas c where c.persona_id = p.id)) as personas_sin_cuenta,
      (select count(*)::int from codigos k where not exists (select 1 from cuentas c where c.uid = k.uid)) as codigos_sueltos,
      (select count(*)::int from registros r join cuentas c using (uid) where c.email_verified) as registros_sueltos,
      (select count(*)::int from sesiones s join cuentas c using (uid) where s.revocado_en is null and s.registro) as registros_abiertos,
      (select count(*)::int from historial where accion = 'persona.crear') as historia`,
    [],
  );
  return rows[0] as Record<string, number>;
};

/** Runs the registrations; gives what they added. */
const added = async <T>(work: () => Promise<T>) => {
  // One address registers all day in this file.
  await portal.services.db.deleteFrom('limites').execute();
  const before = await ledger();
  const answers = await work();
  const after = await ledger();
  const change = Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, value - before[key]!]),
  );
  return { answers, change };
};

/** What one finished registration leaves. */
const ONE = {
  personas: 1,
  verificadas: 1,
  por_confirmar: 0,
  personas_sin_cuenta: 0,
  codigos_sueltos: 0,
  registros_sueltos: 0,
  registros_abiertos: 0,
  historia: 1,
};

const distinct = (answers: Answer[][]) => new Set(answers.map((list) => JSON.stringify(list)));

const LISTO = '{"result":{"expediente":"listo"}}';
const POR_CONFIRMAR = '{"result":{"expediente":"porConfirmar"}}';

describe(`${MANY} at once`, () => {
  it('one CURP, by the form: every answer is the same; one gets the file, staff confirm the others', async () => {
    const emails = Array.from({ length: MANY }, (_, n) => `curp${n}@formulario.example`);
    const { answers, change } = await added(async () => {
      const sent = await many((n) => byForm(emails[n]!, conCurp(emails[n]!, CURP)));
      expect(await verifyAll(emails)).toEqual([LISTO, ...Array(MANY - 1).fill(POR_CONFIRMAR)]);
      return sent;
    });
    expect(distinct(answers).size).toBe(1);
    expect(answers[0]![3]).toEqual({ http: 200, bytes: '{"result":{"ok":true}}' });
    expect(change).toEqual({
      ...ONE,
      cuentas: MANY,
      verificadas: MANY,
      por_confirmar: MANY - 1,
    });
  });

  it('one CURP, by the wire: the same', async () => {
    const curp = 'SABC560626MDFLRN19';
    const emails = Array.from({ length: MANY }, (_, n) => `curp${n}@protocolo.example`);
    const { answers, change } = await added(async () => {
      const sent = await many((n) => byWire(emails[n]!, conCurp(emails[n]!, curp)));
      expect((await verifyAll(emails, true)).every((bytes) => bytes.includes('localId'))).toBe(
        true,
      );
      return sent;
    });
    expect(distinct(answers).size).toBe(1);
    expect(answers[0]![3]).toEqual({ http: 200, bytes: '{"result":{"ok":true}}' });
    expect(change).toMatchObject({ ...ONE, verificadas: MANY, por_confirmar: MANY - 1 });
  });

  it('one email, by the form, each with a CURP of its own: one account', async () => {
    const email = 'una@formulario.example';
    const { answers, change } = await added(async () => {
      const sent = await many((n) => byForm(email, conCurp(email, curpOf(n))));
      // No more than ten mails an hour go to one address; each has the link of its registration.
      const links = Math.min(MANY, 10);
      expect(await verifyAll([email])).toEqual([...Array(links - 1).fill('400'), LISTO]);
      return sent;
    });
    expect(distinct(answers).size).toBe(1);
    expect(change).toMatchObject(ONE);
    // Whoever comes later is told by mail, and gets nothing.
    await portal.services.db.deleteFrom('limites').execute();
    const late = await added(() => byForm(email, conCurp(email, curpOf(99))));
    expect(late.answers).toEqual(answers[0]);
    expect((await portal.mails())[0]).toMatchObject({
      to: email,
      subject: 'Ya tiene una cuenta en el portal',
    });
  });

  it('one email, by the form, without CURP: one account', async () => {
    const email = 'sin-curp@formulario.example';
    const { answers, change } = await added(async () => {
      const sent = await many(() => byForm(email, sinCurp(email)), 12);
      expect((await verifyAll([email])).filter((bytes) => bytes === LISTO)).toEqual([LISTO]);
      return sent;
    });
    expect(distinct(answers).size).toBe(1);
    expect(change).toMatchObject(ONE);
  });

  it('one email, by the wire: one account, and EMAIL_EXISTS, as the protocol has it', async () => {
    const email = 'una@protocolo.example';
    const { answers, change } = await added(async () => {
      const sent = await many((n) =>
        byWire(email, n % 2 ? conCurp(email, curpOf(100 + n)) : sinCurp(email)),
      );
      expect(await verifyAll([email], true)).toHaveLength(1);
      return sent;
    });
    const refused = answers.filter((list) => list.length === 1);
    expect(refused.length).toBe(MANY - 1);
    expect(distinct(refused).size).toBe(1);
    expect(refused[0]![0]).toMatchObject({ http: 400 });
    expect(refused[0]![0]!.bytes).toContain('EMAIL_EXISTS');
    expect(change).toMatchObject({ ...ONE, cuentas: 1 });
  });

  it('one account in use, pressed by all: one person', async () => {
    const email = 'apretada@registro.example';
    await wire('signUp', { email, password: PASSWORD });
    await portal.services.db
      .updateTable('cuentas')
      .set({ email_verified: true })
      .where('email', '=', email)
      .execute();
    const { answer } = await wire('signInWithPassword', { email, password: PASSWORD });
    const { idToken } = JSON.parse(answer.bytes) as { idToken: string };
    const headers = { authorization: `Bearer ${idToken}` };
    const { answers, change } = await added(async () => {
      const calls = await many((n) => {
        const [name, data] = n % 2 ? sinCurp(email) : conCurp(email, curpOf(300 + n));
        return ask(`/us-central1/${name}`, { data }, headers);
      });
      return calls.map((call) => call.answer);
    });
    expect(change).toMatchObject({ personas: 1, personas_sin_cuenta: 0, historia: 1 });
    expect(answers.every(({ http }) => [200, 400, 429].includes(http))).toBe(true);
  });

  it('one form, sent many times at once: one account', async () => {
    const email = 'repetida@registro.example';
    const intento = randomUUID();
    const data = { email, password: PASSWORD, acepta: VERSIONES, intento };
    const { answers, change } = await added(() =>
      many(async () => (await ask('/us-central1/createCuenta', { data })).answer),
    );
    expect(answers.every(({ http }) => http === 200)).toBe(true);
    expect(change.cuentas).toBe(1);
  });
});

describe('somebody who has an account', () => {
  it('keeps it when the CURP they give is somebody else’s', async () => {
    const email = 'con-cuenta@registro.example';
    await portal.services.db.deleteFrom('limites').execute();
    await wire('signUp', { email, password: PASSWORD });
    await portal.services.db
      .updateTable('cuentas')
      .set({ email_verified: true, role: 'Admin' })
      .where('email', '=', email)
      .execute();
    const { answer } = await wire('signInWithPassword', { email, password: PASSWORD });
    const { idToken } = JSON.parse(answer.bytes) as { idToken: string };
    const token = { authorization: `Bearer ${idToken}` };
    const [name, data] = conCurp(email, CURP);
    const called = await ask(`/us-central1/${name}`, { data }, token);
    expect(called.answer).toEqual({ http: 200, bytes: '{"result":{"ok":true}}' });
    const session = await ask('/us-central1/getSesion', { data: null }, token);
    expect(session.answer.bytes).toContain(`"email":"${email}"`);
    expect(session.answer.bytes).toContain('"clave":null');
  });
});
