/** Opens the file of the person with that CURP or key. */
export const personPath = (curp: string): string => `/person/${encodeURIComponent(curp)}`;

export const personPagePath = '/person/:curp';

export const personasPaths = [personPagePath] as const;
