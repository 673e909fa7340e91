import { CLASES_OPCIONALES, type ClaseOpcional } from '../../shared/avisos.ts';
import type { Env } from '../env.ts';
import type { Secrets } from '../secrets.ts';

/** What a mail program asks when its person unsubscribes (RFC 8058): a kind of an account, or its digests. */
export type Baja = { readonly uid: string; readonly clase: ClaseOpcional | 'resumen' };

/** Where it asks: `{token}` says of whom and of what, sealed. */
export const bajaPath = '/avisos/baja/';

export const bajaUrl = (env: Pick<Env, 'publicUrl'>, secrets: Secrets, baja: Baja): string =>
  env.publicUrl + bajaPath + secrets.seal(JSON.stringify({ baja }));

/** Null: it is not one of ours. */
export const readBaja = (secrets: Secrets, token: string): Baja | null => {
  try {
    const { baja } = JSON.parse(secrets.open(token)) as { baja?: Baja };
    return baja && [...CLASES_OPCIONALES, 'resumen'].includes(baja.clase) ? baja : null;
  } catch {
    return null;
  }
};
