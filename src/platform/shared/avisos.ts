/**
 * What the portal writes to people about, declared once (docs/decisions/0064). An obligatory kind says why nobody may
 * switch it off; an optional one, where it is found in the portal by whoever does not want it by mail.
 */
export const CLASES_CORREO = {
  cuenta: {
    titulo: 'Su cuenta y su seguridad',
    detalle:
      'Enlaces y códigos, y cualquier cambio de contraseña, correo, segundo factor o acceso.',
    porque: 'Así se entera a tiempo si alguien más quiere entrar a su cuenta.',
  },
  expediente: {
    titulo: 'Cambios en su expediente que hizo la escuela',
    detalle: 'Una CURP asignada o corregida, expedientes reunidos o un documento que se agregó.',
    porque: 'Así puede decir a Control Escolar si algo no es correcto.',
  },
  pedidos: {
    titulo: 'Lo que usted pidió',
    detalle: 'El acuse de una inscripción, la copia de sus datos y la respuesta a una solicitud.',
    porque: 'Es la constancia o la respuesta que espera, y de algunas corre un plazo.',
  },
  ediciones: {
    titulo: 'Cambios en lo que cursa',
    detalle:
      'Una edición en la que está inscrita o inscrito se cancela, o cambia de fechas o de sede.',
    porque: 'Así no llega cuando ya no hay clase, y puede inscribirse a tiempo en otra edición.',
  },
  mensajes: {
    titulo: 'Mensajes de la escuela sobre sus inscripciones',
    detalle: 'Lo que Control Escolar le escribe de una edición a la que envió su inscripción.',
    porque: 'Suele decir qué llevar, dónde presentarse o qué falta, y no se publica en otro lugar.',
  },
  documentosRevisados: {
    titulo: 'Documentos revisados',
    detalle: 'Cuando Control Escolar valida o rechaza lo que envió.',
    enPortal: 'Los rechazados aparecen en Inicio, y todos en Documentos.',
  },
  documentosPorVencer: {
    titulo: 'Documentos por vencer',
    detalle: 'Cuando uno validado está por terminar su vigencia.',
    enPortal: 'Aparecen en Inicio y en Documentos.',
  },
  resultados: {
    titulo: 'Sus resultados',
    detalle: 'Cuando se cierra el acta de lo que cursó, o se corrige su resultado.',
    enPortal: 'Aparecen en su kárdex.',
  },
  rutasCompletadas: {
    titulo: 'Rutas formativas completadas',
    detalle: 'Cuando el último resultado que le faltaba completa una ruta formativa.',
    enPortal: 'Aparecen en Rutas formativas.',
  },
  encargos: {
    titulo: 'Encargos para evaluar',
    detalle: 'Cuando se le registra para evaluar un posgrado y cuando tiene dictámenes pendientes.',
    enPortal: 'Aparecen en Inicio y en Dictámenes.',
  },
} as const satisfies Record<
  string,
  { titulo: string; detalle: string } & ({ porque: string } | { enPortal: string })
>;
type Clases = typeof CLASES_CORREO;
export type ClaseCorreo = keyof Clases;

/** Those that a person may switch off. */
export type ClaseOpcional = {
  [K in ClaseCorreo]: Clases[K] extends { enPortal: string } ? K : never;
}[ClaseCorreo];
export type ClaseObligatoria = Exclude<ClaseCorreo, ClaseOpcional>;

const CLASES = Object.keys(CLASES_CORREO) as ClaseCorreo[];
const isOpcional = (clase: ClaseCorreo): clase is ClaseOpcional =>
  'enPortal' in CLASES_CORREO[clase];

export const CLASES_OPCIONALES = CLASES.filter(isOpcional);
export const CLASES_OBLIGATORIAS = CLASES.filter(
  (clase): clase is ClaseObligatoria => !isOpcional(clase),
);
