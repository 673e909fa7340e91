import type { Nombrado } from '../../platform/shared/historial.ts';
import { defineHistorial } from '../../platform/shared/historial.ts';
import { usersPath } from './routes.ts';

export const identidadHistorial = defineHistorial({
  registros: { cuenta: 'Cuenta', sesion: 'Sesión' },
  acciones: {
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
  },
  datos: {
    role: 'Rol',
    personaId: { label: 'Expediente', registro: 'persona' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    campos: { label: 'Datos que cambiaron', valores: { displayName: 'Nombre para mostrar' } },
    terminadas: 'Sesiones terminadas',
    sesionesTerminadas: 'Sesiones terminadas',
    acepta: {
      label: 'Textos aceptados',
      valores: { aviso: 'Aviso de privacidad, versión', terminos: 'Términos de uso, versión' },
    },
    tipo: { label: 'Tipo de registro', valores: { curp: 'Con CURP', sinCurp: 'Sin CURP' } },
    expediente: {
      label: 'Expediente',
      valores: { listo: 'Listo', porConfirmar: 'Por confirmar', ninguno: 'Ninguno' },
    },
  },
  tecnicos: ['reemplaza'],
  listas: { usuarios: 'Usuarios' },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof identidadHistorial.acciones, true> {}
}

/** An account in the history: its email, and its row in the list. */
export const nombrarCuenta = (cuenta: { uid: string; email: string }): Nombrado => ({
  nombre: cuenta.email,
  enlace: `${usersPath}?${new URLSearchParams({ buscar: cuenta.uid })}`,
});
