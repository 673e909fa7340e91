import {
  CheckboxGroupField,
  DateField,
  type FormState,
  SelectField,
  TextField,
} from '../../../../platform/web/form/index.ts';
import { useDisenosEmision } from '../../disenos/web/hooks.ts';
import { type CampoEmitido, PROGRAMA_MAX, type Tipo, tipoOf } from '../../rules.ts';
import { useFirmantes } from '../hooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: the fields of whichever kind it is
export type ContenidoValues = Record<string, any>;

type Ofrecido = NonNullable<ReturnType<typeof useDisenosEmision>['data']>['disenos'][number];

/** With which designs it may be issued, the default first; null while they come. Without them it is the default one. */
export const useOfrecidos = (tipo: Tipo): readonly Ofrecido[] | null => {
  const { data, isError } = useDisenosEmision(tipo);
  return data?.disenos ?? (isError ? [] : null);
};

/** A form of that kind with what an earlier document said, or with nothing; in the default design, with those who sign it. */
export const contenidoOf = (
  tipo: Tipo,
  disenos: readonly Ofrecido[],
  before: {
    programa: string;
    campos: readonly { key: string; valor: string }[];
    vigenteHasta: string | null;
  } | null = null,
): ContenidoValues => ({
  programa: before?.programa ?? '',
  ...Object.fromEntries(
    tipoOf(tipo).campos.map(({ key }) => [
      `campos.${key}`,
      before?.campos.find((one) => one.key === key)?.valor ?? '',
    ]),
  ),
  vigenteHasta: before?.vigenteHasta ?? '',
  firmantes: disenos[0]?.firmantes ?? [],
  diseno: disenos[0]?.id ?? '',
});

/** The input of the callables. */
export const readContenido = (tipo: Tipo, values: ContenidoValues) => ({
  programa: String(values.programa).trim(),
  campos: Object.fromEntries(
    tipoOf(tipo).campos.map(({ key }) => [key, String(values[`campos.${key}`])]),
  ),
  firmantes: values.firmantes as string[],
  vigenteHasta: values.vigenteHasta === '' ? null : String(values.vigenteHasta),
  diseno: values.diseno === '' ? null : String(values.diseno),
});

/** The fields that are missing, each with its message; `sin`: fields that are not asked for. */
export const validateContenido = (
  tipo: Tipo,
  values: ContenidoValues,
  sin: readonly string[] = [],
): Record<string, string> => ({
  ...(!sin.includes('programa') &&
    String(values.programa).trim().length < 3 && {
      programa: `Falta: ${tipoOf(tipo).programa}.`,
    }),
  ...Object.fromEntries(
    tipoOf(tipo).campos.flatMap(({ key, label, opcional }) =>
      !opcional && !sin.includes(key) && String(values[`campos.${key}`]).trim() === ''
        ? [[`campos.${key}`, `Falta: ${label}.`]]
        : [],
    ),
  ),
  ...(tipoOf(tipo).vigencia === 'si' &&
    values.vigenteHasta === '' && { vigenteHasta: 'Falta: vigente hasta.' }),
  ...(values.firmantes.length === 0 && { firmantes: 'Elija quién lo firma.' }),
});

function Campo({ campo, form }: { campo: CampoEmitido; form: FormState<ContenidoValues> }) {
  const props = {
    ...form.field(`campos.${campo.key}`),
    label: campo.label,
    ...(campo.opcional && { optional: true }),
  };
  if (campo.clase === 'fecha') return <DateField {...props} />;
  if (campo.clase === 'opcion') {
    const options = Object.entries(campo.opciones).map(([value, label]) => ({ value, label }));
    return <SelectField {...props} options={options} />;
  }
  return (
    <TextField
      {...props}
      {...(campo.clase === 'entero' && { inputMode: 'numeric' as const })}
      {...(campo.clase === 'decimal' && { inputMode: 'decimal' as const })}
    />
  );
}

/** How it looks, and with that who signs it unless somebody else is chosen. */
function DisenoField({
  form,
  disenos,
}: {
  form: FormState<ContenidoValues>;
  disenos: readonly Ofrecido[];
}) {
  const choose = (id: string) => {
    const { firmantes = [] } = disenos.find((one) => one.id === id) ?? {};
    form.set({ diseno: id, ...(firmantes.length > 0 && { firmantes }) });
  };
  return (
    <SelectField
      {...form.field('diseno')}
      onChange={choose}
      label="Diseño"
      options={disenos.map(({ id, nombre, predeterminado }) => ({
        value: id,
        label: predeterminado ? `${nombre} (predeterminado)` : nombre,
      }))}
      empty={null}
    />
  );
}

/** What a document of that kind says, and who signs it. */
export function ContenidoFields({
  tipo,
  disenos,
  form,
  sin = [],
}: {
  tipo: Tipo;
  disenos: readonly Ofrecido[];
  form: FormState<ContenidoValues>;
  /** Fields that are not asked for, by their key. */
  sin?: readonly string[];
}) {
  const { programa, campos, vigencia } = tipoOf(tipo);
  const { data } = useFirmantes();

  const options = (data?.filas ?? [])
    .filter(({ activo }) => activo)
    .map(({ id, nombre }) => ({ value: id, label: nombre }));
  return (
    <>
      {!sin.includes('programa') && (
        <TextField {...form.field('programa')} label={programa} maxLength={PROGRAMA_MAX} />
      )}
      {campos
        .filter(({ key }) => !sin.includes(key))
        .map((campo) => (
          <Campo key={campo.key} campo={campo} form={form} />
        ))}
      {vigencia !== 'no' && (
        <DateField
          {...form.field('vigenteHasta')}
          label="Vigente hasta"
          {...(vigencia === 'opcional' && { optional: true })}
        />
      )}
      {disenos.length > 0 && <DisenoField form={form} disenos={disenos} />}
      <CheckboxGroupField
        {...form.field('firmantes')}
        label="Firmante"
        hint="De una a tres personas del catálogo de firmantes."
        options={options}
      />
    </>
  );
}
