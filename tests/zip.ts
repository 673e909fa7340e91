import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The entries of a ZIP by their names, as another program than ours reads them. */
export const readZip = async (path: string): Promise<Map<string, string>> => {
  const zip = await openPromise(path, { strictFileNames: true });
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    stream.setEncoding('latin1');
    entries.set(entry.fileName, await text(stream));
  }
  return entries;
};

/** The JSON of an entry. */
export const jsonOf = <T>(entries: ReadonlyMap<string, string>, name: string): T =>
  JSON.parse(Buffer.from(entries.get(name) ?? 'null', 'latin1').toString('utf8')) as T;
