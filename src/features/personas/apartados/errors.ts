export const ERRORES = {
  cambio: {
    code: 'cambio-previo',
    message: 'Este dato cambió mientras usted lo editaba. Lo que escribió no se ha perdido.',
  },
  noExiste: {
    code: 'entrada-no-existe',
    message:
      'Este dato se quitó mientras usted lo editaba. Lo que escribió sigue aquí: guárdelo otra vez para agregarlo de nuevo.',
  },
  demasiadas: {
    code: 'demasiadas',
    message: 'Este apartado ya no admite más datos. Quite alguno que ya no haga falta.',
  },
} as const;
