import { describe, expect, it } from 'vitest';
import { DEFINICION } from '../../../../tests/factories/plantillas.ts';
import { mergeChanges } from '../../../platform/shared/conflict.ts';
import type { Definicion } from '../contract.ts';
import type { Campo } from '../formulario/contract.ts';
import { compareDefiniciones, consejosDe, definicionDe, partesDe } from './rules.ts';

const texto = (clave: string, more: Partial<Campo> = {}): Campo =>
  ({ clave, etiqueta: `Pregunta ${clave}`, tipo: 'texto', obligatorio: true, ...more }) as Campo;
const seccion = (clave: string, ...campos: Campo[]) => ({
  clave,
  titulo: `Sección ${clave}`,
  campos,
});
const BASE: Definicion = {
  secciones: [seccion('a', texto('uno'), texto('dos')), seccion('b', texto('tres'))],
  reglas: DEFINICION.reglas,
  mensajes: { bienvenida: 'Hola.' },
};
const change = (edit: (copy: Definicion) => void): Definicion => {
  const copy = structuredClone(BASE);
  edit(copy);
  return copy;
};
const say = (after: Definicion, before = BASE) =>
  compareDefiniciones(before, after).map(({ clase, texto: t }) => `${clase}: ${t}`);

describe('what changed between two versions, in Spanish', () => {
  it('nothing when nothing did', () => {
    expect(say(structuredClone(BASE))).toEqual([]);
  });

  it.each<[string, (copy: Definicion) => void, string[]]>([
    [
      'a field of more, one of less',
      (d) => {
        d.secciones[0]!.campos = [texto('uno'), texto('cuatro')];
      },
      [
        'quitado: Se quitó el campo «Pregunta dos».',
        'nuevo: Se agregó el campo «Pregunta cuatro».',
      ],
    ],
    [
      'what a field asks, and whether it must be answered',
      (d) => {
        Object.assign(d.secciones[0]!.campos[0]!, { etiqueta: 'Su cargo', obligatorio: false });
      },
      [
        'cambiado: En el campo «Su cargo» cambia la pregunta (decía «Pregunta uno»; dice «Su cargo»); si es obligatorio (decía sí; dice no).',
      ],
    ],
    [
      'a field that moves to another section',
      (d) => {
        d.secciones[1]!.campos.push(d.secciones[0]!.campos.pop()!);
      },
      ['cambiado: El campo «Pregunta dos» pasó de «Sección a» a «Sección b».'],
    ],
    [
      'the order of fields and of sections',
      (d) => {
        d.secciones[0]!.campos.reverse();
        d.secciones.reverse();
      },
      [
        'cambiado: Las secciones están en otro orden.',
        'cambiado: Los campos de «Sección a» están en otro orden.',
      ],
    ],
    [
      'a section with its fields',
      (d) => {
        d.secciones.pop();
      },
      ['quitado: Se quitó la sección «Sección b».', 'quitado: Se quitó el campo «Pregunta tres».'],
    ],
    [
      'messages',
      (d) => {
        d.mensajes = { confirmacion: 'Gracias.' };
      },
      [
        'quitado: El mensaje de bienvenida se quitó.',
        'nuevo: El mensaje de confirmación es nuevo.',
      ],
    ],
    [
      'a rule',
      (d) => {
        d.reglas = [];
      },
      [`quitado: Se quitó la regla «${DEFINICION.reglas[0]!.descripcion}».`],
    ],
  ])('%s', (_, edit, expected) => {
    expect(say(change(edit))).toEqual(expected);
  });
});

describe('two who edit one draft', () => {
  const join = (mine: Definicion, theirs: Definicion) => {
    const [base, my, their] = [BASE, mine, theirs].map((one) => partesDe(one).valores) as [
      Record<string, string>,
      Record<string, string>,
      Record<string, string>,
    ];
    const { valores, conflictos } = mergeChanges(base, my, their);
    return { definicion: definicionDe(valores, mine, theirs), conflictos };
  };

  it('what each changed apart stays, without a question', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
      d.secciones[0]!.campos.push(texto('mio'));
    });
    const theirs = change((d) => {
      d.secciones[1]!.titulo = 'La suya';
      d.secciones[0]!.campos.splice(1, 0, texto('suyo'));
      d.mensajes = { bienvenida: 'La suya.' };
      d.secciones.push(seccion('c', texto('nuevo')));
    });
    const { definicion, conflictos } = join(mine, theirs);
    expect(conflictos).toEqual([]);
    expect(
      definicion.secciones.map(({ titulo, campos }) => [
        titulo,
        campos.map(({ etiqueta }) => etiqueta),
      ]),
    ).toEqual([
      ['Sección a', ['La mía', 'Pregunta suyo', 'Pregunta dos', 'Pregunta mio']],
      ['La suya', ['Pregunta tres']],
      ['Sección c', ['Pregunta nuevo']],
    ]);
    expect(definicion.mensajes?.bienvenida).toBe('La suya.');
  });

  it('the same field changed by both is asked about', () => {
    const mine = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La mía';
    });
    const theirs = change((d) => {
      d.secciones[0]!.campos[0]!.etiqueta = 'La suya';
    });
    expect(join(mine, theirs).conflictos).toEqual(['campo uno']);
  });

  it('what I wrote in a section that the other took away is not lost', () => {
    const mine = change((d) => {
      d.secciones[1]!.campos.push(texto('mio'));
    });
    const theirs = change((d) => {
      d.secciones.pop();
    });
    const { definicion } = join(mine, theirs);
    expect(definicion.secciones).toHaveLength(1);
    expect(definicion.secciones[0]!.campos.map(({ clave }) => clave)).toEqual([
      'uno',
      'dos',
      'mio',
    ]);
  });
});

describe('what is allowed and probably not meant', () => {
  const opcion = texto('elige', {
    tipo: 'opcion',
    opciones: ['x', 'y', 'z'].map((valor) => ({ valor, etiqueta: valor })),
  } as Partial<Campo>);
  const when = (valor: string) => ({
    visibleSi: { campo: 'elige', operador: 'igual' as const, valor },
  });

  it('nothing of a form that is as it should be', () => {
    expect(consejosDe(BASE)).toEqual([]);
  });

  it('a choice that alone leads nowhere', () => {
    const definicion = change((d) => {
      d.secciones[0]!.campos = [opcion, texto('dos', when('x')), texto('tres', when('y'))];
    });
    expect(consejosDe(definicion).map(({ donde }) => donde)).toEqual([
      'secciones.0.campos.0.opciones',
    ]);
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
    expect(consejosDe(definicion).map(({ donde }) => donde)).toEqual(
      [3, 4, 5].map((n) => `secciones.0.campos.${n}.visibleSi`),
    );
  });

  it('no rules at all', () => {
    expect(consejosDe({ ...BASE, reglas: [] }).map(({ donde }) => donde)).toEqual(['reglas']);
  });
});
