import { isIP } from 'node:net';

/** The groups of an IPv6 address that its network has: the rest is one visitor's to choose. */
const NETWORK_GROUPS = 4;

/**
 * An address as limits count it: an IPv4 whole (also when it is written inside an IPv6), an IPv6 by its
 * /64, of which one visitor has all. Anything else is itself.
 */
export const networkOf = (text: string): string => {
  if (isIP(text) !== 6) return text;
  const [address = ''] = text.toLowerCase().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
};
