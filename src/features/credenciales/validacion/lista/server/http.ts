import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWithPage, refusalOf } from '../../../../../platform/server/http/pages.ts';
import { sayWhenToRetry } from '../../../../../platform/server/http/request.ts';
import type { HttpRoutes } from '../../../../../platform/server/http/types.ts';
import type { Papeles } from '../../../../../platform/server/papeles.ts';
import { validarListaPaginaPath, validarListaPath, validarPath } from '../../../routes.ts';
import { type ListaValidada, MAX_FOLIOS, MAX_LISTA_BYTES } from '../rules.ts';
import { buildInforme, lineaDe } from './document.ts';
import { checkLista, partesDe, readRenglones } from './service.ts';

const BOUNDARY = /boundary="?([\w'()+,./:=? -]{1,70})"?$/;

const DEMASIADO = 'La lista es demasiado larga: 256 KB como máximo. Divídala en varias.';
const NO_ES_FORMULARIO = 'Envíe la lista desde la página de validación.';

/**
 * `POST /validar/lista.xlsx` and `/validar/lista`, as a form sends it without script: the folios that were pasted, or those of a file (CSV,
 * TXT, XLSX). How each document stands, as a workbook or as a page; refusals are always a page. For anybody.
 */
export const listaRoutes =
  (papeles: Papeles): HttpRoutes =>
  (app, services) => {
    const validate = async (request: FastifyRequest) => {
      const [, boundary = ''] = BOUNDARY.exec(request.headers['content-type'] ?? '') ?? [];
      const partes = partesDe((request.body as Buffer | undefined) ?? Buffer.alloc(0), boundary);
      const all = await readRenglones(partes, () => services.storage.kept.newPath());
      const renglones = all.slice(0, MAX_FOLIOS);
      return {
        validados: await checkLista(services, papeles, renglones, request.ip),
        sobran: all.length - renglones.length,
      };
    };
    app.register(async (scope) => {
      // Only here: callables take no forms.
      scope.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: MAX_LISTA_BYTES },
        (_request, body, done) => done(null, body),
      );
      scope.setErrorHandler((thrown: Error, request, reply) => {
        const { code, problem } = refusalOf(request, thrown, {
          tooLarge: DEMASIADO,
          malformed: NO_ES_FORMULARIO,
        });
        sayWhenToRetry(reply, problem.status, problem.details);
        const sent = { values: {}, fields: {}, general: [problem.message] };
        answerWithPage(request, reply, {
          pathname: validarPath,
          code,
          answer: null,
          problem,
          sent,
        });
      });

      // A page that was left and is reloaded, or an address that was copied.
      const leadToForm = (_request: FastifyRequest, reply: FastifyReply) =>
        reply.redirect(validarPath, 303);
      scope.get(validarListaPath, leadToForm);
      scope.get(validarListaPaginaPath, leadToForm);

      scope.post(validarListaPaginaPath, async (request, reply) => {
        const { validados, sobran } = await validate(request);
        const answer: ListaValidada = { lineas: validados.map(lineaDe), sobran };
        const page = { pathname: validarPath, code: 200, answer, problem: null, sent: null };
        answerWithPage(request, reply, page);
        return reply;
      });

      scope.post(validarListaPath, async (request, reply) => {
        const { validados, sobran } = await validate(request);
        const ahora = services.now();
        const path = services.storage.kept.newPath();
        const report = await buildInforme(path, validados, { ahora, sobran });
        return reply
          .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
          .header('cache-control', 'no-store')
          .header('content-disposition', 'attachment; filename="Folios revisados.xlsx"')
          .send(report);
      });
    });
  };
