import { randomBytes } from 'node:crypto';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { TICKET_COOKIE } from '../../../../platform/server/storage/http-request.ts';
import { createBoletoIne } from '../contract.ts';
import { ineFiles } from '../policy.ts';
import {
  COOKIE_SECONDS,
  macOf,
  removeImagenes,
  TICKET_SECONDS,
  TICKETS_BY_ADDRESS,
  ticketOwner,
} from './service.ts';

export const archivosHandlers: Handler[] = [
  handle(createBoletoIne, {
    public: true,
    async run(_input, ctx) {
      const { request, services } = ctx;
      await services.throttle.use(TICKETS_BY_ADDRESS, request.ip);
      // Somebody who tries another photo has no use for the one before.
      await removeImagenes(ctx, [ticketOwner(ctx)]);
      const id = randomBytes(16).toString('hex');
      const venceEn = new Date(services.now().getTime() + TICKET_SECONDS * 1000);
      const body = `${id}.${venceEn.getTime().toString(36)}`;
      const ticket = `${body}.${macOf(services.secrets, body)}`;
      // For the whole site: the image is uploaded at one path and read at another.
      // It is kept as long as its images: when it no longer opens anything, it says which to remove.
      request.setCookie(TICKET_COOKIE, ticket, { path: '/', maxAgeSeconds: COOKIE_SECONDS });
      return { ticket, prefijo: `${ineFiles.prefix}${id}-`, venceEn: venceEn.toISOString() };
    },
  }),
];
