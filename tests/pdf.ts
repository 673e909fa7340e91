import { extractText } from 'unpdf';

/** What a PDF says, line by line as a reader of its text meets it (all pages, blank lines left out). */
export const linesOf = async (pdf: Uint8Array): Promise<string[]> => {
  // A copy: the library takes the bytes over.
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false });
  return text.flatMap((page) => page.split('\n').map((line) => line.trim())).filter(Boolean);
};
