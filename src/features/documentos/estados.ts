import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/**
 * A version of a document: it waits until staff look at it, and what they say may be withdrawn for a moment. One that
 * is sent while another waits takes its place.
 */
export const DOCUMENTO = defineEstados({
  tabla: 'documentos',
  estados: {
    pendiente: ['Por revisar', 'info'],
    validado: ['Validado', 'success'],
    rechazado: ['Rechazado', 'danger'],
    vencido: ['Vencido', 'warning'],
    sustituido: ['Sustituido', 'neutral'],
  },
  pasos: {
    subir: { de: [null], a: 'pendiente' },
    validar: { de: ['pendiente'], a: 'validado' },
    rechazar: { de: ['pendiente'], a: 'rechazado' },
    deshacer: { de: ['validado', 'rechazado'], a: 'pendiente' },
    sustituir: { de: ['pendiente'], a: 'sustituido' },
    // The file that it was in is its own again.
    restituir: { de: ['sustituido'], a: 'pendiente' },
    vencer: { de: ['validado'], a: 'vencido' },
  },
  grupos: {
    // What may prove something.
    sirve: ['pendiente', 'validado'],
    // What staff found right, in force still or over.
    validados: ['validado', 'vencido'],
  },
});
export type EstadoDocumento = EstadoDe<typeof DOCUMENTO>;

/** How one version is called where somebody points to it: «Título profesional, versión 2, validado». */
export const nombreDeVersion = (
  tipo: string,
  { version, estado }: { version: number; estado: EstadoDocumento },
): string => `${tipo}, versión ${version}, ${DOCUMENTO.palabra(estado).toLocaleLowerCase('es-MX')}`;
