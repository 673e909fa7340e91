import 'virtual:portal.css';
import './platform/web/ui/global.css';
import { identidadPublic } from './features/identidad/web/public.ts';
import { inscripcionesPublic } from './features/inscripciones/web/public.ts';
import { openPublicWing } from './platform/web/public/wing.tsx';

/*
 * The composition root of the build's third output, dist/pages: the public wing as the server runs it. It
 * never reaches a browser.
 */
export default openPublicWing({ features: [identidadPublic, inscripcionesPublic], home: '/' });
