/**
 * The one grammar of an email address, in the browser and on the server (decision 0014): what is let in
 * is a mailbox, written in the only way it is kept, compared and written to.
 */

/** The address as it is kept, or why the text is none (Spanish, says what to do). */
export type EmailReading = { ok: true; email: string } | { ok: false; problem: string };

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
/** What RFC 5321 allows without quotes, less what old mail systems took for a route: % ! | */
const LOCAL = /^[a-z0-9#$&'*+/=?^_`{}~-]+(\.[a-z0-9#$&'*+/=?^_`{}~-]+)*$/;
/** Letters, digits, hyphens and the dots that count as one in a domain name. */
const DOMAIN_SIGNS = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const PLAIN = /^(?!.*xn--)[a-z0-9.-]+$/;

/** A Latin letter as it is, or with a mark that is seen: ñ, ü, ç; not ı, nor i with a second dot. */
const PLAIN_LATIN = /^[a-z0-9ßæœøðþłđ][\u0300-\u0304\u0306\u0308\u030a-\u030c\u0327\u0328]*$/u;

/** Whether a part of a domain is of one alphabet, without letters that only look like another. */
const isOneAlphabet = (label: string): boolean => {
  const letters =
    label
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];
  const isPlain = (letter: string) => PLAIN_LATIN.test(letter.normalize('NFD'));
  return letters.every(isPlain) || !letters.some((letter) => /\p{Script=Latin}/u.test(letter));
};

/** A domain in ASCII, as names are looked up (IDNA); null: it is none, or mixes alphabets. */
const toAscii = (text: string): string | null => {
  if (!DOMAIN_SIGNS.test(text)) return null;
  if (!text.split(/[.\u3002\uff0e\uff61]/).every(isOneAlphabet)) return null;
  const url = `http://${text}/`;
  return URL.canParse(url) ? new URL(url).hostname : null;
};

/** The domain of a mailbox, or null when it is none. What is plain already, as most are, is as it is looked up. */
const readDomain = (text: string): string | null => {
  const domain = PLAIN.test(text) ? text : toAscii(text);
  if (domain === null) return null;
  const labels = domain.split('.');
  const isName =
    domain.length <= DOMAIN_MAX &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1)!);
  return isName ? domain : null;
};

const refuse = (problem: string): EmailReading => ({ ok: false, problem });
const INCOMPLETE = 'Escriba un correo completo, como nombre@ejemplo.com.';

/**
 * Reads an address as a person types it. The part before the @ is plain ASCII without quotes or
 * comments; the domain may have accents and is kept in ASCII; all of it in lower case.
 */
export const readEmail = (text: string): EmailReading => {
  const given = text.trim();
  if (INVISIBLE.test(given)) {
    return refuse('El correo lleva caracteres que no se ven. Bórrelo y escríbalo sin pegarlo.');
  }
  if (/\s/u.test(given)) return refuse('Escriba el correo sin espacios.');
  const [local = '', domainText = '', ...more] = given.split('@');
  if (local === '' || domainText === '' || more.length > 0) return refuse(INCOMPLETE);
  if (/[^\x21-\x7e]/.test(local)) {
    return refuse(
      'Antes de la arroba un correo no lleva acentos, eñes ni otros signos. Revise cómo se escribe el suyo.',
    );
  }
  const domain = readDomain(domainText);
  const email = `${local.toLowerCase()}@${domain}`;
  if (
    domain === null ||
    local.length > LOCAL_MAX ||
    email.length > EMAIL_MAX ||
    !LOCAL.test(local.toLowerCase())
  ) {
    return refuse(INCOMPLETE);
  }
  return { ok: true, email };
};
