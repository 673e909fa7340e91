import { useEffect, useRef, useState } from 'react';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  type Envio,
  FileField,
  UploadProgress,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import type { SaveFotoOptions } from '../hooks.ts';
import { CENTRE, type Encuadre, FotoCrop, render } from './foto-crop.tsx';

const MAX_BYTES = 25_000_000;
const MIN_SIDE = 200;

const UNREADABLE =
  'No se pudo leer esa imagen. Use una foto JPG, PNG o WebP; si viene de un iPhone, guárdela antes como JPG.';

/** Opens an image upright, as its camera says; throws with what to do. */
const openImage = async (file: File): Promise<ImageBitmap> => {
  if (file.size > MAX_BYTES) throw new Error('La imagen pesa más de 25 MB. Elija una más ligera.');
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error(UNREADABLE);
  });
  if (Math.min(image.width, image.height) < MIN_SIDE) {
    throw new Error(`La imagen es muy pequeña: necesita al menos ${MIN_SIDE} puntos de lado.`);
  }
  return image;
};

/** Chooses an image, frames it in a square and saves it as one's own photo. */
export function FotoDialog({
  save,
  onClose,
}: {
  save: (image: Blob, options: SaveFotoOptions) => Promise<void>;
  onClose: () => void;
}) {
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [encuadre, setEncuadre] = useState<Encuadre>(CENTRE);
  const [problem, setProblem] = useState<string>();
  const [envio, setEnvio] = useState<Envio | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => running.current?.abort();
  // Leaving the screen, or closing the dialog, gives it up.
  useEffect(() => () => running.current?.abort(), []);
  const form = useForm<{ foto: File | null }>({
    initial: { foto: null },
    validate: () => ({ foto: image ? undefined : (problem ?? 'Elija una imagen.') }),
    submit: async () => {
      if (!image) return;
      const sending = new AbortController();
      running.current = sending;
      try {
        const { signal } = sending;
        await save(await render(image, encuadre), { signal, onProgress: setEnvio });
      } finally {
        setEnvio(null);
      }
    },
    onSuccess: () => {
      notify.success('Se guardó su foto.');
      onClose();
    },
  });
  const field = form.field('foto');
  const choose = async (file: File | null) => {
    field.onChange(file);
    setImage(null);
    setProblem(undefined);
    setEncuadre(CENTRE);
    if (!file) return;
    try {
      setImage(await openImage(file));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <FormDialog title="Su foto" form={form} submit="Guardar foto" onClose={onClose}>
      <FileField
        {...field}
        onChange={(file) => void choose(file)}
        label="Imagen"
        hint="De frente, con el rostro despejado. La verán usted y el personal de la escuela."
        accept="image/jpeg,image/png,image/webp"
        error={problem ?? field.error}
      />
      {image && !envio && <FotoCrop image={image} encuadre={encuadre} onChange={setEncuadre} />}
      {envio && <UploadProgress label="Enviando la foto" envio={envio} onCancel={cancel} />}
    </FormDialog>
  );
}
