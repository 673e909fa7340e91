import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { FileField, SelectField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, IconUpload } from '../../../../../platform/web/ui/index.ts';
import { imagenDisenoPath } from '../../../routes.ts';
import { IMAGEN_MAX_BYTES, IMAGEN_TYPES } from '../../rules.ts';
import { useImagenes, useSendImagen } from '../hooks.ts';
import styles from './disenos.module.css';

/** Sends a picture, and gives its id once it is there. */
function SubirDialog({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const { uid } = useUser();
  const send = useSendImagen();
  const form = useForm<{ imagen: File | null }, { id: string }>({
    initial: { imagen: null },
    validate: ({ imagen }) => ({
      ...(!imagen && { imagen: 'Elija una imagen.' }),
      ...(imagen && imagen.size > IMAGEN_MAX_BYTES && { imagen: 'Puede pesar 1 MB como máximo.' }),
    }),
    submit: ({ imagen }) => send(uid, imagen!),
    onSuccess: ({ id }) => {
      onDone(id);
      notify.success('Se agregó la imagen.');
    },
  });
  return (
    <FormDialog
      title="Subir una imagen"
      form={form}
      submit="Subir"
      busy="Subiendo…"
      onClose={onClose}
    >
      <FileField
        {...form.field('imagen')}
        label="Imagen"
        hint="PNG o JPG, de 1 MB como máximo y de 200 a 2,400 puntos de largo. Con fondo transparente se ve mejor sobre la línea."
        accept={IMAGEN_TYPES.join()}
      />
    </FormDialog>
  );
}

/** A picture among those that there are, or a new one. */
export function ImagenField({
  label,
  value,
  onChange,
  error,
  ninguna,
}: {
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  /** What no picture is called. */
  ninguna: string;
}) {
  const { data } = useImagenes();
  const [sending, upload] = useDisclosure();
  const options = (data?.imagenes ?? []).map(({ id, nombre, ancho, alto }) => ({
    value: id,
    label: `${nombre} (${ancho} × ${alto})`,
  }));
  return (
    <div className={styles.imagen}>
      <SelectField
        label={label}
        value={value ?? ''}
        onChange={(id) => onChange(id || null)}
        options={options}
        empty={ninguna}
        error={error}
      />
      <div className={styles.conImagen}>
        {value !== null && (
          <img src={imagenDisenoPath(value)} alt={`Imagen elegida: ${label.toLowerCase()}`} />
        )}
        <Button size="small" icon={<IconUpload />} onClick={upload.open}>
          Subir otra<span className="sr-only"> para {label.toLowerCase()}</span>
        </Button>
      </div>
      {sending && (
        <SubirDialog
          onClose={upload.close}
          onDone={(id) => {
            onChange(id);
            upload.close();
          }}
        />
      )}
    </div>
  );
}
