import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Given, Slots } from '../../../platform/server/feature.ts';
import {
  recordCambio,
  recordCambios,
  recordVistos,
} from '../../../platform/server/historial/index.ts';
import type { GivenUp } from '../../../platform/server/mail/delivery.ts';
import type { Mail } from '../../../platform/server/mail/index.ts';
import { queueOf } from '../../../platform/server/queues.ts';
import { actAsSystem } from '../../../platform/server/request-context.ts';
import { type Supresion, supresionDeTabla } from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import type { Accion } from '../../../platform/shared/historial.ts';
import type * as contract from '../contract.ts';
import { canManageCorreos } from '../policy.ts';
import { correosPath } from '../routes.ts';
import {
  countFallidos,
  isVisible,
  type Reservas,
  type selectCorreosOf,
  type Visibles,
} from './data.ts';

/** What was given up goes in the history: by its id and in codes, never its address. */
export const recordCorreosFallidos = (trx: Trx, mails: readonly GivenUp[]): Promise<void> =>
  // Whoever's request happened to wake the queue has nothing to do with it.
  actAsSystem(() =>
    recordCambios(
      trx,
      'correo.fallar',
      mails.map(({ id, causa, codigo }) => ({
        id,
        antes: { estado: 'pendiente' },
        despues: { estado: 'fallido', causa, codigo },
      })),
    ),
  );

type Row = Awaited<ReturnType<typeof selectCorreosOf>>[number];

const APPLY: Record<
  (typeof contract.ACCIONES)[number],
  { accion: Accion; done: (mail: Mail, trx: Trx, row: Row) => Promise<boolean>; not: string }
> = {
  reenviar: {
    accion: 'correo.reenviar',
    done: async (mail, trx, { id }) => (await mail.resend(trx, [id])).length > 0,
    not: 'Está saliendo en este momento.',
  },
  descartar: {
    accion: 'correo.descartar',
    done: async (mail, trx, { id }) => (await mail.discard(trx, [id])).length > 0,
    not: 'Todavía se intenta entregar: solo se descarta lo que no se pudo.',
  },
};

/** Does it to one mail. */
export const apply = async (
  trx: Trx,
  mail: Mail,
  accion: (typeof contract.ACCIONES)[number],
  row: Row,
): Promise<void> => {
  if (row.estado === 'enviado') {
    throw new CallError('FAILED_PRECONDITION', 'Ya se envió, y lo que decía se borró.');
  }
  if (row.medio === 'telefono' && accion === 'reenviar') {
    throw new CallError(
      'FAILED_PRECONDITION',
      'El código de ese mensaje vence a los 10 minutos: quien lo pidió debe pedir otro.',
    );
  }
  const { accion: name, done, not } = APPLY[accion];
  if (!(await done(mail, trx, row))) throw new CallError('FAILED_PRECONDITION', not);
  await recordCambio(trx, name, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado, causa: row.causa },
    despues: { estado: accion === 'reenviar' ? 'pendiente' : null },
  });
};

/** Whose mails somebody looked at, if they are of people with a file. */
export const recordLista = (
  db: Db,
  rows: readonly { persona_id: string | null }[],
): Promise<void> =>
  recordVistos(
    db,
    'correo.listar',
    rows.map(({ persona_id }) => persona_id),
  );

declare module '../../../platform/server/feature.ts' {
  interface Slots {
    /**
     * A feature hides letters of an affair from the people who take part in it, whatever their role (a contest in which they apply): a query
     * of the values of `correos.reserva` that the actor may not see.
     */
    correosReservados: (actor: Pick<Actor, 'personaId' | 'email'>) => Reservas;
  }
}

/** The condition on `correos` of what an actor may see listed, counted and sent again. */
export const visiblesPara = (
  reservados: readonly Slots['correosReservados'][],
  actor: Pick<Actor, 'personaId' | 'email'>,
): Visibles => isVisible(reservados.map((reservado) => reservado(actor)));

/** The mails that nobody got. */
export const correosPendientes = ({ all }: Given) =>
  queueOf({
    policy: canManageCorreos,
    count: (db, _ahora, actor) => countFallidos(db, visiblesPara(all('correosReservados'), actor)),
    titulo: ['Correo sin entregar', 'Correos sin entregar'],
    enlace: `${correosPath}?estado=fallido`,
    accion: 'Atender',
  });

/** The mails that were written to somebody, and that their address refuses them. */
export const correosAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'correos',
    titulo: 'Correos que se le enviaron',
    tabla: 'correos',
    por: [{ columna: 'para', es: 'correo' }],
    solo: "t.medio = 'correo'",
    sin: ['contenido', 'reservado_por', 'reservado_hasta', 'busqueda'],
    reservas: [
      'De los correos se guarda a quién, cuándo y su asunto; el texto se borra al enviarlos y, mientras espera, puede llevar enlaces que abren su cuenta.',
    ],
  }),
  aporteDeTabla({
    id: 'correos-rechazados',
    titulo: 'Direcciones suyas que no reciben correo',
    tabla: 'correos_rechazos',
    por: [{ columna: 'direccion', es: 'correo' }],
  }),
];

/** What was written to somebody goes with their address. */
export const correosSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'correos',
    titulo: 'Correos que se le enviaron',
    tabla: 'correos',
    por: [{ columna: 'para', es: 'correo' }],
  }),
  supresionDeTabla({
    id: 'correos-rechazados',
    titulo: 'Direcciones suyas que no reciben correo',
    tabla: 'correos_rechazos',
    por: [{ columna: 'direccion', es: 'correo' }],
  }),
];
