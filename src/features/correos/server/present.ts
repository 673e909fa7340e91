import type { MailState } from '../../../platform/server/mail/index.ts';
import type { ColaCorreos, Correo } from '../contract.ts';
import type { selectCorreos } from './data.ts';

export const presentCorreo = (row: Awaited<ReturnType<typeof selectCorreos>>[number]): Correo => ({
  id: row.id,
  medio: row.medio,
  para: row.para,
  asunto: row.asunto,
  estado: row.estado,
  enCamino: row.en_camino,
  intentos: row.intentos,
  causa: row.causa,
  respuesta: row.respuesta,
  creadoEn: row.creado_en.toISOString(),
  enviadoEn: row.enviado_en?.toISOString() ?? null,
  fallidoEn: row.fallido_en?.toISOString() ?? null,
  proximo: row.estado === 'pendiente' ? row.proximo.toISOString() : null,
  reenviable: row.reenviable,
});

export const presentTelefonos = ({
  esperan,
  falla,
}: MailState['telefonos']): ColaCorreos['telefonos'] => ({
  esperan,
  falla: falla && { desde: falla.desde.toISOString(), respuesta: falla.respuesta },
});
