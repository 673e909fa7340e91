/** What time brings to conversations: mails to who is away, releases, resolutions and closings. */

import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import {
  addWorkingDays,
  calendarOf,
  deadlineOf,
} from '../../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../../catalogos/server/service.ts';
import { readCuentaDePersona, readPersonal } from '../../../identidad/cuentas/server/service.ts';
import { readUltimoUso } from '../../../identidad/sesiones/server/service.ts';
import { releaseConversacion } from '../../bandeja/server/service.ts';
import { minutosAbiertos } from '../../horarios/rules.ts';
import { readHorario } from '../../horarios/server/service.ts';
import { DIAS_DE_ANUNCIO, DIAS_PARA_REABRIR, DIAS_SIN_RESPUESTA } from '../../rules.ts';
import { findConversacion } from '../../server/data.ts';
import { porResolverMail, respuestaMail } from '../../server/mails.ts';
import { nombreDe } from '../../server/present.ts';
import { type ConversacionRow, takePaso, tellConversacion } from '../../server/service.ts';
import {
  deleteTextos,
  selectAtendidas,
  selectAusentes,
  selectQuietas,
  setAnunciada,
  takeAusente,
} from './data.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Minutes after which somebody who did not read an answer gets a mail. */
const AUSENTE_MINUTOS = 10;
/** Minutes of opening hours without using the portal after which what somebody attends waits again. */
const SUELTA_MINUTOS = 30;
/** Conversations of a round. */
const BLOQUE = 200;
/** Days that the text of a closed conversation is kept. */
const CONSERVA_DIAS = 730;

/** One mail for each absence, without the text. */
const tellAusentes = async (services: Services): Promise<void> => {
  const { db, env, notificaciones } = services;
  const ahora = services.now();
  const antes = new Date(+ahora - AUSENTE_MINUTOS * MINUTE);
  const unDia = new Date(+ahora - DAY);
  for (const one of await selectAusentes(db, { antes, unDia, limite: BLOQUE })) {
    await db.transaction().execute(async (trx) => {
      const cuenta = await readCuentaDePersona(trx, one.persona_id);
      if (!cuenta || !(await takeAusente(trx, { ...one, unDia, ahora }))) return;
      const row = (await findConversacion(trx, one.id, { lector: one.uid }))!;
      await notificaciones.notify(
        trx,
        respuestaMail(env, { ...one, uid: cuenta.uid, to: cuenta.email, nombre: nombreDe(row) }),
      );
    });
  }
};

/** Runs one act on a conversation that is held and still as it was found. */
const withHeld = async (
  services: Services,
  id: string,
  act: (trx: Trx, row: ConversacionRow) => Promise<boolean>,
): Promise<void> => {
  const row = await services.db.transaction().execute(async (trx) => {
    const held = await findConversacion(trx, id, { lector: '', lock: true });
    return held && (await act(trx, held)) ? held : null;
  });
  if (row) tellConversacion(services, row, row.ultimo);
};

/** What is attended by who is away, or may not attend any more, waits again, since when it did. */
const releaseAbandonadas = async (services: Services): Promise<void> => {
  const { db } = services;
  const ahora = services.now();
  const atendidas = await selectAtendidas(db);
  if (atendidas.length === 0) return;
  const personal = new Set((await readPersonal(db)).map(({ uid }) => uid));
  const uso = await readUltimoUso(db, [...new Set(atendidas.map(({ agente_uid: uid }) => uid))]);
  const horario = await readHorario(db);
  for (const { id, agente_uid: uid, actualizado_en: tocada } of atendidas) {
    const seen = uso.get(uid);
    // One just taken or written in is attended, whatever the session says.
    const desde = seen && seen > tocada ? seen : tocada;
    if (personal.has(uid) && minutosAbiertos(horario, desde, ahora) < SUELTA_MINUTOS) continue;
    await withHeld(services, id, async (trx, row) => {
      // One that waits for its person waits for nobody of the staff.
      if (row.agente_uid !== uid || row.estado !== 'enAtencion') return false;
      await releaseConversacion(trx, row, ahora);
      return true;
    });
  }
};

/** Without an answer of its person it is announced, and then resolved; resolved ones close. */
const endQuietas = async (services: Services): Promise<void> => {
  const { db, env, notificaciones } = services;
  const ahora = services.now();
  const calendario = calendarOf(await readDiasInhabiles(db));
  const antes = new Date(+ahora - DAY);
  for (const { id } of await selectQuietas(db, { estado: 'enPersona', antes, limite: BLOQUE })) {
    await withHeld(services, id, async (trx, row) => {
      if (row.estado !== 'enPersona') return false;
      if (ahora > deadlineOf(row.actualizado_en, DIAS_SIN_RESPUESTA, calendario)) {
        await takePaso(trx, row, 'resolver', 'conversacion.resolver', {
          ...{ ahora, resueltaPor: 'portal', esperaDesde: null },
        });
        return true;
      }
      const aviso = deadlineOf(
        row.actualizado_en,
        DIAS_SIN_RESPUESTA - DIAS_DE_ANUNCIO,
        calendario,
      );
      const cuenta = ahora > aviso ? await readCuentaDePersona(trx, row.persona_id) : null;
      if (cuenta && (await setAnunciada(trx, id, ahora))) {
        const dia = addWorkingDays(fechaDe(row.actualizado_en), DIAS_SIN_RESPUESTA, calendario);
        const de = {
          ...{ to: cuenta.email, uid: cuenta.uid, nombre: nombreDe(row), id },
          folio: row.folio,
        };
        await notificaciones.notify(trx, porResolverMail(env, de, dia));
      }
      return false;
    });
  }
  for (const { id } of await selectQuietas(db, { estado: 'resuelta', antes, limite: BLOQUE })) {
    await withHeld(services, id, async (trx, row) => {
      if (row.estado !== 'resuelta' || row.resuelta_en === null) return false;
      if (ahora <= deadlineOf(row.resuelta_en, DIAS_PARA_REABRIR, calendario)) return false;
      await takePaso(trx, row, 'cerrar', 'conversacion.cerrar', { ahora });
      return true;
    });
  }
};

/** All that time brings, each in transactions of its own: what is killed goes on at the next round. */
export const runPlazosDeSoporte = async (services: Services): Promise<void> => {
  await tellAusentes(services);
  await releaseAbandonadas(services);
  await endQuietas(services);
  const ahora = services.now();
  await services.db
    .transaction()
    .execute((trx) => deleteTextos(trx, new Date(+ahora - CONSERVA_DIAS * DAY), ahora));
};
