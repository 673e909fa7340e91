import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Escuela, startEscuela } from '../../../../../tests/factories/escuela.ts';
import type { Credential } from '../../../../platform/server/credentials/index.ts';
import { randomCrockford } from '../../../../platform/shared/ids.ts';
import { VALIDACION, validacionPath } from '../../routes.ts';
import { makeFolioEmitido, TIPOS } from '../../rules.ts';

/** The built site: the public wing draws the pages. */
const DIST = join(import.meta.dirname, '../../../../../dist/web');
let portal: Escuela['portal'];
let persona: Escuela['persona'];
let make: Escuela['make'];
let check: Escuela['check'];
let get: Escuela['get'];
let credentialOf: Escuela['credentialOf'];
let step: Escuela['step'];
let verdictOf: Escuela['verdictOf'];

beforeAll(async () => {
  const escuela = await startEscuela({ site: DIST });
  ({ portal, persona, make, check, get, credentialOf, step, verdictOf } = escuela);
});
afterAll(() => portal.stop());

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
          '../../../../../tests/fixtures/openbadges/ob3-achievementcredential.schema.json',
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
        'dictamen',
        'ejemplares',
        'emisor',
        'emitidoEl',
        'estado',
        'folio',
        'historico',
        'programa',
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
    // Who guesses is refused; whoever else is behind that address finds what is there.
    for (const guess of [
      'x',
      randomCrockford(20),
      folio.replace(/.$/, folio.endsWith('0') ? '1' : '0'),
    ])
      expect((await check(guess)).http).toBe(429);
    expect((await check(folio, 'grado')).http).toBe(429);
    expect((await check(folio)).http).toBe(200);
    expect((await get(validacionPath('certificado', folio), 'application/json')).status).toBe(200);
    expect((await get(validacionPath('grado', folio), 'application/json')).status).toBe(429);
    await db.deleteFrom('limites').where('llave', 'like', 'validacion:%').execute();
  });
});

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

  it('does not say that a document is in force once the key that signed it was retired', async () => {
    const { folio } = await make('certificado');
    const { result: before } = await check(folio);
    expect(before.dictamen.tono).toBe('success');
    await credentialOf('certificado', folio);
    const { db } = portal.services;
    const retire = (at: Date | null) =>
      db.updateTable('emisor_llaves').set({ retirada_en: at }).execute();
    await retire(new Date());
    try {
      const { result } = await check(folio);
      expect([result.estado, result.dictamen.tono]).toEqual(['sinConfirmar', 'danger']);
      const json = await get(validacionPath('certificado', folio), 'application/json');
      expect(await json.json()).toMatchObject({ estado: 'sinConfirmar' });
      const { html } = await page(validacionPath('certificado', folio));
      expect(textOf(html)).toContain('retiró la llave');
      expect(textOf(html)).not.toContain('está en vigor');
    } finally {
      await retire(null);
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
