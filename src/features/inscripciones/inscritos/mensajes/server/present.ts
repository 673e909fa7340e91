import type { MensajeEnviado } from '../contract.ts';
import type { MensajeLeido } from './data.ts';

export const presentMensaje = (row: MensajeLeido): MensajeEnviado => ({
  id: row.id,
  asunto: row.asunto,
  texto: row.texto,
  pedidoEn: row.pedido_en.toISOString(),
  pidio: row.pidio ?? 'Personal de la escuela',
  destinatarios: row.personas,
  enviados: row.enviados,
  sinCuenta: row.sin_cuenta,
});
