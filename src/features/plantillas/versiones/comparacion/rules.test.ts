import { describe, expect, it } from 'vitest';
import { BASE, change, texto } from '../../../../../tests/factories/definiciones.ts';
import type { Definicion } from '../../contract.ts';
import { compareDefiniciones } from './rules.ts';

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
      [`quitado: Se quitó la regla «La inscripción está abierta».`],
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
        'cambiado: En el campo «Pregunta uno» cambia el tipo de respuesta (decía «Texto corto»; dice «Elemento de un catálogo»); el catálogo (decía nada; dice «Órganos jurisdiccionales»).',
        'cambiado: En el campo «Pregunta dos» cambia el tipo de respuesta (decía «Texto corto»; dice «Dato del expediente»); el dato del expediente (decía nada; dice «Teléfono celular»); si se puede corregir (decía nada; dice sí); si se ofrece guardarlo en el expediente (decía nada; dice sí).',
      ],
    ],
    [
      'what a rule does, and what happens when the seats are gone',
      (d) => {
        d.reglas[0]!.efecto = 'revision';
        d.reparto = { alLlenarse: 'esperaPorTurno', horasParaAceptar: 48, cupos: [] };
      },
      [
        `cambiado: En la regla «La inscripción está abierta» cambia el efecto (decía «Impide inscribirse»; dice «Pasa a revisión»).`,
        'cambiado: En el reparto de los lugares cambia qué pasa cuando se llena (decía «No se reciben más inscripciones»; dice «Lista de espera por orden de llegada»).',
      ],
    ],
  ])('%s', (_, edit, expected) => {
    expect(say(change(edit))).toEqual(expected);
  });
});
