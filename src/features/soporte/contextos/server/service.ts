/** What conversations are about: each feature says what its records are called and who may ask about them. */
import type { Db } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import type { ContextoGuardado } from '../../contract.ts';
import type { TipoContexto } from '../rules.ts';

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /**
     * What a record is called and where it is read, for a conversation that is opened from it; null: it is not the actor's to ask
     * about. A conversation keeps what it was called then.
     */
    contextoDeSoporte: {
      readonly tipo: TipoContexto;
      readonly find: (
        db: Db,
        id: string,
        actor: Actor,
      ) => Promise<{
        titulo: string;
        /** The address at which its person reads it. */
        enlace: string | null;
        /** The address at which staff attend it, if it is another. */
        gestion?: string;
      } | null>;
    };
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An error that somebody met: its number is what Control Escolar looks for. */
const errores: Slots['contextoDeSoporte'] = {
  tipo: 'error',
  async find(_db, id) {
    return { titulo: `Error ${id.slice(0, 8)}`, enlace: null };
  },
};

/** What a conversation would be about; null: nothing of whoever asks. */
export const findContexto = async (
  db: Db,
  dados: readonly Slots['contextoDeSoporte'][],
  { tipo, id }: { tipo: TipoContexto; id: string },
  actor: Actor,
): Promise<ContextoGuardado | null> => {
  if (!UUID.test(id)) return null;
  const one = [...dados, errores].find((given) => given.tipo === tipo);
  const found = await one?.find(db, id, actor);
  return found ? { tipo, id, ...found } : null;
};
