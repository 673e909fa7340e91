import type { Slots } from '../../../../platform/server/feature.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { avisoPath } from '../../privacidad/routes.ts';
import { mustAccept, PUBLICADAS } from '../../privacidad/rules.ts';
import { type CuentaDe, selectCuentasDe } from './data.ts';

const grupo = 'Cuenta';

const HALLA: Readonly<Record<string, (cuenta: CuentaDe) => boolean>> = {
  'cuenta.verificada': ({ email_verified }) => email_verified,
  'cuenta.avisoAceptado': ({ aceptadas }) =>
    !mustAccept(
      PUBLICADAS.aviso,
      aceptadas.flatMap(({ documento, version }) => (documento === 'aviso' ? version : [])),
    ),
};

/** What rules may ask of somebody's account. Who has none has verified and accepted nothing. */
export const cuentaHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'cuenta.verificada',
      grupo,
      nombre: 'Correo de la cuenta verificado',
      tipo: 'booleano',
    },
    {
      clave: 'cuenta.avisoAceptado',
      grupo,
      nombre: 'Aviso de privacidad vigente aceptado',
      palabras: ['política', 'términos'],
      tipo: 'booleano',
      remedio: { texto: 'Leer el aviso de privacidad', enlace: () => avisoPath },
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
