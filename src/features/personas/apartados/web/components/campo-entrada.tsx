import { type ComponentType, Suspense } from 'react';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import {
  DateField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../../platform/web/form/index.ts';
import type { FieldProps } from '../../../../../platform/web/form/use-form.ts';
import { ItemField } from '../../../../catalogos/web/components/item-field.tsx';
import type { Referido } from '../../contract.ts';
import type { Campo } from '../../rules.ts';

/** Chooses a document of the vault, or sends one to it: given by whoever keeps them. */
export type CampoDocumento = {
  readonly Campo: ComponentType<{
    clave: string;
    propia: boolean;
    label: string;
    hint?: string | undefined;
    optional?: boolean;
    field: FieldProps<string>;
  }>;
  /** Whose vault. */
  readonly clave: string;
  readonly propia: boolean;
};

function CampoPrueba({
  documento: { Campo, clave, propia },
  ...rest
}: {
  documento: CampoDocumento;
  label: string;
  hint: string | undefined;
  optional: boolean;
  field: FieldProps<string>;
}) {
  return (
    <Suspense fallback={<Loading shape="line" />}>
      <Campo {...{ clave, propia }} {...rest} />
    </Suspense>
  );
}

/** The control of one field of an entry. */
export function CampoEntrada({
  campo,
  requerido,
  actual,
  field,
  documento,
}: {
  campo: Campo;
  requerido: boolean;
  /** What it points to now, when it is a reference. */
  actual: Referido | undefined;
  field: FieldProps<string>;
  /** What a document of the vault is chosen with. */
  documento: CampoDocumento;
}) {
  const { label, kind, hint, max, autoComplete = 'off', teclado } = campo;
  const common = { ...field, label, hint, optional: !requerido };
  switch (kind) {
    case 'fecha':
      return <DateField {...field} label={label} optional={!requerido} {...(hint && { hint })} />;
    case 'numero':
      return <NumberField {...common} decimal={(campo.decimales ?? 0) > 0} />;
    case 'opcion':
      return <SelectField {...common} options={campo.opciones ?? []} />;
    case 'referencia':
      return campo.catalogo && <ItemField {...common} catalogo={campo.catalogo} actual={actual} />;
    case 'documento':
      return <CampoPrueba {...{ documento, field, label, hint }} optional={!requerido} />;
    case 'largo':
      return <TextAreaField {...common} rows={3} {...(max && { maxLength: max })} />;
    default:
      return (
        <TextField
          {...common}
          autoComplete={autoComplete}
          {...(teclado === 'tel' && { type: 'tel' as const })}
          {...(teclado === 'url' && { type: 'url' as const })}
          {...(teclado === 'numeric' && { inputMode: 'numeric' as const })}
        />
      );
  }
}
