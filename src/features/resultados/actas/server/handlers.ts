import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { ERRORES } from '../../errors.ts';
import { canRecordResultados } from '../../policy.ts';
import { selectFilas, selectPersonaIds } from '../../server/data.ts';
import { noSeCierra } from '../../server/present.ts';
import { requireEdicion } from '../../server/service.ts';
import { applyCorreccionActa, confirmCierreActa, getActa, previewCierreActa } from '../contract.ts';
import { correctActa } from '../correccion/server/service.ts';
import { presentActa, presentCierre } from './present.ts';
import { type AlCerrarActa, closeActa, decideEdicion, readActa } from './service.ts';

/** What else happens when an acta is closed or corrected comes from other features. */
export const actasHandlers = (alCerrarActa: readonly AlCerrarActa[]): Handler[] => [
  handle(previewCierreActa, {
    policy: canRecordResultados,
    noSobreUnoMismo: null,
    run: async ({ edicionId }, { services: { db, now } }) => {
      const ahora = now();
      const edicion = await requireEdicion(db, edicionId, ahora);
      const { decididos, huella } = decideEdicion(edicion, await selectFilas(db, edicionId));
      return presentCierre(huella, noSeCierra(edicion, ahora), decididos);
    },
  }),
  handle(confirmCierreActa, {
    policy: canRecordResultados,
    noSobreUnoMismo: {
      sujeto: async ({ edicionId }, { services: { db } }) => ({
        personaIds: await selectPersonaIds(db, edicionId),
      }),
      rechazo: ERRORES.actaPropia,
    },
    run: (input, ctx) =>
      ctx.services.db
        .transaction()
        .execute((trx) => closeActa(trx, input, { ...ctx, alCerrarActa })),
  }),
  handle(getActa, {
    policy: canRecordResultados,
    noSobreUnoMismo: null,
    run: async ({ edicionId }, { actor, services }) => {
      const { id, versiones, rows } = await readActa(services.db, edicionId);
      return presentActa(id, versiones, rows, actor.personaId);
    },
  }),
  handle(applyCorreccionActa, {
    policy: canRecordResultados,
    noSobreUnoMismo: {
      sujeto: async ({ edicionId, correcciones }, { services: { db } }) => {
        const ids = correcciones.map(({ inscripcionId }) => inscripcionId);
        return { personaIds: await selectPersonaIds(db, edicionId, ids) };
      },
      rechazo: ERRORES.propios,
    },
    run: (input, ctx) =>
      ctx.services.db
        .transaction()
        .execute((trx) => correctActa(trx, input, { ...ctx, alCerrarActa })),
  }),
];
