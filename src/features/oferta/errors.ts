/** The error codes of the offer, with what a person reads. */
export const ERRORES = {
  noExiste: {
    code: 'edicion-no-existe',
    message: 'No encontramos esa edición. Revise la dirección o búsquela en la oferta.',
  },
} as const;
