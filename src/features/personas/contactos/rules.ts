import type { Apartado, Leido } from '../apartados/rules.ts';

/** Country code, then what the country says: E.164 has 15 digits at most. */
const E164 = /^\+[1-9]\d{7,14}$/;
/** Area codes of two digits; all others have three. */
const DOS_CIFRAS = /^(55|56|33|81)/;

/**
 * A telephone as it is kept, `+525512345678`. Ten digits are Mexico's, with or without what was once dialled before
 * them (01, 044, 045, +52 1); of another country it begins with + or 00.
 */
export const readTelefono = (texto: string): Leido => {
  const problema =
    'Un teléfono de México lleva 10 cifras, por ejemplo 55 1234 5678; de otro país, escriba + y su clave, por ejemplo +1 202 555 0123.';
  if (/[^\d\s+().\-–]/.test(texto) || texto.lastIndexOf('+') > 0) return { problema };
  const digits = texto.replace(/\D/g, '');
  const foreign = texto.trim().startsWith('+') ? digits : /^00(.*)$/.exec(digits)?.[1];
  if (foreign !== undefined && !foreign.startsWith('52')) {
    const valor = `+${foreign}`;
    return E164.test(valor) ? { valor } : { problema };
  }
  const local =
    foreign === undefined ? digits.replace(/^(01|044|045)(?=\d{10}$)/, '') : foreign.slice(2);
  const ten = local.replace(/^1(?=\d{10}$)/, '').replace(/^52(?=\d{10}$)/, '');
  return /^[2-9]\d{9}$/.test(ten) ? { valor: `+52${ten}` } : { problema };
};

/** `+525512345678` → «55 1234 5678»; of another country, with its code. */
export const formatTelefono = (telefono: string): string => {
  const ten = /^\+52(\d{10})$/.exec(telefono)?.[1];
  if (ten === undefined) return telefono;
  const area = DOS_CIFRAS.test(ten) ? 2 : 3;
  return `${ten.slice(0, area)} ${ten.slice(area, 6)} ${ten.slice(6)}`;
};

const readCodigoPostal = (texto: string): Leido =>
  /^\d{5}$/.test(texto) && texto !== '00000'
    ? { valor: texto }
    : { problema: 'El código postal lleva 5 cifras, por ejemplo 06600.' };

const readExtension = (texto: string): Leido => {
  const valor = texto.replace(/\D/g, '');
  return /^\d{1,6}$/.test(valor) && !/[^\d\s.a-z]/i.test(texto)
    ? { valor }
    : { problema: 'La extensión lleva de 1 a 6 cifras.' };
};

const TELEFONO = {
  kind: 'texto',
  required: true,
  max: 30,
  hint: '10 cifras; de otro país, con + y su clave.',
  lee: readTelefono,
  dice: formatTelefono,
  teclado: 'tel',
} as const;

/** How somebody is reached, where they live, and whom to call when something happens to them. */
export const CONTACTOS = [
  {
    id: 'telefono',
    parte: 'contactos',
    titulo: 'Teléfonos',
    uno: 'un teléfono',
    vacio: 'Todavía no hay un teléfono al que llamar.',
    max: 10,
    nombre: ['numero'],
    noRepite: ['numero', 'extension'],
    campos: [
      {
        key: 'clase',
        label: 'Tipo',
        kind: 'opcion',
        required: true,
        opciones: [
          { value: 'celular', label: 'Celular' },
          { value: 'casa', label: 'Casa' },
          { value: 'oficina', label: 'Oficina' },
        ],
      },
      { key: 'numero', label: 'Número', ...TELEFONO, autoComplete: 'tel' },
      {
        key: 'extension',
        label: 'Extensión',
        kind: 'texto',
        max: 10,
        lee: readExtension,
        soloSi: ({ clase }) => clase === 'oficina',
        teclado: 'numeric',
      },
    ],
  },
  {
    id: 'domicilio',
    parte: 'contactos',
    titulo: 'Domicilio',
    uno: 'el domicilio',
    vacio: 'Sin registrar.',
    unico: true,
    max: 1,
    nombre: ['calle'],
    noRepite: ['calle', 'exterior', 'cp'],
    campos: [
      {
        key: 'cp',
        label: 'Código postal',
        kind: 'texto',
        required: true,
        max: 5,
        lee: readCodigoPostal,
        autoComplete: 'postal-code',
        teclado: 'numeric',
      },
      {
        key: 'entidad',
        label: 'Estado',
        kind: 'referencia',
        catalogo: 'entidades',
        required: true,
      },
      {
        key: 'municipio',
        label: 'Municipio o alcaldía',
        kind: 'texto',
        required: true,
        max: 100,
        autoComplete: 'address-level2',
      },
      {
        key: 'colonia',
        label: 'Colonia',
        kind: 'texto',
        required: true,
        max: 100,
        autoComplete: 'address-level3',
      },
      {
        key: 'calle',
        label: 'Calle',
        kind: 'texto',
        required: true,
        max: 150,
        autoComplete: 'address-line1',
      },
      {
        key: 'exterior',
        label: 'Número exterior',
        kind: 'texto',
        required: true,
        max: 20,
        hint: 'Si no tiene, escriba S/N.',
      },
      { key: 'interior', label: 'Número interior', kind: 'texto', max: 20 },
    ],
  },
  {
    id: 'emergencia',
    parte: 'contactos',
    titulo: 'Contactos de emergencia',
    uno: 'un contacto de emergencia',
    lead: 'A quién llamar si algo le ocurre durante una actividad. Avísele que lo anotó aquí.',
    vacio: 'Todavía no hay a quién llamar.',
    max: 5,
    nombre: ['nombre'],
    noRepite: ['nombre', 'telefono'],
    campos: [
      { key: 'nombre', label: 'Nombre', kind: 'texto', required: true, max: 150 },
      {
        key: 'relacion',
        label: 'Relación',
        hint: 'Qué es de usted.',
        kind: 'opcion',
        required: true,
        opciones: [
          { value: 'pareja', label: 'Cónyuge o pareja' },
          { value: 'progenitor', label: 'Madre o padre' },
          { value: 'descendiente', label: 'Hija o hijo' },
          { value: 'hermandad', label: 'Hermana o hermano' },
          { value: 'familiar', label: 'Otro familiar' },
          { value: 'amistad', label: 'Amistad' },
          { value: 'otra', label: 'Otra relación' },
        ],
      },
      { key: 'telefono', label: 'Teléfono', ...TELEFONO },
    ],
  },
] as const satisfies readonly Apartado[];
