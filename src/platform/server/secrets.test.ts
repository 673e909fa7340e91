import { hkdfSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { openSecrets } from './secrets.ts';

it('a derived key is HKDF’s of the master key, of any label: what was sealed or kept under it stays good', () => {
  const secretKey = '0f'.repeat(32);
  const { derive } = openSecrets({ secretKey, dataDir: '' });
  for (const label of ['', 'seal', 'espejo:Añ-3_x', 'x'.repeat(500)]) {
    const expected = Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', label, 32));
    expect(derive(label)).toEqual(expected);
  }
});
