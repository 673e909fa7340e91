import { defineCartas } from '../../../../../platform/shared/cartas.ts';

const programa = { titulo: 'Programa', ejemplo: 'Maestría en Derecho Procesal' };
const asignadas = {
  programa,
  solicitudes: { titulo: 'Cuántas solicitudes', ejemplo: '3 solicitudes' },
  etapa: { titulo: 'Etapa', ejemplo: 'Evaluación curricular' },
};

/** What an evaluator is told; nothing says of whom an application is. */
export const ENCARGOS = defineCartas({
  'encargo.registrado': {
    nombre: 'Posgrado: evaluador registrado',
    campos: { programa },
    asunto: 'Se le registró para evaluar: {programa}',
    cuerpo: [
      'La escuela le registró como persona evaluadora en la convocatoria de {programa}.',
      'Cuando tenga solicitudes por dictaminar, las encontrará en el portal, en Dictámenes.',
    ],
  },
  'encargo.retirado': {
    nombre: 'Posgrado: evaluador retirado',
    campos: { programa },
    asunto: 'Ya no evalúa: {programa}',
    cuerpo: [
      'La escuela retiró su registro como persona evaluadora en la convocatoria de {programa}.',
      'Los dictámenes que entregó se conservan; los pendientes pasaron a otras personas.',
    ],
  },
  'encargo.asignadas': {
    nombre: 'Posgrado: solicitudes por dictaminar',
    campos: asignadas,
    asunto: 'Tiene {solicitudes} por dictaminar: {programa}',
    cuerpo: [
      'Se le asignó {solicitudes} en la etapa «{etapa}» de la convocatoria de {programa}.',
      'Antes de abrir cada una se le preguntará si tiene algún impedimento.',
    ],
  },
  'encargo.asignadasConPlazo': {
    nombre: 'Posgrado: solicitudes por dictaminar, con fecha límite',
    campos: {
      ...asignadas,
      limite: { titulo: 'Fecha límite', ejemplo: '9 de diciembre de 2026, 18:00' },
    },
    asunto: 'Tiene {solicitudes} por dictaminar: {programa}',
    cuerpo: [
      'Se le asignó {solicitudes} en la etapa «{etapa}» de la convocatoria de {programa}.',
      'La fecha límite es el {limite}. Antes de abrir cada una se le preguntará si tiene algún impedimento.',
    ],
  },
});
