import type { Handler } from '../../../../platform/server/callables.ts';
import { handle } from '../../../../platform/server/callables.ts';
import * as contract from '../../contract.ts';
import { rememberEquipo } from '../../equipos/server/service.ts';
import { canManageFactor } from '../../policy.ts';
import { recognise, requireWhole } from '../ingreso/server/service.ts';
import { listSesionesOf } from './data.ts';
import { presentSesion } from './present.ts';
import {
  clearSesionCookies,
  endOtherSesiones,
  endOwnSesion,
  endSesionesHere,
  enter,
  presentCurrent,
  presentOwn,
  REFRESH_COOKIE,
  refresh,
  setSesionCookies,
} from './service.ts';

export const sesionesHandlers: Handler[] = [
  handle(contract.signIn, {
    public: true,
    async run(input, { actor, request, services }) {
      const mostrada = await recognise(services, input, request);
      const entera = await requireWhole(services, mostrada, input.codigo, request);
      const sesion = await enter(services, entera, request);
      // Its cookies are replaced: nobody could end the one before from here any more.
      await endSesionesHere(services, request, actor);
      setSesionCookies(services, request, sesion);
      rememberEquipo(services, request, sesion.cuenta.email);
      return presentCurrent(services, sesion.cuenta);
    },
  }),

  handle(contract.signOut, {
    public: true,
    async run(_input, { actor, request, services }) {
      await endSesionesHere(services, request, actor);
      clearSesionCookies(services, request);
      return { ok: true as const };
    },
  }),

  handle(contract.getSesion, {
    public: true,
    async run(_input, { actor, services }) {
      if (!actor || (actor.restricted && !actor.faltaSegundoFactor)) return null;
      return presentOwn(services, actor);
    },
  }),

  handle(contract.refreshSesion, {
    public: true,
    async run(_input, { request, services }) {
      const token = request.cookies[REFRESH_COOKIE];
      const sesion = token ? await refresh(services, token) : null;
      // The cookies of a session that is over stay: they open nothing, and this answer may reach the browser after
      // that of another tab's sign-in, whose cookies it would take away.
      if (!sesion) return null;
      setSesionCookies(services, request, sesion);
      const { cuenta } = sesion;
      return cuenta.email_verified ? presentCurrent(services, cuenta) : null;
    },
  }),

  handle(contract.listSesiones, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      const rows = await listSesionesOf(services.db, actor.uid);
      return rows.map((row) => ({ ...presentSesion(row), actual: row.id === actor.sid }));
    },
  }),

  handle(contract.endSesion, {
    policy: canManageFactor,
    async run({ sid }, { actor, services }) {
      await services.db.transaction().execute((trx) => endOwnSesion(trx, actor.uid, sid));
      return { ok: true as const };
    },
  }),

  handle(contract.endOtherSesiones, {
    policy: canManageFactor,
    run: (_input, { actor, services: { db } }) =>
      db.transaction().execute(async (trx) => ({ terminadas: await endOtherSesiones(trx, actor) })),
  }),
];
