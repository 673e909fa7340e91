import { diaEnCelda, formatFecha, isFecha } from '../../../../platform/shared/dates.ts';
import { readEmail } from '../../../../platform/shared/email.ts';
import { MENSAJES } from '../errors.ts';
import { checkDato, isDatoExpediente, isDia, printDato, readDato } from '../expediente/rules.ts';
import { checkLength, MAX_TEXTO, oneLine, readDate, textOf } from '../respuestas/rules.ts';
import { DATOS_PERSONA, type DatoPersona, defineClase, type Imposible } from './contract.ts';

/** Data of the person's file that may be changed in a form; the others, the registry or the school says. */
const isEditable = (dato: DatoPersona) => dato === 'correo' || isDatoExpediente(dato);

/** An address as it is kept; otherwise the text itself. */
const readCorreo = (raw: string): string => {
  const reading = readEmail(raw);
  return reading.ok ? reading.email : oneLine(raw);
};

/** Data of the file that are days. */
const isDatoDia = (dato: DatoPersona): boolean =>
  dato === 'fechaNacimiento' || (isDatoExpediente(dato) && isDia(dato));

const SEXOS = new Set(['Hombre', 'Mujer', 'No binario']);
/** How what only the registry says is written: nothing else is ever found there. */
const FORMAS: Readonly<Partial<Record<DatoPersona, (text: string) => boolean>>> = {
  sexo: (text) => SEXOS.has(text),
  fechaNacimiento: isFecha,
  curp: (text) => /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/.test(text),
};

/** A datum of the person's file: prefilled; read-only unless `editable`. */
export const datoPersona = defineClase({
  tipo: 'datoPersona',
  nombre: 'Dato del expediente',
  ajustes: [
    { clave: 'dato', etiqueta: 'Dato', control: 'dato' },
    {
      clave: 'editable',
      etiqueta: 'La persona puede cambiarlo para esta inscripción',
      ayuda:
        'El correo, el teléfono, los datos del servicio y el domicilio: lo demás se corrige en el expediente.',
      control: 'casilla',
    },
    {
      clave: 'guardable',
      etiqueta: 'Si lo cambia, ofrecerle guardarlo en su expediente',
      ayuda: 'La persona decide al llenar el formulario. El correo se cambia solo en su cuenta.',
      control: 'casilla',
    },
  ],
  nuevo: () => ({ dato: 'nombreCompleto', editable: false }),
  lectura: (z) => ({
    dato: z.enum(DATOS_PERSONA),
    editable: z.boolean(),
    guardable: z.boolean().optional(),
  }),
  escritura: (z) => ({
    dato: z.enum(DATOS_PERSONA),
    editable: z.boolean(),
    guardable: z.boolean().optional(),
  }),
  impossible({ etiqueta, dato, editable, guardable, sensible }) {
    const found: Imposible[] = [];
    if (editable && !isEditable(dato)) {
      found.push({
        at: 'editable',
        message: `El dato «${etiqueta}» solo se corrige en el expediente.`,
      });
    }
    if (guardable && !(editable && isDatoExpediente(dato))) {
      found.push({
        at: 'guardable',
        message: `«${etiqueta}» no puede guardarse en el expediente desde un formulario${editable ? '' : ' en el que no se cambia'}.`,
      });
    }
    if (sensible) {
      found.push({
        at: 'sensible',
        message: `«${etiqueta}» ya está en el expediente: no es una respuesta.`,
      });
    }
    return found;
  },
  answer: 'string',
  dato: ({ dato, editable, guardable = false }) => ({
    dato,
    fijo: !editable,
    guarda: editable && guardable,
  }),

  canBe: ({ dato }, valor) => FORMAS[dato]?.(String(valor)) ?? true,

  normalise({ dato }, raw) {
    const text = textOf(raw);
    if (text === undefined) return undefined;
    if (isDatoExpediente(dato)) return readDato(dato, text);
    if (dato === 'fechaNacimiento') return readDate(text);
    return dato === 'correo' ? readCorreo(text) : oneLine(text);
  },
  check({ etiqueta, dato }, valor) {
    const text = String(valor);
    if (isDatoExpediente(dato)) return checkDato(dato, etiqueta, text);
    const long = checkLength(etiqueta, text, undefined, MAX_TEXTO);
    if (long !== null || dato !== 'correo' || readEmail(text).ok) return long;
    return `Revise «${etiqueta}»: un correo se escribe como nombre@dominio, por ejemplo ana@correo.mx.`;
  },
  missing({ etiqueta, dato, editable }) {
    if (editable) return MENSAJES.escriba(etiqueta);
    return isDatoExpediente(dato)
      ? `Su expediente no tiene «${etiqueta}». Complételo y vuelva a esta página.`
      : `Su expediente no tiene «${etiqueta}». Pida a Control Escolar que lo complete y vuelva a esta página.`;
  },

  print({ dato }, valor) {
    if (isDatoExpediente(dato)) return printDato(dato, String(valor));
    return dato === 'fechaNacimiento' ? formatFecha(String(valor)) : String(valor);
  },
  cell: ({ dato }, valor) =>
    isDatoDia(dato) && isFecha(String(valor)) ? diaEnCelda(String(valor)) : null,
  blank: 'Sin respuesta',

  control({ dato, editable }) {
    if (!editable) return { kind: 'dato', dato };
    if (isDatoExpediente(dato) && isDia(dato)) return { kind: 'date' };
    return { kind: dato === 'correo' ? 'email' : 'text' };
  },
  hint: ({ dato }) =>
    dato === 'correo'
      ? 'Aquí, y en el correo de su cuenta, recibirá los avisos de esta inscripción.'
      : 'Lo tomamos de su expediente; puede cambiarlo para esta inscripción.',
  note: ({ dato }) =>
    dato === 'correo'
      ? 'Si no es el de su cuenta, al enviar le pediremos confirmarlo con un mensaje.'
      : undefined,
  example: () => undefined,
});
