import { describe, expect, it } from 'vitest';
import {
  createNombrar,
  type DefinicionRuta,
  type GrupoDeRuta,
  type ParteDeRuta,
} from '../rules.ts';
import { avanceDe, describeBloqueo, gruposDe, type Sabido } from './rules.ts';

/** A course by its number, and what it requires. */
const c = (n: string, ...requiere: string[]): ParteDeRuta => ({
  tipo: 'curso',
  cursoId: n,
  requiere,
});
const g = (
  clave: string,
  pide: number | 'todas' | 'opcional',
  partes: ParteDeRuta[],
  requiere: string[] = [],
): GrupoDeRuta => ({
  tipo: 'grupo',
  clave,
  titulo: `Parte ${clave}`,
  regla: typeof pide === 'number' ? { tipo: 'n', n: pide } : { tipo: pide },
  requiere,
  partes,
});

/** Forty courses in six stages that go in order, nested, with requirements of courses, groups and optional courses. */
const RUTA: DefinicionRuta = {
  nombre: 'De cuarenta cursos',
  descripcion: '',
  dirigidaA: '',
  enOrden: true,
  etapas: [
    g('A', 'todas', [c('01'), c('02', '01'), c('03', '02'), c('04')]),
    g('B', 2, [
      g('B1', 'todas', [c('05'), c('06', '05')]),
      g('B2', 2, [c('07'), c('08'), c('09', '07')]),
      c('10'),
      g('B3', 'opcional', [c('11'), c('12')]),
    ]),
    g('C', 'todas', [
      g('C1', 'todas', [c('13'), c('14', '13')], ['10']),
      g('C2', 1, [
        g('C2a', 'todas', [c('15'), c('16', '15'), c('17', '16')]),
        g('C2b', 'todas', [c('18'), c('19', '18')]),
        c('20', '18'),
      ]),
      c('21'),
    ]),
    g('D', 'opcional', [c('22'), c('23', '22'), c('24')]),
    g('E', 3, [c('25'), c('26', '25'), c('27'), c('28', '27'), c('29'), c('30', '24')]),
    g(
      'F',
      'todas',
      [
        c('31'),
        c('32', '31'),
        g('F1', 2, [
          g('F1a', 'todas', [c('33'), c('34')]),
          c('35'),
          c('36', '22'),
          g('F1b', 'todas', [c('37'), c('38', '37'), c('39')]),
        ]),
        c('40', 'F1'),
      ],
      ['21'],
    ),
  ],
};

type Persona = {
  /** Passed, being taken, not passed. */
  acreditó: string;
  cursa?: string;
  noAcreditó?: string;
  /** What can be taken now and counts, in the route's order. */
  sigue: string;
  /** How many courses are done, of how many by the shortest way. */
  lleva: [number, number];
  /** Of some courses: what they wait for, in order. */
  espera: Record<string, string>;
};

const BASES = '01 02 03 04';
const B = `${BASES} 05 06 10`;
const C = `${B} 13 14 18 20 21`;
const E = `${C} 25 26 27`;

/** Worked out by hand from the drawing above, person by person; nothing of it comes from the program. */
const PERSONAS: readonly Persona[] = [
  // 1. Nobody has begun: only what requires nothing of the first stage.
  {
    acreditó: '',
    sigue: '01 04',
    lleva: [0, 19],
    espera: {
      '02': '01',
      '05': 'A',
      '14': '13 10 A B',
      '25': 'A B C',
      '31': '21 A B C E',
      '40': 'F1 21 A B C E',
    },
  },
  // 2. The first one opens the second.
  { acreditó: '01', sigue: '02 04', lleva: [1, 19], espera: { '03': '02', '10': 'A' } },
  // 3. The bases are done: what B opens with; the optional ones of B do not count.
  {
    acreditó: BASES,
    sigue: '05 07 08 10',
    lleva: [4, 19],
    espera: { '06': '05', '09': '07', '13': '10 B', '11': '' },
  },
  // 4. What is being taken is neither next nor done.
  { acreditó: '', cursa: '01', sigue: '04', lleva: [0, 19], espera: { '02': '01', '01': '' } },
  // 5. One of B's two is done.
  { acreditó: `${BASES} 10`, sigue: '05 07 08', lleva: [5, 19], espera: { '13': 'B', '06': '05' } },
  // 6. Half of B1: its second course is open.
  {
    acreditó: `${BASES} 10 05`,
    sigue: '06 07 08',
    lleva: [6, 19],
    espera: { '09': '07', '21': 'B' },
  },
  // 7. B is complete: 07 and 08 count no more, C opens.
  {
    acreditó: B,
    sigue: '13 15 18 21',
    lleva: [7, 19],
    espera: { '14': '13', '16': '15', '20': '18', '22': 'C', '07': '' },
  },
  // 8. B by B1 and B2, without 10, which C1 requires: it counts again.
  {
    acreditó: `${BASES} 05 06 07 08`,
    sigue: '10 15 18 21',
    lleva: [8, 20],
    espera: { '13': '10', '14': '13 10', '19': '18' },
  },
  // 9. B by 10 and B2; 18 opens both 19 and 20, of which one is enough: of two as near, the first is counted (18 and 19).
  {
    acreditó: `${BASES} 10 07 09 13 18`,
    sigue: '14 15 19 20 21',
    lleva: [9, 20],
    espera: { '16': '15', '25': 'C' },
  },
  // 10. C2 is done by 20: only 21 is left of C.
  {
    acreditó: `${B} 13 14 18 20`,
    sigue: '21',
    lleva: [10, 19],
    espera: { '25': 'C', '31': '21 C E', '22': 'C' },
  },
  // 11. C is complete: 22 and 24 are optional and count, for 36 and 30 require them.
  {
    acreditó: C,
    sigue: '22 24 25 27 29',
    lleva: [11, 19],
    espera: { '23': '22', '26': '25', '28': '27', '30': '24', '31': 'E', '40': 'F1 E' },
  },
  // 12. E is complete, so 24 counts no more; F opens.
  {
    acreditó: E,
    sigue: '22 31 33 34 35 37 39',
    lleva: [14, 19],
    espera: { '32': '31', '36': '22', '38': '37', '40': 'F1', '24': '' },
  },
  // 13. One of F1's two, and half of another, which is counted: it is as near as 36, and before it.
  {
    acreditó: `${E} 35 33`,
    sigue: '22 31 34 37 39',
    lleva: [16, 20],
    espera: { '36': '22', '40': 'F1' },
  },
  // 14. F1 is complete: its last course opens, and 22 counts no more.
  {
    acreditó: `${E} 35 33 34`,
    sigue: '31 40',
    lleva: [17, 20],
    espera: { '32': '31', '36': '22', '38': '37' },
  },
  // 15. One is left.
  { acreditó: `${E} 35 33 34 31 40`, sigue: '32', lleva: [19, 20], espera: {} },
  // 16. Complete.
  { acreditó: `${E} 35 33 34 31 40 32`, sigue: '', lleva: [20, 20], espera: {} },
  // 17. From long ago: the last courses, and nothing before them.
  {
    acreditó: '31 40',
    sigue: '01 04',
    lleva: [2, 19],
    espera: { '32': '21 A B C E', '25': 'A B C' },
  },
  // 18. Two of B are being taken.
  {
    acreditó: BASES,
    cursa: '05 10',
    sigue: '07 08',
    lleva: [4, 19],
    espera: { '06': '05', '13': '10 B' },
  },
  // 19. What was not passed can be taken again.
  {
    acreditó: '01 04',
    noAcreditó: '02',
    sigue: '02',
    lleva: [2, 19],
    espera: { '03': '02', '02': '' },
  },
  // 20. C by the long way, E by the optional course.
  {
    acreditó: `${BASES} 10 07 09 13 14 15 16 17 21 24 29 30`,
    cursa: '27',
    sigue: '22 25',
    lleva: [15, 21],
    espera: { '26': '25', '28': '27', '31': 'E', '40': 'F1 E' },
  },
];

const words = (text: string) => text.split(' ').filter(Boolean);
const sabidosOf = (persona: Persona) =>
  new Map<string, Sabido>([
    ...words(persona.acreditó).map((one) => [one, 'acreditado'] as const),
    ...words(persona.cursa ?? '').map((one) => [one, 'cursando'] as const),
    ...words(persona.noAcreditó ?? '').map((one) => [one, 'noAcreditado'] as const),
  ]);

describe('a route of forty courses, against a table made by hand for twenty people', () => {
  it.each(PERSONAS.map((persona, i) => [i + 1, persona] as const))('person %i', (_n, persona) => {
    const avance = avanceDe(RUTA, sabidosOf(persona));
    expect(avance.siguientes).toEqual(words(persona.sigue));
    expect([avance.acreditados, avance.necesarios]).toEqual(persona.lleva);
    expect(avance.cursando).toEqual(words(persona.cursa ?? ''));
    expect(avance.completa).toBe(persona.lleva[0] === persona.lleva[1]);
    for (const [curso, faltas] of Object.entries(persona.espera)) {
      const { bloqueos, estado } = avance.nodos.get(curso)!;
      expect(
        bloqueos.map(({ falta }) => falta),
        `what ${curso} waits for`,
      ).toEqual(words(faltas));
      expect(estado === 'bloqueado', curso).toBe(faltas !== '');
    }
  });

  it('says why in words', () => {
    const nombrar = createNombrar(RUTA, (id) => `Curso ${id}`);
    const grupos = gruposDe(RUTA);
    const say = (persona: number, curso: string) =>
      avanceDe(RUTA, sabidosOf(PERSONAS[persona - 1]!))
        .nodos.get(curso)!
        .bloqueos.map((one) => describeBloqueo(one, nombrar, (id) => grupos.has(id)));
    expect(say(4, '02')).toEqual(['Requiere acreditar «Curso 01», que está cursando.']);
    expect(say(8, '14')).toEqual([
      'Requiere acreditar «Curso 13».',
      '«Parte C1» requiere acreditar «Curso 10».',
    ]);
    expect(say(13, '40')).toEqual(['Requiere completar «Parte F1» (le falta 1 curso).']);
    expect(say(1, '05')).toEqual([
      'Antes hay que completar la etapa 1, «Parte A» (le faltan 4 cursos).',
    ]);
  });
});
