import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../personas/server/service.ts';
import { MESSAGES } from '../../errors.ts';
import * as contract from '../contract.ts';
import { presentUsuario } from './present.ts';
import * as service from './service.ts';

const OK = { ok: true as const };

export const usuariosHandlers: Handler[] = [
  handle(contract.listUsuarios, {
    policy: isAdmin,
    async run(input, { services: { db } }) {
      const page = await service.readUsuarios(db, input);
      await service.recordLista(
        db,
        page.filas.flatMap(({ persona_id }) => persona_id ?? []),
      );
      return { ...page, filas: page.filas.map(presentUsuario) };
    },
  }),

  handle(contract.getUsuario, {
    policy: isAdmin,
    // It reads: one's own sessions are anybody's to see.
    noSobreUnoMismo: null,
    run: ({ uid }, { services: { db } }) => service.readUsuario(db, uid),
  }),

  handle(contract.setRoleUsuario, {
    policy: isAdmin,
    noSobreUnoMismo: { sujeto: ({ uid }) => ({ uids: [uid] }) },
    async run({ uid, role }, { services }) {
      await services.db.transaction().execute((trx) => service.giveRole(trx, services, uid, role));
      return OK;
    },
  }),

  handle(contract.setDisabledUsuario, {
    policy: isAdmin,
    noSobreUnoMismo: { sujeto: ({ uid }) => ({ uids: [uid] }) },
    async run({ uid, disabled }, { services }) {
      await services.db
        .transaction()
        .execute((trx) => service.disable(trx, services, uid, disabled));
      return OK;
    },
  }),

  handle(contract.sendVerificationUsuario, {
    policy: isAdmin,
    // A mail to oneself, as anybody may ask for.
    noSobreUnoMismo: null,
    async run({ uid }, { services }) {
      await services.db
        .transaction()
        .execute((trx) => service.sendVerificationUsuario(trx, services, uid));
      return OK;
    },
  }),

  handle(contract.sendPasswordResetUsuario, {
    policy: isAdmin,
    noSobreUnoMismo: null,
    async run({ uid }, { services }) {
      await services.db
        .transaction()
        .execute((trx) => service.sendPasswordResetUsuario(trx, services, uid));
      return OK;
    },
  }),

  handle(contract.endSesionesUsuario, {
    policy: isAdmin,
    // One's own sessions are ended by anybody.
    noSobreUnoMismo: null,
    run: ({ uid }, { services: { db } }) =>
      db.transaction().execute(async (trx) => ({
        terminadas: await service.endSesionesUsuario(trx, uid),
      })),
  }),

  handle(contract.removeFactorUsuario, {
    policy: isAdmin,
    // One's own is taken off with the password and a code, like anybody's.
    noSobreUnoMismo: {
      sujeto: ({ uid }) => ({ uids: [uid] }),
      rechazo: { code: 'factor-propio', message: MESSAGES['factor-propio'] },
    },
    async run({ uid, motivo }, { services }) {
      await services.db
        .transaction()
        .execute((trx) => service.removeFactorUsuario(trx, services, uid, motivo));
      return OK;
    },
  }),

  handle(contract.linkPersonaUsuario, {
    policy: isAdmin,
    // Neither to give one's own account somebody's file, nor to give one's own file away.
    noSobreUnoMismo: {
      sujeto: async ({ uid, clave }, { services }) => ({
        uids: [uid],
        personaIds: [clave && (await readPersonaIdByClave(services.db, normalizeCurp(clave)))],
      }),
    },
    async run({ uid, clave: escrita }, { services }) {
      const clave = escrita === null ? null : normalizeCurp(escrita);
      await services.db
        .transaction()
        .execute((trx) => service.linkPersonaUsuario(trx, services, uid, clave))
        .catch((error: unknown) => {
          throw service.refuseLinked(error);
        });
      return OK;
    },
  }),
];
