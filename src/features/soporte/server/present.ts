import type { Secrets } from '../../../platform/server/secrets.ts';
import { tryKept } from '../../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../../platform/shared/ilegible.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { CONTEXTOS } from '../contextos/rules.ts';
import type { Adjunto, Conversacion, Mensaje } from '../contract.ts';
import { formatFolio, resumenDe } from '../rules.ts';
import type { ConversacionRow, MensajeRow } from './data.ts';

/** How its person is called. */
export const nombreDe = (row: ConversacionRow): string =>
  nameInItsCase(row.persona_nombre, row.persona_apellido_paterno, row.persona_apellido_materno);

const SENSIBLE = 'Mensaje con datos sensibles';

/** The record that it is about, with the address for its reader. */
const presentContexto = ({ contexto, uid }: ConversacionRow, lector: string) => {
  if (!contexto || !lookUp(CONTEXTOS, contexto.tipo)) return null;
  const { gestion, ...rest } = contexto;
  return { ...rest, enlace: uid === lector ? rest.enlace : (gestion ?? rest.enlace) };
};

export const presentConversacion = (
  row: ConversacionRow,
  { uid, usual }: { uid: string; usual: number | null },
): Conversacion => ({
  id: row.id,
  folio: formatFolio(row.folio),
  asunto: row.asunto,
  estado: row.estado,
  contexto: presentContexto(row, uid),
  anterior: row.anterior_id
    ? { id: row.anterior_id, folio: formatFolio(row.anterior_folio ?? '') }
    : null,
  ultimo: row.ultimo,
  leidoHasta: row.leido_hasta,
  resumen: row.ultimo_sellado ? SENSIBLE : resumenDe(row.ultimo_texto ?? ''),
  creadoEn: row.creado_en.toISOString(),
  actualizadoEn: row.actualizado_en.toISOString(),
  agente: row.agente_nombre,
  propia: row.agente_uid === uid,
  lugar: row.lugar,
  esperaUsual: row.estado === 'enEspera' ? usual : null,
});

/** The text of a sensitive message, for who may read the conversation. */
export const openTexto = (
  secrets: Pick<Secrets, 'open'>,
  { conversacion_id: id, cliente_id: cliente, texto, sellado }: MensajeRow,
): string => {
  if (sellado === null) return texto;
  const opened = tryKept(
    () => JSON.parse(secrets.open(sellado)) as { id: string; cliente: string; texto: string },
  );
  return opened?.id === id && opened.cliente === cliente ? opened.texto : NO_SE_LEE;
};

export const presentMensaje = (
  row: MensajeRow,
  {
    secrets,
    uid,
    nombre,
    adjuntos,
  }: {
    secrets: Pick<Secrets, 'open'>;
    uid: string;
    /** Of the conversation's person. */
    nombre: string;
    adjuntos: readonly Adjunto[];
  },
): Mensaje => ({
  n: row.n,
  autor: row.autor,
  nombre: row.autor === 'persona' ? nombre : row.nombre,
  propio: row.autor_uid === uid,
  texto: openTexto(secrets, row),
  sensible: row.sellado !== null,
  adjuntos: [...adjuntos],
  en: row.creado_en.toISOString(),
});
