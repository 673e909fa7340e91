import type { Claimed } from './delivery-data.ts';
import { NotDelivered, type Verdict } from './verdict.ts';

/** Milliseconds for the gateway to take a message. */
const PATIENCE_MS = 15_000;

/** What the gateway answers of a number or a text that it will never take. */
const REFUSED = new Set([400, 404, 413, 422]);

const verdictOf = (status: number): Verdict =>
  REFUSED.has(status)
    ? {
        causa: 'destinatario',
        respuesta: `La pasarela de mensajes no aceptó el mensaje (HTTP ${status}).`,
        codigo: `HTTP ${status}`,
      }
    : {
        causa: 'servidor',
        respuesta:
          status === 401 || status === 403
            ? `La pasarela de mensajes no aceptó el usuario o la contraseña (HTTP ${status}).`
            : `La pasarela de mensajes respondió HTTP ${status}.`,
        codigo: `HTTP ${status}`,
      };

const failureOf = (error: unknown): Verdict => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const late = name === 'TimeoutError';
  return {
    causa: 'servidor',
    respuesta: late
      ? 'La pasarela de mensajes no respondió a tiempo.'
      : 'No se pudo conectar con la pasarela de mensajes.',
    codigo: late ? 'ETIMEDOUT' : (cause?.code ?? name ?? 'error'),
  };
};

/** The address to ask, and the `Authorization` that its user-info is sent as. */
export const readGateway = (address: string): { url: string; authorization: string | null } => {
  const url = new URL(address);
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  url.username = '';
  url.password = '';
  const authorization =
    user || password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null;
  return { url: url.href, authorization };
};

/** The way out of messages to telephones: a gateway that takes `{to, text}` as JSON. */
export const openSms = (address: string) => {
  const { url, authorization } = readGateway(address);
  return {
    /** Resolves when the gateway has taken it; throws `NotDelivered`, also of one that is over. */
    async deliver(
      { id, para, contenido, vence_en }: Pick<Claimed, 'id' | 'para' | 'contenido' | 'vence_en'>,
      now: Date,
    ): Promise<void> {
      if (vence_en <= now) {
        const respuesta = 'Venció antes de que se pudiera entregar.';
        throw new NotDelivered({ causa: 'espera', respuesta, codigo: 'vencido' }, false);
      }
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // The same on a repetition, so that a gateway can drop the second copy.
          'idempotency-key': id,
          ...(authorization && { authorization }),
        },
        body: JSON.stringify({
          to: para,
          text: contenido && 'text' in contenido ? contenido.text : '',
        }),
        // Somewhere else it would get the number and the code.
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch((error: unknown) => {
        throw new NotDelivered(failureOf(error), false);
      });
      await response.body?.cancel().catch(() => {});
      if (!response.ok) throw new NotDelivered(verdictOf(response.status), true);
    },
  };
};
