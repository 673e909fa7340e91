/** Notes among staff about a conversation. */
import type { z } from 'zod';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES_SOPORTE as ERRORES } from '../../errors.ts';
import { limpiarTexto } from '../../rules.ts';
import { requireConversacion } from '../../server/service.ts';
import type { createNotaConversacion } from '../contract.ts';
import { insertNota, selectNotas } from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** The notes of a conversation; reading them is in the history. */
export const readNotas = async (id: string, { actor, services: { db } }: Context) => {
  const row = await requireConversacion(db, id, actor);
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'conversacion.leerNotas', { id, personaId: row.persona_id }));
  const notas = await selectNotas(db, id);
  return {
    notas: notas.map((one) => ({
      id: one.id,
      nombre: one.nombre,
      propia: one.autor_uid === actor.uid,
      texto: one.texto,
      tras: one.tras,
      en: one.creado_en.toISOString(),
    })),
  };
};

export const writeNota = async (
  input: z.output<typeof createNotaConversacion.input>,
  { actor, services }: Context,
): Promise<{ id: string }> => {
  const texto = limpiarTexto(input.texto);
  if (texto === '') throw refuse('INVALID_ARGUMENT', ERRORES.vacio);
  const nota = await services.db.transaction().execute(async (trx) => {
    const row = await requireConversacion(trx, input.id, actor);
    const written = await insertNota(trx, {
      conversacion_id: input.id,
      ...{ autor_uid: actor.uid, cliente_id: input.clienteId, texto },
      ...{ tras: row.ultimo, creado_en: services.now() },
    });
    if (written.nueva) {
      await recordCambio(trx, 'conversacion.anotar', { id: input.id, personaId: row.persona_id });
    }
    return written;
  });
  // Colleagues only: the person is not told that there is a note.
  services.eventos.tell('bandeja', 'bandeja', {});
  return { id: nota.id };
};
