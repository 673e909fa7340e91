/** `npm start`: the portal with demo data unless DEMO=0 (see README for production). */

import { validarPath } from '../src/features/credenciales/routes.ts';
import { readFoliosDeMuestra } from '../src/features/credenciales/server/service.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/features/identidad/server/seed.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { runOrExplain, serve } from '../src/server.ts';
import { seedDemo } from './demo-data.ts';

await runOrExplain(async () => {
  const env = readEnv({ DEMO: '1', LOG_LEVEL: 'warn', ...process.env });
  let folios: readonly string[] = [];
  await serve(env, async (services) => {
    if (!env.demo) return;
    const started = Date.now();
    if (await seedDemo(services)) {
      console.error(
        `Datos de demostración listos (${Math.round((Date.now() - started) / 1000)} s).`,
      );
    }
    folios = await readFoliosDeMuestra(services.db, services.now());
  });
  console.error(`\nEl portal está en ${env.publicUrl}\n`);
  if (!env.demo) return;
  console.error(`Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`);
  for (const { email, label } of DEMO_ACCOUNTS) console.error(`  ${email.padEnd(24)} ${label}`);
  if (env.host === 'localhost') {
    console.error(
      '\nSolo este equipo puede abrirlo. Para que otros puedan, inicie con HOST=0.0.0.0',
    );
  }
  console.error(`\nFolios para probar en ${env.publicUrl}${validarPath}:`);
  for (const folio of folios) console.error(`  ${folio}`);
  if (!env.smtpUrl) console.error(`\nCorreo que el portal «envía»: ${env.publicUrl}/dev/mail`);
  console.error('');
});
