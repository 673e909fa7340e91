import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impedimentosDe, nombra, type PerfilEvaluador, type PerfilSolicitud } from './rules.ts';

const HOY = '2026-11-27';
const ORGANO = { id: 'o1', nombre: 'Juzgado Primero de Distrito' };

const evaluador = (over: Partial<PerfilEvaluador> = {}): PerfilEvaluador => ({
  personaId: 'p-evaluador',
  nombre: 'María Elena',
  apellidoPaterno: 'Núñez',
  apellidoMaterno: 'de la Cruz',
  empleos: [],
  estudios: [],
  correos: ['maria@cuentas.example'],
  ...over,
});
const solicitud = (over: Partial<PerfilSolicitud> = {}): PerfilSolicitud => ({
  personaId: 'p-aspirante',
  nombre: 'Juan',
  apellidoPaterno: 'Pérez',
  apellidoMaterno: 'Ruiz',
  empleos: [],
  estudios: [],
  recomendantes: [],
  textos: [],
  ...over,
});
const found = (e: PerfilEvaluador, s: PerfilSolicitud) =>
  impedimentosDe(e, s, HOY).map(({ tipo, bloquea }) => [tipo, bloquea]);

it('two who have nothing in common are not in conflict', () => {
  expect(found(evaluador(), solicitud())).toEqual([]);
});

it('nobody scores themselves, and nothing else is said of it', () => {
  expect(
    found(evaluador({ empleos: [{ organo: ORGANO, desde: '2020-01-01', hasta: null }] }), {
      ...solicitud({ empleos: [{ organo: ORGANO, desde: '2020-01-01', hasta: null }] }),
      personaId: 'p-evaluador',
    }),
  ).toEqual([['mismaPersona', true]]);
});

describe('the same órgano', () => {
  const en = (desde: string, hasta: string | null, organo = ORGANO) => [{ organo, desde, hasta }];
  const both = (a: ReturnType<typeof en>, b: ReturnType<typeof en>) =>
    found(evaluador({ empleos: a }), solicitud({ empleos: b }));

  it('blocks now, and within three years: the day counts', () => {
    expect(both(en('2020-01-01', null), en('2025-01-01', null))).toEqual([['organo', true]]);
    expect(both(en('2020-01-01', '2023-11-27'), en('2025-01-01', null))).toEqual([
      ['organo', true],
    ]);
    expect(both(en('2020-01-01', '2023-11-26'), en('2025-01-01', null))).toEqual([]);
    expect(both(en('2025-01-01', null), en('2010-01-01', '2023-11-26'))).toEqual([]);
  });

  it('need not be at the same time, but must be the same one', () => {
    expect(both(en('2024-01-01', '2024-06-30'), en('2025-01-01', null))).toEqual([
      ['organo', true],
    ]);
    expect(
      both(en('2020-01-01', null), en('2020-01-01', null, { id: 'o2', nombre: 'Otro' })),
    ).toEqual([]);
  });

  it('says which', () => {
    const e = evaluador({ empleos: en('2020-01-01', null) });
    const [one] = impedimentosDe(e, solicitud({ empleos: en('2020-01-01', null) }), HOY);
    expect(one?.detalle).toBe(
      'Ambos han estado en Juzgado Primero de Distrito desde el 27 de noviembre de 2023.',
    );
  });
});

describe('a referee', () => {
  const con = (nombre: string, correo = 'otra@correo.example') =>
    found(evaluador(), solicitud({ recomendantes: [{ nombre, correo }] }));

  it('blocks by any address of theirs, however it is written', () => {
    expect(con('Otra Persona', ' MARIA@Cuentas.example')).toEqual([['recomendante', true]]);
  });

  it('blocks by the name, with titles, without accents, surnames first', () => {
    expect(con('Dra. MARIA ELENA NUÑEZ DE LA CRUZ')).toEqual([['recomendante', true]]);
    expect(con('Núñez de la Cruz, María Elena')).toEqual([['recomendante', true]]);
  });

  it('is asked about when only part of the name is given', () => {
    expect(con('Mtra. María Núñez')).toEqual([['recomendante', false]]);
    expect(con('María Elena Núñez')).toEqual([['recomendante', false]]);
    expect(con('Elena Ruiz')).toEqual([]);
    expect(con('María Elena Nuñezuela')).toEqual([]);
  });
});

describe('who is named in the application', () => {
  const con = (clave: string, etiqueta: string, texto: string) =>
    found(evaluador(), solicitud({ textos: [{ clave, etiqueta, texto }] }));
  const TODA = 'María Elena Núñez de la Cruz';

  it('blocks as superior or adviser, by what the field is called', () => {
    expect(con('jefe', 'Nombre', TODA)).toEqual([['jefe', true]]);
    expect(con('x1', 'Superior jerárquico', TODA)).toEqual([['jefe', true]]);
    expect(con('directorTesis', 'Quién la dirige', `Dra. ${TODA}`)).toEqual([['asesor', true]]);
    expect(con('x2', 'Asesora del proyecto', TODA)).toEqual([['asesor', true]]);
    expect(con('jefe', 'Nombre', 'María Núñez')).toEqual([['jefe', false]]);
  });

  it('is asked about elsewhere, and only by the whole name', () => {
    expect(con('motivos', 'Motivos', `Trabajé con ${TODA} en 2019.`)).toEqual([['asesor', false]]);
    expect(con('motivos', 'Motivos', 'Trabajé con María Núñez en 2019.')).toEqual([]);
    expect(con('objetivo', 'Objetivo del proyecto', 'Nada.')).toEqual([]);
  });
});

describe('what is asked about', () => {
  it('both surnames, whatever their accents', () => {
    const otra = solicitud({ apellidoPaterno: 'NUNEZ', apellidoMaterno: 'De La Cruz' });
    expect(found(evaluador(), otra)).toEqual([['apellidos', false]]);
    expect(found(evaluador(), solicitud({ apellidoPaterno: 'Núñez' }))).toEqual([]);
    const sin = { apellidoPaterno: '', apellidoMaterno: '' };
    expect(found(evaluador(sin), solicitud(sin))).toEqual([]);
  });

  it('the same school in the same year', () => {
    const unam = (anios: number[]) => [{ institucion: 'Universidad Nacional', anios }];
    const e = evaluador({ estudios: unam([2010, 2015]) });
    expect(found(e, solicitud({ estudios: unam([2015, 2019]) }))).toEqual([['escuela', false]]);
    expect(found(e, solicitud({ estudios: unam([2016]) }))).toEqual([]);
    expect(found(e, solicitud({ estudios: [{ institucion: 'Otra', anios: [2010] }] }))).toEqual([]);
  });
});

it('there is one of each kind, and one that blocks goes before one that is asked about', () => {
  const s = solicitud({
    textos: [
      { clave: 'motivos', etiqueta: 'Motivos', texto: 'Con María Elena Núñez de la Cruz.' },
      { clave: 'asesor', etiqueta: 'Asesor', texto: 'María Elena Núñez de la Cruz' },
    ],
  });
  expect(found(evaluador(), s)).toEqual([['asesor', true]]);
});

it('no text makes it fail, and nobody is named by one word', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (texto, nombre) => {
        const un = nombra(texto, { nombre, apellidoPaterno: '', apellidoMaterno: '' });
        if (!/\s|[^\p{L}\p{N}]/u.test(nombre)) expect(un).toBeNull();
      },
    ),
  );
});
