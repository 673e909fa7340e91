/** What somebody takes and its material, over HTTP: who may, what is let in, and what each sees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePdf, sendArchivo } from '../../../../tests/factories/documentos.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
const AHORA = new Date('2026-12-03T18:00:00.000Z');

let portal: TestPortal;
let escolar: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal?.stop());

const titular = async () => {
  const persona = await makePersona(portal.services.db);
  return { ...(await makeCuenta(portal, { personaId: persona.id })), persona };
};

/** An edition that is being given, with two sessions, one over. */
const edicion = async (nombre: string, given: Parameters<typeof makeEdicion>[2] = {}) => {
  const { db } = portal.services;
  const [curso, plantilla] = [await makeCurso(db, { nombre }), await makePlantilla(db)];
  const { id } = await makeEdicion(
    db,
    { cursoId: curso.id, plantillaId: plantilla.id, ahora: AHORA },
    { inicia: '2026-12-01', termina: '2026-12-18', ...given },
  );
  await db
    .insertInto('edicion_sesiones')
    .values(
      ['2026-12-02', '2026-12-09'].map((fecha) => ({
        edicion_id: id,
        grupo_id: null,
        fecha,
        de: '16:00',
        a: '18:00',
        tema: 'Taller',
      })),
    )
    .execute();
  return { id, plantillaId: plantilla.id };
};

const enrol = async (
  { persona }: { persona: { id: string } },
  { id, plantillaId }: { id: string; plantillaId: string },
  estado: 'inscrita' | 'enviada' | 'acreditada' | 'baja' = 'inscrita',
) => {
  const { db } = portal.services;
  const version = await db
    .selectFrom('plantilla_versiones')
    .select('id')
    .where('plantilla_id', '=', plantillaId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('inscripciones')
    .values({
      persona_id: persona.id,
      edicion_id: id,
      plantilla_version_id: version.id,
      estado,
      respuestas: '{}',
      evaluacion: null,
      enviada_en: AHORA,
    })
    .execute();
};

const save = (data: object, as: Cuenta = escolar) =>
  portal.call(
    'saveMaterialEdicion',
    {
      id: null,
      titulo: 'Lecturas',
      nota: '',
      publicado: true,
      enlace: null,
      archivo: null,
      ...data,
    },
    { token: as.token },
  );

const send = async (bytes: Uint8Array, as: Cuenta = escolar) => {
  const subido = `materiales/${as.uid}/${crypto.randomUUID()}.pdf`;
  const { http } = await sendArchivo(portal, as, bytes, subido);
  return { subido, http };
};

const download = (id: string, token?: string) =>
  fetch(`${portal.url}/materiales/${id}/archivo`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

const list = async (edicionId: string, as: Cuenta) =>
  (await portal.call('listMaterialesEdicion', { edicionId }, { token: as.token })).result
    .materiales as { id: string; titulo: string }[];

describe('what somebody takes', () => {
  it('is theirs, with how far it has come, what is next and its material', async () => {
    const ana = await titular();
    const [va, paso] = [
      await edicion('Va'),
      await edicion('Pasó', { inicia: '2026-01-01', termina: '2026-02-01' }),
    ];
    await enrol(ana, va);
    await enrol(ana, paso, 'acreditada');
    await save({ edicionId: va.id, enlace: 'https://ejemplo.example/lecturas' });
    await save({ edicionId: va.id, enlace: 'https://ejemplo.example/otra', publicado: false });
    const { result } = await portal.call('listCursosPersona', { clave: ana.persona.clave }, ana);
    expect(result).toMatchObject({
      propios: true,
      cursos: [
        {
          curso: { nombre: 'Va' },
          estado: 'inscrita',
          estadoEdicion: 'enCurso',
          avance: { de: 'sesiones', pasadas: 1, total: 2 },
          proxima: { fecha: '2026-12-09', de: '16:00', a: '18:00', tema: 'Taller' },
          materiales: [{ titulo: 'Lecturas', enlace: 'https://ejemplo.example/lecturas' }],
        },
        { curso: { nombre: 'Pasó' }, estado: 'acreditada', estadoEdicion: 'concluida' },
      ],
    });
    expect(result.cursos[0].materiales).toHaveLength(1);
  });

  it('is nobody else’s, and staff see it on the record', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const ask = (as?: Cuenta) =>
      portal.call('listCursosPersona', { clave: ana.persona.clave }, as ? { token: as.token } : {});
    expect((await ask()).http).toBe(401);
    expect((await ask(luz)).error?.status).toBe('PERMISSION_DENIED');
    expect((await ask(escolar)).result).toMatchObject({ propios: false, cursos: [] });
    const read = await portal.services.db
      .selectFrom('historial')
      .select('actor_uid')
      .where('accion', '=', 'persona.leer')
      .where('entidad_id', '=', ana.persona.id)
      .execute();
    expect(read).toEqual([{ actor_uid: escolar.uid }]);
  });
});

describe('the material of an edition', () => {
  it('is had by those who have a place in it and by staff, and by nobody else', async () => {
    const va = await edicion('Con material');
    const [ana, luz, espera, fue] = [
      await titular(),
      await titular(),
      await titular(),
      await titular(),
    ];
    await enrol(ana, va);
    await enrol(espera, va, 'enviada');
    await enrol(fue, va, 'baja');
    const pdf = await makePdf(1);
    const { subido } = await send(pdf);
    const { result } = await save({ edicionId: va.id, archivo: { subido, nombre: 'Guía ñ.pdf' } });
    const read = await download(result.id, ana.token);
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Gu%C3%ADa%20%C3%B1.pdf",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
    });
    expect((await download(result.id)).status).toBe(401);
    for (const other of [luz, espera, fue]) {
      expect((await download(result.id, other.token)).status).toBe(404);
      expect(await list(va.id, other)).toEqual([]);
    }
    expect((await download(result.id, escolar.token)).status).toBe(200);
    // What is not published is not there for those who take it.
    await save({ edicionId: va.id, id: result.id, publicado: false });
    expect((await download(result.id, ana.token)).status).toBe(404);
    expect(await list(va.id, ana)).toEqual([]);
    expect(await list(va.id, escolar)).toHaveLength(1);
    await portal.call('removeMaterialEdicion', { id: result.id }, { token: escolar.token });
    expect((await download(result.id, escolar.token)).status).toBe(404);
  });

  it('is written by staff alone, in the order that they say', async () => {
    const va = await edicion('Ordenada');
    const ana = await titular();
    await enrol(ana, va);
    const ids: string[] = [];
    for (const titulo of ['Uno', 'Dos', 'Tres']) {
      const { result } = await save({ edicionId: va.id, titulo, enlace: 'https://a.example/' });
      ids.push(result.id);
    }
    const order = (some: string[], as: Cuenta = escolar) =>
      portal.call('reorderMaterialesEdicion', { edicionId: va.id, ids: some }, { token: as.token });
    expect((await order(ids.toReversed())).http).toBe(200);
    expect((await list(va.id, ana)).map(({ titulo }) => titulo)).toEqual(['Tres', 'Dos', 'Uno']);
    expect((await order(ids.slice(1))).http).toBe(409);
    for (const { http } of [
      await save({ edicionId: va.id, enlace: 'https://a.example/' }, ana),
      await order(ids, ana),
      await portal.call('removeMaterialEdicion', { id: ids[0] }, { token: ana.token }),
    ]) {
      expect(http).toBe(403);
    }
    expect((await send(await makePdf(1), ana)).http).toBe(403);
  });

  it('refuses what is no address of the web, and what is not what its name says, or too much', async () => {
    const va = await edicion('Exigente');
    for (const enlace of [
      'javascript:alert(1)',
      'ejemplo',
      'ftp://a.example',
      'https://u:p@a.example',
      '',
    ]) {
      const { error } = await save({ edicionId: va.id, enlace });
      expect([enlace, error?.status]).toEqual([enlace, 'INVALID_ARGUMENT']);
    }
    expect((await save({ edicionId: va.id, titulo: ' ', enlace: 'https://a.example' })).http).toBe(
      400,
    );
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect((await send(html)).http).toBe(400);
    expect((await send(Buffer.alloc(10 * 1_048_576 + 1, '%PDF-1.7 '))).http).toBe(413);
    // Nobody takes what another one sent, nor what is not there.
    const { subido } = await send(await makePdf(1));
    const otra = await makeCuenta(portal, { role: 'Admin' });
    const stolen = await save({ edicionId: va.id, archivo: { subido, nombre: 'x.pdf' } }, otra);
    expect(stolen.error?.details?.code).toBe('material-sin-archivo');
    const none = await save({ edicionId: otra.uid, enlace: 'https://a.example' });
    expect(none.http).toBe(404);
  });
});

it('home says the next session of each course that one takes, while it is near and has not begun', async () => {
  const ana = await titular();
  const [una, otra, ajena] = [
    await edicion('Con sesión cercana'),
    await edicion('De la que se dio de baja'),
    await edicion('Que no cursa'),
  ];
  await enrol(ana, una);
  await enrol(ana, otra, 'baja');
  expect(ajena.id).toBeTruthy();
  const near = async () => {
    const { result } = await portal.call('listPendientes', null, { token: ana.token });
    return result.propios.flatMap((one: { titulo: string; empieza: string; detalle: string }) =>
      one.titulo.startsWith('Sesión de') ? [[one.titulo, one.empieza, one.detalle]] : [],
    );
  };
  expect(await near()).toEqual([
    [
      'Sesión de Con sesión cercana',
      '2026-12-09T22:00:00.000Z',
      'Taller, de 16:00 a 18:00\u00a0h, Primera edición 2026',
    ],
  ]);
  // Once it begins it is no longer to come; and a fortnight before nobody is told.
  for (const moment of ['2026-12-09T22:00:00.000Z', '2026-11-20T18:00:00.000Z']) {
    portal.setNow(new Date(moment));
    expect(await near()).toEqual([]);
  }
  portal.setNow(AHORA);
});
