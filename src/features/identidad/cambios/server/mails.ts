import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { preferenciasPath } from '../../../personas/routes.ts';
import type { Cuenta } from '../../cuentas/server/data.ts';
import { restablecerPath } from '../../routes.ts';
import { displayNameOf } from '../../rules.ts';
import { dispositivoOf } from '../../sesiones/rules.ts';

/** Who made a change: the owner of the account, from somewhere; or whoever looks after the portal. */
export type Autor = { ip: string; userAgent: string } | 'administracion' | 'servidor';

/** A sensitive change, as its owner is told of it. */
export type Cambio =
  | { tipo: 'contrasena' | 'restablecimiento' }
  | { tipo: 'factorActivado' | 'factorReemplazado' | 'factorDesactivado' }
  | { tipo: 'recuperacionRenovada' }
  | { tipo: 'recuperacionUsada'; quedan: number }
  | { tipo: 'correoPedido' | 'correoCambiado'; nuevo: string }
  | { tipo: 'contactoRetirado'; anterior: string }
  | { tipo: 'contactoCambiado'; anterior: string; nuevo: string }
  | { tipo: 'rol'; role: string | null }
  | { tipo: 'adminCreada' | 'deshabilitada' | 'habilitada' | 'vinculo' };

type Words = {
  asunto: string;
  /** Which datum of the account it is. */
  dato: string;
  /** What happened, and what followed of itself. */
  que: readonly string[];
  /** What to do if it was them. */
  siSi?: string;
  /** What to do if it was not, in order. */
  siNo: readonly string[];
  /** Why one receives it, where the change guards no way in. */
  razon?: string;
};

const ESCUELA =
  'Comuníquese con la escuela: puede cerrar las sesiones de su cuenta y deshabilitarla.';
const OTRAS_SESIONES = 'Por seguridad se cerraron sus demás sesiones.';
const SUS_SESIONES = 'Por seguridad se cerraron sus sesiones: ingrese de nuevo.';

/** How many codes are left, and where new ones are made when they are about to run out. */
const quedanOf = (quedan: number, donde: string): string => {
  if (quedan === 0) {
    return `Era el último: sin su teléfono ya no podría ingresar. Genere códigos nuevos: ${donde}`;
  }
  if (quedan === 1) return `Le queda uno. Genere códigos nuevos: ${donde}`;
  return `Le quedan ${quedan}.`;
};

const wordsOf = (env: Env, cambio: Cambio, propio: boolean): Words => {
  const restablecer = `Restablezca su contraseña ahora mismo: ${env.publicUrl}${restablecerPath}`;
  const revisar = `Después ingrese y revise su segundo factor y sus sesiones: ${env.publicUrl}${preferenciasPath}`;
  switch (cambio.tipo) {
    case 'contrasena':
      return {
        asunto: 'Su contraseña cambió',
        dato: 'Contraseña',
        que: ['Se cambió la contraseña de su cuenta.', OTRAS_SESIONES],
        siNo: [restablecer, revisar, ESCUELA],
      };
    case 'restablecimiento':
      return {
        asunto: 'Su contraseña cambió',
        dato: 'Contraseña',
        que: [
          'Se eligió una contraseña nueva para su cuenta, con el enlace que se envió a este correo.',
          'Por seguridad se cerraron todas sus sesiones: ingrese con la contraseña nueva.',
        ],
        siNo: [
          'Alguien pudo abrir ese enlace en su correo: cambie primero la contraseña de su correo.',
          restablecer,
          revisar,
          ESCUELA,
        ],
      };
    case 'factorActivado':
      return {
        asunto: 'Su cuenta tiene segundo factor',
        dato: 'Segundo factor',
        que: [
          'Se activó el segundo factor de su cuenta. Para ingresar se pedirá, además de la contraseña, un código del teléfono con el que se activó.',
          OTRAS_SESIONES,
        ],
        siNo: [
          restablecer,
          'Si al ingresar se le pide un código que usted no tiene, comuníquese con la escuela: puede quitarlo.',
        ],
      };
    case 'factorReemplazado':
      return {
        asunto: 'Su segundo factor cambió',
        dato: 'Segundo factor',
        que: [
          'El segundo factor de su cuenta pasó a otro teléfono o aplicación. Los códigos del anterior y sus códigos de recuperación ya no sirven.',
          OTRAS_SESIONES,
        ],
        siNo: [
          restablecer,
          'Comuníquese con la escuela: puede quitar ese segundo factor y cerrar las sesiones de su cuenta.',
        ],
      };
    case 'factorDesactivado':
      return {
        asunto: 'Su cuenta ya no tiene segundo factor',
        dato: 'Segundo factor',
        que: [
          'Se quitó el segundo factor de su cuenta. Para ingresar basta la contraseña, y los códigos de recuperación ya no sirven.',
          propio ? OTRAS_SESIONES : SUS_SESIONES,
        ],
        siNo: [
          restablecer,
          `Después ingrese y actívelo de nuevo: ${env.publicUrl}${preferenciasPath}`,
          ESCUELA,
        ],
      };
    case 'recuperacionRenovada':
      return {
        asunto: 'Sus códigos de recuperación cambiaron',
        dato: 'Códigos de recuperación',
        que: [
          'Se generaron códigos de recuperación nuevos para su cuenta. Los anteriores ya no sirven.',
          OTRAS_SESIONES,
        ],
        siNo: [restablecer, revisar, ESCUELA],
      };
    case 'recuperacionUsada':
      return {
        asunto: 'Se usó un código de recuperación de su cuenta',
        dato: 'Códigos de recuperación',
        que: [
          'En lugar del código del teléfono se usó uno de los códigos de recuperación de su cuenta. Ese código ya no sirve.',
          quedanOf(cambio.quedan, `${env.publicUrl}${preferenciasPath}`),
        ],
        siSi: 'Si fue usted, no tiene que hacer nada más.',
        siNo: [
          `${restablecer} (quien usó el código ya conocía la contraseña)`,
          `Después ingrese, cierre las sesiones que no reconozca y genere códigos de recuperación nuevos: ${env.publicUrl}${preferenciasPath}`,
          ESCUELA,
        ],
      };
    case 'correoPedido':
      return {
        asunto: 'Se pidió cambiar el correo de su cuenta',
        dato: 'Correo',
        que: [
          `Se pidió que el correo de su cuenta sea ${cambio.nuevo}. Todavía no cambia: falta abrir el enlace que se envió a esa dirección.`,
        ],
        siSi: 'Si fue usted, abra ese enlace; sirve durante 24 horas.',
        siNo: [
          `${restablecer} (al hacerlo, este cambio se cancela y se cierran todas las sesiones)`,
          revisar,
          ESCUELA,
        ],
      };
    case 'correoCambiado':
      return {
        asunto: 'El correo de su cuenta cambió',
        dato: 'Correo',
        que: [
          `El correo de su cuenta es ahora ${cambio.nuevo}. Con él se ingresa, y a él llegarán los avisos.`,
          OTRAS_SESIONES,
        ],
        siNo: [
          'Comuníquese con la escuela cuanto antes: desde el correo anterior ya no se puede recuperar la cuenta.',
        ],
      };
    case 'contactoRetirado':
    case 'contactoCambiado':
      return {
        asunto: 'Cambió a dónde llegan sus avisos',
        dato: 'Correo de contacto',
        que: [
          cambio.tipo === 'contactoRetirado'
            ? `Los avisos de sus inscripciones ya no llegan a ${cambio.anterior}. Siguen llegando a este correo, el de su cuenta.`
            : `Los avisos de sus inscripciones ya no llegan a ${cambio.anterior}: los que iban ahí llegarán a ${cambio.nuevo} cuando ese correo esté confirmado. Siguen llegando también a este, el de su cuenta.`,
        ],
        siNo: [restablecer, revisar, ESCUELA],
        razon: 'Recibe este mensaje porque cambió a dónde se envían sus avisos del portal.',
      };
    case 'rol':
      return {
        asunto: 'El rol de su cuenta cambió',
        dato: 'Rol',
        que: [
          !cambio.role
            ? 'Su cuenta ya no tiene un rol del personal. Su expediente, sus inscripciones y sus documentos no cambian.'
            : `Su cuenta tiene ahora el rol ${cambio.role}.`,
          SUS_SESIONES,
        ],
        siNo: ['Comuníquese con la escuela.'],
      };
    case 'adminCreada':
      return {
        asunto: 'Tiene una cuenta con el rol Admin',
        dato: 'Rol y contraseña',
        que: [
          'Su cuenta en el portal tiene el rol Admin y una contraseña que eligió quien la preparó.',
          `Ingrese y cámbiela: ${env.publicUrl}${preferenciasPath}`,
        ],
        siNo: ['Comuníquese con la escuela.'],
      };
    case 'deshabilitada':
      return {
        asunto: 'Su cuenta fue deshabilitada',
        dato: 'Acceso',
        que: [
          'Su cuenta fue deshabilitada: por ahora no es posible ingresar con ella. Su expediente, sus inscripciones y sus documentos no cambian.',
        ],
        siNo: ['Comuníquese con la escuela para conocer el motivo.'],
      };
    case 'habilitada':
      return {
        asunto: 'Su cuenta está habilitada de nuevo',
        dato: 'Acceso',
        que: [
          'Su cuenta está habilitada de nuevo: puede ingresar con su correo y la contraseña que tenía.',
        ],
        siNo: ['Comuníquese con la escuela.'],
      };
    case 'vinculo':
      return {
        asunto: 'El expediente de su cuenta cambió',
        dato: 'Expediente',
        que: ['Cambió el expediente con el que está vinculada su cuenta.', SUS_SESIONES],
        siNo: ['Comuníquese con la escuela.'],
      };
  }
};

const QUIEN = {
  administracion: 'Quien administra las cuentas de la escuela',
  servidor: 'Quien administra el servidor del portal',
} as const;

const origenOf = (autor: Autor): { label: string; value: string }[] =>
  typeof autor === 'string'
    ? [{ label: 'Lo hizo', value: QUIEN[autor] }]
    : [
        { label: 'Desde', value: dispositivoOf(autor.userAgent).nombre },
        { label: 'Dirección de internet', value: autor.ip },
      ];

type Titular = Pick<
  Cuenta,
  'uid' | 'email' | 'display_name' | 'nombre' | 'apellido_paterno' | 'apellido_materno'
>;

/** The owner's name in the case they wrote it in («da Silva»), while the account is called so. */
const nombreOf = (cuenta: Titular): string => {
  const [nombre, apellidoPaterno, apellidoMaterno] = [
    cuenta.nombre ?? '',
    cuenta.apellido_paterno ?? '',
    cuenta.apellido_materno ?? '',
  ];
  return displayNameOf({ nombre, apellidoPaterno, apellidoMaterno }) === cuenta.display_name
    ? nameInItsCase(nombre, apellidoPaterno, apellidoMaterno)
    : nameInItsCase(cuenta.display_name ?? '');
};

/** Tells the owner of an account what changed, when, from where, and what to do if it was not them. */
export const cambioMail = (
  env: Env,
  cuenta: Titular,
  { cambio, autor, momento }: { cambio: Cambio; autor: Autor; momento: Date },
): Message => {
  const propio = typeof autor === 'object';
  const { asunto, dato, que, siSi, siNo, razon } = wordsOf(env, cambio, propio);
  const [uno = '', ...mas] = siNo;
  const pasos = mas.length === 0 ? uno : siNo.map((paso, i) => `${i + 1}. ${paso}`).join('\n');
  return {
    ...{ to: cuenta.email, uid: cuenta.uid, clase: 'cuenta', enlace: preferenciasPath },
    subject: asunto,
    name: nombreOf(cuenta),
    paragraphs: que,
    ficha: {
      kind: 'Cambio en su cuenta',
      title: dato,
      fields: [
        { label: 'Cuándo', value: `${formatMomento(momento)} (centro de México)` },
        ...origenOf(autor),
      ],
    },
    notes: [
      ...(propio ? [siSi ?? 'Si fue usted, no tiene que hacer nada.'] : []),
      `${propio ? 'Si no fue usted' : 'Si no lo esperaba o cree que es un error'}:\n${pasos}`,
    ],
    reason:
      razon ?? 'Recibe este mensaje porque cambió algo de lo que protege su cuenta en el portal.',
  };
};
