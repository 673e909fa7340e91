import type { FieldErrors } from '../../../platform/shared/errors.ts';
import type { Apartado, Leido, Valores } from '../apartados/rules.ts';

const NACIONALIDADES = [
  { value: 'mexicana', label: 'Mexicana por nacimiento' },
  { value: 'naturalizada', label: 'Mexicana por naturalización' },
  { value: 'extranjera', label: 'Extranjera' },
] as const;

/** The number that the judiciary gives to whoever works in it: digits, with or without letters and hyphens. */
export const readExpediente = (texto: string): Leido => {
  const valor = texto.toUpperCase().replace(/\s+/g, '');
  return /^[A-Z0-9][A-Z0-9/-]{0,19}$/.test(valor) && /\d/.test(valor)
    ? { valor }
    : {
        problema:
          'El número de expediente lleva cifras, y a veces letras, guion o diagonal; 20 caracteres como máximo.',
      };
};

/** Whether a period goes on. */
const isVigente = (valores: Valores): boolean => (valores.hasta ?? null) === null;

const periodoProblems = (valores: Valores): FieldErrors =>
  valores.hasta !== null && String(valores.hasta) < String(valores.desde)
    ? { hasta: 'El último día es anterior al primero. Revise las dos fechas.' }
    : {};

/** Who somebody is for the judiciary: their nationality, their number in it, and where they have worked. */
export const EMPLEO = [
  {
    id: 'nacionalidad',
    parte: 'perfil',
    titulo: 'Nacionalidad',
    uno: 'la nacionalidad',
    vacio: 'Sin registrar.',
    unico: true,
    max: 1,
    nombre: ['nacionalidad'],
    noRepite: ['nacionalidad'],
    campos: [
      {
        key: 'nacionalidad',
        label: 'Nacionalidad',
        kind: 'opcion',
        required: true,
        opciones: NACIONALIDADES,
      },
      {
        key: 'pais',
        label: 'País',
        kind: 'texto',
        max: 60,
        hint: 'El que expide su pasaporte.',
        required: true,
        soloSi: ({ nacionalidad }) => nacionalidad === 'extranjera',
        autoComplete: 'country-name',
      },
    ],
  },
  {
    id: 'servicio',
    parte: 'perfil',
    titulo: 'Servicio en el Poder Judicial',
    uno: 'el número de expediente y la fecha de ingreso',
    lead: 'Como aparecen en su nombramiento o en su constancia de servicio.',
    vacio: 'Todavía no están anotados el número de expediente ni la fecha de ingreso.',
    unico: true,
    max: 1,
    nombre: ['expediente'],
    noRepite: ['expediente'],
    campos: [
      {
        key: 'expediente',
        label: 'Número de expediente',
        kind: 'texto',
        required: true,
        max: 30,
        lee: readExpediente,
      },
      {
        key: 'ingreso',
        label: 'Fecha de ingreso',
        kind: 'fecha',
        required: true,
        hint: 'El primer día en el Poder Judicial de la Federación.',
      },
    ],
  },
  {
    id: 'empleo',
    parte: 'perfil',
    titulo: 'Adscripciones',
    uno: 'una adscripción',
    lead: 'Dónde trabaja y dónde ha trabajado en el Poder Judicial. El circuito se asigna según el órgano.',
    vacio: 'Sin adscripciones registradas.',
    max: 40,
    nombre: ['organo', 'institucion'],
    actual: isVigente,
    porFecha: ({ desde }) => String(desde),
    noRepite: ['organo', 'institucion', 'categoria', 'desde'],
    campos: [
      {
        key: 'organo',
        label: 'Órgano jurisdiccional',
        kind: 'referencia',
        catalogo: 'organos',
        hint: 'Si no trabaja en uno, déjelo sin elegir y elija la institución.',
      },
      {
        key: 'institucion',
        label: 'Institución',
        kind: 'referencia',
        catalogo: 'instituciones',
        required: true,
        soloSi: ({ organo }) => (organo ?? null) === null,
      },
      {
        key: 'categoria',
        label: 'Categoría o cargo',
        kind: 'referencia',
        catalogo: 'categorias',
        required: true,
      },
      { key: 'desde', label: 'Desde', kind: 'fecha', required: true },
      {
        key: 'hasta',
        label: 'Hasta',
        kind: 'fecha',
        hint: 'Vacío si es la actual.',
      },
      {
        key: 'documento',
        label: 'Documento que lo comprueba',
        kind: 'documento',
        hint: 'El nombramiento o la constancia, de los documentos del expediente.',
      },
    ],
    problemas: (valores, otras) => ({
      ...periodoProblems(valores),
      ...(isVigente(valores) &&
        otras.some(isVigente) && {
          hasta: 'Ya tiene una adscripción actual: anote primero hasta cuándo estuvo en ella.',
        }),
    }),
  },
] as const satisfies readonly Apartado[];
