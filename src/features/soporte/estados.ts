import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** A conversation of a person with the school. */
export const CONVERSACION = defineEstados({
  tabla: 'soporte_conversaciones',
  estados: {
    enEspera: ['En espera', 'warning'],
    enAtencion: ['En atención', 'info'],
    enPersona: ['Respondida', 'success'],
    resuelta: ['Resuelta', 'neutral'],
    cerrada: ['Cerrada', 'neutral'],
  },
  pasos: {
    abrir: { de: [null], a: 'enEspera' },
    /** The school writes first. */
    iniciar: { de: [null], a: 'enPersona' },
    /** The school writes in one that nobody attends. */
    escribir: { de: ['enEspera'], a: 'enPersona' },
    tomar: { de: ['enEspera'], a: 'enAtencion' },
    soltar: { de: ['enAtencion', 'enPersona'], a: 'enEspera' },
    pasar: { de: ['enAtencion', 'enPersona'], a: 'enAtencion' },
    responder: { de: ['enAtencion'], a: 'enPersona' },
    contestar: { de: ['enPersona'], a: 'enAtencion' },
    resolver: { de: ['enEspera', 'enAtencion', 'enPersona'], a: 'resuelta' },
    reabrir: { de: ['resuelta'], a: 'enEspera' },
    cerrar: { de: ['resuelta'], a: 'cerrada' },
  },
  grupos: {
    abiertas: ['enEspera', 'enAtencion', 'enPersona'],
  },
});
export type EstadoConversacion = EstadoDe<typeof CONVERSACION>;
