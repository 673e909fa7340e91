/** What the results of an exam refuse, as `details.code` and what the person reads. */
export const ERRORES_EXAMEN = {
  noExiste: {
    code: 'examen-no-existe',
    message: 'Esa etapa no existe o no es un examen.',
  },
  cerrada: {
    code: 'examen-cerrado',
    message:
      'La etapa está cerrada y sus puntos ya no cambian. Si se anulan reactivos después, quien administra abre una corrección y se calcula un nuevo ranking.',
  },
  publicada: {
    code: 'examen-publicado',
    message:
      'Los resultados ya se publicaron con estos puntos, que se conservan como están. Solo una corrección, con su nuevo ranking, puede usar otros.',
  },
  abierta: {
    code: 'examen-abierto',
    message: 'La etapa sigue abierta: los puntos se cambian sin una corrección.',
  },
  conRanking: {
    code: 'examen-con-ranking',
    message:
      'Hay un ranking aprobado que espera su publicación. Retire su aprobación antes de corregir los puntos.',
  },
  anterior: {
    code: 'etapa-anterior-abierta',
    message: 'Falta cerrar una etapa anterior: todavía no se sabe quiénes llegan a esta.',
  },
  sinSolicitudes: {
    code: 'examen-sin-solicitudes',
    message: 'Todavía no hay solicitudes en la etapa.',
  },
  faltan: {
    code: 'examen-faltan-puntos',
    message: 'Faltan puntos por capturar. De quien no se presentó, registre la ausencia.',
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
