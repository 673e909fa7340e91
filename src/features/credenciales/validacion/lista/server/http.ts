import type { HttpRoutes } from '../../../../../platform/server/http/types.ts';
import { validarListaPath } from '../../../routes.ts';
import { foliosDe, MAX_FOLIOS, MAX_LISTA_BYTES, textosDe } from '../rules.ts';
import { buildInforme } from './document.ts';
import { checkLista } from './service.ts';

const BOUNDARY = /boundary="?([\w'()+,./:=? -]{1,70})"?$/;

/**
 * `POST /validar/lista.xlsx`, as a form sends it without script: the folios that were pasted, or those of a text file (CSV, TXT); a
 * report of how each document stands, as a workbook. For anybody.
 */
export const listaRoutes: HttpRoutes = (app, services) => {
  app.register(async (scope) => {
    // Only here: callables take no forms.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: MAX_LISTA_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(validarListaPath, async (request, reply) => {
      const [, boundary = ''] = BOUNDARY.exec(request.headers['content-type'] ?? '') ?? [];
      const all = foliosDe(textosDe(String(request.body ?? ''), boundary).join('\n'));
      const folios = all.slice(0, MAX_FOLIOS);
      const validados = await checkLista(services, folios, request.ip);
      const ahora = services.now();
      const report = await buildInforme(services.storage.kept.newPath(), validados, {
        ahora,
        sobran: all.length - folios.length,
      });
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="Folios validados.xlsx"')
        .send(report);
    });
  });
};
