import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import {
  Button,
  DataList,
  Dialog,
  Folio,
  LinkButton,
} from '../../../../../platform/web/ui/index.ts';
import type { EmitidoListado } from '../../../contract.ts';
import { imagenPath, qrPath, validacionPath } from '../../../routes.ts';
import { lookOf, tipoOf } from '../../../rules.ts';
import styles from './compartir.module.css';

/** The picture as every program takes it: drawn by the browser from the one that the server makes. */
const pngOf = async (address: string): Promise<Blob> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('png'))), 'image/png');
  });
};

/** Saves something as a file of the device. */
const saveBlob = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const saveImagen = async (folio: string) =>
  saveBlob(await pngOf(imagenPath(folio)), `${folio}.png`);

const saveCredencial = async ({ tipo, folio }: EmitidoListado) => {
  const answer = await fetch(validacionPath(tipo, folio), {
    headers: { accept: 'application/vc' },
  });
  if (!answer.ok) throw new Error(String(answer.status));
  saveBlob(new Blob([await answer.text()], { type: 'application/json' }), `${folio}.json`);
};

const copyLink = async (url: string): Promise<void> => {
  await navigator.clipboard.writeText(url);
  notify.success('Se copió el enlace.');
};

/** By what the device shares with, and its link to the clipboard where it cannot. */
const share = async (title: string, url: string, folio: string): Promise<void> => {
  if (!navigator.share) return copyLink(url);
  const picture = await pngOf(imagenPath(folio)).catch(() => null);
  const files = picture ? [new File([picture], `${folio}.png`, { type: 'image/png' })] : [];
  const withPicture = files.length > 0 && navigator.canShare?.({ files });
  await navigator.share({ title, url, ...(withPicture && { files }) });
};

const FALLO = 'No se pudo. Inténtelo de nuevo en un momento.';

/** Tells of what failed; that somebody closed what the device shares with is no failure. */
const told = (work: Promise<void>): void => {
  work.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    notify.error(error instanceof TypeError ? messageOf(error) : FALLO);
  });
};

/** What somebody shares of a document that they earned, and what each datum of it means. */
export function CompartirDialog({
  emitido,
  onClose,
}: {
  emitido: EmitidoListado;
  onClose: () => void;
}) {
  const { tipo, folio, programa, estado } = emitido;
  const { palabra } = tipoOf(tipo);
  const url = new URL(validacionPath(tipo, folio), window.location.origin).href;
  const title = `${palabra}: ${programa}`;
  return (
    <Dialog opened onClose={onClose} title={`Compartir: ${title}`} wide>
      <div className={styles.compartir}>
        <img
          src={imagenPath(folio)}
          width={1200}
          height={630}
          alt={`Imagen para compartir: ${palabra} ${lookOf(tipo, estado).palabra.toLocaleLowerCase('es-MX')}, ${programa}, con su código QR`}
        />
        <div className={styles.acciones}>
          <Button variant="primary" onClick={() => told(share(title, url, folio))}>
            {'share' in navigator ? 'Compartir' : 'Copiar el enlace'}
          </Button>
          {'share' in navigator && (
            <Button onClick={() => told(copyLink(url))}>Copiar el enlace</Button>
          )}
          <Button onClick={() => told(saveImagen(folio))}>Descargar la imagen</Button>
          <LinkButton to={qrPath(folio)} reloadDocument download={`${folio}-QR.svg`}>
            Descargar el código QR
          </LinkButton>
          <Button onClick={() => told(saveCredencial(emitido))}>Descargar la credencial</Button>
        </div>
        <h3>Qué significa cada dato</h3>
        <DataList
          items={[
            {
              label: 'Enlace y código QR',
              value:
                'Llevan a la página donde cualquiera comprueba cómo está su documento en ese momento.',
            },
            {
              label: 'Folio',
              value: (
                <>
                  <Folio>{folio}</Folio> identifica este documento y ningún otro. Con él se valida
                  sin escanear nada.
                </>
              ),
            },
            {
              label: 'Estado',
              value:
                'Vigente, suspendido, revocado, vencido o sustituido. El de la imagen es el del día en que la descarga.',
            },
            {
              label: 'Credencial',
              value:
                'Un archivo firmado por la escuela (Open Badges 3.0) que guarda en su cartera digital. Se comprueba aunque el portal no responda.',
            },
            {
              label: 'Datos que no se comparten',
              value:
                'Su CURP, su fecha de nacimiento, su correo y lo demás de su expediente no están en ninguno de ellos.',
            },
          ]}
        />
      </div>
    </Dialog>
  );
}
