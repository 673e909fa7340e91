import { defineHistorial } from '../../../platform/shared/historial.ts';
import { HORARIO } from '../estados.ts';

export const entrevistasHistorial = defineHistorial({
  registros: { entrevista: 'Entrevista de posgrado' },
  acciones: {
    'entrevista.abrir': 'Creó horarios de entrevista',
    'entrevista.elegir': 'Eligió el horario de su entrevista',
    'entrevista.cambiarHorario': 'Cambió el horario de su entrevista',
    'entrevista.asignar': 'Asignó a mano el horario de una entrevista',
    'entrevista.cancelar': 'Canceló un horario de entrevista',
    'entrevista.liberar': 'Se liberó un horario de entrevista',
    'entrevista.realizar': 'Registró que una entrevista se realizó',
    'entrevista.registrarAusencia': 'Registró que no se presentó a la entrevista',
    'entrevista.consultar': 'Consultó las entrevistas de una etapa',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(HORARIO.estados.map((one) => [one, HORARIO.palabra(one)])),
    },
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    etapaId: { label: 'Etapa', registro: 'etapa' },
    solicitudId: { label: 'Solicitud', registro: 'solicitud' },
    inicia: 'Comienza',
    desde: 'Primer horario',
    hasta: 'Último horario',
    cuantos: 'Horarios',
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
  },
  tecnicos: ['panel', 'horarioId'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof entrevistasHistorial.acciones, true> {}
}
