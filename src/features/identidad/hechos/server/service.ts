import type { Slots } from '../../../../platform/server/feature.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { avisoPath, terminosPath } from '../../privacidad/routes.ts';
import { type Documento, mustAccept, PUBLICADAS } from '../../privacidad/rules.ts';
import { type CuentaDe, selectCuentasDe } from './data.ts';

const grupo = 'Cuenta';

const accepted = ({ aceptadas }: CuentaDe, cual: Documento): boolean =>
  !mustAccept(
    PUBLICADAS[cual],
    aceptadas.flatMap(({ documento, version }) => (documento === cual ? version : [])),
  );

const HALLA: Readonly<Record<string, (cuenta: CuentaDe) => boolean>> = {
  'cuenta.verificada': ({ email_verified }) => email_verified,
  'cuenta.avisoAceptado': (cuenta) => accepted(cuenta, 'aviso'),
  'cuenta.terminosAceptados': (cuenta) => accepted(cuenta, 'terminos'),
};

/** What rules may ask of somebody's account. Who has none has verified and accepted nothing. */
export const cuentaHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'cuenta.verificada',
      grupo,
      nombre: 'Correo de la cuenta verificado',
      tipo: 'booleano',
      pide: ['el correo de su cuenta esté verificado', 'el correo de su cuenta no esté verificado'],
    },
    {
      clave: 'cuenta.avisoAceptado',
      grupo,
      nombre: 'Aviso de privacidad vigente aceptado',
      palabras: ['política', 'consentimiento'],
      tipo: 'booleano',
      pide: [
        'haya aceptado el aviso de privacidad vigente',
        'no haya aceptado el aviso de privacidad vigente',
      ],
      remedio: { texto: 'Leer el aviso de privacidad', enlace: () => avisoPath },
    },
    {
      clave: 'cuenta.terminosAceptados',
      grupo,
      nombre: 'Términos de uso vigentes aceptados',
      palabras: ['política', 'consentimiento', 'condiciones'],
      tipo: 'booleano',
      pide: [
        'haya aceptado los términos de uso vigentes',
        'no haya aceptado los términos de uso vigentes',
      ],
      remedio: { texto: 'Leer los términos de uso', enlace: () => terminosPath },
    },
  ],
  async load(db, { campos, personas }) {
    const cuentas = new Map(
      (await selectCuentasDe(db, personas)).map((cuenta) => [cuenta.persona_id, cuenta]),
    );
    return personas.flatMap((personaId) => {
      const cuenta = cuentas.get(personaId);
      return campos.map(({ field, clave }) => ({
        field,
        personaId,
        valor: cuenta !== undefined && (lookUp(HALLA, clave)?.(cuenta) ?? false),
      }));
    });
  },
};
