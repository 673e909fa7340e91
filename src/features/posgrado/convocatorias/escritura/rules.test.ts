import { describe, expect, it } from 'vitest';
import { basesLeidas } from '../contract.ts';
import type { ContenidoEscrito, Entorno } from './contract.ts';
import {
  checkCalendario,
  checkContenido,
  findProblemas,
  instanteDeFecha,
  NOMBRES_DE_FECHA,
  proposeCalendario,
  readCalendario,
} from './rules.ts';

const AHORA = new Date('2026-11-27T16:00:00.000Z');
const CALENDARIO = {
  presolicitudAbre: '2026-12-01 09:00',
  presolicitudCierra: '2027-01-15 18:00',
  solicitudAbre: '2027-01-16 09:00',
  solicitudCierra: '2027-02-15 18:00',
  recomendacionesCierra: '2027-02-20 18:00',
  resultadosEn: '2027-05-03 12:00',
};
const campo = (clave: string, more: object = {}) => ({
  ...{ clave, etiqueta: clave, documento: false, siONo: false, sensible: false, dato: null },
  ...more,
});
const ENTORNO: Entorno = {
  ahora: AHORA.toISOString(),
  edicion: {
    ...{ nombre: 'Generación', inicia: '2027-08-02', termina: '2028-06-30' },
    ...{ cupo: 20, cancelada: false, posgrado: true },
  },
  presolicitud: { plantillaId: 'p', nombre: 'Presolicitud', version: 1 },
  solicitud: {
    ...{ plantillaId: 's', nombre: 'Solicitud', version: 1, alLlenarse: 'esperaPorPuntos' },
    secciones: [
      {
        ...{ clave: 'datos', titulo: 'Datos' },
        campos: [campo('nombre', { dato: 'nombreCompleto' })],
      },
      {
        ...{ clave: 'proyecto', titulo: 'Proyecto' },
        campos: [
          campo('exposicion'),
          campo('cv', { documento: true }),
          campo('afirmativa', { siONo: true, sensible: true }),
        ],
      },
    ],
    cupos: [{ clave: 'mujeres', nombre: 'Mujeres', lugares: 2 }],
  },
  evaluadores: [{ etapas: [] }, { etapas: [] }, { etapas: [] }],
};
const CONTENIDO: ContenidoEscrito = {
  presolicitudPlantillaId: 'p',
  calendario: CALENDARIO,
  bases: {
    ...basesLeidas.parse({ descripcion: 'Programa.' }),
    campoAfirmativa: 'afirmativa',
    camposConNombre: ['nombre'],
    desempates: [{ por: 'etapa', etapaId: 'e2' }, { por: 'afirmativa' }],
    ordenDeCupos: ['mujeres'],
  },
  etapas: [
    {
      ...{ id: 'e1', tipo: 'documental', nombre: 'Cotejo', peso: 0, minimo: null, corte: null },
      ...{ venceEn: null, criterios: [] },
    },
    {
      ...{ id: 'e2', tipo: 'rubrica', nombre: 'Proyecto', peso: 60, minimo: 6000, corte: null },
      venceEn: '2027-04-01 18:00',
      criterios: [
        {
          ...{ id: 'c1', nombre: 'Motivos', descripcion: '', peso: 100 },
          ...{ anclas: ['a', 'b', 'c', 'd', 'e'], piezas: ['exposicion', 'recomendaciones'] },
        },
      ],
    },
    {
      ...{ id: 'e3', tipo: 'examen', nombre: 'Examen', peso: 40, minimo: null, corte: 30 },
      ...{ venceEn: null, criterios: [] },
    },
  ],
};

/** Places of the problems of a call that was changed so. */
const problemas = (
  change: (contenido: ContenidoEscrito, entorno: Entorno) => void,
  gravedad: 'impide' | 'aconseja' = 'impide',
) => {
  const [contenido, entorno] = [structuredClone(CONTENIDO), structuredClone(ENTORNO)];
  change(contenido, entorno);
  return findProblemas(contenido, entorno)
    .filter((one) => one.gravedad === gravedad)
    .map(({ donde }) => donde);
};

it('a whole call has no problems', () => {
  expect(checkContenido(CONTENIDO)).toEqual({});
  expect(findProblemas(CONTENIDO, ENTORNO)).toEqual([]);
});

describe('the calendar', () => {
  it('of its closings includes the minute, and of its openings begins with it', () => {
    expect(instanteDeFecha('solicitudCierra', '2027-02-15 23:59')?.toISOString()).toBe(
      '2027-02-16T05:59:59.999Z',
    );
    expect(instanteDeFecha('solicitudAbre', '2027-02-15 09:00')?.toISOString()).toBe(
      '2027-02-15T15:00:00.000Z',
    );
  });

  it.each([
    ['presolicitudCierra', '2026-11-30 18:00'],
    ['solicitudAbre', '2026-11-30 09:00'],
    ['solicitudCierra', '2027-01-15 17:00'],
    ['recomendacionesCierra', '2027-02-14 18:00'],
    ['resultadosEn', '2027-02-20 18:00'],
    ['resultadosEn', '2027-13-40 18:00'],
    ['solicitudCierra', '2027-02-15'],
  ] as const)('says beside %s that %s is wrong', (fecha, escrito) => {
    expect(Object.keys(checkCalendario({ ...CALENDARIO, [fecha]: escrito }))).toContain(fecha);
  });

  it('proposed for any edition is in order', () => {
    for (const inicia of ['2026-11-28', '2026-12-20', '2027-02-01', '2030-01-01']) {
      const propuesto = proposeCalendario(AHORA, inicia);
      expect(checkCalendario(propuesto)).toEqual({});
      const fechas = readCalendario(propuesto)!;
      for (const fecha of NOMBRES_DE_FECHA) expect(fechas[fecha] > AHORA).toBe(true);
    }
  });
});

describe('what keeps a call from being published', () => {
  it.each<[string, (contenido: ContenidoEscrito, entorno: Entorno) => void, string[]]>([
    [
      'an edition that began',
      (_, e) => (e.edicion.inicia = '2026-11-20'),
      ['edicion', 'calendario.resultadosEn'],
    ],
    ['a cancelled edition', (_, e) => (e.edicion.cancelada = true), ['edicion']],
    ['a course of another kind', (_, e) => (e.edicion.posgrado = false), ['edicion']],
    [
      'pre-applications that closed',
      (_, e) => (e.ahora = '2027-01-16T00:01:00.000Z'),
      ['calendario.presolicitudCierra'],
    ],
    [
      'results after the beginning',
      (c) => (c.calendario.resultadosEn = '2027-08-02 09:00'),
      ['calendario.resultadosEn'],
    ],
    [
      'no form of the pre-application',
      (_, e) => (e.presolicitud.version = null),
      ['presolicitudPlantillaId'],
    ],
    [
      'seats in order of arrival',
      (_, e) => (e.solicitud.alLlenarse = 'esperaPorTurno'),
      ['solicitud'],
    ],
    ['weights that sum 90', (c) => (c.etapas[1]!.peso = 50), ['etapas']],
    [
      'no stages',
      (c) => {
        c.etapas = [];
        c.bases.desempates = [];
      },
      ['etapas'],
    ],
    ['papers with a weight', (c) => (c.etapas[0]!.peso = 10), ['etapas', 'etapas.0.peso']],
    ['a stage without a name', (c) => (c.etapas[1]!.nombre = ' '), ['etapas.1.nombre']],
    ['two stages called so', (c) => (c.etapas[2]!.nombre = 'Proyecto'), ['etapas.2.nombre']],
    [
      'an exam with criteria',
      (c) => (c.etapas[2]!.criterios = c.etapas[1]!.criterios.map((one) => ({ ...one, id: 'x' }))),
      ['etapas.2.criterios'],
    ],
    ['a rubric without criteria', (c) => (c.etapas[1]!.criterios = []), ['etapas.1.criterios']],
    [
      'an anchor without text',
      (c) => (c.etapas[1]!.criterios[0]!.anclas[2] = ' '),
      ['etapas.1.criterios.0.anclas.2'],
    ],
    [
      'a criterion without pieces',
      (c) => (c.etapas[1]!.criterios[0]!.piezas = []),
      ['etapas.1.criterios.0.piezas'],
    ],
    [
      'a piece that is no more',
      (c) => (c.etapas[1]!.criterios[0]!.piezas = ['antes']),
      ['etapas.1.criterios.0.piezas.0'],
    ],
    [
      'a piece with the name',
      (c) => (c.etapas[1]!.criterios[0]!.piezas = ['datos']),
      ['etapas.1.criterios.0.piezas.0'],
    ],
    [
      'a sensitive piece',
      (c) => (c.etapas[1]!.criterios[0]!.piezas = ['afirmativa']),
      ['etapas.1.criterios.0.piezas.0'],
    ],
    [
      'a document as a piece',
      (c) => (c.etapas[1]!.criterios[0]!.piezas = ['cv']),
      ['etapas.1.criterios.0.piezas.0'],
    ],
    [
      'letters that nobody asks for',
      (c) => (c.bases.recomendaciones = 0),
      ['etapas.1.criterios.0.piezas.1'],
    ],
    [
      'a stage due before the applications close',
      (c) => (c.etapas[1]!.venceEn = '2027-02-01 18:00'),
      ['etapas.1.venceEn'],
    ],
    [
      'a tie-break by a stage that is no more',
      (c) => (c.bases.desempates = [{ por: 'etapa', etapaId: 'e9' }]),
      ['bases.desempates.0'],
    ],
    [
      'a tie-break by papers',
      (c) => (c.bases.desempates = [{ por: 'etapa', etapaId: 'e1' }]),
      ['bases.desempates.0'],
    ],
    [
      'a tie-break twice',
      (c) => (c.bases.desempates = [{ por: 'antiguedad' }, { por: 'antiguedad' }]),
      ['bases.desempates.1'],
    ],
    [
      'affirmative action without its field',
      (c) => (c.bases.campoAfirmativa = null),
      ['bases.desempates.1'],
    ],
    [
      'a field of affirmative action that is no more',
      (c) => (c.bases.campoAfirmativa = 'antes'),
      ['bases.campoAfirmativa'],
    ],
    ['a quota that is no more', (c) => (c.bases.ordenDeCupos = ['otro']), ['bases.ordenDeCupos.0']],
    [
      'a field with the name that is no more',
      (c) => (c.bases.camposConNombre = ['nombre', 'antes']),
      ['bases.camposConNombre.1'],
    ],
  ])('%s', (_, change, donde) => {
    expect(problemas(change)).toEqual(donde);
  });

  it('what could be better does not', () => {
    expect(problemas((_, e) => (e.evaluadores = []), 'aconseja')).toEqual(['evaluadores']);
    expect(problemas((_, e) => (e.evaluadores = []))).toEqual([]);
    expect(problemas((c) => (c.bases.camposConNombre = []), 'aconseja')).toEqual([
      'bases.camposConNombre',
    ]);
    expect(problemas((_, e) => (e.edicion.cupo = 1), 'aconseja')).toEqual(['bases.ordenDeCupos']);
    expect(problemas((c) => (c.presolicitudPlantillaId = 's'), 'aconseja')).toEqual([
      'presolicitudPlantillaId',
    ]);
  });
});
