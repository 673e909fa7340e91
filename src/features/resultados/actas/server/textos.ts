import { defineCartas } from '../../../../platform/shared/cartas.ts';

const campos = {
  curso: { titulo: 'Curso', ejemplo: 'Argumentación jurídica' },
  edicion: { titulo: 'Edición', ejemplo: 'Otoño 2026' },
};

/** What a person is told of a result; what it is, the portal says. */
export const RESULTADOS = defineCartas({
  'resultado.registrado': {
    nombre: 'Resultado registrado',
    campos,
    asunto: 'Ya está su resultado en {curso}',
    cuerpo: [
      'Se cerró el acta de {curso} ({edicion}).',
      'Su resultado y su calificación están en su kárdex.',
    ],
  },
  'resultado.corregido': {
    nombre: 'Resultado corregido',
    campos,
    asunto: 'Se corrigió su resultado en {curso}',
    cuerpo: [
      'Se corrigió el acta de {curso} ({edicion}) y su resultado cambió.',
      'Su resultado y su calificación están en su kárdex.',
    ],
  },
});
