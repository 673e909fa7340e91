import type { Trx } from '../../../../platform/server/db/index.ts';
import type { FeatureJobs } from '../../../../platform/server/feature.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { canReviewDuplicados } from '../policy.ts';
import { BUSQUEDA, searchDuplicados } from './service.ts';

export const duplicadosJobs: FeatureJobs = {
  /** Every night all people are compared with those that they may be. */
  'duplicados-noche': ({ db, now }) => ({
    cron: '37 2 * * *',
    expireInSeconds: 3_600,
    run: async (_data, { signal }) => {
      const step = <T>(work: (trx: Trx) => Promise<T>) => {
        signal.throwIfAborted();
        return db.transaction().execute(work);
      };
      await searchDuplicados(db, { step, report: async () => {} }, { desde: now(), now });
    },
  }),
};

const say = (n: number): string => n.toLocaleString('es-MX');

/** The same, when somebody of the staff asks for it. */
export const defineDuplicadosTrabajos = ({ db, now, trabajos }: Services): void =>
  trabajos.define<{ desde: string }>(BUSQUEDA, {
    policy: canReviewDuplicados,
    run: async ({ desde }, { step, report }) => {
      const found = await searchDuplicados(db, { step, report }, { desde: new Date(desde), now });
      const { personas, parejas } = found;
      return {
        mensaje: `${parejas === 1 ? 'Hay 1 pareja' : `Hay ${say(parejas)} parejas`} de expedientes que se parecen, entre ${say(personas)} personas.`,
        cifras: found,
      };
    },
  });
