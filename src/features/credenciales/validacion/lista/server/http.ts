import type { HttpRoutes } from '../../../../../platform/server/http/types.ts';
import type { Papeles } from '../../../../../platform/server/papeles.ts';
import { validarListaPath } from '../../../routes.ts';
import { MAX_FOLIOS, MAX_LISTA_BYTES } from '../rules.ts';
import { buildInforme } from './document.ts';
import { checkLista, partesDe, readRenglones } from './service.ts';

const BOUNDARY = /boundary="?([\w'()+,./:=? -]{1,70})"?$/;

/**
 * `POST /validar/lista.xlsx`, as a form sends it without script: the folios that were pasted, or those of a file (CSV, TXT, XLSX); a
 * report of how each document stands, as a workbook. For anybody.
 */
export const listaRoutes =
  (papeles: Papeles): HttpRoutes =>
  (app, services) => {
    app.register(async (scope) => {
      // Only here: callables take no forms.
      scope.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: MAX_LISTA_BYTES },
        (_request, body, done) => done(null, body),
      );
      scope.post(validarListaPath, async (request, reply) => {
        const [, boundary = ''] = BOUNDARY.exec(request.headers['content-type'] ?? '') ?? [];
        const partes = partesDe((request.body as Buffer | undefined) ?? Buffer.alloc(0), boundary);
        const all = await readRenglones(partes, () => services.storage.kept.newPath());
        const renglones = all.slice(0, MAX_FOLIOS);
        const validados = await checkLista(services, papeles, renglones, request.ip);
        const ahora = services.now();
        const report = await buildInforme(services.storage.kept.newPath(), validados, {
          ahora,
          sobran: all.length - renglones.length,
        });
        return reply
          .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
          .header('cache-control', 'no-store')
          .header('content-disposition', 'attachment; filename="Folios revisados.xlsx"')
          .send(report);
      });
    });
  };
