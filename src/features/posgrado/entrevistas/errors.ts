/** What interviews refuse, as `details.code` and what the person reads. */
export const ERRORES_ENTREVISTA = {
  noExiste: {
    code: 'entrevista-no-existe',
    message: 'Esa etapa no existe o no es de entrevistas.',
  },
  horarioNoExiste: {
    code: 'horario-no-existe',
    message: 'Ese horario no existe.',
  },
  cerrada: {
    code: 'entrevista-cerrada',
    message: 'La etapa está cerrada: sus horarios ya no cambian.',
  },
  panel: {
    code: 'horario-panel',
    message:
      'Alguna persona del panel no evalúa en esta etapa. Actualice la pantalla y elija el panel de nuevo.',
  },
  vacio: {
    code: 'horario-vacio',
    message:
      'Con esos días y horas no cabe ningún horario. Revise los días inhábiles y la duración.',
  },
  demasiados: {
    code: 'horario-demasiados',
    message: 'Son demasiados horarios de una vez. Acorte el periodo.',
  },
  fuera: {
    code: 'horario-fuera-de-etapa',
    message: 'Los horarios van después del cierre de solicitudes y antes del fin de la etapa.',
  },
  encimado: {
    code: 'horario-encimado',
    message: 'Una persona del panel ya tiene una entrevista a esa hora.',
  },
  pasado: {
    code: 'horario-pasado',
    message: 'Ese horario ya pasó.',
  },
  ocupado: {
    code: 'horario-ocupado',
    message: 'Alguien más acaba de tomar ese horario. Elija otro.',
  },
  impedido: {
    code: 'horario-impedido',
    message: 'Ese panel no puede hacer esta entrevista. Elija otro horario.',
  },
  noParticipa: {
    code: 'entrevista-no-participa',
    message: 'Esa solicitud no participa en esta etapa.',
  },
  yaCambio: {
    code: 'entrevista-ya-cambio',
    message:
      'Ya cambió una vez el horario de su entrevista. Si no puede asistir, escriba a la escuela.',
  },
  tarde: {
    code: 'entrevista-tarde',
    message: 'Ya pasó el momento para cambiar el horario de su entrevista.',
  },
  terminada: {
    code: 'entrevista-terminada',
    message: 'La entrevista ya se registró: no puede cambiarse.',
  },
  noEmpieza: {
    code: 'entrevista-no-empieza',
    message: 'La entrevista todavía no empieza.',
  },
} as const;
