/** What the callables of results refuse, as `details.code` and what the person reads. */
export const ERRORES_PUBLICACION = {
  noExisten: {
    code: 'resultados-no-existen',
    message: 'No hay resultados en esa dirección. Revise el enlace de la convocatoria.',
  },
} as const;
