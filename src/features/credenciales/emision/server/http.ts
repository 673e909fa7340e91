import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { authorise } from '../../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { Ilegible } from '../../../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { POR_RECUPERAR } from '../../../../platform/shared/ilegible-por-que.ts';
import { ERRORES } from '../../errors.ts';
import { readPdfEmitido } from '../../impresion/server/service.ts';
import { canIssueEmitidos } from '../../policy.ts';
import { formatFolioEmitido, tipoOf } from '../../rules.ts';
import { type EmitidoRow, findEmitido } from '../../server/data.ts';
import { findEmision, selectDeEmision } from './data.ts';

const ARCHIVO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/;
/** How many are looked for at a time. */
const EACH_TIME = 100;

/** Its PDF; null: what is kept of it cannot be read. */
const readOne = (services: Services, row: EmitidoRow): Promise<Uint8Array | null> =>
  readPdfEmitido(services, row).catch((error: unknown) => {
    if (error instanceof Ilegible) return null;
    throw error;
  });

/**
 * Puts the PDFs of an emission into a ZIP, never more than one of them in memory; those that there are not yet are made. Of those that
 * cannot be read a text within says which they are.
 */
const fill = async (zip: ZipFile, services: Services, id: string): Promise<void> => {
  const faltan: string[] = [];
  for (let after: string | null = null; ; ) {
    const rows: { id: string }[] = await selectDeEmision(services.db, id, after, EACH_TIME);
    for (const { id: documento } of rows) {
      after = documento;
      const row = (await findEmitido(services.db, documento))!;
      const folio = formatFolioEmitido(row.folio);
      const pdf = await readOne(services, row);
      if (pdf === null) {
        faltan.push(folio);
        continue;
      }
      const stream = Readable.from([Buffer.from(pdf)]);
      zip.addReadStream(stream, `${folio}.pdf`, { compress: false });
      // A reader who went away leaves it unread: then its end never comes, and the reply's does.
      await finished(stream, { writable: false });
    }
    if (rows.length < EACH_TIME) break;
  }
  if (faltan.length > 0) {
    const text = `Estos documentos no se pueden leer. ${POR_RECUPERAR}\n\n${faltan.join('\n')}\n`;
    zip.addBuffer(Buffer.from(text), `${NO_SE_LEE}.txt`);
  }
  zip.end();
};

/** `GET /emisiones/{id}.zip`: the PDFs of all the documents of an emission, for staff. */
export const emisionRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/emisiones/:archivo', async (request, reply) => {
      const { archivo } = request.params as { archivo: string };
      const actor = await authorise(request, services, resolveActor);
      if (actor === null) throw new CallError('UNAUTHENTICATED', 'Ingrese al portal.');
      if (!canIssueEmitidos(actor)) {
        throw new CallError(
          'PERMISSION_DENIED',
          'No tiene permiso para descargar estos documentos.',
        );
      }
      const id = ARCHIVO.exec(archivo)?.[1];
      const emision = id === undefined ? null : await findEmision(services.db, id);
      if (!emision) throw refuse('NOT_FOUND', ERRORES.noExiste);
      await services.db
        .transaction()
        .execute((trx) => recordCambio(trx, 'emision.descargar', { id: emision.id }));
      const zip = new ZipFile();
      fill(zip, services, emision.id).catch((error: Error) => {
        services.log.error({ err: error, emision: emision.id }, 'no se pudo hacer el ZIP');
        (zip.outputStream as Readable).destroy(error);
      });
      const name = `${tipoOf(emision.tipo).plural}.zip`;
      return reply
        .type('application/zip')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(zip.outputStream);
    });
  };
