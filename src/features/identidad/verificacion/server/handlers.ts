import { type Handler, handle } from '../../../../platform/server/callables.ts';
import * as contract from '../../contract.ts';
import { readCodigo } from '../../cuentas/server/service.ts';
import { registeredHere, setRegistrant, verifyEmailByCode } from './service.ts';

export const verificacionHandlers: Handler[] = [
  handle(contract.verifyEmail, {
    public: true,
    async run({ oobCode, password = null }, { request, services }) {
      const navegador = registeredHere(services, request.cookies);
      const { expediente } = await verifyEmailByCode(services, oobCode, { navegador, password });
      setRegistrant(services, request, null);
      return { expediente };
    },
  }),

  handle(contract.checkCodigoCorreo, {
    public: true,
    async run({ oobCode }, { request, services }) {
      const { tipo, uid } = await readCodigo(services, oobCode);
      const pideContrasena =
        tipo === 'VERIFY_EMAIL' && registeredHere(services, request.cookies) !== uid;
      return { tipo, pideContrasena };
    },
  }),
];
