/** What the callables of rankings refuse, as `details.code` and what the person reads. */
export const ERRORES_RANKING = {
  noExiste: {
    code: 'ranking-no-existe',
    message: 'Ese ranking no existe o ya no está disponible.',
  },
  sinCerrar: {
    code: 'ranking-sin-cerrar',
    message: 'Todavía se reciben solicitudes, o falta pasarlas a evaluación.',
  },
  etapasAbiertas: {
    code: 'ranking-etapas-abiertas',
    message: 'Cierre todas las etapas que dan puntos antes de calcular el ranking.',
  },
  pesos: {
    code: 'ranking-pesos',
    message: 'Los pesos de las etapas no suman 100. Corríjalos con una modificación.',
  },
  faltanPuntos: {
    code: 'ranking-faltan-puntos',
    message: 'Hay solicitudes que llegaron a una etapa y no tienen puntos en ella.',
  },
  sorteo: {
    code: 'ranking-sorteo',
    message:
      'El secreto del sorteo no corresponde a la huella que se publicó. Avise a quien administra el servidor.',
  },
  sinMotivo: {
    code: 'ranking-sin-motivo',
    message: 'Escriba por qué se calcula otro ranking: ya hay resultados publicados.',
  },
  yaAprobado: {
    code: 'ranking-ya-aprobado',
    message: 'Ya hay un ranking aprobado que espera publicarse. Cancele antes esa publicación.',
  },
  desactualizado: {
    code: 'ranking-desactualizado',
    message:
      'Los puntos, las solicitudes o los lugares cambiaron desde que se calculó. Calcúlelo de nuevo antes de aprobarlo.',
  },
  correccionAbierta: {
    code: 'ranking-correccion-abierta',
    message:
      'Hay una corrección abierta de los puntos de un examen. Termínela, y calcule de nuevo si algo cambió.',
  },
  quitaLugares: {
    code: 'ranking-quita-lugares',
    message:
      'Este ranking quitaría un lugar ya publicado. Agregue lugares a la edición y calcúlelo de nuevo.',
  },
  muyPronto: {
    code: 'ranking-muy-pronto',
    message: 'Entre la aprobación y la publicación pasa una hora al menos.',
  },
  muyTarde: {
    code: 'ranking-muy-tarde',
    message: 'Elija una fecha del próximo año a lo más.',
  },
  antesDeFecha: {
    code: 'ranking-antes-de-fecha',
    message: 'Es antes de la fecha de resultados de la convocatoria: escriba el motivo.',
  },
} as const;
