import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../../../tests/pdf.ts';
import { testSigner } from '../../../../../tests/signer.ts';
import { createPdfRenderer } from '../../../../platform/server/pdf/index.ts';
import type { RequisitoEstado } from '../../../../platform/shared/requisitos.ts';
import { makeClaveSinCurp } from '../../../personas/clave/rules.ts';
import { ACUSE, type AcuseImpreso, estadoDeInscripcion } from '../contract.ts';
import { formatFolio, makeFolio } from '../rules.ts';
import { encabezado, ficha, reglas, renderAcuse, respuestas, verificacion } from './document.ts';

/** As it is handed out: with the line of its signature in the foot. */
const SIGNED = { signed: true };
const FORMATOS = new URL('../../../../../tests/fixtures/formatos/', import.meta.url);
// As they are issued: with their check symbol.
const FOLIO = formatFolio(makeFolio(2026, 'K9Y2ZKYW2KGS'));
const SIN_CURP = makeClaveSinCurp('00482130');

const COMPROMISO =
  'Me comprometo a asistir al menos al 80 % de las sesiones y a entregar las actividades en los plazos señalados.';

const acuse: AcuseImpreso = {
  institucion: 'Escuela Judicial de Ejemplo',
  folio: FOLIO,
  de: 'inscripción',
  estado: { codigo: 'inscrita', nombre: 'Inscrita', tono: 'success' },
  emitidoEn: '2026-11-21T16:32:05Z',
  persona: {
    nombreCompleto: 'María Guadalupe de los Ángeles Hernández-Villaseñor Q',
    curp: 'HENM850412MDFRXR07',
    clave: 'HENM850412MDFRXR07',
  },
  curso: {
    nombre: 'Argumentación jurídica',
    clave: 'CUR-2026-0142',
    tipo: 'Curso',
    modalidad: 'En línea',
    horas: 40,
  },
  edicion: {
    nombre: 'Primera edición 2027',
    inicia: '2027-01-12',
    termina: '2027-03-30',
    sede: 'Aula virtual',
  },
  plantilla: { nombre: 'General', version: 3, publicadaEn: '2026-10-02T03:00:00Z' },
  secciones: [
    {
      titulo: 'Datos laborales',
      respuestas: [
        { etiqueta: 'Cargo', valor: ' Secretaria de juzgado ' },
        { etiqueta: 'Segundo apellido', valor: '' },
        { etiqueta: 'Acepto', valor: 'Sí, acepto', aceptado: COMPROMISO },
        { etiqueta: 'Es mi primer curso', valor: 'Sí' },
      ],
    },
    { titulo: 'Vacía', respuestas: [] },
  ],
  reglas: [
    { descripcion: 'Tener licenciatura', cumple: true, detalle: 'Título registrado' },
    { descripcion: 'Antigüedad de un año', cumple: false, detalle: '' },
  ],
  url: `https://portal.ejemplo.gob.mx/acuse?folio=${FOLIO}&clave=7QM2VTR8XWCK4N7QM2VTR8XWCK`,
  demo: true,
};
const valores = (seccion: { filas: { etiqueta: string; valor: string }[] }) =>
  Object.fromEntries(seccion.filas.map((f) => [f.etiqueta, f.valor]));

describe('sections', () => {
  it('encabezado', () => {
    expect(encabezado(acuse)).toEqual({
      institucion: 'Escuela Judicial de Ejemplo',
      titulo: 'Acuse de inscripción',
      folio: FOLIO,
      estado: 'Inscrita',
      tono: 'exito',
      emitido: '21 de noviembre de 2026, 10:32:05\u00a0h',
    });
    const tonos = (['rechazada', 'noAcreditada', 'enListaDeEspera', 'enRevision'] as const).map(
      (codigo) => encabezado({ ...acuse, estado: estadoDeInscripcion(codigo) }).tono,
    );
    expect(tonos).toEqual(['peligro', 'peligro', 'aviso', 'neutro']);
  });

  it('ficha: who and in what, each datum once', () => {
    expect(ficha(acuse)).toMatchObject({
      titulo: 'Argumentación jurídica',
      titular: acuse.persona.nombreCompleto,
    });
    expect(valores(ficha(acuse))).toEqual({
      CURP: 'HENM850412MDFRXR07',
      'Clave del curso': 'CUR-2026-0142',
      'Tipo y modalidad': 'Curso, en línea',
      Duración: '40 horas',
      Edición: 'Primera edición 2027',
      'Se imparte': 'Del 12 de enero al 30 de marzo de 2027',
      Sede: 'Aula virtual',
      'Plantilla de inscripción': 'General, versión 3, publicada el 1 de octubre de 2026',
    });
    expect(
      valores(ficha({ ...acuse, edicion: { ...acuse.edicion, nombre: 'Edición 2 · 2026' } })),
    ).toMatchObject({ Edición: '2 · 2026' });
  });

  it('ficha: the name in its own case; of old acuses, which are in capitals, in the house’s', () => {
    const titular = (nombreCompleto: string) =>
      ficha({ ...acuse, persona: { ...acuse.persona, nombreCompleto } }).titular;
    expect(titular('Ana Beatriz da Silva')).toBe('Ana Beatriz da Silva');
    expect(titular('JOSÉ LUIS DE LA O')).toBe('José Luis de la O');
  });

  it('ficha: without CURP, hours or place', () => {
    const sin = ficha({
      ...acuse,
      persona: { ...acuse.persona, curp: null, clave: SIN_CURP },
      curso: { ...acuse.curso, horas: null },
      edicion: { ...acuse.edicion, sede: null },
    });
    expect(sin.filas.slice(0, 2)).toEqual([
      { etiqueta: 'CURP', valor: 'Sin CURP registrada', estilo: 'vacio', nota: '' },
      { etiqueta: 'Clave de la persona', valor: SIN_CURP, estilo: 'folio', nota: '' },
    ]);
    expect(valores(sin)).not.toHaveProperty('Duración');
    expect(valores(sin).Sede).toBe('Sin sede indicada');
  });

  it('respuestas: trims, marks what is empty, drops empty sections', () => {
    expect(respuestas(acuse)).toEqual({
      titulo: 'Respuestas',
      nota: '',
      secciones: [
        {
          titulo: 'Datos laborales',
          filas: [
            { etiqueta: 'Cargo', valor: 'Secretaria de juzgado', estilo: 'texto', nota: '' },
            { etiqueta: 'Segundo apellido', valor: 'Sin respuesta', estilo: 'vacio', nota: '' },
            {
              etiqueta: 'Acepto',
              valor: 'Sí, acepto',
              estilo: 'texto',
              nota: `«${COMPROMISO}» (texto de la versión 3)`,
            },
            { etiqueta: 'Es mi primer curso', valor: 'Sí', estilo: 'texto', nota: '' },
          ],
        },
      ],
    });
    expect(respuestas({ ...acuse, secciones: [] }).nota).toBe(
      'Esta inscripción no requirió más respuestas.',
    );
  });

  it('respuestas: who enrolled is named once, at the head', () => {
    const repetidas = [
      { etiqueta: 'Nombre completo', valor: acuse.persona.nombreCompleto.toUpperCase() },
      { etiqueta: 'CURP', valor: ' henm850412mdfrxr07 ' },
    ];
    const cargo = { etiqueta: 'Cargo', valor: 'Actuaria' };
    const { secciones } = respuestas({
      ...acuse,
      secciones: [
        { titulo: 'Sus datos', respuestas: repetidas },
        { titulo: 'Su trabajo', respuestas: [...repetidas, cargo] },
      ],
    });
    expect(secciones.map((s) => [s.titulo, s.filas.map((f) => f.valor)])).toEqual([
      ['Su trabajo', ['Actuaria']],
    ]);
  });

  it('reglas: results in words, and a count', () => {
    const seccion = reglas(acuse);
    expect(seccion.titulo).toBe('Requisitos cumplidos: 1 de 2');
    expect(seccion.filas.map((f) => [f.resultado, f.tono, f.detalle])).toEqual([
      ['Cumple', 'exito', 'Título registrado'],
      ['No cumple', 'peligro', ''],
    ]);
    const solo = (estado: RequisitoEstado) => {
      const de = { descripcion: 'Una', cumple: estado === 'cumple', detalle: '', estado };
      const { titulo, filas } = reglas({ ...acuse, reglas: [de] });
      return [titulo.slice(-6), filas[0]!.resultado, filas[0]!.tono];
    };
    expect(solo('advierte')).toEqual(['0 de 1', 'Tome en cuenta', 'aviso']);
    expect(solo('aRevision')).toEqual(['0 de 1', 'Pasa a revisión', 'aviso']);
    // What only gives points was asked of nobody.
    expect(solo('noSuma')).toEqual(['0 de 0', 'No da puntos', 'neutro']);
    expect(reglas({ ...acuse, reglas: [] }).nota).toContain('No hubo requisitos que evaluar');
  });

  it('verificacion: the address, whole, as a link', () => {
    const seccion = verificacion(acuse, '<svg/>');
    expect(seccion).toMatchObject({ url: acuse.url, qr: '<svg/>' });
  });
});

describe('renderAcuse', () => {
  const renderer = createPdfRenderer({ signer: testSigner });
  afterAll(() => renderer.close());
  const make = async (change: Partial<AcuseImpreso> = {}) => {
    const pdf = await renderAcuse(renderer, { ...acuse, ...change }, SIGNED);
    return Buffer.from(pdf).toString('latin1');
  };
  const count = (pdf: string, pattern: RegExp) => [...pdf.matchAll(pattern)].length;

  it('is tagged: headings, the table with its headers, the QR described, the address a link', async () => {
    const pdf = await make();
    expect(pdf).toContain('/Lang (es-MX)');
    expect(count(pdf, /\/S \/H1\b/g)).toBe(1);
    expect(count(pdf, /\/S \/H2\b/g)).toBe(4);
    expect(count(pdf, /\/S \/H3\b/g)).toBe(1);
    expect(count(pdf, /\/S \/Table\b/g)).toBe(1);
    expect(count(pdf, /\/S \/TH\b/g)).toBe(2);
    expect(count(pdf, /\/S \/Figure\b/g)).toBe(1);
    expect(pdf).toContain('/Alt ');
    expect(pdf).toContain('/URI (https://portal.ejemplo.gob.mx/acuse?folio=');
  });

  it('has its folio, and the key of a person, each whole on one line', async () => {
    for (const demo of [true, false]) {
      const pdf = await renderAcuse(
        renderer,
        {
          ...acuse,
          persona: { ...acuse.persona, curp: null, clave: SIN_CURP },
          demo,
        },
        SIGNED,
      );
      const lines = await linesOf(pdf);
      // At the head, on its own; and at the foot of each page.
      expect(lines.some((line) => line.startsWith(FOLIO))).toBe(true);
      expect(lines.filter((line) => line.startsWith(`Folio ${FOLIO}`))).not.toHaveLength(0);
      expect(lines.filter((line) => /AC26-/.test(line) && !line.includes(FOLIO))).toEqual([]);
      expect(lines.filter((line) => line.includes(SIN_CURP))).toHaveLength(1);
    }
  });

  it('says in full what was accepted, and only of what was', async () => {
    const text = (await linesOf(await renderAcuse(renderer, acuse, SIGNED))).join(' ');
    expect(text).toContain(`«${COMPROMISO}»`);
    expect([...text.matchAll(/Sí, acepto/g)]).toHaveLength(1);
  });

  it('says what stands for a sign that cannot be printed, and only where there is one', async () => {
    const textOf = async (valor: string) => {
      const secciones = [{ titulo: 'Motivos', respuestas: [{ etiqueta: 'Motivos', valor }] }];
      return (await linesOf(await renderAcuse(renderer, { ...acuse, secciones }, SIGNED))).join(
        ' ',
      );
    };
    const note = /Donde aparece □ .* no puede imprimirse/;
    const con = await textOf('Me gusta 漢 el amparo');
    expect(con).toContain('Me gusta □ el amparo');
    expect(con).toMatch(note);
    const emoji = await textOf('Me gusta 🎉 el amparo 👨‍👩‍👧');
    expect(emoji).toContain('Me gusta 🎉 el amparo 👨‍👩‍👧');
    expect(emoji).not.toMatch(note);
  });

  it('of an ordinary form is one page, with nothing said twice', async () => {
    const formato = await readFile(new URL('acuse-2.json', FORMATOS), 'utf8');
    const pdf = await renderAcuse(renderer, ACUSE.read(JSON.parse(formato)), SIGNED);
    const lines = await linesOf(pdf);
    expect(lines.filter((line) => /Página 1 de 1$/.test(line))).toHaveLength(1);
    for (const once of ['VALL001222HDGZRSA9', 'José Luis Vázquez Lara']) {
      expect(lines.join(' ').split(once)).toHaveLength(2);
    }
    expect(lines.join(' ')).not.toMatch(/Dato Valor|JOSÉ LUIS/);
  });

  it('is the same every time', async () => {
    expect(await make()).toBe(await make());
  });

  it('holds 40 answers of 2,000 characters, and none', async () => {
    const texto = 'Bajo protesta de decir verdad, los datos asentados son ciertos. '.repeat(32);
    const largas = Array.from({ length: 40 }, (_, i) => ({
      etiqueta: `Pregunta ${i + 1}`,
      valor: texto.slice(0, 2000),
    }));
    const pages = /\/Type \/Page\b/g;
    const largo = await make({ secciones: [{ titulo: 'Todas', respuestas: largas }] });
    expect(count(largo, pages)).toBeGreaterThan(10);
    expect(count(await make({ secciones: [], reglas: [], demo: false }), pages)).toBe(1);
  });

  it('says what it is of, with the rows of its own', async () => {
    const otro: AcuseImpreso = {
      ...{ ...acuse, de: 'constancia', secciones: [] },
      propios: [
        { etiqueta: 'Folio del trámite', valor: 'SP26-K9Y2-ZKYW-J', clave: true },
        { etiqueta: 'Envío', valor: '2, sustituye al anterior', clave: false },
      ],
    };
    expect(encabezado(otro).titulo).toBe('Acuse de constancia');
    expect(respuestas(otro).nota).toBe('Esta constancia no requirió más respuestas.');
    expect(
      ficha(otro).filas.filter(({ etiqueta }) => /trámite|Envío|Plantilla/.test(etiqueta)),
    ).toEqual([
      { etiqueta: 'Folio del trámite', valor: 'SP26-K9Y2-ZKYW-J', estilo: 'folio', nota: '' },
      { etiqueta: 'Envío', valor: '2, sustituye al anterior', estilo: 'texto', nota: '' },
      expect.objectContaining({ etiqueta: 'Plantilla de constancia' }),
    ]);
    const lines = await linesOf(await renderAcuse(renderer, otro, { signed: false }));
    expect(lines).toContain('Acuse de constancia');
    expect(lines).toContain('SP26-K9Y2-ZKYW-J');
  });

  it('prints whatever a person writes', async () => {
    const hostil = '#panic("x") *Ñ* _é_ $x^2$ @ref <a> `r` 😀👨‍👩‍👧 漢 \u0000\u202e\ufeff = - \\';
    const pdf = await make({
      institucion: hostil,
      estado: { codigo: 'inscrita', nombre: hostil, tono: 'success' },
      folio: hostil,
      persona: { nombreCompleto: `${hostil} Ruiz`, curp: `${hostil} 1`, clave: `${hostil} 2` },
      curso: { ...acuse.curso, nombre: hostil.repeat(5), clave: 'W'.repeat(200) },
      secciones: [
        { titulo: hostil, respuestas: [{ etiqueta: hostil, valor: hostil, aceptado: hostil }] },
      ],
      reglas: [{ descripcion: hostil, cumple: false, detalle: hostil }],
    });
    expect(count(pdf, /\/S \/H\d\b/g)).toBe(6);
    expect(count(pdf, /\/S \/Table\b/g)).toBe(1);
  });
});
