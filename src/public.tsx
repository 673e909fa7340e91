import 'virtual:portal.css';
import './platform/web/ui/global.css';
import { privacidadFooter } from './features/identidad/privacidad/web/routes.ts';
import { openPublicWing } from './platform/web/public/wing.tsx';
import { publicPages } from './public-pages.ts';

/*
 * The composition root of the build's third output, dist/pages: the public wing as the server runs it. It
 * never reaches a browser.
 */
export default openPublicWing({ entries: publicPages, home: '/', footer: privacidadFooter });
