import { compareNatural } from '../../../../platform/shared/natural-order.ts';
import {
  CheckboxField,
  DateField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../platform/web/form/index.ts';
import type { FieldProps } from '../../../../platform/web/form/use-form.ts';
import type { Referencia } from '../../contract.ts';
import { type Campo, type CatalogoId, catalogoOf } from '../../definiciones/rules.ts';
import { rutaOf } from '../../rules.ts';
import { useOpciones } from '../hooks.ts';

/** What the form holds: numbers as they are typed. */
export type Escrito = string | boolean;

type Props = {
  campo: Campo;
  /** Catalogs to choose from, when it is a reference. */
  catalogos: readonly CatalogoId[];
  /** What it points to now, which may be inactive. */
  actual: Referencia | undefined;
  field: FieldProps<Escrito>;
};

/** The control of one field of an item. */
export function CampoItem({ campo, catalogos, actual, field }: Props) {
  const { key, label, kind, hint, required, max = 200 } = campo;
  const common = { ...field, label, hint, optional: !required };
  const text = { ...common, value: String(field.value) };
  switch (kind) {
    case 'boolean':
      return <CheckboxField {...field} value={field.value === true} label={label} hint={hint} />;
    case 'date':
      return <DateField {...text} {...(hint && { hint })} />;
    case 'number':
      return <NumberField {...text} />;
    case 'reference':
      return <ReferenciaField {...text} catalogos={catalogos} actual={actual} />;
    default:
      return max > 200 && key !== 'nombre' ? (
        <TextAreaField {...text} rows={2} maxLength={max} />
      ) : (
        <TextField
          {...text}
          autoComplete="off"
          maxLength={max}
          mono={key === 'clave'}
          spellCheck={key !== 'clave'}
        />
      );
  }
}

/** One of another catalog's active items; one that is inactive now stays chosen. */
function ReferenciaField({
  catalogos,
  actual,
  ...field
}: Omit<FieldProps<string>, 'onChange'> & {
  label: string;
  hint: string | undefined;
  optional: boolean;
  onChange: (value: string) => void;
  catalogos: readonly CatalogoId[];
  actual: Referencia | undefined;
}) {
  // A field points to one catalog, or to two when a branch may be skipped (an órgano's parent).
  const first = useOpciones(catalogos[0]!);
  const second = useOpciones(catalogos[1] ?? catalogos[0]!);
  const items = [...(first.data?.filas ?? []), ...(catalogos[1] ? (second.data?.filas ?? []) : [])];
  const options = items.map((item) => ({
    value: item.id,
    label: [rutaOf(item), item.nombre].filter(Boolean).join(' › '),
  }));
  const several = catalogos.length > 1;
  if (several) options.sort((a, b) => compareNatural(a.label, b.label));
  if (actual && !items.some(({ id }) => id === actual.id)) {
    options.unshift({
      value: actual.id,
      label: actual.activo ? actual.nombre : `${actual.nombre} (inactivo)`,
    });
  }
  const names = catalogos.map((id) => catalogoOf(id).singular).join(' o ');
  return (
    <SelectField
      {...field}
      options={options}
      empty={first.isPending ? 'Cargando…' : `Elija ${names}`}
    />
  );
}
