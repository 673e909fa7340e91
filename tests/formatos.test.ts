/**
 * What is kept for ever, in each format in which it was ever written: genuine records, one a file of
 * `fixtures/formatos`. A file is never edited: when a format changes, the next number is added.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EMITIDO_IMPRESO } from '../src/features/credenciales/contract.ts';
import { DISENO } from '../src/features/credenciales/disenos/contract.ts';
import { disenoInicial } from '../src/features/credenciales/disenos/rules.ts';
import {
  contenidoOf,
  renderMuestra,
} from '../src/features/credenciales/impresion/server/document.ts';
import { ACUSE } from '../src/features/inscripciones/acuse/contract.ts';
import { renderAcuse } from '../src/features/inscripciones/acuse/server/document.ts';
import { DEFINICION } from '../src/features/plantillas/contract.ts';
import { fieldsOf, validateRespuestas } from '../src/features/plantillas/formulario/rules.ts';
import { EVALUACION } from '../src/features/plantillas/reglas/contract.ts';
import { evaluateReglas } from '../src/features/plantillas/reglas/rules.ts';
import { PUBLICADO } from '../src/features/posgrado/publicacion/contract.ts';
import { ENTRADAS, RESULTADO } from '../src/features/posgrado/ranking/contract.ts';
import { ordenar } from '../src/features/posgrado/ranking/rules.ts';
import { sha256De, sorteoCon } from '../src/features/posgrado/ranking/server/service.ts';
import { CARTA } from '../src/features/posgrado/recomendaciones/contract.ts';
import { ACTA } from '../src/features/resultados/actas/contract.ts';
import { renderActa } from '../src/features/resultados/actas/server/document.ts';
import { DEFINICION_RUTA } from '../src/features/rutas/contract.ts';
import { createPdfRenderer } from '../src/platform/server/pdf/index.ts';
import { linesOf } from './pdf.ts';

const FORMATOS = {
  definicion: DEFINICION,
  evaluacion: EVALUACION,
  acuse: ACUSE,
  acta: ACTA,
  ruta: DEFINICION_RUTA,
  emitido: EMITIDO_IMPRESO,
  diseno: DISENO,
  carta: CARTA,
  entradas: ENTRADAS,
  resultado: RESULTADO,
  publicado: PUBLICADO,
};
const pathOf = (kind: string, format: number) =>
  join(import.meta.dirname, `fixtures/formatos/${kind}-${format}.json`);
const golden = (kind: string, format: number): unknown =>
  JSON.parse(readFileSync(pathOf(kind, format), 'utf8'));
const formatsOf = (actual: number) => Array.from({ length: actual }, (_, i) => i + 1);

describe.each(Object.entries(FORMATOS))('%s', (kind, formato) => {
  it('has a record of each format, and of none to come', () => {
    for (const n of formatsOf(formato.actual)) expect(existsSync(pathOf(kind, n))).toBe(true);
    expect(existsSync(pathOf(kind, formato.actual + 1))).toBe(false);
  });

  it.each(formatsOf(formato.actual))('format %i is read, and says which it is', (n) => {
    const stored = golden(kind, n) as { formato?: number };
    // The first one was written before there were formats.
    expect(stored.formato ?? 1).toBe(n);
    expect(() => formato.read(stored)).not.toThrow();
  });

  it('what is written today is the newest one, to the letter', () => {
    const newest = golden(kind, formato.actual) as { formato: number };
    const again = JSON.parse((formato.write as (value: unknown) => string)(formato.read(newest)));
    expect(again).toEqual({ ...newest, formato: formato.actual });
  });
});

describe('an old one still serves', () => {
  const renderer = createPdfRenderer();
  afterAll(() => renderer.close());

  it.each(formatsOf(DEFINICION.actual))('definition %i is a form to fill in', (n) => {
    const definicion = DEFINICION.read(golden('definicion', n));
    expect(fieldsOf(definicion).length).toBeGreaterThan(5);
    const { ok, errores } = validateRespuestas(definicion, {});
    expect(ok).toBe(false);
    expect(errores.length).toBeGreaterThan(2);
    expect(evaluateReglas(definicion.reglas, {}, new Date(0))).toMatchObject([
      { clave: 'ventana', cumple: false, sinDato: true },
    ]);
  });

  it.each(formatsOf(ACTA.actual))('acta %i is printed, tagged', async (n) => {
    const pdf = await renderActa(renderer, ACTA.read(golden('acta', n)), {
      signed: false,
      publicUrl: 'https://portal.ejemplo.gob.mx',
    });
    const said = (await linesOf(pdf)).join('\n');
    for (const text of ['Pérez Ruiz, Ana', 'Se sumó mal el examen final.', '8.40', 'Versión 2']) {
      expect(said).toContain(text);
    }
    expect(Buffer.from(pdf).toString('latin1')).toContain('/StructTreeRoot');
  });

  it.each(formatsOf(ENTRADAS.actual))('the ranking of inputs %i comes to the same', (n) => {
    const entradas = ENTRADAS.read(golden('entradas', n));
    const resultado = ordenar(entradas, sorteoCon(entradas.sorteo.secreto ?? ''));
    expect(resultado).toEqual(RESULTADO.read(golden('resultado', n)));
    const { sha256 } = PUBLICADO.read(golden('publicado', n));
    expect(sha256De(entradas, resultado)).toBe(sha256);
  });

  it.each(formatsOf(EMITIDO_IMPRESO.actual))('document issued %i says what it said', (n) => {
    const datos = EMITIDO_IMPRESO.read(golden('emitido', n));
    const vestido = { diseno: disenoInicial(datos.tipo), estampas: new Map() };
    expect(contenidoOf(datos, new Date('2026-03-14T18:00:00Z'), '', vestido)).toMatchObject({
      folio: 'CE26-K9Y2-ZKYW-2KGS-JV7Q-T',
      titular: 'Ana Pérez Ruiz',
      emitido: '14 de marzo de 2026',
      vigencia: 'Hasta el 13 de marzo de 2029',
    });
  });

  it.each(formatsOf(DISENO.actual))('a design %i is drawn, to the letter', async (n) => {
    const datos = EMITIDO_IMPRESO.read(golden('emitido', 1));
    const { pdf, pages } = await renderMuestra(renderer, datos, {
      emitidoEn: new Date('2026-03-14T18:00:00Z'),
      vestido: { diseno: DISENO.read(golden('diseno', n)), estampas: new Map() },
    });
    expect(pages).toBe(1);
    // What stands across the page comes last.
    expect((await linesOf(pdf)).slice(0, -1)).toEqual([
      'Escuela Nacional de Formación Judicial',
      'otorga el presente',
      'Diploma',
      'Ana Pérez Ruiz',
      'por haber acreditado',
      'Argumentación jurídica',
      'Impartido con duración de 40 horas.',
      'Ciudad de México, a 14 de marzo de 2026',
      'Dra. Irene Solís Vega',
      'Dirección General',
      'Folio',
      'CE26-K9Y2-ZKYW-2KGS-JV7Q-T',
      'Emisión',
      '14 de marzo de 2026',
      'Vigencia',
      'Hasta el 13 de marzo de 2029',
      'Compruebe con el código QR, o en esta dirección, que sigue en vigor; y con cualquier lector de PDF, que nadie lo alteró.',
      'https://escuela.example/validateCertificate/CE26-K9Y2-ZKYW-2KGS-JV7Q-T',
      'Muestra sin firma electrónica ni validez · Documento de demostración, sin validez oficial',
    ]);
  });

  it.each(formatsOf(ACUSE.actual))('acuse %i is printed', async (n) => {
    const acuse = ACUSE.read(golden('acuse', n));
    expect(acuse.estado).toEqual({ codigo: 'inscrita', nombre: 'Inscrita', tono: 'success' });
    expect(acuse.de).toBe('inscripción');
    const lines = await linesOf(await renderAcuse(renderer, acuse, { signed: false }));
    // Whole on one line.
    expect(lines.filter((line) => line.startsWith(acuse.folio))).toHaveLength(1);
    expect(lines).toContain('Inscrita');
  });
});
