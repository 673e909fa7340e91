import { defineHistorial } from '../../../platform/shared/historial.ts';
import { EXCLUSION, MODIFICACION } from '../estados.ts';

const palabras = <S extends string>(maquina: {
  readonly estados: readonly S[];
  palabra: (estado: S) => string;
}) => Object.fromEntries(maquina.estados.map((one) => [one, maquina.palabra(one)]));

/** What is done to a published call and to its applications. */
export const convocatoriasHistorial = defineHistorial({
  registros: {
    modificacion: 'Modificación de una convocatoria',
    exclusion: 'Exclusión de una solicitud',
  },
  acciones: {
    'modificacion.proponer': 'Propuso una modificación a una convocatoria',
    'modificacion.aprobar': 'Aprobó la publicación o la modificación de una convocatoria',
    'modificacion.rechazar': 'Rechazó la publicación o la modificación de una convocatoria',
    'modificacion.retirar': 'Retiró la publicación o la modificación de una convocatoria',
    'exclusion.proponer': 'Pidió excluir una solicitud',
    'exclusion.aprobar': 'Aprobó excluir una solicitud',
    'exclusion.rechazar': 'Rechazó excluir una solicitud',
    'exclusion.retirar': 'Retiró la exclusión de una solicitud',
  },
  datos: {
    estado: { label: 'Estado', valores: { ...palabras(MODIFICACION), ...palabras(EXCLUSION) } },
    asunto: {
      label: 'Asunto',
      valores: { publicacion: 'Publicación', modificacion: 'Modificación' },
    },
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    solicitudId: { label: 'Solicitud', registro: 'solicitud' },
    numero: 'Número',
    formula: 'Fórmula',
    cambios: 'Cambios',
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof convocatoriasHistorial.acciones, true> {}
}
