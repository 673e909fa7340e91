import { useEffect, useRef, useState } from 'react';
import { mergeChanges } from '../../../../platform/shared/conflict.ts';
import { readNumber } from '../../../../platform/shared/numbers.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { checkDate, Form, SubmitButton, useForm } from '../../../../platform/web/form/index.ts';
import { Restored } from '../../../../platform/web/form/restored.tsx';
import {
  type MirroredForm,
  useMirroredForm,
} from '../../../../platform/web/form/use-mirrored-form.ts';
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

/** Which of its forms is kept on the device: of an item, over the version that is edited. */
const mirrorOf = ({ catalogo, item, padre }: Props): string =>
  item ? `catalogo/${item.id}/${item.version}` : `catalogo/${catalogo.id}/${padre?.id ?? ''}`;

/** The form of an item; when somebody else saved it meanwhile, both are joined. */
const useItemForm = ({ catalogo, item, padre, onClose }: Props) => {
  const [base, setBase] = useState(item);
  const [choice, setChoice] = useState<{ previo: CambioPrevio; mine: Valores } | null>(null);
  const [joined, setJoined] = useState<CambioPrevio | null>(null);
  const { saveItemCatalogo, deleteItemCatalogo } = useItemChanges();
  const undo = async ({ id, version, nombre }: Item) => {
    try {
      if (base) {
        const { valores } = base;
        await saveItemCatalogo({ catalogo: catalogo.id, id, version, valores });
        notify.info(`«${base.nombre}» quedó como estaba.`);
      } else {
        await deleteItemCatalogo({ id, version });
        notify.info(`«${nombre}» ya no está.`);
      }
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
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
      notify.success(item ? `Se guardó «${saved.nombre}».` : `Se agregó «${saved.nombre}».`, {
        label: 'Deshacer',
        run: () => void undo(saved),
      });
      onClose();
    },
  });

  const conflicto = choice && base && (
    <ConflictoDialog
      catalogo={catalogo}
      previo={choice.previo}
      mine={choice.mine}
      merge={mergeChanges(base.valores, choice.mine, choice.previo.actual.valores)}
      onClose={() => {
        const { actual } = choice.previo;
        setBase(actual);
        form.reset(toForm(catalogo, actual.valores));
        setChoice(null);
      }}
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

/** The form, with what was left in it unsaved; closed by one of its buttons, nothing is left. */
const useKeptForm = (props: Props) => {
  const kept = useRef<MirroredForm | null>(null);
  const onClose = () => {
    kept.current?.forget();
    props.onClose();
  };
  const it = useItemForm({ ...props, onClose });
  const mirrored = useMirroredForm(mirrorOf(props), it.form);
  useEffect(() => {
    kept.current = mirrored;
  });
  return { ...it, mirrored, onClose };
};

/** Adds an item. */
export function ItemDialog(props: Props) {
  const { form, campos } = useItemForm(props);
  return (
    <FormDialog
      title={`Agregar ${props.catalogo.singular}`}
      form={form}
      submit="Agregar"
      keptAs={mirrorOf(props)}
      onClose={props.onClose}
    >
      {campos}
    </FormDialog>
  );
}

/** Whether the panel holds something unsaved, and how to let it go. */
export type SinGuardar = { readonly has: boolean; readonly forget: () => void };

/** Edits an item in its panel. */
export function ItemEditor(props: Props & { onUnsaved: (unsaved: SinGuardar) => void }) {
  const { form, campos, conflicto, mirrored, onClose } = useKeptForm(props);
  const { dirty } = form;
  const { onUnsaved } = props;
  useEffect(() => {
    onUnsaved({ has: dirty, forget: mirrored.forget });
  }, [dirty, mirrored.forget, onUnsaved]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return (
    <div ref={box}>
      <Form form={form} dense refusal="No se guardó">
        <Restored en={mirrored.restored} />
        {campos}
        <SubmitButton
          beside={
            <Button variant="quiet" onClick={onClose}>
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
