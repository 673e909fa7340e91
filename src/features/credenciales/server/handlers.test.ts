import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { CAMPOS, pedidoDe, pedidoDeActa } from '../../../../tests/factories/emitidos.ts';
import { type Escuela, startEscuela } from '../../../../tests/factories/escuela.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { validarListaPath } from '../routes.ts';

let portal: Escuela['portal'];
let escolar: string;
let admin: string;
let firmante: string;
let persona: Escuela['persona'];
let titular: Escuela['titular'];
let call: Escuela['call'];
let make: Escuela['make'];
let check: Escuela['check'];
let credentialOf: Escuela['credentialOf'];
let step: Escuela['step'];

beforeAll(async () => {
  const escuela = await startEscuela();
  ({ portal, escolar, admin, firmante, persona, titular } = escuela);
  ({ call, make, check, credentialOf, step } = escuela);
});
afterAll(() => portal.stop());

describe('issuing', () => {
  it('is for staff, and never about oneself', async () => {
    const pedido = await pedidoDeActa(portal.services.db, persona.clave, firmante);
    expect((await call('createDocumentoEmitido', pedido)).http).toBe(401);
    expect((await call('createDocumentoEmitido', pedido, persona.token)).http).toBe(403);
    const own = await makePersona(portal.services.db);
    const boss = await makeCuenta(portal, { role: 'Admin', personaId: own.id });
    const self = await call(
      'createDocumentoEmitido',
      await pedidoDeActa(portal.services.db, own.clave, firmante),
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
      pedidoDe('certificacion', persona.clave, firmante, {
        campos: { horas: '12000', estandar: 'x'.repeat(81) },
      }),
      escolar,
    );
    expect(wrong.error?.details.fields).toMatchObject({
      'campos.horas': expect.stringContaining('entre 1 y 5000'),
      'campos.estandar': expect.stringContaining('80 caracteres'),
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
        await pedidoDeActa(portal.services.db, persona.clave, firmante, more),
        escolar,
      );
      expect(JSON.stringify(error?.details[where])).toContain(what);
    }
  });

  it('sent twice is one', async () => {
    const pedido = await pedidoDeActa(portal.services.db, persona.clave, firmante);
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
    const four = (await again(three.id)).result;
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
    expect(await read(three.id)).toMatchObject({
      sustituye: { folio: two.folio },
      sustituidoPor: { folio: four.folio },
    });
    expect(await read(four.id)).toMatchObject({
      estado: 'vigente',
      sustituye: { folio: three.folio },
      sustituidoPor: null,
    });
    // Whoever validates any of them comes to the one in force, one after another.
    let folio: string | null = one.folio;
    const seen: string[] = [];
    while (folio) {
      seen.push(folio);
      folio = (await check(folio)).result.sustituidoPor;
    }
    expect(seen).toEqual([one, two, three, four].map((each) => each.folio));
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
    expect((await check(folio)).result.titular).toBe('Ana Pérez Ruiz');
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
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
    const { folio } = await make('certificacion', { vigenteHasta: day(50) });
    const at = async (now: string) => {
      portal.setNow(new Date(now));
      return (await check(folio)).result.estado;
    };
    try {
      expect(await at(`${day(51)}T05:59:59Z`)).toBe('vigente');
      expect(await at(`${day(51)}T06:00:00Z`)).toBe('vencida');
    } finally {
      portal.setNow(null);
    }
  });
});

describe('one that somebody made unreadable in the database', () => {
  it('is shown as that, the others as they are, and is revoked as any other', async () => {
    const ana = await titular();
    const [rota, sana] = [
      await make('credencial', { clave: ana.clave }),
      await make('credencial', { clave: ana.clave }),
    ];
    const { execute } = portal.services.database;
    for (const statement of [
      'alter table documentos_emitidos disable trigger emitido_inmutable',
      `update documentos_emitidos set datos = datos || '{"formato": 99}' where id = '${rota.id}'`,
      'alter table documentos_emitidos enable trigger emitido_inmutable',
    ]) {
      await execute(statement);
    }
    const listed = async (name: string, data: unknown, token: string) => {
      const { result, error } = await call(name, data, token);
      expect(error, name).toBeUndefined();
      const rows: { id: string; ilegible: boolean; titular: string }[] =
        result.emitidos ?? result.filas;
      return rows
        .filter(({ id }) => id === rota.id || id === sana.id)
        .map((row) => [row.id === sana.id, row.ilegible, row.titular !== '']);
    };
    const both = [
      [true, false, true],
      [false, true, false],
    ];
    const { clave } = ana;
    expect(await listed('listDocumentosEmitidos', { tipo: 'credencial' }, escolar)).toEqual(both);
    expect(await listed('listDocumentosEmitidosPersona', { clave }, escolar)).toEqual(both);
    expect(await listed('listDocumentosEmitidosPropios', {}, ana.token)).toEqual(both);
    expect((await check(sana.folio)).result.estado).toBe('vigente');
    expect((await check(rota.folio)).error).toMatchObject({
      status: 'DATA_LOSS',
      message: expect.stringContaining('Avise a la escuela'),
      details: { code: 'ilegible' },
    });
    const pdf = (path: string) =>
      fetch(portal.url + path, { headers: { authorization: `Bearer ${escolar}` } });
    expect((await pdf(`/tarjetas/hoja.pdf?ids=${rota.id},${sana.id}`)).status).toBe(200);
    const body = new FormData();
    body.append('folios', `${rota.folio}\n${sana.folio}`);
    expect((await fetch(portal.url + validarListaPath, { method: 'POST', body })).status).toBe(200);
    const revoked = await step(rota.id, 'revocar');
    expect(revoked.result).toMatchObject({ estado: 'revocada', ilegible: true, campos: [] });
  });
});
