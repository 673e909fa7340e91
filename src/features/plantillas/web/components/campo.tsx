import { createContext, memo, type ReactNode, useContext } from 'react';
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
import { ItemField } from '../../../catalogos/web/components/item-field.tsx';
import { DocumentoField } from '../../../documentos/web/components/documento-field.tsx';
import type { Control } from '../../formulario/campos/contract.ts';
import type { Campo as CampoDef, Respuesta } from '../../formulario/contract.ts';
import { referenciaOf } from '../../formulario/respuestas/rules.ts';
import { controlOf, hintOf } from '../../formulario/rules.ts';
import styles from './formulario.module.css';

const textOf = (valor: Respuesta | undefined): string =>
  typeof valor === 'string' ? valor : typeof valor === 'number' ? String(valor) : '';
const listOf = (valor: Respuesta | undefined): readonly string[] =>
  Array.isArray(valor) ? valor : typeof valor === 'string' && valor !== '' ? [valor] : [];

/** What every control takes. */
type Common = {
  id: string;
  name: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  optional: boolean;
};
type Answer = { valor: Respuesta | undefined; onCambio: (valor: Respuesta) => void };
type Draw<K extends Control['kind']> = (
  control: Extract<Control, { kind: K }> & Control,
  common: Common,
  answer: Answer,
) => ReactNode;

const written = (common: Common, { valor, onCambio }: Answer) => ({
  ...common,
  value: textOf(valor),
  onChange: onCambio,
});

/** The controls that a kind of field may ask for (`Control`), each as the platform draws it. */
const CONTROLS: { [K in Control['kind']]: Draw<K> } = {
  text: (_, common, answer) => <TextField {...written(common, answer)} autoComplete="off" />,
  email: (_, common, answer) => (
    <TextField
      {...written(common, answer)}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
    />
  ),
  area: ({ kind: _, ...limits }, common, answer) => (
    <TextAreaField {...written(common, answer)} {...limits} />
  ),
  number: ({ decimal }, common, answer) => (
    <div className={styles.corto}>
      <NumberField {...written(common, answer)} decimal={decimal} />
    </div>
  ),
  date: (_, common, answer) => <DateField {...written(common, answer)} />,
  radios: ({ options }, common, answer) => (
    <RadioGroupField {...written(common, answer)} options={options} />
  ),
  list: ({ kind: _, ...choices }, common, answer) => (
    <SelectField {...written(common, answer)} {...choices} />
  ),
  checks: ({ options }, common, { valor, onCambio }) => (
    <CheckboxGroupField
      {...common}
      value={listOf(valor)}
      onChange={(chosen) => onCambio([...chosen])}
      options={options}
    />
  ),
  check({ label = null, text }, common, { valor, onCambio }) {
    const box = (
      <CheckboxField
        {...common}
        label={label ?? common.label}
        value={valor === true}
        onChange={onCambio}
      />
    );
    if (text === undefined) return box;
    return (
      <div className={styles.declaracion}>
        <p>{text}</p>
        {box}
      </div>
    );
  },
  catalogo: ({ catalogo }, common, answer) => {
    const said = referenciaOf(answer.valor);
    return (
      <ItemField
        {...common}
        catalogo={catalogo}
        value={said?.id ?? ''}
        actual={said && { ...said, activo: true, ruta: [] }}
        onChange={() => {}}
        onItem={(item) =>
          answer.onCambio(item ? { id: item.id, clave: item.clave, nombre: item.nombre } : '')
        }
      />
    );
  },
  documento: ({ tipo }, common, answer) => <Documento {...{ tipo, common, answer }} />,
  // Shown together, as one block: datos-del-expediente.tsx.
  dato: () => null,
};

/** Whether the form is only looked at, by whoever makes it: what would be sent from it at once is not offered. */
export const EsMuestra = createContext(false);

function Documento({
  tipo,
  common,
  answer: { valor, onCambio },
}: {
  tipo: string;
  common: Common;
  answer: Answer;
}) {
  const isMuestra = useContext(EsMuestra);
  const said = referenciaOf(valor);
  const field = { ...common, value: said?.id ?? '', onChange: () => {} };
  return isMuestra ? (
    <SelectField {...field} options={[]} empty="Aquí se elige un documento propio, o se envía" />
  ) : (
    <DocumentoField
      {...field}
      tipo={tipo}
      actual={said}
      onElegir={(chosen) => onCambio(chosen ? { ...chosen, clave: tipo } : '')}
    />
  );
}

/** One field of a plantilla's form, with the control that its kind asks for: of two hundred, typing in one draws one. */
export const Campo = memo(function Campo({
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
  /** The same one at each drawing. */
  onCambio: (clave: string, valor: Respuesta) => void;
}) {
  const control = controlOf(campo);
  const common = {
    id,
    name: campo.clave,
    label: campo.etiqueta,
    hint: hintOf(campo),
    error,
    optional: !campo.obligatorio,
  };
  const draw = CONTROLS[control.kind] as Draw<Control['kind']>;
  return draw(control, common, { valor, onCambio: (next) => onCambio(campo.clave, next) });
});
