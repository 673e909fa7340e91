import { defineHistorial } from '../../../platform/shared/historial.ts';
import { RANKING } from '../estados.ts';

export const rankingHistorial = defineHistorial({
  registros: { ranking: 'Ranking de posgrado' },
  acciones: {
    'ranking.calcular': 'Calculó un ranking',
    'ranking.leer': 'Consultó un ranking sin publicar o sus puntos',
    'ranking.aprobar': 'Aprobó un ranking y fijó cuándo se publica',
    'ranking.cancelar': 'Canceló la publicación de un ranking',
    'ranking.publicar': 'Se publicaron los resultados',
    'ranking.sustituir': 'El ranking dejó de contar',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(RANKING.estados.map((one) => [one, RANKING.palabra(one)])),
    },
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    numero: 'Número',
    motivo: 'Motivo',
    publicarEn: 'Se publica',
    adelanto: 'Por qué se adelanta',
    admitidas: 'Solicitudes admitidas',
    listaDeEspera: 'Solicitudes en lista de espera',
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
  },
  tecnicos: ['sha256', 'formula'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof rankingHistorial.acciones, true> {}
}
