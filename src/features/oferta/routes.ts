import { ofertaPath } from '../cursos/routes.ts';

/** The page of one edition; see `ofertaEdicionPath` of cursos. */
export const ofertaEdicionPagePath = `${ofertaPath}/:edicionId`;

export const ofertaPaths = [ofertaPath, ofertaEdicionPagePath] as const;
