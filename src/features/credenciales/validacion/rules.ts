import { formatFecha } from '../../../platform/shared/dates.ts';
import type { ResultadoValidacion } from './contract.ts';

type Dicho = Pick<ResultadoValidacion, 'estado' | 'cambio' | 'vigenteHasta'>;

/** What the state of a document means for somebody who was shown it. Days as YYYY-MM-DD. */
export const dictamenDe = ({
  estado,
  cambio,
  vigenteHasta,
}: Dicho): ResultadoValidacion['dictamen'] => {
  const desde = cambio ? formatFecha(cambio.desde) : '';
  const motivo = cambio?.motivo ? ` Motivo: ${cambio.motivo.replace(/\.?$/, '.')}` : '';
  switch (estado) {
    case 'vigente':
      return {
        tono: 'success',
        texto: 'Este documento es auténtico: la escuela lo emitió y está en vigor.',
      };
    case 'suspendida':
      return {
        tono: 'danger',
        texto: `La escuela emitió este documento y suspendió su validez el ${desde}. Por ahora no acredita lo que dice.${motivo}`,
      };
    case 'revocada':
      return {
        tono: 'danger',
        texto: `La escuela emitió este documento y lo revocó el ${desde}. Ya no acredita lo que dice.${motivo}`,
      };
    case 'sustituida':
      return {
        tono: 'danger',
        texto: `La escuela sustituyó este documento por otro el ${desde}. Pida el nuevo.${motivo}`,
      };
    case 'vencida':
      return {
        tono: 'warning',
        texto: `Este documento es auténtico y estuvo en vigor hasta el ${formatFecha(vigenteHasta ?? '')}. Ya venció.`,
      };
    case 'sinConfirmar':
      return {
        tono: 'danger',
        texto:
          'La escuela retiró la llave con que se firmó este documento. No confíe en él: pida a la escuela que lo emita de nuevo.',
      };
  }
};
