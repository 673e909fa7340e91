/**
 * What each kind of field, and each format in which a definition was ever written, comes to: the form that is asked, what is
 * said of answers, what is printed of them. Compared with what it came to when it was written, one file each in
 * `fixtures/formularios`, which is never edited: what a person was asked and answered stays so, whatever kinds and formats come.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACUSE } from '../src/features/inscripciones/acuse/contract.ts';
import { renderAcuse } from '../src/features/inscripciones/acuse/server/document.ts';
import { DEFINICION, type Definicion } from '../src/features/plantillas/contract.ts';
import { CLASES } from '../src/features/plantillas/formulario/campos/rules.ts';
import type { Respuestas } from '../src/features/plantillas/formulario/contract.ts';
import {
  apartarSensibles,
  controlOf,
  describeRespuestas,
  describeSensibles,
  hintOf,
  validateRespuestas,
  visibleCampos,
} from '../src/features/plantillas/formulario/rules.ts';
import { createPdfRenderer } from '../src/platform/server/pdf/index.ts';
import { linesOf } from './pdf.ts';

/** A definition, answers as they are typed, and what they come to. */
type Golden = { definicion: unknown; respuestas: Respuestas[]; es: unknown };
const FOLDER = join(import.meta.dirname, 'fixtures/formularios');
const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
const golden = (name: string) => read(`${name}.json`) as Golden;

const formOf = (definicion: Definicion, respuestas: Respuestas) =>
  visibleCampos(definicion, respuestas).map((campo) => ({
    clave: campo.clave,
    etiqueta: campo.etiqueta,
    control: controlOf(campo),
    ayuda: hintOf(campo) ?? null,
  }));

/** As JSON keeps it. */
const comesTo = (definicion: Definicion, respuestas: readonly Respuestas[]): unknown =>
  JSON.parse(
    JSON.stringify(
      [{}, ...respuestas].map((escritas) => {
        const { datos, errores } = validateRespuestas(definicion, escritas);
        return {
          formulario: formOf(definicion, escritas),
          errores: errores.map(({ campo, mensaje }) => `${campo}: ${mensaje}`),
          datos: apartarSensibles(definicion, datos),
          impreso: describeRespuestas(definicion, datos),
          sensibles: describeSensibles(definicion, datos),
        };
      }),
    ),
  );

const KINDS = CLASES.map(({ tipo }) => tipo);
const FORMATS = Array.from({ length: DEFINICION.actual }, (_, i) => `definicion-${i + 1}`);

it('there is one of each kind and of each format', () => {
  const kept = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
  expect(kept.sort()).toEqual([...KINDS, ...FORMATS, 'impresos'].sort());
});

describe.each([...KINDS, ...FORMATS])('%s', (name) => {
  it('is asked, checked and printed as it always was', () => {
    const { definicion, respuestas, es } = golden(name);
    expect(comesTo(DEFINICION.read(definicion), respuestas)).toEqual(es);
  });
});

it('a section of each kind is printed as it always was, and nothing sensitive of any', async () => {
  const secciones = KINDS.flatMap((kind) => {
    const { definicion, respuestas } = golden(kind);
    const form = DEFINICION.read(definicion);
    return describeRespuestas(form, validateRespuestas(form, respuestas[0]!).datos);
  });
  const kept = JSON.parse(
    readFileSync(join(import.meta.dirname, 'fixtures/formatos/acuse-2.json'), 'utf8'),
  );
  const renderer = createPdfRenderer();
  try {
    const pdf = await renderAcuse(renderer, { ...ACUSE.read(kept), secciones }, { signed: false });
    const lines = await linesOf(pdf);
    expect(lines).toEqual(read('impresos.json'));
    expect(lines.join(' ')).not.toMatch(/sensible/i);
  } finally {
    await renderer.close();
  }
});
