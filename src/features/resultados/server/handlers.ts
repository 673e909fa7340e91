import { type Handler, handle } from '../../../platform/server/callables.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { actasHandlers } from '../actas/server/handlers.ts';
import type { AlCerrarActa } from '../actas/server/service.ts';
import { asistenciaHandlers } from '../asistencia/server/handlers.ts';
import { getResultados, listEdicionesConResultados, saveResultados } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { kardexHandlers } from '../kardex/server/handlers.ts';
import { canRecordResultados } from '../policy.ts';
import { selectEdiciones, selectFilas, selectPersonaIds } from './data.ts';
import { presentEdicionDeLista, presentResultados } from './present.ts';
import { requireEdicion, saveCeldas } from './service.ts';

/** What else happens when an acta is closed or corrected comes from other features. */
export const resultadosHandlers = (alCerrarActa: readonly AlCerrarActa[]): Handler[] => [
  handle(listEdicionesConResultados, {
    policy: canRecordResultados,
    run: async ({ pagina, porPagina, busqueda, estado, ...orden }, { services: { db, now } }) => {
      const ahora = now();
      const { total, filas } = await selectEdiciones(db, {
        ...orden,
        busqueda,
        estado,
        desde: (pagina - 1) * porPagina,
        cuantas: porPagina,
        ahora,
        hoy: fechaDe(ahora),
      });
      return { total, filas: filas.map(presentEdicionDeLista) };
    },
  }),
  handle(getResultados, {
    policy: canRecordResultados,
    noSobreUnoMismo: null,
    run: async ({ edicionId, huella }, { actor, services: { db, now } }) => {
      const ahora = now();
      const edicion = await requireEdicion(db, edicionId, ahora);
      const rows = await selectFilas(db, edicionId);
      return presentResultados(edicion, rows, { personaId: actor.personaId, huella, ahora });
    },
  }),
  handle(saveResultados, {
    policy: canRecordResultados,
    noSobreUnoMismo: {
      sujeto: async ({ edicionId, calificaciones, observaciones }, { services: { db } }) => {
        const ids = [...calificaciones, ...observaciones].map((c) => c.inscripcionId);
        return { personaIds: await selectPersonaIds(db, edicionId, ids) };
      },
      rechazo: ERRORES.propios,
    },
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => saveCeldas(trx, input, ctx)),
  }),
  ...asistenciaHandlers,
  ...actasHandlers(alCerrarActa),
  ...kardexHandlers,
];
