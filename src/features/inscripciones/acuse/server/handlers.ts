import { createHash, timingSafeEqual } from 'node:crypto';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../../platform/shared/ids.ts';
import { recordOnce } from '../../../auditoria/server/handlers.ts';
import { ERRORES } from '../../errors.ts';
import { getAcuse } from '../contract.ts';
import { parseFolio } from '../rules.ts';
import { type AcuseRow, findAcuse } from './data.ts';
import { presentAcuse } from './present.ts';

/** Wide, since a whole school may share an address; the folio's 60 bits are the protection. */
const LIMITE = { name: 'acuse', max: 600, windowSeconds: 600 };

export const acuseNotFound = () =>
  new CallError('NOT_FOUND', ERRORES.acuseNoExiste.message, { code: ERRORES.acuseNoExiste.code });

// Digests have one length, and their comparison takes the same time wherever they differ.
const digest = (text: string) => createHash('sha256').update(text).digest();
const opens = (row: AcuseRow, clave: string | undefined) =>
  timingSafeEqual(digest(row.clave), digest(normaliseCrockford(clave ?? '')));

/** The acuse of a folio as typed, and whether this key opens it. Counts the attempt by address. */
export const lookUpAcuse = async (
  { db, throttle }: Services,
  { folio, clave, ip }: { folio: string; clave: string | undefined; ip: string },
): Promise<{ row: AcuseRow; open: boolean }> => {
  await throttle.use(LIMITE, ip);
  const parsed = parseFolio(folio);
  const row = parsed === null ? undefined : await findAcuse(db, parsed);
  if (!row) throw acuseNotFound();
  return { row, open: opens(row, clave) };
};

/**
 * Leaves in the history that somebody with an account, other than its person, opened an acuse. Who
 * opens it without signing in is whoever the person gave the key to.
 */
export const recordLecturaAcuse = async (
  { db }: Services,
  actor: Actor | null,
  row: AcuseRow,
): Promise<void> => {
  if (actor === null || actor.restricted || actor.personaId === row.persona_id) return;
  await db.transaction().execute((trx) =>
    recordOnce(trx, {
      actorUid: actor.uid,
      accion: 'acuse.leer',
      entidad: 'acuse',
      entidadId: row.folio,
      personaId: row.persona_id,
    }),
  );
};

export const acuseHandlers: Handler[] = [
  handle(getAcuse, {
    public: true,
    run: async ({ folio, clave }, { actor, request, services }) => {
      const { row, open } = await lookUpAcuse(services, { folio, clave, ip: request.ip });
      if (open) await recordLecturaAcuse(services, actor, row);
      return presentAcuse(row, open);
    },
  }),
];
