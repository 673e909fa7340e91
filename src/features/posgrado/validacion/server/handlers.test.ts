/** The review of pre-applications over HTTP: who sees what, the queue, what is decided and what follows. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeDocumento } from '../../../../../tests/factories/documentos.ts';
import {
  type Aspirante,
  type Convocatoria,
  makeAspirante,
  makeConvocatoria,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { makeFolio } from '../../../inscripciones/acuse/rules.ts';
import type { Definicion } from '../../../plantillas/contract.ts';
import { definicionSchema } from '../../../plantillas/escritura/contract.ts';
import { EVALUACION } from '../../../plantillas/reglas/contract.ts';
import { evaluateReglas } from '../../../plantillas/reglas/rules.ts';
import { PRESOLICITUD } from '../../estados.ts';

const DIA = 86_400_000;
/** Friday 5 March 2027, 10:00 in Mexico City. */
const AHORA = new Date('2027-03-05T16:00:00Z');

const documento = (clave: string, etiqueta: string, tipo: string) => ({
  ...{ clave, etiqueta, tipo: 'documento', documento: tipo, obligatorio: false },
});
const LICENCIATURA = {
  clave: 'licenciatura',
  efecto: 'revision',
  condicion: {
    combinator: 'and',
    rules: [
      {
        field: 'estudios.titulos',
        operator: 'in',
        value: ['LIC'],
        palabras: { LIC: 'Licenciatura' },
      },
    ],
  },
  descripcion: 'Título de licenciatura.',
  mensaje: 'Registre sus estudios en el expediente.',
};
const MAYOR = {
  clave: 'mayor',
  efecto: 'impide',
  condicion: {
    combinator: 'and',
    rules: [{ field: 'persona.edad', operator: '>=', value: 18 }],
  },
  descripcion: 'Mayoría de edad.',
  mensaje: 'Debe tener 18 años.',
};

const FORMULARIO: Definicion = definicionSchema.parse({
  secciones: [
    {
      clave: 'datos',
      titulo: 'Sus datos',
      campos: [
        documento('acta', 'Acta de nacimiento', 'ACTA'),
        documento('titulo', 'Título', 'TITULO'),
        { clave: 'interes', tipo: 'textoLargo', etiqueta: 'Interés', obligatorio: true },
        {
          ...{ clave: 'ajuste', tipo: 'texto', etiqueta: 'Ajuste que necesita' },
          ...{ obligatorio: false, sensible: true },
        },
      ],
    },
  ],
  reglas: [MAYOR, LICENCIATURA],
});
/** Of a form that nobody has to look at. */
const SENCILLO: Definicion = definicionSchema.parse({
  ...FORMULARIO,
  reglas: [MAYOR],
});

let portal: TestPortal;
type Cuenta = { uid: string; token: string };
let escolar: Cuenta;
let luz: Cuenta;
let admin: Cuenta;
let otroAdmin: Cuenta;
let ana: Aspirante;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  luz = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
  otroAdmin = await makeCuenta(portal, { role: 'Admin' });
  ana = await makeAspirante(portal);
});
afterAll(() => portal.stop());
afterEach(async () => {
  portal.setNow(AHORA);
  const { db } = portal.services;
  await db.deleteFrom('presolicitudes_turnos').execute();
});

const makeCall = (presolicitud: Definicion = FORMULARIO) =>
  makeConvocatoria(portal.services.db, { ahora: AHORA, presolicitud, etapas: [] });

let folios = 0;

type Enviada = {
  acta?: string;
  titulo?: string;
  interes?: string;
  edad?: number;
  estado?: string;
  enviadaEn?: Date;
  sensible?: string;
};

/** A sending, written by SQL: what its person sent, as the applicant's side does it. */
const writeEnvio = async (
  convocatoria: Convocatoria,
  id: string,
  numero: number,
  { acta, titulo, interes = 'Aprender.', edad = 39, enviadaEn = AHORA, sensible }: Enviada,
) => {
  const { db, secrets } = portal.services;
  const envioId = randomUUID();
  const referencia = (clave: string, de: string | undefined) =>
    de ? { [clave]: { id: de, clave: clave.toUpperCase(), nombre: clave } } : {};
  const respuestas = { ...referencia('acta', acta), ...referencia('titulo', titulo), interes };
  const cargados = {
    'persona.edad': { tipo: 'numero', nombre: 'Edad', unidad: ['año', 'años'], valor: edad },
    'estudios.titulos': { tipo: 'claves', nombre: 'Títulos', valor: null },
  } as const;
  const def = await db
    .selectFrom('plantilla_versiones')
    .select('definicion')
    .where('id', '=', convocatoria.presolicitud.versionId)
    .executeTakeFirstOrThrow();
  const { reglas } = def.definicion as Definicion;
  await sql`insert into posgrado_envios (id, presolicitud_id, numero, version_id, respuestas, sensibles, evaluacion, documentos, enviado_en)
    values (${envioId}, ${id}, ${numero}, ${convocatoria.presolicitud.versionId}, ${JSON.stringify(respuestas)},
      ${sensible ? secrets.seal(JSON.stringify({ inscripcionId: envioId, respuestas: { ajuste: sensible } })) : null},
      ${EVALUACION.write({
        ...{ versionId: convocatoria.presolicitud.versionId, version: 1 },
        ...{ evaluadaEn: enviadaEn.toISOString(), hechos: structuredClone(cargados) as never },
        resultados: evaluateReglas(reglas, structuredClone(cargados) as never, enviadaEn),
      })}, ${[acta, titulo].filter((one) => one !== undefined)}::uuid[], ${enviadaEn})`.execute(db);
  folios += 1;
  const folio = makeFolio(2027, String(folios).padStart(12, '0'));
  await sql`insert into acuses (folio, clave, envio_id, datos, emitido_en)
    values (${folio}, 'CLAVE', ${envioId}, '{}', ${enviadaEn})`.execute(db);
  return folio;
};

/** A pre-application that somebody sent. */
const sendPre = async (convocatoria: Convocatoria, quien: Aspirante, sent: Enviada = {}) => {
  const { db } = portal.services;
  const { estado = 'enviada', enviadaEn = AHORA } = sent;
  const { rows } = await sql<{ id: string }>`
    insert into presolicitudes (persona_id, convocatoria_id, estado, enviada_en, creado_en, actualizado_en)
    values (${quien.personaId}, ${convocatoria.id}, ${estado}, ${enviadaEn}, ${enviadaEn}, ${enviadaEn})
    returning id`.execute(db);
  const { id } = rows[0]!;
  const folio = await writeEnvio(convocatoria, id, 1, sent);
  return { id, folio };
};

const validado = async (quien: Aspirante, tipo: string) => {
  const id = await makeDocumento(portal, quien, tipo);
  const { db } = portal.services;
  await db.updateTable('documentos').set({ estado: 'validado' }).where('id', '=', id).execute();
  return id;
};

const call = (name: string, data: unknown, who?: Cuenta) => portal.call(name, data, who);
const next = (convocatoria: Convocatoria, who: Cuenta, more: object = {}) =>
  call('startRevisionPresolicitud', { cursoId: convocatoria.cursoId, ...more }, who);
const registroDe = async (id: string, who = escolar) =>
  (await call('getRevisionPresolicitud', { id }, who)).result;
const requisitoDe = (registro: { requisitos: { clave: string }[] }, clave: string) =>
  registro.requisitos.find((one) => one.clave === clave);
const mark = (id: string, requisito: string, who = escolar, more: object = {}) =>
  call('reviewRequisitoPresolicitud', { id, envio: 1, requisito, validado: true, ...more }, who);
const decide = (id: string, decision: object, who = escolar, envio = 1) =>
  call('decideRevisionPresolicitud', { id, envio, ...decision }, who);
const VALIDAR = { decision: 'validar' };
const observar = (...claves: string[]) => ({
  decision: 'observar',
  observaciones: claves.map((requisito) => ({
    requisito,
    texto: `Corrija ${requisito}, por favor.`,
  })),
});
const RECHAZAR = {
  decision: 'rechazar',
  requisitos: ['licenciatura'],
  motivo: 'No presentó el título.',
};
const rowOf = (id: string) =>
  portal.services.db
    .selectFrom('presolicitudes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const acciones = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ accion }) => accion);
/** Letters to somebody, the oldest first. */
const cartasDe = async (quien: Aspirante) => {
  const { rows } = await sql<{ asunto: string; mensaje: unknown }>`
    select asunto, to_jsonb(c) as mensaje from correos c where c.para = ${quien.email} order by c.creado_en`.execute(
    portal.services.db,
  );
  return rows;
};

describe('who may', () => {
  it('only staff review, only an Admin takes a decision back, and nobody but their person sees a view of one', async () => {
    const convocatoria = await makeCall();
    const { id } = await sendPre(convocatoria, ana);
    const { cursoId } = convocatoria;
    const persona = await makeAspirante(portal);
    const ofStaff = {
      listPresolicitudesCurso: { cursoId },
      getRevisionPresolicitud: { id },
      getSensiblesPresolicitud: { id },
      startRevisionPresolicitud: { cursoId },
      renewRevisionPresolicitud: { id },
      endRevisionPresolicitud: null,
      reviewRequisitoPresolicitud: { id, envio: 1, requisito: 'acta', validado: true },
      decideRevisionPresolicitud: { id, envio: 1, ...VALIDAR },
      decidePresolicitudesCurso: { parte: { ids: [id] } },
    };
    const ofAdmin = {
      requestReconsideracionPresolicitud: { id, motivo: 'Hubo un error.' },
      decideReconsideracionPresolicitud: { id, aprueba: true },
      withdrawReconsideracionPresolicitud: { id },
    };
    await expectRefused(call, [persona, ana], ofStaff);
    await expectRefused(call, [persona, ana, escolar], ofAdmin);
    expect((await call('getValidacionPresolicitud', { cursoId })).error?.status).toBe(
      'UNAUTHENTICATED',
    );
    const { result } = await call('getValidacionPresolicitud', { cursoId }, persona);
    expect(result).toMatchObject({ propias: [], personal: null });
  });

  it('staff who apply, or recommend, see their own view and nothing of the school’s', async () => {
    const convocatoria = await makeCall();
    const { id } = await sendPre(convocatoria, ana);
    const jefa = await makeAspirante(portal);
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Admin' })
      .where('uid', '=', jefa.uid)
      .execute();
    const propia = await sendPre(convocatoria, jefa);
    const { cursoId } = convocatoria;
    for (const [name, data] of Object.entries({
      listPresolicitudesCurso: { cursoId },
      getRevisionPresolicitud: { id },
      getSensiblesPresolicitud: { id },
      startRevisionPresolicitud: { cursoId },
      renewRevisionPresolicitud: { id },
      reviewRequisitoPresolicitud: { id, envio: 1, requisito: 'licenciatura', validado: true },
      decideRevisionPresolicitud: { id, envio: 1, ...VALIDAR },
      requestReconsideracionPresolicitud: { id, motivo: 'Hubo un error.' },
    })) {
      const { error } = await call(name, data, jefa);
      expect([error?.status, error?.details?.code], name).toEqual([
        'PERMISSION_DENIED',
        'posgrado-es-parte',
      ]);
    }
    const own = await call('getRevisionPresolicitud', { id: propia.id }, jefa);
    expect(own.error?.details?.code).toBe('presolicitud-propia');
    const { result } = await call('getValidacionPresolicitud', { cursoId }, jefa);
    expect(result.personal).toBeNull();
    expect(result.propias.map((one: { id: string }) => one.id)).toEqual([propia.id]);
    const { result: lote } = await call(
      'decidePresolicitudesCurso',
      { parte: { ids: [id] } },
      jefa,
    );
    expect(lote.fallas).toEqual([expect.objectContaining({ id })]);
    expect((await rowOf(id)).estado).toBe('enviada');
    const { result: home } = await call('listPendientes', null, jefa);
    expect(home.personal.map(({ enlace }: { enlace: string }) => enlace)).not.toContain(
      `/validarPresolicitud/${cursoId}?estado=enviada`,
    );
    // Of a referee the address counts, whatever their role.
    const quien = await makeAspirante(portal);
    const { id: otra } = await sendPre(convocatoria, quien, { estado: 'valida' });
    const referente = await makeCuenta(portal, { role: 'Escolar' });
    await sql`with s as (
        insert into solicitudes (persona_id, convocatoria_id, presolicitud_id, folio, estado, creado_en, actualizado_en)
        values (${quien.personaId}, ${convocatoria.id}, ${otra}, ${`F${randomUUID()}`}, 'enviada', ${AHORA}, ${AHORA}) returning id)
      insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, creado_en, actualizado_en)
      select id, 'porInvitar', 'Eva', ${referente.email.toUpperCase()}, 'UNAM', 'Docente', ${AHORA}, ${AHORA} from s`.execute(
      portal.services.db,
    );
    const listed = await call('listPresolicitudesCurso', { cursoId }, referente);
    expect(listed.error?.details?.code).toBe('posgrado-es-parte');
  });

  it('a course that there is not, or has no call in force, is not found', async () => {
    for (const cursoId of [randomUUID(), 'no-es']) {
      for (const who of [ana, escolar]) {
        const { error } = await call('getValidacionPresolicitud', { cursoId }, who);
        expect(error?.details?.code).toBe('curso-sin-convocatoria');
      }
      const list = await call('listPresolicitudesCurso', { cursoId }, escolar);
      expect(list.error?.status).toBe('NOT_FOUND');
    }
    const borrador = await makeConvocatoria(portal.services.db, {
      ...{ ahora: AHORA, etapas: [], estado: 'borrador' },
    });
    const { cursoId } = borrador;
    expect((await call('getValidacionPresolicitud', { cursoId }, ana)).error?.status).toBe(
      'NOT_FOUND',
    );
    const { result } = await call('getValidacionPresolicitud', { cursoId }, escolar);
    expect(result.personal).toEqual({ convocatorias: [] });
  });
});

describe('the table', () => {
  it('is paged, sorted, filtered by state and call, and searched by name, CURP and folio', async () => {
    const convocatoria = await makeCall();
    const { cursoId } = convocatoria;
    const beto = await makeAspirante(portal, {
      ...{ nombre: 'Beto', apellidoPaterno: 'Zúñiga', nombreCompleto: 'BETO ZÚÑIGA RUIZ' },
    });
    const before = new Date(+AHORA - 8 * DIA);
    const uno = await sendPre(convocatoria, beto, { enviadaEn: before });
    const dos = await sendPre(convocatoria, ana, { estado: 'valida' });
    await sql`insert into presolicitudes (persona_id, convocatoria_id, estado, creado_en, actualizado_en)
      values (${(await makeAspirante(portal)).personaId}, ${convocatoria.id}, 'borrador', ${AHORA}, ${AHORA})`.execute(
      portal.services.db,
    );
    const list = async (more: object = {}) =>
      (await call('listPresolicitudesCurso', { cursoId, ...more }, escolar)).result;
    const ids = async (more?: object) =>
      (await list(more)).filas.map((one: { id: string }) => one.id);
    expect(await ids()).toEqual([uno.id, dos.id]);
    expect(await ids({ descendente: true })).toEqual([dos.id, uno.id]);
    expect(await ids({ orden: 'nombre' })).toEqual([dos.id, uno.id]);
    expect(await ids({ estado: 'enviada' })).toEqual([uno.id]);
    expect(await ids({ busqueda: 'zuñiga' })).toEqual([uno.id]);
    expect(await ids({ busqueda: beto.clave })).toEqual([uno.id]);
    const folio = dos.folio.replace(/(.{4})(?=.)/g, '$1-').toLowerCase();
    const junto = folio.replaceAll('-', '').toLowerCase();
    for (const busqueda of [folio, junto, junto.slice(-6), folio.slice(-8)]) {
      expect(await ids({ busqueda })).toEqual([dos.id]);
    }
    expect(await ids({ convocatoriaId: randomUUID() })).toEqual([]);
    expect(await list({ porPagina: 1, pagina: 2 })).toMatchObject({
      total: 2,
      filas: [{ id: dos.id }],
    });
    expect((await list()).filas[0]).toMatchObject({
      persona: { clave: beto.clave },
      estado: 'enviada',
      enviadaEn: before.toISOString(),
      diasEnEspera: 8,
      requisitos: { cumplidos: 1, total: 2 },
      observaciones: 0,
      subsanar: null,
      revisa: null,
    });
    await next(convocatoria, luz);
    expect((await list()).filas[0].revisa).toBe('ANA PÉREZ RUIZ');
    const { result: home } = await call('listPendientes', null, escolar);
    expect(home.personal).toContainEqual(
      expect.objectContaining({
        ...{ cuantos: 1, espera: before.toISOString() },
        titulo: 'Presolicitud por revisar: Maestría en Derecho Judicial',
        enlace: `/validarPresolicitud/${cursoId}?estado=enviada`,
      }),
    );
  });
});

describe('the queue', () => {
  it('gives the one that has waited longest, never the same to two, and not one’s own', async () => {
    const convocatoria = await makeCall();
    const quienes = await Promise.all([1, 2, 3].map(() => makeAspirante(portal)));
    const ids: string[] = [];
    for (const [i, quien] of quienes.entries()) {
      const { id } = await sendPre(convocatoria, quien, {
        enviadaEn: new Date(+AHORA - (3 - i) * DIA),
      });
      ids.push(id);
    }
    const [a, b] = await Promise.all([next(convocatoria, escolar), next(convocatoria, luz)]);
    const given = [a, b].map(({ result }) => result.presolicitud.id);
    expect(new Set(given)).toEqual(new Set(ids.slice(0, 2)));
    expect(a!.result.espera.cuantos).toBe(3);
    const [uno] = given as [string, string];
    const [quien, otra] = [escolar, luz];
    expect((await next(convocatoria, otra, { id: uno })).error?.details?.code).toBe(
      'presolicitud-de-otro',
    );
    expect((await mark(uno, 'licenciatura', otra)).error?.details?.code).toBe(
      'presolicitud-de-otro',
    );
    expect((await decide(uno, observar('interes'), otra)).error?.details?.code).toBe(
      'presolicitud-de-otro',
    );
    expect((await next(convocatoria, quien, { saltados: ids })).result.presolicitud).toBeNull();
    portal.setNow(new Date(+AHORA + 601_000));
    expect((await next(convocatoria, otra, { id: uno })).result.presolicitud.id).toBe(uno);
    expect((await call('renewRevisionPresolicitud', { id: uno }, quien)).error?.details?.code).toBe(
      'presolicitud-de-otro',
    );
    expect((await call('renewRevisionPresolicitud', { id: uno }, otra)).result).toEqual({
      ok: true,
    });
    expect((await call('endRevisionPresolicitud', null, otra)).result).toEqual({ ok: true });
    expect(await acciones(uno)).toContain('presolicitud.revisar');
    await sql`update presolicitudes set estado = 'valida' where id = ${uno}`.execute(
      portal.services.db,
    );
    expect((await next(convocatoria, quien, { id: uno })).error?.details?.code).toBe(
      'presolicitud-decidida',
    );
    expect((await next(convocatoria, quien, { id: randomUUID() })).error?.status).toBe('NOT_FOUND');
  });

  it('shows answers, documents beside what they prove, and what changed since it was sent', async () => {
    const convocatoria = await makeCall();
    const quien = await makeAspirante(portal);
    const acta = await makeDocumento(portal, quien, 'ACTA');
    const titulo = await validado(quien, 'TITULO');
    const { id } = await sendPre(convocatoria, quien, {
      acta,
      titulo,
      edad: 17,
      sensible: 'Silla',
    });
    // Afterwards: another version of one, the other ended.
    await makeDocumento(portal, quien, 'ACTA');
    await portal.services.db
      .updateTable('documentos')
      .set({ vence_en: new Date(+AHORA - 1) })
      .where('id', '=', titulo)
      .execute();
    const { result } = await next(convocatoria, escolar);
    const registro = result.presolicitud;
    expect(registro).toMatchObject({
      ...{ id, envio: 1, estado: 'enviada', sensibles: 1, ilegible: false },
      persona: { clave: quien.clave, fechaNacimiento: '1988-02-29' },
      dias: { subsanar: 3, inconformidad: 3 },
      venceriaEl: '2027-03-10',
      puede: { revisar: true, pedirReconsideracion: false },
    });
    expect(registro.secciones[0].respuestas.map((one: { clave: string }) => one.clave)).toEqual([
      'acta',
      'titulo',
      'interes',
    ]);
    expect(requisitoDe(registro, 'acta')).toMatchObject({
      ...{ tipo: 'documento', estado: 'porRevisar', marcable: true, marcado: false },
      documento: { id: acta, version: 1, estado: 'sustituido', porValidar: false, prueba: [] },
      avisos: [expect.stringMatching(/versión más reciente: la 2, por revisar/)],
    });
    expect(requisitoDe(registro, 'titulo')).toMatchObject({
      ...{ estado: 'cumplido', marcable: false },
      avisos: [expect.stringMatching(/^Venció el 5 de marzo de 2027/)],
    });
    // Underage when it was sent, as was evaluated then; today the file says otherwise.
    expect(requisitoDe(registro, 'mayor')).toMatchObject({
      estado: 'noCumplido',
      regla: { alEnviar: { cumple: false }, ahora: { cumple: true } },
    });
    expect(requisitoDe(registro, 'licenciatura')).toMatchObject({
      ...{ estado: 'porRevisar', marcable: true },
      regla: { alEnviar: { cumple: false }, ahora: null },
    });
    expect(JSON.stringify(registro)).not.toContain('Silla');
    const sensibles = await call('getSensiblesPresolicitud', { id }, escolar);
    expect(sensibles.result.secciones[0].respuestas).toEqual([
      { etiqueta: 'Ajuste que necesita', valor: 'Silla' },
    ]);
    await registroDe(id);
    expect(await acciones(id)).toEqual(
      expect.arrayContaining(['presolicitud.leer', 'presolicitud.leerSensibles']),
    );
  });

  it('marks what a person has to look at, once, and takes the mark away', async () => {
    const convocatoria = await makeCall();
    const quien = await makeAspirante(portal);
    const acta = await makeDocumento(portal, quien, 'ACTA');
    const { id } = await sendPre(convocatoria, quien, { acta, edad: 17 });
    await next(convocatoria, escolar);
    expect((await mark(id, 'acta')).result).toEqual({
      requisito: { clave: 'acta', estado: 'cumplido', marcado: true },
      cuenta: { cumplidos: 1, total: 3 },
    });
    expect((await mark(id, 'acta')).result.requisito.marcado).toBe(true);
    const taken = await mark(id, 'acta', escolar, { validado: false });
    expect(taken.result.requisito).toEqual({ clave: 'acta', estado: 'porRevisar', marcado: false });
    await mark(id, 'acta', escolar, { validado: false });
    expect((await acciones(id)).filter((accion) => accion.includes('Requisito'))).toEqual([
      'presolicitud.validarRequisito',
      'presolicitud.quitarRequisito',
    ]);
    // The vault's document is as it was.
    const { estado } = await portal.services.db
      .selectFrom('documentos')
      .select('estado')
      .where('id', '=', acta)
      .executeTakeFirstOrThrow();
    expect(estado).toBe('pendiente');
    const code = async (answer: ReturnType<typeof mark>) => (await answer).error?.details?.code;
    expect(await code(mark(id, 'mayor'))).toBe('presolicitud-requisito-no-cumplido');
    expect(await code(mark(id, 'interes'))).toBe('presolicitud-sin-requisito');
    expect(await code(mark(id, 'acta', escolar, { envio: 2 }))).toBe('presolicitud-otro-envio');
    await portal.services.db
      .updateTable('documentos')
      .set({ estado: 'rechazado' })
      .where('id', '=', acta)
      .execute();
    expect(await code(mark(id, 'acta'))).toBe('presolicitud-requisito-no-cumplido');
  });
});

describe('deciding', () => {
  it('observes with one term over a weekend and a day that is no working one, and tells its person', async () => {
    const dia = {
      ...{ catalogo: 'dias-inhabiles', id: null, version: null },
      valores: { clave: '2027-03-08', nombre: 'Día inhábil', hasta: '' },
    };
    expect((await call('saveItemCatalogo', dia, admin)).error).toBeUndefined();
    const convocatoria = await makeCall();
    const quien = await makeAspirante(portal);
    const acta = await makeDocumento(portal, quien, 'ACTA');
    const { id } = await sendPre(convocatoria, quien, { acta });
    await next(convocatoria, escolar);
    await mark(id, 'acta');
    const decision = observar('acta', 'interes', 'licenciatura');
    expect((await decide(id, decision)).result).toEqual({ ok: true });
    // Sent twice it is one.
    expect((await decide(id, decision)).result).toEqual({ ok: true });
    const row = await rowOf(id);
    // Monday 8 does not count: 9, 10 and 11, until 23:59:59.999.
    expect(row).toMatchObject({
      estado: 'conObservaciones',
      vence_en: new Date('2027-03-12T05:59:59.999Z'),
      decidida_en: null,
    });
    const { result } = await call(
      'getValidacionPresolicitud',
      { cursoId: convocatoria.cursoId },
      quien,
    );
    const [propia] = result.propias;
    expect(propia).toMatchObject({
      estado: 'conObservaciones',
      subsanar: { venceEn: '2027-03-12T05:59:59.999Z', diasHabiles: 3, vencido: false },
    });
    expect(
      propia.requisitos.map(({ clave, estado }: { clave: string; estado: string }) => [
        clave,
        estado,
      ]),
    ).toEqual([
      ['acta', 'conObservacion'],
      ['mayor', 'cumplido'],
      ['licenciatura', 'conObservacion'],
      ['interes', 'conObservacion'],
    ]);
    expect(propia.requisitos[0].observaciones).toEqual([
      expect.objectContaining({ ronda: 1, estado: 'pendiente', texto: 'Corrija acta, por favor.' }),
    ]);
    const [carta, ...more] = await cartasDe(quien);
    expect(more).toEqual([]);
    expect(carta!.asunto).toBe(
      'Su presolicitud a Maestría en Derecho Judicial tiene observaciones',
    );
    expect(JSON.stringify(carta!.mensaje)).toContain('11 de marzo de 2027, a las 23:59');
    expect(await acciones(id)).toContain('presolicitud.observar');
  });

  it('keeps, of a later sending, the marks whose answer did not change', async () => {
    const convocatoria = await makeCall();
    const quien = await makeAspirante(portal);
    const [acta, titulo] = [
      await makeDocumento(portal, quien, 'ACTA'),
      await makeDocumento(portal, quien, 'TITULO'),
    ];
    const { id } = await sendPre(convocatoria, quien, { acta, titulo });
    await next(convocatoria, escolar);
    for (const clave of ['acta', 'titulo', 'licenciatura']) await mark(id, clave);
    await decide(id, observar('interes'));
    // Its person answers, and sends another diploma.
    const otro = await makeDocumento(portal, quien, 'TITULO');
    await writeEnvio(convocatoria, id, 2, { acta, titulo: otro, interes: 'Investigar.' });
    const { db } = portal.services;
    await sql`update observaciones set estado = 'respondida', respuesta = 'Corregido.', respondida_en = ${AHORA}
      where presolicitud_id = ${id}`.execute(db);
    await sql`update presolicitudes set estado = 'enviada', vence_en = null where id = ${id}`.execute(
      db,
    );
    const { result } = await next(convocatoria, luz, { id });
    const estados = Object.fromEntries(
      result.presolicitud.requisitos.map((one: { clave: string; estado: string }) => [
        one.clave,
        one.estado,
      ]),
    );
    expect(estados).toEqual({
      acta: 'cumplido',
      titulo: 'porRevisar',
      mayor: 'cumplido',
      licenciatura: 'cumplido',
      interes: 'porRevisar',
    });
    expect((await decide(id, VALIDAR, luz)).error?.details?.code).toBe('presolicitud-otro-envio');
    const lacking = await decide(id, VALIDAR, luz, 2);
    expect(lacking.error).toMatchObject({
      message: 'Falta validar: Título; Interés.',
      details: { code: 'presolicitud-faltan-requisitos' },
    });
    // To its person, what is being looked at now is told with the decision.
    await mark(id, 'interes', luz, { envio: 2 });
    await mark(id, 'titulo', luz, { envio: 2 });
    const seen = async () => {
      const view = await call(
        'getValidacionPresolicitud',
        { cursoId: convocatoria.cursoId },
        quien,
      );
      return view.result.propias[0].requisitos.map((one: { estado: string }) => one.estado);
    };
    expect(await seen()).toEqual(['cumplido', 'porRevisar', 'cumplido', 'cumplido', 'porRevisar']);
    expect((await decide(id, VALIDAR, luz, 2)).result).toEqual({ ok: true });
    expect((await decide(id, VALIDAR, luz, 2)).result).toEqual({ ok: true });
    expect((await decide(id, VALIDAR, escolar, 2)).error?.details?.code).toBe(
      'presolicitud-decidida',
    );
    expect(await seen()).toEqual(['cumplido', 'cumplido', 'cumplido', 'cumplido', 'cumplido']);
    expect(await rowOf(id)).toMatchObject({
      ...{ estado: 'valida', decidida_por: luz.uid, decidida_en: AHORA, vence_en: null },
    });
    expect((await cartasDe(quien)).map(({ asunto }) => asunto)).toEqual([
      expect.stringMatching(/tiene observaciones$/),
      expect.stringMatching(/es válida$/),
    ]);
  });

  it('rejects with what is not met, why, and until when it may be contested', async () => {
    const convocatoria = await makeCall();
    const quien = await makeAspirante(portal);
    const { id } = await sendPre(convocatoria, quien);
    const sinRequisitos = await decide(id, { ...RECHAZAR, requisitos: [] });
    expect(sinRequisitos.error?.status).toBe('INVALID_ARGUMENT');
    expect((await decide(id, { ...RECHAZAR, requisitos: ['otro'] })).error?.details?.code).toBe(
      'presolicitud-sin-requisito',
    );
    expect((await decide(id, RECHAZAR)).result).toEqual({ ok: true });
    expect(await rowOf(id)).toMatchObject({
      estado: 'improcedente',
      motivo: 'No se cumple: Título de licenciatura. No presentó el título.',
      decidida_por: escolar.uid,
    });
    const { result } = await call(
      'getValidacionPresolicitud',
      { cursoId: convocatoria.cursoId },
      quien,
    );
    expect(requisitoDe(result.propias[0], 'licenciatura')).toMatchObject({ estado: 'noCumplido' });
    expect(result.propias[0]).toMatchObject({
      estado: 'improcedente',
      inconformidad: { venceEn: '2027-03-12T05:59:59.999Z', vencido: false },
      subsanar: null,
    });
    const [carta] = await cartasDe(quien);
    expect(JSON.stringify(carta!.mensaje)).toContain('11 de marzo de 2027, a las 23:59');
    expect(JSON.stringify(carta!.mensaje)).toContain('inconformidad en 3 días hábiles');
    expect((await decide(id, observar('acta'))).error?.details?.code).toBe('presolicitud-decidida');
  });

  it('from each state refuses what its machine does, and of a call that ended all', async () => {
    const convocatoria = await makeCall(SENCILLO);
    const { db } = portal.services;
    for (const estado of PRESOLICITUD.estados.filter((one) => one !== 'enviada')) {
      const { id } = await sendPre(convocatoria, await makeAspirante(portal), { estado });
      for (const decision of [
        VALIDAR,
        observar('interes'),
        { ...RECHAZAR, requisitos: ['mayor'] },
      ]) {
        const { error } = await decide(id, decision, luz);
        expect(['presolicitud-decidida', 'presolicitud-no-existe'], estado).toContain(
          error?.details?.code,
        );
      }
      expect((await rowOf(id)).estado).toBe(estado);
    }
    const { id } = await sendPre(convocatoria, await makeAspirante(portal));
    await sql`update convocatorias set estado = 'concluida' where id = ${convocatoria.id}`.execute(
      db,
    );
    expect((await decide(id, VALIDAR)).error?.details?.code).toBe('convocatoria-concluida');
    expect((await next(convocatoria, escolar)).result.presolicitud).toBeNull();
  });

  it('of many, validates those that are all met and says why not the others', async () => {
    const convocatoria = await makeCall(SENCILLO);
    const gente = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        // When the third sent it, their file said that they were of age.
        makeAspirante(portal, n === 3 ? { fechaNacimiento: '2015-01-01' } : {}),
      ),
    );
    const [bien, falta, cambio, suya, ya] = gente as [
      ...[Aspirante, Aspirante, Aspirante, Aspirante, Aspirante],
    ];
    const ids = {
      bien: (await sendPre(convocatoria, bien, { acta: await validado(bien, 'ACTA') })).id,
      falta: (
        await sendPre(convocatoria, falta, { acta: await makeDocumento(portal, falta, 'ACTA') })
      ).id,
      cambio: (await sendPre(convocatoria, cambio)).id,
      suya: (await sendPre(convocatoria, suya)).id,
      ya: (await sendPre(convocatoria, ya, { estado: 'valida' })).id,
    };
    await next(convocatoria, luz, { id: ids.suya });
    const { cursoId } = convocatoria;
    const all = { parte: { filtros: { cursoId }, excepto: [], tras: null } };
    const { result } = await call('decidePresolicitudesCurso', all, escolar);
    expect(result).toMatchObject({ cambiadas: 1, sinCambio: 1, siguiente: null });
    const why = Object.fromEntries(
      result.fallas.map((one: { id: string; mensaje: string }) => [one.id, one.mensaje]),
    );
    expect(why).toEqual({
      [ids.falta]: 'Falta validar: Acta de nacimiento.',
      [ids.cambio]: expect.stringMatching(/^Algo cambió/),
      [ids.suya]: expect.stringMatching(/la está revisando/),
    });
    expect((await rowOf(ids.bien)).estado).toBe('valida');
    const some = await call('decidePresolicitudesCurso', { parte: { ids: [ids.suya] } }, luz);
    expect(some.result).toMatchObject({ cambiadas: 1, fallas: [] });
  });
});

it('goes from sending to observations, corrections and válida, with what its person really sends', async () => {
  const convocatoria = await makeCall();
  const quien = await makeAspirante(portal);
  const acta = await makeDocumento(portal, quien, 'ACTA');
  const convocatoriaId = convocatoria.id;
  const send = (interes: string) =>
    call(
      'submitPresolicitud',
      {
        convocatoriaId,
        version: convocatoria.presolicitud.version,
        respuestas: { acta: { id: acta, clave: 'ACTA', nombre: '' }, interes, ajuste: 'Silla' },
      },
      quien,
    );
  const sent = await send('Aprender.');
  expect(sent.error).toBeUndefined();
  const { id } = sent.result;
  const { result } = await next(convocatoria, escolar, { id });
  expect(result.presolicitud).toMatchObject({ envio: 1, sensibles: 1, ilegible: false });
  expect(result.presolicitud.folio).toBe(sent.result.folio);
  // What rules found when it was sent is what they find now.
  expect(requisitoDe(result.presolicitud, 'mayor')).toMatchObject({ regla: { ahora: null } });
  await mark(id, 'acta');
  await mark(id, 'licenciatura');
  await decide(id, observar('interes'));
  const view = async () =>
    (await call('getPresolicitud', { convocatoriaId }, quien)).result.observaciones;
  const [observacion] = await view();
  expect(observacion).toMatchObject({ requisito: 'interes', titulo: 'Interés', abierta: true });
  expect((await send('Investigar.')).error?.details?.code).toBe('observaciones-por-responder');
  await call('saveRespuestaObservacion', { id: observacion.id, respuesta: 'Lo precisé.' }, quien);
  expect((await send('Investigar.')).error).toBeUndefined();
  const again = (await next(convocatoria, luz, { id })).result.presolicitud;
  expect(again.envio).toBe(2);
  expect(
    again.requisitos.map((one: { clave: string; estado: string }) => [one.clave, one.estado]),
  ).toEqual([
    ['acta', 'cumplido'],
    ['mayor', 'cumplido'],
    ['licenciatura', 'cumplido'],
    ['interes', 'porRevisar'],
  ]);
  expect(requisitoDe(again, 'interes')).toMatchObject({
    observaciones: [{ estado: 'respondida', respuesta: 'Lo precisé.' }],
  });
  await mark(id, 'interes', luz, { envio: 2 });
  expect((await decide(id, VALIDAR, luz, 2)).result).toEqual({ ok: true });
  const { result: own } = await call('getPresolicitud', { convocatoriaId }, quien);
  expect(own.presolicitud.estado).toBe('valida');
});

describe('taking a decision back', () => {
  const ask = (id: string, who = admin) =>
    call('requestReconsideracionPresolicitud', { id, motivo: 'Se revisó otro título.' }, who);
  const answer = (id: string, who: Cuenta, aprueba = true) =>
    call('decideReconsideracionPresolicitud', { id, aprueba, nota: '' }, who);

  it('waits for another Admin, and then it waits for the school again', async () => {
    const convocatoria = await makeCall();
    const quien = await makeAspirante(portal);
    const { id } = await sendPre(convocatoria, quien);
    await decide(id, RECHAZAR);
    const asked = await ask(id);
    expect(asked.result.pendiente).toBe(true);
    expect((await ask(id, otroAdmin)).error?.details?.code).toBe('reconsideracion-ya-pedida');
    expect((await rowOf(id)).estado).toBe('improcedente');
    expect((await registroDe(id, admin)).reconsideracion).toMatchObject({ propia: true });
    const { result: home } = await call('listPendientes', null, otroAdmin);
    expect(home.personal).toContainEqual(
      expect.objectContaining({
        enlace: `/validarPresolicitud/${convocatoria.cursoId}?presolicitud=${id}`,
      }),
    );
    const reconsideracion = asked.result.id;
    expect((await answer(reconsideracion, admin)).error?.details?.code).toBe(
      'posgrado-misma-persona',
    );
    const withdraw = (who: Cuenta) =>
      call('withdrawReconsideracionPresolicitud', { id: reconsideracion }, who);
    expect((await withdraw(otroAdmin)).error?.details?.code).toBe('reconsideracion-ajena');
    expect((await answer(reconsideracion, otroAdmin)).result).toEqual({ ok: true });
    expect(await rowOf(id)).toMatchObject({ estado: 'enviada', motivo: null, decidida_por: null });
    expect((await answer(reconsideracion, otroAdmin)).error?.details?.code).toBe(
      'presolicitud-no-reconsiderable',
    );
    expect((await cartasDe(quien)).at(-1)!.asunto).toMatch(/vuelve a revisión$/);
    expect(await acciones(id)).toContain('presolicitud.reconsiderar');
    expect(await acciones(reconsideracion)).toEqual([
      'reconsideracion.pedir',
      'reconsideracion.aprobar',
    ]);
  });

  it('may be rejected or withdrawn, and is refused where the machine or an application says so', async () => {
    const convocatoria = await makeCall();
    const { db } = portal.services;
    const quien = await makeAspirante(portal);
    const { id } = await sendPre(convocatoria, quien, { estado: 'valida' });
    const first = (await ask(id)).result.id;
    expect((await answer(first, otroAdmin, false)).result).toEqual({ ok: true });
    expect((await answer(first, otroAdmin)).error?.details?.code).toBe('reconsideracion-atendida');
    const second = (await ask(id)).result.id;
    const withdraw = { id: second };
    expect((await call('withdrawReconsideracionPresolicitud', withdraw, admin)).result).toEqual({
      ok: true,
    });
    expect((await rowOf(id)).estado).toBe('valida');
    await sql`insert into solicitudes (persona_id, convocatoria_id, presolicitud_id, folio, estado, creado_en, actualizado_en)
      values (${quien.personaId}, ${convocatoria.id}, ${id}, ${`F${randomUUID()}`}, 'desistida', ${AHORA}, ${AHORA})`.execute(
      db,
    );
    expect((await ask(id)).error?.details?.code).toBe('presolicitud-con-solicitud');
    for (const estado of ['enviada', 'conObservaciones', 'retirada', 'anulada']) {
      const other = await sendPre(convocatoria, await makeAspirante(portal), { estado });
      expect((await ask(other.id)).error?.details?.code, estado).toBe(
        'presolicitud-no-reconsiderable',
      );
    }
    const dos = await makeAspirante(portal);
    const cerrada = await sendPre(convocatoria, dos, { estado: 'vencida' });
    await sendPre(convocatoria, dos);
    expect((await ask(cerrada.id)).error?.details?.code).toBe('presolicitud-con-otra');
    expect((await ask(randomUUID())).error?.status).toBe('NOT_FOUND');
  });

  it('is done at once by the only Admin there is', async () => {
    const convocatoria = await makeCall();
    const { id } = await sendPre(convocatoria, await makeAspirante(portal), { estado: 'vencida' });
    await sql`update cuentas set disabled = true where role = 'Admin' and uid <> ${admin.uid}`.execute(
      portal.services.db,
    );
    expect((await ask(id)).result).toEqual({ id: expect.any(String), pendiente: false });
    expect((await rowOf(id)).estado).toBe('enviada');
    await sql`update cuentas set disabled = false where role = 'Admin'`.execute(portal.services.db);
  });
});
