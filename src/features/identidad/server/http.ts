import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { recordCambio } from '../../../platform/server/historial/index.ts';
import { sayWhenToRetry } from '../../../platform/server/http/request.ts';
import type { HttpRoutes } from '../../../platform/server/http/types.ts';
import { identify } from '../../../platform/server/request-context.ts';
import type { Services } from '../../../platform/server/services.ts';
import { ACCESS_SECONDS } from '../../../platform/server/tokens.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import { readNombreCompleto } from '../../personas/server/service.ts';
import { type Cuenta, findCuenta, lockCuenta, updateCuentaRow } from '../cuentas/server/data.ts';
import {
  readCodigo,
  requestPasswordReset,
  requireEmail,
  resetPasswordByCode,
  sendVerificationTo,
  throttleMail,
} from '../cuentas/server/service.ts';
import { requireFactor } from '../factor/codigo/server/service.ts';
import { changeFoto } from '../foto/server/service.ts';
import { signUpByWire } from '../registro/server/service.ts';
import { readDisplayName } from '../rules.ts';
import { giveBack, recognise } from '../sesiones/ingreso/server/service.ts';
import { enter, openSesion, refresh, resolveActor } from '../sesiones/server/service.ts';
import { verifyEmailByCode } from '../verificacion/server/service.ts';
import { tokensOf, userInfo, WireError, wireCodeOf } from './present.ts';

type Context = { services: Services; request: FastifyRequest };

type Body = Record<string, unknown>;

const text = (body: Body, key: string, max = 4096): string => {
  const value = body[key];
  return typeof value === 'string' && value.length <= max ? value : '';
};

const origin = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  cookies: request.cookies,
});

/** The account of an idToken. The wire tells an ended session from a token that never was. */
const currentCuenta = async (
  { services }: Context,
  body: Body,
): Promise<{ cuenta: Cuenta; actor: Actor }> => {
  const idToken = text(body, 'idToken', 8192);
  const claims = await services.tokens.check(idToken);
  if (!claims) throw new WireError(idToken === '' ? 'MISSING_ID_TOKEN' : 'INVALID_ID_TOKEN');
  const actor = await resolveActor(idToken, services);
  const cuenta = await findCuenta(services.db, claims.sub);
  if (cuenta?.disabled) throw new WireError('USER_DISABLED');
  // The portal's registration session is for the portal's own form only.
  const ownSesion = actor !== null && actor.uid === cuenta?.uid;
  if (!ownSesion || !cuenta || claims.registro === true) throw new WireError('TOKEN_EXPIRED');
  identify(cuenta.uid);
  return { cuenta, actor };
};

const signUp = async (context: Context, body: Body) => {
  const { services, request } = context;
  if (body.idToken !== undefined || text(body, 'email') === '') {
    throw new WireError(body.email === undefined ? 'OPERATION_NOT_ALLOWED' : 'INVALID_EMAIL');
  }
  if (text(body, 'password') === '') throw new WireError('MISSING_PASSWORD');
  const given = { email: text(body, 'email'), password: text(body, 'password') };
  const cuenta = await signUpByWire(services, given, request.ip);
  if (!cuenta) throw new WireError('EMAIL_EXISTS');
  const { email } = cuenta;
  const sesion = await openSesion(
    services,
    services.db,
    { cuenta, registro: false },
    origin(request),
  );
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: cuenta.uid,
    email,
    ...tokensOf(sesion),
  };
};

const signInWithPassword = async (context: Context, body: Body) => {
  const { services, request } = context;
  if (text(body, 'email') === '') throw new WireError('INVALID_EMAIL');
  if (text(body, 'password') === '') throw new WireError('MISSING_PASSWORD');
  requireEmail(text(body, 'email'));
  const mostrada = await recognise(
    services,
    { email: text(body, 'email'), password: text(body, 'password') },
    origin(request),
  );
  const { cuenta } = mostrada;
  if (cuenta.totp_sellado !== null) {
    await giveBack(services, mostrada);
    return pendingFactor(services, cuenta);
  }
  const sesion = await enter(services, mostrada, origin(request));
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: cuenta.uid,
    email: cuenta.email,
    displayName: cuenta.display_name ?? '',
    registered: true,
    ...tokensOf(sesion),
  };
};

/** Minutes to type the second factor after the password. */
const PENDING_MINUTES = 5;

/** Of the password it was given for: changing it ends what is pending. */
const fingerprint = (cuenta: Cuenta): string =>
  createHash('sha256').update(cuenta.password_hash).digest('base64url');

/** What the genuine client turns into auth/multi-factor-auth-required. */
const pendingFactor = ({ secrets, now }: Services, cuenta: Cuenta) => ({
  kind: 'identitytoolkit#VerifyPasswordResponse',
  localId: cuenta.uid,
  email: cuenta.email,
  mfaPendingCredential: secrets.seal(
    JSON.stringify({
      uid: cuenta.uid,
      venceEn: now().getTime() + PENDING_MINUTES * 60_000,
      huella: fingerprint(cuenta),
    }),
  ),
  mfaInfo: [
    {
      mfaEnrollmentId: 'totp',
      enrolledAt: (cuenta.totp_desde ?? cuenta.creado_en).toISOString(),
      totpInfo: {},
    },
  ],
});

const finalizeFactor = async ({ services, request }: Context, body: Body) => {
  let pending: { uid: string; venceEn: number; huella?: string };
  try {
    pending = JSON.parse(services.secrets.open(text(body, 'mfaPendingCredential')));
  } catch {
    throw new WireError('INVALID_MFA_PENDING_CREDENTIAL');
  }
  const cuenta = await findCuenta(services.db, pending.uid);
  if (
    !cuenta ||
    cuenta.disabled ||
    pending.huella !== fingerprint(cuenta) ||
    !(pending.venceEn > services.now().getTime())
  ) {
    throw new WireError('INVALID_MFA_PENDING_CREDENTIAL');
  }
  const info = (body.totpVerificationInfo ?? {}) as Body;
  const from = origin(request);
  await requireFactor(services, cuenta, text(info, 'verificationCode', 40), from);
  return tokensOf(await enter(services, { cuenta, devolver: [] }, from));
};

const lookup = async (context: Context, body: Body) => {
  const { cuenta } = await currentCuenta(context, body);
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        ...userInfo(cuenta, context.services),
        createdAt: String(cuenta.creado_en.getTime()),
        lastLoginAt: String((cuenta.ultimo_ingreso_en ?? cuenta.creado_en).getTime()),
      },
    ],
  };
};

const DISPLAY_NAME_MAX = 400;

const profile = z.object({
  displayName: z.string().max(DISPLAY_NAME_MAX).nullish(),
  photoUrl: z.string().max(2048).nullish(),
});

/** Refused with words for whoever reads the client's error: it is done elsewhere, or not at all. */
const notAllowed = (text: string) => new WireError(`OPERATION_NOT_ALLOWED : ${text}`);

/** The display name that an account may have: that of its file, or one that three names could make. */
const allowedDisplayName = async (
  db: Db | Trx,
  cuenta: Pick<Cuenta, 'persona_id'>,
  text: string,
): Promise<string | null> => {
  const name = readDisplayName(text);
  if (name === null) {
    throw new WireError(
      'INVALID_ARGUMENT : Escriba su nombre y apellidos solo con letras, espacios, puntos, guiones o apóstrofos.',
    );
  }
  if (cuenta.persona_id === null) return name || null;
  const own = await readNombreCompleto(db, cuenta.persona_id);
  if (name.toLocaleUpperCase('es-MX') !== own) {
    throw notAllowed('El nombre de la cuenta es el de su expediente; lo corrige la escuela.');
  }
  return own;
};

const update = async (context: Context, body: Body) => {
  const { services } = context;
  if (typeof body.oobCode === 'string') {
    const { cuenta } = await verifyEmailByCode(services, body.oobCode, 'protocolo');
    return { kind: 'identitytoolkit#SetAccountInfoResponse', ...userInfo(cuenta, services) };
  }
  const { cuenta, actor } = await currentCuenta(context, body);
  const changes = profile.safeParse(body);
  if (!changes.success) throw new WireError('INVALID_ARGUMENT');
  // The protocol has no place for the present password: a session alone must change neither.
  if (body.password !== undefined) {
    throw notAllowed('La contraseña se cambia en el portal, en «Preferencias y seguridad».');
  }
  if (body.email !== undefined) {
    throw notAllowed('El correo se cambia en el portal, en «Preferencias y seguridad».');
  }
  const { displayName, photoUrl } = changes.data;
  const name = displayName ?? '';
  // All of what is sent or nothing: what cannot be is refused first.
  if (displayName !== undefined) await allowedDisplayName(services.db, cuenta, name);
  if (photoUrl !== undefined) await changeFoto({ actor, services }, photoUrl || null);
  if (displayName !== undefined) {
    await services.db.transaction().execute(async (trx) => {
      // Held: it may get its file at this very moment.
      const held = (await lockCuenta(trx, cuenta.uid)) ?? cuenta;
      const allowed = await allowedDisplayName(trx, held, name);
      await updateCuentaRow(trx, cuenta.uid, { displayName: allowed });
      await recordCambio(trx, 'cuenta.editar', {
        id: cuenta.uid,
        despues: { campos: ['displayName'] },
      });
    });
  }
  const latest = (await findCuenta(services.db, cuenta.uid)) ?? cuenta;
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    ...userInfo(latest, services),
    // The client takes over what is answered: the address as it gave it.
    ...(photoUrl && { photoUrl }),
  };
};

const sendOobCode = async (context: Context, body: Body) => {
  const { services, request } = context;
  if (body.requestType === 'VERIFY_EMAIL') {
    const { cuenta } = await currentCuenta(context, body);
    await throttleMail(services, cuenta.email, request.ip);
    if (!cuenta.email_verified) await sendVerificationTo(services, cuenta);
    return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: cuenta.email };
  }
  if (body.requestType !== 'PASSWORD_RESET') throw new WireError('OPERATION_NOT_ALLOWED');
  const email = requireEmail(text(body, 'email'));
  await requestPasswordReset(services, email, request.ip);
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
};

const resetPassword = async ({ services, request }: Context, body: Body) => {
  const oobCode = text(body, 'oobCode', 500);
  const kind = 'identitytoolkit#ResetPasswordResponse';
  if (body.newPassword === undefined) {
    const codigo = await readCodigo(services, oobCode);
    // Of a change of address only the portal's own page speaks: its mail may be in a stranger's box.
    if (codigo.nuevo !== null) throw new WireError('INVALID_OOB_CODE');
    return { kind, email: codigo.email, requestType: codigo.tipo };
  }
  const newPassword = text(body, 'newPassword');
  const cuenta = await resetPasswordByCode(services, { oobCode, newPassword }, origin(request));
  return { kind, email: cuenta.email, requestType: 'PASSWORD_RESET' };
};

/** A Map: an object would also find the names that every object has. */
const OPERATIONS = new Map<string, (context: Context, body: Body) => Promise<object>>([
  ['accounts:signUp', signUp],
  ['accounts:signInWithPassword', signInWithPassword],
  ['accounts:lookup', lookup],
  ['accounts:update', update],
  ['accounts:sendOobCode', sendOobCode],
  ['accounts:resetPassword', resetPassword],
]);

const refuse = (reply: FastifyReply, message: string, http = 400) =>
  reply
    .code(http)
    .header('cache-control', 'no-store')
    .send({
      error: { code: http, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
    });

const answer = async (reply: FastifyReply, work: () => Promise<object>) => {
  try {
    return reply.header('cache-control', 'no-store').send(await work());
  } catch (error) {
    if (error instanceof WireError) return refuse(reply, error.code);
    if (!(error instanceof CallError)) throw error;
    sayWhenToRetry(reply, error.status, error.details);
    return refuse(reply, wireCodeOf(error));
  }
};

/** The identity endpoints, so that the genuine client works against this server unchanged. */
export const identidadHttp: HttpRoutes = (app, services) => {
  app.register(async (scope: FastifyInstance) => {
    // What is refused before an operation has it: the same words.
    scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
      answer(reply, async () => {
        throw (error.statusCode ?? 500) < 500 ? new WireError('INVALID_ARGUMENT') : error;
      }),
    );

    // Only here: a callable that accepted forms would accept them from any site.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.post('/identitytoolkit.googleapis.com/v1/:operation', (request, reply) =>
      answer(reply, async () => {
        const operation = OPERATIONS.get((request.params as { operation: string }).operation);
        if (!operation) throw new WireError('OPERATION_NOT_ALLOWED');
        const { body } = request;
        if (typeof body !== 'object' || body === null || Array.isArray(body)) {
          throw new WireError('INVALID_ARGUMENT');
        }
        return operation({ services, request }, body as Body);
      }),
    );

    scope.post(
      '/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn::finalize',
      (request, reply) =>
        answer(reply, () => finalizeFactor({ services, request }, (request.body ?? {}) as Body)),
    );

    // The emulator-minded client asks for this before showing its banner.
    scope.get('/identitytoolkit.googleapis.com/v1/projects', async () => ({
      projectId: services.env.projectId,
    }));

    scope.post('/securetoken.googleapis.com/v1/token', (request, reply) =>
      answer(reply, async () => {
        const body = (request.body ?? {}) as Body;
        if (body.grant_type !== 'refresh_token') throw new WireError('INVALID_GRANT_TYPE');
        const token = text(body, 'refresh_token');
        if (token === '') throw new WireError('MISSING_REFRESH_TOKEN');
        const refreshed = await refresh(services, token);
        if (!refreshed) throw new WireError('TOKEN_EXPIRED');
        return {
          access_token: refreshed.accessToken,
          id_token: refreshed.accessToken,
          refresh_token: refreshed.refreshToken,
          expires_in: String(ACCESS_SECONDS),
          token_type: 'Bearer',
          user_id: refreshed.cuenta.uid,
          project_id: services.env.projectId,
        };
      }),
    );
  });
};
