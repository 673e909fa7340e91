import { fileNameOf, headerNameOf } from '../../shared/file-names.ts';
import type { Archivo } from './data.ts';

/** Types that a browser may show in place; everything else is only ever saved. */
const INLINE = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** `Content-Disposition` of a download, whatever its metadata say. */
export const dispositionOf = (archivo: Archivo): string => {
  const name = archivo.nombre.split('/').at(-1) ?? '';
  const encoded = headerNameOf(fileNameOf(name, archivo.content_type));
  const wantsSaving = /^attachment/i.test(archivo.content_disposition ?? '');
  const kind = INLINE.has(archivo.content_type) && !wantsSaving ? 'inline' : 'attachment';
  return `${kind}; filename*=UTF-8''${encoded}`;
};

export const etagOf = (archivo: Archivo): string =>
  `"${archivo.generation}-${archivo.metageneration}"`;

/** A file's metadata as the wire gives them. */
export const presentArchivo = (archivo: Archivo, bucket: string, downloadToken: string) => ({
  name: archivo.nombre,
  bucket,
  generation: String(archivo.generation),
  metageneration: String(archivo.metageneration),
  contentType: archivo.content_type,
  timeCreated: archivo.creado_en.toISOString(),
  updated: archivo.actualizado_en.toISOString(),
  storageClass: 'STANDARD',
  size: String(archivo.bytes),
  md5Hash: archivo.md5,
  etag: etagOf(archivo),
  contentDisposition: archivo.content_disposition ?? dispositionOf(archivo),
  contentEncoding: archivo.content_encoding ?? 'identity',
  ...(archivo.cache_control !== null && { cacheControl: archivo.cache_control }),
  ...(archivo.content_language !== null && { contentLanguage: archivo.content_language }),
  ...(Object.keys(archivo.metadata).length > 0 && { metadata: archivo.metadata }),
  downloadTokens: downloadToken,
});
