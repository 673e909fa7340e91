import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { readUidByEmail } from '../../../identidad/cuentas/server/service.ts';
import { displayNameOf } from '../../../identidad/rules.ts';
import { planCurp } from '../../clave/ensayo/server/service.ts';
import { makeClaveSinCurp } from '../../clave/rules.ts';
import type { Context, Seguidor } from '../../clave/seguidores/server/service.ts';
import { performCurp } from '../../clave/server/service.ts';
import { findPersona } from '../../server/data.ts';
import type { SeededPersona } from '../../server/seed.ts';
import { createPersona } from '../../server/service.ts';

const CON_CURP = 89;
const DAYS_AGO = 4;

/** Two files that were made one some days ago, and can still be separated. Call it last. */
export const seedReversion = async (
  trx: Trx,
  {
    personas,
    seguidores,
    services,
    now,
  }: {
    personas: readonly SeededPersona[];
    seguidores: readonly Seguidor[];
    services: Services;
    now: Date;
  },
): Promise<void> => {
  const target = personas[CON_CURP];
  const file = target && (await findPersona(trx, target.id));
  const uid = await readUidByEmail(trx, 'admin@demo.example');
  if (!target || !file || uid === null) return;
  const names = {
    nombre: file.nombre,
    apellidoPaterno: file.apellido_paterno,
    apellidoMaterno: file.apellido_materno,
  };
  const clave = makeClaveSinCurp('20260030');
  const id = await createPersona(trx, {
    ...names,
    clave,
    curp: null,
    nombreCompleto: displayNameOf(names),
    fechaNacimiento: null,
    sexo: null,
    entidadNacimiento: null,
    discrepancias: [],
    curpDeclarada: target.curp,
  });
  if (id === null) return;
  const then = new Date(now.getTime() - DAYS_AGO * 86_400_000);
  const ctx = { actor: { uid }, services: { ...services, now: () => then } } as unknown as Context;
  const plan = await planCurp(trx, seguidores, { clave, curp: target.curp }, ctx, true);
  const motivo = 'Presentó su constancia de CURP en ventanilla.';
  await performCurp(trx, seguidores, plan, { tomar: [], motivo }, ctx);
};
