import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin } from '../../platform/shared/policy.ts';

/** Only an Admin writes, publishes and archives the plantillas, and reads their drafts. */
export const canEditPlantillas: Policy = isAdmin;
