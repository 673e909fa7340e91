import {
  type CallContext,
  type Handler,
  handle,
} from '../../../../../platform/server/callables.ts';
import { runLote } from '../../../../../platform/server/lotes.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import type { Callable, InputOf, OutputOf } from '../../../../../platform/shared/callable.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { isAdmin } from '../../../../../platform/shared/policy.ts';
import * as one from '../../contract.ts';
import { selectCuentas, selectCuentasAfter } from '../../server/data.ts';
import { usuariosHandlers } from '../../server/handlers.ts';
import * as contract from '../contract.ts';

type Context = CallContext<Actor>;
type Cuenta = Awaited<ReturnType<typeof selectCuentas>>[number];

/** What is done to each of many is what its own callable does to one, with all its rules. */
const callOf =
  <C extends Callable>(callable: C) =>
  (input: InputOf<C>, ctx: Context): Promise<OutputOf<C>> => {
    const handler = usuariosHandlers.find(({ contract: its }) => its === callable);
    if (!handler) throw new Error(`${callable.name} has no handler`);
    return handler.run(input as never, ctx as never) as Promise<OutputOf<C>>;
  };

const setDisabled = callOf(one.setDisabled);
const endSesionesOf = callOf(one.endSesionesOf);
const sendVerificationOf = callOf(one.sendVerificationOf);

const APPLY: Record<
  (typeof contract.ACCIONES)[number],
  (cuenta: Cuenta, ctx: Context) => Promise<boolean>
> = {
  async deshabilitar({ id, disabled }, ctx) {
    if (disabled) return false;
    await setDisabled({ uid: id, disabled: true }, ctx);
    return true;
  },
  async habilitar({ id, disabled }, ctx) {
    if (!disabled) return false;
    await setDisabled({ uid: id, disabled: false }, ctx);
    return true;
  },
  async terminarSesiones({ id, sesiones }, ctx) {
    if (sesiones === 0) return false;
    await endSesionesOf({ uid: id }, ctx);
    return true;
  },
  async reenviarVerificacion({ id, email_verified, disabled }, ctx) {
    if (email_verified) return false;
    if (disabled) throw new CallError('FAILED_PRECONDITION', 'La cuenta está deshabilitada.');
    await sendVerificationOf({ uid: id }, ctx);
    return true;
  },
};

const OWN = 'Es su propia cuenta. Cámbiela por separado, desde su menú.';

export const loteUsuariosHandlers: Handler[] = [
  handle(contract.applyToUsuarios, {
    policy: isAdmin,
    run: ({ accion, parte }, ctx) => {
      const { db } = ctx.services;
      return runLote(
        parte,
        (ids) => selectCuentas(db, ids),
        (filtros, uid, limit) => selectCuentasAfter(db, filtros, uid, limit),
        async (cuenta) => {
          // Who does it must be able to finish it.
          if (cuenta.id === ctx.actor.uid) throw new CallError('FAILED_PRECONDITION', OWN);
          return (await APPLY[accion](cuenta, ctx)) ? 'hecha' : 'sinCambio';
        },
      );
    },
  }),
];
