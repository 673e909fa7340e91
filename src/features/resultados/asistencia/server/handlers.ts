import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { ERRORES } from '../../errors.ts';
import { canRecordResultados } from '../../policy.ts';
import { selectPersonaIds } from '../../server/data.ts';
import { requireEdicion } from '../../server/service.ts';
import { getAsistencia, saveAsistencia } from '../contract.ts';
import { selectAsistencia, selectSesiones } from './data.ts';
import { presentAsistencia } from './present.ts';
import { saveMarcas } from './service.ts';

export const asistenciaHandlers: Handler[] = [
  handle(getAsistencia, {
    policy: canRecordResultados,
    noSobreUnoMismo: null,
    run: async ({ edicionId, huella }, { actor, services: { db, now } }) => {
      const ahora = now();
      const edicion = await requireEdicion(db, edicionId, ahora);
      const sesiones = await selectSesiones(db, edicionId);
      const rows = await selectAsistencia(db, edicionId);
      const asks = { personaId: actor.personaId, huella, ahora };
      return presentAsistencia(edicion, sesiones, rows, asks);
    },
  }),
  handle(saveAsistencia, {
    policy: canRecordResultados,
    noSobreUnoMismo: {
      sujeto: async ({ edicionId, marcas }, { services: { db } }) => {
        const ids = marcas.map(({ inscripcionId }) => inscripcionId);
        return { personaIds: await selectPersonaIds(db, edicionId, ids) };
      },
      rechazo: ERRORES.propios,
    },
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => saveMarcas(trx, input, ctx)),
  }),
];
