import { describe, expect, it } from 'vitest';
import { BASE, change, texto } from '../../../../../tests/factories/definiciones.ts';
import type { Definicion } from '../../contract.ts';
import { repartoDe } from '../../cupos/rules.ts';
import type { Grupo, HechoDeclarado, Regla } from '../../reglas/contract.ts';
import { compareDefiniciones } from './rules.ts';

const say = (after: Definicion, before = BASE, hechos: readonly HechoDeclarado[] = []) =>
  compareDefiniciones(before, after, hechos).flatMap(({ clase, texto: t, detalles }) => [
    `${clase}: ${t}`,
    ...detalles.map(({ que, antes, despues }) =>
      antes === undefined ? `- ${que}` : `- ${que}: ${antes} → ${despues}`,
    ),
  ]);

describe('what changed between two versions, in Spanish', () => {
  it('nothing when nothing did', () => {
    expect(say(structuredClone(BASE))).toEqual([]);
  });

  it('a type of document by its name, or only that it is another; what is not said of a field is «no»', () => {
    const asking = (documento: string, more: object = {}) =>
      change((d) => {
        const campo = { clave: 'uno', etiqueta: 'Título', tipo: 'documento', documento };
        d.secciones[0]!.campos[0] = { ...campo, obligatorio: true, ...more } as never;
      });
    const told = (documentos: ReadonlyMap<string, string>) =>
      compareDefiniciones(asking('TITULO'), asking('INE', { sensible: true }), [], documentos)[0]
        ?.detalles;
    const nombres = new Map([
      ['TITULO', 'Título profesional'],
      ['INE', 'Credencial para votar'],
    ]);
    const sensible = { que: 'si es un dato sensible', antes: 'no', despues: 'sí' };
    const que = 'el tipo de documento';
    expect(told(nombres)).toEqual([
      { que, antes: '«Título profesional»', despues: '«Credencial para votar»' },
      sensible,
    ]);
    expect(told(new Map())).toEqual([{ que }, sensible]);
  });

  it.each<[string, (copy: Definicion) => void, string[]]>([
    [
      'a field of more, one of less',
      (d) => {
        d.secciones[0]!.campos = [texto('uno'), texto('cuatro')];
      },
      [
        'quitado: Se quitó el campo «Pregunta dos».',
        '- Texto corto, obligatorio.',
        'nuevo: Se agregó el campo «Pregunta cuatro».',
        '- Texto corto, obligatorio.',
      ],
    ],
    [
      'what a field asks, and whether it must be answered',
      (d) => {
        Object.assign(d.secciones[0]!.campos[0]!, { etiqueta: 'Su cargo', obligatorio: false });
      },
      [
        'cambiado: Cambia el campo «Su cargo»:',
        '- la pregunta: «Pregunta uno» → «Su cargo»',
        '- si es obligatorio: sí → no',
      ],
    ],
    [
      'figures and days as they are written',
      (d) => {
        Object.assign(d.secciones[0]!.campos[0]!, { maxLongitud: 1500, min: '1960-01-01' });
      },
      [
        'cambiado: Cambia el campo «Pregunta uno»:',
        '- los caracteres máximos: nada → 1500',
        '- el mínimo: nada → 1 de enero de 1960',
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
      [
        'quitado: Se quitó la sección «Sección b».',
        'quitado: Se quitó el campo «Pregunta tres».',
        '- Texto corto, obligatorio.',
      ],
    ],
    [
      'messages',
      (d) => {
        d.mensajes = { confirmacion: 'Gracias.' };
      },
      [
        'quitado: Se quitó el mensaje de bienvenida.',
        '- «Hola»',
        'nuevo: Se agregó el mensaje de confirmación.',
        '- «Gracias»',
      ],
    ],
    [
      'a rule',
      (d) => {
        d.reglas = [];
      },
      [
        'quitado: Se quitó la regla «La inscripción está abierta».',
        `- Mensaje: «${BASE.reglas[0]!.mensaje.replace(/\.$/, '')}».`,
      ],
    ],
    [
      'a field that points to something, or is saved in the file, in the words in which it was chosen',
      (d) => {
        d.secciones[0]!.campos = [
          { clave: 'uno', etiqueta: 'Pregunta uno', obligatorio: true } as never,
          texto('dos'),
        ];
        Object.assign(d.secciones[0]!.campos[0]!, { tipo: 'catalogo', catalogo: 'organos' });
        Object.assign(d.secciones[0]!.campos[1]!, {
          ...{ tipo: 'datoPersona', dato: 'telefono', editable: true, guardable: true },
        });
      },
      [
        'cambiado: Cambia el campo «Pregunta uno»:',
        '- el tipo de respuesta: «Texto corto» → «Elemento de un catálogo»',
        '- el catálogo: nada → «Órganos jurisdiccionales»',
        'cambiado: Cambia el campo «Pregunta dos»:',
        '- el tipo de respuesta: «Texto corto» → «Dato del expediente»',
        '- el dato del expediente: nada → «Teléfono celular»',
        '- si se puede corregir: no → sí',
        '- si se ofrece guardarlo en el expediente: no → sí',
      ],
    ],
    [
      'what a rule does, and what happens when the seats are gone',
      (d) => {
        d.reglas[0]!.efecto = 'revision';
        d.reparto = { alLlenarse: 'esperaPorTurno', horasParaAceptar: 48, cupos: [] };
      },
      [
        'cambiado: Cambia la regla «La inscripción está abierta»:',
        '- el efecto: «Impide inscribirse» → «Pasa a revisión»',
        'cambiado: Cambia el reparto de los lugares:',
        '- qué pasa cuando se llena: «No se reciben más inscripciones» → «Lista de espera por orden de llegada»',
      ],
    ],
  ])('%s', (_, edit, expected) => {
    expect(say(change(edit))).toEqual(expected);
  });

  it('a rule of more, and one of less, with what it asks, does and says; without a message, none is said', () => {
    const hechos: HechoDeclarado[] = [
      { clave: 'persona.edad', grupo: 'Persona', nombre: 'Edad', tipo: 'numero' },
    ];
    const regla: Regla = {
      clave: 'edad',
      descripcion: 'Mayoría de edad.',
      efecto: 'impide',
      mensaje: 'Debe tener 18 años.',
      condicion: {
        combinator: 'and',
        rules: [
          { field: 'persona.edad', operator: '>=', value: 18 },
          { field: 'respuesta.dos', operator: '=', value: 'sí' },
        ],
      },
    };
    const premio: Regla = { ...regla, clave: 'premio', efecto: 'prioriza', puntos: 3, mensaje: '' };
    const after = change((d) => {
      d.reglas.push(regla, premio);
    });
    const que = 'que «Edad» sea al menos 18 y que «Pregunta dos» sea «sí»';
    const dichas = (acto: string) => [
      `${acto} la regla «Mayoría de edad».`,
      `- Para inscribirse se exige ${que}.`,
      '- Mensaje: «Debe tener 18 años».',
      `${acto} la regla «Mayoría de edad».`,
      `- Da 3 puntos para la lista de espera a condición de ${que}.`,
    ];
    expect(say(after, BASE, hechos)).toEqual(dichas('nuevo: Se agregó'));
    expect(say(BASE, after, hechos)).toEqual(dichas('quitado: Se quitó'));
  });

  it('a quota of more, with who may take its seats; a message that changes', () => {
    const hechos: HechoDeclarado[] = [
      { clave: 'empleo.circuito', grupo: 'Empleo', nombre: 'Circuito', tipo: 'clave' },
    ];
    const condicion: Grupo = {
      combinator: 'and',
      rules: [{ field: 'empleo.circuito', operator: '=', value: 'C1' }],
    };
    const cupo = { clave: 'c', nombre: 'Primero', lugares: 5, liberaDias: null, condicion };
    const after = change((d) => {
      d.reparto = { ...repartoDe(BASE), cupos: [cupo] };
      d.mensajes = { bienvenida: 'Buen día.' };
    });
    expect(say(after, BASE, hechos)).toEqual([
      'nuevo: Se agregó el cupo «Primero», de 5 lugares.',
      '- Para tomarlos se exige que «Circuito» sea C1.',
      'cambiado: Cambia el mensaje de bienvenida:',
      '- el texto: «Hola» → «Buen día»',
    ]);
  });
});
