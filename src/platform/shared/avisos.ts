/** By which way an optional kind reaches its person: a mail each time, the portal only, or a digest. */
export const MODOS_AVISO = ['correo', 'portal', 'diario', 'semanal'] as const;
export type ModoAviso = (typeof MODOS_AVISO)[number];

/**
 * The kinds of what the portal tells people, declared once (docs/decisions/0064, 0114). An obligatory kind says why it
 * always comes by mail; an optional one, where its matter is found in the portal, and how it comes until its person chooses.
 * `sinNotificacion`: the portal keeps no notification of it.
 */
export const CLASES_CORREO = {
  codigos: {
    titulo: 'Enlaces y códigos',
    detalle: 'Los que pide para verificar un correo, ingresar o restablecer su contraseña.',
    porque: 'Comprueban que la dirección es suya.',
    sinNotificacion: true,
  },
  cuenta: {
    titulo: 'Su cuenta y su seguridad',
    detalle: 'Cualquier cambio de contraseña, correo, segundo factor o acceso.',
    porque: 'Así se entera a tiempo si alguien más quiere entrar a su cuenta.',
  },
  expediente: {
    titulo: 'Cambios en su expediente que hizo la escuela',
    detalle: 'Una CURP asignada o corregida, expedientes fusionados o un documento que se agregó.',
    porque: 'Así puede decir a Control Escolar si algo no es correcto.',
  },
  acuses: {
    titulo: 'Acuses de lo que envía',
    detalle: 'La constancia de cada inscripción o solicitud, al enviarla.',
    porque: 'Es su comprobante; el portal lo guarda en sus trámites.',
    sinNotificacion: true,
  },
  resumenes: {
    titulo: 'Resúmenes de avisos',
    detalle: 'Un correo con lo que no ha leído.',
    porque: 'Solo si lo elige en lugar de un correo cada vez.',
    sinNotificacion: true,
  },
  pedidos: {
    titulo: 'Respuestas a lo que usted pidió',
    detalle: 'Lo que se decide de una inscripción, una solicitud o sus datos personales.',
    porque: 'Es la respuesta a una solicitud suya, y puede tener plazo.',
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
  documentosEmitidos: {
    titulo: 'Documentos que la escuela le emite',
    detalle: 'Cuando se emite, suspende, restablece, revoca o sustituye un documento suyo.',
    porque: 'Quien lo valide ve el cambio desde ese momento.',
  },
  conversaciones: {
    titulo: 'Respuestas en Soporte',
    detalle: 'Cuando la escuela responde una conversación o está por darla por resuelta.',
    enPortal: 'Aparecen en Soporte.',
    omision: 'correo',
  },
  documentosRevisados: {
    titulo: 'Documentos revisados',
    detalle: 'Cuando Control Escolar valida o rechaza lo que envió.',
    enPortal: 'Los rechazados aparecen en Inicio, y todos en Documentos.',
    omision: 'correo',
  },
  documentosPorVencer: {
    titulo: 'Documentos por vencer',
    detalle: 'Cuando uno validado está por terminar su vigencia.',
    enPortal: 'Aparecen en Inicio y en Documentos.',
    omision: 'correo',
  },
  resultados: {
    titulo: 'Sus resultados',
    detalle: 'Cuando se cierra el acta de lo que cursó, o se corrige su resultado.',
    enPortal: 'Aparecen en su kárdex.',
    omision: 'correo',
  },
  rutasCompletadas: {
    titulo: 'Rutas formativas completadas',
    detalle: 'Cuando el último resultado que le faltaba completa una ruta formativa.',
    enPortal: 'Aparecen en Rutas formativas.',
    omision: 'correo',
  },
  encargos: {
    titulo: 'Encargos para evaluar',
    detalle: 'Cuando se le registra para evaluar un posgrado y cuando tiene dictámenes pendientes.',
    enPortal: 'Aparecen en Inicio y en Dictámenes.',
    omision: 'correo',
  },
} as const satisfies Record<
  string,
  { titulo: string; detalle: string } & (
    | { porque: string; sinNotificacion?: true }
    | { enPortal: string; omision: ModoAviso }
  )
>;
type Clases = typeof CLASES_CORREO;
export type ClaseCorreo = keyof Clases;

/** Those whose way a person chooses. */
export type ClaseOpcional = {
  [K in ClaseCorreo]: Clases[K] extends { enPortal: string } ? K : never;
}[ClaseCorreo];
export type ClaseObligatoria = Exclude<ClaseCorreo, ClaseOpcional>;
/** Those of which the portal keeps no notification: what one asked for a moment ago and waits for. */
export type ClaseSinNotificacion = {
  [K in ClaseCorreo]: Clases[K] extends { sinNotificacion: true } ? K : never;
}[ClaseCorreo];

const CLASES = Object.keys(CLASES_CORREO) as ClaseCorreo[];
export const isOpcional = (clase: ClaseCorreo): clase is ClaseOpcional =>
  'enPortal' in CLASES_CORREO[clase];

export const CLASES_OPCIONALES = CLASES.filter(isOpcional);
export const CLASES_OBLIGATORIAS = CLASES.filter(
  (clase): clase is ClaseObligatoria => !isOpcional(clase),
);
