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
  'pide-contrasena': 'Escriba la contraseña que eligió al registrarse.',
  'contrasena-de-registro':
    'Esa no es la contraseña de este registro. Si se registró más de una vez, abra el enlace del correo más reciente.',
  'registro-incompleto':
    'Este registro quedó a medias. Envíe de nuevo el formulario y abra el enlace del correo que reciba.',
  'contrasena-debil':
    'Esa contraseña es fácil de adivinar. Elija otra: una frase de varias palabras es buena idea.',
  'contrasena-propia':
    'Esa contraseña se forma con sus propios datos (su nombre, su correo, su CURP o su fecha de nacimiento). Elija otra sin ellos: una frase de varias palabras es buena idea.',
  'contrasena-de-la-escuela':
    'Esa contraseña se forma con palabras de la escuela y es fácil de adivinar. Elija otra sin ellas: una frase de varias palabras es buena idea.',
  'pide-codigo': 'Escriba el código de seis cifras de su aplicación de autenticación.',
  'codigo-segundo-factor':
    'El código no es correcto o ya se usó. Espere el siguiente, o use uno de recuperación.',
  'textos-sin-aceptar':
    'El aviso de privacidad o los términos de uso cambiaron. Cargue de nuevo la página, léalos y acéptelos para registrarse.',
  'textos-cambiaron':
    'El texto cambió mientras lo leía. Cargue de nuevo la página y lea la versión vigente.',
  'contrasena-actual': 'La contraseña actual no es correcta.',
  'contrasena-igual': 'Es la misma contraseña que tiene ahora. Elija otra.',
  'correo-igual': 'Ese ya es el correo de su cuenta.',
  'correo-con-cuenta':
    'Ese correo ya es el de otra cuenta, y el de la suya no cambió. Si las dos son suyas, comuníquese con la escuela.',
  'codigo-de-otra-cuenta':
    'Este enlace es de otra cuenta. Ingrese con la cuenta cuyo correo quiere cambiar y ábralo de nuevo.',
  'contacto-de-otra-cuenta':
    'Este enlace es de otra cuenta. Ingrese con la cuenta en la que escribió ese correo y ábralo de nuevo.',
  'contacto-no-existe':
    'Ese correo ya no está entre los de contacto. Cargue de nuevo la página para ver los que hay.',
  'contacto-igual': 'Es el mismo correo. Escriba el que tomará su lugar.',
  'contacto-de-la-cuenta':
    'Es el correo de su cuenta: ahí ya recibe todos los avisos. Si no quiere otro, quite el de contacto.',
  'ultimo-admin': 'Es la última cuenta con el rol Admin. Dé primero ese rol a otra persona.',
  'persona-con-cuenta': 'Esa persona ya tiene una cuenta.',
  'factor-obligatorio': 'Su rol exige el segundo factor; no se puede desactivar.',
  'sin-factor': 'Su cuenta no tiene segundo factor.',
  'factor-propio':
    'Es su propia cuenta: quite su segundo factor en «Preferencias y seguridad», o pida a otra persona con el rol Admin que lo haga.',
  'factor-por-empezar': 'Pasó demasiado tiempo o su cuenta cambió. Empiece de nuevo.',
  'falta-segundo-factor': 'Su rol pide un segundo factor. Actívelo para continuar.',
  'registro-vencido':
    'Pasó demasiado tiempo desde que empezó su registro. Vuelva a enviar el formulario.',
  'persona-existente': 'Su cuenta ya tiene un expediente.',
  'vinculacion-pendiente':
    'Su cuenta ya espera que Control Escolar confirme un expediente. Cuando responda podrá indicar otra CURP.',
} as const;

export type IdentidadErrorCode = keyof typeof MESSAGES;
