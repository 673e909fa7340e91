import { seedCatalogosDemo } from '../src/features/catalogos/server/seed.ts';
import { seedCorreos } from '../src/features/correos/server/seed.ts';
import { seedCursos } from '../src/features/cursos/server/seed.ts';
import { hasNoCuentas, seedCuentas } from '../src/features/identidad/server/seed.ts';
import { seedVinculaciones } from '../src/features/identidad/vinculaciones/server/seed.ts';
import { seedInscripciones } from '../src/features/inscripciones/server/seed.ts';
import { seedFusiones } from '../src/features/personas/fusiones/server/seed.ts';
import { seedPersonas, seedSinCurp } from '../src/features/personas/server/seed.ts';
import { seedPlantillas } from '../src/features/plantillas/server/seed.ts';
import { foldServer } from '../src/platform/server/feature.ts';
import type { Services } from '../src/platform/server/services.ts';
import { seededRandom } from '../src/platform/shared/random.ts';
import { SERVER_FEATURES } from '../src/server-features.ts';

/**
 * Fictional data for a demonstration: people, courses, editions, enrolments; the same ones each
 * time. All in one transaction, only into a database without accounts. Gives whether it wrote.
 */
export const seedDemo = (services: Services, people = 300): Promise<boolean> =>
  services.database.alone(() => fill(services, people));

const fill = (services: Services, people: number): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    if (!(await hasNoCuentas(trx))) return false;
    const random = seededRandom(2026);
    const now = services.now();
    const personas = await seedPersonas(trx, { count: people, random });
    await seedSinCurp(trx, personas);
    await seedCuentas(trx, personas);
    await seedVinculaciones(trx, personas);
    await seedCorreos(trx);
    await seedCatalogosDemo(trx);
    const plantillas = await seedPlantillas(trx, { now });
    const ediciones = await seedCursos(trx, {
      now,
      random,
      plantillas,
      scale: Math.max(1, Math.round(people / 300)),
    });
    // The three demo accounts start without enrolments, so that the first journey is theirs.
    const others = personas.slice(3);
    await seedInscripciones(trx, {
      now,
      random,
      personas: others,
      ediciones,
      env: services.env,
      secrets: services.secrets,
    });
    const seguidores = foldServer(SERVER_FEATURES).given.all('seguidores');
    await seedFusiones(trx, { personas, seguidores, now });
    return true;
  });
