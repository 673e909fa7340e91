import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { SeededPersona } from '../../../personas/server/seed.ts';
import { VERSIONES } from '../../privacidad/rules.ts';
import { insertAceptaciones } from '../../privacidad/server/data.ts';
import { splitDisplayName } from '../../registro/rules.ts';
import { displayNameOf, type Nombres } from '../../rules.ts';
import { DEMO_PASSWORD } from '../../server/seed.ts';

/** First of the people without account from which the demonstration takes those who claim a file. */
const FROM = 70;

/** Who asks: with the names of the file, with an accent of less, as somebody else. */
const asTyped: readonly ((names: Nombres) => Nombres)[] = [
  (names) => names,
  (names) => ({
    ...names,
    apellidoPaterno: names.apellidoPaterno.normalize('NFD').replace(/\p{M}/gu, ''),
  }),
  (names) => ({ ...names, nombre: 'María Guadalupe', apellidoMaterno: 'Xicoténcatl' }),
];

/** Accounts that wait for a file of the demonstration, the last of them for one that is in use. */
export const seedVinculaciones = async (
  trx: Trx,
  personas: readonly SeededPersona[],
): Promise<void> => {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const [i, typed] of asTyped.entries()) {
    // The third asks for the file of a demo account.
    const persona = personas[i === 2 ? 2 : FROM + i];
    if (!persona) continue;
    const names = typed(splitDisplayName(persona.nombreCompleto, persona.curp));
    const uid = randomBytes(15).toString('base64url');
    const since = sql<Date>`now() - make_interval(hours => ${[70, 20, 3][i]!})`;
    await trx
      .insertInto('cuentas')
      .values({
        uid,
        email: `por-confirmar${i + 1}@demo.example`,
        email_verified: true,
        password_hash: passwordHash,
        display_name: displayNameOf(names),
        photo_url: null,
        nombre: null,
        apellido_paterno: null,
        apellido_materno: null,
        role: null,
        persona_id: null,
        creado_en: since,
        ultimo_ingreso_en: since,
      })
      .execute();
    await insertAceptaciones(trx, uid, VERSIONES);
    await trx
      .insertInto('vinculaciones')
      .values({
        uid,
        persona_id: persona.id,
        nombre: names.nombre,
        apellido_paterno: names.apellidoPaterno,
        apellido_materno: names.apellidoMaterno,
        creado_en: since,
      })
      .execute();
  }
};
