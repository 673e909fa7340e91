import { z } from 'zod';
import { ROLES } from '../../platform/shared/actor.ts';
import { callable } from '../../platform/shared/callable.ts';
import { DOCUMENTOS } from './privacidad/rules.ts';
import { NOMBRE_MAX, PASSWORD_MAX } from './rules.ts';

const email = z.string().min(3).max(254);
const password = z.string().min(1).max(1024);
const newPassword = z
  .string()
  .min(1)
  .max(PASSWORD_MAX * 4);
const nombre = z.string().max(NOMBRE_MAX * 2);
const nothing = z.union([z.null(), z.strictObject({})]);
const done = z.object({ ok: z.literal(true) });
const oobCode = z.string().min(1).max(200);

/**
 * The current user: the identity provider's fields, the key and role of the token's claims, and what policies
 * look at, so that the browser asks the same ones.
 */
export const sesionUser = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  /** Given names of the file that is theirs, or null. */
  nombre: z.string().nullable(),
  photoURL: z.string().nullable(),
  /** The claim `curp`: the CURP, or the `SC…` key of who has none. */
  clave: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  /** Id of the file that is theirs, or null. */
  personaId: z.string().nullable(),
  /** As in the actor: nothing but what the account itself lacks can be done. */
  restricted: z.boolean(),
  faltaAceptar: z.boolean(),
  /** True while the role demands a second factor that the account does not have yet. */
  faltaSegundoFactor: z.boolean(),
  /** Key (base64url, 32 bytes) under which their browser keeps what they have not saved yet: nobody else's opens it. */
  espejo: z.string(),
  /** Texts to read and accept before anything else, with the version accepted before (or null). */
  porAceptar: z.array(z.object({ documento: z.enum(DOCUMENTOS), aceptada: z.string().nullable() })),
});
export type SesionUser = z.infer<typeof sesionUser>;

export const signIn = callable({
  name: 'signIn',
  summary:
    'Ingresa con correo y contraseña; deja la sesión en cookies que el navegador no puede leer.',
  input: z.strictObject({
    email,
    password,
    /** The second factor: six digits of the application, or a recovery code. */
    codigo: z.string().max(40).optional(),
  }),
  output: sesionUser,
});

export const signOut = callable({
  name: 'signOut',
  summary:
    'Termina la sesión y quita sus cookies; basta la cookie de renovación cuando la otra ya venció.',
  input: nothing,
  output: done,
});

export const getSesion = callable({
  name: 'getSesion',
  summary: 'Quién es la persona que ingresó, o null.',
  input: nothing,
  output: sesionUser.nullable(),
});

export const refreshSesion = callable({
  name: 'refreshSesion',
  summary: 'Renueva la sesión con la cookie de renovación; null si ya no hay sesión.',
  input: nothing,
  output: sesionUser.nullable(),
});

export const createCuenta = callable({
  name: 'createCuenta',
  summary:
    'Primer paso del registro. Responde lo mismo haya o no una cuenta con ese correo; deja una sesión que solo sirve para terminar el registro.',
  input: z.strictObject({
    email,
    password: newPassword,
    /** Versions of the privacy notice and the terms that the person accepts. */
    acepta: z.strictObject({ aviso: z.string().max(20), terminos: z.string().max(20) }),
    /** The person's own data (names, CURP) as they typed them: the password may not be made of them. */
    datosPropios: z.array(z.string().max(200)).max(8).optional(),
    /** Of the form that sends it: sent again, it goes on with the account that it had made. */
    intento: z.uuid().optional(),
  }),
  output: done,
});

export const updateCuenta = callable({
  name: 'updateCuenta',
  summary: 'Segundo paso del registro: los tres nombres, que forman el nombre visible.',
  input: z.strictObject({ nombre, apellidoPaterno: nombre, apellidoMaterno: nombre }),
  output: z.object({ displayName: z.string() }),
});

/** Where the person wanted to go: the mail's link carries it, and signing in ends there. An address that is not the portal's is ignored. */
const volver = z.string().max(500).optional();

export const sendVerification = callable({
  name: 'sendVerification',
  summary: 'Tercer paso del registro: envía el correo de verificación.',
  input: z.strictObject({ volver }).nullable(),
  output: done,
});

export const setCurpUserNew = callable({
  name: 'setCurpUserNew',
  summary:
    'Registra la CURP de la cuenta con la que se ingresó. La respuesta no dice si la CURP ya tenía cuenta; lo explica el correo.',
  input: z.strictObject({
    email: z.string().max(254),
    curp: z.string().max(60),
    displayName: z.string().max(NOMBRE_MAX * 4),
  }),
  output: done,
});

export const setCurpUserTransaction = callable({
  name: 'setCurpUserTransaction',
  summary:
    'Registro sin validar CURP: cuenta, persona y vínculo se hacen juntos o no se hacen. La persona recibe una clave estable que empieza con SC.',
  input: z.strictObject({
    email: z.string().max(254),
    curp: z.string().max(60).nullish(),
    displayName: z.string().max(NOMBRE_MAX * 4),
    persona: z.strictObject({ nombre, apellidoPaterno: nombre, apellidoMaterno: nombre }),
  }),
  output: done,
});

export const resendVerification = callable({
  name: 'resendVerification',
  summary: 'Vuelve a enviar el correo de verificación a quien todavía no puede ingresar.',
  input: z.strictObject({ email, password, volver }),
  output: done,
});

export const sendPasswordReset = callable({
  name: 'sendPasswordReset',
  summary: 'Envía el correo para restablecer la contraseña, si hay una cuenta con ese correo.',
  input: z.strictObject({ email }),
  output: done,
});

/**
 * Verifies the email of a registration and makes its file. Done by the browser that registered, or with
 * the password that was chosen then.
 *
 * Errors: FAILED_PRECONDITION `codigo-invalido`, `codigo-vencido`, `pide-contrasena` (another browser:
 * send the password too), `registro-incompleto` (its form was not sent to the end); INVALID_ARGUMENT
 * `contrasena-de-registro`; RESOURCE_EXHAUSTED.
 */
export const verifyEmail = callable({
  name: 'verifyEmail',
  summary: 'Verifica el correo con el código de un solo uso de su enlace.',
  input: z.strictObject({ oobCode, password: password.optional() }),
  output: z.object({
    /**
     * `listo`: the file is theirs; `porConfirmar`: it was there already and staff confirm whose it is;
     * `ninguno`: the registration said nothing of a person.
     */
    expediente: z.enum(['listo', 'porConfirmar', 'ninguno']),
  }),
});

export const checkCodigoCorreo = callable({
  name: 'checkCodigoCorreo',
  summary: 'Si el código de un enlace sigue sirviendo, sin gastarlo.',
  input: z.strictObject({ oobCode }),
  output: z.object({
    tipo: z.enum(['VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL']),
    /** A verification from another browser than the one that registered. */
    pideContrasena: z.boolean(),
  }),
});

export const resetPassword = callable({
  name: 'resetPassword',
  summary:
    'Pone una contraseña nueva, que no sea la misma, con el código del correo. Termina todas las sesiones y avisa por correo.',
  input: z.strictObject({ oobCode, newPassword }),
  output: done,
});

export const listSesiones = callable({
  name: 'listSesiones',
  summary: 'Las sesiones abiertas de quien pregunta: desde cuándo, dónde, con qué.',
  input: nothing,
  output: z.array(
    z.object({
      sid: z.string(),
      /** ISO instants. */
      desde: z.string(),
      ultimoUso: z.string(),
      direccion: z.string(),
      dispositivo: z.string(),
      actual: z.boolean(),
    }),
  ),
});

export const endSesion = callable({
  name: 'endSesion',
  summary: 'Termina una sesión propia.',
  input: z.strictObject({ sid: z.uuid() }),
  output: done,
});

export const endOtherSesiones = callable({
  name: 'endOtherSesiones',
  summary: 'Termina todas las sesiones propias menos esta.',
  input: nothing,
  output: z.object({ terminadas: z.number() }),
});
