import { defineHistorial } from '../../../platform/shared/historial.ts';
import { RECOMENDACION } from '../estados.ts';

export const recomendacionesHistorial = defineHistorial({
  registros: { recomendacion: 'Carta de recomendación' },
  acciones: {
    'recomendacion.proponer': 'Propuso a quien le recomiende',
    'recomendacion.quitar': 'Quitó a quien había propuesto para recomendarle',
    'recomendacion.invitar': 'Se invitó a escribir una carta de recomendación',
    'recomendacion.reinvitar': 'Cambió el correo de quien le recomienda',
    'recomendacion.reenviar': 'Envió otra vez la invitación a recomendarle',
    'recomendacion.recordar': 'Se recordó una carta de recomendación pendiente',
    'recomendacion.abrir': 'Se abrió el enlace de una carta de recomendación',
    'recomendacion.sospechar': 'Se abrió una carta de recomendación desde el equipo del aspirante',
    'recomendacion.recibir': 'Se recibió una carta de recomendación',
    'recomendacion.declinar': 'Una persona declinó escribir una carta de recomendación',
    'recomendacion.vencer': 'Venció una carta de recomendación sin respuesta',
    'recomendacion.cancelar': 'Se canceló una carta de recomendación',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        RECOMENDACION.estados.map((one) => [one, RECOMENDACION.palabra(one)]),
      ),
    },
    diasHabiles: 'Días hábiles que faltaban',
    reemplazaA: { label: 'En lugar de', registro: 'recomendacion' },
  },
  // Of the link: how often it was made anew.
  tecnicos: ['solicitudId', 'numero', 'sha256'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof recomendacionesHistorial.acciones, true> {}
}
