import { plantillasPath } from '../routes.ts';

/** The library of sections: a view of the screen of plantillas, where it is kept, renamed and archived. */
export const VISTA_BIBLIOTECA = 'biblioteca';
export const bibliotecaPath = `${plantillasPath}?ver=${VISTA_BIBLIOTECA}`;
