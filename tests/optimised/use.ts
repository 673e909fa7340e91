/** Set up before the suites that open an embedded database. */
import { holdOptimised } from './code.ts';

holdOptimised();
