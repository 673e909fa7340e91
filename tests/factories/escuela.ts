import { validacionPath } from '../../src/features/credenciales/routes.ts';
import type { Tipo } from '../../src/features/credenciales/rules.ts';
import {
  type Credential,
  type DidDocument,
  openCredentials,
} from '../../src/platform/server/credentials/index.ts';
import { startTestPortal } from '../portal.ts';
import { makeCuenta } from './cuentas.ts';
import { makeEmitido, makeFirmante } from './emitidos.ts';
import { makeCurp, makePersona } from './personas.ts';

/** The address of the school of `startEscuela`. */
export const ESCUELA = 'https://escuela.example';

/**
 * A portal of a school that issues documents: two of its staff, who may sign, somebody to issue to, and what is done with
 * documents. `site`: what the build left, for its pages.
 */
export const startEscuela = async (options: { site?: string } = {}) => {
  const portal = await startTestPortal({ PUBLIC_URL: ESCUELA }, { jobs: false, ...options });
  const escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
  const admin = (await makeCuenta(portal, { role: 'Admin' })).token;
  const firmante = await makeFirmante(portal, admin);
  /** Somebody with an account and a file that has their CURP. */
  const titular = async () => {
    const curp = makeCurp();
    const { id } = await makePersona(portal.services.db, { clave: curp, curp });
    const { token } = await makeCuenta(portal, { personaId: id });
    return { id, clave: curp, curp, token };
  };
  const persona = await titular();
  const call = (name: string, data: unknown, token?: string) =>
    portal.call(name, data, token ? { token } : {});
  const get = (path: string, accept: string) =>
    fetch(`${portal.url}${path}`, { headers: { accept } });
  return {
    ...{ portal, escolar, admin, firmante, titular, persona, call, get },
    make: (tipo: Tipo, more: object = {}) =>
      makeEmitido(portal, {
        tipo,
        clave: persona.clave,
        firmante,
        por: escolar,
        aprueba: admin,
        ...more,
      }),
    check: (folio: string, tipo?: Tipo) =>
      call('checkDocumentoEmitido', tipo ? { tipo, folio } : { folio }),
    credentialOf: async (tipo: Tipo, folio: string) =>
      (await (await get(validacionPath(tipo, folio), 'application/vc')).json()) as Credential,
    /** What somebody finds who has the credential and asks the school's public addresses, and nothing of ours. */
    async verdictOf(credential: Credential, now = portal.services.now()) {
      const did = (await (await get('/.well-known/did.json', '*/*')).json()) as DidDocument;
      const lists = await Promise.all(
        (credential.credentialStatus as { statusListCredential: string }[]).map(
          async ({ statusListCredential }) =>
            (await (await get(new URL(statusListCredential).pathname, '*/*')).json()) as Credential,
        ),
      );
      const { verifySigned } = await openCredentials();
      return verifySigned(credential, { dids: [did], lists, now });
    },
    step: (id: string, paso: string, token = escolar) =>
      call(
        'updateVigenciaDocumentoEmitido',
        paso === 'levantar' ? { id, paso } : { id, paso, motivo: 'Se emitió por error.' },
        token,
      ),
  };
};
export type Escuela = Awaited<ReturnType<typeof startEscuela>>;
