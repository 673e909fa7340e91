import type { Trx } from '../../../../platform/server/db/index.ts';
import { displayNameOf } from '../../../identidad/rules.ts';
import { planCurp } from '../../clave/ensayo/server/service.ts';
import { makeClaveSinCurp } from '../../clave/rules.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import { findPersona } from '../../server/data.ts';
import type { SeededPersona } from '../../server/seed.ts';
import { createPersona } from '../../server/service.ts';
import { venceFusion } from '../rules.ts';
import { insertFusion } from './data.ts';

const HOUR = 3_600_000;

/** People without account whose file, with its CURP, was there; and who proposes to merge another into it. */
const CASOS = [
  { conCurp: 75, por: 'escolar@demo.example', horas: 26 },
  { conCurp: 77, por: 'admin@demo.example', horas: 5 },
] as const;

/** Merges that wait for a second person, one by each of the staff of the demonstration. Call it last. */
export const seedFusiones = async (
  trx: Trx,
  {
    personas,
    seguidores,
    now,
  }: { personas: readonly SeededPersona[]; seguidores: readonly Seguidor[]; now: Date },
): Promise<void> => {
  for (const [i, { conCurp, por, horas }] of CASOS.entries()) {
    const target = personas[conCurp];
    const proponente = await trx
      .selectFrom('cuentas')
      .select('uid')
      .where('email', '=', por)
      .executeTakeFirst();
    if (!target || !proponente) continue;
    const file = await findPersona(trx, target.id);
    if (!file) continue;
    // The first as whoever registers in a hurry writes it: without the second surname.
    const names = {
      nombre: file.nombre,
      apellidoPaterno: file.apellido_paterno,
      apellidoMaterno: i === 0 ? '' : file.apellido_materno,
    };
    const clave = makeClaveSinCurp(`2026001${i}`);
    const anteriorId = await createPersona(trx, {
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
    if (anteriorId === null) continue;
    const ctx = { actor: proponente, services: { now: () => now } };
    const input = { clave, curp: target.curp };
    const { ensayo } = await planCurp(trx, seguidores, input, ctx, false);
    const propuestaEn = new Date(now.getTime() - horas * HOUR);
    await insertFusion(trx, {
      anteriorId,
      personaId: target.id,
      tomar: [],
      motivo: 'Presentó su constancia de CURP y su acta en ventanilla: es la misma persona.',
      huella: ensayo.huella,
      propuestaPor: proponente.uid,
      propuestaEn,
      venceEn: venceFusion(propuestaEn),
    });
  }
};
