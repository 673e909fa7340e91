import type { Services } from '../services.ts';

/** The account of a session that is in force, as it is now; null: it ended or its account is disabled. Never counts as activity. */
export type SesionViva = (
  services: Services,
  sid: string,
) => Promise<{ readonly uid: string; readonly staff: boolean } | null>;
