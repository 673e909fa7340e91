import { authorise } from '../../../../platform/server/http/authorise.ts';
import { sendPdf } from '../../../../platform/server/http/pdf.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { wantedOf } from '../../../../platform/server/http/wanted.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { acusePagePath, acusePath } from '../../routes.ts';
import { formatFolio } from '../rules.ts';
import { presentAcuse } from './present.ts';
import {
  acuseNotFound,
  type Buscando,
  lookUpAcuse,
  readPdfAcuse,
  recordLecturaAcuse,
} from './service.ts';

/** What there is to give to who asks for an acuse that they cannot open, or that is none. */
const CLOSED = { row: null, open: false } as const;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const FORMS = [[/^application\/json$/, 'result']] as const;

/**
 * `GET /acuse?folio=…`: the page (which the public wing answers), with `Accept: application/json` what anybody may know of an acuse, to
 * compare a file with. `GET /acuse/{folio}.pdf?clave=…[&descargar=1]`: its PDF, for whoever has its key.
 */
export const acuseRoutes =
  ({
    resolveActor,
    deEnvio,
  }: Pick<AppOptions, 'resolveActor'> & Pick<Buscando, 'deEnvio'>): HttpRoutes =>
  (app, services) => {
    const buscando = { ...services, deEnvio };
    app.get(acusePagePath, async (request, reply) => {
      reply.header('vary', 'Accept');
      if (wantedOf(request.headers.accept, FORMS) === 'page') return reply.callNotFound();
      const folio = text((request.query as Record<string, unknown>).folio) ?? '';
      const { row } = await lookUpAcuse(buscando, { folio, clave: undefined, ip: request.ip });
      return reply.header('cache-control', 'no-store').send(presentAcuse(row, null));
    });
    app.get('/acuse/:archivo', async (request, reply) => {
      const { archivo } = request.params as { archivo: string };
      const query = request.query as Record<string, unknown>;
      if (!archivo.endsWith('.pdf')) throw new CallError('NOT_FOUND', 'No existe esa dirección.');
      const folio = archivo.slice(0, -'.pdf'.length);
      const clave = text(query.clave);
      const { row, open } = await lookUpAcuse(buscando, { folio, clave, ip: request.ip }).catch(
        (error: unknown) => {
          if (error instanceof CallError && error.status === 'NOT_FOUND') return CLOSED;
          throw error;
        },
      );
      // With a wrong key the answer is the one of a folio that does not exist.
      if (!open) {
        // Whoever opened a link reads the page, which says what is wrong with it.
        if (!String(request.headers.accept).includes('text/html')) throw acuseNotFound();
        return reply.redirect(acusePath(folio, clave), 303);
      }
      // Nobody needs to sign in for it: a session that ended is a visitor.
      const actor = await authorise(request, services, resolveActor).catch(() => null);
      await recordLecturaAcuse(services, actor, row);
      const pdf = await readPdfAcuse(services, row).catch((error: unknown) => {
        if (error instanceof CallError && error.status === 'UNAVAILABLE') {
          reply.header('retry-after', '10');
        }
        throw error;
      });
      return sendPdf(request, reply, pdf, `acuse-${formatFolio(row.folio)}.pdf`);
    });
  };
