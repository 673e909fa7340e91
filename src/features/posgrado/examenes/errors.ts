/** What the results of an exam refuse, as `details.code` and what the person reads. */
export const ERRORES_EXAMEN = {
  noExiste: {
    code: 'examen-no-existe',
    message: 'Esa etapa no existe o no es un examen.',
  },
  cerrada: {
    code: 'examen-cerrado',
    message:
      'La etapa está cerrada y sus puntos ya no cambian. Si se anulan reactivos, hace falta un nuevo ranking: reabra la etapa para calcularlo.',
  },
  publicada: {
    code: 'examen-publicado',
    message:
      'Los resultados ya se publicaron con estos puntos, que se conservan como están. Solo un nuevo ranking puede usar otros.',
  },
  fuera: {
    code: 'examen-fuera-de-etapa',
    message: 'Esa solicitud no está en esta etapa.',
  },
  sinCambio: {
    code: 'examen-sin-cambio',
    message: 'La solicitud ya tiene esos puntos.',
  },
  sinMotivo: {
    code: 'examen-sin-motivo',
    message: 'Escriba el motivo de la versión antes de importar el archivo.',
  },
} as const;
