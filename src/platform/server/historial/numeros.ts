/** Numbers of an emisor's rows that are remembered: more than can be on their way at once. */
const WINDOW = 1 << 20;

/** Emisores whose numbers are remembered: more than there are servers. */
const OPEN = 32;

/** Tells a signature that was used before: a copied row. In bounded memory. */
export const createNumeros = () => {
  const open = new Map<string, { ultimo: number; bits: Uint32Array }>();
  /** The last number of the emisores of before. */
  const closed = new Map<string, number>();
  return {
    isNew(emisor: Uint8Array, numero: number): boolean {
      const key = Buffer.from(emisor).toString('hex');
      const known = open.get(key);
      open.delete(key);
      const since = closed.get(key) ?? -1;
      const one = known ?? { ultimo: since, bits: new Uint32Array(WINDOW / 32) };
      open.set(key, one);
      if (open.size > OPEN) {
        const [oldest, { ultimo }] = open.entries().next().value!;
        open.delete(oldest);
        closed.set(oldest, ultimo);
      }
      const at = (n: number) => [(n % WINDOW) >>> 5, 1 << (n % 32)] as const;
      if (numero > one.ultimo) {
        if (numero - one.ultimo >= WINDOW) one.bits.fill(0);
        else
          for (let n = one.ultimo + 1; n < numero; n++) {
            const [word, bit] = at(n);
            one.bits[word]! &= ~bit;
          }
        const [word, bit] = at(numero);
        one.bits[word]! |= bit;
        one.ultimo = numero;
        return true;
      }
      if (numero <= since || one.ultimo - numero >= WINDOW) return false;
      const [word, bit] = at(numero);
      if ((one.bits[word]! & bit) !== 0) return false;
      one.bits[word]! |= bit;
      return true;
    },
  };
};
