import { defineCartas } from '../../../platform/shared/cartas.ts';

const campos = {
  documento: { titulo: 'Documento', ejemplo: 'Certificado' },
  programa: { titulo: 'Curso, programa o actividad', ejemplo: 'Argumentación jurídica' },
  folio: { titulo: 'Folio', ejemplo: 'CE26-K9Y2-ZKYW-2KGS-JV7Q-T' },
  fecha: { titulo: 'Fecha', ejemplo: '3 de marzo de 2026' },
};
const conMotivo = {
  ...campos,
  motivo: { titulo: 'Motivo', ejemplo: 'Se emitió por error.', soloCuerpo: true as const },
};

/** Texts of the letters to the holder of a document. */
export const EMITIDOS = defineCartas({
  'emitido.emitir': {
    nombre: 'Documento emitido',
    campos,
    asunto: '{documento} emitido por la escuela',
    cuerpo: [
      'La escuela le emitió el {fecha}: {documento}, {programa}. Folio {folio}.',
      'Puede descargarlo y compartirlo desde el portal.',
    ],
  },
  'emitido.suspender': {
    nombre: 'Documento suspendido',
    campos: conMotivo,
    asunto: '{documento} suspendido',
    cuerpo: [
      'La escuela suspendió el {fecha} la validez de su documento: {documento}, {programa}. Folio {folio}.',
      'Motivo: {motivo}',
      'Mientras esté suspendido no acredita lo que dice.',
    ],
  },
  'emitido.levantar': {
    nombre: 'Documento restablecido',
    campos,
    asunto: '{documento} vigente de nuevo',
    cuerpo: [
      'La escuela levantó el {fecha} la suspensión de su documento: {documento}, {programa}. Folio {folio}.',
    ],
  },
  'emitido.revocar': {
    nombre: 'Documento revocado',
    campos: conMotivo,
    asunto: '{documento} revocado',
    cuerpo: [
      'La escuela revocó el {fecha} su documento: {documento}, {programa}. Folio {folio}.',
      'Motivo: {motivo}',
      'Ya no acredita lo que dice, y no puede restablecerse.',
    ],
  },
  'emitido.sustituir': {
    nombre: 'Documento sustituido',
    campos: conMotivo,
    asunto: '{documento} emitido de nuevo',
    cuerpo: [
      'La escuela emitió de nuevo el {fecha} su documento: {documento}, {programa}. El folio es ahora {folio}.',
      'Motivo: {motivo}',
      'El anterior ya no vale: use el nuevo.',
    ],
  },
});
