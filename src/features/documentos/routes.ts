/** The tab of a person's file. */
export const PESTANA = 'documentos';

/** The specification's address of somebody's documents: it leads to the tab of their file. */
export const documentosPagePath = '/documents/:curp';

/** The queue of documents that wait for staff. */
export const revisionPath = '/revision/documentos';
/** The queue, beginning with one of them. */
export const revisionDePath = (id: string): string =>
  `${revisionPath}?documento=${encodeURIComponent(id)}`;

export const documentosPaths = [documentosPagePath, revisionPath] as const;

/** Where the bytes of a version are, for who may see it; `descargar`: to be saved. */
export const archivoPath = (id: string, { descargar = false } = {}): string =>
  `/documentos/${encodeURIComponent(id)}/archivo${descargar ? '?descargar=1' : ''}`;
