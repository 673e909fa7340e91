import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../platform/shared/callable.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import { returningTo, VOLVER } from '../../../platform/shared/volver.ts';
import { caller, isOffline, messageOf } from '../../../platform/web/callables/client.ts';
import { useSearchParams } from '../../../platform/web/router.tsx';
import type * as contract from '../contract.ts';
import type { IdentidadErrorCode } from '../errors.ts';
import { VERSIONES } from '../privacidad/rules.ts';
import { displayNameOf, type Nombres } from '../rules.ts';
import { signOut } from './session.ts';

export const signIn = caller<typeof contract.signIn>('signIn');
export const resendVerification = caller<typeof contract.resendVerification>('resendVerification');
export const sendPasswordReset = caller<typeof contract.sendPasswordReset>('sendPasswordReset');
export const resetPassword = caller<typeof contract.resetPassword>('resetPassword');
export const verifyEmail = caller<typeof contract.verifyEmail>('verifyEmail');
const checkCodigoCorreo = caller<typeof contract.checkCodigoCorreo>('checkCodigoCorreo');
const createCuenta = caller<typeof contract.createCuenta>('createCuenta');
const updateCuenta = caller<typeof contract.updateCuenta>('updateCuenta');
const sendVerification = caller<typeof contract.sendVerification>('sendVerification');
const setCurpUserNew = caller<typeof contract.setCurpUserNew>('setCurpUserNew');
const setCurpUserTransaction =
  caller<typeof contract.setCurpUserTransaction>('setCurpUserTransaction');

/** This feature's code of a refusal, if it is one. */
export const codeOf = (error: unknown): IdentidadErrorCode | undefined =>
  error instanceof CallError ? (error.details?.code as IdentidadErrorCode) : undefined;

export type DatosRegistro = Nombres & {
  email: string;
  password: string;
  /** With CURP, the person's; without, what they may know of one, not validated. */
  curp: string;
  acepta: boolean;
};

/** What was typed, and which form it was typed in: sent again, it goes on where it stopped. */
type Envio = DatosRegistro & { intento: string; volver?: string };

const nombresOf = ({ nombre, apellidoPaterno, apellidoMaterno }: Nombres): Nombres => ({
  nombre,
  apellidoPaterno,
  apellidoMaterno,
});

/** A sign-out that could not be sent: its account is given again only once that session ended. */
let leftOpen = false;

const leave = async (): Promise<void> => {
  leftOpen = true;
  await signOut();
  leftOpen = false;
};

/** An address of these pages, with where this one's goes on to once signed in. */
export const useGoingOn = () => {
  const [params] = useSearchParams();
  return (path: string): string => returningTo(path, params.get(VOLVER));
};

/** A step of the registration, and what the person reads while it runs and if it fails. */
export type Paso = {
  readonly haciendo: string;
  readonly fallo: string;
  readonly run: (datos: Envio) => Promise<unknown>;
};

const COMUNES: readonly Paso[] = [
  {
    haciendo: 'Creando su cuenta',
    fallo: 'No se pudo crear su cuenta.',
    run: async (datos) => {
      if (leftOpen) await leave();
      const { email, password, curp, intento } = datos;
      await createCuenta({
        email,
        password,
        acepta: VERSIONES,
        datosPropios: [curp, ...Object.values(nombresOf(datos))],
        intento,
      });
    },
  },
  {
    haciendo: 'Guardando su nombre',
    fallo: 'Su registro quedó a medias al guardar su nombre.',
    run: (datos) => updateCuenta(nombresOf(datos)),
  },
  {
    haciendo: 'Enviando el correo de verificación',
    fallo: 'Su registro quedó a medias al enviar el correo de verificación.',
    run: ({ volver }) => sendVerification({ volver }),
  },
];

export const PASOS_CON_CURP: readonly Paso[] = [
  ...COMUNES,
  {
    haciendo: 'Registrando su CURP',
    fallo: 'Su registro quedó a medias al registrar su CURP.',
    run: (datos) =>
      setCurpUserNew({ email: datos.email, curp: datos.curp, displayName: displayNameOf(datos) }),
  },
];

export const PASOS_SIN_CURP: readonly Paso[] = [
  ...COMUNES,
  {
    haciendo: 'Registrando sus datos',
    fallo: 'Su registro quedó a medias al registrar sus datos.',
    run: (datos) =>
      setCurpUserTransaction({
        email: datos.email,
        curp: datos.curp,
        displayName: displayNameOf(datos),
        persona: nombresOf(datos),
      }),
  },
];

/**
 * The specification's sequence, in its order, ending always in a sign-out: the email has to be
 * verified before anybody enters. A failure says which step it was; sending again goes on.
 */
const register = async (
  pasos: readonly Paso[],
  datos: Envio,
  onPaso: (paso: number) => void,
): Promise<void> => {
  try {
    for (const [i, paso] of pasos.entries()) {
      onPaso(i);
      try {
        await paso.run(datos);
      } catch (error) {
        throw explained(error, paso, i > 0);
      }
    }
  } finally {
    // What cannot be ended now (no connection) is only a restricted session, and ends by itself.
    await leave().catch((error: unknown) => console.error(error));
  }
};

/** A field's problem goes beside the field as it came; anything else says which step failed. */
const explained = (error: unknown, { fallo }: Paso, begun: boolean): unknown => {
  if (error instanceof CallError && error.details?.fields) return error;
  const status = error instanceof CallError ? error.status : 'INTERNAL';
  const again =
    begun && !isOffline(error) ? ' Al enviar de nuevo el formulario se retoma donde quedó.' : '';
  const message = `${fallo} ${messageOf(error)}${again}`;
  return new CallError(status, message, { code: 'registro-interrumpido' });
};

/** The registration in those steps, and which of them is running (null: none). */
export const useRegistro = (pasos: readonly Paso[]) => {
  const [paso, setPaso] = useState<number | null>(null);
  const [intento, setIntento] = useState(() => crypto.randomUUID());
  const volver = useSearchParams()[0].get(VOLVER) ?? undefined;
  return {
    paso,
    registrar: async (datos: DatosRegistro) => {
      await register(pasos, { ...datos, intento, ...(volver && { volver }) }, setPaso).finally(() =>
        setPaso(null),
      );
      // What is typed next here is another registration.
      setIntento(crypto.randomUUID());
    },
  };
};

export type Codigo<T> =
  | { estado: 'esperando' }
  | { estado: 'listo'; resultado: T }
  | { estado: 'fallo'; error: unknown; reintentar: () => void };

const answers = new Map<string, Promise<unknown>>();

/**
 * The answer about a code, asked for once: a code is spent by its first use, so a screen that
 * renders twice or comes back from hiding must find the first answer. `reintentar` asks again.
 */
export const useCodigo = <T>(kind: string, oobCode: string, run: () => Promise<T>): Codigo<T> => {
  const key = `${kind} ${oobCode}`;
  const [codigo, setCodigo] = useState<Codigo<T>>({ estado: 'esperando' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is only another way to say `key`
  useEffect(() => {
    let gone = false;
    const answer = (answers.get(key) as Promise<T> | undefined) ?? run();
    answers.set(key, answer);
    answer.then(
      (resultado) => !gone && setCodigo({ estado: 'listo', resultado }),
      (error: unknown) => {
        const reintentar = () => {
          answers.delete(key);
          setCodigo({ estado: 'esperando' });
          setAttempt((count) => count + 1);
        };
        if (!gone) setCodigo({ estado: 'fallo', error, reintentar });
      },
    );
    return () => {
      gone = true;
    };
  }, [key, attempt]);
  return codigo;
};

/** Verifies the email of a code, once. */
export const useVerifyEmail = (oobCode: string): Codigo<OutputOf<typeof contract.verifyEmail>> =>
  useCodigo('verifyEmail', oobCode, () => verifyEmail({ oobCode }));

/** Whether a code still serves, without spending it. */
export const useCheckCodigo = (
  oobCode: string,
): Codigo<OutputOf<typeof contract.checkCodigoCorreo>> =>
  useCodigo('checkCodigoCorreo', oobCode, () => checkCodigoCorreo({ oobCode }));
