/** What zod finds wrong with what was sent, in the words of the portal: the one place where they are. */
import { z } from 'zod';
import { lookUp } from '../shared/look-up.ts';

type Issue = z.core.$ZodRawIssue;

const amount = (n: number | bigint): string => n.toLocaleString('es-MX');
const plural = (n: number | bigint, one: string, many: string): string =>
  `${amount(n)} ${Number(n) === 1 ? one : many}`;

const TYPES: Readonly<Record<string, string>> = {
  string: 'Escriba un texto.',
  number: 'Escriba un número.',
  int: 'Escriba un número entero.',
  bigint: 'Escriba un número entero.',
  boolean: 'Responda sí o no.',
  date: 'Escriba una fecha.',
  array: 'Envíe una lista.',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Escriba un correo como nombre@ejemplo.mx.',
  url: 'Escriba una dirección que empiece con https://.',
  uuid: 'Elija una opción de la lista.',
  guid: 'Elija una opción de la lista.',
  date: 'Escriba una fecha.',
  time: 'Escriba una hora, como 09:00.',
  datetime: 'Escriba una fecha y una hora.',
};

const tooSmall = ({
  origin,
  minimum,
  inclusive,
}: Extract<Issue, { code: 'too_small' }>): string => {
  if (origin === 'string') {
    return Number(minimum) <= 1
      ? 'Escriba este dato.'
      : `Escriba al menos ${amount(minimum)} caracteres.`;
  }
  if (origin === 'array' || origin === 'set') {
    return Number(minimum) <= 1
      ? 'Elija al menos una opción.'
      : `Elija al menos ${amount(minimum)} opciones.`;
  }
  if (origin === 'date') return 'La fecha es anterior a lo que se admite.';
  return inclusive === false
    ? `Escriba un número mayor que ${amount(minimum)}.`
    : `Escriba un número de ${amount(minimum)} en adelante.`;
};

const tooBig = ({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string => {
  if (origin === 'string') {
    return `Escriba ${plural(maximum, 'carácter', 'caracteres')} como máximo.`;
  }
  if (origin === 'array' || origin === 'set') {
    return `Elija ${plural(maximum, 'opción', 'opciones')} como máximo.`;
  }
  if (origin === 'date') return 'La fecha es posterior a lo que se admite.';
  return inclusive === false
    ? `Escriba un número menor que ${amount(maximum)}.`
    : `Escriba un número de ${amount(maximum)} o menos.`;
};

const WRONG = 'El dato no es de la forma que se espera.';

/** The words for an issue that its schema has none for. */
export const sayIssue = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'Falta este dato.';
      return lookUp(TYPES, issue.expected) ?? WRONG;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      if (issue.input === '') return 'Escriba este dato.';
      return lookUp(FORMATS, issue.format) ?? 'Escríbalo en la forma que se indica.';
    case 'invalid_value':
      return issue.input === undefined || issue.input === null
        ? 'Falta este dato.'
        : 'Elija una de las opciones.';
    case 'not_multiple_of':
      return `Escriba un múltiplo de ${amount(issue.divisor)}.`;
    case 'unrecognized_keys':
      return 'Se envió un dato que no se espera.';
    default:
      return WRONG;
  }
};

/** Has zod use these words from now on, in this process. */
export const setContractMessages = (): void => {
  z.config({ localeError: sayIssue });
};
