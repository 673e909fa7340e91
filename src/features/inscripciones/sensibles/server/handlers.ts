import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../../personas/server/service.ts';
import { describeSensibles } from '../../../plantillas/formulario/rules.ts';
import { getSensibles } from '../contract.ts';
import { canReadSensibles } from '../policy.ts';
import { selectSensibles } from './data.ts';
import { openSensibles, recordLectura } from './service.ts';

export const sensiblesHandlers: Handler[] = [
  handle(getSensibles, {
    policy: canReadSensibles,
    // They are one's own answers.
    noSobreUnoMismo: null,
    async run({ clave, motivo }, { services }) {
      const { db, secrets } = services;
      const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
      if (personaId === null) {
        throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
      }
      const rows = await selectSensibles(db, personaId);
      const inscripciones = rows.map(({ id }) => id);
      // What cannot be left in the history is not read.
      await recordLectura(db, personaId, { inscripciones, motivo });
      return {
        inscripciones: rows.map((row) => ({
          id: row.id,
          curso: row.curso,
          edicion: row.edicion,
          estado: row.estado,
          enviadaEn: row.enviada_en.toISOString(),
          secciones: describeSensibles(row.definicion, {
            ...row.respuestas,
            ...openSensibles(secrets, row.id, row.sellado),
          }),
        })),
      };
    },
  }),
];
