/** What the lists of people refuse, as `details.code` and what the person reads. */
export const ERRORES = {
  noExiste: { code: 'lista-no-existe', message: 'Esa lista ya no existe.' },
  sinPlantilla: { code: 'plantilla-no-existe', message: 'Esa plantilla ya no existe.' },
  propia: {
    code: 'lista-propia',
    message: 'No puede incluirse a usted: que lo haga otra persona de la escuela.',
  },
  repetida: {
    code: 'lista-repetida',
    message: 'Esta plantilla ya tiene una lista con ese nombre. Escriba otro.',
  },
  enUso: {
    code: 'lista-en-uso',
    message: 'Una regla pregunta por esta lista: quítela de la regla antes de eliminarla.',
  },
} as const;
