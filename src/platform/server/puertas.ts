import type { Actor } from '../shared/actor.ts';
import type { Services } from './services.ts';

/** Screens whose address says whose they are: the page for somebody who may not open one is answered with 403. */
export type Puerta = {
  /** Patterns of the feature's own `paths`. */
  readonly paths: readonly string[];
  readonly mayOpen: (
    params: Readonly<Record<string, string>>,
    actor: Actor,
    services: Services,
  ) => Promise<boolean>;
};
