import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../platform/shared/random.ts';
import { DEFINICION } from '../../contract.ts';
import { definicionSchema } from '../../escritura/contract.ts';
import type { Respuesta } from '../contract.ts';
import {
  controlOf,
  describeRespuesta,
  exampleOf,
  normaliseRespuestas,
  validateRespuestas,
} from '../rules.ts';
import { type Campo, CLASES, claseOf } from './rules.ts';

const opciones = ['a', 'b', 'c'].map((valor) => ({ valor, etiqueta: valor.toUpperCase() }));

/** Of each kind, what only its fields say, with all that it can say. */
const SAMPLES: { [T in Campo['tipo']]: object } = {
  texto: { minLongitud: 40, maxLongitud: 60 },
  textoLargo: { minLongitud: 3, maxLongitud: 5 },
  numero: { min: -2.5, max: -1, decimales: 1 },
  fecha: { min: '1960-01-01', max: '2010-12-31' },
  opcion: { opciones },
  opciones: { opciones, min: 2, max: 2 },
  casilla: {},
  declaracion: { texto: 'Declaro que es verdad.' },
  datoPersona: { dato: 'correo', editable: true },
  catalogo: { catalogo: 'organos' },
  documento: { documento: 'titulo' },
};

const CONTROLS = [
  ...['text', 'email', 'date', 'area', 'number', 'radios', 'list', 'checks', 'check'],
  ...['catalogo', 'documento'],
];

const formWith = (campo: object) => ({
  secciones: [{ clave: 's', titulo: 'S', campos: [campo] }],
  reglas: [],
});

it('every file of the folder is a kind, called after it, and in the list', async () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => !/^(contract|rules)\.ts$|\.test\.ts$/.test(name),
  );
  const declared = await Promise.all(
    files.map(async (name) => {
      const exported: object = await import(join(import.meta.dirname, name));
      expect(Object.keys(exported)).toHaveLength(1);
      const [clase] = Object.values(exported) as { tipo: string }[];
      const kebab = clase!.tipo.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(name).toBe(`${kebab}.ts`);
      return clase;
    }),
  );
  expect(declared.length).toBeGreaterThan(5);
  expect(new Set(CLASES as readonly object[])).toEqual(new Set(declared));
  expect(new Set(CLASES.map(({ tipo }) => tipo)).size).toBe(CLASES.length);
});

describe.each(CLASES.map(({ tipo }) => tipo))('%s', (tipo) => {
  const definicion = formWith({
    clave: 'x',
    etiqueta: 'Dato',
    obligatorio: false,
    tipo,
    ...SAMPLES[tipo],
  });
  const [campo] = definicionSchema.parse(definicion).secciones[0]!.campos as [Campo];

  it('may be written, and is read as it was written', () => {
    expect(definicionSchema.parse(definicion)).toEqual(definicion);
    expect(
      DEFINICION.read(JSON.parse(DEFINICION.write(definicionSchema.parse(definicion)))),
    ).toEqual(definicion);
  });

  it('is strict in writing and loose in reading', () => {
    const more = formWith({ ...campo, retirado: 1 });
    expect(definicionSchema.safeParse(more).success).toBe(false);
    expect(DEFINICION.read(more)).toEqual(definicion);
  });

  it('says what is missing, what it is answered with, and what no answer is called', () => {
    const wanted = formWith({ ...campo, obligatorio: true });
    const { errores } = validateRespuestas(DEFINICION.read(wanted), {});
    expect(errores).toEqual([{ campo: 'x', mensaje: expect.stringMatching(/«Dato».*\.$/) }]);
    expect(CONTROLS).toContain(controlOf(campo).kind);
    expect(describeRespuesta(campo, undefined)).toEqual({
      etiqueta: 'Dato',
      valor: expect.stringMatching(/^(No|Sin respuesta)$/),
    });
  });

  it('accepts its own example, in the form in which it is kept, and prints it', () => {
    for (let seed = 0; seed < 50; seed++) {
      const example = exampleOf(campo, seededRandom(seed));
      if (example === undefined) {
        expect(claseOf(campo).dato).toBeDefined();
        continue;
      }
      const { datos, errores } = validateRespuestas(definicion as never, { x: example });
      expect(errores).toEqual([]);
      const answer = datos.x as Respuesta;
      const one = typeof answer === 'object' ? 'referencia' : typeof answer;
      const kind = Array.isArray(answer) ? 'list' : one;
      expect(kind).toBe(claseOf(campo).answer);
      expect(describeRespuesta(campo, answer).valor).not.toBe('');
    }
  });

  it('normalises twice as once, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.array(fc.constantFrom('a', 'b', 'z')),
    );
    fc.assert(
      fc.property(typed, (x) => {
        const once = normaliseRespuestas(definicion as never, { x });
        expect(normaliseRespuestas(definicion as never, once)).toEqual(once);
      }),
    );
  });
});
