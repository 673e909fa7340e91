import type { ClaseOpcional } from '../../platform/shared/avisos.ts';
import { defineHistorial } from '../../platform/shared/historial.ts';

// Not taken from the declaration: the history's words travel without all that it says.
const CLASES = {
  conversaciones: 'Respuestas en Soporte',
  documentosRevisados: 'Documentos revisados',
  documentosPorVencer: 'Documentos por vencer',
  resultados: 'Sus resultados',
  rutasCompletadas: 'Rutas formativas completadas',
  encargos: 'Encargos para evaluar',
} satisfies Record<ClaseOpcional, string>;

export const correosHistorial = defineHistorial({
  registros: { correo: 'Correo', carta: 'Texto de carta' },
  acciones: {
    'correo.listar': 'Consultó la lista de correos',
    'correo.reenviar': 'Envió de nuevo un correo',
    'correo.descartar': 'Descartó un correo sin entregar',
    'correo.fallar': 'Un correo no se pudo entregar',
    'cuenta.elegirAvisos': 'Eligió por dónde recibe sus avisos',
    'cuenta.bajaDeAvisos': 'Dejó de recibir avisos por correo, desde el correo mismo',
    'carta.redactar': 'Cambió el texto de una carta',
    'carta.restablecer': 'Restableció el texto original de una carta',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: { pendiente: 'Pendiente', enviado: 'Enviado', fallido: 'Sin entregar' },
    },
    causa: {
      label: 'Causa',
      valores: {
        servidor: 'El servidor de correo no respondió',
        espera: 'El servidor pidió esperar',
        destinatario: 'El destinatario fue rechazado',
        mensaje: 'El mensaje fue rechazado',
      },
    },
    soloEnPortal: { label: 'Avisos que ve solo en el portal', valores: CLASES },
    resumenDiario: { label: 'Avisos en un resumen diario', valores: CLASES },
    resumenSemanal: { label: 'Avisos en un resumen semanal', valores: CLASES },
    asunto: 'Asunto',
    cuerpo: 'Texto',
    version: 'Versión',
    codigo: 'Respuesta del servidor',
    personas: { label: 'Personas a la vista', registro: 'persona' },
  },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof correosHistorial.acciones, true> {}
}
