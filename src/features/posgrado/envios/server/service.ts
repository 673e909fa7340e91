/** What both forms of posgrado share: steps with their letter, and sending. */
import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Estados } from '../../../../platform/shared/estados.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { readDestinatarios } from '../../../identidad/contacto/server/service.ts';
import { respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { correoDeContacto } from '../../../plantillas/formulario/rules.ts';
import { readPublicada } from '../../../plantillas/server/reading.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { type EnvioDe, type FilaRow, selectEnvios, updatePaso } from './data.ts';
import { type CartaDePaso, pasoMail } from './mails.ts';

export { FILA, type FilaRow } from './data.ts';
export type { CartaDePaso } from './mails.ts';

/** How an applicant is called in a letter. */
export const nombreDe = (
  row: Pick<
    FilaRow<string>,
    'persona_nombre' | 'persona_apellido_paterno' | 'persona_apellido_materno'
  >,
): string =>
  nameInItsCase(row.persona_nombre, row.persona_apellido_paterno, row.persona_apellido_materno);

/** The contact address that the last sending gave; null: none. */
const contactoDe = async (trx: Trx, de: EnvioDe): Promise<string | null> => {
  const [ultimo] = await selectEnvios(trx, de);
  if (!ultimo) return null;
  const respuestas = respuestasLeidas.safeParse(ultimo.respuestas).data ?? {};
  return correoDeContacto(await readPublicada(trx, ultimo.version_id), respuestas);
};

type Avisado = FilaRow<string>;

/**
 * Writes to an applicant, at the address of their account and at the confirmed contact address. Gives the ids of the letters, for the
 * history; none without an account.
 */
export const tellAspirante = async (
  trx: Trx,
  { env, mail }: Pick<Services, 'env' | 'mail'>,
  row: Avisado,
  { de, kind, carta }: { de: EnvioDe; kind: string; carta: CartaDePaso },
): Promise<string[]> => {
  if (row.uid === null || row.correo === null) return [];
  const cuenta = { uid: row.uid, email: row.correo };
  const { correos } = await readDestinatarios(trx, cuenta, await contactoDe(trx, de));
  const ids: string[] = [];
  for (const to of correos) {
    const id = randomUUID();
    const quien = { to, nombre: nombreDe(row), publicUrl: env.publicUrl };
    await mail.queue(trx, { ...pasoMail(quien, kind, row, carta), id });
    ids.push(id);
  }
  return ids;
};

/** A step of a form that is held. */
export type Paso<M extends Estados> = {
  readonly paso: keyof M['pasos'] & string;
  readonly accion: Accion;
  /** What the person is told; null: nothing (a job tells many in other words, a merge of files). */
  readonly aviso: CartaDePaso | null;
  readonly motivo?: string | null;
  /** Other columns that change by the step. */
  readonly cambios?: Readonly<Record<string, unknown>>;
  /** What the history keeps besides the state; each datum is declared in the room's `historial.ts`. */
  readonly despues?: Readonly<Record<string, unknown>>;
};

/**
 * Takes a step: guarded update, letter and history in the transaction of who calls, who holds the row.
 *
 * @throws {CallError} ABORTED (`posgrado-ya-cambio`): it is in another state.
 */
export const takePasoDe = async <M extends Estados>(
  trx: Trx,
  services: Pick<Services, 'env' | 'mail' | 'now'>,
  { maquina, de, kind }: { maquina: M; de: EnvioDe; kind: string },
  row: Avisado,
  { paso, accion, aviso, motivo = null, cambios = {}, despues = {} }: Paso<M>,
): Promise<void> => {
  const estado = maquina.pasos[paso]!.a!;
  const set = { estado, motivo, actualizado_en: services.now(), ...cambios };
  if (!(await updatePaso(trx, maquina, paso, { id: row.id, cambios: set }))) {
    throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  }
  const correos = aviso ? await tellAspirante(trx, services, row, { de, kind, carta: aviso }) : [];
  await recordCambio(trx, accion, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: {
      estado,
      ...despues,
      ...(motivo !== null && { motivo }),
      ...(correos.length > 0 && { correos }),
    },
  });
};
