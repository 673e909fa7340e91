import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../html.ts';

type Mailbox = () => Promise<
  { to: string; subject: string; text: string; links: string[]; at: string }[]
>;

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

const CSS =
  'body{font:16px/1.5 system-ui,sans-serif;color:#1a2233;background:#f7f5f0;margin:0}main{max-width:44rem;margin:auto;padding:1rem}h1,h2{font-family:Georgia,serif}article{background:#fff;border:1px solid #767f8f;border-radius:6px;padding:0 1.25rem 1rem;margin:1rem 0;overflow-wrap:anywhere}pre{white-space:pre-wrap;font:inherit}a{color:#1d3b66}small{color:#4a5568}';

/** The local mailbox of a demonstration: what would have been sent, readable in the browser. */
export const registerMailbox = (app: FastifyInstance, mailbox: Mailbox, school: string): void => {
  app.get('/dev/mail.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await mailbox()),
  );
  app.get('/dev/mail.css', async (_request, reply) => reply.type('text/css').send(CSS));
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await mailbox();
    const items = mails
      .map(
        (mail) =>
          `<article><h2>${escapeHtml(mail.subject)}</h2><small>Para ${escapeHtml(mail.to)} · ${escapeHtml(new Date(mail.at).toLocaleString('es-MX', { timeZone: 'America/Mexico_City' }))}</small><pre>${linked(mail.text)}</pre></article>`,
      )
      .join('');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Buzón local · ${escapeHtml(school)}</title><link rel="stylesheet" href="/dev/mail.css"></head><body><main><h1>Buzón local</h1><p>Los correos que el portal habría enviado (solo en modo de demostración), el más reciente primero.</p>${items || '<p>Todavía no hay correos. Llegarán aquí en cuanto el portal envíe uno.</p>'}</main></body></html>`,
      );
  });
};
