import { defineHistorial } from '../../../platform/shared/historial.ts';
import { INCONFORMIDAD } from '../estados.ts';
import { SOBRE } from './rules.ts';

export const inconformidadesHistorial = defineHistorial({
  registros: { inconformidad: 'Inconformidad de posgrado' },
  acciones: {
    'inconformidad.presentar': 'Presentó una inconformidad',
    'inconformidad.asignar': 'Asignó una inconformidad para su estudio',
    'inconformidad.declararFundada': 'Declaró fundada una inconformidad',
    'inconformidad.declararInfundada': 'Declaró infundada una inconformidad',
    'inconformidad.retirar': 'Retiró una inconformidad',
    'inconformidad.leer': 'Consultó una inconformidad',
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
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['correos', 'huella'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof inconformidadesHistorial.acciones, true> {}
}
