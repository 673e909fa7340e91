import { describe, expect, it } from 'vitest';
import { BASE, change, texto } from '../../../../tests/factories/definiciones.ts';
import type { Definicion } from '../contract.ts';
import type { Campo } from '../formulario/contract.ts';
import type { HechoDeclarado, Hoja } from '../reglas/contract.ts';
import { consejosDe, contradiccionesEn } from './rules.ts';

describe('what is allowed and probably not meant', () => {
  const opcion = texto('elige', {
    tipo: 'opcion',
    opciones: ['x', 'y', 'z'].map((valor) => ({
      valor,
      etiqueta: `Opción ${valor.toUpperCase()}`,
    })),
  } as Partial<Campo>);
  const when = (valor: string) => ({
    visibleSi: { campo: 'elige', operador: 'igual' as const, valor },
  });

  it('nothing of a form that is as it should be', () => {
    expect(consejosDe(BASE)).toEqual([]);
  });

  const leads = (...conditions: Partial<Campo>[]) =>
    change((d) => {
      d.secciones[0]!.campos = [opcion, ...conditions.map((one, i) => texto(`q${i}`, one))];
    });
  const rule = (operator: string, value: string | string[]) => ({
    ...BASE.reglas[0]!,
    condicion: { combinator: 'and', rules: [{ field: 'respuesta.elige', operator, value }] },
  });
  const unused = (definicion: Definicion) =>
    consejosDe(definicion).flatMap(({ donde, mensaje, gravedad }) => {
      expect([donde, gravedad]).toEqual(['secciones.0.campos.0.opciones', 'sugiere']);
      return mensaje.split(': ')[1]!;
    });

  it('choices that nothing looks at, where something looks at another: by their words', () => {
    expect(unused(leads(when('x')))).toEqual(['«Opción Y» y «Opción Z».']);
    expect(unused(leads(when('x'), when('y')))).toEqual(['«Opción Z».']);
    expect(unused({ ...leads(), reglas: [rule('in', ['x', 'z'])] })).toEqual(['«Opción Y».']);
    const cupo = { clave: 'c', nombre: 'C', lugares: 1, liberaDias: null };
    const reparto = {
      alLlenarse: 'cerrar' as const,
      horasParaAceptar: 48,
      cupos: [{ ...cupo, condicion: rule('=', 'y').condicion }],
    };
    expect(unused({ ...leads(when('x')), reparto })).toEqual(['«Opción Z».']);
  });

  it('says nothing where nothing looks at any, where all lead somewhere, or where one is set against the others', () => {
    expect(unused(leads())).toEqual([]);
    expect(unused(leads(when('x'), when('y'), when('z')))).toEqual([]);
    const distinto = { visibleSi: { campo: 'elige', operador: 'distinto' as const, valor: 'x' } };
    expect(unused(leads(distinto))).toEqual([]);
    expect(unused(leads({ visibleSi: { campo: 'elige', operador: 'contestado' } }))).toEqual([]);
    expect(unused({ ...leads(), reglas: [rule('notIn', ['x'])] })).toEqual([]);
    // What another fact is compared with is no choice of this list.
    const ajena = rule('=', 'x');
    (ajena.condicion.rules[0] as Hoja).field = 'persona.sexo';
    expect(unused({ ...leads(), reglas: [ajena] })).toEqual([]);
  });

  it('of a long list, the first two and how many more', () => {
    const larga = {
      ...opcion,
      opciones: 'abcdefg'.split('').map((valor) => ({ valor, etiqueta: valor })),
    } as Campo;
    const definicion = change((d) => {
      d.secciones[0]!.campos = [larga, texto('dos', when('a'))];
    });
    expect(unused(definicion)).toEqual(['«b», «c» y 4 más.']);
  });

  it('a field that waits for an answer that cannot be given, and what waits for that field', () => {
    const numero = texto('edad', { tipo: 'numero', min: 18, max: 99 } as Partial<Campo>);
    const acepta = texto('acepta', { tipo: 'declaracion', texto: 'Acepto.' } as Partial<Campo>);
    const definicion = change((d) => {
      d.secciones[0]!.campos = [
        numero,
        acepta,
        texto('ok', { visibleSi: { campo: 'edad', operador: 'igual', valor: 20 } }),
        texto('joven', { visibleSi: { campo: 'edad', operador: 'igual', valor: 12 } }),
        texto('tutor', { visibleSi: { campo: 'joven', operador: 'contestado' } }),
        texto('porque', { visibleSi: { campo: 'acepta', operador: 'igual', valor: false } }),
      ];
    });
    const found = consejosDe(definicion);
    expect(found.map(({ donde }) => donde)).toEqual(
      [3, 4, 5].map((n) => `secciones.0.campos.${n}.visibleSi`),
    );
    expect(found.map(({ mensaje }) => mensaje).slice(0, 2)).toEqual([
      '«Pregunta joven» es obligatorio y no se mostrará nunca: lo que espera de «Pregunta edad» no puede contestarse.',
      '«Pregunta tutor» es obligatorio y no se mostrará nunca: depende de «Pregunta joven», que tampoco se muestra.',
    ]);
  });

  it('no rules at all', () => {
    expect(consejosDe({ ...BASE, reglas: [] }).map(({ donde }) => donde)).toEqual(['reglas']);
  });

  const dato = (clave: string, de: string, more: object = {}) =>
    texto(clave, { tipo: 'datoPersona', dato: de, editable: false, ...more } as Partial<Campo>);
  const said = (...campos: Campo[]) =>
    consejosDe(
      change((d) => {
        d.secciones[0]!.campos = campos;
      }),
    ).map(({ gravedad, mensaje }) => `${gravedad}: ${mensaje}`);
  const si = (campo: string, operador: 'igual' | 'distinto', valor: string) => ({
    visibleSi: { campo, operador, valor },
  });

  it('two fields that save one datum of the file, but for those of which each person is asked one', () => {
    const guarda = { editable: true, guardable: true };
    expect(said(dato('a', 'telefono', guarda), dato('b', 'telefono', guarda))).toEqual([
      'advierte: «Pregunta a» y «Pregunta b» guardan el mismo dato del expediente (Teléfono celular): si se contestan distinto, solo una de las dos respuestas quedará en él.',
    ]);
    expect(said(dato('a', 'telefono', guarda), dato('b', 'telefono'))).toEqual([
      'sugiere: «Pregunta a» y «Pregunta b» son el mismo dato del expediente: Teléfono celular.',
    ]);
    expect(said(dato('a', 'telefono', guarda), dato('b', 'municipio', guarda))).toEqual([]);
    const cual = dato('s', 'sexo');
    const each = (valor: string) => ({ ...guarda, ...si('s', 'igual', valor) });
    expect(
      said(cual, dato('a', 'telefono', each('Hombre')), dato('b', 'telefono', each('Mujer'))),
    ).toEqual([]);
  });

  it('a condition on what the file says that never holds: no such datum, or another was waited for', () => {
    expect(said(dato('s', 'sexo'), texto('q', si('s', 'igual', 'Femenino')))).toEqual([
      'advierte: «Pregunta q» es obligatorio y no se mostrará nunca: lo que espera de «Pregunta s» no puede contestarse.',
    ]);
    expect(said(dato('s', 'sexo'), texto('q', si('s', 'igual', 'Mujer')))).toEqual([]);
    const [aviso] = said(
      dato('s', 'sexo'),
      dato('r', 'sexo', si('s', 'igual', 'Mujer')),
      texto('q', si('r', 'igual', 'Hombre')),
    ).filter((one) => one.startsWith('advierte'));
    expect(aviso).toContain(
      'contradice lo que antes se espera de «Pregunta s», que es el mismo dato del expediente',
    );
  });
});

describe('rules that nobody can meet', () => {
  const hechos: HechoDeclarado[] = [
    { clave: 'edad', grupo: 'Persona', nombre: 'Edad', tipo: 'numero' },
  ];
  const asks = (clave: string, operator: string, value: unknown) => ({
    ...{ clave, descripcion: `Pide ${clave}`, efecto: 'impide' as const, mensaje: 'No la cumple.' },
    condicion: { combinator: 'and' as const, rules: [{ field: 'edad', operator, value }] },
  });
  const of = (...reglas: unknown[]) => ({ ...BASE, reglas }) as Definicion;
  const cupo = (operator: string, value: unknown) =>
    ({
      ...{ clave: 'c', nombre: 'Jóvenes', lugares: 5, liberaDias: null },
      condicion: asks('c', operator, value).condicion,
    }) as never;

  it('are told at the last of those that contradict each other', () => {
    expect(contradiccionesEn(of(asks('a', '<', 20), asks('b', '>', 40)), hechos)).toEqual([
      {
        donde: 'reglas.1.condicion',
        mensaje: expect.stringMatching(/^«Pide b»: nadie puede cumplirla a la vez que «Pide a»:/),
        gravedad: 'advierte',
      },
    ]);
    expect(contradiccionesEn(of(asks('a', '<', 20), asks('b', '>', 10)), hechos)).toEqual([]);
  });

  it('and quotas of which nobody is who may enrol', () => {
    const reparto = { alLlenarse: 'cerrar' as const, horasParaAceptar: 48 };
    const con = (...cupos: never[]) => ({
      ...of(asks('a', '>=', 30)),
      reparto: { ...reparto, cupos },
    });
    expect(contradiccionesEn(con(cupo('<', 25)), hechos)).toMatchObject([
      { donde: 'reparto.cupos.0.condicion', gravedad: 'advierte' },
    ]);
    expect(contradiccionesEn(con(cupo('>', 20)), hechos)).toEqual([]);
  });

  it('are not looked at while one of them is not whole', () => {
    const unknown = { ...asks('b', '>', 40), condicion: { combinator: 'and', rules: [] } };
    expect(contradiccionesEn(of(asks('a', '<', 20), asks('c', '>', 40), unknown), hechos)).toEqual(
      [],
    );
  });
});
