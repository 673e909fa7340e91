import { type Aporte, aporteDeTabla, type SinAporte } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../../platform/server/supresiones.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import { selectCuentasDeTitular, selectOtrosCorreos } from '../../cuentas/server/data.ts';

const deCuenta = { columna: 'uid', es: 'cuenta' } as const;

/** What the portal keeps of an account: itself, where it is signed in, who tried, what it accepted and asked for. */
export const identidadAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'cuenta',
    titulo: 'Su cuenta',
    tabla: 'cuentas',
    por: [deCuenta, { columna: 'persona_id', es: 'persona' }],
    sin: ['password_hash', 'totp_sellado', 'totp_paso', 'busqueda'],
    reservas: [
      'De su contraseña y de su segundo factor solo se guarda lo que permite comprobarlos, cifrado; entregarlo pondría en riesgo su cuenta.',
    ],
  }),
  aporteDeTabla({
    id: 'nombres-de-la-cuenta',
    titulo: 'Cómo se ha llamado su cuenta',
    tabla: 'cuentas_nombres',
    por: [deCuenta],
  }),
  aporteDeTabla({
    id: 'aceptaciones',
    titulo: 'Textos que aceptó',
    tabla: 'aceptaciones',
    por: [deCuenta, { columna: 'persona_id', es: 'persona' }],
  }),
  aporteDeTabla({
    id: 'sesiones',
    titulo: 'Dónde ha ingresado',
    tabla: 'sesiones',
    por: [deCuenta],
    sin: ['refresh_hash', 'prev_hash'],
  }),
  aporteDeTabla({
    id: 'intentos-fallidos',
    titulo: 'Intentos fallidos de entrar a su cuenta',
    tabla: 'intentos_fallidos',
    por: [deCuenta],
  }),
  aporteDeTabla({
    id: 'codigos',
    titulo: 'Enlaces de un solo uso que se le enviaron',
    tabla: 'codigos',
    por: [deCuenta],
    sin: ['hash'],
  }),
  aporteDeTabla({
    id: 'codigos-de-recuperacion',
    titulo: 'Códigos de recuperación',
    tabla: 'codigos_recuperacion',
    por: [deCuenta],
    sin: ['hash'],
    reservas: [
      'Los códigos de un solo uso se guardan sin que puedan leerse: se dice cuáles hay, no cuáles son.',
    ],
  }),
  aporteDeTabla({
    id: 'registro',
    titulo: 'Su registro por terminar',
    tabla: 'registros',
    por: [deCuenta],
    sin: ['huella'],
  }),
  aporteDeTabla({
    id: 'correos-de-contacto',
    titulo: 'Correos de contacto',
    tabla: 'correos_contacto',
    por: [deCuenta],
    sin: ['hash'],
  }),
  aporteDeTabla({
    id: 'vinculaciones',
    titulo: 'Expedientes que ha pedido',
    tabla: 'vinculaciones',
    por: [deCuenta],
    sin: ['decidida_por'],
  }),
];

export const identidadSinAporte: SinAporte = {
  'vinculaciones_turnos.uid': 'lo que el personal revisa es de otros',
  'vinculaciones.persona_id':
    'quién más pidió un expediente es dato suyo; que se pidió está en el historial',
};

/** The accounts of a person's file, with this one: their uids and addresses, also those that were asked to be used. */
export const readCuentasDeTitular = (
  db: Db | Trx,
  who: { uid: string | null; personaId: string | null },
): Promise<{ uid: string; email: string; role: Role | null }[]> => selectCuentasDeTitular(db, who);

export const identidadSinSupresion: SinSupresion = {
  'vinculaciones_turnos.uid': 'dura diez minutos',
};

/** What becomes of an account whose person's data are cancelled: it stays, empty and disabled, since the history names it. */
export const identidadSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'cuenta',
    titulo: 'Su cuenta: correo, nombre, foto, contraseña y segundo factor',
    tabla: 'cuentas',
    por: [deCuenta, { columna: 'persona_id', es: 'persona' }],
    conserva: 'todo',
    fundamento: 'cuenta',
    deja: {
      email: "'suprimida-' || lower(t.uid) || '@invalid'",
      email_verified: 'false',
      password_hash: "'-'",
      display_name: 'null',
      photo_url: 'null',
      nombre: 'null',
      apellido_paterno: 'null',
      apellido_materno: 'null',
      disabled: 'true',
      persona_id: 'null',
      ultimo_ingreso_en: 'null',
      totp_sellado: 'null',
      totp_desde: 'null',
      totp_paso: 'null',
    },
  }),
  supresionDeTabla({
    id: 'aceptaciones',
    titulo: 'Textos que aceptó',
    tabla: 'aceptaciones',
    por: [deCuenta, { columna: 'persona_id', es: 'persona' }],
    conserva: 'todo',
    fundamento: 'consentimiento',
    suelta: 'persona_id',
  }),
  supresionDeTabla({
    id: 'vinculaciones',
    titulo: 'Expedientes que pidió, y quién pidió el suyo',
    tabla: 'vinculaciones',
    por: [deCuenta, { columna: 'persona_id', es: 'persona' }],
  }),
  ...(
    [
      ['nombres-de-la-cuenta', 'Cómo se ha llamado su cuenta', 'cuentas_nombres'],
      ['sesiones', 'Sus sesiones', 'sesiones'],
      ['intentos-fallidos', 'Intentos fallidos de entrar a su cuenta', 'intentos_fallidos'],
      ['codigos', 'Enlaces de un solo uso', 'codigos'],
      ['codigos-de-recuperacion', 'Códigos de recuperación', 'codigos_recuperacion'],
      ['registro', 'Su registro por terminar', 'registros'],
      ['correos-de-contacto', 'Correos de contacto', 'correos_contacto'],
    ] as const
  ).map(([id, titulo, tabla]) => supresionDeTabla({ id, titulo, tabla, por: [deCuenta] })),
];

/** The addresses that these accounts gave besides their own: to be told at, and those that they asked to have. */
export const readOtrosCorreos = (db: Db | Trx, uids: readonly string[]): Promise<string[]> =>
  selectOtrosCorreos(db, uids);
