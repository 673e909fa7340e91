import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Trx } from '../../../platform/server/db/index.ts';
import { importColumns } from '../../../platform/server/hojas/define.ts';
import * as contract from '../contract.ts';
import { canUseTrabajos } from '../policy.ts';
import { presentTrabajo, presentVista } from './present.ts';
import * as service from './service.ts';

export const trabajosHandlers = (nombresDeCuentas: service.NombresDeCuentas): Handler[] => [
  handle(contract.listTrabajos, {
    policy: canUseTrabajos,
    async run({ todos }, { actor, services }) {
      const scope = todos ? service.scopeOf(actor) : actor.uid;
      const rows = await services.trabajos.list(scope);
      const others = rows.flatMap((row) => (row.propietario === actor.uid ? [] : row.propietario));
      const nombres = await nombresDeCuentas(services.db, [...new Set(others)]);
      const now = services.now();
      return {
        trabajos: rows.map((row) => {
          const permitido = row.propietario !== actor.uid || services.trabajos.permits(actor, row);
          return presentTrabajo(row, { viewerUid: actor.uid, permitido, now, nombres });
        }),
      };
    },
  }),

  handle(contract.cancelTrabajo, {
    policy: canUseTrabajos,
    run: ({ id }, { actor, services }) => service.cancel(services, actor, id),
  }),

  handle(contract.retryTrabajo, {
    policy: canUseTrabajos,
    run: ({ id }, { actor, services }) => service.retry(services, actor, id),
  }),

  handle(contract.hideTrabajos, {
    policy: canUseTrabajos,
    async run({ ids }, { actor, services }) {
      await service.hide(services, actor.uid, ids);
      return null;
    },
  }),

  // Each list has its own policy; `of` refuses before anything is looked at.
  handle(contract.describeHoja, {
    policy: canUseTrabajos,
    async run({ hoja }, { actor, services }) {
      const declared = services.hojas.of(hoja, actor);
      return {
        id: declared.id,
        titulo: declared.title,
        importa: declared.writer !== undefined,
        exporta: declared.exportRows !== undefined,
        conFilas: declared.de !== undefined,
        columnas: importColumns(declared).map((column) => ({
          key: column.key,
          header: column.header,
          required: column.required ?? false,
          unless: column.unless ?? null,
          hint: column.hint ?? null,
          example: String(column.example),
        })),
      };
    },
  }),

  handle(contract.previewImportacion, {
    policy: canUseTrabajos,
    async run({ hoja, archivo, ...indicaciones }, { actor, request, services }) {
      const declared = services.hojas.of(hoja, actor);
      const { signal } = request;
      return presentVista(
        await services.hojas.preview(declared, archivo, indicaciones, {
          actorUid: actor.uid,
          signal,
        }),
      );
    },
  }),

  handle(contract.startImportacion, {
    policy: canUseTrabajos,
    async run({ hoja, ...job }, { actor, services }) {
      const declared = services.hojas.of(hoja, actor);
      const trabajo = await services.hojas.startImport(declared, job, actor.uid, (trx, id) =>
        service.recordImportacion(trx, id, declared),
      );
      return { trabajo };
    },
  }),

  handle(contract.startExportacion, {
    policy: canUseTrabajos,
    async run({ hoja, alMomento, ...job }, { actor, services: { hojas } }) {
      const declared = hojas.of(hoja, actor);
      const note = (trx: Trx, id: string) => service.recordExportacion(trx, id, declared, job);
      const file = alMomento ? await hojas.exportAtOnce(declared, job, actor.uid, note) : null;
      const trabajo = file ? null : await hojas.startExport(declared, job, actor.uid, note);
      return { trabajo, archivo: file && { id: file.id, nombre: file.nombre } };
    },
  }),
];
