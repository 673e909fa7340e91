import { defineHistorial } from '../../../platform/shared/historial.ts';
import { INCONFORMIDAD } from '../estados.ts';
import { CONSECUENCIAS, SOBRE } from './rules.ts';

export const inconformidadesHistorial = defineHistorial({
  registros: { inconformidad: 'Inconformidad de posgrado' },
  acciones: {
    'inconformidad.presentar': 'Presentó una inconformidad',
    'inconformidad.asignar': 'Asignó una inconformidad para su estudio',
    'inconformidad.declararFundada': 'Declaró fundada una inconformidad',
    'inconformidad.declararInfundada': 'Declaró infundada una inconformidad',
    'inconformidad.retirar': 'Retiró una inconformidad',
    'inconformidad.leer': 'Consultó una inconformidad',
    'inconformidad.listar': 'Consultó las inconformidades de una convocatoria',
    'exclusion.levantar': 'Levantó una exclusión: se declaró fundada la inconformidad',
    'solicitud.reincorporar': 'Reincorporó una solicitud al concurso',
    'inconformidad.cambiarPersona': 'La inconformidad siguió a su titular a otro expediente',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        INCONFORMIDAD.estados.map((one) => [one, INCONFORMIDAD.palabra(one)]),
      ),
    },
    sobre: { label: 'Sobre', valores: { ...SOBRE } },
    folio: 'Folio de la inconformidad',
    venceEn: 'Fecha límite',
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    asignadaA: { label: 'A cargo de', registro: 'cuenta' },
    motivo: 'Razones',
    consecuencia: { label: 'Consecuencia', valores: { ...CONSECUENCIAS } },
    etapa: 'Etapa',
    solicitudId: { label: 'Solicitud', registro: 'solicitud' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['en', 'correos', 'huella'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof inconformidadesHistorial.acciones, true> {}
}
