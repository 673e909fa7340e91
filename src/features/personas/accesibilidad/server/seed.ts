import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { SeededPersona } from '../../server/seed.ts';
import type { Necesidades } from '../rules.ts';
import { saveSellado } from './data.ts';
import { sealNecesidades } from './service.ts';

/** The ordinary person of the demonstration, and two others. */
const CASOS: readonly (Necesidades & { persona: number })[] = [
  {
    persona: 2,
    apoyos: ['subtitulos', 'asiento'],
    detalle: 'Oigo poco del lado izquierdo: prefiero sentarme a la derecha.',
  },
  { persona: 22, apoyos: ['accesoFisico'], detalle: '' },
  { persona: 25, apoyos: ['lectorPantalla', 'tiempo'], detalle: 'Uso NVDA.' },
];

/** Some who said what they need. */
export const seedAccesibilidad = async (
  trx: Trx,
  { personas, secrets, now }: { personas: readonly SeededPersona[]; secrets: Secrets; now: Date },
): Promise<void> => {
  for (const { persona, ...necesidades } of CASOS) {
    const id = personas[persona]?.id;
    if (id === undefined) continue;
    const sellado = sealNecesidades(secrets, id, necesidades);
    await saveSellado(trx, { personaId: id, sellado, version: 0, ahora: now });
  }
};
