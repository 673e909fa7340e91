import type { FastifyInstance } from 'fastify';
import { formatMomento } from '../../shared/dates.ts';
import { escapeHtml } from '../html.ts';
import type { Mail } from '../mail/index.ts';

type Mailbox = NonNullable<Mail['mailbox']>;

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

const CSS = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;color:#1a2233;background:#f7f5f0;margin:0}
main{max-width:46rem;margin:auto;padding:1rem}
h1,h2{font-family:Georgia,serif}
article{background:#fff;border:1px solid #767f8f;border-radius:6px;padding:0 1.25rem 1rem;margin:1rem 0;overflow-wrap:anywhere}
iframe{display:block;box-sizing:border-box;width:100%;height:34rem;margin:.75rem 0;border:1px solid #767f8f;border-radius:6px;background:#f7f5f0}
pre{white-space:pre-wrap;font:inherit}
summary{cursor:pointer;padding:.25rem 0}
a{color:#1d3b66}
small{color:#4a5568}
@media (prefers-color-scheme:dark){body{color:#e8ebf2;background:#10161f}article{background:#1a2330}a{color:#8fb4f0}small{color:#a9b4c6}}`;

/** Links of a mail open beside the mailbox: inside its frame the portal refuses to be shown. */
const inFrame = (html: string) => html.replace('<head>', '<head>\n<base target="_blank">');

/** The local mailbox of a demonstration: what would have been sent, readable in the browser. */
export const registerMailbox = (app: FastifyInstance, mailbox: Mailbox, school: string): void => {
  app.get('/dev/mail.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send((await mailbox()).map(({ html: _html, medio: _medio, ...mail }) => mail)),
  );
  app.get('/dev/mail.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(CSS),
  );
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params }, reply) => {
    const mail = (await mailbox()).find(({ id }) => id === params.id);
    if (!mail) return reply.callNotFound();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      )
      .send(inFrame(mail.html));
  });
  app.get('/dev/mail', async (_request, reply) => {
    const items = (await mailbox())
      .map((mail) => {
        const subject = escapeHtml(mail.subject);
        const when = formatMomento(new Date(mail.at));
        if (mail.medio === 'telefono') {
          return `<article><h2>${subject}</h2><small>Mensaje al teléfono ${escapeHtml(mail.to)} · ${escapeHtml(when)}</small><p>${linked(mail.text)}</p></article>`;
        }
        return `<article><h2>${subject}</h2><small>Para ${escapeHtml(mail.to)} · ${escapeHtml(when)}</small><iframe src="/dev/mail/${mail.id}" title="Correo: ${subject}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe><details><summary>Versión de texto</summary><pre>${linked(mail.text)}</pre></details></article>`;
      })
      .join('');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(
        `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Buzón local · ${escapeHtml(school)}</title><link rel="stylesheet" href="/dev/mail.css"></head><body><main><h1>Buzón local</h1><p>Los correos y los mensajes a teléfonos que el portal habría enviado (solo en modo de demostración), el más reciente primero. Sus enlaces se abren en otra pestaña.</p>${items || '<p>Todavía no hay correos. Llegarán aquí en cuanto el portal envíe uno.</p>'}</main></body></html>`,
      );
  });
};
