import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import { readNombreCompleto } from '../../personas/server/service.ts';
import { makeFolioArco, venceCumplimiento, venceRespuesta } from '../rules.ts';
import { insertTramite, stepTramite } from './data.ts';
import { readCalendar } from './service.ts';

const DAY = 86_400_000;

/** Requests of the demonstration: one near its term, one just received, one that was answered and done. */
export const seedArco = async (
  trx: Trx,
  { personas, now }: { personas: readonly SeededPersona[]; now: Date },
): Promise<void> => {
  const calendar = await readCalendar(trx);
  const casos = [
    [
      12,
      25,
      'cancelacion',
      'Pido que se borre mi domicilio: ya no vivo ahí y no lo usan para nada.',
      'AAAAAAAAA',
    ],
    [
      14,
      2,
      'oposicion',
      'Me opongo a que se use mi correo personal para avisos de otros cursos.',
      'BBBBBBBBB',
    ],
    [2, 60, 'acceso', 'Quiero saber qué datos míos tienen y quién los ha consultado.', 'CCCCCCCCC'],
  ] as const;
  for (const [n, dias, derecho, descripcion, random] of casos) {
    const persona = personas[n];
    if (!persona) continue;
    const recibido_en = new Date(now.getTime() - dias * DAY);
    const row = await insertTramite(trx, {
      id: randomUUID(),
      folio: makeFolioArco(recibido_en.getUTCFullYear(), random),
      derecho,
      persona_id: persona.id,
      uid: null,
      nombre: (await readNombreCompleto(trx, persona.id)) ?? '',
      medio: 'Correo de su cuenta',
      representante: null,
      descripcion,
      registrado_por: persona.id,
      recibido_en,
      vence_en: venceRespuesta(recibido_en, calendar),
    });
    if (!row || derecho !== 'acceso') continue;
    const respondido_en = new Date(recibido_en.getTime() + 9 * DAY);
    await stepTramite(trx, row.id, 'conceder', {
      respondido_en,
      respuesta:
        'En «Mis datos» puede descargar una copia de todo; en «Preferencias», ver quién ha consultado su expediente.',
      efectivo_vence_en: venceCumplimiento(respondido_en, calendar),
    });
    await stepTramite(trx, row.id, 'cumplir', {
      cumplido_en: new Date(respondido_en.getTime() + DAY),
      cumplimiento: 'Se le entregó la copia de sus datos.',
    });
  }
};
