import { expect, it } from 'vitest';
import type { DefinicionRuta, GrupoDeRuta, ParteDeRuta } from '../rules.ts';
import { type CursoSabido, planDe } from './rules.ts';

const c = (cursoId: string, ...requiere: string[]): ParteDeRuta => ({
  tipo: 'curso',
  cursoId,
  requiere,
});
const g = (clave: string, pide: number | 'todas', partes: ParteDeRuta[]): GrupoDeRuta => ({
  tipo: 'grupo',
  clave,
  titulo: clave,
  regla: pide === 'todas' ? { tipo: pide } : { tipo: 'n', n: pide },
  requiere: [],
  partes,
});

/** `a`, then `b`; one of `c`, `d`; `e` after `b`. */
const RUTA: DefinicionRuta = {
  nombre: 'Ruta',
  descripcion: '',
  dirigidaA: '',
  enOrden: false,
  etapas: [
    g('uno', 'todas', [c('a'), c('b', 'a')]),
    g('dos', 1, [c('c'), c('d')]),
    g('tres', 'todas', [c('e', 'b')]),
  ],
};
const AHORA = new Date('2026-11-23T18:00:00Z');

let made = 0;
/** An edition of a course: its days, and until when one enrols. */
const edicion = (cursoId: string, inicia: string, termina: string, cierra: string, libres = 5) => ({
  id: `e${++made}`,
  cursoId,
  nombre: `Edición de ${cursoId}`,
  inicia,
  termina,
  inscripcionAbre: '2026-11-01T15:00:00Z',
  inscripcionCierra: `${cierra}T23:00:00Z`,
  libres,
});
const EDICIONES = [
  edicion('a', '2026-12-01', '2026-12-20', '2026-11-28'),
  edicion('a', '2027-02-01', '2027-02-20', '2027-01-28'),
  // It begins before the first of `a` ends; then one whose enrolment closes before; then one that serves.
  edicion('b', '2026-12-10', '2027-01-10', '2026-12-08'),
  edicion('b', '2027-01-11', '2027-01-31', '2026-12-19'),
  edicion('b', '2027-01-18', '2027-02-10', '2027-01-15'),
  edicion('c', '2027-03-01', '2027-03-20', '2027-02-25'),
  edicion('d', '2027-01-10', '2027-01-20', '2027-01-05'),
  edicion('e', '2027-03-01', '2027-04-15', '2027-02-25'),
];
const plan = (
  elegido: string | null,
  {
    sabidos = {},
    ediciones = EDICIONES,
  }: { sabidos?: Record<string, CursoSabido>; ediciones?: typeof EDICIONES } = {},
) =>
  planDe({
    definicion: RUTA,
    sabidos: new Map(Object.entries(sabidos)),
    ediciones,
    ahora: AHORA,
    elegido: elegido === null ? null : { cursoId: elegido, edicionId: null },
  });
const steps = (made: ReturnType<typeof plan>) =>
  made.pasos.map(({ cursoId, termina }) => [cursoId, termina]);

it('takes the earliest that can be: after what it requires ended, while one may still enrol', () => {
  const found = plan('a');
  expect(steps(found)).toEqual([
    ['a', '2026-12-20'],
    ['d', '2027-01-20'],
    ['b', '2027-02-10'],
    ['e', '2027-04-15'],
  ]);
  expect(found).toMatchObject({ termina: '2027-04-15', sinFecha: [], abre: ['b'], cuenta: true });
});

it('of one of several takes the one that is asked about, or what ends first', () => {
  expect(steps(plan('c')).map(([curso]) => curso)).toEqual(['a', 'b', 'c', 'e']);
  expect(steps(plan(null)).map(([curso]) => curso)).toEqual(['a', 'd', 'b', 'e']);
});

it('says honestly that there is no edition, and gives no date of what depends on it', () => {
  const sinB = EDICIONES.filter(({ cursoId }) => cursoId !== 'b');
  const found = plan('a', { ediciones: sinB });
  expect(found.termina).toBeNull();
  expect(found.pasos.map(({ cursoId, sinEdicion }) => [cursoId, sinEdicion])).toEqual([
    ['a', null],
    ['d', null],
    ['b', 'ninguna'],
    ['e', 'espera'],
  ]);
  const full = EDICIONES.map((one) => ({ ...one, libres: 0 }));
  expect(plan('d', { ediciones: full }).pasos.find(({ cursoId }) => cursoId === 'd')).toMatchObject(
    {
      sinEdicion: 'llena',
    },
  );
  const early = EDICIONES.filter(({ cursoId, inicia }) => cursoId !== 'b' || inicia < '2027-01-18');
  expect(
    plan('a', { ediciones: early }).pasos.find(({ cursoId }) => cursoId === 'b'),
  ).toMatchObject({
    sinEdicion: 'antes',
  });
});

it('counts what is done and what is being taken', () => {
  const sabidos: Record<string, CursoSabido> = {
    a: { estado: 'acreditado', termina: '2026-05-01' },
    b: { estado: 'cursando', termina: '2026-12-15' },
    d: { estado: 'acreditado', termina: '2026-05-01' },
  };
  const found = plan('e', { sabidos });
  expect(steps(found)).toEqual([
    ['b', '2026-12-15'],
    ['e', '2027-04-15'],
  ]);
  expect(plan('c', { sabidos })).toMatchObject({ cuenta: false, termina: '2027-04-15' });
});
