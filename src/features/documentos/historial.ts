import { defineHistorial } from '../../platform/shared/historial.ts';
import { DOCUMENTO } from './estados.ts';

export const documentosHistorial = defineHistorial({
  registros: { documento: 'Documento' },
  acciones: {
    'documento.listar': 'Consultó los documentos del expediente',
    'documento.leer': 'Consultó un documento',
    'documento.subir': 'Subió un documento',
    'documento.sustituir': 'Otra versión tomó su lugar',
    'documento.revisar': 'Abrió un documento para revisarlo',
    'documento.validar': 'Validó un documento',
    'documento.rechazar': 'Rechazó un documento',
    'documento.deshacer': 'Deshizo su decisión sobre un documento',
    'documento.vencer': 'El documento venció',
    'documento.cambiarPersona': 'El documento siguió a su titular a otro expediente',
  },
  datos: {
    tipo: { label: 'Tipo de documento', registro: 'catalogo' },
    version: 'Versión',
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(DOCUMENTO.estados.map((one) => [one, DOCUMENTO.palabra(one)])),
    },
    motivo: { label: 'Motivo del rechazo', registro: 'catalogo' },
    venceEl: 'Vigente hasta',
    bytes: 'Tamaño en bytes',
    contentType: 'Tipo de archivo',
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['sha256'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof documentosHistorial.acciones, true> {}
}
