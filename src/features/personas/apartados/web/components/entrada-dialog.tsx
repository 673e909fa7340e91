import { useEffect, useState } from 'react';
import { mergeChanges } from '../../../../../platform/shared/conflict.ts';
import { readNumber } from '../../../../../platform/shared/numbers.ts';
import { ConflictDialog } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { checkDate, useForm } from '../../../../../platform/web/form/index.ts';
import { type Mirrored, useMirrored } from '../../../../../platform/web/mirror/react.tsx';
import { formatDateTime } from '../../../../../platform/web/ui/index.ts';
import type { CambioPrevio, Entrada, Referido } from '../../contract.ts';
import type { ApartadoId } from '../../definiciones/rules.ts';
import {
  type Apartado,
  type Campo,
  checkEntrada,
  isPedido,
  isRequerido,
  textOf,
  type Valor,
  type Valores,
} from '../../rules.ts';
import { cambioPrevioOf, isQuitada, useSaveEntrada } from '../hooks.ts';
import { type CampoDocumento, CampoEntrada } from './campo-entrada.tsx';

/** What the form holds: everything as it is typed. */
type Escritos = Record<string, string>;
/** The entry that what is typed goes on with; of a new one, the id that it will have. */
type Base = Pick<Entrada, 'id' | 'valores' | 'referidos'> & { readonly version: number | null };
/** What stands on the device until it is saved. */
type SinGuardar = { readonly base: Base; readonly escritos: Escritos };

const write = (campo: Campo, value: Valor): string =>
  value === null ? '' : (campo.dice?.(String(value)) ?? String(value));
const read = ({ kind }: Campo, text: string): Valor => {
  if (text.trim() === '') return null;
  return kind === 'numero' ? (readNumber(text) ?? text) : text;
};
const toForm = ({ campos }: Apartado, valores: Valores): Escritos =>
  Object.fromEntries(campos.map((campo) => [campo.key, write(campo, valores[campo.key] ?? null)]));
const toValores = ({ campos }: Apartado, escritos: Escritos): Record<string, Valor> =>
  Object.fromEntries(campos.map((campo) => [campo.key, read(campo, escritos[campo.key] ?? '')]));

const newBase = (): Base => ({
  id: crypto.randomUUID(),
  version: null,
  valores: {},
  referidos: {},
});

type Props = {
  clave: string;
  apartado: Apartado;
  /** Null: a new one. */
  entrada: Entrada | null;
  /** The other entries of its apartado. */
  otras: readonly Entrada[];
  /** The day of today, as the server says it. */
  hoy: string;
  /** The field where the focus begins; by default the first. */
  campo: string | null;
  documento: CampoDocumento;
  onClose: () => void;
};

/** Adds an entry, or edits one. What is typed stands on the device until it is saved or thrown away. */
export function EntradaDialog(props: Props) {
  const { clave, apartado, entrada } = props;
  const mirrored = useMirrored<SinGuardar>(
    `expediente/${clave}/${apartado.id}/${entrada?.id ?? 'nueva'}`,
  );
  // A moment: what this device still had is looked for.
  if (mirrored.found === undefined) return null;
  return <Formulario {...props} mirrored={mirrored} />;
}

function Formulario(props: Props & { mirrored: Mirrored<SinGuardar> }) {
  const { apartado, entrada, campo: enfocado, mirrored, onClose } = props;
  const { form, base, choice, close, discard, onJoin } = useEntradaForm(props);
  const recuperado = mirrored.found;
  const enfocadoId = enfocado === null ? null : form.field(enfocado).id;
  // After the dialog has put the focus on its first field.
  useEffect(() => {
    if (enfocadoId) document.getElementById(enfocadoId)?.focus();
  }, [enfocadoId]);
  const valores = toValores(apartado, form.values);
  const verbo = entrada ? 'Editar' : apartado.unico ? 'Anotar' : 'Agregar';
  return (
    <>
      <FormDialog
        title={`${verbo} ${apartado.uno}`}
        form={form}
        submit="Guardar"
        onClose={() => {
          close();
          onClose();
        }}
      >
        {recuperado && (
          <Notice title="Recuperamos lo que había escrito">
            <p>Lo dejó sin guardar el {formatDateTime(new Date(recuperado.en).toISOString())}.</p>
          </Notice>
        )}
        {apartado.campos
          .filter((campo) => isPedido(campo, valores))
          .map((campo) => (
            <CampoEntrada
              key={campo.key}
              campo={campo}
              requerido={isRequerido(campo, valores)}
              actual={base.referidos[campo.key]}
              field={form.field(campo.key)}
              documento={props.documento}
            />
          ))}
      </FormDialog>
      {choice && (
        <Conflicto
          apartado={apartado}
          base={base}
          {...choice}
          onClose={() => discard(choice.previo.actual)}
          onJoin={onJoin}
        />
      )}
    </>
  );
}

/** The form of an entry; when it was saved elsewhere meanwhile, both are joined. */
const useEntradaForm = ({
  clave,
  apartado,
  entrada,
  otras,
  hoy,
  mirrored,
  onClose,
}: Props & { mirrored: Mirrored<SinGuardar> }) => {
  const found = mirrored.found?.valor ?? null;
  const [base, setBase] = useState<Base>(found?.base ?? entrada ?? newBase());
  const [choice, setChoice] = useState<{ previo: CambioPrevio; mine: Valores } | null>(null);
  const save = useSaveEntrada();

  const form = useForm<Escritos, Entrada | null>({
    initial: toForm(apartado, base.valores),
    validate: (escritos) => {
      const { errores } = checkEntrada(apartado, toValores(apartado, escritos), {
        otras: otras.map(({ valores }) => valores),
        hoy,
      });
      for (const { key, kind, label } of apartado.campos) {
        // What is missing of a day that was begun, instead of that there is no such day.
        const problem = kind === 'fecha' && errores[key] && escritos[key];
        if (problem) {
          errores[key] = checkDate(problem, `la fecha de «${label}»`) ?? errores[key] ?? '';
        }
      }
      return errores;
    },
    submit: async (escritos) => {
      const valores = toValores(apartado, escritos);
      const { id, version } = base;
      try {
        return await save.mutateAsync({
          clave,
          apartado: apartado.id as ApartadoId,
          id,
          version,
          valores,
        });
      } catch (error) {
        // Said, and saved anew if it is pressed again.
        if (isQuitada(error)) setBase(newBase());
        const previo = cambioPrevioOf(error);
        if (!previo) throw error;
        setChoice({ previo, mine: checkEntrada(apartado, valores, { otras: [], hoy }).valores });
        return null;
      }
    },
    onSuccess: (saved) => {
      if (!saved) return;
      mirrored.forget();
      notify.success(`Se guardó en «${apartado.titulo}».`);
      onClose();
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is put in the form once
  useEffect(() => {
    if (found) form.set(found.escritos);
  }, []);
  const { keep } = mirrored;
  const { dirty, values } = form;
  useEffect(() => {
    if (dirty) keep({ base, escritos: values });
  }, [keep, dirty, base, values]);

  return {
    form,
    base,
    choice,
    /** One's own, for what is kept now. */
    discard: (actual: Entrada) => {
      setBase(actual);
      form.reset(toForm(apartado, actual.valores));
      mirrored.forget();
      setChoice(null);
    },
    /** Thrown away by whoever wrote it. */
    close: () => mirrored.forget(),
    onJoin: (valores: Valores, actual: Entrada) => {
      setBase(actual);
      form.set(toForm(apartado, valores));
      setChoice(null);
    },
  };
};

/** It was saved elsewhere meanwhile: what changed there, and which of the two stays. */
function Conflicto({
  apartado,
  base,
  previo: { actual, propio },
  mine,
  onClose,
  onJoin,
}: {
  apartado: Apartado;
  base: Base;
  previo: CambioPrevio;
  mine: Valores;
  onClose: () => void;
  onJoin: (valores: Valores, actual: Entrada) => void;
}) {
  const merge = mergeChanges<Valor>(base.valores, mine, actual.valores);
  const said = (campo: Campo, value: Valor, referidos: Readonly<Record<string, Referido>>) => {
    const referido = referidos[campo.key];
    // Chosen just now: how it is called is on the form, below.
    const nombre = referido?.id === value ? referido.nombre : 'la opción que eligió';
    return textOf(campo, value, nombre) || 'sin dato';
  };
  const of = (keys: readonly string[]) => apartado.campos.filter(({ key }) => keys.includes(key));
  const theirs = (campo: Campo) => said(campo, actual.valores[campo.key] ?? null, actual.referidos);
  return (
    <ConflictDialog
      {...(propio && { title: 'Lo cambió usted en otra ventana' })}
      lead={`${propio ? 'Usted guardó este dato en otra ventana' : 'Otra persona guardó este dato'}`}
      who={propio ? 'la otra ventana' : 'la otra persona'}
      at={actual.actualizadoEn}
      both={of(merge.conflictos).map((campo) => ({
        key: campo.key,
        label: campo.label,
        mine: said(campo, mine[campo.key] ?? null, base.referidos),
        theirs: theirs(campo),
      }))}
      only={of(merge.ajenos).map((campo) => ({
        key: campo.key,
        label: campo.label,
        theirs: theirs(campo),
      }))}
      onClose={onClose}
      onJoin={(taken) =>
        onJoin(
          {
            ...merge.valores,
            ...Object.fromEntries(taken.map((key) => [key, actual.valores[key] ?? null])),
          },
          actual,
        )
      }
    />
  );
}
