import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from './config.ts';

afterEach(() => vi.restoreAllMocks());

describe('parseConfig', () => {
  it('fills what the server left out', () => {
    const config = parseConfig('{"institution":{"shortName":"EJ"},"demo":true}');
    expect(config).toMatchObject({ region: 'us-central1', demo: true });
    expect(config.institution.shortName).toBe('EJ');
    expect(config.institution.name).not.toBe('');
  });

  it('goes on with the defaults when what is embedded is broken', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(parseConfig('{oops').region).toBe('us-central1');
    expect(error).toHaveBeenCalled();
    expect(parseConfig(null).demo).toBe(false);
  });
});
