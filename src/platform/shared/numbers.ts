/**
 * A number as people write it: `1,250.5`, `1 250` and `8,5`; null: it is none. A comma that parts no thousands is that of
 * the decimals, and never nothing: who writes `2,5` does not mean 25.
 */
export const readNumber = (raw: string): number | null => {
  const text = raw.replace(/\s/g, '').replaceAll('−', '-');
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.');
  // Adding 0 turns -0, which is not JSON, into 0.
  return /^-?(\d{1,20}(\.\d{1,20})?|\.\d{1,20})$/.test(plain) ? Number(plain) + 0 : null;
};
