import type { Credential } from '../../../../platform/server/credentials/types.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import { tipoOf } from '../../rules.ts';

/** What Open Badges calls the degrees that the school gives. */
const NIVELES: Readonly<Record<string, string>> = {
  maestria: 'MasterDegree',
  doctorado: 'DoctoralDegree',
};

/** An instant as credentials write it. */
const seconds = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** The number, in its address, of a list of a pair. */
export const numeroDeLista = (par: number, proposito: 'revocation' | 'suspension'): number =>
  par * 2 - (proposito === 'revocation' ? 1 : 0);

/** The list of that number. */
export const listaDelNumero = (
  numero: number,
): { par: number; proposito: 'revocation' | 'suspension' } => ({
  par: Math.ceil(numero / 2),
  proposito: numero % 2 === 1 ? 'revocation' : 'suspension',
});

export const statusUrl = (publicUrl: string, numero: number): string =>
  `${publicUrl}/status/${numero}`;

/**
 * What a document says as an Open Badges 3.0 credential, not signed yet. It names its person as the document does, and
 * has nothing else of them: no CURP, and no digest of one.
 */
export const credencialOf = (
  datos: EmitidoImpreso,
  row: {
    credencial_id: string;
    lista: number;
    indice: number;
    emitido_en: Date;
    vence_en: Date | null;
  },
  emisor: { did: string; publicUrl: string },
): Credential => {
  const { achievementType, palabra, programa: deQue } = tipoOf(datos.tipo);
  const nivel = datos.campos.find(({ key }) => key === 'nivel')?.valor ?? '';
  const nombre = nameInItsCase(datos.titular.nombreCompleto);
  const dichos = datos.campos.map(({ label, impreso }) => `${label}: ${impreso}`);
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: `urn:uuid:${row.credencial_id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${palabra}: ${datos.programa}`,
    issuer: {
      id: emisor.did,
      type: ['Profile'],
      name: datos.institucion,
      url: emisor.publicUrl,
    },
    validFrom: seconds(row.emitido_en),
    awardedDate: seconds(row.emitido_en),
    // The first moment that is not its own any more.
    ...(row.vence_en && { validUntil: seconds(row.vence_en) }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: false,
          identityHash: nombre,
          identityType: 'name',
        },
      ],
      achievement: {
        id: `urn:uuid:${row.credencial_id}#logro`,
        type: ['Achievement'],
        achievementType: lookUp(NIVELES, nivel) ?? achievementType,
        name: datos.programa,
        description: `${[palabra, `${deQue}: ${datos.programa}`, ...dichos].join('. ')}.`,
        criteria: {
          narrative: `La escuela comprobó lo que este documento acredita y lo emitió el ${formatFecha(fechaDe(row.emitido_en))}.`,
        },
        inLanguage: 'es-MX',
      },
    },
    evidence: [{ id: datos.url, type: ['Evidence'], name: 'Validación pública del documento' }],
    credentialStatus: (['revocation', 'suspension'] as const).map((statusPurpose) => {
      const url = statusUrl(emisor.publicUrl, numeroDeLista(row.lista, statusPurpose));
      return {
        id: `${url}#${row.indice}`,
        type: 'BitstringStatusListEntry',
        statusPurpose,
        statusListIndex: String(row.indice),
        statusListCredential: url,
      };
    }),
  };
};
