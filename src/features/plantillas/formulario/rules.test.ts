import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFINICION, RESPUESTAS } from '../../../../tests/factories/plantillas.ts';
import type { Campo, Formulario, Respuestas } from './contract.ts';
import {
  apartarSensibles,
  asksSensibles,
  type DatosPersona,
  describeRespuestas,
  describeSensibles,
  fieldsOf,
  lockPrefilled,
  normaliseRespuestas,
  prefill,
  startRespuestas,
  validateRespuestas,
  visibleCampos,
} from './rules.ts';

const form = (...campos: Campo[]): Formulario => ({
  secciones: [{ clave: 's', titulo: 'Sección', campos }],
});
const comun = { clave: 'x', etiqueta: 'Dato', obligatorio: true } as const;
const check = (campo: Campo, x: Respuestas[string] | undefined) => {
  const { datos, errores } = validateRespuestas(form(campo), x === undefined ? {} : { x });
  return errores[0]?.mensaje ?? datos.x;
};

const PERSONA: DatosPersona = {
  nombreCompleto: 'ANA PÉREZ RUIZ',
  nombre: 'Ana',
  apellidoPaterno: 'Pérez',
  apellidoMaterno: 'Ruiz',
  curp: null,
  fechaNacimiento: '1988-02-29',
  sexo: 'Mujer',
  entidadNacimiento: 'Ciudad de México',
  correo: 'ana@correo.example',
};

describe('reading what people type', () => {
  it.each([
    ['  Juzgado   Tercero ', 'Juzgado Tercero'],
    ['a\u200b\u0007b', 'ab'],
    ['Jose\u0301', 'José'],
  ])('a text: %j', (typed, read) => {
    expect(check({ ...comun, tipo: 'texto' }, typed)).toBe(read);
  });
  it.each([
    ['1,250', 1250],
    ['1 250', 1250],
    ['-1,250.5', -1250.5],
    ['8,5', 8.5],
    ['.5', 0.5],
    [' 12 ', 12],
    ['-0', 0],
    [7, 7],
  ])('a number: %j', (typed, read) => {
    expect(check({ ...comun, tipo: 'numero', decimales: 2 }, typed)).toBe(read);
  });
  it.each(['1,2,3', '12,34.5', 'doce', '1e3', 'Infinity', '0x10', '--1'])(
    'not a number, kept as typed: %s',
    (typed) => {
      const campo: Campo = { ...comun, tipo: 'numero' };
      expect(check(campo, typed)).toBe('Escriba «Dato» solo con números, por ejemplo 12 o 1,250.');
      expect(normaliseRespuestas(form(campo), { x: typed })).toEqual({ x: typed });
    },
  );
  it.each([
    ['5/3/2026', '2026-03-05'],
    ['05-03-2026', '2026-03-05'],
    ['2026-3-5', '2026-03-05'],
    ['29 2 2024', '2024-02-29'],
  ])('a date: %s', (typed, read) => {
    expect(check({ ...comun, tipo: 'fecha' }, typed)).toBe(read);
  });
  it.each(['29/2/2025', '31/4/2026', 'mañana', '0000-01-01', '5/3/26'])('no date: %s', (typed) => {
    expect(check({ ...comun, tipo: 'fecha' }, typed)).toContain('no existe en el calendario');
  });
});

describe('messages say how to mend it', () => {
  const opciones = [
    { valor: 'a', etiqueta: 'A' },
    { valor: 'b', etiqueta: 'B' },
  ];
  it.each<[Campo, Respuestas[string] | undefined, string]>([
    [{ ...comun, tipo: 'texto' }, '   ', 'Escriba su respuesta en «Dato».'],
    [
      { ...comun, tipo: 'texto', maxLongitud: 3 },
      'cuatro',
      'Acorte «Dato»: admite 3 caracteres y lleva 6.',
    ],
    [
      { ...comun, tipo: 'textoLargo', minLongitud: 5 },
      'dos',
      'Amplíe «Dato»: pide al menos 5 caracteres y lleva 3.',
    ],
    [{ ...comun, tipo: 'numero' }, undefined, 'Escriba un número en «Dato».'],
    [{ ...comun, tipo: 'numero', min: 1000 }, 3, 'En «Dato» escriba 1,000 o más.'],
    [{ ...comun, tipo: 'numero' }, 1.5, 'Escriba «Dato» como número entero, sin decimales.'],
    [{ ...comun, tipo: 'numero', decimales: 1 }, 1.25, 'Escriba «Dato» con 1 decimal como máximo.'],
    [{ ...comun, tipo: 'numero' }, 1e15, 'En «Dato» escriba 1,000,000,000,000 o menos.'],
    [
      { ...comun, tipo: 'fecha', min: '2026-01-01' },
      '2025-12-31',
      'En «Dato» escriba una fecha a partir del 1 de enero de 2026.',
    ],
    [
      { ...comun, tipo: 'fecha', max: '2026-01-01' },
      '2026-01-02',
      'En «Dato» escriba una fecha hasta el 1 de enero de 2026.',
    ],
    [{ ...comun, tipo: 'opcion', opciones }, 'c', 'Elija una opción en «Dato».'],
    [
      { ...comun, tipo: 'opciones', opciones, min: 2 },
      ['a'],
      'Elija al menos 2 opciones en «Dato».',
    ],
    [
      { ...comun, tipo: 'opciones', opciones, max: 1 },
      ['a', 'b'],
      'Elija como máximo 1 opción en «Dato».',
    ],
    [
      { ...comun, tipo: 'declaracion', texto: 'Declaro…' },
      false,
      'Para continuar, lea y marque «Dato».',
    ],
    [
      { ...comun, tipo: 'datoPersona', dato: 'correo', editable: true },
      'ana@',
      'Revise «Dato»: un correo se escribe como nombre@dominio, por ejemplo ana@correo.mx.',
    ],
    [
      { ...comun, tipo: 'datoPersona', dato: 'curp', editable: false },
      undefined,
      'Su expediente no tiene «Dato». Pida a Control Escolar que lo complete y vuelva a esta página.',
    ],
  ])('%#', (campo, answer, message) => {
    expect(check(campo, answer)).toBe(message);
  });

  it('an optional field may be left out, but not answered wrongly', () => {
    const campo: Campo = { ...comun, obligatorio: false, tipo: 'numero' };
    expect(check(campo, '')).toBeUndefined();
    expect(check(campo, 'doce')).toContain('solo con números');
  });
});

describe('what is asked depends on earlier answers', () => {
  const si = (campo: string, valor: string) => ({ campo, operador: 'igual', valor }) as const;
  const texto = (clave: string, visibleSi?: Campo['visibleSi']): Campo => ({
    clave,
    etiqueta: clave,
    tipo: 'texto',
    obligatorio: true,
    visibleSi,
  });
  const chain = form(texto('a'), texto('b', si('a', 'sí')), texto('c', si('b', 'sí')));
  const shown = (def: Formulario, respuestas: Respuestas) =>
    visibleCampos(def, respuestas).map(({ clave }) => clave);

  it('a hidden field does not show others, and its answer is dropped', () => {
    expect(shown(chain, { a: 'sí', b: 'sí' })).toEqual(['a', 'b', 'c']);
    expect(shown(chain, { a: 'no', b: 'sí', c: 'algo' })).toEqual(['a']);
    expect(validateRespuestas(chain, { a: 'no', b: 'sí', c: 'algo' })).toEqual({
      ok: true,
      datos: { a: 'no' },
      leidas: { a: 'no', b: 'sí', c: 'algo' },
      errores: [],
    });
  });

  it('a condition over an unanswered field never holds, «distinto» included', () => {
    const def = form(texto('a'), texto('b', { campo: 'a', operador: 'distinto', valor: 'no' }));
    expect(shown(def, {})).toEqual(['a']);
    expect(shown(def, { a: 'sí' })).toEqual(['a', 'b']);
  });

  it('compares numbers as numbers, choices by membership, declarations by their mark', () => {
    const def = form(
      { ...comun, clave: 'n', tipo: 'numero' },
      { ...comun, clave: 'o', tipo: 'opciones', opciones: [{ valor: 'p', etiqueta: 'P' }] },
      { ...comun, clave: 'd', tipo: 'declaracion', texto: '…' },
      texto('siN', { campo: 'n', operador: 'igual', valor: 1200 }),
      texto('siO', { campo: 'o', operador: 'incluye', valor: 'p' }),
      texto('siD', { campo: 'd', operador: 'igual', valor: false }),
      texto('siC', { campo: 'n', operador: 'contestado' }),
    );
    expect(shown(def, { n: '1,200', o: ['p'], d: false }).slice(3)).toEqual([
      'siN',
      'siO',
      'siD',
      'siC',
    ]);
    expect(shown(def, { n: '', o: [], d: true }).slice(3)).toEqual([]);
    // One that nobody has touched is as one left unmarked.
    expect(shown(def, {}).slice(3)).toEqual(['siD']);
  });
});

describe('the person’s file', () => {
  it('fills what it knows, and locks what may not be edited', () => {
    const prellenado = prefill(DEFINICION, PERSONA);
    expect(prellenado).toEqual({
      nombreCompleto: 'ANA PÉREZ RUIZ',
      nacimiento: '1988-02-29',
      correo: 'ana@correo.example',
    });
    const typed = { nombreCompleto: 'OTRA', correo: 'otro@correo.example' };
    expect(lockPrefilled(DEFINICION, typed, prellenado)).toEqual({
      ...prellenado,
      correo: 'otro@correo.example',
    });
    // Nothing in the file: what was sent for a read-only field does not stand in for it.
    expect(lockPrefilled(DEFINICION, typed, {})).toEqual({ correo: 'otro@correo.example' });
  });

  it('gives way to the draft, also where the draft was emptied', () => {
    const prellenado = prefill(DEFINICION, PERSONA);
    expect(startRespuestas(DEFINICION, prellenado)).toMatchObject({ correo: PERSONA.correo });
    expect(startRespuestas(DEFINICION, prellenado, { correo: '' })).toMatchObject({ correo: '' });
  });
});

it('describes answers as people read them, without what is hidden', () => {
  const todas = { ...prefill(DEFINICION, PERSONA), ...RESPUESTAS };
  expect(describeRespuestas(DEFINICION, todas)).toEqual([
    {
      titulo: 'Sus datos',
      respuestas: [
        { etiqueta: 'Nombre completo', valor: 'ANA PÉREZ RUIZ' },
        { etiqueta: 'Fecha de nacimiento', valor: '29 de febrero de 1988' },
        { etiqueta: 'Correo de contacto', valor: 'ana@correo.example' },
      ],
    },
    {
      titulo: 'Su trabajo',
      respuestas: [
        { etiqueta: 'Perfil', valor: 'Otro' },
        { etiqueta: 'Diga cuál', valor: 'Defensoría pública' },
        { etiqueta: 'Años de servicio', valor: '12' },
        { etiqueta: 'Fecha de ingreso', valor: '1 de agosto de 2014' },
        { etiqueta: 'Materias de interés', valor: 'Amparo; Penal' },
        { etiqueta: 'Motivos', valor: 'Quiero actualizarme.\nMuchas gracias.' },
        { etiqueta: 'Es mi primera actividad aquí', valor: 'Sí' },
        {
          etiqueta: 'Acepto el compromiso de asistencia',
          valor: 'Sí, acepto',
          aceptado: 'Me comprometo a asistir al 80 % de las sesiones.',
        },
      ],
    },
  ]);
  const [, trabajo] = describeRespuestas(DEFINICION, { perfil: 'administrativo' });
  expect(trabajo!.respuestas.map(({ etiqueta }) => etiqueta)).not.toContain('Diga cuál');
  expect(trabajo!.respuestas[1]).toEqual({ etiqueta: 'Años de servicio', valor: 'Sin respuesta' });
  // What was not marked was not accepted, and says no text.
  expect(trabajo!.respuestas.slice(-2)).toEqual([
    { etiqueta: 'Es mi primera actividad aquí', valor: 'No' },
    { etiqueta: 'Acepto el compromiso de asistencia', valor: 'No' },
  ]);
});

describe('sensitive answers', () => {
  const { apoyos: _apoyos, cualApoyo: _cualApoyo, ...ordinary } = RESPUESTAS;
  it('are taken apart from the others', () => {
    expect(apartarSensibles(DEFINICION, RESPUESTAS)).toEqual({
      ordinarias: ordinary,
      sensibles: { apoyos: true, cualApoyo: 'Rampa y lector de pantalla' },
    });
    expect(asksSensibles(DEFINICION)).toBe(true);
    expect(asksSensibles(form({ ...comun, tipo: 'texto' }))).toBe(false);
  });
  it('that were not given leave nothing: not even that they were asked', () => {
    const { datos } = validateRespuestas(DEFINICION, { ...ordinary, apoyos: false });
    expect(apartarSensibles(DEFINICION, datos).sensibles).toEqual({});
    expect(apartarSensibles(DEFINICION, { apoyos: false, cualApoyo: '' })).toEqual({
      ordinarias: {},
      sensibles: {},
    });
  });
  it('are described for who may read them, and for nobody else', () => {
    expect(describeSensibles(DEFINICION, RESPUESTAS)).toEqual([
      {
        titulo: 'Su trabajo',
        respuestas: [
          { etiqueta: 'Necesito algún apoyo', valor: 'Sí' },
          { etiqueta: 'Describa el apoyo', valor: 'Rampa y lector de pantalla' },
        ],
      },
    ]);
    expect(describeSensibles(DEFINICION, ordinary)).toEqual([]);
    const others = JSON.stringify(describeRespuestas(DEFINICION, RESPUESTAS));
    expect(others).not.toMatch(/apoyo|Rampa/);
  });
});

describe('whatever is sent', () => {
  const claves = fieldsOf(DEFINICION).map(({ clave }) => clave);
  const key = fc.oneof(
    fc.constantFrom(...claves),
    fc.constantFrom('__proto__', 'constructor', 'toString'),
    fc.string({ maxLength: 8 }),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.double(),
    fc.boolean(),
    fc.array(fc.constantFrom('amparo', 'penal', 'laboral', 'x'), { maxLength: 4 }),
    fc.constantFrom('otro', 'administrativo', '12', '5/3/2026', 'ana@correo.mx'),
  );
  const anything = fc
    .array(fc.tuple(key, value), { maxLength: 15 })
    .map((pairs) => Object.fromEntries(pairs) as Respuestas);

  it('what is kept with the inscripción, and what is printed, never is sensitive', () => {
    fc.assert(
      fc.property(anything, (respuestas) => {
        const { datos } = validateRespuestas(DEFINICION, respuestas);
        const { ordinarias, sensibles } = apartarSensibles(DEFINICION, datos);
        expect(Object.keys(ordinarias)).not.toContain('apoyos');
        expect(Object.keys(ordinarias)).not.toContain('cualApoyo');
        // Nothing printed depends on what is kept apart.
        expect(describeRespuestas(DEFINICION, ordinarias)).toEqual(
          describeRespuestas(DEFINICION, { ...ordinarias, ...sensibles }),
        );
      }),
    );
  });

  it('normalising is idempotent and keeps only known fields', () => {
    fc.assert(
      fc.property(anything, (respuestas) => {
        const once = normaliseRespuestas(DEFINICION, respuestas);
        expect(normaliseRespuestas(DEFINICION, once)).toEqual(once);
        expect(claves).toEqual(expect.arrayContaining(Object.keys(once)));
      }),
    );
  });

  it('an email is kept as everywhere, and what only looks like one is told', () => {
    const read = (correo: string) => {
      const { datos, errores } = validateRespuestas(DEFINICION, { correo });
      return errores.some(({ campo }) => campo === 'correo') ? null : datos.correo;
    };
    expect(read(' ANA@Educación.mx ')).toBe('ana@xn--educacin-13a.mx');
    for (const wrong of [
      'ana@correo.example,otra@correo.example',
      'аna@correo.example',
      'a@1.2.3.4',
    ]) {
      expect(read(wrong)).toBeNull();
    }
  });

  it('is valid JSON for PostgreSQL: no NUL, no lone surrogate, no number that JSON lacks', () => {
    fc.assert(
      fc.property(anything, (respuestas) => {
        const once = normaliseRespuestas(DEFINICION, respuestas);
        const text = JSON.stringify(once);
        expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(JSON.parse(text)).toEqual(once);
      }),
    );
  });

  it('only visible fields get into the data or the errors', () => {
    fc.assert(
      fc.property(anything, (respuestas) => {
        const { ok, datos, errores } = validateRespuestas(DEFINICION, respuestas);
        const visible = new Set(visibleCampos(DEFINICION, respuestas).map(({ clave }) => clave));
        for (const clave of Object.keys(datos)) expect(visible.has(clave)).toBe(true);
        for (const { campo } of errores) expect(visible.has(campo)).toBe(true);
        expect(ok).toBe(errores.length === 0);
        expect(new Set(errores.map(({ campo }) => campo)).size).toBe(errores.length);
      }),
    );
  });

  it('what was accepted once is accepted again, unchanged', () => {
    const changed = fc
      .record({ perfil: fc.constantFrom('otro', 'administrativo'), motivos: fc.string() })
      .map((some) => ({ ...prefill(DEFINICION, PERSONA), ...RESPUESTAS, ...some }));
    fc.assert(
      fc.property(changed, (respuestas) => {
        const first = validateRespuestas(DEFINICION, respuestas);
        expect(first.ok).toBe(true);
        const { datos, ok } = first;
        expect(validateRespuestas(DEFINICION, datos)).toMatchObject({ ok, datos, errores: [] });
        expect('otroPerfil' in first.datos).toBe(respuestas.perfil === 'otro');
      }),
    );
  });
});
