import { describe, expect, it } from 'vitest';
import { definicionSchema } from '../../../plantillas/escritura/contract.ts';
import { REGLA_VENTANA } from '../../../plantillas/muestra/server/seed.ts';
import { PIEZA_RECOMENDACIONES } from '../../convocatorias/contract.ts';
import { PIEZA_CARTAS, piezasDe, piezasDeCriterio } from './rules.ts';

const texto = (clave: string, more: object = {}) => ({
  ...{ clave, tipo: 'textoLargo', etiqueta: `Etiqueta de ${clave}`, obligatorio: false },
  ...more,
});
const DEFINICION = definicionSchema.parse({
  secciones: [
    {
      clave: 'datos',
      titulo: 'Datos',
      campos: [
        {
          ...{ clave: 'nombre', tipo: 'datoPersona', etiqueta: 'Nombre', dato: 'nombreCompleto' },
          ...{ editable: false, obligatorio: true },
        },
        {
          ...{ clave: 'nacimiento', tipo: 'datoPersona', etiqueta: 'Nacimiento' },
          ...{ dato: 'fechaNacimiento', editable: false, obligatorio: false },
        },
        texto('trayectoria'),
      ],
    },
    {
      clave: 'proyecto',
      titulo: 'Proyecto',
      campos: [
        texto('objetivo'),
        texto('metodo'),
        texto('asesor'),
        texto('salud', { sensible: true }),
        {
          ...{ clave: 'titulo', tipo: 'documento', etiqueta: 'Título', obligatorio: false },
          documento: 'TITULO',
        },
        {
          ...{ clave: 'acepta', tipo: 'declaracion', etiqueta: 'Acepto', obligatorio: true },
          texto: 'Yo, quien suscribe, declaro.',
        },
      ],
    },
  ],
  reglas: [REGLA_VENTANA],
});
const RESPUESTAS = {
  nombre: 'ANA PÉREZ RUIZ',
  nacimiento: '1988-02-29',
  trayectoria: 'Diez años en un tribunal.',
  objetivo: 'Estudiar el precedente.',
  metodo: 'Comparado.',
  asesor: 'Dra. Elena Ríos',
  salud: 'Secreto',
  titulo: { id: 'x', clave: 'TITULO', nombre: 'titulo-ana.pdf' },
  acepta: true,
};
const show = (piezas: string[][], ocultos: string[] = []) =>
  piezasDe(
    DEFINICION,
    RESPUESTAS,
    piezas.map((one) => ({ piezas: one })),
    ocultos,
  );

describe('what an evaluator sees', () => {
  it('is a section, without who it is of: no datum of the file, no document, nothing sensitive, nothing signed', () => {
    expect(show([['datos', 'proyecto']])).toEqual([
      {
        clave: 'datos',
        titulo: 'Datos',
        datos: [{ etiqueta: 'Etiqueta de trayectoria', valor: 'Diez años en un tribunal.' }],
      },
      {
        clave: 'proyecto',
        titulo: 'Proyecto',
        datos: [
          { etiqueta: 'Etiqueta de objetivo', valor: 'Estudiar el precedente.' },
          { etiqueta: 'Etiqueta de metodo', valor: 'Comparado.' },
          { etiqueta: 'Etiqueta de asesor', valor: 'Dra. Elena Ríos' },
        ],
      },
    ]);
    const all = JSON.stringify(
      show([['datos', 'proyecto', 'nombre', 'salud', 'titulo', 'acepta']]),
    );
    for (const secret of ['ANA', '1988', 'Secreto', 'titulo-ana', 'suscribe']) {
      expect(all).not.toContain(secret);
    }
  });

  it('leaves out what the call says that bears a name', () => {
    expect(JSON.stringify(show([['proyecto']], ['asesor']))).not.toContain('Ríos');
    // A criterion that asks for it by itself has nothing.
    expect(show([['asesor']], ['asesor'])).toEqual([]);
    expect(show([['nombre']])).toEqual([]);
  });

  it('is only what some criterion looks at, once, in the order of the form', () => {
    expect(show([['metodo'], ['objetivo', 'metodo']]).map(({ clave }) => clave)).toEqual([
      'objetivo',
      'metodo',
    ]);
    expect(show([['metodo'], ['proyecto']]).map(({ clave }) => clave)).toEqual(['proyecto']);
    expect(show([[PIEZA_CARTAS], ['no-hay']])).toEqual([]);
  });

  it('says of each criterion where its pieces are', () => {
    const shown = show([['metodo'], ['proyecto']]);
    expect(piezasDeCriterio(DEFINICION, { piezas: ['metodo', 'objetivo'] }, shown)).toEqual([
      'proyecto',
    ]);
    expect(piezasDeCriterio(DEFINICION, { piezas: ['metodo'] }, show([['metodo']]))).toEqual([
      'metodo',
    ]);
    expect(piezasDeCriterio(DEFINICION, { piezas: ['nombre', 'no-hay'] }, shown)).toEqual([]);
  });
});

it('the letters are called as the contract calls them', () => {
  expect(PIEZA_CARTAS).toBe(PIEZA_RECOMENDACIONES);
});
