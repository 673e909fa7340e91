/** The kinds of record that a conversation may be about, in words. */
export const CONTEXTOS = {
  inscripcion: 'Inscripción',
  documento: 'Documento',
  emitido: 'Documento emitido',
  presolicitud: 'Presolicitud de posgrado',
  solicitud: 'Solicitud de posgrado',
  curso: 'Curso',
  importacion: 'Importación',
  error: 'Error',
} as const;
export type TipoContexto = keyof typeof CONTEXTOS;
