import { useState } from 'react';
import { mergeChanges } from '../../../../platform/shared/conflict.ts';
import { Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { checkDate, useForm } from '../../../../platform/web/form/index.ts';
import { readNumber } from '../../../../platform/web/form/text-fields.tsx';
import { formatDateTime } from '../../../../platform/web/ui/index.ts';
import type { CambioPrevio, Item } from '../../contract.ts';
import type { Campo, Catalogo } from '../../definiciones/rules.ts';
import { camposDe, checkItem, type Valor, type Valores } from '../../rules.ts';
import { cambioPrevioOf, useItemChanges } from '../hooks.ts';
import { CampoItem, type Escrito } from './campo-item.tsx';
import { ConflictoDialog } from './conflicto-dialog.tsx';

type Props = {
  catalogo: Catalogo;
  /** Null: a new one. */
  item: Item | null;
  /** Where a new one hangs from. */
  padre?: Item;
  onClose: () => void;
};

type Escritos = Record<string, Escrito>;

const write = ({ kind }: Campo, value: Valor): Escrito =>
  kind === 'boolean' ? value === true : value === null ? '' : String(value);

const read = ({ kind }: Campo, value: Escrito): Valor => {
  if (typeof value === 'boolean') return value;
  if (value.trim() === '') return null;
  return kind === 'number' ? (readNumber(value) ?? value) : value;
};

const toForm = (catalogo: Catalogo, valores: Valores): Escritos =>
  Object.fromEntries(camposDe(catalogo).map((c) => [c.key, write(c, valores[c.key] ?? null)]));

const toValores = (catalogo: Catalogo, escritos: Escritos): Record<string, Valor> =>
  Object.fromEntries(camposDe(catalogo).map((c) => [c.key, read(c, escritos[c.key] ?? '')]));

/** Adds an item or edits one; when somebody else saved it meanwhile, both are joined. */
export function ItemDialog({ catalogo, item, padre, onClose }: Props) {
  const [base, setBase] = useState(item);
  const [choice, setChoice] = useState<{ previo: CambioPrevio; mine: Valores } | null>(null);
  const [joined, setJoined] = useState<CambioPrevio | null>(null);
  const { saveItemCatalogo } = useItemChanges();
  const campos = camposDe(catalogo);

  const form = useForm<Escritos, Item | null>({
    initial: toForm(catalogo, item?.valores ?? (padre ? { padre: padre.id } : {})),
    validate: (escritos) => {
      const errores = { ...checkItem(catalogo, toValores(catalogo, escritos)).errores };
      for (const { key, kind, label, required } of campos) {
        const text = String(escritos[key] ?? '');
        if (kind !== 'date' || (!text && !required)) continue;
        const problem = checkDate(text, `la fecha de «${label}»`);
        if (problem) errores[key] = problem;
      }
      return errores;
    },
    submit: async (escritos) => {
      const valores = toValores(catalogo, escritos);
      try {
        return await saveItemCatalogo({
          catalogo: catalogo.id,
          id: base?.id ?? null,
          version: base?.version ?? null,
          valores,
        });
      } catch (error) {
        const previo = cambioPrevioOf(error);
        if (!previo || !base) throw error;
        setChoice({ previo, mine: valores });
        return null;
      }
    },
    onSuccess: (saved) => {
      if (!saved) return;
      notify.success(item ? `Se guardó «${saved.nombre}».` : `Se agregó «${saved.nombre}».`);
      onClose();
    },
  });

  if (choice && base) {
    const { previo, mine } = choice;
    return (
      <ConflictoDialog
        catalogo={catalogo}
        previo={previo}
        mine={mine}
        merge={mergeChanges(base.valores, mine, previo.actual.valores)}
        onClose={onClose}
        onBack={(valores) => {
          setBase(previo.actual);
          form.set(toForm(catalogo, valores));
          setJoined(previo);
          setChoice(null);
        }}
      />
    );
  }
  const title = item ? `Editar ${catalogo.singular}` : `Agregar ${catalogo.singular}`;
  return (
    <FormDialog title={title} form={form} submit={item ? 'Guardar' : 'Agregar'} {...{ onClose }}>
      {joined && (
        <Notice title="Se reunieron los dos cambios">
          <p>
            {joined.quien ?? 'Otra persona'} guardó el suyo el {formatDateTime(joined.momento)}.
            Revise cómo queda y guarde.
          </p>
        </Notice>
      )}
      {base && !base.activo && (
        <Notice tone="warning" title="Está inactivo">
          <p>No se ofrece donde se elige. Puede corregirlo sin reactivarlo.</p>
        </Notice>
      )}
      {campos.map((campo) => (
        <CampoItem
          key={campo.key}
          campo={campo}
          catalogos={
            campo.key === 'padre' ? (catalogo.padres ?? []) : campo.catalogo ? [campo.catalogo] : []
          }
          actual={base?.referencias[campo.key]}
          field={form.field(campo.key)}
        />
      ))}
    </FormDialog>
  );
}
