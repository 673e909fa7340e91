import { defineCartas } from '../../../platform/shared/cartas.ts';

const documentos = {
  titulo: 'Documentos y su vigencia',
  ejemplo: 'Título profesional: vigente hasta el 3 de diciembre de 2026.',
  soloCuerpo: true,
} as const;

const revisados = {
  titulo: 'Documentos revisados, un párrafo cada uno',
  ejemplo: 'Título profesional: no se pudo validar. Falta el reverso.',
  soloCuerpo: true,
} as const;
const REVISO = 'Control Escolar revisó lo que envió a su expediente:';

/** What a person is told of their vault. */
export const DOCUMENTOS = defineCartas({
  'documento.agregado': {
    nombre: 'Documentos: agregado por Control Escolar',
    campos: { documento: { titulo: 'Tipo de documento', ejemplo: 'Título profesional' } },
    asunto: 'Control Escolar agregó un documento a su expediente',
    cuerpo: [
      'Control Escolar guardó en su expediente: {documento}. Está por revisarse; le avisaremos cuando se revise.',
      'Si usted no lo entregó, comuníquese con Control Escolar.',
    ],
  },
  'documento.validado': {
    nombre: 'Documentos: uno validado',
    campos: { revisados },
    asunto: 'Validamos su documento',
    cuerpo: [REVISO, '{revisados}'],
  },
  'documento.variosValidados': {
    nombre: 'Documentos: varios validados',
    campos: { revisados },
    asunto: 'Validamos sus documentos',
    cuerpo: [REVISO, '{revisados}'],
  },
  'documento.rechazado': {
    nombre: 'Documentos: alguno no validado',
    campos: { revisados },
    asunto: 'Un documento suyo necesita su atención',
    cuerpo: [
      REVISO,
      '{revisados}',
      'Suba de nuevo lo que no se pudo validar; lo revisaremos otra vez.',
    ],
  },
  'documento.porVencer': {
    nombre: 'Documentos: uno por vencer',
    campos: { documentos },
    asunto: 'Un documento suyo está por vencer',
    cuerpo: [
      'En su expediente hay documentos validados que están por vencer:',
      '{documentos}',
      'Cuando tenga uno vigente, súbalo: el anterior sigue contando hasta su último día.',
    ],
  },
  'documento.variosPorVencer': {
    nombre: 'Documentos: varios por vencer',
    campos: { documentos },
    asunto: 'Algunos documentos suyos están por vencer',
    cuerpo: [
      'En su expediente hay documentos validados que están por vencer:',
      '{documentos}',
      'Cuando tenga uno vigente, súbalo: el anterior sigue contando hasta su último día.',
    ],
  },
});
