/** `npm run seed -- --people 100000`: demo data of another size, into an empty database. */
import { parseArgs } from 'node:util';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { createPortal, runOrExplain } from '../src/server.ts';
import { seedDemo } from './demo-data.ts';

await runOrExplain(async () => {
  const { values } = parseArgs({ options: { people: { type: 'string', default: '300' } } });
  const people = Number(values.people);
  if (!Number.isInteger(people) || people < 60 || people > 2_000_000) {
    throw new EnvError('--people es un número entero entre 60 y 2000000.');
  }
  const portal = await createPortal(readEnv({ DEMO: '1', LOG_LEVEL: 'warn', ...process.env }));
  const started = Date.now();
  const wrote = await seedDemo(portal.services, people);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.error(
    wrote
      ? `Listo: ${people} personas en ${seconds} s.`
      : 'La base ya tiene cuentas; los datos de demostración solo se escriben en una vacía (otra DATA_DIR u otra DATABASE_URL).',
  );
  await portal.stop();
  process.exit(wrote ? 0 : 1);
});
