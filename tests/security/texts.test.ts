/**
 * Hostile texts in every field of every callable, as every kind of person: nothing answers 5xx, and what no
 * text may be is refused beside its field before anybody reads it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCuenta } from '../../src/features/identidad/cuentas/server/data.ts';
import { openSesion } from '../../src/features/identidad/sesiones/server/service.ts';
import type { Role } from '../../src/platform/shared/actor.ts';
import { LONG } from '../attack/long.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makePersona } from '../factories/personas.ts';
import { exampleOf, IMPOSSIBLE, MEGABYTE, placesOf, STRANGE } from '../hostile.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
const uids: Record<string, string> = {};
beforeAll(async () => {
  // With its jobs: what asks for one waits for ever where none are taken.
  portal = await startTestPortal();
  for (const role of [null, 'Escolar', 'Admin'] as const) {
    const persona = await makePersona(portal.services.db);
    uids[String(role)] = (await makeCuenta(portal, { role, personaId: persona.id })).uid;
  }
});
afterAll(() => portal.stop());

/** A fresh session: some callables end the one they come with. */
const tokenOf = async (role: Role | null): Promise<string> => {
  const { services } = portal;
  const cuenta = (await findCuenta(services.db, uids[String(role)]!))!;
  const origin = { ip: '127.0.0.1', userAgent: 'prueba', cookies: {} };
  const who = { cuenta, email: cuenta.email, registro: false };
  return (await openSesion(services, services.db, who, origin)).accessToken;
};

const ACTORS = {
  visitor: async () => undefined,
  persona: () => tokenOf(null),
  Escolar: () => tokenOf('Escolar'),
  Admin: () => tokenOf('Admin'),
} as const;

const forgetLimits = () => portal.services.db.deleteFrom('limites').execute();

it('the walk finds the fields that were forgotten before', () => {
  const pathsOf = (name: string) =>
    placesOf(portal.callables.get(name)!.contract.input).map(({ path }) => path);
  expect(pathsOf('signIn')).toEqual(['email', 'password', 'codigo']);
  expect(pathsOf('setActivoItemsCatalogo')).toContain('parte.ids.0');
  expect(pathsOf('listItemsCatalogo')).toContain('busqueda');
  expect(pathsOf('startExportacion')).toEqual(expect.arrayContaining(['filtros', 'filtros.texto']));
  const fields = [...portal.callables.values()].flatMap(({ contract }) => placesOf(contract.input));
  expect(fields.length).toBeGreaterThan(100);
});

/** The callables go in so many parts, so that each test has an end in sight. */
const PARTS = 4;

/**
 * The texts that a place is given in `npm test`: every sixth of them, others at the next place (of one text alone, every sixth place), so that each comes
 * to every kind of field (there are a thousand places); `npm run test:attack` gives all to all.
 */
const SHARE = 6;
const shareOf = <T>(texts: readonly T[], place: number): readonly T[] =>
  LONG ? texts : texts.filter((_, i) => (i + place) % SHARE === 0);

/** Sends texts to each place of each callable of a part, and gives the answers that `isWrong`. */
const tryAll = async (
  who: keyof typeof ACTORS,
  part: number,
  texts: Readonly<Record<string, string>>,
  isWrong: (answer: CallAnswer, path: string) => boolean,
): Promise<unknown[]> => {
  const wrong: unknown[] = [];
  let places = 0;
  for (const [name, { contract }] of [...portal.callables].filter((_, i) => i % PARTS === part)) {
    const token = await ACTORS[who]();
    await forgetLimits();
    for (const place of placesOf(contract.input)) {
      places += 1;
      const tries = shareOf(Object.entries(texts), places).map(async ([kind, text]) => {
        const answer = await portal.call(name, place.with(text), { ...(token && { token }) });
        if (!isWrong(answer, place.path)) return;
        wrong.push({ name, path: place.path, kind, http: answer.http, error: answer.error });
      });
      await Promise.all(tries);
    }
  }
  return wrong;
};

const broke = ({ http }: CallAnswer) => http >= 500;

/** Who may do nothing and who may do everything; between them only more of the same: npm run test:attack. */
const WHO = (Object.keys(ACTORS) as (keyof typeof ACTORS)[]).filter(
  (who) => LONG || who === 'visitor' || who === 'Admin',
);
const parts = Array.from({ length: PARTS }, (_, part) => part);
const cases = WHO.flatMap((who) => parts.map((part) => ({ who, part })));

/** All to all: two seconds when measured with nothing else much, over a minute among seven other suites. */
const PATIENCE = LONG ? { timeout: 300_000 } : {};

describe.each(cases)('as $who, part $part', PATIENCE, ({ who, part }) => {
  it('what no text may be is refused beside its field, in every callable', async () => {
    const taken = ({ http, error }: CallAnswer, path: string) =>
      http !== 400 || error?.status !== 'INVALID_ARGUMENT' || !error.details?.fields?.[path];
    expect(await tryAll(who, part, IMPOSSIBLE, taken)).toEqual([]);
  });

  it('what nobody expected breaks nothing, in any callable', async () => {
    expect(await tryAll(who, part, STRANGE, broke)).toEqual([]);
  });
});

describe.each(Object.keys(ACTORS) as (keyof typeof ACTORS)[])('as %s', (who) => {
  it('the example of every contract is taken or refused, never a failure', async () => {
    const wrong: unknown[] = [];
    for (const [name, { contract }] of portal.callables) {
      const token = await ACTORS[who]();
      await forgetLimits();
      const input = exampleOf(contract.input);
      const { http, error } = await portal.call(name, input, { ...(token && { token }) });
      if (http >= 500) wrong.push({ name, input, http, error });
    }
    expect(wrong).toEqual([]);
  });
});

it.each(cases.filter(({ who }) => who === 'visitor' || who === 'Admin'))(
  'a megabyte in any field breaks nothing, as $who, part $part',
  async ({ who, part }) => {
    expect(await tryAll(who, part, { MEGABYTE }, broke)).toEqual([]);
  },
);

describe("the genuine client's wire", () => {
  const post = async (path: string, body: object, form = false) => {
    const response = await fetch(`${portal.url}/${path}?key=k`, {
      method: 'POST',
      headers: {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      body: form ? new URLSearchParams(body as never).toString() : JSON.stringify(body),
    });
    return { http: response.status, json: (await response.json()) as any };
  };
  const V1 = 'identitytoolkit.googleapis.com/v1/';
  const OPERATIONS: [path: string, body: Record<string, unknown>][] = [
    [`${V1}accounts:signUp`, { email: 'a@b.example', password: 'Tren-Nube-Lago-2026' }],
    [`${V1}accounts:signInWithPassword`, { email: 'a@b.example', password: 'x' }],
    [`${V1}accounts:lookup`, { idToken: 'x' }],
    [`${V1}accounts:update`, { idToken: 'x', displayName: 'x', photoUrl: 'x', password: 'x' }],
    [`${V1}accounts:update`, { oobCode: 'x' }],
    [`${V1}accounts:sendOobCode`, { requestType: 'VERIFY_EMAIL', idToken: 'x' }],
    [`${V1}accounts:sendOobCode`, { requestType: 'PASSWORD_RESET', email: 'a@b.example' }],
    [`${V1}accounts:resetPassword`, { oobCode: 'x', newPassword: 'x' }],
    [
      'identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize',
      { mfaPendingCredential: 'x', totpVerificationInfo: { verificationCode: 'x' } },
    ],
    ['securetoken.googleapis.com/v1/token', { grant_type: 'refresh_token', refresh_token: 'x' }],
  ];

  it.each(OPERATIONS)('%s %j', async (path, sample) => {
    const wrong: unknown[] = [];
    for (const role of [undefined, null, 'Admin'] as const) {
      const idToken = role === undefined ? 'x' : await tokenOf(role);
      const good = 'idToken' in sample ? { ...sample, idToken } : sample;
      for (const field of Object.keys(sample)) {
        await forgetLimits();
        for (const [kind, text] of Object.entries({ ...IMPOSSIBLE, ...STRANGE, MEGABYTE })) {
          const nested = field === 'totpVerificationInfo' ? { verificationCode: text } : text;
          const { http, json } = await post(path, { ...good, [field]: nested });
          const impossible = kind in IMPOSSIBLE;
          if (http >= 500 || (impossible && http !== 400)) wrong.push({ field, kind, http, json });
          if (impossible && !json.error?.message?.startsWith('INVALID_ARGUMENT : ')) {
            wrong.push({ field, kind, json });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a form is read by the same door', async () => {
    const { http } = await post(
      'securetoken.googleapis.com/v1/token',
      { grant_type: 'refresh_token', refresh_token: 'a\u0000' },
      true,
    );
    expect(http).toBe(400);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'has no operation called %s',
    async (name) => {
      const { http, json } = await post(V1 + name, {});
      expect({ http, message: json.error?.message }).toEqual({
        http: 400,
        message: 'OPERATION_NOT_ALLOWED',
      });
    },
  );
});

describe('files and plain addresses', () => {
  it.each([
    ['GET', '/v0/b/_/o?prefix=users%2F%00'],
    ['GET', '/v0/b/_/o?pageToken=%00'],
    ['GET', '/v0/b/_/o/users%2Fa%00%2Fb.png'],
    ['GET', '/v0/b/_/o/users%2Fa%2Fb.png?alt=media&token=%00'],
    ['POST', '/v0/b/_/o?name=users%2Fa%00%2Fb.png'],
    ['POST', '/v0/b/_/o?name=users%2Fa%2Fb.png&upload_id=%00'],
    ['DELETE', '/v0/b/%00/o/a'],
    ['GET', '/acuse/AC26%00.pdf?clave=x'],
    ['GET', '/acuse/AC26-K9Y2-ZKYW-2KGS-J.pdf?clave=%00'],
    ['GET', '/api/exportaciones/%00'],
    ['GET', '/api/importaciones/formatos/%00'],
    ['GET', '/api/importaciones/formatos/constructor'],
    ['POST', '/api/importaciones?hoja=%00&nombre=x'],
    ['POST', '/api/importaciones?hoja=personas&nombre=%00'],
    ['POST', '/us-central1/%00'],
    ['POST', '/us-central1/constructor'],
    ['GET', '/%00'],
    ['GET', `/${'%E2%80%AE'.repeat(500)}`],
    ['GET', '/person/%ED%A0%80'],
    ['GET', `/v0/b/_/o/${'a'.repeat(4_000)}`],
  ])('%s %s', async (method, path) => {
    for (const role of [undefined, null, 'Admin'] as const) {
      const response = await fetch(portal.url + path, {
        method,
        headers: {
          ...(role !== undefined && { authorization: `Bearer ${await tokenOf(role)}` }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: '{"data":null}' }),
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      const { error } = (await response.json()) as any;
      expect(error.message).toMatch(/^[A-ZÁÉÍÓÚ¿].{10,}\.$/);
    }
  });

  it.each(['name', 'contentType', 'md5Hash', 'metadata.nota', 'metadata'])(
    'the metadata of a file: %s',
    async (field) => {
      const uid = uids.null!;
      for (const text of Object.values(IMPOSSIBLE)) {
        const metadata =
          field === 'metadata'
            ? { metadata: { [text]: 'x' } }
            : field === 'metadata.nota'
              ? { metadata: { nota: text } }
              : { [field]: text };
        const response = await fetch(
          `${portal.url}/v0/b/_/o?name=users%2F${uid}%2F${randomUUID()}.png`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${await tokenOf(null)}`,
              'x-goog-upload-protocol': 'resumable',
              'x-goog-upload-command': 'start',
              'content-type': 'application/json',
            },
            body: JSON.stringify(metadata),
          },
        );
        expect(response.status).toBe(400);
      }
    },
  );
});
