import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Trx } from '../../../platform/server/db/index.ts';
import { recordCambio } from '../../../platform/server/historial/index.ts';
import { filtersForHistory, importColumns } from '../../../platform/server/sheets/define.ts';
import type { SheetEvent } from '../../../platform/server/sheets/index.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import * as contract from '../contract.ts';
import { canSeeAllTrabajos, canUseTrabajos } from '../policy.ts';
import { selectNombres } from './data.ts';
import { presentTrabajo } from './present.ts';

/** Whose jobs an actor may touch: an Admin everybody's (null), anyone else their own. */
const scopeOf = (actor: Actor) => (canSeeAllTrabajos(actor) ? null : actor.uid);

const notFound = () =>
  new CallError('NOT_FOUND', 'Ese trabajo ya no admite el cambio. Actualice la bandeja.');

const tooLate = () =>
  new CallError('FAILED_PRECONDITION', 'Ya se está terminando de escribir: no se puede cancelar.');

/** Asking for a list, and what becomes of it, is of the job that does it. */
const entidad = 'trabajo';

/** What happened to a list, for the history: how many rows and of which file, not what they say. */
export const recordHoja = (trx: Trx, event: SheetEvent): Promise<void> =>
  recordCambio(trx, `hoja.${event.accion}`, {
    id: event.trabajoId,
    entidad,
    despues: { hoja: event.hoja, ...event.detalle },
    actorUid: event.actorUid,
  });

/** A job that the portal stopped because its owner may no longer have it done. */
export const recordTrabajoDetenido = (
  trx: Trx,
  { trabajoId, motivo }: { trabajoId: string; motivo: string },
): Promise<void> =>
  recordCambio(trx, 'trabajo.detener', { id: trabajoId, despues: { motivo }, actorUid: null });

export const trabajosHandlers: Handler[] = [
  handle(contract.listTrabajos, {
    policy: canUseTrabajos,
    async run({ todos }, { actor, services }) {
      const scope = todos ? scopeOf(actor) : actor.uid;
      const rows = await services.trabajos.list(scope);
      const others = rows.flatMap((row) => (row.propietario === actor.uid ? [] : row.propietario));
      const nombres = await selectNombres(services.db, [...new Set(others)]);
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
    async run({ id }, { actor, services: { db, trabajos } }) {
      const scope = scopeOf(actor);
      const cancelled = await db.transaction().execute(async (trx) => {
        const row = await trabajos.cancel(trx, id, scope);
        if (row) await recordCambio(trx, 'trabajo.cancelar', { id });
        return row;
      });
      if (cancelled) return { estado: cancelled.estado };
      const row = await trabajos.find(id);
      const seen = row && (scope === null || row.propietario === scope);
      throw seen && row.sin_retorno ? tooLate() : notFound();
    },
  }),

  handle(contract.retryTrabajo, {
    policy: canUseTrabajos,
    run: ({ id }, { actor, services }) =>
      services.db.transaction().execute(async (trx) => {
        const row = await services.trabajos.retry(trx, id, scopeOf(actor));
        if (!row) throw notFound();
        await recordCambio(trx, 'trabajo.reintentar', { id });
        return { estado: row.estado };
      }),
  }),

  handle(contract.hideTrabajos, {
    policy: canUseTrabajos,
    async run({ ids }, { actor, services }) {
      await services.db.transaction().execute(async (trx) => {
        for (const id of await services.trabajos.hide(trx, ids, actor.uid)) {
          await recordCambio(trx, 'trabajo.quitar', { id });
        }
      });
      return null;
    },
  }),

  // Each list has its own policy; `of` refuses before anything is looked at.
  handle(contract.describeHoja, {
    policy: canUseTrabajos,
    async run({ hoja }, { actor, services }) {
      const sheet = services.hojas.of(hoja, actor);
      return {
        id: sheet.id,
        titulo: sheet.title,
        importa: sheet.writer !== undefined,
        exporta: sheet.exportRows !== undefined,
        columnas: importColumns(sheet).map((column) => ({
          key: column.key,
          header: column.header,
          required: column.required ?? false,
          hint: column.hint ?? null,
          example: String(column.example),
        })),
      };
    },
  }),

  handle(contract.previewImportacion, {
    policy: canUseTrabajos,
    run: ({ hoja, archivo, correspondencia }, { actor, request, services }) =>
      services.hojas.preview(services.hojas.of(hoja, actor), archivo, correspondencia, {
        actorUid: actor.uid,
        signal: request.signal,
      }),
  }),

  handle(contract.startImportacion, {
    policy: canUseTrabajos,
    async run({ hoja, ...job }, { actor, services }) {
      const sheet = services.hojas.of(hoja, actor);
      const trabajo = await services.hojas.startImport(sheet, job, actor.uid, (trx, id) =>
        recordCambio(trx, 'hoja.pedirImportacion', { id, entidad, despues: { hoja } }),
      );
      return { trabajo };
    },
  }),

  handle(contract.startExportacion, {
    policy: canUseTrabajos,
    async run({ hoja, ...job }, { actor, services }) {
      const sheet = services.hojas.of(hoja, actor);
      const trabajo = await services.hojas.startExport(sheet, job, actor.uid, (trx, id) =>
        recordCambio(trx, 'hoja.pedirExportacion', {
          id,
          entidad,
          despues: { hoja, tipo: job.tipo, filtros: filtersForHistory(sheet, job.filtros) },
        }),
      );
      return { trabajo };
    },
  }),
];
