import { hasNoCuentas } from '../src/features/identidad/server/seed.ts';
import { runDemo } from '../src/platform/server/demo.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import { actAsSystem } from '../src/platform/server/request-context.ts';
import type { Services } from '../src/platform/server/services.ts';
import { seededRandom } from '../src/platform/shared/random.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';

/**
 * Fictional data for a demonstration, what each feature's manifest gives: the same ones each time. All in one
 * transaction, only into a database without accounts. Gives whether it wrote.
 */
export const seedDemo = (services: Services, people = 300): Promise<boolean> =>
  services.database.alone(() =>
    services.db.transaction().execute(async (trx) => {
      if (!(await hasNoCuentas(trx))) return false;
      const { demo, given } = foldServer(SERVER_FEATURES);
      const random = seededRandom(2026);
      // What seeds leave in the history nobody did.
      const tools = { services, given, now: services.now(), random, people };
      await actAsSystem(() => runDemo(trx, demo, tools));
      return true;
    }),
  );
