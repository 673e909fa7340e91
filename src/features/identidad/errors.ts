/** This feature's `error.details.code` values, and the sentences that go with them. */
export const MESSAGES = {
  /** To the letter, from the specification's error catalogue. */
  'correo-sin-verificar': 'Debe verificar su correo para poder ingresar.',
  'credenciales-incorrectas':
    'El correo o la contraseña no son correctos. Revíselos, o restablezca su contraseña.',
  'cuenta-deshabilitada': 'Su cuenta está deshabilitada. Comuníquese con la escuela.',
  'codigo-invalido':
    'Este enlace ya se usó o no está completo. Abra el del correo más reciente o pida uno nuevo.',
  'codigo-vencido': 'Este enlace venció. Pida uno nuevo.',
  'contrasena-debil': 'Elija una contraseña más difícil de adivinar.',
  'registro-vencido':
    'Pasó demasiado tiempo desde que empezó su registro. Vuelva a enviar el formulario.',
  'persona-existente': 'Su cuenta ya tiene un expediente.',
} as const;

export type IdentidadErrorCode = keyof typeof MESSAGES;
