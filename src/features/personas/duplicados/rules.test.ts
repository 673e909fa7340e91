import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clavesDeBloque,
  compararPersonas,
  distancia,
  type Motivo,
  nivelDe,
  type Parecible,
  PUNTAJE_MINIMO,
  type Reparo,
} from './rules.ts';

/** «Nombre/Paterno/Materno» and what else is known. */
const p = (nombres: string, more: Partial<Parecible> = {}): Parecible => {
  const [nombre = '', apellidoPaterno = '', apellidoMaterno = ''] = nombres.split('/');
  return {
    nombre,
    apellidoPaterno,
    apellidoMaterno,
    fechaNacimiento: null,
    sexo: null,
    curp: null,
    curpDeclarada: null,
    correos: [],
    telefonos: [],
    ...more,
  };
};

const F = { fechaNacimiento: '1985-03-12' };
const FAMILIA = { correos: ['familia@correo.example'], telefonos: ['+525512345678'] };
const CURP = 'PERA850312MDFRZN04';

type Nivel = ReturnType<typeof nivelDe> | null;
type Caso = [why: string, a: Parecible, b: Parecible, nivel: Nivel, says?: (Motivo | Reparo)[]];

const CASOS: Caso[] = [
  [
    'the same',
    p('Ana/Pérez/Ruiz', F),
    p('ANA/PEREZ/RUIZ', F),
    'alto',
    ['mismoNombre', 'mismaFecha'],
  ],
  ['names alone', p('Ana/Pérez/Ruiz'), p('Ana/Pérez/Ruiz', F), 'bajo', ['mismoNombre']],
  ['names and telephone', p('Ana/Pérez/Ruiz', FAMILIA), p('Ana/Pérez/Ruiz', FAMILIA), 'alto'],
  ['surnames swapped', p('Ana/Pérez/Ruiz', F), p('Ana/Ruiz/Pérez', F), 'alto', ['otroOrden']],
  ['all in one field', p('Ana Pérez Ruiz//', F), p('Ana/Pérez/Ruiz', F), 'alto', ['otroOrden']],
  [
    'Ma.',
    p('Ma. Guadalupe/Cruz/Soto', F),
    p('María Guadalupe/Cruz/Soto', F),
    'alto',
    ['mismoNombre'],
  ],
  ['Gpe. and Hdez.', p('Gpe./Hdez./Soto', F), p('Guadalupe/Hernández/Soto', F), 'alto'],
  ['de la', p('Ana/de la Cruz/Soto', F), p('Ana/Cruz/Soto', F), 'alto', ['mismoNombre']],
  [
    'a slip of the finger',
    p('Jorge/Ramírez/Luna', F),
    p('Jorge/Ramíerz/Luna', F),
    'medio',
    ['casiMismoNombre'],
  ],
  [
    'written as it sounds',
    p('Verónica/Vázquez/Cisneros', F),
    p('Beronica/Basques/Sisneros', F),
    'medio',
  ],
  ['no second surname', p('Ana/Pérez/', F), p('Ana/Pérez/Ruiz', F), 'medio', ['nombreIncompleto']],
  ['no second name', p('María/Pérez/Ruiz', F), p('María Fernanda/Pérez/Ruiz', F), 'medio'],
  ['no second surname, nothing else', p('Juan/García/'), p('Juan/García/López'), null],
  ['a married name', p('Ana/Pérez/Ruiz', F), p('Ana/Pérez/de López', F), 'bajo', ['otroApellido']],
  [
    'day and month',
    p('Ana/Pérez/Ruiz', F),
    p('Ana/Pérez/Ruiz', { fechaNacimiento: '1985-12-03' }),
    'medio',
    ['casiMismaFecha'],
  ],
  [
    'one figure of the year',
    p('Ana/Pérez/Ruiz', F),
    p('Ana/Pérez/Ruiz', { fechaNacimiento: '1986-03-12' }),
    'medio',
  ],
  [
    'the CURP that the other declared',
    p('Ana/Pérez/', { curpDeclarada: CURP }),
    p('Ana/Pérez/Ruiz', { ...F, curp: CURP }),
    'alto',
    ['curpDeclarada'],
  ],
  [
    'two CURPs but for what tells homonyms apart',
    p('Ana/Pérez/Ruiz', { ...F, curp: CURP }),
    p('Ana/Pérez/Ruiz', { ...F, curp: 'PERA850312MDFRZN12' }),
    'medio',
    ['curpCasiIgual'],
  ],
  [
    'twins',
    p('Laura/Pérez/Ruiz', { ...F, ...FAMILIA }),
    p('Lucía/Pérez/Ruiz', { ...F, ...FAMILIA }),
    null,
    ['otroNombre'],
  ],
  [
    'twins with a name in common',
    p('María José/Pérez/Ruiz', { ...F, ...FAMILIA }),
    p('María Fernanda/Pérez/Ruiz', { ...F, ...FAMILIA }),
    null,
  ],
  [
    'twins, a boy and a girl of almost one name',
    p('Mario/Pérez/Ruiz', { ...F, sexo: 'H', curp: 'PERM850312HDFRZR01' }),
    p('María/Pérez/Ruiz', { ...F, sexo: 'M', curp: 'PERM850312MDFRZR09' }),
    null,
  ],
  [
    'father and son of the same name',
    p('Juan/García/López', { fechaNacimiento: '1955-06-24', ...FAMILIA }),
    p('Juan/García/López', { fechaNacimiento: '1981-01-30', ...FAMILIA }),
    null,
    ['otraFecha'],
  ],
  [
    'husband and wife with one address',
    p('Juan/García/López', FAMILIA),
    p('Rosa/Soto/Luna', FAMILIA),
    null,
  ],
  [
    'homonyms of other states',
    p('Juan/García/López', { ...F, curp: 'GALJ850312HDFRPN01' }),
    p('Juan/García/López', { ...F, curp: 'GALJ850312HJCRPN07' }),
    'bajo',
    ['otraCurp'],
  ],
  [
    'homonyms of other years',
    p('Juan/García/López', { fechaNacimiento: '1985-03-12', curp: 'GALJ850312HDFRPN01' }),
    p('Juan/García/López', { fechaNacimiento: '1972-11-02', curp: 'GALJ721102HDFRPN07' }),
    null,
  ],
  ['the same first name and nothing else', p('Juan/García/López', F), p('Juan/Soto/Luna', F), null],
  ['an empty file', p('//'), p('//'), null],
];

describe('cases from life', () => {
  it.each(CASOS)('%s', (_why, a, b, nivel, says = []) => {
    const { puntaje, motivos, reparos } = compararPersonas(a, b);
    expect([puntaje >= PUNTAJE_MINIMO ? nivelDe(puntaje) : null, puntaje]).toEqual([
      nivel,
      puntaje,
    ]);
    expect([...motivos, ...reparos]).toEqual(expect.arrayContaining(says));
    if (nivel === null) return;
    // What is shown must be found: they have a key in common.
    const keys = clavesDeBloque(a);
    expect(clavesDeBloque(b).some((key) => keys.includes(key))).toBe(true);
  });
});

const WORDS = [
  'Ana',
  'María',
  'Ma.',
  'José',
  'Luis',
  'Pérez',
  'Peres',
  'Ruiz',
  'Hernández',
  'Hdez',
  'de la Cruz',
  'Ñúñez',
  'X',
  'López',
  'Lopes',
];
const words = (min: number, max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: min, maxLength: max });
const persona: fc.Arbitrary<Parecible> = fc.record({
  nombre: words(0, 3).map((all) => all.join(' ')),
  apellidoPaterno: words(0, 2).map((all) => all.join(' ')),
  apellidoMaterno: words(0, 2).map((all) => all.join(' ')),
  fechaNacimiento: fc.constantFrom(null, '1985-03-12', '1985-12-03', '1986-03-12', '1955-06-24'),
  sexo: fc.constantFrom(null, 'H', 'M'),
  curp: fc.constantFrom(null, CURP, 'PERA850312MDFRZN12', 'GALJ850312HDFRPN01'),
  curpDeclarada: fc.constantFrom(null, CURP),
  correos: fc.subarray(['a@x.example', 'b@x.example']),
  telefonos: fc.subarray(['+525512345678', '+525587654321']),
});

describe('always', () => {
  it('which comes first does not matter where two pairings are as good', () => {
    const a = p('/Peres Ana/');
    const b = p('Pérez/Pérez/');
    expect(compararPersonas(a, b)).toEqual(compararPersonas(b, a));
  });

  it('which comes first does not matter', () => {
    fc.assert(
      fc.property(persona, persona, (a, b) => {
        const [one, other] = [compararPersonas(a, b), compararPersonas(b, a)];
        expect(other.puntaje).toBe(one.puntaje);
        expect(other.motivos).toEqual(one.motivos);
        expect(other.reparos).toEqual(one.reparos);
      }),
    );
  });

  it('the order of the words, accents and capitals do not matter', () => {
    const backwards = (text: string) => text.split(' ').reverse().join(' ');
    fc.assert(
      fc.property(persona, persona, (a, b) => {
        const other = {
          ...b,
          nombre: backwards(b.nombre).toUpperCase(),
          apellidoPaterno: b.apellidoMaterno.normalize('NFD'),
          apellidoMaterno: b.apellidoPaterno.toLowerCase(),
        };
        expect(compararPersonas(a, other).puntaje).toBe(compararPersonas(a, b).puntaje);
        expect(clavesDeBloque(other).sort()).toEqual(clavesDeBloque(b).sort());
      }),
    );
  });

  it('is between 0 and 100, and nobody looks more like somebody than themselves', () => {
    fc.assert(
      fc.property(persona, persona, (a, b) => {
        const { puntaje } = compararPersonas(a, b);
        expect(puntaje).toBeGreaterThanOrEqual(0);
        expect(puntaje).toBeLessThanOrEqual(100);
        const bare = { ...a, curp: null, curpDeclarada: null };
        const other = {
          ...b,
          curp: null,
          curpDeclarada: null,
          correos: a.correos,
          telefonos: a.telefonos,
        };
        if (a.apellidoPaterno && a.nombre && a.fechaNacimiento) {
          expect(compararPersonas(bare, other).puntaje).toBeLessThanOrEqual(
            compararPersonas(bare, bare).puntaje,
          );
        }
      }),
    );
  });

  it('one letter more, less, changed or swapped is one', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 12 }), fc.nat(), (text, n) => {
        const at = n % (text.length - 1);
        expect(distancia(text, text)).toBe(0);
        expect(distancia(text, text.slice(0, at) + text.slice(at + 1))).toBe(1);
        const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
        expect(distancia(text, swapped)).toBeLessThanOrEqual(1);
      }),
    );
  });

  // Tried one by one, their 3,628,800 pairings took minutes: whoever registers chooses the words.
  it('ten words that all look alike are compared like any other', () => {
    const words = (ends: string) => [...ends].map((end) => `mmmnnn${end}`).join(' ');
    const a = p(`${words('tdpbrlgkfx')}//`);
    const b = p(`${words('aeiouywcsz')}//`);
    expect(compararPersonas(a, b)).toEqual(compararPersonas(b, a));
  });
});
