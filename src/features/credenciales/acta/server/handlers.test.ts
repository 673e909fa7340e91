/** What a certificado is of: a line of a closed acta, or a document that proves it and a second person; and what a corrected acta does to it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeLinea, pedidoDe } from '../../../../../tests/factories/emitidos.ts';
import { type Escuela, startEscuela } from '../../../../../tests/factories/escuela.ts';

let escuela: Escuela;
beforeAll(async () => {
  escuela = await startEscuela();
});
afterAll(() => escuela.portal.stop());

const create = (more: object, token = escuela.escolar) =>
  escuela.call(
    'createDocumentoEmitido',
    pedidoDe('certificado', escuela.persona.clave, escuela.firmante, {
      programa: 'Curso que nadie impartió',
      campos: { horas: '400', calificacion: '10' },
      ...more,
    }),
    token,
  );

/** A document of the vault that staff found right. */
const makeEvidencia = async (personaId: string): Promise<string> => {
  const { db } = escuela.portal.services;
  const { rows } = await sql<{ id: string }>`
    insert into documentos (persona_id, tipo_id, version, estado, nombre, objeto, sha256, bytes, content_type, creado_en)
    select ${personaId}, t.id, 1, 'validado', 'constancia.pdf', gen_random_uuid()::text, repeat('a', 64), 10, 'application/pdf', now()
    from catalogo_items t where t.catalogo = 'tipos-documento' and t.clave = 'TITULO' returning id`.execute(
    db,
  );
  return rows[0]!.id;
};

it('takes course, hours, dates and grade from the acta, whatever is typed', async () => {
  const { db } = escuela.portal.services;
  expect((await create({})).error?.details.code).toBe('certificado-sin-acta');
  const { inscripcionId } = await makeLinea(db, escuela.persona.id);
  const { result } = await create({ inscripcionId });
  expect(result).toMatchObject({ estado: 'vigente', programa: 'Argumentación jurídica' });
  const said = Object.fromEntries(
    result.campos.map(({ key, valor }: { key: string; valor: string }) => [key, valor]),
  );
  expect(said).toEqual({
    horas: '40',
    calificacion: '9.5',
    inicia: '2026-01-05',
    termina: '2026-03-05',
  });
  const no = await makeLinea(db, escuela.persona.id, { resultado: 'noAcreditada' });
  const { error } = await create({ inscripcionId: no.inscripcionId });
  expect(error?.details.code).toBe('certificado-no-acreditado');
  const otra = await escuela.titular();
  const ajena = await makeLinea(db, otra.id);
  expect((await create({ inscripcionId: ajena.inscripcionId })).error?.details.code).toBe(
    'certificado-sin-acta',
  );
  const { result: listed } = await escuela.call(
    'listLineasDeActa',
    { clave: escuela.persona.clave },
    escuela.escolar,
  );
  expect(listed.lineas.map((one: { inscripcionId: string }) => one.inscripcionId)).toEqual([
    inscripcionId,
  ]);
});

it('is otherwise histórico: proved by a document, and approved by another person, not account', async () => {
  const otra = await escuela.titular();
  const ajena = await makeEvidencia(otra.id);
  expect((await create({ evidenciaId: ajena })).error?.details.code).toBe(
    'certificado-sin-evidencia',
  );
  const evidenciaId = await makeEvidencia(escuela.persona.id);
  // One person has two staff accounts.
  const { db } = escuela.portal.services;
  const alguien = await escuela.titular();
  const una = await makeCuenta(escuela.portal, { role: 'Escolar' });
  await db
    .updateTable('cuentas')
    .set({ persona_id: null })
    .where('persona_id', '=', alguien.id)
    .execute();
  await db
    .updateTable('cuentas')
    .set({ persona_id: alguien.id })
    .where('uid', '=', una.uid)
    .execute();
  const { result } = await create({ evidenciaId }, una.token);
  expect(result).toMatchObject({ estado: 'borrador', historico: true, programa: /nadie/ });
  const own = await escuela.call('confirmDocumentoEmitido', { id: result.id }, una.token);
  expect(own.error?.details.code).toBe('emitido-mismo-visto');
  const done = await escuela.call('confirmDocumentoEmitido', { id: result.id }, escuela.admin);
  expect(done.result.estado).toBe('vigente');
  expect((await escuela.check(result.folio)).result.historico).toBe(true);
});

it('that no longer agrees with a corrected acta is shown, and reissued with what the acta says', async () => {
  const { db } = escuela.portal.services;
  const persona = await escuela.titular();
  const linea = await makeLinea(db, persona.id);
  const issue = () =>
    create({ clave: persona.clave, inscripcionId: linea.inscripcionId }).then(
      ({ result }) => result,
    );
  const one = await issue();
  const of = async () => {
    const { result } = await escuela.call(
      'listDocumentosEnDesacuerdo',
      { edicionId: linea.edicionId },
      escuela.escolar,
    );
    return result.documentos.map(({ emitido, porque, acredito }: any) => [
      emitido.folio,
      porque,
      acredito,
    ]);
  };
  const listed = async () => {
    const { result } = await escuela.call(
      'listDocumentosEmitidos',
      { tipo: 'certificado', estado: 'enDesacuerdo', porPagina: 25 },
      escuela.escolar,
    );
    return result.filas.map(({ folio }: { folio: string }) => folio);
  };
  const pendiente = async () => {
    const { result } = await escuela.call('listPendientes', null, escuela.escolar);
    return JSON.stringify(result).includes('no coincide con su acta');
  };
  const say = (set: string) =>
    sql`update acta_resultados set ${sql.raw(set)} where inscripcion_id = ${linea.inscripcionId}`.execute(
      db,
    );
  expect(await of()).toEqual([]);
  await say('calificacion = 8.2');
  expect(await of()).toEqual([[one.folio, 'Dice 9.50; el acta, 8.20.', true]]);
  expect(await listed()).toEqual([one.folio]);
  expect(await pendiente()).toBe(true);
  const { result: anew } = await escuela.call(
    'replaceDocumentoEmitido',
    {
      ...{ id: one.id, nuevo: crypto.randomUUID(), motivo: 'Se corrigió el acta.' },
      ...{ programa: 'Otro curso', campos: { horas: '1', calificacion: '10' } },
      firmantes: [escuela.firmante],
    },
    escuela.escolar,
  );
  expect(anew.programa).toBe('Argumentación jurídica');
  expect(anew.campos).toContainEqual(
    expect.objectContaining({ key: 'calificacion', valor: '8.2' }),
  );
  expect(await of()).toEqual([]);
  await say("resultado = 'noAcreditada'");
  expect(await of()).toEqual([[anew.folio, 'El acta dice que no acreditó.', false]]);
  const { error } = await escuela.call(
    'replaceDocumentoEmitido',
    {
      ...{ id: anew.id, nuevo: crypto.randomUUID(), motivo: 'Se corrigió el acta.' },
      ...{ programa: 'Otro curso', campos: { horas: '1' }, firmantes: [escuela.firmante] },
    },
    escuela.escolar,
  );
  expect(error?.details.code).toBe('certificado-no-acreditado');
  await escuela.step(anew.id, 'suspender');
  expect([await of(), await pendiente()]).toEqual([[], false]);
});

it('says names as they are written, and warns of what no font prints', async () => {
  const { db } = escuela.portal.services;
  const persona = await escuela.titular();
  const name = (nombre: string, apellido_paterno: string) =>
    db
      .updateTable('personas')
      .set({ nombre, apellido_paterno, apellido_materno: '' })
      .where('id', '=', persona.id)
      .execute();
  const issue = (more: object = {}) =>
    escuela.call(
      'createDocumentoEmitido',
      pedidoDe('reconocimiento', persona.clave, escuela.firmante, {
        campos: { motivo: 'docencia' },
        ...more,
      }),
      escuela.escolar,
    );
  await name('Amélie', "d'Aubigné-Müller");
  const { result } = await issue();
  expect((await escuela.check(result.folio)).result.titular).toBe("Amélie d'Aubigné-Müller");
  await name('小龍', 'Иванов');
  const { error } = await issue();
  expect(error?.details).toMatchObject({ code: 'nombre-sin-letras', signos: ['小', '龍'] });
  expect((await issue({ conSignosSinLetra: true })).error).toBeUndefined();
});

it('is told to its holder, with the reason, each time that its validity changes', async () => {
  const { db } = escuela.portal.services;
  const persona = await escuela.titular();
  const { inscripcionId } = await makeLinea(db, persona.id);
  const { result: one } = await create({ clave: persona.clave, inscripcionId });
  await escuela.step(one.id, 'suspender');
  await escuela.step(one.id, 'levantar');
  const anew = {
    ...{ id: one.id, nuevo: crypto.randomUUID(), motivo: 'Se corrigió el nombre.' },
    ...{ programa: '', campos: {}, firmantes: [escuela.firmante] },
  };
  await escuela.call('replaceDocumentoEmitido', anew, escuela.escolar);
  await escuela.step(anew.nuevo, 'revocar');
  const { rows } = await sql<{ titulo: string }>`
    select n.titulo from notificaciones n join cuentas c on c.uid = n.uid
    where c.persona_id = ${persona.id} order by n.creado_en`.execute(db);
  expect(rows.map(({ titulo }) => titulo)).toEqual([
    'Certificado emitido por la escuela',
    'Certificado suspendido',
    'Certificado vigente de nuevo',
    'Certificado emitido de nuevo',
    'Certificado revocado',
  ]);
  const { rows: letters } = await sql<{ texto: string }>`
    select c::text as texto from correos c where c::text like '%Certificado revocado%'`.execute(db);
  expect(letters.some(({ texto }) => texto.includes('Se emitió por error.'))).toBe(true);
});
