import { fechaDe, formatFecha } from '../../../platform/shared/dates.ts';

type Firma =
  | { readonly es: 'entera' | 'ajena'; readonly titular: string }
  | { readonly es: 'alterada' | 'sinFirma' };
type Veredicto = 'vigente' | 'suspendida' | 'revocada' | 'vencida' | 'desconocida' | 'invalida';

/** What was found of a document; see `verifyDocumento`. */
type Dictamen = {
  readonly firma: Firma | null;
  readonly credencial: Veredicto | null;
  readonly dice: Readonly<Record<string, unknown>> | null;
} | null;

const sayFirma = (firma: Firma): string => {
  switch (firma.es) {
    case 'entera':
      return `Firma del PDF: es de ${firma.titular}, y nadie cambió el archivo.`;
    case 'ajena':
      return `Firma del PDF: es de «${firma.titular}», cuyo certificado no está en el archivo de la escuela. No es suya, o es posterior al archivo.`;
    case 'alterada':
      return 'Firma del PDF: NO corresponde. Alguien cambió el archivo.';
    case 'sinFirma':
      return 'Firma del PDF: no tiene.';
  }
};

const CREDENCIAL: Readonly<Record<Veredicto, string>> = {
  vigente: 'la emitió la escuela, y estaba en vigor cuando se hizo el archivo.',
  suspendida: 'la emitió la escuela, y estaba suspendida cuando se hizo el archivo.',
  revocada: 'la emitió la escuela, y la revocó.',
  vencida: 'la emitió la escuela, y ya venció.',
  desconocida:
    'la firmó la escuela, y no se puede saber si está en vigor: el archivo es anterior a ella o no tiene sus listas.',
  invalida: 'NO es de la escuela, o alguien la cambió.',
};

/** What is said of a document, a line after another. */
export const sayDictamen = (dictamen: Dictamen): string[] => {
  if (dictamen === null) return ['No es un PDF ni una credencial.'];
  const { firma, credencial, dice } = dictamen;
  return [
    ...(firma ? [sayFirma(firma)] : []),
    // Of what is forged nothing is repeated.
    ...(dice && credencial !== 'invalida'
      ? [
          `Credencial: ${String(dice.name ?? '')}, emitida el ${formatFecha(fechaDe(new Date(String(dice.validFrom))))}.`,
        ]
      : []),
    ...(credencial ? [`Credencial: ${CREDENCIAL[credencial]}`] : []),
  ];
};

/** Whether one may rely on it: every part that it has is right. */
export const isTrustworthy = (dictamen: Dictamen): boolean =>
  dictamen !== null &&
  (dictamen.firma === null || dictamen.firma.es === 'entera') &&
  (dictamen.credencial === null || dictamen.credencial === 'vigente');
