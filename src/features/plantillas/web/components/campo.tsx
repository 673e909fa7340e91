import { formatFecha } from '../../../../platform/shared/dates.ts';
import {
  CheckboxField,
  CheckboxGroupField,
  DateField,
  NumberField,
  RadioGroupField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../platform/web/form/index.ts';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import type { Campo as CampoDef, Respuesta } from '../../formulario/contract.ts';
import styles from './formulario.module.css';

/** From here on the choices are a list to open rather than buttons in sight. */
const MAX_RADIOS = 6;

const textOf = (valor: Respuesta | undefined): string =>
  typeof valor === 'string' ? valor : typeof valor === 'number' ? String(valor) : '';
const listOf = (valor: Respuesta | undefined): readonly string[] =>
  Array.isArray(valor) ? valor : typeof valor === 'string' && valor !== '' ? [valor] : [];

const optionsOf = ({ opciones }: Extract<CampoDef, { opciones: unknown }>) =>
  opciones.map(({ valor, etiqueta }) => ({ value: valor, label: etiqueta }));

/** One field of a plantilla's form, with the control that fits it. */
export function Campo({
  campo,
  id,
  valor,
  error,
  onCambio,
}: {
  campo: CampoDef;
  id: string;
  valor: Respuesta | undefined;
  error: string | undefined;
  onCambio: (valor: Respuesta) => void;
}) {
  const common = {
    id,
    name: campo.clave,
    label: campo.etiqueta,
    hint: hintOf(campo),
    error,
    optional: !campo.obligatorio,
  };
  const text = { ...common, value: textOf(valor), onChange: onCambio };
  switch (campo.tipo) {
    case 'texto':
      return <TextField {...text} autoComplete="off" />;
    case 'textoLargo':
      return (
        <TextAreaField
          {...text}
          {...(campo.maxLongitud !== undefined && { maxLength: campo.maxLongitud })}
        />
      );
    case 'numero':
      return (
        <div className={styles.corto}>
          <NumberField {...text} decimal={(campo.decimales ?? 0) > 0} />
        </div>
      );
    case 'fecha':
      return <DateField {...text} />;
    case 'datoPersona':
      return campo.dato === 'correo' ? (
        <TextField {...text} type="email" autoComplete="email" autoCapitalize="none" />
      ) : (
        <TextField {...text} autoComplete="off" />
      );
    case 'opcion': {
      // Radio buttons cannot be left unanswered again once pressed; a list can.
      const asRadios = campo.obligatorio && campo.opciones.length <= MAX_RADIOS;
      const options = optionsOf(campo);
      return asRadios ? (
        <RadioGroupField {...text} options={options} />
      ) : (
        <SelectField
          {...text}
          options={options}
          {...(!campo.obligatorio && { empty: 'Sin respuesta' })}
        />
      );
    }
    case 'opciones':
      return (
        <CheckboxGroupField
          {...common}
          value={listOf(valor)}
          onChange={(chosen) => onCambio([...chosen])}
          options={optionsOf(campo)}
        />
      );
    case 'casilla':
      return <CheckboxField {...common} value={valor === true} onChange={onCambio} />;
    case 'declaracion':
      return (
        <div className={styles.declaracion}>
          <p>{campo.texto}</p>
          <CheckboxField
            {...common}
            label={campo.obligatorio ? campo.etiqueta : `${campo.etiqueta} (opcional)`}
            value={valor === true}
            onChange={onCambio}
          />
        </div>
      );
  }
}

/** The plantilla's own help; without it, what the limits ask. */
const hintOf = (campo: CampoDef): string | undefined => {
  if (campo.tipo === 'datoPersona' && campo.dato === 'correo') {
    return `${campo.ayuda ?? 'Aquí, y en el correo de su cuenta, recibirá los avisos de esta inscripción.'} Si no es el de su cuenta, al enviar le pediremos confirmarlo con un mensaje.`;
  }
  if (campo.ayuda) return campo.ayuda;
  switch (campo.tipo) {
    case 'numero':
      return rangeOf(campo.min, campo.max, formatNumber);
    case 'fecha':
      return (
        rangeOf(campo.min, campo.max, (fecha) => `el ${formatFecha(fecha)}`) ??
        'Por ejemplo, 5 3 2026'
      );
    case 'opciones':
      return choicesOf(campo.min, campo.max);
    case 'datoPersona':
      return 'Lo tomamos de su expediente; puede cambiarlo para esta inscripción.';
    case 'texto':
    case 'textoLargo':
      return campo.minLongitud && campo.minLongitud > 1
        ? `Al menos ${campo.minLongitud} caracteres`
        : undefined;
    default:
      return undefined;
  }
};

const rangeOf = <T,>(
  min: T | undefined,
  max: T | undefined,
  words: (value: T) => string,
): string | undefined => {
  if (min !== undefined && max !== undefined) return `Entre ${words(min)} y ${words(max)}`;
  if (min !== undefined) return `Desde ${words(min)}`;
  return max === undefined ? undefined : `Hasta ${words(max)}`;
};

const choicesOf = (min = 1, max?: number): string => {
  if (max === undefined) return min > 1 ? `Elija ${min} o más` : 'Elija las que correspondan';
  return min === max ? `Elija ${max}` : `Elija de ${min} a ${max}`;
};
