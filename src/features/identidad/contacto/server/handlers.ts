import { createHash, randomBytes } from 'node:crypto';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { recordCambio } from '../../../auditoria/server/handlers.ts';
import { requireEmail } from '../../cuentas/server/handlers.ts';
import { type IdentidadErrorCode, MESSAGES } from '../../errors.ts';
import { isSignedIn } from '../../policy.ts';
import { confirmContacto, requestContacto } from '../contract.ts';
import { findContacto, findContactoByHash, saveConfirmado, upsertContacto } from './data.ts';
import { contactoMail } from './mails.ts';

const CODE_DAYS = 7;
/** Mails to confirm that one account may cause, and that may go to one address. */
const CONTACTO_BY_CUENTA = { name: 'contacto-cuenta', max: 20, windowSeconds: 86_400 };
const CONTACTO_BY_DESTINO = { name: 'contacto-destino', max: 5, windowSeconds: 86_400 };

type Dueno = Pick<Actor, 'uid' | 'email'>;

/** Where notices go, and the address that would get them too once it is confirmed, if any. */
export type Destinatarios = { correos: string[]; porConfirmar: string | null };

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

const refuse = (code: IdentidadErrorCode): CallError =>
  new CallError('FAILED_PRECONDITION', MESSAGES[code], { code });

/**
 * Where to send the notices of something for which its person gave an address: always to the one of
 * their account, and to that one once they showed that they read it.
 */
export const readDestinatarios = async (
  db: Db | Trx,
  { uid, email }: Dueno,
  contacto: string | null,
): Promise<Destinatarios> => {
  if (contacto === null || contacto === email) return { correos: [email], porConfirmar: null };
  const row = await findContacto(db, uid, contacto);
  return row?.confirmado_en
    ? { correos: [email, contacto], porConfirmar: null }
    : { correos: [email], porConfirmar: contacto };
};

/**
 * Sends the mail that asks to confirm an address, with a new code. Throws RESOURCE_EXHAUSTED when the
 * account, or the address, had enough of them. Not inside a transaction: what is counted stays.
 */
export const askContacto = async (
  { db, env, mail, now, throttle }: Services,
  { uid, personaId }: Pick<Actor, 'uid' | 'personaId'>,
  email: string,
): Promise<void> => {
  await throttle.use(CONTACTO_BY_CUENTA, uid);
  await throttle.use(CONTACTO_BY_DESTINO, email);
  const code = randomBytes(32).toString('base64url');
  const vence = new Date(now().getTime() + CODE_DAYS * 86_400_000);
  await db.transaction().execute(async (trx) => {
    if (!(await upsertContacto(trx, { uid, email, hash: hashOf(code), vence }))) return;
    await mail.queue(trx, contactoMail(env, email, code));
    await recordCambio(trx, {
      actorUid: uid,
      accion: 'cuenta.pedirContacto',
      entidad: 'cuenta',
      entidadId: uid,
      personaId,
    });
  });
};

/** What is done, in its transaction, when an address begins to receive notices. */
export type AlConfirmar = (
  trx: Trx,
  services: Services,
  confirmado: Pick<Actor, 'personaId'> & { email: string },
) => Promise<void>;

/** `alConfirmar` sends there what its person asked to receive there and went to the account only. */
export const contactoHandlers = (alConfirmar: AlConfirmar): Handler[] => [
  handle(requestContacto, {
    policy: isSignedIn,
    async run(input, { actor, services }) {
      const email = requireEmail(input.email);
      if (email !== actor.email) await askContacto(services, actor, email);
      return { ok: true as const };
    },
  }),

  handle(confirmContacto, {
    policy: isSignedIn,
    run: ({ oobCode }, { actor, services }) =>
      services.db.transaction().execute(async (trx) => {
        const hash = hashOf(oobCode);
        const found = await findContactoByHash(trx, hash);
        if (!found?.vence) throw refuse('codigo-invalido');
        if (found.uid !== actor.uid) throw refuse('contacto-de-otra-cuenta');
        if (found.vence <= services.now()) throw refuse('codigo-vencido');
        if (!(await saveConfirmado(trx, hash, services.now()))) throw refuse('codigo-invalido');
        await alConfirmar(trx, services, { personaId: actor.personaId, email: found.email });
        await recordCambio(trx, {
          actorUid: actor.uid,
          accion: 'cuenta.confirmarContacto',
          entidad: 'cuenta',
          entidadId: actor.uid,
          personaId: actor.personaId,
        });
        return { email: found.email };
      }),
  }),
];
