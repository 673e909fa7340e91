import { type Handler, handle } from '../../../platform/server/callables.ts';
import { searchPage } from '../../../platform/server/db/search.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { runLote } from '../../../platform/server/lotes.ts';
import * as contract from '../contract.ts';
import { canManageCorreos } from '../policy.ts';
import { countCorreosListed, selectCorreos, selectCorreosAfter, selectCorreosOf } from './data.ts';
import { presentCorreo, presentTelefonos } from './present.ts';
import { apply, recordLista, visiblesPara } from './service.ts';

export const correosHandlers = (reservados: readonly Slots['correosReservados'][]): Handler[] => [
  handle(contract.listCorreos, {
    policy: canManageCorreos,
    async run(input, { actor, services: { db } }) {
      const { total, rows, parecidas } = await searchPage(
        db,
        { ...input, visibles: visiblesPara(reservados, actor) },
        countCorreosListed,
        selectCorreos,
      );
      await recordLista(db, rows);
      return { total, filas: rows.map(presentCorreo), parecidas };
    },
  }),

  handle(contract.getColaCorreos, {
    policy: canManageCorreos,
    async run(_input, { actor, services }) {
      const { desde, falla, telefonos, ...cola } = await services.mail.state(
        visiblesPara(reservados, actor),
      );
      return {
        ...cola,
        desde: desde?.toISOString() ?? null,
        falla: falla && {
          desde: falla.desde.toISOString(),
          proximo: falla.proximo.toISOString(),
          respuesta: falla.respuesta,
        },
        telefonos: presentTelefonos(telefonos),
      };
    },
  }),

  handle(contract.applyToCorreos, {
    policy: canManageCorreos,
    // About messages: sending one’s own again is harmless.
    noSobreUnoMismo: null,
    run({ accion, parte }, { actor, services: { db, mail } }) {
      const visibles = visiblesPara(reservados, actor);
      return runLote(
        parte,
        (ids) => selectCorreosOf(db, ids, { visibles }),
        (filtros, id, limit) => selectCorreosAfter(db, { ...filtros, visibles }, id, limit),
        async (row) => {
          await db.transaction().execute((trx) => apply(trx, mail, accion, row));
          return 'cambiada';
        },
      );
    },
  }),
];
