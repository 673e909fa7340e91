/** What several rooms of posgrado refuse, as `details.code` and what the person reads. Each room adds its own beside its contract. */
export const ERRORES_POSGRADO = {
  noExiste: {
    code: 'convocatoria-no-existe',
    message: 'Esa convocatoria no existe o ya no está disponible.',
  },
  parte: {
    code: 'posgrado-es-parte',
    message:
      'Usted participa en esta convocatoria como aspirante o recomendante: no puede ver ni hacer nada del lado de la escuela en ella.',
  },
  sinExpediente: {
    code: 'sin-expediente',
    message: 'Su cuenta todavía no tiene un expediente. Complételo antes de participar.',
  },
  yaCambio: {
    code: 'posgrado-ya-cambio',
    message: 'Alguien más lo cambió mientras tanto. Actualice la pantalla.',
  },
  mismaPersona: {
    code: 'posgrado-misma-persona',
    message: 'Lo decide otra persona del personal: usted lo propuso.',
  },
  concluida: {
    code: 'convocatoria-concluida',
    message: 'Esta convocatoria ya concluyó o se canceló.',
  },
} as const;
