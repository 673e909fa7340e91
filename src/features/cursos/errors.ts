/** This feature's own error codes (`details.code`) and what they say. */
export const MESSAGES = {
  'cambio-previo':
    'Otra persona guardó cambios mientras usted editaba. Revise qué cambió y decida con qué se queda.',
  'en-uso': 'No se puede borrar porque se usa.',
  'curso-no-existe': 'Ese curso ya no existe.',
  'edicion-no-existe': 'Esa edición ya no existe.',
  'parte-no-existe': 'Eso ya no está en la edición: alguien lo quitó.',
  'edicion-cancelada': 'La edición está cancelada: ya no se cambia.',
  'edicion-con-convocatoria':
    'Esta edición tiene una convocatoria de posgrado: no se borra. Descarte antes la convocatoria.',
  'edicion-con-inscripciones':
    'Ya hay inscripciones enviadas en esta edición: no puede pasar a recibir por convocatoria, ni dejar de hacerlo.',
  'curso-retirado': 'El curso está retirado: no se abren más ediciones de él. Restitúyalo antes.',
} as const;
