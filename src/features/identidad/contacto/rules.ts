/** What an account did with the contact addresses that it ever gave. */
export type Contacto = {
  email: string;
  confirmado_en: Date | null;
  retirado_en: Date | null;
  cambiado_por: string | null;
};

/**
 * Which address stands today for the one that somebody wrote: itself, or the last of those that took
 * its place, one after the other. Undefined when none was ever asked to be confirmed.
 */
export const contactoVigente = <C extends Contacto>(
  contactos: readonly C[],
  escrito: string,
): C | undefined => {
  const porCorreo = new Map(contactos.map((contacto) => [contacto.email, contacto]));
  let vigente = porCorreo.get(escrito);
  // An address that takes a place has none that took its own: no circle. Counted all the same.
  for (let i = 0; i < contactos.length && vigente?.cambiado_por; i++) {
    vigente = porCorreo.get(vigente.cambiado_por);
  }
  return vigente;
};

/** The addresses that somebody wrote and for which that one stands today. */
export const escritosQueValen = (contactos: readonly Contacto[], email: string): string[] =>
  contactos
    .map((contacto) => contacto.email)
    .filter((escrito) => contactoVigente(contactos, escrito)?.email === email);
