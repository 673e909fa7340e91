/**
 * Who asks. Made by the server from the session at each request (claims are never older than the
 * request), carried by the browser's session store in the same words.
 */
export type Actor = {
  uid: string;
  /** Id of the session, so that it can be told apart from the person's other ones. */
  sid: string;
  email: string;
  emailVerified: boolean;
  /** The specification's role claim; null for an ordinary person. */
  role: Role | null;
  /** Id of the person whose file is the actor's own, when the account is linked to one. */
  personaId: string | null;
  /** The key that routes use: the CURP, or the `SC…` key of who has none. The token's claim is `curp`. */
  clave: string | null;
  /**
   * True while the email is unverified or the session only serves to finish a registration: it
   * may look up and update itself, ask for the verification mail and call the two registration
   * functions; nothing else.
   */
  restricted: boolean;
  /** The role demands a second factor that the account lacks: also restricted, until it has one. */
  faltaSegundoFactor: boolean;
  /**
   * A text that whoever uses the portal accepts (privacy notice, terms) was never accepted, or changed
   * in substance: until it is, nothing but that and their own files.
   */
  faltaAceptar: boolean;
};

export const ROLES = ['Admin', 'Escolar'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The part of who asks that policies look at. The session's user in the browser has it too, so that routes,
 * menus and buttons ask the very functions that the callables name.
 */
export type Quien = Readonly<
  Pick<Actor, 'uid' | 'role' | 'personaId' | 'restricted' | 'faltaSegundoFactor' | 'faltaAceptar'>
>;

/** A policy answers whether this person (null: a visitor) may use a callable at all. */
export type Policy = (quien: Quien | null) => boolean;
