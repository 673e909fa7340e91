import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { currentRequest } from '../../../../platform/server/request-context.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { asCallError } from '../../../../platform/server/storage/errors.ts';
import { TICKET_COOKIE } from '../../../../platform/server/storage/http-request.ts';
import type {
  Archivo,
  Infectado,
  StorageChange,
  StorageReading,
} from '../../../../platform/server/storage/index.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { ownerOf, type UploadTicket } from '../../../../platform/shared/storage.ts';
import { findCuenta, findCuentaByPersona } from '../../cuentas/server/data.ts';
import { ineFiles, uidOf, userFiles } from '../policy.ts';

export const TICKET_SECONDS = 600;
export const COOKIE_SECONDS = 86_400;
const MAX_UPLOADS = 3;
export const TICKETS_BY_ADDRESS = { name: 'permiso-ine', max: 60, windowSeconds: 900 };

export const macOf = (secrets: Secrets, body: string) =>
  createHmac('sha256', secrets.prepared('permiso-ine')).update(body).digest('base64url');

/** The ticket in a text when we signed it, whether or not it is still in force. */
const genuineTicket = (text: string, secrets: Secrets): UploadTicket | null => {
  const [id = '', until = '', mac = ''] = text.split('.');
  const genuine = Buffer.from(macOf(secrets, `${id}.${until}`));
  const given = Buffer.from(mac);
  if (genuine.length !== given.length || !timingSafeEqual(genuine, given)) return null;
  const venceEn = new Date(Number.parseInt(until, 36));
  if (Number.isNaN(venceEn.getTime())) return null;
  return { id, namePrefix: `${ineFiles.prefix}${id}-`, maxUploads: MAX_UPLOADS, venceEn };
};

/** The ticket in a text, when we signed it and it is in force. */
export const readTicketIne = (text: string, secrets: Secrets, now: Date): UploadTicket | null => {
  const ticket = genuineTicket(text, secrets);
  return ticket && ticket.venceEn > now ? ticket : null;
};

/** Whose file an archivo belongs to, when its owner is an account with a person. */
const personaOf = async (trx: Trx, propietario: string | null): Promise<string | null> =>
  propietario === null ? null : ((await findCuenta(trx, propietario))?.persona_id ?? null);

/** Leaves every change of a file in the history, in the transaction that makes it. */
export const recordArchivo = async (trx: Trx, change: StorageChange): Promise<void> =>
  recordCambio(trx, `archivo.${change.accion}`, {
    id: change.archivo.nombre,
    actorUid: change.actorUid,
    personaId: await personaOf(trx, change.archivo.propietario),
    despues: {
      generation: String(change.archivo.generation),
      bytes: change.archivo.bytes,
      contentType: change.archivo.content_type,
      sha256: change.archivo.sha256,
    },
  });

/** Leaves in the history that something harmful arrived: where, what, and the account that brought it; not the file. */
export const recordInfectado = async (
  trx: Trx,
  { donde, firma, actorUid }: Infectado,
): Promise<void> => {
  await recordCambio(trx, 'archivo.infectado', { id: donde, actorUid, despues: { firma } });
};

/** Leaves in the history that staff looked at somebody's files; one's own folder is nobody else's. */
export const recordLecturaArchivo = async (trx: Trx, reading: StorageReading): Promise<void> => {
  if (reading.nombre.startsWith(`${userFiles.prefix}${reading.actorUid}/`)) return;
  const owner = reading.propietario ?? uidOf(reading.nombre);
  await recordOnce(trx, `archivo.${reading.accion}`, {
    id: reading.nombre,
    actorUid: reading.actorUid,
    personaId: await personaOf(trx, owner),
  });
};

/**
 * An identity image (`filename` with or without `ines/`) for who may read it: whoever uploaded it, also a
 * visitor with the ticket's cookie, and staff. Throws a CallError otherwise. Its bytes are fetched when asked for.
 */
export const readImagenIne = async (
  { actor, request, services }: Asking<Actor | null>,
  filename: string,
): Promise<{ archivo: Archivo; bytes: () => Promise<Buffer> }> => {
  const name = filename.startsWith(ineFiles.prefix) ? filename : `${ineFiles.prefix}${filename}`;
  const ticket = services.storage.readTicket(request.cookies[TICKET_COOKIE] ?? '');
  try {
    const { archivo } = await services.storage.read(name, { actor, ticket });
    const bytes = () =>
      services.storage.bytes(archivo).catch((error: unknown) => {
        throw asCallError(error);
      });
    return { archivo, bytes };
  } catch (error) {
    throw asCallError(error);
  }
};

/** Removes the identity images of these owners (`null`: of nobody). */
export const removeImagenes = async (
  { actor, services }: Asking<Actor | null>,
  owners: readonly (string | null)[],
) => {
  const who = { actor, ticket: null };
  try {
    for (const owner of owners) {
      if (owner !== null) await services.storage.removeOwned(owner, ineFiles.prefix, who);
    }
  } catch (error) {
    // Nobody's registration stops for this: they are gone in a day in any case.
    services.log.warn(
      { err: error, reqId: currentRequest()?.requestId },
      'no se borraron imágenes que ya sirvieron',
    );
  }
};

/** Who a visitor's images belong to: their ticket, also one that ran out. */
export const ticketOwner = ({ request, services }: Asking<Actor | null>): string | null =>
  ownerOf({
    actor: null,
    ticket: genuineTicket(request.cookies[TICKET_COOKIE] ?? '', services.secrets),
  });

/**
 * The CURP is confirmed: the identity images that it was read from go, whoever sent them (a visitor
 * with a ticket, which goes too, or an account), and so do those of the person's own account when
 * somebody else confirmed it.
 */
export const forgetImagenesIne = async (
  ctx: Asking<Actor | null>,
  personaId: string | null = null,
): Promise<void> => {
  const cuenta = personaId && (await findCuentaByPersona(ctx.services.db, personaId));
  await removeImagenes(ctx, [ticketOwner(ctx), ctx.actor?.uid ?? null, cuenta ? cuenta.uid : null]);
  ctx.request.setCookie(TICKET_COOKIE, null, { path: '/' });
};

const INES = 'ines/';

/** The files of an account, and those that are on their way. */
export const archivosAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'archivos',
    titulo: 'Archivos de su cuenta',
    tabla: 'archivos',
    por: [{ columna: 'propietario', es: 'cuenta' }],
    sin: ['objeto'],
    archivos: ({ nombre, objeto, sha256 }, { personal }) =>
      personal && String(nombre).startsWith(INES)
        ? []
        : [
            {
              nombre: String(nombre).split('/').at(-1) ?? 'archivo',
              objeto: String(objeto),
              sha256: String(sha256),
            },
          ],
    reservas: [
      'Las identificaciones que el personal lee al registrar a alguien son de esa persona: se dice que se subieron, sin la imagen, que se borra en un día.',
    ],
  }),
  aporteDeTabla({
    id: 'subidas',
    titulo: 'Archivos que está enviando',
    tabla: 'subidas',
    por: [{ columna: 'propietario', es: 'cuenta' }],
    sin: ['hash', 'partes'],
  }),
];

/** The files of an account go with their bytes, and what is on its way. */
export const archivosSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'archivos',
    titulo: 'Archivos de su cuenta, con su foto y su identificación',
    tabla: 'archivos',
    por: [{ columna: 'propietario', es: 'cuenta' }],
    objetos: ({ objeto }) => [objeto],
  }),
  supresionDeTabla({
    id: 'subidas',
    titulo: 'Archivos que estaba enviando',
    tabla: 'subidas',
    por: [{ columna: 'propietario', es: 'cuenta' }],
    objetos: ({ partes }) => (partes as { id: string }[]).map(({ id }) => id),
  }),
];
