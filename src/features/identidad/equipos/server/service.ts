import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Browser } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';

/** The browsers that an account entered from: see docs/decisions/0009. */
export const EQUIPO_COOKIE = '__Secure-equipo';
const DAYS = 180;

const macOf = ({ secrets }: Services, id: string, email: string): string =>
  createHmac('sha256', secrets.prepared('equipo')).update(`${id} ${email}`).digest('base64url');

/** Leaves in this browser the proof that the owner of that address was here. */
export const rememberEquipo = (services: Services, request: Browser, email: string): void => {
  const id = randomBytes(16).toString('base64url');
  request.setCookie(EQUIPO_COOKIE, `${id}.${macOf(services, id, email)}`, {
    path: `/${services.env.region}/`,
    maxAgeSeconds: DAYS * 86_400,
  });
};

/** The id of this browser if the owner of that address was here before, or null. */
export const knownEquipo = (
  services: Services,
  cookies: Browser['cookies'],
  email: string,
): string | null => {
  const cookie = cookies[EQUIPO_COOKIE];
  if (cookie === undefined) return null;
  const [id = '', mac = ''] = cookie.split('.');
  const genuine = Buffer.from(macOf(services, id, email));
  const given = Buffer.from(mac);
  return genuine.length === given.length && timingSafeEqual(genuine, given) ? id : null;
};
