import { describe, expect, it } from 'vitest';
import { TIPOS, tipoOf } from '../../rules.ts';
import { disenoInicial, problemaDeMedidas, problemasDeDiseno } from '../rules.ts';
import { camposDeTexto, fillTexto, problemaDeTexto } from './rules.ts';

describe('a text with fields', () => {
  it.each([
    ['Con {{horas}} horas', null],
    ['Con {{ horas }} horas[, y {{calificacion}} de calificación]', null],
    ['Sin campos', null],
    ['', null],
    ['{{programma}}', 'no es un campo de este documento. ¿Quiso escribir {{programa}}?'],
    ['{{curp}}', 'no es un campo de este documento'],
    ['{{constructor}}', 'no es un campo'],
    ['{{}}', 'no es un campo'],
    ['{{titular', 'dos llaves'],
    ['{titular}}', 'dos llaves'],
    ['con {{calificacion}}', 'puede faltar'],
    ['[con {{calificacion}}', 'corchetes no cierran'],
    ['[con [{{calificacion}}]]', 'corchetes no cierran'],
    ['con {{horas}}]', 'corchetes no cierran'],
    ['[nada]', 'al menos uno'],
  ])('«%s»', (texto, problema) => {
    const said = problemaDeTexto('certificado', texto);
    if (problema === null) expect(said).toBeNull();
    else expect(said).toContain(problema);
  });

  it('says what it is given, and leaves out the brackets in which something lacks', () => {
    const texto = 'Con {{horas}} horas[, {{fechas}}][ y {{calificacion}}].';
    expect(fillTexto(texto, { horas: '40', calificacion: '9.5' })).toBe('Con 40 horas y 9.5.');
    expect(fillTexto(texto, { horas: '40', fechas: 'del 1 al 3 de mayo de 2026' })).toBe(
      'Con 40 horas, del 1 al 3 de mayo de 2026.',
    );
  });

  it('what somebody wrote in a field is text, whatever it looks like', () => {
    expect(fillTexto('A {{titular}}', { titular: '{{folio}} [x] #sys' })).toBe(
      'A {{folio}} [x] #sys',
    );
    expect(fillTexto('A {{toString}}', {})).toBe('A');
  });

  it.each(TIPOS)('a %s can name each of its own, and no CURP', (tipo) => {
    const keys = camposDeTexto(tipo).map(({ key }) => key);
    for (const { key } of tipoOf(tipo).campos) expect(keys).toContain(key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.join()).not.toMatch(/curp|clave/);
  });
});

describe('a design', () => {
  it.each(TIPOS)('that a %s begins with can be published', (tipo) => {
    expect(problemasDeDiseno(tipo, disenoInicial(tipo))).toEqual([]);
  });

  it('says where something is wrong', () => {
    const base = disenoInicial('grado');
    const donde = (changed: object) =>
      problemasDeDiseno('grado', { ...base, ...changed }).map((one) => one.donde);
    const id = crypto.randomUUID();
    expect(donde({ textos: { ...base.textos, titulo: ' ' } })).toEqual(['textos.titulo']);
    expect(donde({ textos: { ...base.textos, leyenda: 'x'.repeat(401) } })).toEqual([
      'textos.leyenda',
    ]);
    const margenes = { ...base.pagina.margenes, arriba: 11, abajo: 20.5 };
    expect(donde({ pagina: { ...base.pagina, margenes } })).toEqual([
      'pagina.margenes.arriba',
      'pagina.margenes.abajo',
    ]);
    expect(donde({ sello: { clase: 'imagen', imagen: null } })).toEqual(['sello.imagen']);
    const firma = (firmante: string) => ({ firmante, imagen: null });
    expect(donde({ firmantes: [firma(id), firma(''), firma(id)] })).toEqual([
      'firmantes.1',
      'firmantes.2',
    ]);
    expect(donde({ firmantes: [1, 2, 3, 4].map((n) => firma(`${n}`)) })).toEqual(['firmantes']);
  });
});

it.each([
  [800, 300, null],
  [200, 199, null],
  [199, 100, 'borrosa'],
  [2401, 900, 'como máximo'],
  [1700, 200, 'alargada'],
])('a picture of %i × %i', (ancho, alto, problema) => {
  const said = problemaDeMedidas(ancho, alto);
  if (problema === null) expect(said).toBeNull();
  else expect(said).toContain(problema);
});
