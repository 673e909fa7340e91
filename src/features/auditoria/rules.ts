import { lookUp } from '../../platform/shared/look-up.ts';

const ENTIDADES: Record<string, string> = {
  cuenta: 'Cuenta',
  sesion: 'Sesión',
  persona: 'Persona',
  inscripcion: 'Inscripción',
  archivo: 'Archivo',
  ajuste: 'Ajuste',
  catalogo: 'Catálogo',
  trabajo: 'Trabajo',
  acuse: 'Acuse',
  correo: 'Correo',
  vinculacion: 'Expediente por confirmar',
  fusion: 'Expedientes por reunir',
  base: 'Base de datos',
};

const ACCIONES: Record<string, string> = {
  'cuenta.crear': 'Creó la cuenta',
  'cuenta.pedirContacto': 'Pidió recibir avisos en otro correo',
  'cuenta.confirmarContacto': 'Confirmó el otro correo para sus avisos',
  'cuenta.retirarContacto': 'Dejó de recibir avisos en otro correo',
  'cuenta.cambiarContacto': 'Cambió por otro un correo para sus avisos',
  'cuenta.aceptarTextos': 'Aceptó el aviso de privacidad o los términos',
  'cuenta.editar': 'Editó la cuenta',
  'cuenta.cambiarFoto': 'Cambió su foto',
  'cuenta.quitarFoto': 'Quitó su foto',
  'cuenta.listar': 'Consultó la lista de cuentas',
  'cuenta.pedirVerificacion': 'Pidió el correo de verificación',
  'cuenta.pedirRestablecimiento': 'Se pidió restablecer la contraseña',
  'cuenta.usarRecuperacion': 'Usó un código de recuperación',
  'cuenta.eliminarAbandonada': 'Cuenta eliminada: nadie terminó el registro',
  'cuenta.verificarCorreo': 'Verificó su correo',
  'cuenta.restablecerContrasena': 'Restableció su contraseña',
  'cuenta.cambiarContrasena': 'Cambió su contraseña',
  'cuenta.pedirCambioCorreo': 'Pidió cambiar su correo',
  'cuenta.cancelarCambioCorreo': 'Canceló el cambio de su correo',
  'cuenta.cambiarCorreo': 'Cambió su correo',
  'cuenta.rechazarCurpExistente': 'Registro rechazado: la CURP ya existía',
  'cuenta.repetirRegistro': 'Volvió a enviar su registro',
  'cuenta.registrarDatos': 'Dio los datos de su registro',
  'cuenta.cambiarRol': 'Cambió el rol',
  'cuenta.deshabilitar': 'Deshabilitó la cuenta',
  'cuenta.habilitar': 'Habilitó la cuenta',
  'cuenta.reenviarVerificacion': 'Reenvió la verificación',
  'cuenta.enviarRestablecimiento': 'Envió el restablecimiento',
  'cuenta.terminarSesiones': 'Terminó las sesiones de la cuenta',
  'cuenta.activarSegundoFactor': 'Activó el segundo factor',
  'cuenta.cambiarSegundoFactor': 'Cambió su segundo factor por otro',
  'cuenta.desactivarSegundoFactor': 'Desactivó el segundo factor',
  'cuenta.quitarSegundoFactor': 'Quitó el segundo factor a otra cuenta',
  'cuenta.renovarRecuperacion': 'Renovó los códigos de recuperación',
  'cuenta.vincularPersona': 'Vinculó la cuenta con una persona',
  'cuenta.cambiarClave': 'Cambió la clave de la persona de la cuenta',
  'cuenta.hacerAdmin': 'Dio el rol Admin desde la línea de comandos',
  'sesion.abrir': 'Ingresó',
  'sesion.terminar': 'Terminó una sesión',
  'sesion.terminarOtras': 'Terminó sus otras sesiones',
  'sesion.terminarPorRepeticion': 'Sesión terminada: se repitió un código ya usado',
  'persona.crear': 'Creó el expediente',
  'persona.reclamar': 'Recibió el expediente que la escuela tenía',
  'persona.leer': 'Consultó el expediente',
  'persona.leerHistorial': 'Consultó el historial del expediente',
  'persona.leerSensibles': 'Consultó las respuestas sensibles',
  'persona.ensayarCurp': 'Ensayó asignarle una CURP',
  'persona.asignarCurp': 'Asignó la CURP al expediente',
  'persona.fusionar': 'Fusionó el expediente con otro',
  'persona.recibirFusion': 'Reunió otro expediente en este',
  'persona.revisarDiscrepancias': 'Revisó los datos que no coinciden con la CURP',
  'fusion.proponer': 'Propuso reunir dos expedientes',
  'fusion.listar': 'Consultó los expedientes por reunir',
  'fusion.leer': 'Consultó una propuesta de reunir expedientes',
  'fusion.confirmar': 'Confirmó que dos expedientes se reúnan',
  'fusion.rechazar': 'Rechazó que dos expedientes se reúnan',
  'fusion.cancelar': 'Retiró su propuesta de reunir dos expedientes',
  'fusion.anular': 'Propuesta anulada: el expediente cambió de clave',
  'fusion.vencer': 'Propuesta vencida: nadie la atendió',
  'vinculacion.pedir': 'Pidió un expediente que ya existía',
  'vinculacion.listar': 'Consultó los expedientes por confirmar',
  'vinculacion.leer': 'Consultó un expediente por confirmar',
  'vinculacion.confirmar': 'Confirmó de quién es el expediente',
  'vinculacion.rechazar': 'No confirmó de quién es el expediente',
  'inscripcion.crear': 'Empezó la inscripción',
  'inscripcion.guardarBorrador': 'Siguió llenando la inscripción',
  'inscripcion.inscribir': 'Quedó inscrita',
  'inscripcion.cambiarPersona': 'Pasó la inscripción a otro expediente',
  'inscripcion.descartarBorrador': 'Descartó un borrador repetido',
  'inscripcion.apartarSensibles': 'Apartó y cifró las respuestas sensibles',
  'archivo.subir': 'Subió un archivo',
  'archivo.borrar': 'Borró un archivo',
  'archivo.editar': 'Editó los datos de un archivo',
  'archivo.vencer': 'Archivo eliminado por vencimiento',
  'archivo.leer': 'Consultó un archivo',
  'archivo.listar': 'Consultó la lista de archivos',
  'acuse.leer': 'Consultó el acuse',
  'acuse.hacerPdf': 'Se hizo el PDF del acuse, que se conserva',
  'acuse.reponerPdf': 'Se repuso el PDF del acuse, idéntico',
  'catalogo.agregar': 'Agregó al catálogo',
  'catalogo.editar': 'Editó en el catálogo',
  'catalogo.desactivar': 'Desactivó en el catálogo',
  'catalogo.reactivar': 'Reactivó en el catálogo',
  'catalogo.ordenar': 'Cambió el orden del catálogo',
  'catalogo.borrar': 'Borró del catálogo',
  'hoja.pedirImportacion': 'Pidió importar una lista',
  'hoja.importar': 'Importó una lista',
  'hoja.pedirExportacion': 'Pidió exportar una lista',
  'hoja.exportar': 'Exportó una lista',
  'trabajo.cancelar': 'Canceló un trabajo',
  'trabajo.detener': 'Se detuvo un trabajo de quien ya no tiene permiso',
  'trabajo.reintentar': 'Reintentó un trabajo',
  'trabajo.quitar': 'Quitó un trabajo de su bandeja',
  'correo.listar': 'Consultó la lista de correos',
  'correo.reenviar': 'Envió de nuevo un correo',
  'correo.descartar': 'Descartó un correo sin entregar',
  'correo.fallar': 'Un correo no se pudo entregar',
  'base.restaurar': 'Se restauró la base de un respaldo',
  'ajuste.segundoFactor': 'Cambió a quién se exige el segundo factor',
};

/** "cuenta.cambiarRol" → "Cambió el rol"; an action without words is shown as it is. */
export const describeAccion = (accion: string): string => lookUp(ACCIONES, accion) ?? accion;

/** Whether the audit has words for what was done. */
export const isAccion = (accion: string): boolean => Object.hasOwn(ACCIONES, accion);

const byLabel = (a: { label: string }, b: { label: string }) =>
  a.label.localeCompare(b.label, 'es');

/** What was done, as the filter offers it. */
export const ACCIONES_DEL_FILTRO = Object.entries(ACCIONES)
  .map(([value, label]) => ({ value, label }))
  .sort(byLabel);

/** "cuenta" → "Cuenta". */
export const describeEntidad = (entidad: string): string => lookUp(ENTIDADES, entidad) ?? entidad;

/** Kinds of record that the filter offers. */
export const TIPOS_DE_REGISTRO = Object.entries(ENTIDADES).map(([value, label]) => ({
  value,
  label,
}));

/** A longer list is said by its number, and any that says nothing to a reader. */
const MAX_SHOWN = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isIds = (list: readonly unknown[]): boolean =>
  list.length > 0 && list.every((item) => typeof item === 'string' && UUID.test(item));
const counted = (n: number): string =>
  n === 1 ? '1 registro' : `${n.toLocaleString('es-MX')} registros`;

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? '(vacío)'
    : Array.isArray(value) && (value.length > MAX_SHOWN || isIds(value))
      ? counted(value.length)
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

/** What changed, one line a datum: `role: (vacío) → Escolar`. */
export const describeCambio = (
  antes: Record<string, unknown> | null,
  despues: Record<string, unknown> | null,
): string[] => {
  const keys = [...new Set([...Object.keys(antes ?? {}), ...Object.keys(despues ?? {})])];
  return keys.map((key) =>
    antes && key in antes
      ? `${key}: ${shown(antes[key])} → ${shown(despues?.[key])}`
      : `${key}: ${shown(despues?.[key])}`,
  );
};
