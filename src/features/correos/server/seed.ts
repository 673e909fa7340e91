import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { Letter } from '../../../platform/server/mail/compose.ts';
import type { CausaCorreo } from '../../../platform/shared/correos.ts';

const CARTA: Letter = {
  paragraphs: ['Su contraseña cambió. Si fue usted, no tiene que hacer nada.'],
  reason: 'Recibe este mensaje porque su cuenta en el portal usa esta dirección.',
};

const CORREOS: readonly {
  para: string;
  asunto: string;
  horas: number;
  falla?: { causa: CausaCorreo; respuesta: string; intentos: number };
}[] = [
  { para: 'persona4@demo.example', asunto: 'Su contraseña cambió', horas: 50 },
  { para: 'persona7@demo.example', asunto: 'Su contraseña cambió', horas: 20 },
  {
    para: 'persona1@demo.example',
    asunto: 'Verifique su correo',
    horas: 70,
    falla: {
      causa: 'destinatario',
      respuesta: '550 5.1.1 <persona1@demo.example>: Recipient address rejected: User unknown',
      intentos: 1,
    },
  },
  {
    para: 'persona12@demo.example',
    asunto: 'Su contraseña cambió',
    horas: 190,
    falla: {
      causa: 'espera',
      respuesta: '452 4.2.2 The recipient’s inbox is out of storage space',
      intentos: 121,
    },
  },
];

/** Mails that went out and mails that could not be delivered, so that `/correos` has something to show. */
export const seedCorreos = async (trx: Trx): Promise<void> => {
  const ago = (horas: number) => sql<Date>`now() - make_interval(hours => ${horas})`;
  await trx
    .insertInto('correos')
    .values(
      CORREOS.map(({ para, asunto, horas, falla }) => ({
        id: randomUUID(),
        para,
        asunto,
        contenido: JSON.stringify(CARTA),
        estado: falla ? ('fallido' as const) : ('enviado' as const),
        intentos: falla?.intentos ?? 1,
        creado_en: ago(horas),
        enviado_en: falla ? null : ago(horas),
        fallido_en: falla ? ago(Math.max(0, horas - 120)) : null,
        causa: falla?.causa ?? null,
        respuesta: falla?.respuesta ?? null,
        reservado_por: null,
        reservado_hasta: null,
      })),
    )
    .execute();
  await trx
    .insertInto('correos_rechazos')
    .values(
      CORREOS.flatMap(({ para, horas, falla }) =>
        falla?.causa === 'destinatario'
          ? [{ direccion: para, desde: ago(horas), respuesta: falla.respuesta }]
          : [],
      ),
    )
    .execute();
};
