import type { Trx } from '../../../../platform/server/db/index.ts';
import { readUidByEmail } from '../../../identidad/cuentas/server/service.ts';
import { displayNameOf } from '../../../identidad/rules.ts';
import { makeClaveSinCurp } from '../../clave/rules.ts';
import { findPersona, type NewPersona } from '../../server/data.ts';
import type { SeededPersona } from '../../server/seed.ts';
import { createPersona } from '../../server/service.ts';
import { decideDuplicado, findDuplicadoDe } from './data.ts';
import { searchDuplicados } from './service.ts';

type File = NonNullable<Awaited<ReturnType<typeof findPersona>>>;

/** Whose file there is twice, and how the second one says it. */
const CASOS: readonly { persona: number; como: (file: File) => Partial<NewPersona> }[] = [
  // Without accents and with the surnames swapped, but with the day of birth.
  {
    persona: 81,
    como: (file) => ({
      nombre: file.nombre.normalize('NFD').replace(/[\u0300\u0301]/g, ''),
      apellidoPaterno: file.apellido_materno || file.apellido_paterno,
      apellidoMaterno: file.apellido_materno ? file.apellido_paterno : '',
      fechaNacimiento: file.fecha_nacimiento,
      correoConocido: null,
    }),
  },
  // Called the same, and nothing else is known.
  { persona: 83, como: () => ({}) },
  // The same, and staff found out that they are two.
  { persona: 85, como: (file) => ({ fechaNacimiento: file.fecha_nacimiento }) },
];
const DESCARTADO = 2;

/** Three people who look like somebody, one of whom staff said is another; found by the search itself. */
export const seedDuplicados = async (
  trx: Trx,
  { personas, now }: { personas: readonly SeededPersona[]; now: Date },
): Promise<void> => {
  const made: [string, string][] = [];
  for (const [i, { persona, como }] of CASOS.entries()) {
    const original = personas[persona];
    const file = original && (await findPersona(trx, original.id));
    if (!file) return;
    const base = {
      nombre: file.nombre,
      apellidoPaterno: file.apellido_paterno,
      apellidoMaterno: file.apellido_materno,
      ...como(file),
    };
    const id = await createPersona(trx, {
      clave: makeClaveSinCurp(`2026002${i}`),
      curp: null,
      fechaNacimiento: null,
      sexo: null,
      entidadNacimiento: null,
      discrepancias: [],
      ...base,
      nombreCompleto: displayNameOf(base),
    });
    if (id !== null) made.push([file.id, id]);
  }
  const busqueda = {
    step: <T>(work: (on: Trx) => Promise<T>) => work(trx),
    report: async () => {},
  };
  await searchDuplicados(trx, busqueda, { desde: now, now: () => now });
  const staff = await readUidByEmail(trx, 'escolar@demo.example');
  const dos = made[DESCARTADO];
  const pareja = dos && (await findDuplicadoDe(trx, dos));
  if (!staff || !pareja) return;
  await decideDuplicado(trx, pareja.id, 'descartar', {
    por: staff,
    en: new Date(now.getTime() - 3 * 86_400_000),
    nota: 'Son homónimos nacidos el mismo día: se comprobó con las dos actas de nacimiento.',
    huella: pareja.huella,
  });
};
