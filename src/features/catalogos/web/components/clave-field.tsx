import { SelectField } from '../../../../platform/web/form/index.ts';
import { type CatalogoId, catalogoOf } from '../../definiciones/rules.ts';
import { useOpciones } from '../hooks.ts';

/** Chooses an item of a short catalog for what is kept by its key, and not by its id: what outlives the catalog. */
export function ClaveField({
  catalogo,
  value,
  onChange,
  ...field
}: {
  catalogo: CatalogoId;
  label: string;
  hint?: string | undefined;
  /** The item's key; empty: none. */
  value: string;
  onChange: (clave: string) => void;
}) {
  const { data } = useOpciones(catalogo);
  const { singular, femenino } = catalogoOf(catalogo);
  const options = (data?.filas ?? []).map(({ clave, nombre }) => ({ value: clave, label: nombre }));
  const isKnown = value === '' || options.some((one) => one.value === value);
  if (!isKnown) options.unshift({ value, label: value });
  return (
    <SelectField
      {...field}
      value={value}
      onChange={onChange}
      options={options}
      empty={`Elija ${femenino ? 'una' : 'un'} ${singular}`}
      error={data && !isKnown ? `«${value}» ya no se ofrece: elija otro.` : undefined}
    />
  );
}
