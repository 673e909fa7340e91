import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  FileField,
  RadioGroupField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import type { Material } from '../../contract.ts';
import { isEnlace, MATERIAL_MAX_BYTES, MATERIAL_TYPES } from '../../rules.ts';
import { sendMaterial, useRemoveMaterial, useSaveMaterial } from '../hooks.ts';

const CLASES = [
  { value: 'archivo', label: 'Un archivo' },
  { value: 'enlace', label: 'Un enlace' },
] as const;

type Valores = {
  clase: string;
  titulo: string;
  nota: string;
  enlace: string;
  archivo: File | null;
  publicado: boolean;
};

/** What is missing or wrong of a material, by field. */
const mistakesOf = ({ clase, titulo, enlace, archivo }: Valores, nuevo: boolean) => ({
  ...(titulo.trim() === '' && { titulo: 'Escriba cómo se llama el material.' }),
  ...(clase === 'enlace' &&
    !isEnlace(enlace.trim()) && {
      enlace: 'Escriba la dirección completa, con https:// al principio.',
    }),
  ...(clase === 'archivo' && nuevo && !archivo && { archivo: 'Elija un archivo.' }),
  ...(clase === 'archivo' &&
    archivo &&
    archivo.size > MATERIAL_MAX_BYTES && { archivo: 'Puede pesar 10 MB como máximo.' }),
});

/** Adds a material, or changes what one says. */
export function MaterialDialog({
  edicionId,
  material,
  onClose,
}: {
  edicionId: string;
  /** Null: a new one. */
  material: Material | null;
  onClose: () => void;
}) {
  const { uid } = useUser();
  const save = useSaveMaterial();
  const form = useForm<Valores>({
    initial: {
      clase: material?.enlace ? 'enlace' : 'archivo',
      titulo: material?.titulo ?? '',
      nota: material?.nota ?? '',
      enlace: material?.enlace ?? '',
      archivo: null,
      publicado: material?.publicado ?? true,
    },
    validate: (valores) => mistakesOf(valores, material === null),
    submit: async ({ clase, titulo, nota, enlace, archivo, publicado }) => {
      const file = clase === 'archivo' && material === null ? archivo : null;
      return save.mutateAsync({
        edicionId,
        id: material?.id ?? null,
        titulo,
        nota,
        publicado,
        enlace: clase === 'enlace' ? enlace.trim() : null,
        archivo: file && { subido: await sendMaterial(uid, file), nombre: file.name },
      });
    },
    onSuccess: () => {
      notify.success(material ? 'Se guardó el material.' : 'Se agregó el material.');
      onClose();
    },
  });
  const { clase } = form.values;
  return (
    <FormDialog
      title={material ? 'Editar material' : 'Agregar material'}
      form={form}
      submit={material ? 'Guardar' : 'Agregar'}
      keptAs={`material/${edicionId}/${material?.id ?? 'nuevo'}`}
      onClose={onClose}
    >
      <TextField {...form.field('titulo')} label="Título" />
      {material === null && (
        <RadioGroupField {...form.field('clase')} label="Clase de material" options={CLASES} />
      )}
      {clase === 'enlace' && (
        <TextField {...form.field('enlace')} label="Dirección" type="url" hint="https://…" />
      )}
      {clase === 'archivo' && material === null && (
        <FileField
          {...form.field('archivo')}
          label="Archivo"
          hint="PDF, JPG o PNG, de 10 MB como máximo"
          accept={MATERIAL_TYPES.join()}
        />
      )}
      <TextAreaField {...form.field('nota')} label="Nota" optional />
      <CheckboxField {...form.field('publicado')} label="Publicado: lo ven quienes la cursan" />
    </FormDialog>
  );
}

/** Asks before a material goes. */
export function QuitarMaterial({ material, onClose }: { material: Material; onClose: () => void }) {
  const remove = useRemoveMaterial();
  const form = useForm({
    initial: {},
    submit: () => remove.mutateAsync({ id: material.id }),
    onSuccess: () => {
      notify.success('Se quitó el material.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Quitar «${material.titulo}»`}
      form={form}
      submit="Quitar"
      busy="Quitando…"
      danger
      onClose={onClose}
    >
      <p>Quienes cursan la edición dejarán de verlo. No se puede deshacer.</p>
    </FormDialog>
  );
}
