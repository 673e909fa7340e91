/** Referees and their letters over HTTP: callables, the form without script, what is done without being asked for. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import {
  type Aspirante,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../tests/factories/posgrado.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Aporte, Titular } from '../../../../platform/server/aportes.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { createApp } from '../../../../platform/server/http/app.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import type { PageView } from '../../../../platform/shared/public-wing.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { rememberEquipo } from '../../../identidad/equipos/server/service.ts';
import type { EstadoRecomendacion, EstadoSolicitud } from '../../estados.ts';
import { recomendacionPagePath } from '../../routes.ts';
import { nombreDeValoracion, VALORACIONES_CLAVES } from '../rules.ts';
import { recomendacionesRoutes } from './http.ts';
import {
  cancelDe,
  countVivas,
  inviteDe,
  readCartas,
  recomendacionesAporte,
  recomendacionesEscritasAporte,
  recomendacionesEscritasSupresion,
  recomendacionesSupresion,
  recordatorioDe,
  runPlazos,
} from './service.ts';

const AHORA = new Date('2026-12-01T16:00:00Z');
const DIA = 86_400_000;
const HOSTIL = '<script>alert(1)</script>';

let portal: TestPortal;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  const { one } = foldServer(SERVER_FEATURES).given;
  const resolveActor = one('resolveActor');
  // The page itself is the wing's to draw: what it is drawn from is said as JSON.
  app = await createApp(portal.services, {
    handlers: portal.callables,
    routes: [recomendacionesRoutes({ resolveActor })],
    resolveActor,
    sesionViva: one('sesionViva'),
    sitePaths: [recomendacionPagePath],
    siteDir: null,
    maxEventLoopDelay: 0,
    publicWing: {
      pages: [
        {
          path: recomendacionPagePath,
          call: 'getInvitacionRecomendacion',
          question: ({ params }) => ({ clave: params.clave }),
          render: ({ answer, problem, sent, signedIn, address }: PageView) =>
            JSON.stringify({ answer, problem, sent, signedIn, pathname: address.pathname }),
        },
      ],
      brandStyle: () => null,
    },
  });
  portal.net.watch(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  (portal.services.env.allowedOrigins as Set<string>).add(url);
});
afterAll(async () => {
  await app.close();
  await portal.stop();
});
beforeEach(async () => {
  portal.setNow(AHORA);
  await portal.services.db.deleteFrom('limites').execute();
});

type Convocatoria = Awaited<ReturnType<typeof makeConvocatoria>>;
const open = (bases = {}, overrides = {}) =>
  makeConvocatoria(portal.services.db, {
    ahora: AHORA,
    bases: { recomendaciones: 2, ...bases },
    ...overrides,
  });

/** An application, in whatever state. */
const apply = async (
  { id: convocatoria_id }: Pick<Convocatoria, 'id'>,
  { personaId }: Pick<Aspirante, 'personaId'>,
  estado: EstadoSolicitud = 'borrador',
): Promise<string> => {
  const { db } = portal.services;
  const moments = { creado_en: AHORA, actualizado_en: AHORA };
  const presolicitud = await db
    .insertInto('presolicitudes')
    .values({ persona_id: personaId, convocatoria_id, estado: 'valida', ...moments })
    .returning('id')
    .executeTakeFirstOrThrow();
  const solicitud = await db
    .insertInto('solicitudes')
    .values({
      ...{ persona_id: personaId, convocatoria_id, presolicitud_id: presolicitud.id, estado },
      folio: estado === 'borrador' ? null : randomUUID(),
      ...moments,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return solicitud.id;
};

let n = 0;
const referee = (changes: Record<string, unknown> = {}) => ({
  nombre: 'Dra. Marta Núñez Rey',
  correo: `marta${++n}@unam.example`,
  institucion: 'UNAM',
  relacion: 'docencia',
  ...changes,
});

const call = (who: { token: string }, name: string, data: unknown) =>
  portal.call(name, data, { token: who.token });
const list = async (who: { token: string }, solicitudId: string) =>
  (await call(who, 'listRecomendantesSolicitud', { solicitudId })).result;
const add = async (who: { token: string }, solicitudId: string, changes = {}): Promise<string> => {
  const answer = await call(who, 'createRecomendanteSolicitud', {
    solicitudId,
    ...referee(changes),
  });
  if (!answer.result) throw new Error(JSON.stringify(answer.error));
  return answer.result.id;
};
const rowOf = (id: string) =>
  portal.services.db
    .selectFrom('recomendaciones')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const stateOf = async (id: string) => (await rowOf(id)).estado;
const setState = (id: string, estado: EstadoRecomendacion) =>
  portal.services.db.updateTable('recomendaciones').set({ estado }).where('id', '=', id).execute();
/** By the steps that lead there from a draft. */
const setSolicitud = async (id: string, estado: EstadoSolicitud) => {
  const path: EstadoSolicitud[] =
    estado === 'enviada' || estado === 'enEvaluacion'
      ? ['enviada', estado]
      : ['enviada', 'enEvaluacion', estado];
  for (const next of path) {
    await portal.services.db
      .updateTable('solicitudes')
      .set({ estado: next, folio: sql`coalesce(folio, id::text)` })
      .where('id', '=', id)
      .execute();
  }
};

type Correo = {
  asunto: string;
  contenido: { action?: { url: string }; paragraphs: string[]; notes?: string[] };
};
const mailsTo = async (para: string): Promise<Correo[]> =>
  (await portal.services.db
    .selectFrom('correos')
    .select(['asunto', 'contenido'])
    .where('para', '=', para)
    .orderBy('creado_en')
    .orderBy('id')
    .execute()) as never;
const claveIn = (mails: readonly Correo[]): string =>
  mails.at(-1)!.contenido.action!.url.split('/').at(-1)!;
const historyOf = async (id: string) =>
  await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'despues'])
    .where('entidad_id', '=', id)
    .orderBy('numero')
    .execute();

/** Somebody invited, with their key. */
const invited = async (estado: EstadoSolicitud = 'enviada', convocatoria?: Convocatoria) => {
  const call = convocatoria ?? (await open());
  const who = await makeAspirante(portal);
  const solicitudId = await apply(call, who, 'borrador');
  const correo = `referee${++n}@unam.example`;
  const id = await add(who, solicitudId, { correo });
  await portal.services.db
    .transaction()
    .execute((trx) => actAsSystem(() => inviteDe(trx, portal.services, solicitudId)));
  if (estado !== 'borrador') await setSolicitud(solicitudId, estado);
  return {
    convocatoria: call,
    who,
    solicitudId,
    id,
    correo,
    clave: claveIn(await mailsTo(correo)),
  };
};

type Page = {
  status: number;
  headers: Headers;
  page: Pick<PageView, 'problem' | 'sent'> & { answer: CallAnswer['result'] };
};
const read = async (response: Response): Promise<Page> => ({
  status: response.status,
  headers: response.headers,
  page: (await response.json().catch(() => null)) as never,
});
const get = async (clave: string, headers: Record<string, string> = {}) =>
  read(
    await fetch(`${url}/recomendacion/${clave}`, { headers: { accept: 'text/html', ...headers } }),
  );
const LETTER = {
  trato: 'Dirigí su tesis de licenciatura.',
  texto: `Recomiendo a esta persona. ${HOSTIL} ${'Ñandú. '.repeat(40)}`,
  declara: 'on',
  ...Object.fromEntries(VALORACIONES_CLAVES.map((one) => [nombreDeValoracion(one), 'muyBueno'])),
};
const post = async (
  clave: string,
  fields: Record<string, string> = LETTER,
  headers: Record<string, string> = {},
) =>
  read(
    await fetch(`${url}/${portal.services.env.region}/recomendacion/${clave}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url, ...headers },
      body: new URLSearchParams(fields).toString(),
    }),
  );

describe('the applicant', () => {
  it('proposes, sees only states, and removes who was not invited', async () => {
    const who = await makeAspirante(portal);
    const solicitudId = await apply(await open(), who);
    expect(await list(who, solicitudId)).toMatchObject({
      ...{ recomendantes: [], pide: 2, enviada: false, puedeAgregar: true, cerrada: null },
    });
    const id = await add(who, solicitudId, { nombre: '  Marta   Rey ' });
    const other = await add(who, solicitudId);
    const full = await list(who, solicitudId);
    expect(full.puedeAgregar).toBe(false);
    expect(full.recomendantes.map((one: { estado: string }) => one.estado)).toEqual([
      'porInvitar',
      'porInvitar',
    ]);
    expect(Object.keys(full.recomendantes[0])).toEqual([
      ...[
        'id',
        'estado',
        'nombre',
        'correo',
        'institucion',
        'relacion',
        'invitadaEn',
        'reemplazaA',
        'puede',
      ],
    ]);
    const first = full.recomendantes.find((one: { id: string }) => one.id === id);
    expect(first).toMatchObject({ nombre: 'Marta Rey', relacion: 'Me dio clases' });
    expect(
      (await call(who, 'createRecomendanteSolicitud', { solicitudId, ...referee() })).error,
    ).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'recomendantes-completos' },
    });
    expect((await call(who, 'removeRecomendanteSolicitud', { id })).http).toBe(200);
    expect((await call(who, 'removeRecomendanteSolicitud', { id })).error?.status).toBe(
      'NOT_FOUND',
    );
    expect(await countVivas(portal.services.db, solicitudId)).toBe(1);
    await call(who, 'sendInvitacionRecomendante', { id: other });
    expect(
      (await call(who, 'removeRecomendanteSolicitud', { id: other })).error?.details.code,
    ).toBe('recomendante-ya-cambio');
    expect((await historyOf(id)).map(({ accion }) => accion)).toEqual([
      'recomendacion.proponer',
      'recomendacion.quitar',
    ]);
  });

  it('is told which field is wrong: their own addresses, the same twice, a name with a link', async () => {
    const who = await makeAspirante(portal);
    const solicitudId = await apply(await open(), who);
    await add(who, solicitudId, { correo: 'Luis@UNAM.example' });
    const contacto = `contacto${++n}@mio.example`;
    await portal.services.db
      .insertInto('correos_contacto')
      .values({ uid: who.uid, email: contacto, confirmado_en: AHORA } as never)
      .execute();
    for (const [changes, field] of [
      [{ correo: who.email.toUpperCase() }, 'correo'],
      [{ correo: contacto }, 'correo'],
      [{ correo: 'luis+otro@unam.example' }, 'correo'],
      [{ correo: 'nadie' }, 'correo'],
      [{ nombre: 'Gane en www.malo.example' }, 'nombre'],
      [{ nombre: HOSTIL }, 'nombre'],
    ] as const) {
      const { error } = await call(who, 'createRecomendanteSolicitud', {
        solicitudId,
        ...referee(changes),
      });
      expect([changes, Object.keys(error?.details.fields ?? {})]).toEqual([changes, [field]]);
    }
    const { error } = await call(who, 'createRecomendanteSolicitud', {
      ...{ solicitudId, ...referee({ nombre: 'a'.repeat(121) }), relacion: 'amistad' },
    });
    expect(Object.keys(error?.details.fields).sort()).toEqual(['nombre', 'relacion']);
  });

  it('reaches nothing of somebody else, nor without a file, nor as a visitor', async () => {
    const { id, solicitudId } = await invited();
    const stranger = await makeAspirante(portal);
    const admin = await makeCuenta(portal, { role: 'Admin' });
    for (const who of [stranger, admin]) {
      for (const [name, data] of [
        ['listRecomendantesSolicitud', { solicitudId }],
        ['createRecomendanteSolicitud', { solicitudId, ...referee() }],
        ['replaceRecomendanteSolicitud', { id, ...referee() }],
        ['removeRecomendanteSolicitud', { id }],
        ['sendInvitacionRecomendante', { id }],
        ['resendInvitacionRecomendante', { id }],
        ['changeCorreoRecomendante', { id, correo: 'otro@unam.example' }],
      ] as const) {
        expect([name, (await call(who, name, data)).error?.status]).toEqual([name, 'NOT_FOUND']);
        expect((await portal.call(name, data)).error?.status).toBe('UNAUTHENTICATED');
      }
    }
    expect(
      (await call(stranger, 'removeRecomendanteSolicitud', { id: randomUUID() })).error?.status,
    ).toBe('NOT_FOUND');
  });

  it('changes nothing once the deadline passed, the application is decided, or the call is over', async () => {
    const convocatoria = await open();
    const who = await makeAspirante(portal);
    const solicitudId = await apply(convocatoria, who);
    const id = await add(who, solicitudId);
    const refused = async () => {
      const codes = [];
      for (const [name, data] of [
        ['createRecomendanteSolicitud', { solicitudId, ...referee() }],
        ['removeRecomendanteSolicitud', { id }],
        ['sendInvitacionRecomendante', { id }],
      ] as const) {
        codes.push((await call(who, name, data)).error?.details.code);
      }
      const { cerrada, puedeAgregar, recomendantes } = await list(who, solicitudId);
      expect([
        typeof cerrada,
        puedeAgregar,
        Object.values(recomendantes[0].puede).some(Boolean),
      ]).toEqual([...['string', false, false]]);
      return new Set(codes);
    };
    const closed = new Set(['recomendantes-cerrado']);
    portal.setNow(new Date(AHORA.getTime() + 20 * DIA + 1));
    expect(await refused()).toEqual(closed);
    await setSolicitud(solicitudId, 'enviada');
    expect((await list(who, solicitudId)).cerrada).toBeNull();
    portal.setNow(new Date(AHORA.getTime() + 25 * DIA + 1));
    expect(await refused()).toEqual(closed);
    portal.setNow(AHORA);
    await portal.services.db
      .updateTable('solicitudes')
      .set({ estado: 'desistida' })
      .where('id', '=', solicitudId)
      .execute();
    expect(await refused()).toEqual(closed);
  });

  it('invites before sending, writes again with the same link, and another address kills the old one', async () => {
    const who = await makeAspirante(portal);
    const solicitudId = await apply(await open(), who);
    const correo = `jefa${++n}@scjn.example`;
    const id = await add(who, solicitudId, { correo });
    expect(await mailsTo(correo)).toEqual([]);
    expect((await call(who, 'sendInvitacionRecomendante', { id })).http).toBe(200);
    expect((await call(who, 'sendInvitacionRecomendante', { id })).error?.status).toBe('ABORTED');
    const first = claveIn(await mailsTo(correo));
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect((await rowOf(id)).clave_hash).not.toContain(first);
    await call(who, 'resendInvitacionRecomendante', { id });
    const again = await mailsTo(correo);
    expect(again).toHaveLength(2);
    expect(claveIn(again)).toBe(first);
    expect((await get(first.toLowerCase())).page.answer.momento).toBe('abierta');

    const same = await call(who, 'changeCorreoRecomendante', { id, correo });
    expect(Object.keys(same.error?.details.fields)).toEqual(['correo']);
    const nuevo = `jefa${++n}@cjf.example`;
    expect((await call(who, 'changeCorreoRecomendante', { id, correo: nuevo })).http).toBe(200);
    const second = claveIn(await mailsTo(nuevo));
    expect((await get(first)).status).toBe(404);
    expect((await get(second)).page.answer.momento).toBe('abierta');
    expect((await post(first)).status).toBe(404);
    expect(await stateOf(id)).toBe('invitada');
    const mail = JSON.stringify((await mailsTo(nuevo))[0]);
    for (const said of [
      'Ana Pérez Ruiz',
      'Maestría en Derecho Judicial',
      'derechos ARCO',
      'privacy/aviso',
      '26 de diciembre',
    ]) {
      expect(mail).toContain(said);
    }
    expect((await mailsTo(nuevo))[0]!.asunto).not.toContain('Ana');
  });

  it('cannot write to referees without end', async () => {
    const who = await makeAspirante(portal);
    const solicitudId = await apply(await open(), who);
    const id = await add(who, solicitudId);
    const codes = [];
    for (const name of [
      'sendInvitacionRecomendante',
      ...Array(3).fill('resendInvitacionRecomendante'),
    ]) {
      codes.push((await call(who, name, { id })).http);
    }
    expect(codes).toEqual([200, 200, 200, 429]);
  });

  it('replaces once who declined or lapsed; of one sent already the other person is invited at once', async () => {
    const { who, solicitudId, id, correo } = await invited('enEvaluacion');
    expect(
      (await call(who, 'replaceRecomendanteSolicitud', { id, ...referee() })).error?.details.code,
    ).toBe('recomendante-sin-reemplazo');
    await setState(id, 'declinada');
    const pendientes = async () =>
      (await call(who, 'listPendientes', {})).result.propios.filter(
        (one: { accion: string }) => one.accion === 'Proponer',
      );
    expect(await pendientes()).toMatchObject([
      { detalle: expect.stringContaining('una carta no se recibirá') },
    ]);
    expect(
      Object.keys(
        (await call(who, 'replaceRecomendanteSolicitud', { id, ...referee({ correo }) })).error
          ?.details.fields,
      ),
    ).toEqual(['correo']);
    const nuevo = `otra${++n}@unam.example`;
    const { result } = await call(who, 'replaceRecomendanteSolicitud', {
      id,
      ...referee({ correo: nuevo }),
    });
    expect(result.estado).toBe('invitada');
    expect(await mailsTo(nuevo)).toHaveLength(1);
    expect(await pendientes()).toEqual([]);
    const { recomendantes } = await list(who, solicitudId);
    expect(recomendantes.map((one: { reemplazaA: string }) => one.reemplazaA)).toContain(
      'Dra. Marta Núñez Rey',
    );
    for (const one of [id, result.id]) {
      await portal.services.db
        .updateTable('recomendaciones')
        .set({ estado: 'vencida' })
        .where('id', '=', one)
        .where('estado', '=', 'invitada')
        .execute();
      expect(
        (await call(who, 'replaceRecomendanteSolicitud', { id: one, ...referee() })).error?.details
          .code,
      ).toBe('recomendante-sin-reemplazo');
    }
  });

  it('two tabs at once add no more than there is room for, nor the same person twice', async () => {
    const who = await makeAspirante(portal);
    const solicitudId = await apply(await open(), who);
    const correo = `doble${++n}@unam.example`;
    const twice = await Promise.all(
      [0, 1].map(() =>
        call(who, 'createRecomendanteSolicitud', { solicitudId, ...referee({ correo }) }),
      ),
    );
    expect(twice.map(({ http }) => http).sort()).toEqual([200, 400]);
    const many = await Promise.all(
      [0, 1, 2].map(() => call(who, 'createRecomendanteSolicitud', { solicitudId, ...referee() })),
    );
    expect(many.filter(({ http }) => http === 200)).toHaveLength(1);
  });
});

describe('the page', () => {
  it('says who asks, for what and until when, and opening it consumes nothing', async () => {
    const { id, clave } = await invited();
    for (let i = 0; i < 50; i++) {
      const { status, page, headers } = await get(clave);
      expect(status).toBe(200);
      expect(page.answer.momento).toBe('abierta');
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
    }
    expect((await get(clave)).page.answer.invitacion).toEqual({
      recomendante: 'Dra. Marta Núñez Rey',
      aspirante: 'Ana Pérez Ruiz',
      relacion: 'Docencia',
      programa: 'Maestría en Derecho Judicial',
      edicion: 'Generación 2027',
      venceEn: new Date(AHORA.getTime() + 25 * DIA).toISOString(),
      respondidaEn: null,
      minimo: 200,
    });
    expect(await rowOf(id)).toMatchObject({
      estado: 'invitada',
      sospecha: false,
      abierta_en: AHORA,
    });
    const opened = (await historyOf(id)).filter(({ accion }) => accion === 'recomendacion.abrir');
    expect(opened).toMatchObject([{ actor_uid: null }]);
  });

  it('is none for a key that nobody has, and guessing is slowed down for who guesses', async () => {
    const { clave } = await invited();
    for (const wrong of [
      'x',
      'Z'.repeat(26),
      clave.slice(1),
      '%00',
      '..%2f..',
      'a'.repeat(4_000),
    ]) {
      const { status, page } = await get(wrong);
      expect([wrong, status >= 400 && status < 500, page.answer]).toEqual([wrong, true, null]);
    }
    await portal.services.db
      .updateTable('limites')
      .set({ cuenta: 120 })
      .where('llave', 'like', 'recomendacion-abrir:%')
      .execute();
    expect((await get('Y'.repeat(26))).status).toBe(429);
    expect((await post('Y'.repeat(26))).status).toBe(429);
    expect((await get(clave)).status).toBe(200);
    expect((await post(clave)).status).toBe(303);
  });

  it('takes a letter once, keeps it sealed, and is a receipt from then on', async () => {
    const { id, who, solicitudId, clave, correo } = await invited();
    const sent = await post(clave);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/recomendacion/${clave}`]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ estado: 'recibida', recibida_en: AHORA, sospecha: false });
    expect(row.carta).not.toContain('Recomiendo');
    const again = await post(clave, { ...LETTER, texto: 'b'.repeat(500) });
    expect([again.status, again.headers.get('location')]).toEqual([303, `/recomendacion/${clave}`]);
    expect((await post(clave, { accion: 'declinar', confirma: 'on' })).status).toBe(303);
    expect((await rowOf(id)).carta).toBe(row.carta);
    const receipt = (await get(clave)).page.answer;
    expect(receipt).toMatchObject({
      momento: 'recibida',
      invitacion: { respondidaEn: AHORA.toISOString() },
    });
    expect(JSON.stringify(receipt)).not.toContain('Recomiendo');

    const cartas = await readCartas(portal.services.db, portal.services.secrets, [solicitudId]);
    expect(cartas.get(solicitudId)).toMatchObject([
      {
        ...{ id, recomendante: 'Dra. Marta Núñez Rey', relacion: 'Docencia', sospecha: false },
        carta: {
          texto: LETTER.texto.trim(),
          trato: LETTER.trato,
          valoraciones: { analisis: 'muyBueno' },
        },
      },
    ]);
    const { recomendantes } = await list(who, solicitudId);
    expect(recomendantes[0].estado).toBe('recibida');
    expect(JSON.stringify(recomendantes)).not.toContain('Recomiendo');
    expect((await mailsTo(correo)).map(({ asunto }) => asunto)).toEqual([
      'Solicitud de carta de recomendación',
      'Recibimos su carta de recomendación',
    ]);
    expect((await mailsTo(who.email)).map(({ asunto }) => asunto)).toEqual([
      'Se recibió una carta de recomendación: Maestría en Derecho Judicial',
    ]);
    const history = JSON.stringify(await historyOf(id));
    expect(history).toContain('recomendacion.recibir');
    for (const secret of ['Recomiendo', clave, 'Marta', correo])
      expect(history).not.toContain(secret);
  });

  it('a letter put in another row does not open', async () => {
    const [one, two] = [await invited(), await invited()];
    await post(one.clave);
    await post(two.clave);
    const { db, secrets } = portal.services;
    const { carta } = await rowOf(one.id);
    await db.updateTable('recomendaciones').set({ carta }).where('id', '=', two.id).execute();
    const cartas = await readCartas(db, secrets, [one.solicitudId, two.solicitudId]);
    expect(cartas.get(one.solicitudId)![0]!.carta).not.toBeNull();
    expect(cartas.get(two.solicitudId)![0]!.carta).toBeNull();
  });

  it('comes back with all that was typed, and says beside each field what is wrong', async () => {
    const { id, clave } = await invited();
    const { status, page, headers } = await post(clave, {
      ...LETTER,
      texto: 'Corta.',
      declara: '',
      otra: 'x',
    });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(page).toMatchObject({
      problem: null,
      answer: { momento: 'abierta', invitacion: { aspirante: 'Ana Pérez Ruiz' } },
      sent: {
        values: { texto: 'Corta.', trato: LETTER.trato, 'valora-analisis': 'muyBueno' },
        fields: { texto: expect.stringContaining('escribió 6'), declara: expect.any(String) },
      },
      pathname: `/recomendacion/${clave}`,
    });
    expect(page.sent!.values).not.toHaveProperty('otra');
    expect(Object.keys(page.sent!.fields)).toEqual(['texto', 'declara']);
    expect(await stateOf(id)).toBe('invitada');
    expect((await post(clave, {})).page.sent!.fields).toHaveProperty('trato');
    // What was refused may be sent again by reloading; the address alone leads to the page.
    const reload = await fetch(`${url}/${portal.services.env.region}/recomendacion/${clave}`, {
      redirect: 'manual',
    });
    expect([reload.status, reload.headers.get('location')]).toEqual([
      303,
      `/recomendacion/${clave}`,
    ]);
  });

  it('declines with a confirmation, tells the applicant without the reason', async () => {
    const { id, who, clave } = await invited();
    const unsure = await post(clave, { ...LETTER, accion: 'declinar', motivo: 'No le conozco.' });
    expect([unsure.status, Object.keys(unsure.page.sent!.fields)]).toEqual([400, ['confirma']]);
    expect(unsure.page.sent!.values.texto).toBe(LETTER.texto);
    const sure = { accion: 'declinar', motivo: 'No le conozco.', confirma: 'on' };
    expect((await post(clave, sure)).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({
      estado: 'declinada',
      motivo: 'No le conozco.',
      carta: null,
    });
    expect((await get(clave)).page.answer.momento).toBe('declinada');
    const [mail] = await mailsTo(who.email);
    expect(JSON.stringify(mail)).toContain('Puede proponer a otra persona');
    expect(JSON.stringify(mail)).not.toContain('No le conozco');
    // Nothing takes its place.
    expect((await post(clave)).status).toBe(303);
    expect(await stateOf(id)).toBe('declinada');
  });

  it('takes one of two that are sent at once', async () => {
    const { id, clave } = await invited();
    const answers = await Promise.all([
      post(clave),
      post(clave, { ...LETTER, texto: 'c'.repeat(400) }),
      post(clave, { accion: 'declinar', confirma: 'on' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const taken = (await historyOf(id)).filter(({ accion }) => /recibir|declinar/.test(accion));
    expect(taken).toHaveLength(1);
  });

  it('counts a letter by when it arrived, and refuses a late one with what was typed', async () => {
    const { id, clave, convocatoria } = await invited('enEvaluacion');
    portal.setNow(new Date(AHORA.getTime() + 25 * DIA + 1));
    expect((await get(clave)).page.answer.momento).toBe('vencida');
    const late = await post(clave);
    expect([late.status, late.page.answer.momento, late.page.sent!.values.texto]).toEqual([
      409,
      'vencida',
      LETTER.texto,
    ]);
    expect(await stateOf(id)).toBe('invitada');
    portal.setNow(new Date(AHORA.getTime() + 25 * DIA));
    expect((await post(clave)).status).toBe(303);
    expect(await stateOf(id)).toBe('recibida');
    expect(convocatoria.id).toBeTruthy();
  });

  it('is not needed once the application was withdrawn or decided, or the call cancelled', async () => {
    const { db } = portal.services;
    for (const estado of [
      'desistida',
      'noAdmitida',
      'anulada',
      'admitida',
      'listaDeEspera',
    ] as const) {
      const { id, clave } = await invited(estado);
      expect([estado, (await get(clave)).page.answer.momento]).toEqual([estado, 'cancelada']);
      const refused = await post(clave);
      expect([refused.status, refused.page.answer.momento]).toEqual([409, 'cancelada']);
      expect(await rowOf(id)).toMatchObject({ estado: 'invitada', abierta_en: null });
    }
    const { clave, convocatoria } = await invited();
    await db
      .updateTable('convocatorias')
      .set({ estado: 'cancelada' })
      .where('id', '=', convocatoria.id)
      .execute();
    expect((await post(clave)).page.answer.momento).toBe('cancelada');
  });

  it('tells its applicant nothing, takes nothing from them, and marks it', async () => {
    const { id, who, clave } = await invited();
    const cookie = `token=${who.token}`;
    const opened = await get(clave, { cookie });
    expect(opened.page.answer).toEqual({ momento: 'propia', invitacion: null });
    expect((await post(clave, LETTER, { cookie })).status).toBe(403);
    expect(await rowOf(id)).toMatchObject({ estado: 'invitada', sospecha: true, abierta_en: null });
    expect(
      (await historyOf(id)).filter(({ accion }) => accion === 'recomendacion.sospechar'),
    ).toHaveLength(1);
    // Somebody else who is in, and the referee without a session, write as always.
    const other = await makeCuenta(portal, { role: 'Escolar' });
    expect((await get(clave, { cookie: `token=${other.token}` })).page.answer.momento).toBe(
      'abierta',
    );
    expect((await post(clave)).status).toBe(303);
    const sospecha = await readCartas(portal.services.db, portal.services.secrets, [
      (await rowOf(id)).solicitud_id,
    ]);
    expect([...sospecha.values()].flat()[0]!.sospecha).toBe(true);
  });

  it('takes a letter from a browser where the applicant had entered, and marks it', async () => {
    const { id, who, clave } = await invited();
    let cookie = '';
    rememberEquipo(
      portal.services,
      {
        cookies: {},
        setCookie: (name, value) => {
          cookie = `${name}=${value}`;
        },
      },
      who.email,
    );
    expect((await post(clave, LETTER, { cookie })).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({ estado: 'recibida', sospecha: true });
    const { id: clean, clave: another } = await invited();
    await post(another, LETTER, { cookie });
    expect((await rowOf(clean)).sospecha).toBe(false);
  });

  it('takes nothing from another site, nor what is no form, and answers with a page', async () => {
    const { id, clave } = await invited();
    const to = `${url}/${portal.services.env.region}/recomendacion/${clave}`;
    const body = new URLSearchParams(LETTER).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const noOrigin = await read(await fetch(to, { method: 'POST', headers: form, body }));
    expect([noOrigin.status, noOrigin.page.sent!.values.texto]).toEqual([403, LETTER.texto]);
    const foreign = { ...form, origin: 'https://otro.example' };
    expect((await fetch(to, { method: 'POST', headers: foreign, body })).status).toBe(403);
    expect(
      (await fetch(to, { method: 'POST', headers: { ...form, origin: 'null' }, body })).status,
    ).toBe(403);
    for (const [type, sent] of [
      ['application/json', JSON.stringify({ data: LETTER })],
      ['text/plain', body],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': type, origin: url },
        body: sent,
      });
      expect([type, answer.status, answer.headers.get('content-type')]).toEqual([
        ...[type, 400, 'text/html; charset=utf-8'],
      ]);
    }
    expect(await stateOf(id)).toBe('invitada');
  });

  it('refuses a body without end, a hostile one, and keeps the letter of somebody who is slow', async () => {
    const { id, clave } = await invited();
    const huge = await post(clave, { ...LETTER, texto: 'x'.repeat(600_000) });
    expect([huge.status, huge.headers.get('content-type')]).toEqual([
      413,
      'text/html; charset=utf-8',
    ]);
    const long = await post(clave, { ...LETTER, texto: 'ñ'.repeat(20_001) });
    expect([long.status, long.page.sent!.values.texto!.length]).toEqual([400, 20_001]);
    for (const name of ['__proto__', 'constructor', 'texto[]', 'id', 'estado']) {
      expect((await post(clave, { [name]: 'x' })).status).toBe(400);
    }
    const to = `${url}/${portal.services.env.region}/recomendacion/${clave}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
    for (const body of ['%', '%ff%fe', '&&&===', 'texto=a&'.repeat(50_000), '\u0000']) {
      expect((await fetch(to, { method: 'POST', headers, body })).status).toBe(400);
    }
    expect(await stateOf(id)).toBe('invitada');
    expect((await post(clave, { ...LETTER, texto: 'ñ'.repeat(20_000) })).status).toBe(303);
  });
});

describe('without being asked for', () => {
  const run = () => actAsSystem(() => runPlazos(portal.services));
  const subjects = async (to: string) => (await mailsTo(to)).map(({ asunto }) => asunto);

  it('each reminder falls due at nine, counting working days back from the end', () => {
    const calendar = { isNonWorking: (fecha: string) => fecha === '2026-12-24' };
    // Saturday 26 December, 10:00 in Mexico City.
    const end = new Date('2026-12-26T16:00:00Z');
    const at = (text: string) => recordatorioDe(end, new Date(text), calendar)?.dias ?? null;
    expect(at('2026-12-16T14:59:59Z')).toBeNull();
    expect(at('2026-12-16T15:00:00Z')).toBe(7);
    expect(at('2026-12-22T14:59:59Z')).toBe(7);
    expect(at('2026-12-22T15:00:00Z')).toBe(3);
    expect(at('2026-12-25T15:00:00Z')).toBe(1);
  });

  it('reminds once of each term, the due one only after an outage, of what is still awaited', async () => {
    const { id, correo, clave, solicitudId } = await invited('enviada');
    const gone = await invited('desistida');
    const answered = await invited('enviada');
    await post(answered.clave);
    await run();
    expect(await subjects(correo)).toHaveLength(1);
    portal.setNow(new Date('2026-12-17T16:00:00Z'));
    await run();
    await run();
    expect((await subjects(correo)).slice(1)).toEqual(['Recordatorio: carta de recomendación']);
    expect(claveIn(await mailsTo(correo))).toBe(clave);
    expect(JSON.stringify(await mailsTo(correo))).toContain('faltan 7 días hábiles');
    // The server was away from the 18th on: of the two that fell due, the last one.
    portal.setNow(new Date('2026-12-25T16:00:00Z'));
    await run();
    await run();
    expect(await subjects(correo)).toHaveLength(3);
    expect(JSON.stringify((await mailsTo(correo)).at(-1))).toContain('falta 1 día hábil');
    expect(await subjects(gone.correo)).toHaveLength(1);
    expect(await subjects(answered.correo)).toHaveLength(2);
    expect((await rowOf(id)).recordada_en).toEqual(new Date('2026-12-25T16:00:00Z'));
    expect(solicitudId).toBeTruthy();
    // Extended: its new terms are reminded of.
    const { db } = portal.services;
    await sql`update convocatorias set recomendaciones_cierra = '2027-01-20T16:00:00Z'
      where id = (select convocatoria_id from solicitudes where id = ${solicitudId})`.execute(db);
    portal.setNow(new Date('2027-01-12T16:00:00Z'));
    await run();
    expect(await subjects(correo)).toHaveLength(4);
  });

  it('reminds nobody who was invited after the term', async () => {
    portal.setNow(new Date('2026-12-18T16:00:00Z'));
    const who = await makeAspirante(portal);
    const solicitudId = await apply(await open(), who, 'enviada');
    const correo = `tarde${++n}@unam.example`;
    await add(who, solicitudId, { correo });
    await run();
    expect(await subjects(correo)).toEqual(['Solicitud de carta de recomendación']);
  });

  it('what did not come lapses a while after the deadline, told once and without names', async () => {
    const { id, who, solicitudId, correo } = await invited('enEvaluacion');
    const other = await add(who, solicitudId);
    portal.setNow(new Date(AHORA.getTime() + 25 * DIA + 60_000));
    await run();
    expect(await stateOf(id)).toBe('invitada');
    portal.setNow(new Date(AHORA.getTime() + 25 * DIA + 130_000));
    await run();
    await run();
    expect([await stateOf(id), await stateOf(other)]).toEqual(['vencida', 'vencida']);
    const told = await mailsTo(who.email);
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain('2 cartas de su solicitud no se recibieron a tiempo');
    expect(JSON.stringify(told)).not.toContain('Marta');
    expect((await historyOf(id)).at(-1)).toMatchObject({
      accion: 'recomendacion.vencer',
      actor_uid: null,
    });
    expect(correo).toBeTruthy();
    // Extended: the same person may be asked again, in their own place.
    await sql`update convocatorias set recomendaciones_cierra = '2027-01-20T16:00:00Z'
      where id = (select convocatoria_id from solicitudes where id = ${solicitudId})`.execute(
      portal.services.db,
    );
    expect(
      (await call(who, 'replaceRecomendanteSolicitud', { id, ...referee({ correo }) })).http,
    ).toBe(200);
  });

  it('letters of a draft that was not sent are cancelled, and their authors told', async () => {
    const { id, correo } = await invited('borrador');
    portal.setNow(new Date(AHORA.getTime() + 20 * DIA + 130_000));
    await run();
    expect(await stateOf(id)).toBe('cancelada');
    expect((await subjects(correo)).at(-1)).toBe('Ya no hace falta la carta de recomendación');
  });
});

it('withdrawing cancels what is awaited and keeps what came', async () => {
  const { services } = portal;
  const { id, who, solicitudId, clave, correo } = await invited('enviada');
  const second = await add(who, solicitudId);
  await post(clave);
  const done = await services.db
    .transaction()
    .execute((trx) => actAsSystem(() => cancelDe(trx, services, solicitudId)));
  expect(done).toBe(1);
  expect([await stateOf(id), await stateOf(second)]).toEqual(['recibida', 'cancelada']);
  expect(await countVivas(services.db, solicitudId)).toBe(1);
  const to = (await rowOf(second)).correo;
  expect((await mailsTo(to)).map(({ asunto }) => asunto)).toContain(
    'Ya no hace falta la carta de recomendación',
  );
  expect((await get(claveIn((await mailsTo(to)).slice(0, 1)))).page.answer.momento).toBe(
    'cancelada',
  );
  expect(await mailsTo(correo)).toHaveLength(2);
});

it('a discarded draft takes its referees along', async () => {
  const { db } = portal.services;
  const { solicitudId, clave } = await invited('borrador');
  await db.deleteFrom('solicitudes').where('id', '=', solicitudId).execute();
  expect((await get(clave)).status).toBe(404);
});

describe('whose data they are', () => {
  const titular = (changes: Partial<Titular>): Titular => ({
    ...{ personaIds: [], uids: [], correos: [], personal: false },
    ...changes,
  });
  const given = async (aporte: Aporte, who: Titular) => {
    const rows = [];
    for await (const block of aporte.read(portal.services, who)) rows.push(...block);
    return rows.map(({ datos }) => datos);
  };

  it('the applicant is given the states, the referee their own letter', async () => {
    const { id, who, clave, correo } = await invited();
    await post(clave);
    const [pedida] = await given(recomendacionesAporte, titular({ personaIds: [who.personaId] }));
    expect(pedida).toMatchObject({ id, estado: 'recibida', correo });
    for (const name of ['carta', 'clave_hash', 'motivo', 'sospecha']) {
      expect(pedida).not.toHaveProperty(name);
    }
    const [escrita] = await given(recomendacionesEscritasAporte, titular({ correos: [correo] }));
    expect(escrita).toMatchObject({
      id,
      carta: { trato: LETTER.trato, texto: LETTER.texto.trim() },
    });
    expect(escrita).not.toHaveProperty('solicitud_id');
    expect(await given(recomendacionesAporte, titular({ correos: [correo] }))).toEqual([]);
  });

  it('of a referee whose data are cancelled nothing is left but that they were asked', async () => {
    const { db } = portal.services;
    const [one, two] = [await invited(), await invited()];
    await post(one.clave);
    await db
      .updateTable('recomendaciones')
      .set({ correo: one.correo })
      .where('id', '=', two.id)
      .execute();
    const who = titular({ correos: [one.correo] });
    const { notificaciones } = portal.services;
    const suprime = { notificaciones, queda: false, ahora: AHORA, alFinal: () => {} };
    await db
      .transaction()
      .execute((trx) =>
        actAsSystem(() => recomendacionesEscritasSupresion.perform(trx, who, suprime)),
      );
    const left = {
      nombre: '(suprimido)',
      institucion: '(suprimido)',
      carta: null,
      clave_hash: null,
    };
    expect(await rowOf(one.id)).toMatchObject({ ...left, estado: 'recibida' });
    expect(await rowOf(two.id)).toMatchObject({ ...left, estado: 'cancelada' });
    expect((await get(two.clave)).status).toBe(404);
    expect((await list(one.who, one.solicitudId)).recomendantes[0].nombre).toBe('(suprimido)');
  });

  it('of an applicant those of drafts go, those of what was sent stay, and who was asked is told', async () => {
    const { db, notificaciones } = portal.services;
    const [draft, sent] = [await invited('borrador'), await invited('enviada')];
    await db
      .updateTable('solicitudes')
      .set({ enviada_en: AHORA })
      .where('id', '=', sent.solicitudId)
      .execute();
    const who = titular({ personaIds: [draft.who.personaId, sent.who.personaId] });
    await db.transaction().execute(async (trx) => {
      expect(await recomendacionesSupresion.count(trx, who)).toEqual({ borra: 1, conserva: 1 });
      const now = { notificaciones, queda: true, ahora: AHORA, alFinal: () => {} };
      await actAsSystem(() => recomendacionesSupresion.perform(trx, who, now));
    });
    expect(await stateOf(sent.id)).toBe('cancelada');
    const { rows: told } = await sql<{
      para: string;
      olvidar: boolean;
    }>`select para, olvidar from correos
      where asunto like 'Ya no hace falta%' and para = any(${[draft.correo, sent.correo]}::text[])`.execute(
      db,
    );
    expect(told.map(({ olvidar }) => olvidar)).toEqual([true, true]);
    await expect(stateOf(draft.id)).rejects.toThrow();
  });
});
