import type { Actor } from '../shared/actor.ts';
import type { Services } from './services.ts';

/** The specification's cookie that keeps the access token. */
export const TOKEN_COOKIE = 'token';

/** From where somebody asks: what is counted by address, and what a mail says of a change. */
export type Origin = { ip: string; userAgent: string };

/** What a browser keeps for us between its requests: the only door to the answer's cookies. */
export type Browser = {
  cookies: Readonly<Record<string, string | undefined>>;
  setCookie: (
    name: string,
    value: string | null,
    options: { path: string; maxAgeSeconds?: number },
  ) => void;
};

/** Who asks, from where: for acts that have somebody show who they are, or leave something in their browser. */
export type Asking<A = Actor> = { actor: A; request: Origin & Browser; services: Services };
