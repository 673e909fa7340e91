import { caller } from '../../../../platform/web/callables/client.ts';
import type { getTarjeta } from '../contract.ts';

/** A credencial as its person shows it. */
export const getTarjetaCall = caller<typeof getTarjeta>('getTarjeta');
