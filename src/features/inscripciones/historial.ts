import { defineHistorial } from '../../platform/shared/historial.ts';
import { INSCRIPCION } from './estados.ts';

const PALABRAS = Object.fromEntries(
  INSCRIPCION.estados.map((estado) => [estado, INSCRIPCION.palabra(estado)]),
);

export const inscripcionesHistorial = defineHistorial({
  registros: { inscripcion: 'Inscripción', llegada: 'Llegada sin lugar' },
  acciones: {
    'inscripcion.crear': 'Empezó la inscripción',
    'inscripcion.guardarBorrador': 'Siguió llenando la inscripción',
    'inscripcion.descartar': 'Descartó el borrador de la inscripción',
    'inscripcion.inscribir': 'Quedó inscrita',
    'inscripcion.someter': 'Se envió y quedó en revisión',
    'inscripcion.esperar': 'Se envió y quedó en lista de espera',
    'inscripcion.ofrecerLugar': 'Se le ofreció un lugar',
    'inscripcion.aceptarLugar': 'Aceptó el lugar ofrecido',
    'inscripcion.vencer': 'Venció en la lista de espera',
    'inscripcion.darDeBaja': 'Quedó de baja',
    'inscripcion.aceptar': 'Se aceptó y quedó inscrita',
    'inscripcion.formar': 'Se aceptó y quedó en lista de espera',
    'inscripcion.rechazar': 'Se rechazó',
    'inscripcion.reconsiderar': 'Se dejó sin efecto lo decidido: vuelve a revisión',
    'inscripcion.admitirPorConvocatoria': 'Obtuvo un lugar por convocatoria',
    'inscripcion.formarPorConvocatoria': 'Quedó en lista de espera por convocatoria',
    'inscripcion.reordenar': 'Un nuevo ranking cambió su lugar en la lista',
    'inscripcion.cambiarCupo': 'Su lugar pasó a contar en otro cupo',
    'inscripcion.leer': 'Se leyó la inscripción',
    'inscripcion.cancelarEdicion': 'Quedó de baja: se canceló la edición',
    'inscripcion.avisarEdicion': 'Se le avisó de un cambio en la edición',
    'inscripcion.cambiarPersona': 'Pasó la inscripción a otro expediente',
    'llegada.anotar': 'Llegó cuando ya no había lugares',
    'inscripcion.descartarBorrador': 'Descartó un borrador repetido',
    'inscripcion.depurar': 'Se suprimieron los datos al terminar el plazo de la convocatoria',
  },
  datos: {
    estado: { label: 'Estado', valores: PALABRAS },
    folio: 'Folio del acuse',
    motivo: 'Motivo',
    venceEn: 'Puede aceptarlo hasta',
    recibidaEn: 'La recibió el servidor',
    aviso: {
      label: 'De qué se le avisó',
      valores: { cancelacion: 'La edición se canceló', cambio: 'Cambió de fechas o de sede' },
    },
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: [
    'versionId',
    'edicionId',
    'huella',
    'huellaSensibles',
    'correos',
    'cupo',
    'en',
    'puntos',
  ],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof inscripcionesHistorial.acciones, true> {}
}
