import { defineHistorial } from '../../platform/shared/historial.ts';
import { TRAMITE_ARCO } from './estados.ts';
import { DERECHO, FUNDAMENTOS } from './rules.ts';

export const arcoHistorial = defineHistorial({
  registros: { arco: 'Solicitud ARCO' },
  acciones: {
    'arco.recibir': 'Presentó una solicitud sobre sus datos',
    'arco.registrar': 'Registró la solicitud de una persona sobre sus datos',
    'arco.listar': 'Consultó las solicitudes ARCO',
    'arco.leer': 'Consultó una solicitud ARCO',
    'arco.ampliar': 'Amplió el plazo de una solicitud ARCO',
    'arco.responder': 'Respondió una solicitud ARCO',
    'arco.cumplir': 'Hizo efectiva una solicitud ARCO',
    'arco.ensayarSupresion': 'Ensayó la supresión de los datos de una persona',
    'arco.suprimir': 'Suprimió los datos de una persona, a petición suya',
    'arco.retirar': 'Retiró su solicitud ARCO',
    'arco.cambiarPersona': 'La solicitud ARCO siguió a su titular a otro expediente',
  },
  datos: {
    folio: 'Folio',
    derecho: {
      label: 'Derecho',
      valores: Object.fromEntries(Object.entries(DERECHO).map(([id, { nombre }]) => [id, nombre])),
    },
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        TRAMITE_ARCO.estados.map((one) => [one, TRAMITE_ARCO.palabra(one)]),
      ),
    },
    fundamento: { label: 'Fundamento', valores: FUNDAMENTOS },
    venceEn: 'Vence',
    borrados: 'Registros borrados',
    conservados: 'Registros conservados',
    bloqueado: 'El expediente queda bloqueado',
    personas: { label: 'Expedientes', registro: 'persona' },
    personaId: { label: 'Expediente', registro: 'persona' },
  },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof arcoHistorial.acciones, true> {}
}
