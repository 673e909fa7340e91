/** Conversations over HTTP: opened, attended, ended; what each end may read. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeLleno } from '../../../../tests/factories/lleno.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { ERRORES_SOPORTE as ERRORES } from '../errors.ts';
import { formatFolio, makeFolio, parseFolio } from '../rules.ts';

let portal: TestPortal;
type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let [ana, otra, escolar, colega] = [] as unknown as [Cuenta, Cuenta, Cuenta, Cuenta];
const withFile = async (role: 'Escolar' | null = null): Promise<Cuenta> => {
  const { id } = await makePersona(portal.services.db);
  return makeCuenta(portal, { personaId: id, role });
};
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  [ana, otra, escolar, colega] = [
    await withFile(),
    await withFile(),
    await withFile('Escolar'),
    await withFile('Escolar'),
  ];
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.services.db.deleteFrom('limites').execute();
  await portal.services.db.deleteFrom('soporte_conversaciones').execute();
});

const call = (who: Cuenta, name: string, data: unknown) =>
  portal.call(name, data, { token: who.token });
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).error?.details.code;
const nueva = (changes: object = {}) => ({
  ...{ asunto: 'Mi acta', texto: 'No abre mi acta.', clienteId: randomUUID() },
  ...changes,
});
const open = async (who: Cuenta, changes: object = {}): Promise<string> => {
  const answer = await call(who, 'createConversacion', nueva(changes));
  if (!answer.result) throw new Error(JSON.stringify(answer.error));
  return answer.result.id;
};
const write = (who: Cuenta, id: string, texto: string, changes: object = {}) =>
  call(who, 'sendMensaje', { id, texto, clienteId: randomUUID(), ...changes });

describe('a folio', () => {
  it('is read back as it is printed, and a wrong symbol is noticed', () => {
    const folio = makeFolio(2026, 'K9Y2ZKYW');
    expect(parseFolio(formatFolio(folio))).toBe(folio);
    expect(parseFolio(folio.replace('9', '8'))).toBeNull();
  });
});

describe('a conversation', () => {
  it('is opened once, however often it is sent', async () => {
    const first = nueva();
    const uno = await call(ana, 'createConversacion', first);
    const dos = await call(ana, 'createConversacion', first);
    expect(uno.result?.n).toBe(1);
    expect(dos.result).toEqual(uno.result);
    expect(parseFolio(uno.result!.folio)).not.toBeNull();
  });

  it('is nobody else’s, and not of staff who do not attend yet by writing', async () => {
    const id = await open(ana);
    expect(await codeOf(call(otra, 'listMensajes', { id }))).toBe(ERRORES.noExiste.code);
    expect(await codeOf(write(otra, id, 'Hola'))).toBe(ERRORES.noExiste.code);
    expect((await call(otra, 'listBandejaSoporte', { ver: 'todas' })).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    expect((await call(escolar, 'listMensajes', { id })).result?.mensajes).toHaveLength(1);
  });

  it('is attended by one: the second who takes it is told', async () => {
    const id = await open(ana);
    const answers = await Promise.all(
      [escolar, colega].map((who) => call(who, 'startAtencionConversacion', { id })),
    );
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    expect(answers.find(({ error }) => error)?.error?.details.code).toBe(ERRORES.yaTomada.code);
  });

  it('goes back and forth; its messages are numbered without gaps', async () => {
    const id = await open(ana);
    await call(escolar, 'startAtencionConversacion', { id });
    expect((await write(escolar, id, 'Vuelva a abrirla.', { visto: 1 })).result?.n).toBe(2);
    await Promise.all(['a', 'b', 'c'].map((texto) => write(ana, id, texto)));
    const { result } = await call(ana, 'listMensajes', { id });
    const numbers = result?.mensajes.map(({ n }: { n: number }) => n);
    expect(numbers).toEqual(numbers.map((_: number, at: number) => numbers[0] + at));
    expect(await codeOf(write(escolar, id, 'Ya quedó.', { visto: 2 }))).toBe(ERRORES.noVisto.code);
    expect(await codeOf(write(colega, id, 'Yo también.'))).toBe(ERRORES.deOtro.code);
  });

  it('a message sent again is the same; with another text it is refused', async () => {
    const id = await open(ana);
    const clienteId = randomUUID();
    const uno = await write(ana, id, 'Gracias', { clienteId });
    expect((await write(ana, id, 'Gracias', { clienteId })).result?.n).toBe(uno.result?.n);
    expect(await codeOf(write(ana, id, 'Otra cosa', { clienteId }))).toBe(ERRORES.otro.code);
  });

  it('a message sent fifty times at once is one row, and twenty at once have numbers without gaps', async () => {
    const id = await open(ana);
    await call(escolar, 'startAtencionConversacion', { id });
    const clienteId = randomUUID();
    const again = await Promise.all(
      Array.from({ length: 50 }, () => write(ana, id, 'Lo mismo', { clienteId })),
    );
    const taken = again.flatMap(({ result }) => (result ? [result.n] : []));
    // Those past the limit of a minute are refused before anything is written.
    expect(new Set(taken)).toEqual(new Set([2]));
    await portal.services.db.deleteFrom('limites').execute();
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(n % 2 ? ana : escolar, id, `Texto ${n}`)),
    );
    expect(sent.map(({ error }) => error)).toEqual(sent.map(() => undefined));
    const { mensajes } = (await call(ana, 'listMensajes', { id })).result;
    expect(mensajes.map(({ n }: { n: number }) => n)).toEqual(
      Array.from({ length: 22 }, (_, n) => n + 1),
    );
    const texts = mensajes.map(({ texto }: { texto: string }) => texto);
    expect(new Set(texts).size).toBe(22);
  });

  it('is not answered over what one has not seen', async () => {
    const id = await open(ana);
    await call(escolar, 'startAtencionConversacion', { id });
    await write(ana, id, 'Otra cosa.');
    const blind = await write(escolar, id, 'Respondo lo primero.', { visto: 1 });
    expect([blind.error?.status, blind.error?.details.desde]).toEqual(['ABORTED', 2]);
    expect((await write(escolar, id, 'Respondo todo.', { visto: 2 })).error).toBeUndefined();
  });

  it('of a member of the staff is attended by another one, and is not in their inbox', async () => {
    const id = await open(escolar);
    expect(await codeOf(call(escolar, 'startAtencionConversacion', { id }))).toBe(
      ERRORES.propia.code,
    );
    const mine = await call(escolar, 'listBandejaSoporte', { ver: 'todas' });
    expect(mine.result?.conversaciones).toEqual([]);
    expect((await call(colega, 'startAtencionConversacion', { id })).result?.id).toBe(id);
  });

  it('has notes that its person never gets', async () => {
    const id = await open(ana);
    await call(escolar, 'startAtencionConversacion', { id });
    const nota = { id, clienteId: randomUUID(), texto: 'Revisar con archivo.' };
    expect((await call(escolar, 'createNotaConversacion', nota)).result?.id).toBeDefined();
    expect((await call(ana, 'listNotasConversacion', { id })).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    expect(JSON.stringify(await call(ana, 'listMensajes', { id }))).not.toContain('archivo');
    const { result } = await call(escolar, 'listNotasConversacion', { id });
    expect(result?.notas).toMatchObject([{ texto: 'Revisar con archivo.', propia: true }]);
  });

  it('ends, is valued once, and opens again', async () => {
    const id = await open(ana);
    await call(escolar, 'startAtencionConversacion', { id });
    expect(await codeOf(call(ana, 'saveValoracionConversacion', { id, valor: 'si' }))).toBe(
      ERRORES.valoracion.code,
    );
    expect((await call(escolar, 'endConversacion', { id })).result?.estado).toBe('resuelta');
    expect(
      (await call(ana, 'saveValoracionConversacion', { id, valor: 'si' })).error,
    ).toBeUndefined();
    expect(await codeOf(call(ana, 'saveValoracionConversacion', { id, valor: 'no' }))).toBe(
      ERRORES.valoracion.code,
    );
    expect((await call(ana, 'resetConversacion', { id })).error).toBeUndefined();
    expect((await write(ana, id, 'Sigue igual.')).error).toBeUndefined();
  });

  it('is one of three that somebody may have open', async () => {
    for (let n = 0; n < 3; n++) await open(ana);
    expect(await codeOf(call(ana, 'createConversacion', nueva()))).toBe(
      ERRORES.muchasConversaciones.code,
    );
  });

  it('takes ten messages a minute of an account', async () => {
    const id = await open(ana);
    const answers = [];
    for (let n = 0; n < 10; n++) answers.push(await write(ana, id, `Mensaje ${n}`));
    expect(answers.at(-1)?.error?.status).toBe('RESOURCE_EXHAUSTED');
  });

  it('is handed only to staff', async () => {
    const id = await open(ana);
    await call(escolar, 'startAtencionConversacion', { id });
    expect(await codeOf(call(escolar, 'assignConversacion', { id, uid: otra.uid }))).toBe(
      ERRORES.noEsPersonal.code,
    );
    expect((await call(escolar, 'assignConversacion', { id, uid: colega.uid })).error).toBe(
      undefined,
    );
    expect((await write(colega, id, 'Sigo yo.')).error).toBeUndefined();
  });
});

describe('hostile text', () => {
  const last = async (id: string): Promise<string> =>
    (await call(ana, 'listMensajes', { id })).result?.mensajes.at(-1)?.texto;

  it('is refused when it is long, and nothing of it is kept', async () => {
    const id = await open(ana);
    for (const texto of ['a'.repeat(100 * 1024), '😀'.repeat(5_000), 'é'.repeat(4_001)]) {
      const { error } = await write(ana, id, texto);
      expect(error?.status).toBe('INVALID_ARGUMENT');
      // A body of 100 kB is not read at all: no field is to blame.
      if (texto.length < 64 * 1024) expect(Object.keys(error?.details.fields)).toEqual(['texto']);
      expect((await call(otra, 'createConversacion', nueva({ texto }))).error?.status).toBe(
        'INVALID_ARGUMENT',
      );
      expect((await call(ana, 'listConversaciones', { busqueda: texto })).error?.status).toBe(
        'INVALID_ARGUMENT',
      );
    }
    expect((await call(ana, 'listMensajes', { id })).result?.mensajes).toHaveLength(1);
    expect((await call(otra, 'listConversaciones', {})).result?.conversaciones).toEqual([]);
  });

  it('that fits is read as it was written', async () => {
    const id = await open(ana);
    for (const texto of [
      '😀'.repeat(2_000),
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      'javascript:alert(1) [x](javascript:alert(1))',
      "'; drop table soporte_mensajes; --",
      '👩‍👩‍👧‍👦 مرحبا',
    ]) {
      await write(ana, id, texto);
      expect(await last(id)).toBe(texto);
    }
  });

  it('loses what makes it read otherwise, and is refused when nothing is left', async () => {
    const id = await open(ana);
    for (const [texto, kept] of [
      ['pago\u202e0001\u202c', 'pago0001'],
      ['a\u200bd\u200cm\u2060i\ufeffn', 'admin'],
      [`Z${'\u0301'.repeat(500)}`, 'Ź\u0301\u0301\u0301'],
    ] as const) {
      await write(ana, id, texto);
      expect(await last(id)).toBe(kept);
    }
    const { error } = await write(ana, id, 'uno\u0000dos');
    expect(error?.details.fields.texto).toMatch(/caracteres de control/);
    const nothing = '\u200b\u2060\u202e';
    expect(await codeOf(write(ana, id, nothing))).toBe(ERRORES.vacio.code);
    const sinAsunto = await call(otra, 'createConversacion', nueva({ asunto: nothing }));
    expect(Object.keys(sinAsunto.error?.details.fields ?? {})).toEqual(['asunto']);
  });
});

describe('what a conversation is about', () => {
  it('is a record of one’s own, with its address for each end', async () => {
    const suyo = await makeLleno(portal, 'Contextual');
    const { db } = portal.services;
    const idOf = async (
      tabla:
        | 'inscripciones'
        | 'presolicitudes'
        | 'solicitudes'
        | 'documentos'
        | 'documentos_emitidos',
    ) =>
      (
        await db
          .selectFrom(tabla)
          .select('id')
          .where('persona_id', '=', suyo.personaId)
          .executeTakeFirstOrThrow()
      ).id;
    const trabajo = await db
      .selectFrom('trabajos_visibles')
      .select('id')
      .where('propietario', '=', suyo.uid)
      .executeTakeFirstOrThrow();
    const about = {
      inscripcion: {
        id: await idOf('inscripciones'),
        de: /^Inscripción a /,
        gestion: /\/inscritos/,
      },
      presolicitud: { id: await idOf('presolicitudes'), de: /^Presolicitud a /, gestion: /=/ },
      solicitud: { id: await idOf('solicitudes'), de: /^Solicitud a /, gestion: /\/convocatorias/ },
      documento: { id: await idOf('documentos'), de: / \(/, gestion: null },
      emitido: { id: await idOf('documentos_emitidos'), de: /^Documento emitido /, gestion: null },
      importacion: { id: trabajo.id, de: /^Contextual$/, gestion: null },
    };
    for (const [tipo, { id, de, gestion }] of Object.entries(about)) {
      const given = await call(suyo, 'getContextoSoporte', { tipo, id });
      expect(given.result?.contexto.titulo, tipo).toMatch(de);
      expect(await codeOf(call(otra, 'getContextoSoporte', { tipo, id }))).toBe(
        ERRORES.noExiste.code,
      );
      await db.deleteFrom('soporte_conversaciones').execute();
      const conversacion = await open(suyo, { contexto: { tipo, id } });
      const enlaceFor = async (who: Cuenta) =>
        (await call(who, 'listMensajes', { id: conversacion })).result?.conversacion.contexto
          .enlace;
      expect(await enlaceFor(suyo)).toBe(given.result?.contexto.enlace);
      if (gestion) expect(await enlaceFor(escolar)).toMatch(gestion);
    }
  });
});
