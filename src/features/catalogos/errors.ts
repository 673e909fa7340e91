/** This feature's own error codes (`details.code`) and what they say. */
export const MESSAGES = {
  'cambio-previo':
    'Otra persona guardó cambios en este elemento mientras usted lo editaba. Revise qué cambió y decida con qué se queda.',
  'en-uso':
    'No se puede borrar porque se usa. Desactívelo: dejará de ofrecerse y lo anterior no cambia.',
} as const;
