import { createPublicKey, verify as verifyBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import {
  CAMPOS,
  makeEmitido,
  makeFirmante,
  pedidoDe,
} from '../../../../tests/factories/emitidos.ts';
import { makeCurp, makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import {
  type Credential,
  type DidDocument,
  openCredentials,
} from '../../../platform/server/credentials/index.ts';
import { actAsSystem } from '../../../platform/server/request-context.ts';
import { randomCrockford } from '../../../platform/shared/ids.ts';
import { VALIDACION, validacionPath } from '../routes.ts';
import { makeFolioEmitido, TIPOS, type Tipo } from '../rules.ts';
import { credencialesJobs } from './jobs.ts';

const URL_ = 'https://escuela.example';
/** What the build left: the public wing draws the pages. */
const DIST = join(import.meta.dirname, '../../../../dist/web');
let portal: TestPortal;
let escolar: string;
let admin: string;
let persona: { id: string; clave: string; curp: string; token: string };
let firmante: string;

beforeAll(async () => {
  portal = await startTestPortal({ PUBLIC_URL: URL_ }, { jobs: false, site: DIST });
  escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
  admin = (await makeCuenta(portal, { role: 'Admin' })).token;
  persona = await titular();
  firmante = await makeFirmante(portal, admin);
});
afterAll(() => portal.stop());

const titular = async () => {
  const curp = makeCurp();
  const { id } = await makePersona(portal.services.db, { clave: curp, curp });
  const { token } = await makeCuenta(portal, { personaId: id });
  return { id, clave: curp, curp, token };
};
const call = (name: string, data: unknown, token?: string) =>
  portal.call(name, data, token ? { token } : {});
const make = (tipo: Tipo, more: object = {}) =>
  makeEmitido(portal, {
    tipo,
    clave: persona.clave,
    firmante,
    por: escolar,
    aprueba: admin,
    ...more,
  });
const check = (folio: string, tipo?: Tipo) =>
  call('checkDocumentoEmitido', tipo ? { tipo, folio } : { folio });
const get = (path: string, accept: string) =>
  fetch(`${portal.url}${path}`, { headers: { accept } });
const credentialOf = async (tipo: Tipo, folio: string) =>
  (await (await get(validacionPath(tipo, folio), 'application/vc')).json()) as Credential;
const step = (id: string, paso: string, token = escolar) =>
  call(
    'updateVigenciaDocumentoEmitido',
    paso === 'levantar' ? { id, paso } : { id, paso, motivo: 'Se emitió por error.' },
    token,
  );

/** What somebody finds who has the credential and asks the school's public addresses, and nothing of ours. */
const verdictOf = async (credential: Credential, now = portal.services.now()) => {
  const did = (await (await get('/.well-known/did.json', '*/*')).json()) as DidDocument;
  const lists = await Promise.all(
    (credential.credentialStatus as { statusListCredential: string }[]).map(
      async ({ statusListCredential }) =>
        (await (await get(new URL(statusListCredential).pathname, '*/*')).json()) as Credential,
    ),
  );
  const { verifySigned } = await openCredentials();
  return verifySigned(credential, { dids: [did], lists, now });
};

describe.each(TIPOS)('a %s', (tipo) => {
  it('is issued, and page, JSON, credential and lists agree at each of its steps', async () => {
    const { id, folio } = await make(tipo);
    const signed = await credentialOf(tipo, folio);
    const agree = async (estado: string) => {
      expect((await check(folio)).result.estado).toBe(estado);
      expect((await check(folio, tipo)).result.estado).toBe(estado);
      const json = await get(validacionPath(tipo, folio), 'application/json');
      expect(((await json.json()) as { estado: string }).estado).toBe(estado);
      expect(await verdictOf(signed)).toBe(estado === 'sustituida' ? 'revocada' : estado);
    };
    await agree('vigente');
    expect((await step(id, 'suspender')).error).toBeUndefined();
    await agree('suspendida');
    await step(id, 'levantar');
    await agree('vigente');
    await step(id, 'revocar');
    await agree('revocada');
    // For ever: no step leads out of it.
    for (const paso of ['suspender', 'levantar', 'revocar']) {
      expect((await step(id, paso)).error?.details.code).toBe('emitido-cambio');
    }
    expect((await check(folio)).result.cambio.motivo).toBe('Se emitió por error.');
  });

  it('has a credential that the Open Badges schema takes, once, whoever asks first', async () => {
    const { folio } = await make(tipo);
    const [one, two] = await Promise.all([credentialOf(tipo, folio), credentialOf(tipo, folio)]);
    expect(one).toEqual(two);
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2019) => void)(ajv);
    const schema = JSON.parse(
      readFileSync(
        join(
          import.meta.dirname,
          '../../../../tests/fixtures/openbadges/ob3-achievementcredential.schema.json',
        ),
        'utf8',
      ),
    );
    const validate = ajv.compile(schema);
    // It knows one status; the data model 2.0 takes a list of them: each is asked about.
    for (const credentialStatus of one.credentialStatus as Credential[]) {
      const single = { ...one, credentialStatus };
      expect([validate(single), validate.errors]).toEqual([true, null]);
    }
    const { type: _, ...untyped } = one;
    expect(validate(untyped)).toBe(false);
  });

  it('is another kind to nobody, and unknown, malformed and wrong are one answer', async () => {
    const { folio } = await make(tipo);
    const unknown = makeFolioEmitido(tipo, 2026, randomCrockford(16));
    const others = TIPOS.filter((one) => one !== tipo);
    const bodies = new Set<string>();
    const answers = [
      ...others.map((other) => [other, folio] as const),
      [tipo, unknown] as const,
      [tipo, `${folio.slice(0, -1)}${folio.endsWith('0') ? '1' : '0'}`] as const,
      [tipo, 'x'] as const,
      [tipo, 'A'.repeat(3000)] as const,
    ];
    for (const [as, text] of answers) {
      const wire = await check(text, as);
      expect([wire.http, wire.error?.details.code]).toEqual([404, 'folio-no-existe']);
      for (const accept of ['application/json', 'application/vc']) {
        const answer = await get(`${VALIDACION[as].base}/${text}`, accept);
        expect(answer.status).toBe(404);
        bodies.add(await answer.text());
      }
      bodies.add(JSON.stringify({ error: wire.error }));
    }
    expect(bodies.size).toBe(1);
  });
});

describe('what is public', () => {
  it('has no CURP, no key of a file, and nothing that is made of one', async () => {
    const { createHash } = await import('node:crypto');
    const digests = ['sha1', 'sha256', 'sha512', 'md5'].flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((form) =>
        createHash(algorithm).update(persona.curp).digest(form),
      ),
    );
    for (const tipo of TIPOS) {
      const { folio, id } = await make(tipo);
      await step(id, 'suspender');
      const texts = [
        JSON.stringify((await check(folio)).result),
        await (await get(validacionPath(tipo, folio), 'application/json')).text(),
        JSON.stringify(await credentialOf(tipo, folio)),
        await (await get('/.well-known/did.json', '*/*')).text(),
        await (await get('/status/1', '*/*')).text(),
        await (await get('/status/2', '*/*')).text(),
      ];
      for (const text of texts) {
        for (const secret of [persona.curp, persona.curp.toLowerCase(), persona.id, ...digests]) {
          expect(text).not.toContain(secret);
        }
        // Neither the date of birth, nor anything else of the file.
        expect(text).not.toMatch(/1988-02-29|correo|\w@\w/);
      }
    }
  });

  it('says of a document these data and no others', async () => {
    const { folio } = await make('certificado');
    expect(Object.keys((await check(folio)).result).sort()).toEqual(
      [
        'cambio',
        'demo',
        'emisor',
        'emitidoEl',
        'estado',
        'folio',
        'programa',
        'sha256',
        'sustituidoPor',
        'tipo',
        'titular',
        'vigenteHasta',
      ].sort(),
    );
  });

  it('has a credential whose id is random and unrelated to the folio', async () => {
    const { folio } = await make('certificado');
    const { id } = await credentialOf('certificado', folio);
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it('is verified by jsonld-free means, too: the proof is Ed25519 over the published key', async () => {
    const did = (await (await get('/did.json', '*/*')).json()) as DidDocument;
    expect(did.id).toBe('did:web:escuela.example');
    expect(did.verificationMethod).toHaveLength(1);
    const { publicKeyMultibase } = did.verificationMethod[0]!;
    expect(publicKeyMultibase).toMatch(/^z6Mk/);
    const raw = base58(publicKeyMultibase.slice(1)).subarray(2);
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    });
    expect(verifyBytes(null, Buffer.from('x'), key, Buffer.alloc(64))).toBe(false);
    const origin = (await get('/did.json', '*/*')).headers.get('access-control-allow-origin');
    expect(origin).toBe('*');
  });

  it('throttles who tries, and never who finds', async () => {
    const { folio } = await make('certificado');
    const { db } = portal.services;
    await db.deleteFrom('limites').where('llave', 'like', 'validacion:%').execute();
    await check('x');
    const { cuenta } = await db
      .selectFrom('limites')
      .select('cuenta')
      .where('llave', 'like', 'validacion:%')
      .executeTakeFirstOrThrow();
    expect(cuenta).toBe(1);
    for (let i = 0; i < 5; i++) expect((await check(folio)).http).toBe(200);
    const after = await db
      .selectFrom('limites')
      .select('cuenta')
      .where('llave', 'like', 'validacion:%')
      .executeTakeFirstOrThrow();
    expect(after.cuenta).toBe(1);
    await db
      .updateTable('limites')
      .set({ cuenta: 600 })
      .where('llave', 'like', 'validacion:%')
      .execute();
    expect((await check(folio)).http).toBe(429);
    expect((await get(validacionPath('certificado', folio), 'application/json')).status).toBe(429);
    await db.deleteFrom('limites').where('llave', 'like', 'validacion:%').execute();
  });
});

/** Base 58 of Bitcoin, read by hand. */
const base58 = (text: string): Buffer => {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const char of text) value = value * 58n + BigInt(digits.indexOf(char));
  return Buffer.from(value.toString(16).padStart(68, '0'), 'hex');
};

/** A page, and all that a browser asks for to show it: how many requests, how many bytes as they travel. */
const weigh = async (path: string): Promise<{ html: string; requests: number; kb: number }> => {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const fetched = async (url: string) => {
    const answer = await fetch(`${portal.url}${url}`, { headers });
    const length = answer.headers.get('content-length');
    const text = await answer.text();
    return { text, bytes: length ? Number(length) : brotliCompressSync(text).length };
  };
  const { text: html, bytes } = await fetched(path);
  const asked = new Set(
    [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+)"/g)].map(
      ([, url]) => url!,
    ),
  );
  let total = bytes;
  for (const url of asked) total += (await fetched(url)).bytes;
  return { html, requests: asked.size + 1, kb: total / 1024 };
};

describe('the page', () => {
  const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  const page = async (path: string) => {
    const answer = await get(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
    return { status: answer.status, html: await answer.text() };
  };

  it('says how each kind stands in its first answer, without script, light', async () => {
    for (const tipo of TIPOS) {
      const { id, folio } = await make(tipo);
      const { html, requests, kb } = await weigh(validacionPath(tipo, folio));
      expect(textOf(html)).toMatch(/Vigente .*la escuela lo emitió y está en vigor/);
      expect(textOf(html)).toContain('Ana Pérez Ruiz');
      expect(html).toContain('data-estado="vigente"');
      expect([tipo, requests <= 8, kb <= 75]).toEqual([tipo, true, true]);
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html).toContain('noindex');
      expect(html).not.toContain(persona.curp);
      await step(id, 'revocar');
      const revoked = await page(`/validar?folio=${folio.toLowerCase()}`);
      expect(revoked.status).toBe(200);
      expect(textOf(revoked.html)).toMatch(/Revocad[ao] .*Motivo: Se emitió por error\./);
    }
  });

  it('answers unknown, malformed and of another kind alike, but for what was typed', async () => {
    const { folio } = await make('certificado');
    const pages = new Set<string>();
    for (const text of [makeFolioEmitido('grado', 2026, randomCrockford(16)), folio, 'zzqqzz']) {
      const { status, html } = await page(`/validateDegree/${text}`);
      expect([text, status]).toEqual([text, 404]);
      expect(html).toContain('No encontramos un documento con ese folio');
      pages.add(html.replaceAll(text, ''));
    }
    expect(pages.size).toBe(1);
    expect((await page('/validar?folio=x')).status).toBe(404);
    expect((await page('/validar')).status).toBe(200);
    const hostile = await page(`/validateDegree/${encodeURIComponent('"><script>alert(1)')}`);
    expect(hostile.html.match(/<script/g)).toHaveLength(1);
  });
});

describe('who issues', () => {
  it('keeps the private key sealed, in a file that only its owner reads, and never in the database', async () => {
    await make('certificado');
    const path = join(portal.services.env.dataDir, 'emisor.llaves');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(/semilla|ed25519/);
    const [{ semilla }] = JSON.parse(portal.services.secrets.open(text)) as [{ semilla: string }];
    const { rows } = await portal.services.database.execute('select * from emisor_llaves');
    expect(JSON.stringify(rows)).not.toContain(semilla);
    expect(rows).toHaveLength(1);
  });

  it('signs its lists anew when something changes, and each day', async () => {
    const { id, folio } = await make('certificado');
    const signed = await credentialOf('certificado', folio);
    const read = async () => (await (await get('/status/1', '*/*')).json()) as Credential;
    const [one, two] = [await read(), await read()];
    expect(two).toEqual(one);
    await step(id, 'revocar');
    const changed = await read();
    expect(changed.credentialSubject).not.toEqual(one.credentialSubject);
    const later = new Date(Date.now() + 3 * 86_400_000);
    portal.setNow(later);
    try {
      // Nobody asked for a list in three days: it is signed when it is asked for.
      expect(await verdictOf(signed, later)).toBe('revocada');
      await actAsSystem(() =>
        credencialesJobs['credenciales-listas']!(portal.services).run({} as never, {} as never),
      );
      expect((await read()).validFrom).not.toBe(changed.validFrom);
    } finally {
      portal.setNow(null);
    }
  });

  it('makes in the background the credentials and PDFs that nobody asked for', async () => {
    const { id } = await make('reconocimiento');
    const kept = async () =>
      await portal.services.db
        .selectFrom('documentos_emitidos')
        .select(['credencial', 'pdf_sha256'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(await kept()).toEqual({ credencial: null, pdf_sha256: null });
    const { signal } = new AbortController();
    await actAsSystem(() =>
      credencialesJobs['credenciales-firmar']!(portal.services).run(
        {} as never,
        { signal } as never,
      ),
    );
    expect(await kept()).toMatchObject({
      credencial: { type: ['VerifiableCredential', 'OpenBadgeCredential'] },
      pdf_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('answers 404 for a list that there is not', async () => {
    for (const n of ['3', '0', '01', 'x', '999999', '1234567890123456789']) {
      expect([n, (await get(`/status/${n}`, '*/*')).status]).toEqual([n, 404]);
    }
  });
});

describe('issuing', () => {
  it('is for staff, and never about oneself', async () => {
    const pedido = pedidoDe('certificado', persona.clave, firmante);
    expect((await call('createDocumentoEmitido', pedido)).http).toBe(401);
    expect((await call('createDocumentoEmitido', pedido, persona.token)).http).toBe(403);
    const own = await makePersona(portal.services.db);
    const boss = await makeCuenta(portal, { role: 'Admin', personaId: own.id });
    const self = await call(
      'createDocumentoEmitido',
      pedidoDe('certificado', own.clave, firmante),
      boss.token,
    );
    expect([self.http, self.error?.details.code]).toEqual([403, 'sobre-uno-mismo']);
    const theirs = await make('certificado', { clave: own.clave });
    for (const [name, data] of [
      ['updateVigenciaDocumentoEmitido', { id: theirs.id, paso: 'revocar', motivo: 'Porque sí.' }],
      [
        'replaceDocumentoEmitido',
        {
          id: theirs.id,
          nuevo: crypto.randomUUID(),
          motivo: 'Porque sí.',
          programa: 'Otro',
          campos: CAMPOS.certificado,
          firmantes: [firmante],
        },
      ],
      ['discardDocumentoEmitido', { id: theirs.id }],
      ['confirmDocumentoEmitido', { id: theirs.id }],
    ] as const) {
      const { error } = await call(name, data, boss.token);
      expect([name, error?.details.code]).toEqual([name, 'sobre-uno-mismo']);
      expect((await call(name, data, persona.token)).http).toBe(403);
    }
  });

  it('says what is wrong, by field, and writes nothing', async () => {
    const wrong = await call(
      'createDocumentoEmitido',
      pedidoDe('certificado', persona.clave, firmante, { campos: { calificacion: '12' } }),
      escolar,
    );
    expect(wrong.error?.details.fields).toMatchObject({
      'campos.horas': 'Falta: Horas.',
      'campos.calificacion': expect.stringContaining('entre 0 y 10'),
    });
    const cases: [object, string, string][] = [
      [{ tipo: 'certificacion', campos: {}, vigenteHasta: null }, 'fields', 'vigenteHasta'],
      [{ tipo: 'certificacion', campos: {}, vigenteHasta: '2020-01-01' }, 'fields', 'vigenteHasta'],
      [
        { tipo: 'reconocimiento', campos: CAMPOS.reconocimiento, vigenteHasta: '2031-01-01' },
        'code',
        'emitido-vigencia',
      ],
      [{ firmantes: [crypto.randomUUID()] }, 'code', 'emitido-sin-firmante'],
      [{ clave: 'SC00000000X' }, 'code', 'emitido-sin-persona'],
    ];
    for (const [more, where, what] of cases) {
      const { error } = await call(
        'createDocumentoEmitido',
        pedidoDe('certificado', persona.clave, firmante, more),
        escolar,
      );
      expect(JSON.stringify(error?.details[where])).toContain(what);
    }
  });

  it('sent twice is one', async () => {
    const pedido = pedidoDe('certificado', persona.clave, firmante);
    const [one, two] = [
      await call('createDocumentoEmitido', pedido, escolar),
      await call('createDocumentoEmitido', pedido, escolar),
    ];
    expect(two.result.folio).toBe(one.result.folio);
    const other = await call('createDocumentoEmitido', pedido, admin);
    expect(other.error?.details.code).toBe('emitido-cambio');
  });

  it('of a grado waits for somebody else, and nobody sees it before', async () => {
    const { result } = await call(
      'createDocumentoEmitido',
      pedidoDe('grado', persona.clave, firmante),
      escolar,
    );
    expect(result.estado).toBe('borrador');
    expect((await check(result.folio)).http).toBe(404);
    expect((await call('getDocumentoEmitido', { id: result.id }, persona.token)).http).toBe(404);
    const own = await call('confirmDocumentoEmitido', { id: result.id }, escolar);
    expect(own.error?.details.code).toBe('emitido-mismo-visto');
    expect((await step(result.id, 'revocar')).error?.details.code).toBe('emitido-cambio');
    const done = await call('confirmDocumentoEmitido', { id: result.id }, admin);
    expect(done.result.estado).toBe('vigente');
    expect((await check(result.folio)).result.estado).toBe('vigente');
    expect((await call('confirmDocumentoEmitido', { id: result.id }, admin)).http).toBe(409);
    expect((await call('discardDocumentoEmitido', { id: result.id }, admin)).http).toBe(409);
    const { result: dropped } = await call(
      'createDocumentoEmitido',
      pedidoDe('grado', persona.clave, firmante),
      escolar,
    );
    expect(
      (await call('discardDocumentoEmitido', { id: dropped.id }, admin)).error,
    ).toBeUndefined();
    expect((await call('getDocumentoEmitido', { id: dropped.id }, admin)).http).toBe(404);
  });

  it('anew leaves a chain that is read both ways', async () => {
    const again = (id: string, token = escolar) =>
      call(
        'replaceDocumentoEmitido',
        {
          id,
          nuevo: crypto.randomUUID(),
          motivo: 'Se corrigió el nombre del curso.',
          programa: 'Argumentación jurídica II',
          campos: CAMPOS.certificado,
          firmantes: [firmante],
        },
        token,
      );
    const one = await make('certificado');
    const two = (await again(one.id)).result;
    const three = (await again(two.id)).result;
    expect((await again(one.id)).error?.details.code).toBe('emitido-cambio');
    const read = async (id: string) =>
      (await call('getDocumentoEmitido', { id }, persona.token)).result;
    expect(await read(one.id)).toMatchObject({
      estado: 'sustituida',
      sustituye: null,
      sustituidoPor: { folio: two.folio },
      motivo: 'Se corrigió el nombre del curso.',
    });
    expect(await read(two.id)).toMatchObject({
      sustituye: { folio: one.folio },
      sustituidoPor: { folio: three.folio },
    });
    expect(await read(three.id)).toMatchObject({ estado: 'vigente', sustituidoPor: null });
    expect((await check(one.folio)).result).toMatchObject({
      estado: 'sustituida',
      sustituidoPor: two.folio,
      programa: 'Argumentación jurídica',
    });
  });

  it('is a snapshot: neither people nor catalogs change it, nor the database', async () => {
    const { id, folio } = await make('certificado');
    const signed = await credentialOf('certificado', folio);
    const { db } = portal.services;
    await db
      .updateTable('personas')
      .set({ nombre_completo: 'OTRA PERSONA' })
      .where('id', '=', persona.id)
      .execute();
    expect((await check(folio)).result.titular).toBe('ANA PÉREZ RUIZ');
    expect(await credentialOf('certificado', folio)).toEqual(signed);
    await db
      .updateTable('personas')
      .set({ nombre_completo: 'ANA PÉREZ RUIZ' })
      .where('id', '=', persona.id)
      .execute();
    for (const change of [
      "datos = '{}'",
      "folio = 'x'",
      'vence_en = now()',
      "credencial = '{}'",
      'emitido_en = now()',
      'indice = 5',
    ]) {
      await expect(
        portal.services.database.execute(
          `update documentos_emitidos set ${change} where id = '${id}'`,
        ),
      ).rejects.toThrow(/no cambia/);
    }
    await expect(
      portal.services.database.execute(`delete from documentos_emitidos where id = '${id}'`),
    ).rejects.toThrow(/no se borra/);
  });
});

describe('lists', () => {
  it('show the newest first, by kind, word, state and person, a page after another', async () => {
    const someone = await titular();
    const made = [];
    for (const programa of ['Amparo uno', 'Amparo dos', 'Amparo tres']) {
      made.push(await make('reconocimiento', { clave: someone.clave, programa }));
    }
    await step(made[0]!.id, 'revocar');
    const list = async (more: object) =>
      (await call('listDocumentosEmitidos', { tipo: 'reconocimiento', ...more }, escolar)).result;
    const all = await list({ clave: someone.clave });
    expect(all.filas.map(({ programa }: { programa: string }) => programa)).toEqual([
      'Amparo tres',
      'Amparo dos',
      'Amparo uno',
    ]);
    const first = await list({ clave: someone.clave, porPagina: 2 });
    const second = await list({ clave: someone.clave, porPagina: 2, tras: first.siguiente });
    expect([...first.filas, ...second.filas]).toEqual(all.filas);
    expect((await list({ busqueda: 'ámparo TRES' })).filas).toHaveLength(1);
    expect(
      (await list({ busqueda: made[1]!.folio.replaceAll('-', '').toLowerCase() })).filas,
    ).toHaveLength(1);
    expect((await list({ clave: someone.clave, estado: 'revocada' })).filas).toHaveLength(1);
    expect((await list({ clave: someone.clave, estado: 'vencida' })).filas).toHaveLength(0);
    expect((await list({ clave: 'SC99999999' })).filas).toHaveLength(0);
    expect((await call('listDocumentosEmitidos', { tipo: 'grado' }, someone.token)).http).toBe(403);
    const mine = await call('listDocumentosEmitidosPropios', null, someone.token);
    expect(mine.result.emitidos).toHaveLength(3);
    expect(
      (await call('listDocumentosEmitidosPersona', { clave: someone.clave }, someone.token)).http,
    ).toBe(403);
    expect(
      (await call('listDocumentosEmitidosPersona', { clave: someone.clave }, escolar)).result
        .emitidos,
    ).toHaveLength(3);
    // Somebody else's is not found.
    expect((await call('getDocumentoEmitido', { id: made[0]!.id }, persona.token)).http).toBe(404);
  });

  it('says over of what ended on its last day', async () => {
    const { folio } = await make('certificacion', { vigenteHasta: '2027-01-15' });
    const at = async (now: string) => {
      portal.setNow(new Date(now));
      return (await check(folio)).result.estado;
    };
    try {
      expect(await at('2027-01-16T05:59:59Z')).toBe('vigente');
      expect(await at('2027-01-16T06:00:00Z')).toBe('vencida');
    } finally {
      portal.setNow(null);
    }
  });
});
