import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { Letter } from '../../../platform/server/mail/compose.ts';
import type { ClaseCorreo } from '../../../platform/shared/avisos.ts';
import type { CausaCorreo } from '../../../platform/shared/correos.ts';
import { propioPath } from '../../personas/routes.ts';

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

type Muestra = {
  de: string;
  clase: ClaseCorreo;
  titulo: string;
  enlace: string | null;
  horas: number;
  cuantas?: number;
  leida?: true;
};

const NOTIFICACIONES: readonly Muestra[] = [
  {
    ...{ de: 'persona@demo.example', clase: 'documentosRevisados' },
    ...{ titulo: 'Un documento suyo necesita su atención', enlace: propioPath('documentos') },
    horas: 3,
  },
  {
    ...{ de: 'persona@demo.example', clase: 'conversaciones' },
    ...{ titulo: 'Tiene una respuesta de la escuela', enlace: '/support', horas: 26, cuantas: 3 },
  },
  {
    ...{ de: 'persona@demo.example', clase: 'mensajes' },
    ...{ titulo: 'Sede y horario de la primera sesión', enlace: '/', horas: 75 },
  },
  {
    ...{ de: 'persona@demo.example', clase: 'resultados' },
    ...{ titulo: 'Ya está su resultado en Argumentación jurídica', horas: 200, leida: true },
    enlace: propioPath('kardex'),
  },
  {
    ...{ de: 'persona@demo.example', clase: 'cuenta' },
    ...{ titulo: 'Su contraseña cambió', enlace: '/preferencias', horas: 900, leida: true },
  },
  {
    ...{ de: 'escolar@demo.example', clase: 'pedidos' },
    ...{ titulo: 'Se reunieron los expedientes que propuso', enlace: null, horas: 30 },
  },
  {
    ...{ de: 'admin@demo.example', clase: 'cuenta' },
    ...{ titulo: 'Hay registros que no cuadran', enlace: '/', horas: 480, leida: true },
  },
];

/** What the demonstration's accounts were told, read and not, one choice of digests, and a text that was written again. */
const seedNotificaciones = async (trx: Trx): Promise<void> => {
  const uids = new Map(
    (
      await trx
        .selectFrom('cuentas')
        .select(['uid', 'email'])
        .where(
          'email',
          'in',
          NOTIFICACIONES.map(({ de }) => de),
        )
        .execute()
    ).map(({ uid, email }) => [email, uid]),
  );
  const ago = (horas: number) => sql<Date>`now() - make_interval(hours => ${horas})`;
  const rows = NOTIFICACIONES.flatMap(
    ({ de, clase, titulo, enlace, horas, cuantas = 1, leida }) => {
      const uid = uids.get(de);
      if (uid === undefined) return [];
      const leidaEn = leida ? ago(horas - 1) : null;
      return {
        ...{ id: randomUUID(), uid, clase, clave: null, titulo, enlace, cuantas },
        ...{ creado_en: ago(horas), leida_en: leidaEn, resumida_en: null },
      };
    },
  );
  if (rows.length > 0) await trx.insertInto('notificaciones').values(rows).execute();
  const persona = uids.get('persona@demo.example');
  if (persona !== undefined) {
    await trx
      .insertInto('avisos_elegidos')
      .values({ uid: persona, clase: 'resultados', modo: 'diario', desde: ago(300) })
      .execute();
  }
  await trx
    .insertInto('cartas_textos')
    .values({
      ...{ clave: 'ruta.completada', version: 1, asunto: 'Completó la ruta «{ruta}»' },
      cuerpo: 'Con el último resultado que se registró, completó la ruta formativa «{ruta}».',
      ...{ escrito_en: ago(500), escrito_por: uids.get('admin@demo.example') ?? 'escuela' },
    })
    .execute();
};

/** Mails that went out and mails that could not be delivered, so that `/correos` has something to show. */
export const seedCorreos = async (trx: Trx): Promise<void> => {
  await seedNotificaciones(trx);
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
