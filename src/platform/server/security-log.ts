import { createHmac } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { networkOf } from './network.ts';
import type { Services } from './services.ts';

const inside = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  inside.addSubnet(net, bits, 'ipv4');
}
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/** Of what kind an address is: of this machine, of the institution's own networks, or from outside. */
const claseOf = (ip: string): 'local' | 'interna' | 'externa' | 'desconocida' => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!;
  const kind = isIP(address);
  if (kind === 0) return 'desconocida';
  if (address === '::1' || address.startsWith('127.')) return 'local';
  return inside.check(address, kind === 6 ? 'ipv6' : 'ipv4') ? 'interna' : 'externa';
};

/** What the security log tells of. */
export type Evento = 'ingreso-fallido' | 'acceso-negado';

/**
 * A line of the security log (OWASP ASVS 16.3): `evento`, the account by its uid, the request, and where it
 * came from: the kind of address, and its network under a key, so that lines of one origin are known as such
 * and none says whose it is. The address itself is in the history and among the account's own attempts, by
 * the request's id.
 */
export const logSecurity = (
  { log, secrets }: Pick<Services, 'log' | 'secrets'>,
  evento: Evento,
  ip: string,
  about: Readonly<Record<string, string | null | undefined>>,
): void => {
  const red = createHmac('sha256', secrets.prepared('registro-de-seguridad'))
    .update(networkOf(ip))
    .digest('base64url')
    .slice(0, 12);
  log.warn({ evento, ...about, clase: claseOf(ip), red }, 'seguridad');
};
