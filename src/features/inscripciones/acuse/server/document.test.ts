import { afterAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../../../tests/pdf.ts';
import { createPdfRenderer } from '../../../../platform/server/pdf/index.ts';
import { makeClaveSinCurp } from '../../../personas/clave/rules.ts';
import type { AcuseImpreso } from '../contract.ts';
import { formatFolio, makeFolio } from '../rules.ts';
import {
  actividad,
  encabezado,
  persona,
  reglas,
  renderAcuse,
  respuestas,
  verificacion,
} from './document.ts';

// As they are issued: with their check symbol.
const FOLIO = formatFolio(makeFolio(2026, 'K9Y2ZKYW2KGS'));
const SIN_CURP = makeClaveSinCurp('00482130');

const COMPROMISO =
  'Me comprometo a asistir al menos al 80 % de las sesiones y a entregar las actividades en los plazos señalados.';

const acuse: AcuseImpreso = {
  institucion: 'Escuela Judicial de Ejemplo',
  folio: FOLIO,
  estado: { codigo: 'inscrita', nombre: 'Inscrita' },
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
      emitido: '21 de noviembre de 2026, 10:32:05 horas (centro de México)',
    });
    const tonos = (['rechazada', 'noAcreditada', 'enListaDeEspera', 'enRevision'] as const).map(
      (codigo) => encabezado({ ...acuse, estado: { codigo, nombre: 'x' } }).tono,
    );
    expect(tonos).toEqual(['peligro', 'peligro', 'aviso', 'neutro']);
  });

  it('persona, with and without CURP', () => {
    expect(valores(persona(acuse))).toEqual({
      'Nombre completo': acuse.persona.nombreCompleto,
      CURP: 'HENM850412MDFRXR07',
    });
    const sin = persona({
      ...acuse,
      persona: { ...acuse.persona, curp: null, clave: SIN_CURP },
    });
    expect(sin.filas.slice(1)).toEqual([
      { etiqueta: 'CURP', valor: 'Sin CURP registrada', estilo: 'vacio', nota: '' },
      { etiqueta: 'Clave de la persona', valor: SIN_CURP, estilo: 'folio', nota: '' },
    ]);
  });

  it('actividad, with and without hours and place', () => {
    expect(valores(actividad(acuse))).toEqual({
      Nombre: 'Argumentación jurídica',
      Clave: 'CUR-2026-0142',
      'Tipo y modalidad': 'Curso · En línea',
      Duración: '40 horas',
      Edición: 'Primera edición 2027',
      Periodo: 'Del 12 de enero al 30 de marzo de 2027',
      Sede: 'Aula virtual',
      'Plantilla de inscripción': 'General, versión 3, publicada el 1 de octubre de 2026',
    });
    const sin = valores(
      actividad({
        ...acuse,
        curso: { ...acuse.curso, horas: null },
        edicion: { ...acuse.edicion, sede: null },
      }),
    );
    expect(sin).not.toHaveProperty('Duración');
    expect(sin.Sede).toBe('Sin sede indicada');
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
              nota: `«${COMPROMISO}»`,
            },
            { etiqueta: 'Es mi primer curso', valor: 'Sí', estilo: 'texto', nota: '' },
          ],
        },
      ],
    });
    expect(respuestas({ ...acuse, secciones: [] }).nota).toBe(
      'Esta inscripción no requirió respuestas.',
    );
  });

  it('reglas: results in words, and a count', () => {
    const seccion = reglas(acuse);
    expect(seccion.nota).toBe('Se cumplió 1 de 2 requisitos de la plantilla «General», versión 3.');
    expect(seccion.filas.map((f) => [f.resultado, f.tono, f.detalle])).toEqual([
      ['Cumple', 'exito', 'Título registrado'],
      ['No cumple', 'peligro', '—'],
    ]);
    expect(reglas({ ...acuse, reglas: [] }).nota).toContain('No hubo requisitos que evaluar');
  });

  it('verificacion: the address, whole, as a link', () => {
    const seccion = verificacion(acuse, '<svg/>');
    expect(seccion.filas).toEqual([
      { etiqueta: 'Dirección', valor: acuse.url, estilo: 'enlace', nota: '' },
    ]);
    expect(seccion).toMatchObject({ url: acuse.url, qr: '<svg/>' });
  });
});

describe('renderAcuse', () => {
  const renderer = createPdfRenderer();
  afterAll(() => renderer.close());
  const make = async (change: Partial<AcuseImpreso> = {}) => {
    const pdf = await renderAcuse(renderer, { ...acuse, ...change });
    return Buffer.from(pdf).toString('latin1');
  };
  const count = (pdf: string, pattern: RegExp) => [...pdf.matchAll(pattern)].length;

  it('is tagged: headings, tables with headers, the QR described, the address a link', async () => {
    const pdf = await make();
    expect(pdf).toContain('/Lang (es-MX)');
    expect(count(pdf, /\/S \/H1\b/g)).toBe(1);
    expect(count(pdf, /\/S \/H2\b/g)).toBe(5);
    expect(count(pdf, /\/S \/H3\b/g)).toBe(1);
    expect(count(pdf, /\/S \/Table\b/g)).toBe(5);
    expect(count(pdf, /\/S \/TH\b/g)).toBe(11);
    expect(count(pdf, /\/S \/Figure\b/g)).toBe(1);
    expect(pdf).toContain('/Alt ');
    expect(pdf).toContain('/URI (https://portal.ejemplo.gob.mx/acuse?folio=');
  });

  it('has its folio, and the key of a person, each whole on one line', async () => {
    for (const demo of [true, false]) {
      const pdf = await renderAcuse(renderer, {
        ...acuse,
        persona: { ...acuse.persona, curp: null, clave: SIN_CURP },
        demo,
      });
      const lines = await linesOf(pdf);
      // Under the code, on its own; and at the foot of each page.
      expect(lines).toContain(FOLIO);
      expect(lines.filter((line) => line.startsWith(`Folio ${FOLIO}`))).not.toHaveLength(0);
      expect(lines.filter((line) => /AC26-/.test(line) && !line.includes(FOLIO))).toEqual([]);
      expect(lines).toContain(`Clave de la persona ${SIN_CURP}`);
    }
  });

  it('says in full what was accepted, and only of what was', async () => {
    const text = (await linesOf(await renderAcuse(renderer, acuse))).join(' ');
    expect(text).toContain(`«${COMPROMISO}»`);
    expect([...text.matchAll(/Sí, acepto/g)]).toHaveLength(1);
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
    expect(count(largo, pages)).toBeGreaterThan(15);
    expect(count(await make({ secciones: [], reglas: [], demo: false }), pages)).toBe(1);
  });

  it('prints whatever a person writes', async () => {
    const hostil = '#panic("x") *Ñ* _é_ $x^2$ @ref <a> `r` 😀👨‍👩‍👧 漢 \u0000\u202e\ufeff = - \\';
    const pdf = await make({
      institucion: hostil,
      estado: { codigo: 'inscrita', nombre: hostil },
      folio: hostil,
      persona: { nombreCompleto: hostil, curp: hostil, clave: hostil },
      curso: { ...acuse.curso, nombre: hostil.repeat(5), clave: 'W'.repeat(200) },
      secciones: [
        { titulo: hostil, respuestas: [{ etiqueta: hostil, valor: hostil, aceptado: hostil }] },
      ],
      reglas: [{ descripcion: hostil, cumple: false, detalle: hostil }],
    });
    expect(count(pdf, /\/S \/H\d\b/g)).toBe(7);
    expect(count(pdf, /\/S \/Table\b/g)).toBe(5);
  });
});
