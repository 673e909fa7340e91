import 'virtual:portal.css';
import './platform/web/ui/global.css';
import { openPublicWing } from './platform/web/public/wing.tsx';
import { PUBLIC_FEATURES } from './public-features.ts';

/*
 * The composition root of the build's third output, dist/pages: the public wing as the server runs it. It
 * never reaches a browser.
 */
export default openPublicWing({ features: PUBLIC_FEATURES, home: '/' });
