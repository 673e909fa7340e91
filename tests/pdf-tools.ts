import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a tool of Debian (poppler-utils, qpdf, openssl) that knows nothing of us: `npm test` installs them. What it wrote, on both
 * outputs. Rejects when it fails, or is not there.
 */
export const tool = async (name: string, ...args: string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(name, args, { encoding: 'utf8' });
  return stdout + stderr;
};

/** The bytes that a PDF's signature covers, and the signature, as anybody would take them out. */
export const signatureOf = (file: Uint8Array) => {
  const text = Buffer.from(file).toString('latin1');
  const found = [...text.matchAll(/\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) \]/g)].at(-1)!;
  const [a, b, c, d] = found.slice(1).map(Number) as [number, number, number, number];
  const hex = text.slice(b + 1, c - 1).replace(/(00)+$/, '');
  return {
    range: [a, b, c, d] as const,
    content: Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)]),
    cms: Buffer.from(hex.length % 2 ? `${hex}0` : hex, 'hex'),
  };
};
