import type { CausaCorreo } from '../../shared/correos.ts';
import { lookUp } from '../../shared/look-up.ts';

/** What an SMTP library says of a failure (nodemailer's fields). */
export type SmtpFailure = {
  /** ECONNECTION, ETIMEDOUT, EAUTH, EENVELOPE… */
  code?: string;
  /** The command that was answered: CONN, AUTH PLAIN, MAIL FROM, RCPT TO, DATA… */
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
};

export type Verdict = {
  causa: CausaCorreo;
  /** What happened, for an Admin: the server's own words where it said any. May name the address. */
  respuesta: string;
  /** The same for a log or the history: codes only. */
  codigo: string;
};

/** A message that was not delivered. */
export class NotDelivered extends Error {
  readonly verdict: Verdict;
  /** The other side took us in and said why not, so that it is there. */
  readonly answered: boolean;
  constructor(verdict: Verdict, answered: boolean) {
    super('The message was not delivered');
    this.name = 'NotDelivered';
    this.verdict = verdict;
    this.answered = answered;
  }
}

const WORDS: Record<string, string> = {
  EDNS: 'No se encontró el servidor de correo (DNS).',
  EAUTH: 'El servidor de correo no aceptó el usuario o la contraseña.',
  ETLS: 'No se pudo establecer una conexión cifrada con el servidor de correo.',
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo.',
  ECONNREFUSED: 'El servidor de correo rechazó la conexión.',
  EHOSTUNREACH: 'La red no llega hasta el servidor de correo.',
  ENETUNREACH: 'La red no llega hasta el servidor de correo.',
  ECONNECTION: 'El servidor de correo cerró la conexión.',
  ESOCKET: 'Se perdió la conexión con el servidor de correo.',
  EABORT: 'La entrega tardó demasiado y se interrumpió.',
};

/** Longest answer of a server that is kept. */
const KEPT = 300;

/** An answer as text that can be kept and shown: one line, without control characters. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, KEPT);

/** `550-5.1.1 …`: the enhanced status (RFC 3463). */
const enhancedOf = (response: string): string =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '';

const AUTHENTICATION = new Set([530, 534, 535, 538]);

/**
 * Whose fault a failure is, and whether it makes sense to try again. `handed`: the server had
 * greeted us and taken our credentials, and was being given the message.
 */
export const judge = (error: SmtpFailure, handed: boolean): Verdict => {
  const response = error.response ?? '';
  const enhanced = enhancedOf(response);
  // The system's own code says more than the library's ESOCKET.
  const reason =
    /\b(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)\b/.exec(error.message ?? '')?.[1] ??
    error.code ??
    '';
  const words = response === '' || reason === 'EAUTH' ? lookUp(WORDS, reason) : undefined;
  const said = [words, clean(response)];
  return {
    causa: causeOf(error, handed, enhanced),
    respuesta:
      said.filter(Boolean).join(' ') || clean(error.message ?? '') || 'Falla sin explicación.',
    codigo: [error.command, error.responseCode, enhanced, response ? '' : reason]
      .filter(Boolean)
      .join(' '),
  };
};

const causeOf = (error: SmtpFailure, handed: boolean, enhanced: string): CausaCorreo => {
  const { responseCode = 0, command = '', code = '' } = error;
  if (!handed || responseCode === 421 || AUTHENTICATION.has(responseCode)) return 'servidor';
  if (responseCode === 0) {
    // The library refused the address or the message before anything was said.
    if (code === 'EENVELOPE') return 'destinatario';
    if (code === 'EMESSAGE') return 'mensaje';
    return 'espera';
  }
  // 503 says that the session was out of step, not that anything was refused.
  const forEver = responseCode >= 500 && responseCode !== 503;
  if (command.startsWith('MAIL')) return responseCode === 552 ? 'mensaje' : 'servidor';
  // A mailbox that is full is emptied some day, whatever the code says.
  if (/^[45]\.2\.2$/.test(enhanced)) return 'espera';
  // 5.7.x is about what we may do (relaying, reputation, policy): somebody can mend it.
  if (!forEver || enhanced.startsWith('5.7.') || /relay/i.test(error.response ?? ''))
    return 'espera';
  return command.startsWith('RCPT') || /^5\.[12]\./.test(enhanced) ? 'destinatario' : 'mensaje';
};
