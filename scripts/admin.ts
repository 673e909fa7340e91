/**
 * `npm run admin -- correo@escuela.example`: makes the first Admin. Creates the account when there
 * is none (the password is typed, or read from ADMIN_PASSWORD) and gives it the role; it counts as
 * verified. With the embedded database the server must be stopped.
 */
import { createInterface } from 'node:readline/promises';
import { makeAdmin } from '../src/features/identidad/usuarios/server/service.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { CallError } from '../src/platform/shared/errors.ts';
import { createPortal, runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const [email] = process.argv.slice(2);
  if (!email) throw new EnvError('Indique el correo: npm run admin -- correo@escuela.example');
  const portal = await createPortal(readEnv({ LOG_LEVEL: 'warn', ...process.env }));
  let password = process.env.ADMIN_PASSWORD ?? '';
  if (password === '' && process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    password = await terminal.question('Contraseña para la cuenta (si ya existe, déjela vacía): ');
    terminal.close();
  }
  try {
    const created = await makeAdmin(portal.services, email, password || null);
    console.error(created ? `Cuenta ${email} creada con el rol Admin.` : `${email} ya es Admin.`);
  } catch (error) {
    if (error instanceof CallError) throw new EnvError(error.message);
    throw error;
  } finally {
    await portal.stop();
  }
  process.exit(0);
});
