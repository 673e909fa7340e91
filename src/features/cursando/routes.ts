/** The tab of a person's file. */
export const PESTANA = 'cursos';

/** The specification's address of somebody's courses: it leads to the tab of their file. */
export const cursosPersonaPagePath = '/curso/:curp';

export const cursandoPaths = [cursosPersonaPagePath] as const;

/** The bytes of a material, for who may have them. */
export const materialPath = (id: string): string => `/materiales/${encodeURIComponent(id)}/archivo`;
