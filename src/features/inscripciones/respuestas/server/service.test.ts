import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { DEFINICION, publish, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import type { EstadoDocumento } from '../../../documentos/estados.ts';
import type { Definicion } from '../../../plantillas/contract.ts';

let app: EnrolmentApp;
beforeAll(async () => {
  app = await startEnrolmentApp();
});
afterAll(() => app.stop());

type Persona = Awaited<ReturnType<EnrolmentApp['person']>>;
type Oferta = Awaited<ReturnType<EnrolmentApp['offer']>>;

/** The form of every test, with these fields after the others. */
const conCampos = (...campos: object[]): Definicion => ({
  ...DEFINICION,
  secciones: [...DEFINICION.secciones, { clave: 'mas', titulo: 'Además', campos: campos as never }],
});
const ORGANO = {
  clave: 'organo',
  etiqueta: 'Órgano de adscripción',
  tipo: 'catalogo',
  catalogo: 'organos',
  obligatorio: true,
};
const TITULO = {
  clave: 'titulo',
  etiqueta: 'Título profesional',
  tipo: 'documento',
  documento: 'TITULO',
  obligatorio: true,
};

const send = (offer: Oferta, who: Persona, respuestas: object, version = 1) =>
  app.call('submitInscripcion', { ...offer.ids, version, respuestas }, who);
/** Sends what must be refused: what is said by field; nothing is written. */
const refused = async (offer: Oferta, who: Persona, more: object) => {
  const { http, error } = await send(offer, who, { ...RESPUESTAS, ...more });
  expect(http).toBe(400);
  expect(error!.status).toBe('INVALID_ARGUMENT');
  expect(await app.ocupados(offer.edicion.id)).toBe(0);
  return error!.details.fields as Record<string, string>;
};
const keptOf = async (offer: Oferta) =>
  app.db
    .selectFrom('inscripciones')
    .select('respuestas')
    .where('edicion_id', '=', offer.edicion.id)
    .executeTakeFirstOrThrow();

let n = 0;
const makeItem = async (catalogo: CatalogoId, nombre: string, activo = true) => {
  n += 1;
  const row = await app.db
    .insertInto('catalogo_items')
    .values({
      catalogo,
      clave: `prueba-${n}`,
      nombre,
      activo,
      orden: 10_000 + n,
      busqueda: '',
    } as never)
    .returning(['id', 'clave'])
    .executeTakeFirstOrThrow();
  return row as { id: string; clave: string };
};

describe('answers that no form could have sent are refused beside their field', () => {
  it.each([
    ['60 KB of text', { motivos: 'a'.repeat(60_000) }, 'respuestas.motivos', 'demasiado larga'],
    ['a NUL', { motivos: 'a\u0000b' }, 'respuestas.motivos', ''],
    ['a lone surrogate', { motivos: 'a\ud800' }, 'respuestas.motivos', ''],
    ['30 February', { ingreso: '2020-02-30' }, 'ingreso', 'no existe en el calendario'],
    ['30 February as written', { ingreso: '30/2/2020' }, 'ingreso', 'no existe en el calendario'],
    ['a field that is not asked', { ajeno: 'x' }, 'ajeno', 'no pregunta «ajeno»'],
    ['a key of every object', { constructor: 'x' }, 'constructor', 'no pregunta «constructor»'],
    ['a list for a day', { ingreso: ['2014-08-01'] }, 'ingreso', 'Responda de nuevo'],
    ['a yes for a text', { motivos: true }, 'motivos', 'Responda de nuevo'],
    ['a word for a box', { primeraVez: 'sí' }, 'primeraVez', 'Responda de nuevo'],
    ['one among several', { materias: ['amparo', 'fiscal'] }, 'materias', 'Responda de nuevo'],
    ['a group of answers', { motivos: { a: 'x' } }, 'respuestas.motivos', 'responda de nuevo'],
    [
      'a key of 50 KB',
      { ['k'.repeat(50_000)]: 'x' },
      `respuestas.${'k'.repeat(89)}`,
      'El formulario no pregunta eso',
    ],
    ['a text longer than its field', { otroPerfil: 'a'.repeat(61) }, 'otroPerfil', 'Acorte'],
  ])('%s', async (_what, more, clave, said) => {
    const offer = await app.offer();
    const ana = await app.person();
    const draft = { ...offer.ids, respuestas: { perfil: 'otro' } };
    await app.call('saveBorradorInscripcion', draft, ana);
    const fields = await refused(offer, ana, more);
    // All of them together may be too long as well.
    expect(Object.keys(fields).filter((one) => one !== 'respuestas')).toEqual([clave]);
    expect(fields[clave]).toContain(said);
    expect(fields[clave]).toMatch(/\.$/);
    const { result } = await app.call('getInscripcion', offer.ids, ana);
    expect(result.borrador.respuestas).toEqual({ perfil: 'otro' });
  });
});

describe('an item of a catalog', () => {
  it('is kept with its key and name of when it was sent, whatever it is called later', async () => {
    const offer = await app.offer({ plantilla: { definicion: conCampos(ORGANO) } });
    const item = await makeItem('organos', 'Juzgado Primero de Distrito');
    const said = { id: item.id, clave: 'otra', nombre: 'Lo que quiso el navegador' };
    const ana = await app.person();
    const { result, error } = await send(offer, ana, { ...RESPUESTAS, organo: said });
    expect(error).toBeUndefined();
    await app.db
      .updateTable('catalogo_items')
      .set({ nombre: 'Juzgado Renombrado', activo: false } as never)
      .where('id', '=', item.id)
      .execute();
    const { respuestas } = await keptOf(offer);
    expect(respuestas).toMatchObject({
      organo: { id: item.id, clave: item.clave, nombre: 'Juzgado Primero de Distrito' },
    });
    const { folio, clave } = result;
    const acuse = await app.call('getAcuse', { folio, clave });
    expect(acuse.result.detalle.secciones.at(-1)).toEqual({
      titulo: 'Además',
      respuestas: [{ etiqueta: 'Órgano de adscripción', valor: 'Juzgado Primero de Distrito' }],
    });
  });

  it('is refused when it is of another catalog, is offered no more, is none, or is missing', async () => {
    const offer = await app.offer({ plantilla: { definicion: conCampos(ORGANO) } });
    const ana = await app.person();
    const of = (id: string) => ({ organo: { id, clave: 'x', nombre: 'x' } });
    const sede = await makeItem('sedes', 'Sede Norte');
    const gone = await makeItem('organos', 'Juzgado Concluido', false);
    expect(await refused(offer, ana, of(sede.id))).toEqual({
      organo: 'Lo que eligió en «Órgano de adscripción» ya no existe. Elija otra opción.',
    });
    expect(await refused(offer, ana, of(gone.id))).toEqual({
      organo: '«Juzgado Concluido» ya no se ofrece. Elija otra opción en «Órgano de adscripción».',
    });
    expect(await refused(offer, ana, of(randomUUID()))).toEqual({
      organo: 'Lo que eligió en «Órgano de adscripción» ya no existe. Elija otra opción.',
    });
    expect(await refused(offer, ana, of('no-es-un-id'))).toEqual({
      organo: 'Elija de nuevo la respuesta de «Órgano de adscripción»: lo que eligió ya no está.',
    });
    expect(await refused(offer, ana, { organo: 'Juzgado' })).toEqual({
      organo: 'Elija un órgano en «Órgano de adscripción».',
    });
  });
});

describe('a document of the vault', () => {
  const makeDocumento = async (
    personaId: string,
    tipo: string,
    estado: EstadoDocumento = 'validado',
    more: { vence_en?: Date; version?: number } = {},
  ): Promise<string> => {
    const { id: tipoId } = await app.db
      .selectFrom('catalogo_items')
      .select('id')
      .where('catalogo', '=', 'tipos-documento')
      .where('clave', '=', tipo)
      .executeTakeFirstOrThrow();
    n += 1;
    const row = await app.db
      .insertInto('documentos')
      .values({
        persona_id: personaId,
        tipo_id: tipoId,
        version: n,
        estado,
        nombre: 'titulo.pdf',
        objeto: randomUUID(),
        sha256: 'a'.repeat(64),
        bytes: 10,
        content_type: 'application/pdf',
        creado_en: AHORA,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const of = (id: string) => ({ titulo: { id, clave: 'x', nombre: 'x' } });
  const withTitulo = () => app.offer({ plantilla: { definicion: conCampos(TITULO) } });

  it('is kept as that version, with what it was called', async () => {
    const offer = await withTitulo();
    const ana = await app.person();
    const id = await makeDocumento(ana.personaId, 'TITULO', 'validado', { version: 3 });
    const { error } = await send(offer, ana, { ...RESPUESTAS, ...of(id) });
    expect(error).toBeUndefined();
    const { respuestas } = await keptOf(offer);
    const nombre = (respuestas as Record<string, { nombre: string }>).titulo!.nombre;
    expect(respuestas).toMatchObject({ titulo: { id, clave: 'TITULO' } });
    expect(nombre).toMatch(/versión 3, validado$/);
  });

  it('is refused with its own sentence when it may not be used', async () => {
    const offer = await withTitulo();
    const ana = await app.person();
    const other = await app.person();
    const make = (estado?: EstadoDocumento, more?: { vence_en?: Date }) =>
      makeDocumento(ana.personaId, 'TITULO', estado, more);
    const said = async (id: string) => (await refused(offer, ana, of(id))).titulo;
    expect(await said(await makeDocumento(other.personaId, 'TITULO'))).toContain(
      'no está en su expediente',
    );
    expect(await said(randomUUID())).toContain('no está en su expediente');
    expect(await said(await makeDocumento(ana.personaId, 'ACTA'))).toContain('otro tipo');
    expect(await said(await make('rechazado'))).toContain('rechazó');
    expect(await said(await make('vencido'))).toContain('venció');
    expect(await said(await make('validado', { vence_en: AHORA }))).toContain('venció');
    expect(await said(await make('sustituido'))).toContain('más reciente');
    expect(await said("'); drop table documentos; --")).toContain('Elija de nuevo');
  });
});

describe('a datum of the file', () => {
  const DATOS = conCampos(
    ...[
      ['telefono', 'Teléfono', 'telefono'],
      ['numero', 'Número de expediente', 'numeroExpediente'],
      ['ingresoAlPoder', 'Ingreso al Poder Judicial', 'fechaIngreso'],
    ].map(([clave, etiqueta, dato]) => ({
      ...{ clave, etiqueta, dato, tipo: 'datoPersona', obligatorio: false },
      ...{ editable: true, guardable: true },
    })),
  );
  const entradasDe = (personaId: string) =>
    app.db
      .selectFrom('personas_entradas')
      .select(['apartado', 'datos'])
      .where('persona_id', '=', personaId)
      .orderBy('apartado')
      .execute();
  const sendWith = (offer: Oferta, who: Persona, more: object, guardar: string[]) =>
    app.call(
      'submitInscripcion',
      { ...offer.ids, version: 1, respuestas: { ...RESPUESTAS, ...more }, guardar },
      who,
    );

  it('is saved through the file, with its history, only where the person agrees', async () => {
    const offer = await app.offer({ plantilla: { definicion: DATOS } });
    const ana = await app.person();
    const more = { telefono: '(55) 1234 5678', numero: 'a 123', ingresoAlPoder: '5/3/2010' };
    const { error } = await sendWith(offer, ana, more, ['telefono']);
    expect(error).toBeUndefined();
    expect(await entradasDe(ana.personaId)).toEqual([
      {
        apartado: 'telefono',
        datos: { clase: 'celular', numero: '+525512345678', extension: null },
      },
    ]);
    const acts = await app.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', ana.personaId)
      .execute();
    expect(acts.map(({ accion }) => accion)).toContain('persona.agregarDato');

    const again = await app.offer({ plantilla: { definicion: DATOS } });
    const { result } = await app.call('getInscripcion', again.ids, ana);
    expect(result.prellenado).toMatchObject({ telefono: '+525512345678' });
    const both = { ...more, telefono: '5587654321' };
    await sendWith(again, ana, both, ['telefono', 'numero', 'ingresoAlPoder']);
    expect(await entradasDe(ana.personaId)).toEqual([
      { apartado: 'servicio', datos: { expediente: 'A123', ingreso: '2010-03-05' } },
      { apartado: 'telefono', datos: expect.objectContaining({ numero: '+525587654321' }) },
    ]);
  });

  it('is refused beside its field where the file does not take it, and nothing is sent', async () => {
    const offer = await app.offer({ plantilla: { definicion: DATOS } });
    const ana = await app.person();
    const { http, error } = await sendWith(offer, ana, { numero: 'A123' }, ['numero']);
    expect(http).toBe(400);
    expect(error!.details.fields).toEqual({
      numero: expect.stringMatching(/^No se pudo guardar en su expediente: .*Fecha de ingreso/),
    });
    expect(await entradasDe(ana.personaId)).toEqual([]);
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
    const { result } = await sendWith(offer, ana, { numero: 'A123' }, []);
    expect(result.estado).toBe('inscrita');
  });

  it('of a field that does not offer it is not saved, whatever is asked for', async () => {
    const offer = await app.offer();
    const ana = await app.person();
    const { error } = await sendWith(offer, ana, {}, ['correo', 'perfil', 'ajeno']);
    expect(error).toBeUndefined();
    expect(await entradasDe(ana.personaId)).toEqual([]);
  });

  it('that cannot be read is refused in the words of the file', async () => {
    const offer = await app.offer({ plantilla: { definicion: DATOS } });
    const fields = await refused(offer, await app.person(), {
      telefono: '12',
      ingresoAlPoder: '30/2/2010',
    });
    expect(fields.telefono).toContain('10 cifras');
    expect(fields.ingresoAlPoder).toContain('no existe en el calendario');
  });
});

it('a version that is in force no more is told, and what was answered goes on with the one that is', async () => {
  const offer = await app.offer();
  const ana = await app.person();
  await publish(app.db, offer.plantilla.id, conCampos(ORGANO));
  const { error } = await send(offer, ana, RESPUESTAS);
  expect(error).toMatchObject({ status: 'ABORTED', details: { code: 'version-cambio' } });
  const item = await makeItem('organos', 'Tribunal Colegiado');
  const more = { organo: { id: item.id, clave: item.clave, nombre: 'Tribunal Colegiado' } };
  const { result } = await send(offer, ana, { ...RESPUESTAS, ...more }, 2);
  expect(result.estado).toBe('inscrita');
});
