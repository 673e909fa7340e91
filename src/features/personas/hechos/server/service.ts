import type { Slots } from '../../../../platform/server/feature.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { ENTIDADES } from '../../curp/rules.ts';
import { personPath, tabPath } from '../../routes.ts';
import { findEnExpediente } from '../rules.ts';
import { selectExpedientes } from './data.ts';

type Declarado = Slots['hechos']['declara'][number];

const abre =
  (parte: string, apartado: string) =>
  (clave: string): string =>
    tabPath(clave, parte, { abrir: apartado });

const persona = (declarado: Pick<Declarado, 'clave' | 'nombre' | 'tipo'> & Partial<Declarado>) => ({
  grupo: 'Persona',
  remedio: { texto: 'Revisar mi expediente', enlace: personPath },
  ...declarado,
});
const empleo = (declarado: Parameters<typeof persona>[0]) =>
  persona({
    grupo: 'Empleo',
    remedio: { texto: 'Anotar mi adscripción', enlace: abre('perfil', 'empleo') },
    ...declarado,
  });
const estudios = (clave: string, nombre: string): Declarado => ({
  clave,
  grupo: 'Estudios',
  nombre,
  tipo: 'claves',
  valoresDe: { catalogo: 'niveles' },
  palabras: ['escolaridad', 'licenciatura', 'posgrado', 'grado académico'],
  remedio: { texto: 'Anotar mis estudios', enlace: abre('academicos', 'estudio') },
});

/** The apartados that each fact looks at; those of the whole file: all. */
const APARTADOS: Readonly<Record<string, readonly string[]>> = {
  'persona.nacionalidad': ['nacionalidad'],
  'empleo.antiguedad': ['servicio'],
  'empleo.categoria': ['empleo'],
  'empleo.antiguedadEnCargo': ['empleo'],
  'empleo.organo': ['empleo'],
  'empleo.circuito': ['empleo'],
  'estudios.niveles': ['estudio'],
  'estudios.titulos': ['estudio'],
  'persona.expedienteCompleto': [
    'telefono',
    'emergencia',
    'domicilio',
    'nacionalidad',
    'servicio',
    'empleo',
    'estudio',
  ],
};

/** What rules may ask of somebody's file. */
export const expedienteHechos: Slots['hechos'] = {
  declara: [
    persona({ clave: 'persona.edad', nombre: 'Edad', tipo: 'numero', unidad: ['año', 'años'] }),
    persona({
      clave: 'persona.sexo',
      nombre: 'Sexo',
      tipo: 'clave',
      valores: [
        { valor: 'H', etiqueta: 'Hombre' },
        { valor: 'M', etiqueta: 'Mujer' },
        { valor: 'X', etiqueta: 'No binario' },
      ],
    }),
    persona({
      clave: 'persona.nacionalidad',
      nombre: 'Nacionalidad',
      tipo: 'clave',
      valores: [
        { valor: 'mexicana', etiqueta: 'Mexicana por nacimiento' },
        { valor: 'naturalizada', etiqueta: 'Mexicana por naturalización' },
        { valor: 'extranjera', etiqueta: 'Extranjera' },
      ],
      remedio: { texto: 'Anotar mi nacionalidad', enlace: abre('perfil', 'nacionalidad') },
    }),
    persona({
      clave: 'persona.entidad',
      nombre: 'Entidad de nacimiento',
      tipo: 'clave',
      valores: Object.entries(ENTIDADES).map(([valor, etiqueta]) => ({ valor, etiqueta })),
    }),
    persona({
      clave: 'persona.expedienteCompleto',
      nombre: 'Expediente completo',
      tipo: 'booleano',
      pide: ['su expediente esté completo', 'su expediente no esté completo'],
      remedio: { texto: 'Completar mi expediente', enlace: personPath },
    }),
    empleo({
      clave: 'empleo.categoria',
      nombre: 'Categoría o cargo',
      tipo: 'clave',
      valoresDe: { catalogo: 'categorias' },
      palabras: ['puesto', 'plaza', 'juez', 'secretario'],
    }),
    empleo({
      clave: 'empleo.organo',
      nombre: 'Órgano',
      tipo: 'clave',
      valoresDe: { catalogo: 'organos' },
      palabras: ['juzgado', 'tribunal', 'adscripción'],
    }),
    empleo({
      clave: 'empleo.circuito',
      nombre: 'Circuito',
      tipo: 'clave',
      valoresDe: { catalogo: 'circuitos' },
      palabras: ['región', 'lugar de trabajo'],
    }),
    empleo({
      clave: 'empleo.antiguedad',
      nombre: 'Antigüedad en el Poder Judicial',
      palabras: ['años de servicio', 'ingreso'],
      tipo: 'numero',
      unidad: ['año', 'años'],
      remedio: { texto: 'Anotar mi fecha de ingreso', enlace: abre('perfil', 'servicio') },
    }),
    empleo({
      clave: 'empleo.antiguedadEnCargo',
      nombre: 'Antigüedad en el cargo actual',
      palabras: ['años en el puesto', 'desde cuándo'],
      tipo: 'numero',
      unidad: ['año', 'años'],
    }),
    estudios('estudios.niveles', 'Estudios concluidos'),
    estudios('estudios.titulos', 'Títulos obtenidos'),
  ],
  async load(db, { campos, personas, hoy }) {
    const apartados = [...new Set(campos.flatMap(({ clave }) => lookUp(APARTADOS, clave) ?? []))];
    const files = await selectExpedientes(db, personas, apartados);
    return [...files].flatMap(([personaId, expediente]) =>
      campos.map(({ field, clave }) => ({
        field,
        personaId,
        ...withWords(clave, findEnExpediente(clave, expediente, hoy)),
      })),
    );
  },
};

/** With the value's word, of what is chosen among few. */
const withWords = (clave: string, found: ReturnType<typeof findEnExpediente>) => {
  const { valores } = expedienteHechos.declara.find((declarado) => declarado.clave === clave) ?? {};
  const texto = valores?.find(({ valor }) => valor === found.valor)?.etiqueta;
  return texto === undefined ? found : { ...found, texto };
};

export { selectExpedientes as readExpedientes } from './data.ts';
