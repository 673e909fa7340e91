import { useRef, useState } from 'react';
import { caller, codeOf, messageOf } from '../../../../platform/web/callables/client.ts';
import {
  type Progress,
  StorageError,
  uploadResumable,
} from '../../../../platform/web/storage/index.ts';
import type { createBoletoIne as BoletoIne } from '../../../identidad/archivos/contract.ts';
import { HEAD_BYTES, imagenProblem } from '../../../identidad/archivos/rules.ts';
import type { getTextFromImage as TextFromImage } from '../contract.ts';
import { findNombres, type NombresLeidos } from '../nombres/rules.ts';
import { findCurp } from '../rules.ts';

const createBoletoIne = caller<typeof BoletoIne>('createBoletoIne');
const getTextFromImage = caller<typeof TextFromImage>('getTextFromImage');

/** What it is called when a photo has no CURP that can be read, and its words: the specification's, to the letter. */
const SIN_CURP = 'sin-curp';
const SIN_CURP_MENSAJE = 'No se encontró el CURP';

export type Lectura =
  | { estado: 'nada' }
  | { estado: 'enviando'; foto: File; envio: Progress }
  | { estado: 'leyendo'; foto: File }
  /** `nombres` when those printed were read and give the letters of the CURP. */
  | { estado: 'leida'; foto: File; curp: string; nombres: NombresLeidos | null }
  /** `foto` when the same one is worth another try. */
  | { estado: 'fallo'; mensaje: string; consejo?: string; foto?: File };

const OTRA =
  'Pruebe con otra foto, de cerca y de frente, en la que la CURP se vea completa y sin reflejos. O escríbala usted.';

const failureOf = (error: unknown, foto: File): Lectura => {
  const mensaje = error instanceof StorageError ? error.message : messageOf(error);
  return codeOf(error) === SIN_CURP
    ? { estado: 'fallo', mensaje, consejo: OTRA }
    : { estado: 'fallo', mensaje, consejo: 'También puede escribir la CURP.', foto };
};

/** Sends a photo of an identification and finds the CURP in the text that the server reads. */
const read = async (
  foto: File,
  signal: AbortSignal,
  onChange: (lectura: Lectura) => void,
): Promise<Lectura> => {
  onChange({ estado: 'enviando', foto, envio: { bytesTransferred: 0, totalBytes: foto.size } });
  const { prefijo } = await createBoletoIne(null, { signal });
  const name = prefijo + Date.now().toString(36);
  await uploadResumable(name, foto, {
    signal,
    onProgress: (envio) => onChange({ estado: 'enviando', foto, envio }),
  });
  onChange({ estado: 'leyendo', foto });
  const filename = name.slice(name.indexOf('/') + 1);
  const text = await getTextFromImage({ filename }, { signal });
  const curp = findCurp(text);
  return curp
    ? { estado: 'leida', foto, curp, nombres: findNombres(text, curp) }
    : { estado: 'fallo', mensaje: SIN_CURP_MENSAJE, consejo: OTRA };
};

/** The reading of one photo at a time. */
export const useLectura = () => {
  const [lectura, setLectura] = useState<Lectura>({ estado: 'nada' });
  const running = useRef<AbortController | null>(null);

  const leer = async (foto: File) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const show = (next: Lectura) => {
      if (!mine.signal.aborted) setLectura(next);
    };
    try {
      const head = new Uint8Array(await foto.slice(0, HEAD_BYTES).arrayBuffer());
      const mensaje = imagenProblem(foto.size, head);
      show(mensaje ? { estado: 'fallo', mensaje } : await read(foto, mine.signal, show));
    } catch (error) {
      show(failureOf(error, foto));
    }
  };

  return {
    lectura,
    leer,
    cancelar: () => {
      running.current?.abort();
      setLectura({ estado: 'nada' });
    },
  };
};
