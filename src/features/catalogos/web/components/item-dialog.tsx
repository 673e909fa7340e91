import { useEffect, useRef, useState } from 'react';
import { mergeChanges } from '../../../../platform/shared/conflict.ts';
import { Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { checkDate, Form, SubmitButton, useForm } from '../../../../platform/web/form/index.ts';
import { readNumber } from '../../../../platform/web/form/text-fields.tsx';
import { Button, formatDateTime } from '../../../../platform/web/ui/index.ts';
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

/** The form of an item; when somebody else saved it meanwhile, both are joined. */
const useItemForm = ({ catalogo, item, padre, onClose }: Props) => {
  const [base, setBase] = useState(item);
  const [choice, setChoice] = useState<{ previo: CambioPrevio; mine: Valores } | null>(null);
  const [joined, setJoined] = useState<CambioPrevio | null>(null);
  const { saveItemCatalogo } = useItemChanges();
  const definiciones = camposDe(catalogo);

  const form = useForm<Escritos, Item | null>({
    initial: toForm(catalogo, item?.valores ?? (padre ? { padre: padre.id } : {})),
    validate: (escritos) => {
      const errores = { ...checkItem(catalogo, toValores(catalogo, escritos)).errores };
      for (const { key, kind, label, required } of definiciones) {
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

  const conflicto = choice && base && (
    <ConflictoDialog
      catalogo={catalogo}
      previo={choice.previo}
      mine={choice.mine}
      merge={mergeChanges(base.valores, choice.mine, choice.previo.actual.valores)}
      onClose={() => setChoice(null)}
      onBack={(valores) => {
        setBase(choice.previo.actual);
        form.set(toForm(catalogo, valores));
        setJoined(choice.previo);
        setChoice(null);
      }}
    />
  );
  const campos = (
    <>
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
      {definiciones.map((campo) => (
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
    </>
  );
  return { form, campos, conflicto };
};

/** Adds an item. */
export function ItemDialog(props: Props) {
  const { form, campos } = useItemForm(props);
  return (
    <FormDialog
      title={`Agregar ${props.catalogo.singular}`}
      form={form}
      submit="Agregar"
      onClose={props.onClose}
    >
      {campos}
    </FormDialog>
  );
}

/** Edits an item in its panel. */
export function ItemEditor(props: Props) {
  const { form, campos, conflicto } = useItemForm(props);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return (
    <div ref={box}>
      <Form form={form} dense refusal="No se guardó">
        {campos}
        <SubmitButton
          beside={
            <Button variant="quiet" onClick={props.onClose}>
              Cancelar
            </Button>
          }
        >
          Guardar
        </SubmitButton>
      </Form>
      {conflicto}
    </div>
  );
}
