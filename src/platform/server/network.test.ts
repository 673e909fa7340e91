import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

describe('an address as limits count it', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0003::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['nadie@correo.example', 'nadie@correo.example'],
    ['', ''],
  ])('%s → %s', (address, counted) => {
    expect(networkOf(address)).toBe(counted);
  });

  it('all of a /64 are one visitor, whatever way they are written', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
    fc.assert(
      fc.property(fc.array(group, { minLength: 4, maxLength: 4 }), (host) => {
        const whole = ['2001', 'db8', 'a', 'b', ...host].join(':');
        expect(networkOf(whole)).toBe('2001:db8:a:b::/64');
        expect(networkOf(whole.toUpperCase())).toBe('2001:db8:a:b::/64');
      }),
    );
  });
});
