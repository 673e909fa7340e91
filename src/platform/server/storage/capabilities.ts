import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StorageRule } from '../../shared/storage.ts';
import type { Secrets } from '../secrets.ts';
import type { Archivo } from './data.ts';

/**
 * The tokens of download URLs. They are derived from the installation's key, not stored: nothing in
 * the database opens a file. A token is of one version of a file, and dies with it; where the rule
 * limits its life it also carries its end.
 */
export const createCapabilities = (secrets: Secrets, now: () => Date) => {
  const key = secrets.derive('descargas');
  const mac = (objeto: string, until: string) =>
    createHmac('sha256', key).update(`${until}.${objeto}`).digest('base64url').slice(0, 32);

  const tokenOf = (archivo: Archivo, rule: StorageRule): string => {
    if (rule.urlSeconds === null) return mac(archivo.objeto, '');
    const until = Math.floor(now().getTime() / 1000 + rule.urlSeconds).toString(36);
    return `${until}.${mac(archivo.objeto, until)}`;
  };

  const opens = (token: string, archivo: Archivo, rule: StorageRule): boolean => {
    const [first = '', second] = token.split('.');
    const until = second === undefined ? '' : first;
    if ((rule.urlSeconds === null) !== (until === '')) return false;
    const genuine = Buffer.from(mac(archivo.objeto, until));
    const given = Buffer.from(second ?? first);
    if (genuine.length !== given.length || !timingSafeEqual(genuine, given)) return false;
    return until === '' || Number.parseInt(until, 36) * 1000 > now().getTime();
  };

  return { tokenOf, opens };
};
