import { type Handler, handle } from '../../../platform/server/callables.ts';
import { cursorPage } from '../../../platform/server/db/cursor.ts';
import { isAdmin, isSignedIn } from '../../../platform/shared/policy.ts';
import * as contract from '../contract.ts';
import { canReadHistorialPersona } from '../policy.ts';
import { countHistorial } from './data.ts';
import {
  createVerificar,
  type FiltrosHistorial,
  type Palabras,
  readAccesos,
  readConsulta,
  readHistorial,
  readHistorialPersona,
} from './service.ts';

/** The list as such, where an act is one line; what names somebody or something shows each row. */
const isLista = ({ busqueda, id, clave, entidadId }: FiltrosHistorial): boolean =>
  !(busqueda || id || clave || entidadId);

const NONE = { filas: [], anterior: null, siguiente: null, total: 0 };

export const auditoriaHandlers = (palabras: Palabras): Handler[] => {
  const verificar = createVerificar();
  return [
    handle(contract.listHistorial, {
      policy: isAdmin,
      // It reads: whoever asks for their own history finds nothing that they do not see elsewhere (`historialReservado`).
      noSobreUnoMismo: null,
      async run({ descendente, tras, antes, porPagina, ...filtros }, { actor, services: { db } }) {
        const consulta = await readConsulta(db, palabras, actor, filtros);
        if (!consulta) return NONE;
        return cursorPage(
          { tras, antes, porPagina },
          ({ id }) => String(id),
          ({ after, reversed, limit }) =>
            readHistorial(db, palabras, {
              ...consulta,
              descendente: descendente !== reversed,
              tras: after === null ? undefined : Number(after),
              limite: limit,
              ...(isLista(filtros) && { actos: descendente ? 'descendente' : 'ascendente' }),
            }),
          () => countHistorial(db, consulta),
        );
      },
    }),

    handle(contract.verifyHistorial, {
      policy: isAdmin,
      run: (_input, { services }) => verificar(services),
    }),

    handle(contract.listAccesosExpediente, {
      policy: isSignedIn,
      async run(at, { actor, services: { db } }) {
        if (actor.personaId === null) return NONE;
        return readAccesos(db, { ...actor, personaId: actor.personaId }, at);
      },
    }),

    handle(contract.listHistorialPersona, {
      policy: canReadHistorialPersona,
      // It reads, and says nothing of oneself that one does not see elsewhere.
      noSobreUnoMismo: null,
      run: (input, { actor, services: { db } }) => readHistorialPersona(db, palabras, actor, input),
    }),
  ];
};
