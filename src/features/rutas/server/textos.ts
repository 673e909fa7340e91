import { defineCartas } from '../../../platform/shared/cartas.ts';

export const RUTAS = defineCartas({
  'ruta.completada': {
    nombre: 'Ruta formativa completada',
    campos: { ruta: { titulo: 'Ruta formativa', ejemplo: 'Secretariado de juzgado' } },
    asunto: 'Completó una ruta formativa',
    cuerpo: [
      'Con el último resultado que se registró, completó la ruta formativa «{ruta}».',
      'Sus cursos y resultados siguen en el portal, y lo que la escuela otorgue por completarla aparecerá ahí.',
    ],
  },
});
