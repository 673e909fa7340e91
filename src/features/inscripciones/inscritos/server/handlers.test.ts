import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { insertCuentaVerificada } from '../../../../../tests/factories/cuentas.ts';
import { makeActor, makePersona } from '../../../../../tests/factories/personas.ts';
import { RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { conReparto } from '../../../../../tests/factories/reparto.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { definicionSchema } from '../../../plantillas/escritura/contract.ts';
import { REGLA_VENTANA } from '../../../plantillas/muestra/server/seed.ts';
import type { Inscrito } from '../contract.ts';

let app: EnrolmentApp;
let admin: Actor;
beforeAll(async () => {
  app = await startEnrolmentApp();
  admin = makeActor(await makePersona(app.db), { role: 'Admin' });
});
afterAll(() => app.stop());

type Offer = Awaited<ReturnType<EnrolmentApp['offer']>>;
/** Everybody is looked at first. */
const A_REVISION = regla(todasDe(hoja('persona.edad', '>=', 90)), {
  clave: 'mayor',
  efecto: 'revision',
  descripcion: 'Tener al menos 90 años.',
});
let seconds = 0;
const send = async ({ ids, plantilla }: Offer, actor?: Actor, respuestas: object = RESPUESTAS) => {
  const who = actor ?? (await app.person());
  app.setNow(new Date(AHORA.getTime() + ++seconds * 1000));
  const data = { ...ids, version: plantilla.numero, respuestas };
  const answer = await app.call('submitInscripcion', data, who);
  app.setNow(AHORA);
  return { who, ...answer };
};
const list = async ({ plantilla }: Offer, filtros: object = {}): Promise<Inscrito[]> => {
  const { result, error } = await app.call(
    'listInscritos',
    { plantillaId: plantilla.id, ...filtros },
    admin,
  );
  expect(error).toBeUndefined();
  return result.filas;
};
const decide = (decision: string, ids: readonly string[], motivo = '', as = admin) =>
  app.call('decideInscripciones', { decision, motivo, parte: { ids } }, as);
const states = async (offer: Offer) => (await list(offer)).map(({ estado }) => estado);
const OPCIONES = [
  { valor: 'penal', etiqueta: 'Penal' },
  { valor: 'civil', etiqueta: 'Civil' },
];
type Opcion = { clave: string; por: string; opciones: unknown[] };
const MOTIVO = 'No corresponde a su categoría.';

describe('what was sent with a plantilla', () => {
  it('is for Admins alone', async () => {
    const offer = await app.offer();
    const escolar = makeActor(await makePersona(app.db), { role: 'Escolar' });
    await expectRefused(app.call, [escolar], {
      listInscritos: { plantillaId: offer.plantilla.id },
      listOpcionesInscritos: { plantillaId: offer.plantilla.id },
      getTotalInscritos: { plantillaId: offer.plantilla.id },
      decideInscripciones: { decision: 'aceptar', parte: { ids: [offer.plantilla.id] } },
    });
  });

  it('is listed in order of receipt, page by page, with its answers and without what is sensitive', async () => {
    const offer = await app.offer(conReparto({}, [A_REVISION]));
    const people = [];
    for (let i = 0; i < 5; i += 1) people.push((await send(offer)).who);
    // A draft is nobody's but its person's.
    const { ids } = offer;
    await app.call('saveBorradorInscripcion', { ...ids, respuestas: {} }, await app.person());
    const first = await app.call(
      'listInscritos',
      { plantillaId: offer.plantilla.id, porPagina: 2 },
      admin,
    );
    const second = await app.call(
      'listInscritos',
      { plantillaId: offer.plantilla.id, porPagina: 2, tras: first.result.siguiente },
      admin,
    );
    const claves = [...first.result.filas, ...second.result.filas].map(
      ({ persona }: Inscrito) => persona.clave,
    );
    expect(claves).toEqual(people.slice(0, 4).map(({ clave }) => clave));
    const [one] = first.result.filas as Inscrito[];
    expect(one).toMatchObject({
      estado: 'enRevision',
      sinCumplir: ['Tener al menos 90 años.'],
      reversible: false,
      // The file keeps it in capitals.
      respuestas: {
        nombreCompleto: 'Ana Pérez Ruiz',
        antiguedad: '12',
        otroPerfil: 'Defensoría pública',
      },
    });
    expect(JSON.stringify(first.result)).not.toContain('Rampa');
    expect(await list(offer, { busqueda: people[3]!.clave! })).toHaveLength(1);
    expect(await list(offer, { estado: 'porDecidir', regla: 'mayor' })).toHaveLength(5);
    expect(await list(offer, { regla: 'ventana' })).toEqual([]);
    expect(await list(offer, { estado: 'inscrita' })).toEqual([]);
    const whole = await app.call('getInscrito', { id: one!.id }, admin);
    expect(whole.result).toMatchObject({ version: 1, evaluacion: [{}, {}] });
    expect(whole.result.secciones[0].respuestas).toContainEqual({
      etiqueta: 'Nombre completo',
      valor: 'Ana Pérez Ruiz',
    });
    expect(JSON.stringify(whole.result)).not.toContain('Rampa');
    const options = await app.call(
      'listOpcionesInscritos',
      { plantillaId: offer.plantilla.id },
      admin,
    );
    expect(options.result).toMatchObject({ porDecidir: 5, ediciones: [{ id: offer.edicion.id }] });
    expect(options.result.campos.map(({ clave }: { clave: string }) => clave)).not.toContain(
      'cualApoyo',
    );
  });
});

describe('what was answered', () => {
  /** One of each kind of question. */
  const PREGUNTAS = {
    plantilla: {
      definicion: definicionSchema.parse({
        secciones: [
          {
            clave: 'preguntas',
            titulo: 'Preguntas',
            campos: [
              {
                clave: 'area',
                etiqueta: 'Área',
                tipo: 'opcion',
                obligatorio: false,
                opciones: OPCIONES,
              },
              {
                clave: 'materias',
                etiqueta: 'Materias',
                tipo: 'opciones',
                obligatorio: false,
                opciones: OPCIONES,
              },
              { clave: 'nota', etiqueta: 'Nota', tipo: 'texto', obligatorio: false },
              { clave: 'anios', etiqueta: 'Años', tipo: 'numero', obligatorio: false },
              { clave: 'desde', etiqueta: 'Desde', tipo: 'fecha', obligatorio: false },
              { clave: 'viaja', etiqueta: 'Viaja', tipo: 'casilla', obligatorio: false },
              {
                clave: 'salud',
                etiqueta: 'Salud',
                tipo: 'texto',
                obligatorio: false,
                sensible: true,
              },
            ],
          },
        ],
        reglas: [REGLA_VENTANA],
      }),
    },
  };
  const RESPONDEN = [
    {
      area: 'penal',
      materias: ['penal'],
      nota: 'Defensoría PÚBLICA',
      anios: 9,
      desde: '2020-02-29',
      viaja: true,
      salud: 'Asma',
    },
    {
      area: 'civil',
      materias: ['penal', 'civil'],
      nota: '100 %_ lista',
      anios: 10,
      desde: '2020-03-01',
    },
    { materias: ['civil'], nota: 'true', anios: 100, viaja: false },
  ];

  it.each<[object, number[]]>([
    [{ campo: 'area', es: 'penal' }, [0]],
    [{ campo: 'materias', es: 'penal' }, [0, 1]],
    [{ campo: 'materias', es: 'civil' }, [1, 2]],
    [{ campo: 'viaja', es: '.si' }, [0]],
    [{ campo: 'viaja', es: '.no' }, [1, 2]],
    [{ campo: 'nota', dice: 'publica defensoria' }, [0]],
    [{ campo: 'nota', dice: '%_' }, [1]],
    [{ campo: 'nota', dice: 'defensoria civil' }, []],
    [{ campo: 'anios', desde: 10 }, [1, 2]],
    [{ campo: 'anios', desde: 9.5, hasta: 99 }, [1]],
    // Compared as numbers, and only where it is one.
    [{ campo: 'nota', hasta: 1 }, []],
    [{ campo: 'desde', hasta: '2020-02-29' }, [0]],
    [{ campo: 'desde', desde: '2020-03-01', hasta: '2030-01-01' }, [1]],
    [{ campo: 'salud', dice: 'asma' }, []],
    [{ campo: 'nadie', es: 'penal' }, []],
  ])('is what the list and a batch are asked for: %j', async (respuesta, expected) => {
    offer ??= await sendAll();
    const found = await list(offer, { respuesta });
    const notas = RESPONDEN.map(({ nota }) => nota);
    expect(found.map((one) => notas.indexOf(one.respuestas.nota!))).toEqual(expected);
    // Decided on, those and no others are: none may be left twice, so that each says why.
    const parte = {
      filtros: { plantillaId: offer.plantilla.id, respuesta },
      excepto: [],
      tras: null,
    };
    const batch = await app.call('decideInscripciones', { decision: 'reconsiderar', parte }, admin);
    expect(batch.result.fallas.map(({ id }: { id: string }) => id)).toEqual(
      found.map(({ id }) => id),
    );
    expect(batch.result).toMatchObject({ cambiadas: 0, siguiente: null });
  });
  let offer: Offer | undefined;
  const sendAll = async () => {
    const made = await app.offer(PREGUNTAS);
    for (const respuestas of RESPONDEN) await send(made, undefined, respuestas);
    return made;
  };

  it('is nothing that could not be answered: refused', async () => {
    offer ??= await sendAll();
    for (const respuesta of [
      { campo: 'anios' },
      { campo: 'anios', desde: '9' },
      { campo: 'desde', desde: '2020-02-30' },
      { campo: 'area', es: 'penal', dice: 'penal' },
    ]) {
      const data = { plantillaId: offer.plantilla.id, respuesta };
      expect((await app.call('listInscritos', data, admin)).http).toBe(400);
    }
    const { result } = await app.call(
      'listOpcionesInscritos',
      { plantillaId: offer.plantilla.id },
      admin,
    );
    expect(
      result.campos.map(({ clave, por, opciones }: Opcion) => [clave, por, opciones.length]),
    ).toEqual([
      ['area', 'opciones', 2],
      ['materias', 'opciones', 2],
      ['nota', 'texto', 0],
      ['anios', 'numero', 0],
      ['desde', 'fecha', 0],
      ['viaja', 'opciones', 2],
    ]);
  });
});

describe('a decision', () => {
  it('accepts in the order of receipt while there are seats, and then to the line', async () => {
    const offer = await app.offer({ ...conReparto({}, [A_REVISION]), edicion: { cupo: 2 } });
    for (let i = 0; i < 3; i += 1) await send(offer);
    const ids = (await list(offer)).map(({ id }) => id);
    const { result } = await decide('aceptar', [...ids].reverse());
    expect(result).toEqual({
      ...{ cambiadas: 3, sinCambio: 0, fallas: [], siguiente: null },
      enEspera: 1,
    });
    expect(await states(offer)).toEqual(['inscrita', 'inscrita', 'enListaDeEspera']);
    expect(await app.ocupados(offer.edicion.id)).toBe(2);
    // Again: what is decided is not decided twice.
    const again = await decide('aceptar', [ids[0]!]);
    expect(again.result.fallas).toMatchObject([
      { id: ids[0], mensaje: 'Está «Inscrita»: así no se puede aceptar.' },
    ]);
    // A seat that is left by the school's decision goes to the next.
    await decide('darDeBaja', [ids[0]!], MOTIVO);
    expect((await list(offer))[2]!.ofrecidoHasta).not.toBeNull();
    expect(await app.ocupados(offer.edicion.id)).toBe(2);
  });

  it('gives one person no second place that a rule forbids, not even when two are accepted at once', async () => {
    const una = regla(todasDe(hoja('historia.enElAnio', '<', 1)), {
      clave: 'una',
      mensaje: 'Solo una por año.',
    });
    const ana = await app.person();
    const ids: string[] = [];
    const offers = [];
    for (let i = 0; i < 3; i += 1) {
      const offer = await app.offer(conReparto({}, [A_REVISION, una]));
      expect((await send(offer, ana)).result.estado).toBe('enRevision');
      offers.push(offer);
      ids.push((await list(offer))[0]!.id);
    }
    const answers = [
      ...(await Promise.all([decide('aceptar', [ids[0]!]), decide('aceptar', [ids[1]!])])),
      await decide('aceptar', [ids[2]!]),
    ];
    expect(answers.map(({ result }) => result.cambiadas).toSorted()).toEqual([0, 0, 1]);
    expect(answers.flatMap(({ result }) => result.fallas)).toMatchObject(
      [0, 1].map(() => ({
        mensaje: expect.stringMatching(/otras inscripciones.*Solo una por año\.$/),
      })),
    );
    expect((await Promise.all(offers.map(states))).flat().toSorted()).toEqual([
      'enRevision',
      'enRevision',
      'inscrita',
    ]);
  });

  it('of everything that the filters show, but some', async () => {
    const offer = await app.offer(conReparto({}, [A_REVISION]));
    for (let i = 0; i < 4; i += 1) await send(offer);
    const [first] = await list(offer);
    const filtros = { plantillaId: offer.plantilla.id, estado: 'porDecidir' };
    expect((await app.call('getTotalInscritos', filtros, admin)).result).toEqual({ total: 4 });
    const { result } = await app.call(
      'decideInscripciones',
      {
        decision: 'rechazar',
        motivo: MOTIVO,
        parte: { filtros, excepto: [first!.id], tras: null },
      },
      admin,
    );
    expect(result).toMatchObject({ cambiadas: 3, siguiente: null });
    expect(await states(offer)).toEqual(['enRevision', 'rechazada', 'rechazada', 'rechazada']);
  });

  it('is taken back: its seat is free again, and it waits for another decision', async () => {
    const offer = await app.offer({ ...conReparto({}, [A_REVISION]), edicion: { cupo: 1 } });
    const { who } = await send(offer);
    await send(offer);
    const [a, b] = (await list(offer)).map(({ id }) => id);
    await decide('aceptar', [a!]);
    await decide('rechazar', [b!], MOTIVO);
    expect(await list(offer)).toMatchObject([
      { estado: 'inscrita', reversible: true },
      { estado: 'rechazada', reversible: true, motivo: MOTIVO },
    ]);
    expect((await decide('reconsiderar', [a!, b!])).result.cambiadas).toBe(2);
    expect(await list(offer)).toMatchObject([
      { estado: 'enRevision', reversible: false, motivo: null },
      { estado: 'enRevision', reversible: false, motivo: null },
    ]);
    expect(await app.ocupados(offer.edicion.id)).toBe(0);
    const nothing = await decide('reconsiderar', [a!]);
    expect(nothing.result.fallas).toMatchObject([
      { mensaje: 'No hay una decisión de Control Escolar que deshacer.' },
    ]);
    // Rejected again, its person sends another: that one is the one that lives.
    await decide('rechazar', [a!], MOTIVO);
    expect((await send(offer, who)).result.estado).toBe('enRevision');
    const { result } = await decide('reconsiderar', [a!]);
    expect(result.fallas).toMatchObject([
      { id: a, mensaje: expect.stringContaining('ya envió otra inscripción') },
    ]);
    // Once it began, what was decided stands, and that is why.
    await decide('rechazar', [b!], MOTIVO);
    app.setNow(new Date('2026-12-02T18:00:00Z'));
    const late = await decide('reconsiderar', [b!]);
    app.setNow(AHORA);
    expect(late.result.fallas).toMatchObject([
      { id: b, mensaje: expect.stringContaining('La edición ya comenzó') },
    ]);
    // Nor does anybody come back to one that was cancelled.
    await app.services.database.execute(
      "update ediciones set cancelada_en = now(), cancelacion_motivo = 'Se canceló.' where id = $1",
      [offer.edicion.id],
    );
    const again = (await list(offer)).find(({ id }) => id === b);
    expect(again).toMatchObject({ estado: 'rechazada', reversible: false });
    expect((await decide('reconsiderar', [b!])).result.fallas).toMatchObject([
      { id: b, mensaje: expect.stringContaining('La edición se canceló') },
    ]);
  });

  it('taken back of many at once, offers nobody a seat that they leave in the same batch', async () => {
    const offer = await app.offer({ ...conReparto({}, [A_REVISION]), edicion: { cupo: 1 } });
    const people = [await send(offer), await send(offer)];
    for (const [i, { who }] of people.entries()) {
      await insertCuentaVerificada(app.db, {
        uid: who.uid,
        email: `lote${i}@correo.example`,
        persona_id: who.personaId,
      });
    }
    const ids = (await list(offer)).map(({ id }) => id);
    await decide('aceptar', ids);
    expect(await states(offer)).toEqual(['inscrita', 'enListaDeEspera']);
    expect((await decide('reconsiderar', ids)).result.cambiadas).toBe(2);
    expect(await states(offer)).toEqual(['enRevision', 'enRevision']);
    const said = (await app.mails()).filter(({ to }) => to.startsWith('lote'));
    expect(said.filter(({ subject }) => subject.startsWith('Hay un lugar'))).toEqual([]);
    // Whoever stays in line has the seat, as soon as all are decided.
    await decide('aceptar', ids);
    await decide('reconsiderar', ids.slice(0, 1));
    expect(await list(offer)).toMatchObject([
      { estado: 'enRevision' },
      { estado: 'enListaDeEspera', ofrecidoHasta: expect.any(String) },
    ]);
  });

  it('is nobody’s about themselves, and says why where it takes something away', async () => {
    const offer = await app.offer(conReparto({}, [A_REVISION]));
    await send(offer, admin);
    const [mine] = await list(offer);
    const own = await decide('aceptar', [mine!.id]);
    expect(own.result.fallas).toMatchObject([
      { mensaje: expect.stringContaining('su propia inscripción') },
    ]);
    const silent = await decide('rechazar', [mine!.id], 'No');
    expect(silent.error!.status).toBe('INVALID_ARGUMENT');
    expect(await states(offer)).toEqual(['enRevision']);
  });

  it('without a seat and without a line, says so', async () => {
    const offer = await app.offer({
      ...conReparto({ alLlenarse: 'cerrar' }, [A_REVISION]),
      edicion: { cupo: 1 },
    });
    for (let i = 0; i < 2; i += 1) await send(offer);
    const { result } = await decide(
      'aceptar',
      (await list(offer)).map(({ id }) => id),
    );
    expect(result.cambiadas).toBe(1);
    expect(result.fallas).toMatchObject([{ mensaje: expect.stringContaining('No hay lugar') }]);
  });
});
