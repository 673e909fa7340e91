import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  insertCuentaVerificada,
  PASSWORD,
  signInByWire,
} from '../../../../../tests/factories/cuentas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { Policy, Quien, Role } from '../../../../platform/shared/actor.ts';
import * as shared from '../../../../platform/shared/policy.ts';
import { canEditCatalogos, canReadCatalogos } from '../../../catalogos/policy.ts';
import { canManageCorreos } from '../../../correos/policy.ts';
import { canUseOwnInscripciones } from '../../../inscripciones/policy.ts';
import { canAssignCurp } from '../../../personas/clave/policy.ts';
import { canReadPersona } from '../../../personas/perfil/policy.ts';
import { canSeeAllTrabajos, keepsTrabajos } from '../../../trabajos/policy.ts';
import type { SesionUser } from '../../contract.ts';
import { saveFactorRoles } from '../../factor/server/data.ts';
import * as own from '../../policy.ts';
import { canDecideVinculaciones, canTakeExpediente } from '../../vinculaciones/policy.ts';
import { resolveActor } from './service.ts';

const policies = { ...shared, ...own };

const ASKED: Record<string, Policy> = {
  isVerified: policies.isVerified,
  isSignedIn: policies.isSignedIn,
  isStaff: policies.isStaff,
  isAdmin: policies.isAdmin,
  canManageFactor: policies.canManageFactor,
  canEditCatalogos,
  canReadCatalogos,
  canManageCorreos,
  canUseOwnInscripciones,
  canAssignCurp,
  canDecideVinculaciones,
  canTakeExpediente,
  canSeeAllTrabajos,
  keepsTrabajos,
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

/** What each policy answers, also about one's own file. */
const answers = (quien: Quien, personaId: string) => ({
  ...Object.fromEntries(Object.entries(ASKED).map(([name, policy]) => [name, policy(quien)])),
  ownFile: canReadPersona(quien, personaId),
  anotherFile: canReadPersona(quien, '00000000-0000-4000-8000-000000000000'),
});

describe('who is signed in, in the browser', () => {
  for (const role of [null, 'Escolar', 'Admin'] satisfies (Role | null)[]) {
    for (const acepta of [true, false]) {
      for (const demanded of [false, true]) {
        it(`is answered as the server answers: ${role}, accepted ${acepta}, factor ${demanded}`, async () => {
          const { db } = portal.services;
          const persona = await makePersona(db);
          const { email } = await insertCuentaVerificada(
            db,
            { role, persona_id: persona.id },
            { acepta },
          );
          await db
            .transaction()
            .execute((trx) => saveFactorRoles(trx, demanded ? ['Admin', 'Escolar'] : []));
          const { result } = await portal.call('signIn', { email, password: PASSWORD });
          const user: SesionUser = result;
          const actor = await resolveActor(await signInByWire(portal, email), portal.services);
          if (!actor) throw new Error('no actor');
          expect(answers(user, persona.id)).toEqual(answers(actor, persona.id));
          expect(user.clave).toBe(actor.clave);
          expect(user.nombre).toBe(persona.nombre);
          // Neither answers the same to everybody.
          expect(policies.isSignedIn(user)).toBe(acepta && !(demanded && role !== null));
        });
      }
    }
  }
});
