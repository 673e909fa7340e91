import type { FastifyReply, FastifyRequest } from 'fastify';
import { whoAsks } from '../../../../platform/server/http/authorise.ts';
import { answerWithPage, refusalOf } from '../../../../platform/server/http/pages.ts';
import { sayWhenToRetry } from '../../../../platform/server/http/request.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError, HTTP_OF_STATUS } from '../../../../platform/shared/errors.ts';
import type { PageProblem, PageSent } from '../../../../platform/shared/public-wing.ts';
import { recomendacionPath } from '../../routes.ts';
import { envioRecomendacionPath } from '../routes.ts';
import { CAMPOS, CAMPOS_DE_CARTA, type MomentoInvitacion } from '../rules.ts';
import { answerInvitacion } from './service.ts';

/** The longest letter with every letter escaped fits twice: more is no letter that somebody typed. */
const MAX_BYTES = 512 * 1024;

const SIN_ORIGEN =
  'No pudimos comprobar que lo envió desde esta página. Abra de nuevo el enlace del correo y envíe otra vez.';
const DEMASIADO =
  'Lo que envió es demasiado largo. Vuelva atrás, acorte la carta y envíela de nuevo.';
const NO_ES_FORMULARIO = 'Abra el enlace del correo y envíe la carta desde su página.';

const CODE_OF: Readonly<Record<Exclude<MomentoInvitacion, 'abierta'>, number>> = {
  recibida: 200,
  declinada: 200,
  vencida: 409,
  cancelada: 409,
  propia: HTTP_OF_STATUS.PERMISSION_DENIED,
};

/** What the form sent, by the names of its fields; each once, no others. Null: it is no form. */
const valoresDe = ({ body }: FastifyRequest): Record<string, string> | null => {
  if (typeof body !== 'string') return null;
  const sent = new URLSearchParams(body);
  return Object.fromEntries(
    [...CAMPOS_DE_CARTA, CAMPOS.accion].flatMap((name) => {
      const value = sent.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
};

const claveOf = (request: FastifyRequest): string => (request.params as { clave: string }).clave;

const sentBack = (request: FastifyRequest, more: Partial<PageSent> = {}): PageSent | null => {
  const values = valoresDe(request);
  return values && { values, fields: {}, general: [], ...more };
};

/** The page of the letter with what went wrong, and all that was typed. */
const refuseWithPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { code, problem }: { code: number; problem: PageProblem },
): void => {
  const pathname = recomendacionPath(encodeURIComponent(claveOf(request)));
  const sent = sentBack(request, { general: [problem.message] });
  answerWithPage(request, reply, { pathname, code, answer: null, problem, sent });
};

/**
 * `POST /{region}/recomendacion/{clave}`, as the page's form sends it with and without script: the letter, or that its author declines.
 * Taken, it leads (303) to the page, which is a receipt from then on; refused, the page comes back with what was typed. The key is the
 * credential: no cookie lets anybody in, and the Origin must be the portal's. `GET` leads to the page: somebody reloaded a refusal.
 */
export const recomendacionesRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    const path = envioRecomendacionPath(services.env.region, ':clave');
    app.register(async (scope) => {
      // Only here: callables take no forms.
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: MAX_BYTES },
        (_request, body, done) => done(null, body),
      );
      scope.setErrorHandler((thrown: Error, request, reply) => {
        const refused = refusalOf(request, thrown, {
          tooLarge: DEMASIADO,
          malformed: NO_ES_FORMULARIO,
        });
        sayWhenToRetry(reply, refused.problem.status, refused.problem.details);
        refuseWithPage(request, reply, refused);
      });

      scope.get(path, (request, reply) =>
        reply.redirect(recomendacionPath(encodeURIComponent(claveOf(request))), 303),
      );

      scope.post(path, async (request, reply) => {
        const receivedAt = services.now();
        const valores = valoresDe(request);
        if (!valores) throw new CallError('INVALID_ARGUMENT', NO_ES_FORMULARIO);
        if (!services.env.allowedOrigins.has(request.headers.origin ?? '')) {
          throw new CallError('PERMISSION_DENIED', SIN_ORIGEN);
        }
        const clave = claveOf(request);
        const actor = await whoAsks(request, services, resolveActor);
        const { cookies, ip } = request;
        const portador = { clave, actor, cookies, ip, receivedAt };
        const { tomada, invitacion, errores } = await answerInvitacion(services, portador, valores);
        const pathname = recomendacionPath(encodeURIComponent(clave));
        if (tomada) return reply.redirect(pathname, 303);
        const { momento } = invitacion;
        answerWithPage(request, reply, {
          pathname,
          code: momento === 'abierta' ? HTTP_OF_STATUS.INVALID_ARGUMENT : CODE_OF[momento],
          answer: invitacion,
          problem: null,
          sent: sentBack(request, { fields: errores ?? {} }),
        });
        return reply;
      });
    });
  };
