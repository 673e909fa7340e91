import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PapelRegistrado } from '../papeles.ts';

/** Answers a request with a PDF that only who asked may keep: in the browser's reader or, with `?descargar=1`, as a file of this name. */
export const sendPdf = (
  request: FastifyRequest,
  reply: FastifyReply,
  pdf: PapelRegistrado,
  name: string,
): FastifyReply => {
  const { descargar } = request.query as Record<string, unknown>;
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header(
      'content-disposition',
      `${descargar === '1' ? 'attachment' : 'inline'}; filename="${name}"`,
    )
    .send(Buffer.from(pdf));
};
