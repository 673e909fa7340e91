import type { Actor } from './actor.ts';

/** Whose file or account something is about: ids of people, and uids of accounts. */
export type Sujeto = {
  readonly personaIds?: readonly (string | null | undefined)[];
  readonly uids?: readonly string[];
};

/** Whether the actor is one of those whom it is about: by their account, or by the file that is theirs. */
export const esUnoMismo = (
  actor: Pick<Actor, 'uid' | 'personaId'>,
  { personaIds = [], uids = [] }: Sujeto,
): boolean =>
  uids.includes(actor.uid) || (actor.personaId !== null && personaIds.includes(actor.personaId));

/** PERMISSION_DENIED: what whoever acts as staff on their own file is answered, unless a callable says it better. */
export const SOBRE_UNO_MISMO = {
  code: 'sobre-uno-mismo',
  message:
    'Es su propio expediente o su propia cuenta. Pida a otra persona del personal que lo haga.',
} as const;
